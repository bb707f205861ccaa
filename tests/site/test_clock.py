"""Which day it is, wherever the site's midnight lies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from freezegun import freeze_time

from web import clock
from web.settings import Settings, load_settings

Zoned = Callable[..., Settings]


@pytest.fixture
def in_zone(tmp_path: Path) -> Zoned:
    def load(zone: str, **more: str) -> Settings:
        return load_settings({"DATA_DIR": str(tmp_path), "DAY_ZONE": zone, **more})

    return load


def test_the_date_is_the_one_in_the_sites_zone(in_zone: Zoned) -> None:
    with freeze_time("2026-12-01T10:30:00Z"):
        assert clock.today(in_zone("UTC")) == date(2026, 12, 1)
        assert clock.today(in_zone("Pacific/Kiritimati")) == date(2026, 12, 2)
        assert clock.today(in_zone("Pacific/Pago_Pago")) == date(2026, 11, 30)


def test_the_clock_is_read_when_it_is_asked(in_zone: Zoned) -> None:
    settings = in_zone("UTC")
    with freeze_time("2026-11-30T23:59:59Z") as frozen:
        assert clock.today(settings) == date(2026, 11, 30)
        assert clock.seconds_left(settings) == 1
        frozen.tick(1)
        assert clock.today(settings) == date(2026, 12, 1)
        assert clock.seconds_left(settings) == 86_400


def test_part_of_a_second_counts_as_one(in_zone: Zoned) -> None:
    moment = datetime(2026, 11, 30, 23, 59, 59, 999_999, tzinfo=UTC)
    assert clock.seconds_left(in_zone("UTC"), moment) == 1


HOUR = 3600


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        # Both changes of 2026 in eight zones; in half of them the clock changes at midnight.
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("America/New_York", date(2026, 3, 8), 23),
        ("America/New_York", date(2026, 11, 1), 25),
        ("America/Santiago", date(2026, 9, 6), 23),
        ("America/Santiago", date(2026, 4, 4), 25),
        ("America/Havana", date(2026, 3, 8), 23),
        ("America/Havana", date(2026, 11, 1), 25),
        ("Africa/Cairo", date(2026, 4, 24), 23),
        ("Africa/Cairo", date(2026, 10, 29), 25),
        ("Asia/Beirut", date(2026, 3, 29), 23),
        ("Asia/Beirut", date(2026, 10, 24), 25),
        ("Australia/Sydney", date(2026, 10, 4), 23),
        ("Australia/Sydney", date(2026, 4, 5), 25),
        ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
        ("Australia/Lord_Howe", date(2026, 4, 5), 24.5),
        ("UTC", date(2026, 3, 29), 24),
        ("Asia/Kolkata", date(2028, 2, 29), 24),
        ("UTC", date(2026, 12, 31), 24),
    ],
)
def test_a_day_is_as_long_as_the_zone_makes_it(
    in_zone: Zoned, zone: str, day: date, hours: float
) -> None:
    settings = in_zone(zone)
    start = clock.day_start(day, ZoneInfo(zone))
    assert clock.today(settings, start) == day
    assert clock.today(settings, start - timedelta(seconds=1)) == day - timedelta(days=1)
    assert clock.seconds_left(settings, start) == hours * HOUR
    # Minute by minute the date never goes back, and the countdown leads to its end.
    end = start + timedelta(hours=hours)
    for minute in range(0, int(hours * 60), 7):
        moment = start + timedelta(minutes=minute)
        assert clock.today(settings, moment) == day
        assert moment + timedelta(seconds=clock.seconds_left(settings, moment)) == end
    assert clock.today(settings, end) == day + timedelta(days=1)


def test_a_set_date_stands_still_but_the_countdown_runs(in_zone: Zoned) -> None:
    settings = in_zone("UTC", DAILY_TRAIN_ENV="testing", TODAY="2027-01-01")
    with freeze_time("2026-11-30T23:00:00Z"):
        assert clock.today(settings) == date(2027, 1, 1)
        assert clock.seconds_left(settings) == HOUR


def test_days_are_numbered_from_the_first() -> None:
    first = date(2026, 11, 30)
    assert clock.day_number(first, first) == 1
    assert clock.day_number(date(2026, 12, 31), first) == 32
    assert (
        clock.day_number(date(2028, 3, 1), first) - clock.day_number(date(2028, 2, 28), first) == 2
    )
    assert clock.day_number(date(2026, 11, 29), first) == 0
    for number in (1, 2, 1000):
        assert clock.day_number(clock.date_of_number(number, first), first) == number
