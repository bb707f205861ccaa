"""What the store keeps so that boards can be trusted: reports, what is hidden, the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from . import keys
from .connection import Link
from .keys import Board, PlayerId
from .scripts import Script
from .values import compact, parse_entry

_REPORT: Final = Script("""
-- KEYS: the player's reports; ARGV: reporter, name, most reports
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
    and redis.call('HLEN', KEYS[1]) < tonumber(ARGV[3]) then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return redis.call('HLEN', KEYS[1])
""")

_HIDE: Final = Script("""
-- KEYS: entries, ranks, totals; ARGV: player, entry as it is, entry as it shall be, total, rank key
-- A rank key takes the result back into the order and the figures, none takes it out.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
local change, sum = 1, ARGV[4]
if ARGV[5] == '' then
    if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 1 end
    change, sum = -1, string.format('%.0f', 0 - tonumber(ARGV[4]))
elseif redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1]) == 0 then
    return 1
end
if redis.call('HINCRBY', KEYS[3], ARGV[4], change) <= 0 then
    redis.call('HDEL', KEYS[3], ARGV[4])
end
redis.call('HINCRBY', KEYS[3], 'sum', sum)
return 1
""")

_MOST_REPORTS: Final = 500


@dataclass(frozen=True, slots=True)
class Reported:
    """A player whose name was reported."""

    player: PlayerId
    count: int
    names: tuple[str, ...]
    """The names as they were when reported, each once."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """What an operator did."""

    at: str
    """Milliseconds since 1970 and a running number, as the store gave them."""
    who: str
    did: str
    to: str
    answer: str


class TrustStore:
    """The part of the store about reports and what is hidden; StoreDown may be raised."""

    def __init__(self, link: Link) -> None:
        self._link = link

    # --- names ------------------------------------------------------------------------------

    def report(self, player: PlayerId, reporter: str, name: str) -> None:
        """Note that somebody reported a player's name; a repeat of theirs changes nothing."""
        values = (reporter, name, _MOST_REPORTS)
        count = self._link.script(_REPORT, (keys.reports(player),), *values)
        self._link.call("ZADD", keys.REPORTED, count, player)

    def reported(self, count: int) -> list[Reported]:
        """List the players whose names were reported most."""
        players = self._link.call("ZREVRANGE", keys.REPORTED, 0, count - 1)
        found = self._link.together(*(("HVALS", keys.reports(player)) for player in players))
        return [
            Reported(player, len(names), tuple(sorted(set(names))))
            for player, names in zip(players, found, strict=True)
        ]

    def settle(self, player: PlayerId) -> None:
        """Forget the reports of a player's name."""
        self._link.call("DEL", keys.reports(player))
        self._link.call("ZREM", keys.REPORTED, player)

    def hide_name(self, player: PlayerId) -> None:
        """Let boards not show a player's name, whatever it is changed to."""
        self._link.call("HSET", keys.player(player), "hidden", "1")

    def show_name(self, player: PlayerId) -> None:
        """Let boards show a player's name again."""
        self._link.call("HDEL", keys.player(player), "hidden")

    def is_name_hidden(self, player: PlayerId) -> bool:
        """Tell whether boards do not show a player's name."""
        return bool(self._link.call("HEXISTS", keys.player(player), "hidden"))

    # --- results ----------------------------------------------------------------------------

    def is_result_hidden(self, board: Board, player: PlayerId) -> bool:
        """Tell whether a player has a result on a board that it does not show."""
        text, rank_key = self._entry(board, player)
        return rank_key is None and text is not None and parse_entry(text, None).result is not None

    def hide_result(self, board: Board, player: PlayerId) -> bool:
        """Take a result out of a board's order and figures; it still holds the attempt.

        False where there is no result, or it is hidden already.
        """
        text, rank_key = self._entry(board, player)
        result = parse_entry(text, rank_key).result if text else None
        if not text or result is None or rank_key is None:
            return False
        # What holds its own rank key is no running attempt, so that nothing records it again.
        hidden = compact([*json.loads(text), int(rank_key)])
        return self._swap(board, player, text, hidden, result.total, "")

    def show_result(self, board: Board, player: PlayerId) -> bool:
        """Put a hidden result back as it was; False where none is hidden."""
        text, rank_key = self._entry(board, player)
        result = parse_entry(text, rank_key).result if text else None
        if not text or result is None or rank_key is not None:
            return False
        shown = compact(json.loads(text)[:3])
        return self._swap(board, player, text, shown, result.total, result.rank_key)

    def _entry(self, board: Board, player: PlayerId) -> tuple[str | None, str | float | None]:
        text, rank_key = self._link.together(
            ("HGET", keys.entries(board), player), ("ZSCORE", keys.ranks(board), player)
        )
        return text, rank_key

    def _swap(  # noqa: PLR0913, PLR0917 - one change of one entry
        self, board: Board, player: PlayerId, old: str, new: str, total: int, rank_key: int | str
    ) -> bool:
        names = (keys.entries(board), keys.ranks(board), keys.totals(board))
        return bool(self._link.script(_HIDE, names, player, old, new, total, rank_key))

    # --- the log ----------------------------------------------------------------------------

    def log(self, line: dict[str, str]) -> None:
        """Add a line to the operators' log, where nothing is ever changed."""
        parts = [part for pair in line.items() for part in pair]
        self._link.call("XADD", keys.LOG, "*", *parts)

    def log_lines(self, count: int) -> Sequence[LogLine]:
        """Give the latest lines of the log, the latest first."""
        found = self._link.call("XREVRANGE", keys.LOG, "+", "-", "COUNT", count)
        return [
            LogLine(at, *(fields.get(name, "") for name in ("who", "did", "to", "answer")))
            for at, fields in found
        ]

    # --- deleting ---------------------------------------------------------------------------

    def forget(self, player: PlayerId) -> None:
        """Forget the reports of a player who deletes everything."""
        self.settle(player)
