"""Which computers sit at the daily table, by the day of the week: data in one place.

The week gets harder from Monday to Sunday. A day's line-up is stored with the day when it is first
asked for, so a change here counts from the first day that nobody has seen yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from bots import Bot, BotError, bot_named


class OpponentGone(RuntimeError):  # noqa: N818 - a state of the house, not a caller's mistake
    """A computer of a game is not offered any more in its version, so nobody can answer for it."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer at a table: the name it goes by, and which bot in which version decides."""

    name: str
    bot: str
    version: int

    @property
    def key(self) -> str:
        """The bot and its version as the registry reads them: `planner@1`."""
        return f"{self.bot}@{self.version}"

    def opponent(self) -> Bot:
        """Give who decides; raises `OpponentGone` where that version is not offered."""
        try:
            return bot_named(self.key)
        except BotError as error:
            raise OpponentGone(self.key) from error


NAMES: Final = ("Wren", "Marlow", "Juniper", "Otto", "Sable", "Fennel", "Ingrid", "Basil", "Tove")
"""The names computers go by, by seat; a table has at most nine of them."""

WEEK: Final = (
    ("gentle", "gentle"),  # Monday
    ("gentle", "regular"),
    ("regular", "regular"),
    ("regular", "regular"),
    ("regular", "strong"),
    ("regular", "strong"),
    ("strong", "strong"),  # Sunday
)
"""The bots of the daily table for each day of the week, Monday first."""


CHAIN_DAYS: Final[frozenset[int]] = frozenset()
"""The days of the week (Monday is 0) whose counted game offers the hand laid out as a chain.

Games that do not count always offer it. A game keeps what its day allowed when it began.
"""

PAR_BOT: Final = "strong"
"""The house's strongest opponent, whose total in the person's seat is a day's par."""


def seated(bots: tuple[str, ...]) -> tuple[Computer, ...]:
    """Seat these bots, in their present versions, one after another from seat 1 on.

    Refuses an unknown bot with the registry's error.
    """
    computers = []
    for name, key in zip(NAMES, bots, strict=False):
        bot = bot_named(key)
        computers.append(Computer(name, bot.name, bot.version))
    return tuple(computers)


def allows_chain(day: date) -> bool:
    """Tell whether the counted game of this date offers the hand laid out as a chain."""
    return day.weekday() in CHAIN_DAYS


def daily_lineup(day: date) -> tuple[Computer, ...]:
    """Give the computers that sit at the daily table on this date."""
    return seated(WEEK[day.weekday()])
