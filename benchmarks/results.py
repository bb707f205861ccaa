"""Adds tables to results.md, under a heading each, with the commit that was measured."""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent
_RESULTS: Final = Path(__file__).with_name("results.md")


def commit() -> str:
    """Name the commit of the checkout, with a plus if it has changes of its own."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(_ROOT), *words], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "bots", "dailytrain")
    return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")


def add_table(
    heading: str, command: str, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Put a table at the end of the part of results.md that has this heading, made if need be."""
    lines = [
        f"`{command}`, commit {commit()}, Python {platform.python_version()}:",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    text = _RESULTS.read_text(encoding="utf-8") if _RESULTS.exists() else "# Results\n"
    if heading not in text.splitlines():
        text = f"{text.rstrip()}\n\n{heading}\n"
    before, _, after = text.partition(f"{heading}\n")
    here, next_heading, rest = after.partition("\n## ")
    here = f"{here.rstrip()}\n\n" + "\n".join(lines) + "\n"
    _RESULTS.write_text(before + f"{heading}\n" + here + next_heading + rest, encoding="utf-8")
