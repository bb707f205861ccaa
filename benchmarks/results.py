"""Adds lines and tables to results.md, under a heading each, with the commit that was measured."""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent
_RESULTS: Final = Path(__file__).with_name("results.md")
_MEASURED: Final = ("dailytrain", "bots", "web")


def commit() -> str:
    """Name the commit of the checkout, with a plus if it has changes of its own."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(_ROOT), *words], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", *_MEASURED)
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
    before, here, after = _part(heading)
    above = f"{here.rstrip()}\n\n" if here.strip() else "\n"
    _write(before, above + "\n".join(lines) + "\n", after)


def add_line(heading: str, about: str, cells: Mapping[str, str]) -> None:
    """Add a line to the table under this heading, which is begun, with what it is about, if new."""
    cells = {"commit": commit(), "Python": platform.python_version(), **cells}
    before, here, after = _part(heading)
    if "|" not in here:
        here += f"\n{about}\n\n| {' | '.join(cells)} |\n|{'---|' * len(cells)}"
    _write(before, f"{here.rstrip()}\n| {' | '.join(cells.values())} |\n", after)


def _part(heading: str) -> tuple[str, str, str]:
    """Give what stands before, in and after the part with this heading, made if need be."""
    text = _RESULTS.read_text(encoding="utf-8") if _RESULTS.exists() else "# Results\n"
    if heading not in text.splitlines():
        text = f"{text.rstrip()}\n\n{heading}\n"
    before, heading, after = text.partition(f"{heading}\n")
    here, next_heading, rest = after.partition("\n## ")
    return before + heading, here, next_heading + rest


def _write(before: str, here: str, after: str) -> None:
    _RESULTS.write_text(before + here + after, encoding="utf-8")
