"""Sealed deals: commitments published before their days, seeds shown once the days have closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from web import clock
from web.kept.store import Store
from web.settings import Settings

from .days import Days

AHEAD: Final = 30
"""How many days after today have their commitment published."""
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SealedDay:
    """A day, and what of its deal may be known."""

    date: date
    number: int
    commitment: str
    published: datetime | None
    """When the commitment was published, where that was noted."""
    begins: datetime
    closes: datetime
    """When the seed is shown."""
    seed: str | None
    """The 16 bytes as hex; None before the day has closed, or where no known secret makes them."""
    is_closed: bool

    @property
    def is_ahead(self) -> bool:
        """Whether the commitment was published before the day began."""
        return self.published is not None and self.published < self.begins


class Fairness:
    """What the site shows of its deals, through the store."""

    def __init__(self, settings: Settings, store: Store, days: Days) -> None:
        self._settings = settings
        self._store = store
        self._days = days
        self._published_on: date | None = None

    def last(self) -> date:
        """Give the last day of which the commitment is due."""
        return self._days.today().date + AHEAD * _DAY

    def publish(self) -> list[date]:
        """Publish the commitments of today and the days ahead; give those that had none yet.

        What is published stays as it is, whichever secret made it.
        """
        today = self._days.today().date
        days = [today + number * _DAY for number in range(AHEAD + 1)]
        noted = self._store.noted_days(days)
        missing = [day for day in days if day not in noted]
        for day in missing:
            self._days.publish(day)
        self._published_on = today
        return missing

    def publish_daily(self) -> None:
        """Do so when this process has not done it on this day."""
        if self._published_on != self._days.today().date:
            self.publish()

    def days(self, first: date, last: date) -> list[SealedDay]:
        """List the days from the first to the last, as far as there are such, the first first."""
        first, last = max(first, self._settings.first_day), min(last, self.last())
        days = [first + number * _DAY for number in range((last - first).days + 1)]
        noted = self._store.noted_days(days)
        for day in days:
            if day not in noted:
                noted[day] = self._days.publish(day)
        since = self._store.noted_since(days)
        return [self._day(day, noted[day], since.get(day)) for day in days]

    def day(self, day: date) -> SealedDay | None:
        """Give one day; None where there is no such day, or its commitment is not due yet."""
        found = self.days(day, day)
        return found[0] if found else None

    def _day(self, day: date, commitment: str, published: datetime | None) -> SealedDay:
        is_closed = self._days.is_closed(day)
        seed = self._days.seed_behind(day, commitment) if is_closed else None
        return SealedDay(
            date=day,
            number=clock.day_number(day, self._settings.first_day),
            commitment=commitment,
            published=published,
            begins=clock.day_start(day, self._settings.day_zone),
            closes=self._days.closes(day),
            seed=seed.hex() if seed else None,
            is_closed=is_closed,
        )
