"""What the store keeps so that a person can move: digests of codes and links, and whose they are.

Moving takes a player's attempts, results and games over to another player, each in one step that
does the same when repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from web import clock

from . import keys
from .connection import Link
from .keys import Board, GameId, PlayerId
from .scripts import Script
from .values import Attempt, copy_text, parse_entry

USED: Final = "used"
"""What a one-time link leads to once somebody has used it."""
_USED_SECONDS: Final = 24 * 3600

_REDEEM: Final = Script("""
-- KEYS: ticket; ARGV: the word for used, seconds to remember it
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) end
return held
""")

_TAKE_OVER: Final = Script("""
-- KEYS: entries, ranks, totals; ARGV: from, to
-- Answers the entry of `to` and its rank key. Where both have one, that of `from` goes.
local held = redis.call('HGET', KEYS[1], ARGV[1])
local there = redis.call('HGET', KEYS[1], ARGV[2])
if not held then return {there, redis.call('ZSCORE', KEYS[2], ARGV[2])} end
local rank = redis.call('ZSCORE', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
if not there then
    redis.call('HSET', KEYS[1], ARGV[2], held)
    if rank then redis.call('ZADD', KEYS[2], rank, ARGV[2]) end
    return {held, rank}
end
if rank then
    local total = cjson.decode(held)[2]
    local field = string.format('%.0f', total)
    if redis.call('HINCRBY', KEYS[3], field, -1) <= 0 then redis.call('HDEL', KEYS[3], field) end
    redis.call('HINCRBY', KEYS[3], 'sum', string.format('%.0f', 0 - total))
end
return {there, redis.call('ZSCORE', KEYS[2], ARGV[2])}
""")


class RecoveryStore:
    """The part of the store by which a person becomes known elsewhere; StoreDown may be raised."""

    def __init__(self, link: Link) -> None:
        self._link = link

    # --- recovery codes ---------------------------------------------------------------------

    def set_code(self, player: PlayerId, digest: str) -> None:
        """Let this code, and no other any longer, lead to the player."""
        old = self._link.call("HGET", keys.player(player), "recovery")
        self._link.call("SET", keys.recovery(digest), player)
        self._link.call("HSET", keys.player(player), "recovery", digest)
        if old and old != digest:
            self._link.call("DEL", keys.recovery(old))

    def has_code(self, player: PlayerId) -> bool:
        """Tell whether some code leads to the player."""
        return bool(self._link.call("HEXISTS", keys.player(player), "recovery"))

    def revoke_code(self, player: PlayerId) -> None:
        """Let no code lead to the player any longer."""
        old = self._link.call("HGET", keys.player(player), "recovery")
        self._link.call("HDEL", keys.player(player), "recovery")
        if old:
            self._link.call("DEL", keys.recovery(old))

    def player_of_code(self, digest: str) -> PlayerId | None:
        """Give the player to whom a code leads, if the player's own hash still says so."""
        player: PlayerId | None = self._link.call("GET", keys.recovery(digest))
        if player and self._link.call("HGET", keys.player(player), "recovery") == digest:
            return player
        return None

    # --- one-time links ---------------------------------------------------------------------

    def issue_ticket(self, player: PlayerId, digest: str, seconds: int) -> None:
        """Let a link lead to the player for so long; the one before it no longer does."""
        old = self._link.call("HGET", keys.player(player), "ticket")
        until = int(clock.now().timestamp()) + seconds
        self._link.call("SET", keys.ticket(digest), f"{player} {until}", "EX", seconds)
        self._link.call("HSET", keys.player(player), "ticket", digest)
        if old and self.look_at_ticket(old) == player:
            self._link.call("DEL", keys.ticket(old))

    def look_at_ticket(self, digest: str) -> str | None:
        """Give the player to whom a link leads, `USED`, or None where none does any more."""
        return _leads_to(self._link.call("GET", keys.ticket(digest)))

    def redeem_ticket(self, digest: str) -> str | None:
        """Give the same, and let nobody use the link after this."""
        return _leads_to(self._link.script(_REDEEM, (keys.ticket(digest),), USED, _USED_SECONDS))

    def forget_codes(self, player: PlayerId) -> None:
        """Let neither a code nor a link lead to the player."""
        self.revoke_code(player)
        ticket = self._link.call("HGET", keys.player(player), "ticket")
        if ticket:
            self._link.call("DEL", keys.ticket(ticket))

    # --- moving -----------------------------------------------------------------------------

    def take_over(self, board: Board, old: PlayerId, new: PlayerId) -> Attempt | None:
        """Make the old player's attempt on a board the new one's; give the new one's.

        Where the new one has one already it stays, and the old one's is taken off the board.
        """
        names = (keys.entries(board), keys.ranks(board), keys.totals(board))
        entry, rank_key = self._link.script(_TAKE_OVER, names, old, new)
        return parse_entry(entry, rank_key) if entry else None

    def keep_line(self, board: Board, player: PlayerId, attempt: Attempt) -> None:
        """Keep an attempt in a player's history."""
        self._link.call("HSET", keys.history(player), board, copy_text(attempt))

    def forget_line(self, board: Board, player: PlayerId) -> None:
        """Forget an attempt of a player's history; the board's own entry stays."""
        self._link.call("HDEL", keys.history(player), board)

    def all_games(self, player: PlayerId) -> list[tuple[GameId, int]]:
        """List every game of a player with the second it was made, the first first."""
        key = keys.games(player)
        game_ids = self._link.call("ZRANGE", key, 0, -1)
        if not game_ids:
            return []
        seconds = self._link.call("ZMSCORE", key, *game_ids)
        return [
            (game_id, int(second))
            for game_id, second in zip(game_ids, seconds, strict=True)
            if second is not None
        ]

    def move_game(self, game_id: GameId, second: int, old: PlayerId, new: PlayerId) -> None:
        """List a game among the new player's games instead of the old one's."""
        self._link.call("ZADD", keys.games(new), "NX", second, game_id)
        self._link.call("ZREM", keys.games(old), game_id)

    # --- judgements -------------------------------------------------------------------------

    def move_skill(self, board: Board, old: PlayerId, new: PlayerId) -> None:
        """Make what the old player's choices cost on a board the new one's."""
        cost = self._link.call("HGET", keys.skills(board), old)
        if cost is not None:
            self._link.call("HSET", keys.skills(board), new, cost)
            self._link.call("HSET", keys.own_skills(new), board, cost)
        self._link.call("HDEL", keys.skills(board), old)

    def forget_judgements(
        self, player: PlayerId, boards: Sequence[Board], game_ids: Sequence[GameId]
    ) -> None:
        """Forget how a player's games were judged."""
        self._link.together(
            *(("HDEL", keys.skills(board), player) for board in boards),
            *(("DEL", keys.judgement(game_id)) for game_id in game_ids),
            ("DEL", keys.own_skills(player)),
        )


def _leads_to(held: str | None) -> str | None:
    """Read what a ticket holds; one that is too old by the site's own clock leads nowhere."""
    if held is None or held == USED:
        return held
    player, _, until = held.partition(" ")
    return player if clock.now().timestamp() < int(until) else None
