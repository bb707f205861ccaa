"""What a list of a person's daily results tells: calendar, histogram, means, streaks.

Pure functions of dates and points. A day is a calendar date: no clock, zone or hour comes in here,
so no change of summer time can move anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from statistics import fmean, median
from typing import Final

from dailytrain import Score

_DAY: Final = timedelta(days=1)
_WEEK: Final = 7
BIN: Final = 25
"""Points a bar of the histogram spans; totals of 0 to 400 then fit on one screen."""
_MOST_BARS: Final = 16


@dataclass(frozen=True, slots=True)
class DayResult:
    """A finished counted game."""

    date: date
    rounds: tuple[Score, ...]
    game_id: str = ""

    @property
    def total(self) -> Score:
        """The points over all rounds."""
        return sum(self.rounds)


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row with a result."""

    current: int
    """Up to today, or up to yesterday while today can still be played."""
    longest: int
    plays_today: bool
    """Whether today is already in it."""


def streak(played: Collection[date], today: date, still_open: Collection[date] = ()) -> Streak:
    """Count the days in a row that end today, or yesterday while today can still be played.

    A day of `still_open`, whose game is running and will still count, breaks nothing either; it
    counts once it is finished. Results of days to come are left out.
    """
    days = sorted({day for day in played if day <= today})
    waiting = {*still_open, today}
    longest = current = 0
    before: date | None = None
    for day in days:
        joins = before is not None and _only(waiting, before, day)
        current = current + 1 if joins else 1
        longest = max(longest, current)
        before = day
    if before is None or not _only(waiting, before, today + _DAY):
        current = 0
    return Streak(current, longest, plays_today=before == today)


def _only(waiting: Collection[date], after: date, until: date) -> bool:
    """Tell whether all days strictly between the two are ones that are waited for."""
    day = after + _DAY
    while day < until:
        if day not in waiting:
            return False
        day += _DAY
    return True


@dataclass(frozen=True, slots=True)
class Summary:
    """What all results together come to."""

    days: int
    mean: float | None
    middle: float | None
    best: Score | None
    best_days: tuple[date, ...]
    """Every day with the best total, the latest first."""
    rounds: int
    zero_rounds: int
    """Rounds that ended without a point in hand: gone out."""

    @property
    def zero_percent(self) -> int | None:
        """Of a hundred rounds, how many ended at zero; None without rounds."""
        return round(self.zero_rounds * 100 / self.rounds) if self.rounds else None


def summary(results: Iterable[DayResult]) -> Summary:
    """Sum the results up."""
    listed = sorted(results, key=lambda result: result.date, reverse=True)
    totals = [result.total for result in listed]
    rounds = [points for result in listed for points in result.rounds]
    best = min(totals, default=None)
    return Summary(
        days=len(listed),
        mean=fmean(map(float, totals)) if totals else None,
        middle=float(median(map(Fraction, totals))) if totals else None,
        best=best,
        best_days=tuple(result.date for result in listed if result.total == best),
        rounds=len(rounds),
        zero_rounds=sum(1 for points in rounds if points == 0),
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram."""

    low: int
    high: int | None
    """The highest total in it; None: anything above."""
    count: int


def histogram(results: Iterable[DayResult], width: int = BIN) -> list[Bar]:
    """Count the totals by ranges of equal width, from the lowest to the highest, without gaps.

    The last of at most sixteen ranges takes all that lies above.
    """
    places = [min(int(result.total) // width, _MOST_BARS - 1) for result in results]
    if not places:
        return []
    return [
        Bar(
            place * width,
            (place + 1) * width - 1 if place < _MOST_BARS - 1 else None,
            places.count(place),
        )
        for place in range(min(places), max(places) + 1)
    ]


@dataclass(frozen=True, slots=True)
class Month:
    """A month of a calendar."""

    year: int
    number: int

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        """Its last day."""
        return self.after.first - _DAY

    @property
    def before(self) -> Month:
        """The month before it."""
        return month_of(self.first - _DAY)

    @property
    def after(self) -> Month:
        """The month after it."""
        return Month(self.year + self.number // 12, self.number % 12 + 1)

    @property
    def iso(self) -> str:
        """Its text in links: `2026-12`."""
        return f"{self.year:04d}-{self.number:02d}"


def month_of(day: date) -> Month:
    """Give the month that a day lies in."""
    return Month(day.year, day.month)


def parse_month(text: str) -> Month | None:
    """Read a month as links write it; None for what is no month."""
    try:
        month = month_of(date.fromisoformat(f"{text}-01"))
    except ValueError:
        return None
    return month if month.iso == text else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of a calendar."""

    date: date
    result: DayResult | None
    is_today: bool
    is_playable: bool
    """Whether there is such a day on the site: not before the first, not after today."""


def calendar(
    results: Iterable[DayResult],
    month: Month,
    *,
    today: date,
    first_day: date,
    first_weekday: int = 0,
) -> list[list[Cell | None]]:
    """Lay a month out in weeks of seven places; a place before or after the month is None.

    `first_weekday` begins the week: 0 is Monday, 6 Sunday.
    """
    by_date = {result.date: result for result in results}
    lead = (month.first.weekday() - first_weekday) % _WEEK
    cells: list[Cell | None] = [None] * lead
    for number in range(month.last.day):
        day = month.first + number * _DAY
        playable = first_day <= day <= today
        cells.append(Cell(day, by_date.get(day), day == today, playable))
    cells += [None] * (-len(cells) % _WEEK)
    return [cells[start : start + _WEEK] for start in range(0, len(cells), _WEEK)]


@dataclass(frozen=True, slots=True)
class AgainstPar:
    """Results beside the pars of their days."""

    days: int
    """Days with a result and a par."""
    under: int
    """Of them, those below par."""
    level: int
    mean: float
    """The mean of result minus par: below zero is better than par."""


def against_par(results: Iterable[DayResult], pars: Mapping[date, Score]) -> AgainstPar | None:
    """Compare with the pars that there are; None while there is none for any day played."""
    differences: Sequence[Score] = [
        result.total - pars[result.date] for result in results if result.date in pars
    ]
    if not differences:
        return None
    return AgainstPar(
        days=len(differences),
        under=sum(1 for difference in differences if difference < 0),
        level=sum(1 for difference in differences if difference == 0),
        mean=fmean(map(float, differences)),
    )
