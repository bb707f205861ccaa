"""What docs/bots.md says holds: its bot runs as it stands, and it names every bot of the house."""

from __future__ import annotations

import argparse
import doctest
import re
import sys
from pathlib import Path

import pytest

from bots import arena, contract
from bots.contract import bots_offered

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def first_program() -> str:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_fifteen_line_bot_plays_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = first_program()
    assert len(program.splitlines()) <= 15
    (tmp_path / "mybot.py").write_text(program, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    words = ["mybot:Tidy", "random", "random", "--deals", "4", "--option", "rounds=1"]
    assert arena.run(parser.parse_args([*words, "--workers", "2"])) == 0
    assert "tidy@1" in capsys.readouterr().out


def test_what_the_page_prints_is_what_comes_out() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried
    assert not failed


def test_every_bot_of_the_house_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for offer in bots_offered():
        assert f"`{offer.name}`" in text
    assert contract.ENTRY_POINTS in text
