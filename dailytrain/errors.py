"""What can go wrong in the game: a few typed errors, each with a reason that a program can read.

`reason` is a short constant (`tile_unknown`, `not_legal`); the message is a sentence for people
that names what is wrong and what is allowed.
"""

from __future__ import annotations

from typing import Final

MOST_QUOTED: Final = 60
"""How much of a value an error quotes."""


class DailyTrainError(ValueError):
    """Stand above all errors of the game, so that one `except` catches any of them."""

    def __init__(self, reason: str, message: str) -> None:
        """Keep the machine-readable reason beside the sentence."""
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[DailyTrainError], tuple[str, str]]:
        """Survive pickling with both parts, as worker processes hand errors on."""
        return type(self), (self.reason, str(self))


class ParseError(DailyTrainError):
    """Say that a text is not a tile, an action, a seed or a date."""


class IllegalAction(DailyTrainError):  # noqa: N818 - it names what was tried, as players say it
    """Say that an action is well formed but not allowed now; the round stays as it was."""


class RulesError(DailyTrainError):
    """Say that an option is unknown or cannot be played, and what is allowed."""


class RecordError(DailyTrainError):
    """Say that a record or a position does not hold together."""


def brief(value: object) -> str:
    """Quote a value in an error, whatever it is, but not a page of it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        # A number with thousands of digits, or lists nested too deep to write.
        return f"a {type(value).__name__} too long to write"
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


def printable(text: str) -> str:
    r"""Write a text in one line that commands no terminal: what does not print is escaped.

    >>> print(printable("A\nB \x1b[2J"))
    A\nB \x1b[2J
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
