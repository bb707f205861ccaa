"""Every key the site keeps in its store: its pattern, its shape, its lifetime.

The part in braces is the hash tag: keys with the same tag lie on the same node of a cluster, and
one script touches keys of one tag only. docs/store.md explains the table; a test compares them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, TypeAlias

PlayerId: TypeAlias = str
"""128 random bits as text. It identifies a player to the store alone and is never shown."""
GameId: TypeAlias = str
"""The ID in a game's link."""
Board: TypeAlias = str
"""One list of first attempts: a day's or a shared seed's."""

PREFIX: Final = "dt1"
"""The product and the version of this table."""

IDLE_LIFETIME: Final = timedelta(days=180)
"""How long an uncounted game that nobody finishes is kept after its last action."""


@dataclass(frozen=True, slots=True)
class KeyPattern:
    """One line of the table."""

    pattern: str
    shape: str
    holds: str
    lifetime: str


PATTERNS: Final = (
    KeyPattern(
        "dt1:{g:GAME}",
        "hash",
        "`setup` (JSON), `lifetime` (seconds), `finished` (`1` once it is), `undone` (a count)",
        "for ever when counted or finished, else 180 days after the last action",
    ),
    KeyPattern(
        "dt1:{g:GAME}:actions",
        "list",
        "the action texts in order",
        "as its game",
    ),
    KeyPattern(
        "dt1:{BOARD}:entries",
        "hash",
        "player → `[game]` while the attempt runs, then `[game, total, detail]` (JSON)",
        "for ever",
    ),
    KeyPattern(
        "dt1:{BOARD}:ranks",
        "sorted set",
        "player by rank key, lower is better",
        "for ever",
    ),
    KeyPattern(
        "dt1:{BOARD}:totals",
        "hash",
        "total → how many results have it; `sum` → the sum of all totals",
        "for ever",
    ),
    KeyPattern(
        "dt1:{p:PLAYER}",
        "hash",
        "`name`",
        "until the player deletes everything",
    ),
    KeyPattern(
        "dt1:{p:PLAYER}:history",
        "hash",
        "board → the same as in the board's `entries`, with the rank key at the end",
        "until the player deletes everything",
    ),
    KeyPattern(
        "dt1:{p:PLAYER}:games",
        "sorted set",
        "every game of the player by the second it was made",
        "until the player deletes everything",
    ),
    KeyPattern(
        "dt1:{days}",
        "hash",
        "date → the published commitment to that day's seed; once written it is never changed",
        "for ever",
    ),
    KeyPattern(
        "dt1:{days}:tables",
        "hash",
        "date → who sits at that day's table (JSON); once written it is never changed",
        "for ever",
    ),
    KeyPattern(
        "dt1:{site}",
        "hash",
        "`daily_secret`: a fingerprint of the secret that makes the deals",
        "for ever",
    ),
    KeyPattern(
        "dt1:{probe}",
        "string",
        "what `/readyz` wrote last",
        "one minute",
    ),
)

DAYS: Final = f"{PREFIX}:{{days}}"
DAY_TABLES: Final = f"{PREFIX}:{{days}}:tables"
SITE: Final = f"{PREFIX}:{{site}}"
PROBE: Final = f"{PREFIX}:{{probe}}"


def daily_board(day: date) -> Board:
    """Name the board of a day: `d:2026-11-30`."""
    return f"d:{day.isoformat()}"


def seed_board(seed: str, variant: str) -> Board:
    """Name the board of a shared seed with all that makes its game another one.

    The variant is one canonical text of preset, players, rounds and bots with their versions.
    """
    return "s:" + hashlib.sha256(f"{seed}\n{variant}".encode()).hexdigest()[:20]


def board_day(board: Board) -> date | None:
    """Give the date of a day's board; None for a shared seed's."""
    kind, _, rest = board.partition(":")
    return date.fromisoformat(rest) if kind == "d" else None


def game(game_id: GameId) -> str:
    """Name a game's hash."""
    return f"{PREFIX}:{{g:{game_id}}}"


def actions(game_id: GameId) -> str:
    """Name a game's list of actions."""
    return f"{game(game_id)}:actions"


def entries(board: Board) -> str:
    """Name a board's attempts and results."""
    return f"{PREFIX}:{{{board}}}:entries"


def ranks(board: Board) -> str:
    """Name a board's order."""
    return f"{PREFIX}:{{{board}}}:ranks"


def totals(board: Board) -> str:
    """Name a board's histogram."""
    return f"{PREFIX}:{{{board}}}:totals"


def player(player_id: PlayerId) -> str:
    """Name a player's hash."""
    return f"{PREFIX}:{{p:{player_id}}}"


def history(player_id: PlayerId) -> str:
    """Name a player's entries on all boards."""
    return f"{player(player_id)}:history"


def games(player_id: PlayerId) -> str:
    """Name a player's games."""
    return f"{player(player_id)}:games"
