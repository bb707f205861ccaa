"""All that the site remembers: games, attempts and results, players, published days.

The store knows nothing of rules, dates or pages. What it acknowledges has happened exactly once,
however often it is asked: every write is either the same when repeated or compares before it
changes. Whatever keeps it from answering becomes StoreDown, and nothing has then been lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, Self

from web import clock, embedded
from web.settings import Settings

from . import keys, scripts
from .connection import Link, StoreDown
from .keys import Board, GameId, PlayerId
from .values import (
    Appended,
    Attempt,
    GameRow,
    NotTheAttempt,
    Ranked,
    Result,
    SecretChanged,
    Standing,
    UnknownGame,
    compact,
    copy_text,
    entry_text,
    parse_copy,
    parse_entry,
)

__all__ = [
    "Appended",
    "Attempt",
    "GameRow",
    "NotTheAttempt",
    "Ranked",
    "Result",
    "SecretChanged",
    "Standing",
    "Store",
    "StoreDown",
    "UnknownGame",
]

_LONGEST_PAGE: Final = 200
_PROBE_SECONDS: Final = 60


class Store:
    """The one way to the store. Every method may raise StoreDown."""

    def __init__(self, link: Link) -> None:
        self.link = link
        """The way to the server, for those who keep things of their own there."""

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Reach the store of the settings, starting the embedded server where none is set.

        Raises EmbeddedServerError when that one cannot be started.
        """
        if settings.redis_url is not None:
            return cls(Link(settings.redis_url))
        server = embedded.attach(settings.data_dir)
        return cls(Link(f"unix://{server.socket_path}", server))

    def close(self) -> None:
        """Let go of the connections, and of the embedded server."""
        self.link.close()

    # --- games ------------------------------------------------------------------------------

    def create_game(
        self,
        game_id: GameId,
        setup: Mapping[str, Any],
        *,
        player: PlayerId | None = None,
        lifetime: timedelta | None = None,
    ) -> None:
        """Keep a new game; one that is there already stays as it is.

        With a lifetime it is forgotten when nobody acts for so long before it is finished. It is
        listed among the player's games.
        """
        seconds = int(lifetime.total_seconds()) if lifetime else 0
        self.link.script(scripts.CREATE, (keys.game(game_id),), compact(setup), seconds)
        if player is not None:
            created = int(clock.now().timestamp())
            self.link.call("ZADD", keys.games(player), "NX", created, game_id)

    def game(self, game_id: GameId, known: int = 0) -> GameRow | None:
        """Give a game with its actions from the index `known` on; None where there is none."""
        names = (keys.game(game_id), keys.actions(game_id))
        setup, finished, length, actions, undone = self.link.script(scripts.READ, names, known)
        if setup is None:
            return None
        return GameRow(
            setup=json.loads(setup),
            actions=tuple(actions),
            length=length,
            is_finished=finished is not None,
            undone=undone,
        )

    def append(
        self,
        game_id: GameId,
        expected_length: int,
        actions: Sequence[str],
        *,
        finished: bool,
        undone: int = 0,
    ) -> Appended:
        """Append the actions if the game still has the expected length and is not finished.

        `undone` is how many actions are expected to have been taken back, so that a length reached
        by another way is not taken for the expected one. Raises UnknownGame where there is none.
        """
        names = (keys.game(game_id), keys.actions(game_id))
        ok, length = self.link.script(
            scripts.APPEND, names, expected_length, undone, int(finished), *actions
        )
        return _appended(game_id, ok, length)

    def undo(self, game_id: GameId, expected_length: int, *, undone: int) -> Appended:
        """Take the last action back if the game stands as expected and is not finished.

        Raises UnknownGame where there is none.
        """
        names = (keys.game(game_id), keys.actions(game_id))
        ok, length = self.link.script(scripts.UNDO, names, expected_length, undone)
        return _appended(game_id, ok, length)

    def change_setup(self, game_id: GameId, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
        """Change a game's setup, if it is still the old one."""
        names = (keys.game(game_id),)
        return bool(self.link.script(scripts.CHANGE_SETUP, names, compact(old), compact(new)))

    def games_of(self, player: PlayerId, count: int = _LONGEST_PAGE) -> list[GameId]:
        """List a player's games, the latest first; some may have expired."""
        return [*self.link.call("ZREVRANGE", keys.games(player), 0, count - 1)]

    # --- boards -----------------------------------------------------------------------------

    def claim_attempt(self, board: Board, player: PlayerId, game_id: GameId) -> GameId:
        """Let the game be the player's one attempt; give the game that holds it, now or already."""
        entries, ranks, _ = _board_keys(board)
        _, entry, rank_key = self.link.together(
            ("HSETNX", entries, player, entry_text(game_id)),
            ("HGET", entries, player),
            ("ZSCORE", ranks, player),
        )
        attempt = parse_entry(entry, rank_key)
        # The board is the truth; the player's own copy follows, and again after a lost answer.
        self.link.call("HSETNX", keys.history(player), board, copy_text(attempt))
        return attempt.game_id

    def record_result(self, board: Board, player: PlayerId, result: Result) -> Result:
        """Record the result of the player's attempt, once; give the one that is stored.

        Raises NotTheAttempt when another game holds the attempt.
        """
        running, finished = entry_text(result.game_id), entry_text(result.game_id, result)
        values = (player, running, finished, result.rank_key, result.total)
        held = self.link.script(scripts.RECORD, _board_keys(board), *values, durable=True)
        attempt = parse_entry(*held)
        if attempt.result is None or attempt.game_id != result.game_id:
            raise NotTheAttempt(attempt.game_id)
        self.link.call("HSET", keys.history(player), board, copy_text(attempt))
        return attempt.result

    def attempt(self, board: Board, player: PlayerId) -> Attempt | None:
        """Give the player's attempt on the board, running or finished."""
        return self.attempts(board, [player]).get(player)

    def result(self, board: Board, player: PlayerId) -> Result | None:
        """Give the player's result on the board."""
        attempt = self.attempt(board, player)
        return attempt.result if attempt else None

    def attempts(self, board: Board, players: Sequence[PlayerId]) -> dict[PlayerId, Attempt]:
        """Give the attempts of those players who made one; the cost is theirs, not the board's."""
        if not players:
            return {}
        entries, ranks, _ = _board_keys(board)
        found, rank_keys = self.link.together(
            ("HMGET", entries, *players), ("ZMSCORE", ranks, *players)
        )
        return {
            player: parse_entry(entry, rank_key)
            for player, entry, rank_key in zip(players, found, rank_keys, strict=True)
            if entry is not None
        }

    def results(self, board: Board, players: Sequence[PlayerId]) -> dict[PlayerId, Result]:
        """Give the results of those players who have one."""
        attempts = self.attempts(board, players)
        return {player: attempt.result for player, attempt in attempts.items() if attempt.result}

    def standing(self, board: Board, rank_key: int) -> Standing:
        """Tell where a rank key stands; the cost hardly grows with the number of results."""
        players, better, worse, total, middle = self.link.script(
            scripts.STANDING, _board_keys(board), rank_key
        )
        medians = [result.total for entry in middle if (result := parse_entry(entry, 0).result)]
        return Standing(
            players=players,
            better=better,
            worse=worse,
            mean=int(total) / players if players else 0.0,
            median=sum(medians) / len(medians) if medians else 0.0,
        )

    def page(self, board: Board, start: int, count: int) -> list[Ranked]:
        """Give the lines from the index `start` on, the best first; at most 200."""
        last = start + min(count, _LONGEST_PAGE) - 1
        if start < 0 or last < start:
            return []
        better, *columns = self.link.script(scripts.PAGE, _board_keys(board)[:2], start, last)
        lines: list[Ranked] = []
        for index, (player, rank_key, entry) in enumerate(zip(*columns, strict=True)):
            result = parse_entry(entry, rank_key).result
            if result is None:
                continue
            if not lines:
                rank = better + 1
            elif result.rank_key == lines[-1].result.rank_key:
                rank = lines[-1].rank
            else:
                rank = start + index + 1
            lines.append(Ranked(rank, player, result))
        return lines

    def histogram(self, board: Board) -> dict[int, int]:
        """Count the results by total, in the order of totals."""
        counts = self.link.call("HGETALL", keys.totals(board))
        counts.pop("sum", None)
        return {int(total): int(counts[total]) for total in sorted(counts, key=int)}

    def remove_entry(self, board: Board, player: PlayerId) -> None:
        """Take the player's attempt and result off the board, and out of its figures."""
        self.link.script(scripts.REMOVE, _board_keys(board), player)
        self.link.call("HDEL", keys.history(player), board)

    # --- players ----------------------------------------------------------------------------

    def name(self, player: PlayerId) -> str | None:
        """Give the player's name, if one was kept."""
        name: str | None = self.link.call("HGET", keys.player(player), "name")
        return name

    def names(self, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        """Give the names of those players who have one, an empty one where it is hidden."""
        found = self.link.together(
            *(("HMGET", keys.player(player), "name", "hidden") for player in players)
        )
        return {
            player: "" if hidden else name
            for player, (name, hidden) in zip(players, found, strict=True)
            if name or hidden
        }

    def set_name(self, player: PlayerId, name: str) -> None:
        """Keep a name in place of any other."""
        self.link.call("HSET", keys.player(player), "name", name)

    def name_or(self, player: PlayerId, fallback: str) -> str:
        """Give the player's name; one that has none keeps the fallback from now on."""
        key = keys.player(player)
        return str(self.link.together(("HSETNX", key, "name", fallback), ("HGET", key, "name"))[1])

    def history(self, player: PlayerId) -> dict[Board, Attempt]:
        """Give all the player's attempts, by board."""
        entries = self.link.call("HGETALL", keys.history(player))
        return {board: parse_copy(entry) for board, entry in entries.items()}

    def delete_player(self, player: PlayerId) -> None:
        """Forget a player: results, games and name; repeat it should it fail half-way."""
        for board in self.history(player):
            self.remove_entry(board, player)
            self.link.call("HDEL", keys.skills(board), player)
        for game_id in self.link.call("ZRANGE", keys.games(player), 0, -1):
            of_game = (keys.game(game_id), keys.actions(game_id), keys.judgement(game_id))
            self.link.call("DEL", *of_game)
        own = (keys.player, keys.history, keys.games, keys.own_skills)
        self.link.call("DEL", *(name(player) for name in own))

    # --- the site ---------------------------------------------------------------------------

    def note_day(self, day: date, commitment: str) -> str:
        """Publish a day's commitment; give the published one, which is never changed."""
        field, second = day.isoformat(), int(clock.now().timestamp())
        found = self.link.together(
            ("HSETNX", keys.DAYS, field, commitment),
            ("HGET", keys.DAYS, field),
            ("HSETNX", keys.DAYS_SINCE, field, second),
        )
        return str(found[1])

    def pin_day(self, day: date, table: str) -> str:
        """Fix who sits at a day's table; give what is fixed, which is never changed."""
        name, field = keys.DAY_TABLES, day.isoformat()
        pinned = self.link.together(("HSETNX", name, field, table), ("HGET", name, field))[1]
        return str(pinned)

    def noted_days(self, days: Sequence[date]) -> dict[date, str]:
        """Give the published commitments of those days that have one."""
        if not days:
            return {}
        found = self.link.call("HMGET", keys.DAYS, *(day.isoformat() for day in days))
        return {day: text for day, text in zip(days, found, strict=True) if text}

    def noted_since(self, days: Sequence[date]) -> dict[date, datetime]:
        """Give when the commitments of those days were published that have one."""
        if not days:
            return {}
        found = self.link.call("HMGET", keys.DAYS_SINCE, *(day.isoformat() for day in days))
        return {
            day: datetime.fromtimestamp(int(second), UTC)
            for day, second in zip(days, found, strict=True)
            if second
        }

    def check_secret(self, fingerprint: str, old_fingerprints: Iterable[str] = ()) -> None:
        """Compare the daily secret with the one of this store's days; the first is kept.

        Raises SecretChanged when it is another and the former is not among the old ones.
        """
        _, kept = self.link.together(
            ("HSETNX", keys.SITE, "daily_secret", fingerprint),
            ("HGET", keys.SITE, "daily_secret"),
        )
        if kept == fingerprint:
            return
        if kept not in set(old_fingerprints):
            raise SecretChanged(
                "This store's days were made with another DAILY_SECRET. Give that one back, "
                "or name it in OLD_DAILY_SECRETS, or start with an empty store."
            )
        self.link.call("HSET", keys.SITE, "daily_secret", fingerprint)

    def probe(self, text: str) -> bool:
        """Write the text and read it back."""
        _, read = self.link.together(
            ("SET", keys.PROBE, text, "EX", _PROBE_SECONDS), ("GET", keys.PROBE)
        )
        return bool(read == text)


def _appended(game_id: GameId, ok: int, length: int) -> Appended:
    if ok < 0:
        raise UnknownGame(game_id)
    return Appended(ok == 1, length)


def _board_keys(board: Board) -> tuple[str, str, str]:
    return keys.entries(board), keys.ranks(board), keys.totals(board)
