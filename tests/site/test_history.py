"""What a person's results tell: streaks, calendars and figures, whatever the clocks do."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from freezegun import freeze_time
from hypothesis import given
from hypothesis import strategies as st

from web import clock
from web.results.history import (
    AgainstPar,
    Bar,
    DayResult,
    Month,
    Streak,
    against_par,
    calendar,
    histogram,
    month_of,
    parse_month,
    streak,
    summary,
)
from web.settings import load_settings

DAY = timedelta(days=1)
TODAY = date(2026, 12, 9)
FIRST = date(2026, 11, 30)

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour
    "America/Santiago",  # midnight is skipped, and comes twice
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Pacific/Auckland",
)


def on(*days: str) -> set[date]:
    return set(map(date.fromisoformat, days))


def row(last: date, count: int) -> set[date]:
    """So many days in a row, up to this one."""
    return {last - number * DAY for number in range(count)}


def result(day: date, *rounds: int) -> DayResult:
    return DayResult(day, rounds)


# --- streaks --------------------------------------------------------------------------------------


def test_nobody_who_never_played_has_a_streak() -> None:
    assert streak([], TODAY) == Streak(0, 0, plays_today=False)


def test_a_streak_counts_the_days_in_a_row_up_to_today() -> None:
    assert streak(row(TODAY, 5), TODAY) == Streak(5, 5, plays_today=True)


def test_today_not_yet_played_breaks_nothing() -> None:
    assert streak(row(TODAY - DAY, 5), TODAY) == Streak(5, 5, plays_today=False)


def test_a_day_left_out_breaks_it_but_the_longest_stays() -> None:
    assert streak(row(TODAY - 2 * DAY, 5), TODAY) == Streak(0, 5, plays_today=False)
    assert streak(row(TODAY - 2 * DAY, 5) | {TODAY}, TODAY) == Streak(1, 5, plays_today=True)


def test_a_game_of_yesterday_that_still_runs_breaks_nothing_and_counts_nothing() -> None:
    before = row(TODAY - 2 * DAY, 4)
    yesterday = TODAY - DAY
    assert streak(before, TODAY, [yesterday]).current == 4
    assert streak(before | {TODAY}, TODAY, [yesterday]).current == 5
    assert streak(before | {TODAY, yesterday}, TODAY).current == 6


def test_days_to_come_are_not_there() -> None:
    assert streak({TODAY + DAY, TODAY}, TODAY) == Streak(1, 1, plays_today=True)


def test_a_streak_runs_through_a_leap_day_and_a_years_end() -> None:
    assert streak(on("2028-02-28", "2028-02-29", "2028-03-01"), date(2028, 3, 1)).current == 3
    assert streak(on("2028-02-28", "2028-03-01"), date(2028, 3, 1)).current == 1
    assert streak(on("2027-02-28", "2027-03-01"), date(2027, 3, 1)).current == 2
    assert streak(on("2026-12-30", "2026-12-31", "2027-01-01"), date(2027, 1, 1)).current == 3


@given(st.sets(st.integers(0, 40)))
def test_a_streak_is_what_counting_back_day_by_day_finds(numbers: set[int]) -> None:
    played = {TODAY - number * DAY for number in numbers}
    start = 0 if 0 in numbers else 1
    length = 0
    while start + length in numbers:
        length += 1
    found = streak(played, TODAY)
    assert found.current == length
    assert found.longest >= length
    assert found.plays_today == (0 in numbers)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("start", ["2026-03-06", "2026-03-27", "2026-09-03", "2026-10-23"])
def test_playing_every_day_at_any_hour_keeps_the_streak_over_changes_of_time(
    zone: str, start: str, tmp_path: Path
) -> None:
    """One game a local day, at hours that wander, for weeks that contain the changes of time."""
    settings = load_settings({"DATA_DIR": str(tmp_path), "DAY_ZONE": zone})
    first = datetime.fromisoformat(start).replace(tzinfo=UTC)
    played: set[date] = set()
    with freeze_time(first) as frozen:
        for number in range(45):
            today = clock.today(settings)
            starts = clock.day_start(today, settings.day_zone)
            lasts = clock.day_start(today + DAY, settings.day_zone) - starts
            # The first minute, the last minute, or some hour between.
            at = (timedelta(), lasts - timedelta(seconds=1), lasts / 3)[number % 3]
            frozen.move_to(starts + at)
            assert clock.today(settings) == today
            played.add(today)
            found = streak(played, today)
            assert found == Streak(number + 1, number + 1, plays_today=True)
            frozen.move_to(starts + lasts)
            assert clock.today(settings) == today + DAY
            assert streak(played, today + DAY).current == number + 1


# --- figures --------------------------------------------------------------------------------------


def test_figures_are_of_all_results() -> None:
    found = summary(
        [
            result(date(2026, 12, 1), 0, 12, 30, 0),
            result(date(2026, 12, 2), 10, 10, 10, 12),
            result(date(2026, 12, 4), 50, 50, 0, 3),
        ]
    )
    assert found.days == 3
    assert found.mean == pytest.approx((42 + 42 + 103) / 3)
    assert found.middle == 42
    assert found.best == 42
    assert found.best_days == (date(2026, 12, 2), date(2026, 12, 1))
    assert (found.rounds, found.zero_rounds, found.zero_percent) == (12, 3, 25)


def test_without_results_there_are_no_figures() -> None:
    found = summary([])
    assert (found.days, found.mean, found.best, found.zero_percent) == (0, None, None, None)
    assert histogram([]) == []
    assert against_par([], {TODAY: 40}) is None


def test_shares_of_a_point_are_kept_exact() -> None:
    results = [DayResult(TODAY, (Fraction(57, 2), 1)), DayResult(TODAY - DAY, (30,))]
    assert summary(results).best == Fraction(59, 2)
    assert summary(results).middle == 29.75


def test_the_histogram_has_no_gaps_and_counts_everything() -> None:
    results = [result(TODAY, total) for total in (0, 24, 25, 99, 99)]
    assert histogram(results) == [Bar(0, 24, 2), Bar(25, 49, 1), Bar(50, 74, 0), Bar(75, 99, 2)]


def test_the_histogram_begins_where_there_is_something_to_show() -> None:
    results = [result(TODAY, total) for total in (173, 212)]
    assert histogram(results) == [Bar(150, 174, 1), Bar(175, 199, 0), Bar(200, 224, 1)]


def test_the_last_bar_takes_what_lies_above() -> None:
    bars = histogram([result(TODAY, total) for total in (5, 380, 2000)])
    assert len(bars) == 16
    assert bars[-1] == Bar(375, None, 2)
    assert sum(bar.count for bar in bars) == 3


def test_par_is_compared_on_days_that_have_one() -> None:
    results = [result(TODAY, 40), result(TODAY - DAY, 60), result(TODAY - 2 * DAY, 99)]
    pars = {TODAY: 47, TODAY - DAY: 60, TODAY - 9 * DAY: 1}
    assert against_par(results, pars) == AgainstPar(days=2, under=1, level=1, mean=-3.5)


# --- calendar -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("month", "weeks", "lead"),
    [
        (Month(2026, 12), 5, 1),  # begins on a Tuesday
        (Month(2027, 2), 4, 0),  # 28 days from a Monday
        (Month(2028, 2), 5, 1),  # a leap month
        (Month(2027, 8), 6, 6),  # begins on a Sunday
    ],
)
def test_a_month_is_laid_out_in_whole_weeks(month: Month, weeks: int, lead: int) -> None:
    laid = calendar([], month, today=TODAY, first_day=FIRST)
    assert [len(week) for week in laid] == [7] * weeks
    cells = [cell for week in laid for cell in week]
    assert cells[:lead] == [None] * lead
    days = [cell.date for cell in cells if cell]
    assert days == [month.first + number * DAY for number in range(month.last.day)]
    assert all(cell is None or cell.date.weekday() == i % 7 for i, cell in enumerate(cells))


def test_the_week_may_begin_on_a_sunday() -> None:
    laid = calendar([], Month(2026, 12), today=TODAY, first_day=FIRST, first_weekday=6)
    assert laid[0][:2] == [None, None]
    assert laid[0][2] is not None
    assert laid[0][2].date == date(2026, 12, 1)


def test_a_calendar_shows_results_today_and_what_can_be_played() -> None:
    played = result(date(2026, 12, 3), 1, 2, 3, 4)
    laid = calendar([played], Month(2026, 12), today=TODAY, first_day=date(2026, 12, 2))
    cells = {cell.date.day: cell for week in laid for cell in week if cell}
    assert cells[3].result == played
    assert [day for day, cell in cells.items() if cell.is_today] == [9]
    assert [day for day, cell in cells.items() if cell.is_playable] == list(range(2, 10))


def test_months_follow_each_other_through_the_years_end() -> None:
    assert Month(2026, 12).after == Month(2027, 1)
    assert Month(2027, 1).before == Month(2026, 12)
    assert Month(2026, 12).last == date(2026, 12, 31)
    assert Month(2028, 2).last == date(2028, 2, 29)
    assert month_of(date(2028, 2, 29)).iso == "2028-02"


@pytest.mark.parametrize("text", ["", "2026", "2026-13", "2026-1", "20261", "2026-12-01", "x-y"])
def test_what_is_no_month_is_none(text: str) -> None:
    assert parse_month(text) is None


@given(st.dates(date(1, 2, 1), date(9999, 11, 30)))
def test_a_months_text_reads_back(day: date) -> None:
    month = month_of(day)
    assert parse_month(month.iso) == month
    assert month.first <= day <= month.last
    assert month.after.before == month
