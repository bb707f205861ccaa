"""The daily competition: the days, what is played on each, one counted attempt a player."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from dailytrain import Seed, commitment, daily_seed, format_rules, preset_rules
from web import clock
from web.kept.keys import GameId, PlayerId, daily_board
from web.kept.store import Attempt, SecretChanged, Store
from web.settings import Settings

from .games import Game, Games
from .lineup import Computer, allows_chain, daily_lineup
from .setups import Kind, Setup

PRESET: Final = "daily"
GRACE: Final = timedelta(hours=24)
"""How long after its midnight a day's games can still be finished so that they count."""


class NoSuchDay(LookupError):  # noqa: N818 - it names what was asked for
    """Say that there is no such day: not yet, or from before the first."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day that has begun."""

    date: date
    number: int
    is_today: bool

    @property
    def iso(self) -> str:
        """Its date as links have it."""
        return self.date.isoformat()


class Days:
    """All days, through the store."""

    def __init__(self, settings: Settings, store: Store, games: Games) -> None:
        self._settings = settings
        self._store = store
        self._games = games

    def check_secret(self) -> None:
        """Refuse, with `SecretChanged`, other deals than those the store's days were made of."""
        settings = self._settings
        old = map(_fingerprint, settings.old_daily_secrets)
        self._store.check_secret(_fingerprint(settings.daily_secret), old)

    def today(self) -> Day:
        """Give the present day."""
        today = clock.today(self._settings)
        return Day(today, clock.day_number(today, self._settings.first_day), is_today=True)

    def day(self, text: str) -> Day:
        """Give a day by its date's text.

        Raises `NoSuchDay` for a day that has not begun, from before the first, or no date.
        """
        try:
            asked = date.fromisoformat(text)
        except ValueError:
            raise NoSuchDay(text) from None
        today = self.today()
        number = clock.day_number(asked, self._settings.first_day)
        # Python also reads 20261130; a day has one link.
        if asked.isoformat() != text or number < 1 or asked > today.date:
            raise NoSuchDay(text)
        return Day(asked, number, is_today=asked == today.date)

    def recent(self, count: int, before: int = 0) -> list[Day]:
        """List past days, the latest first, skipping the `before` latest of them."""
        today = self.today()
        numbers = range(today.number - 1 - before, max(0, today.number - 1 - before - count), -1)
        return [
            Day(today.date - timedelta(days=today.number - n), n, is_today=False) for n in numbers
        ]

    def seconds_left(self) -> int:
        """Count the seconds until the next day begins."""
        return clock.seconds_left(self._settings)

    def is_closed(self, day: date) -> bool:
        """Tell whether no result of a day can come in any more, so that its seed may be shown."""
        settings = self._settings
        if settings.fixed_today is not None:
            return settings.fixed_today - GRACE > day
        return clock.today(settings, clock.now() - GRACE) > day

    def closes(self, day: date) -> datetime:
        """Give the moment, in UTC, at which a day closes."""
        return clock.day_start(day + timedelta(days=1), self._settings.day_zone) + GRACE

    def retire(self, game: Game) -> None:
        """Let a game count no longer that is still unfinished when its day has closed.

        The deal is public from then on: what would be finished now could have been looked up.
        """
        setup = game.setup
        is_running = setup.kind is Kind.DAILY and not game.finished
        if is_running and self.is_closed(date.fromisoformat(setup.day)):
            game.setup = self._games.change(game.game_id, kind=Kind.ARCHIVE)
            self._store.remove_entry(setup.board, setup.player)

    def lineup(self, day: Day) -> tuple[Computer, ...]:
        """Give the computers of a day, fixed in the store when it is first asked for."""
        planned = [[c.name, c.bot, c.version] for c in daily_lineup(day.date)]
        pinned = json.loads(self._store.pin_day(day.date, json.dumps(planned)))
        return tuple(Computer(*computer) for computer in pinned)

    def make(self, day: Day) -> None:
        """Fix what is played on a day: its computers, and its commitment."""
        self.lineup(day)
        self.seed(day.date)

    def seed(self, day: date) -> Seed:
        """Give the seed of a day: the one that its published commitment stands for.

        The commitment is published now if it was not. Raises `SecretChanged` where neither the
        present secret nor an old one makes the seed that was committed to.
        """
        seed = self.seed_behind(day, self.publish(day))
        if seed is None:
            raise SecretChanged(f"no known secret makes the deal that was committed to for {day}")
        return seed

    def publish(self, day: date) -> str:
        """Publish a day's commitment, made with the present secret, unless there is one already."""
        return self._store.note_day(day, commitment(daily_seed(self._settings.daily_secret, day)))

    def seed_behind(self, day: date, published: str) -> Seed | None:
        """Give the seed of a day that a commitment stands for; None if no known secret makes it."""
        settings = self._settings
        secrets = (settings.daily_secret, *settings.old_daily_secrets)
        seeds = (daily_seed(secret, day) for secret in secrets)
        return next((seed for seed in seeds if commitment(seed) == published), None)

    def attempt(self, day: Day, player: PlayerId) -> Attempt | None:
        """Give the player's counted attempt at a day, running or finished."""
        return self._store.attempt(daily_board(day.date), player)

    def is_board_open(self, day: Day, player: PlayerId | None) -> bool:
        """Tell whether a person may see others' results: on the day, once the own one is there."""
        attempt = self.attempt(day, player) if player else None
        if attempt is None:
            return not day.is_today
        return attempt.result is not None or self.is_closed(day.date)

    def begin(self, day: Day, player: PlayerId) -> GameId:
        """Begin a game of this day's deal, or give the counted one that is still running.

        Today's first game counts; one after it is practice, one of a past day is from the archive.
        """
        board = daily_board(day.date)
        attempt = self._store.attempt(board, player)
        if attempt and attempt.result is None:
            # Its game may be missing if the site died between the two writes.
            self._games.begin(attempt.game_id, self._setup(day, player, Kind.DAILY))
            return attempt.game_id
        game_id = self._games.new_id()
        if attempt or not day.is_today:
            kind = Kind.PRACTICE if day.is_today else Kind.ARCHIVE
            self._games.begin(game_id, self._setup(day, player, kind))
            return game_id
        setup = self._setup(day, player, Kind.DAILY)
        game_id = self._store.claim_attempt(board, player, game_id)
        self._games.begin(game_id, setup)
        return game_id

    def house_setup(self, day: date) -> Setup:
        """Give the game of a day that belongs to nobody, as the house plays its par."""
        number = clock.day_number(day, self._settings.first_day)
        return self._setup(Day(day, number, is_today=False), PlayerId(""), Kind.ARCHIVE)

    def _setup(self, day: Day, player: PlayerId, kind: Kind) -> Setup:
        rules = preset_rules(PRESET)
        return Setup(
            kind=kind,
            board=daily_board(day.date),
            day=day.iso,
            seed_text="",
            seed=self.seed(day.date).hex(),
            rules=format_rules(rules),
            computers=self.lineup(day),
            player=player,
            chain=kind is Kind.DAILY and allows_chain(day.date),
        )


def _fingerprint(secret: str) -> str:
    """Give a text that tells secrets apart and gives none away."""
    return hashlib.sha256(b"dailytrain fingerprint " + secret.encode()).hexdigest()[:32]
