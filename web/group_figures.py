"""How the members of a group did over the last days and all time, from each day's rank keys.

Results of a day come in until the end of the day after it. What lies before is worked out once,
kept with the group and carried on from day to day; the last two days are looked up each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final, TypeAlias

from .results import points_of

WEEK: Final = 7
MONTH: Final = 30
FORM: Final = 5
"""How many of the latest games make the form."""
OPEN_DAYS: Final = 2
"""Today and yesterday: days of which results may still come in."""

_DAY: Final = timedelta(days=1)

DayKeys: TypeAlias = Sequence[int | None]
"""A day's rank key of each member, in the group's order; None without a result."""


@dataclass(slots=True)
class Tally:
    """Games counted together."""

    days: int = 0
    points: int = 0
    wins: int = 0
    """Days on which no other member was better; equals share the win."""

    @property
    def mean(self) -> float | None:
        """The points a game; None without games."""
        return self.points / self.days if self.days else None

    def add(self, points: int, *, won: bool) -> None:
        """Count a game."""
        self.days += 1
        self.points += points
        self.wins += won


@dataclass(slots=True)
class Line:
    """A member's figures."""

    week: Tally = field(default_factory=Tally)
    month: Tally = field(default_factory=Tally)
    ever: Tally = field(default_factory=Tally)
    latest: list[int] = field(default_factory=list)
    """The points of the latest games, the last one last."""

    @property
    def form(self) -> float | None:
        """The points a game over the latest games; None without games."""
        return sum(self.latest) / len(self.latest) if self.latest else None

    def add_recent(self, age: int, points: int, *, won: bool) -> None:
        """Count a game of so many days ago among the recent ones, if it is one."""
        if age < WEEK:
            self.week.add(points, won=won)
        if age < MONTH:
            self.month.add(points, won=won)

    def add_ever(self, points: int, *, won: bool) -> None:
        """Count a game that was not counted yet among all, the latest so far."""
        self.ever.add(points, won=won)
        self.latest = [*self.latest, points][-FORM:]


def add_days(
    lines: Sequence[Line],
    days: Mapping[date, DayKeys],
    *,
    today: date,
    counted: date | None = None,
) -> None:
    """Count these days' results, the earliest first.

    Those up to the day `counted` are already among all and count as recent ones only.
    """
    for day in sorted(days):
        rank_keys = days[day]
        best = min((key for key in rank_keys if key is not None), default=None)
        is_new, age = counted is None or day > counted, (today - day).days
        for line, key in zip(lines, rank_keys, strict=True):
            if key is None:
                continue
            points, won = points_of(key), key == best
            line.add_recent(age, points, won=won)
            if is_new:
                line.add_ever(points, won=won)


def closed_until(today: date) -> date:
    """Give the last day of which no result can come in any more."""
    return today - OPEN_DAYS * _DAY


def days_between(first: date, last: date) -> list[date]:
    """List the days from the first to the last, both included."""
    return [first + number * _DAY for number in range((last - first).days + 1)]


def format_lines(lines: Sequence[Line]) -> list[list[Any]]:
    """Write lines as they are kept."""
    return [
        [
            *(getattr(t, name) for t in (line.week, line.month, line.ever) for name in _COUNTS),
            line.latest,
        ]
        for line in lines
    ]


_COUNTS: Final = ("days", "points", "wins")


def parse_lines(kept: Sequence[Sequence[Any]]) -> list[Line]:
    """Read lines as they were kept."""
    return [
        Line(Tally(*counts[:3]), Tally(*counts[3:6]), Tally(*counts[6:9]), list(counts[9]))
        for counts in kept
    ]


def without_recent(lines: Sequence[Line]) -> list[Line]:
    """Keep of lines what stays true on another day."""
    return [Line(ever=line.ever, latest=line.latest) for line in lines]
