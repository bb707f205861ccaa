"""The site's one clock: which date it is in the site's zone, and how long that lasts.

A day is a calendar date. Only this module reads the clock, at the moment it is asked.
"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta, tzinfo

from .settings import Settings


def now() -> datetime:
    """Give the present moment, in UTC."""
    return datetime.now(UTC)


def today(settings: Settings, moment: datetime | None = None) -> date:
    """Give the date of the moment (by default now) in the site's zone, or the one set by TODAY."""
    if settings.fixed_today is not None:
        return settings.fixed_today
    return (moment or now()).astimezone(settings.day_zone).date()


def day_start(day: date, zone: tzinfo) -> datetime:
    """Give the moment, in UTC, at which a date begins in a zone.

    Where clocks skip midnight the date begins with the first minute that exists; where midnight
    comes twice it begins with the first.
    """
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def seconds_left(settings: Settings, moment: datetime | None = None) -> int:
    """Count the seconds until the next date begins in the site's zone; at least 1.

    With TODAY set this still counts to the real midnight, so that a page does not reload for ever.
    """
    at = moment or now()
    next_day = at.astimezone(settings.day_zone).date() + timedelta(days=1)
    left = day_start(next_day, settings.day_zone) - at
    return max(1, math.ceil(left.total_seconds()))


def day_number(day: date, first_day: date) -> int:
    """Give a date's running number: 1 for the first day, less than 1 before it."""
    return (day - first_day).days + 1


def date_of_number(number: int, first_day: date) -> date:
    """Give the date with a running number; OverflowError beyond what a date can be."""
    return first_day + timedelta(days=number - 1)
