"""What each computer of the house plays like, in the reader's language.

The opponents know one language alone and say it themselves; here their lines stand once more, so
that they are found and translated.
"""

from __future__ import annotations

from typing import Final

from .wording import gettext, marked

LINES: Final = (
    marked("Always lays its heaviest tile."),
    marked("Does anything that the rules allow."),
    marked("Plans its own train and keeps to the plan."),
    marked("Likes to be rid of heavy tiles and looks only a few tiles ahead."),
    marked("Weighs each tile one step ahead and keeps its hand together."),
    marked("Plays out thousands of rounds in its head before each tile."),
)


def character_words(line: str) -> str:
    """Say in the reader's language what an opponent says of itself; a guest's words stay as is."""
    return gettext(line) if line else ""
