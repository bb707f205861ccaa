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
GroupId: TypeAlias = str
"""The ID in the link of a friends' group, of use to its members alone."""

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
        "dt1:{g:GAME}:judged",
        "string",
        "what the game's choices cost, by the judge (JSON), to be worked out anew at will",
        "as its game",
    ),
    KeyPattern(
        "dt1:{BOARD}:entries",
        "hash",
        "player → `[game]` while the attempt runs, then `[game, total, detail]` (JSON); "
        "with the rank key at the end when the operator hides the result",
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
        "dt1:{BOARD}:skills",
        "hash",
        "player → what the choices of the judged game cost, in tenths of a point",
        "for ever",
    ),
    KeyPattern(
        "dt1:{p:PLAYER}",
        "hash",
        "`name`, `hidden` (`1`: not shown), digests of the `recovery` code and the `ticket`",
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
        "dt1:{p:PLAYER}:skills",
        "hash",
        "board → the same as in the board's `skills`",
        "until the player deletes everything",
    ),
    KeyPattern(
        "dt1:{p:PLAYER}:groups",
        "sorted set",
        "the player's groups by the second they were joined",
        "until the player deletes everything",
    ),
    KeyPattern(
        "dt1:{p:PLAYER}:reports",
        "hash",
        "digest of who reported the player's name → the name as it was",
        "until the player deletes everything",
    ),
    KeyPattern(
        "dt1:{r:DIGEST}",
        "string",
        "the player whose recovery code has this digest",
        "until the code is renewed, or the player deletes everything",
    ),
    KeyPattern(
        "dt1:{t:DIGEST}",
        "string",
        "the player whom a one-time link makes known, the second until which; then `used`",
        "ten minutes; one day once used",
    ),
    KeyPattern(
        "dt1:{f:GROUP}",
        "hash",
        "`name`, `maker` (a player), `code`, `made` (a second), `version` and `names` (changes)",
        "until it is deleted or its last member leaves",
    ),
    KeyPattern(
        "dt1:{f:GROUP}:members",
        "hash",
        "player → `[handle, name, second of joining]` (JSON)",
        "as its group",
    ),
    KeyPattern(
        "dt1:{f:GROUP}:sums",
        "string",
        "the group's figures up to the day before yesterday (JSON), to be worked out anew at will",
        "40 days after they were worked out",
    ),
    KeyPattern(
        "dt1:{c:CODE}",
        "string",
        "the group that a code leads to",
        "until the group is deleted or gets another code",
    ),
    KeyPattern(
        "dt1:{w:KIND:WHO}",
        "string",
        "how many wrong codes of a kind came from a digest of an address",
        "15 minutes",
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
        "dt1:{days}:since",
        "hash",
        "date → the second at which its commitment was published",
        "for ever",
    ),
    KeyPattern(
        "dt1:{days}:pars",
        "hash",
        "date → the day's par; once written it is never changed",
        "for ever",
    ),
    KeyPattern(
        "dt1:{reports}",
        "sorted set",
        "player by how many have reported the name",
        "until the operator has answered, or the player deletes everything",
    ),
    KeyPattern(
        "dt1:{log}",
        "stream",
        "what operators did: `who`, `did`, `to`, `answer`",
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
DAYS_SINCE: Final = f"{PREFIX}:{{days}}:since"
PARS: Final = f"{PREFIX}:{{days}}:pars"
REPORTED: Final = f"{PREFIX}:{{reports}}"
LOG: Final = f"{PREFIX}:{{log}}"
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


def judgement(game_id: GameId) -> str:
    """Name a game's judgement."""
    return f"{game(game_id)}:judged"


def skills(board: Board) -> str:
    """Name what the choices of a board's games cost."""
    return f"{PREFIX}:{{{board}}}:skills"


def own_skills(player_id: PlayerId) -> str:
    """Name what a player's choices cost on all boards."""
    return f"{player(player_id)}:skills"


def memberships(player_id: PlayerId) -> str:
    """Name the list of a player's groups."""
    return f"{player(player_id)}:groups"


def reports(player_id: PlayerId) -> str:
    """Name who reported a player's name."""
    return f"{player(player_id)}:reports"


def recovery(digest: str) -> str:
    """Name what the digest of a recovery code leads to."""
    return f"{PREFIX}:{{r:{digest}}}"


def ticket(digest: str) -> str:
    """Name what the digest of a one-time link leads to."""
    return f"{PREFIX}:{{t:{digest}}}"


def group(group_id: GroupId) -> str:
    """Name a group's hash."""
    return f"{PREFIX}:{{f:{group_id}}}"


def members(group_id: GroupId) -> str:
    """Name a group's members."""
    return f"{group(group_id)}:members"


def sums(group_id: GroupId) -> str:
    """Name a group's figures."""
    return f"{group(group_id)}:sums"


def invitation(code: str) -> str:
    """Name what a group's code leads to."""
    return f"{PREFIX}:{{c:{code}}}"


def wrong_codes(kind: str, who: str) -> str:
    """Name the counter of an address's wrong codes of a kind."""
    return f"{PREFIX}:{{w:{kind}:{who}}}"
