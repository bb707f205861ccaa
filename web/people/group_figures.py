"""How the members of a group did over the last days and all time, from each day's marks.

Results of a day come in until the end of the day after it. What lies before is worked out once,
kept with the group and carried on from day to day; the last two days are looked up each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final, TypeAlias

from web.kept.groups import Mark
from web.results.ranking import points_of

WEEK: Final = 7
MONTH: Final = 30
FORM: Final = 5
"""How many of the latest games make the form."""
OPEN_DAYS: Final = 2
"""Today and yesterday: days of which results may still come in."""

_DAY: Final = timedelta(days=1)

DayMarks: TypeAlias = Sequence[Mark | None]
"""A day's result of each member, in the group's order; None without one."""


@dataclass(slots=True)
class Tally:
    """Games counted together."""

    days: int = 0
    points: int = 0
    wins: int = 0
    """Days on which no other member was better; equals share the win."""
    judged: int = 0
    """Games of which the choices have been judged."""
    cost: int = 0
    """What the choices of those cost together, in tenths of a point."""

    @property
    def skill(self) -> float | None:
        """The points a judged game that its choices cost; None without such games."""
        return self.cost / self.judged / 10 if self.judged else None

    @property
    def mean(self) -> float | None:
        """The points a game; None without games."""
        return self.points / self.days if self.days else None

    def add(self, points: int, *, won: bool, cost: int | None = None) -> None:
        """Count a game."""
        self.days += 1
        self.points += points
        self.wins += won
        if cost is not None:
            self.judged += 1
            self.cost += cost


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

    def add_recent(self, age: int, points: int, *, won: bool, cost: int | None = None) -> None:
        """Count a game of so many days ago among the recent ones, if it is one."""
        if age < WEEK:
            self.week.add(points, won=won, cost=cost)
        if age < MONTH:
            self.month.add(points, won=won, cost=cost)

    def add_ever(self, points: int, *, won: bool, cost: int | None = None) -> None:
        """Count a game that was not counted yet among all, the latest so far."""
        self.ever.add(points, won=won, cost=cost)
        self.latest = [*self.latest, points][-FORM:]


def add_days(
    lines: Sequence[Line],
    days: Mapping[date, DayMarks],
    *,
    today: date,
    counted: date | None = None,
) -> None:
    """Count these days' results, the earliest first.

    Those up to the day `counted` are already among all and count as recent ones only.
    """
    for day in sorted(days):
        marks = days[day]
        best = min((mark.rank_key for mark in marks if mark is not None), default=None)
        is_new, age = counted is None or day > counted, (today - day).days
        for line, mark in zip(lines, marks, strict=True):
            if mark is None:
                continue
            points, won = points_of(mark.rank_key), mark.rank_key == best
            line.add_recent(age, points, won=won, cost=mark.cost)
            if is_new:
                line.add_ever(points, won=won, cost=mark.cost)


def closed_until(today: date) -> date:
    """Give the last day of which no result can come in any more."""
    return today - OPEN_DAYS * _DAY


def days_between(first: date, last: date) -> list[date]:
    """List the days from the first to the last, both included."""
    return [first + number * _DAY for number in range((last - first).days + 1)]


FORMAT: Final = 2
"""Grows when lines are kept in another way, so that those of before are worked out anew."""
_COUNTS: Final = ("days", "points", "wins", "judged", "cost")
_WIDTH: Final = len(_COUNTS)


def format_lines(lines: Sequence[Line]) -> list[list[Any]]:
    """Write lines as they are kept."""
    return [
        [
            *(getattr(t, name) for t in (line.week, line.month, line.ever) for name in _COUNTS),
            line.latest,
        ]
        for line in lines
    ]


def parse_lines(kept: Sequence[Sequence[Any]]) -> list[Line]:
    """Read lines as they were kept."""
    return [
        Line(
            Tally(*counts[:_WIDTH]),
            Tally(*counts[_WIDTH : 2 * _WIDTH]),
            Tally(*counts[2 * _WIDTH : 3 * _WIDTH]),
            list(counts[3 * _WIDTH]),
        )
        for counts in kept
    ]


def without_recent(lines: Sequence[Line]) -> list[Line]:
    """Keep of lines what stays true on another day."""
    return [Line(ever=line.ever, latest=line.latest) for line in lines]
