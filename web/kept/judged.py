"""What the store keeps of work done outside requests: judgements of games, and the pars of days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from . import keys
from .connection import Link
from .keys import Board, GameId, PlayerId


class JudgedStore:
    """The one way to judgements and pars. Every method may raise StoreDown."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def judgement(self, game_id: GameId) -> str | None:
        """Give the judgement of a game, JSON; None while there is none."""
        text: str | None = self._link.call("GET", keys.judgement(game_id))
        return text

    def keep_judgement(self, game_id: GameId, text: str) -> None:
        """Keep the judgement of a game; a repeated one is the same."""
        self._link.call("SET", keys.judgement(game_id), text)

    def keep_skill(self, board: Board, player: PlayerId, tenths: int) -> None:
        """Keep what a player's choices cost on a board, in tenths of a point."""
        # The board is the truth; the player's own copy follows.
        self._link.call("HSET", keys.skills(board), player, tenths)
        self._link.call("HSET", keys.own_skills(player), board, tenths)

    def skills(self, board: Board, players: Sequence[PlayerId]) -> dict[PlayerId, int]:
        """Give what those players' choices cost on a board, where judged; the cost is theirs."""
        if not players:
            return {}
        found = self._link.call("HMGET", keys.skills(board), *players)
        return {p: int(tenths) for p, tenths in zip(players, found, strict=True) if tenths}

    def own_skills(self, player: PlayerId) -> dict[Board, int]:
        """Give what a player's choices cost, by board."""
        found = self._link.call("HGETALL", keys.own_skills(player))
        return {Board(board): int(tenths) for board, tenths in found.items()}

    def par(self, day: date) -> int | None:
        """Give the par of a day; None while it has not been played."""
        return self.pars([day]).get(day)

    def pars(self, days: Sequence[date]) -> dict[date, int]:
        """Give the pars of those days that have one."""
        if not days:
            return {}
        found = self._link.call("HMGET", keys.PARS, *(day.isoformat() for day in days))
        return {day: int(par) for day, par in zip(days, found, strict=True) if par is not None}

    def keep_par(self, day: date, par: int) -> None:
        """Fix the par of a day; it is never changed."""
        self._link.call("HSETNX", keys.PARS, day.isoformat(), par)
