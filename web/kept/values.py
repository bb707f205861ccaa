"""What the store takes and gives: plain values, and the text of an attempt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .keys import GameId, PlayerId


class UnknownGame(LookupError):  # noqa: N818 - named for what is the matter
    """There is no game with this ID, or it has expired."""


class NotTheAttempt(RuntimeError):  # noqa: N818 - named for what is the matter
    """Another game of the player holds the attempt on this board."""

    def __init__(self, held_by: GameId) -> None:
        super().__init__(f"the attempt is held by the game {held_by}")
        self.held_by = held_by


class SecretChanged(RuntimeError):  # noqa: N818 - named for what is the matter
    """The daily secret is not the one with which this store's days were made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game as it is kept."""

    setup: Mapping[str, Any]
    actions: tuple[str, ...]
    """The actions from the asked index on."""
    length: int
    """How many actions there are in all."""
    is_finished: bool
    undone: int
    """How many actions have been taken back."""


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of actions to be appended."""

    ok: bool
    """False: the game had another length or was finished, and nothing changed."""
    length: int
    """How many actions there are now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A finished attempt."""

    game_id: GameId
    rank_key: int
    """Lower is better; equal keys share a rank. It must never grow while the total falls."""
    total: int
    detail: str
    """JSON text, kept short: a day may have a million of them."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A player's one attempt on a board; without a result it is still running."""

    game_id: GameId
    result: Result | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a rank key stands among all results of a board."""

    players: int
    better: int
    worse: int
    mean: float
    median: float

    @property
    def rank(self) -> int:
        """Give the rank, shared by equals: one more than there are strictly better ones."""
        return self.better + 1

    @property
    def percent_beaten(self) -> int | None:
        """Give how many of a hundred others did worse, rounded down; None without others."""
        return self.worse * 100 // (self.players - 1) if self.players > 1 else None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a board. The order among lines of one rank means nothing."""

    rank: int
    player: PlayerId
    result: Result


def compact(value: object) -> str:
    """Write JSON as short as it gets."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def entry_text(game_id: GameId, result: Result | None = None) -> str:
    """Write what a board keeps of an attempt; its rank key is kept in the board's order alone."""
    return compact([game_id, result.total, json.loads(result.detail)] if result else [game_id])


def copy_text(attempt: Attempt) -> str:
    """Write what a player's history keeps: the same, with the rank key at its end."""
    entry = entry_text(attempt.game_id, attempt.result)
    return f"{entry[:-1]},{attempt.result.rank_key}]" if attempt.result else entry


def parse_entry(text: str, rank_key: str | float | None) -> Attempt:
    """Read what a board keeps, with the rank key from its order.

    Boards are read by the hundred: the text is cut where it was put together, as parsing and
    writing its detail again would take most of the time.
    """
    game_id, _, rest = text[2:-1].partition('"')
    if rank_key is None and rest and not text.endswith("]]"):
        # The operator has hidden it: it is in no order, and carries its rank key itself.
        return parse_copy(text)
    if not rest or rank_key is None:
        return Attempt(game_id, None)
    total, _, detail = rest[1:].partition(",")
    return Attempt(
        game_id,
        Result(game_id=game_id, rank_key=int(rank_key), total=int(total), detail=detail),
    )


def parse_copy(text: str) -> Attempt:
    """Read what a player's history keeps."""
    if '",' not in text:
        return parse_entry(text, None)
    entry, _, rank_key = text[:-1].rpartition(",")
    return parse_entry(f"{entry}]", rank_key)
