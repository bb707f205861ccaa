"""The documents keep their word: examples run, and every paragraph of the rules is tested."""

import doctest
import importlib
import itertools
import re
from pathlib import Path
from typing import Final

import pytest

from .data import ROOT
from .test_house import modules

RULES: Final = ROOT / "docs" / "rules.md"
PAPERS: Final = [
    path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if path.exists()
]
PARAGRAPH: Final = r"[1-9][0-9]*\.[1-9][0-9]*"


@pytest.mark.parametrize("module", [m for m in modules("dailytrain") if m != "__main__"])
def test_examples_of_the_game_s_modules(module: str) -> None:
    name = f"dailytrain.{module}".removesuffix(".__init__")
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_examples_of_the_documents(paper: Path) -> None:
    assert doctest.testfile(str(paper), module_relative=False, encoding="utf-8").failed == 0


def paragraphs() -> list[str]:
    return re.findall(rf"^\*\*({PARAGRAPH})\*\* ", RULES.read_text("utf-8"), re.MULTILINE)


def cited() -> set[str]:
    found = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for citation in re.findall(r"^@rule\((.*)\)$", path.read_text("utf-8"), re.MULTILINE):
            found.update(re.findall(rf'"({PARAGRAPH})"', citation))
    return found


def test_paragraphs_are_numbered_in_order() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in paragraphs()]
    assert len(numbers) > 40
    for before, after in itertools.pairwise(numbers):
        assert after in {(before[0], before[1] + 1), (before[0] + 1, 1)}


def test_every_paragraph_of_the_rules_is_cited_by_a_test() -> None:
    assert sorted(set(paragraphs()) - cited()) == []


def test_no_test_cites_a_paragraph_that_is_not_there() -> None:
    assert sorted(cited() - set(paragraphs())) == []


def test_references_within_the_rules_lead_somewhere() -> None:
    text = RULES.read_text("utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings
    }
    for shown, anchor in re.findall(rf"\[({PARAGRAPH})\]\(#([^)]+)\)", text):
        assert anchor in anchors, anchor
        assert anchor.startswith(shown.partition(".")[0]), shown
    mentioned = re.findall(rf"\b(?:see|in|as in|of) ({PARAGRAPH})\b", text)
    assert set(mentioned) <= set(paragraphs())
