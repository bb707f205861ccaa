"""Shared seeds: a text and a few choices in a link that give everyone the same game."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from dailytrain import Rules, RulesError, format_rules, preset_rules, shared_seed
from dailytrain.deal import made_up_seed_text, shared_seed_text
from dailytrain.rules import MAX_PLAYERS, MIN_PLAYERS, OPTION_NAMES
from web.kept.keys import Board, GameId, PlayerId, seed_board
from web.kept.store import Attempt, Store

from .games import Games
from .lineup import Computer, seated
from .setups import Kind, Setup

DEFAULT_PRESET: Final = "daily"
DEFAULT_PLAYERS: Final = 3
DEFAULT_BOT: Final = "planner@1"
"""Who sits at a table whose link names nobody: in this version for ever, or links would change."""
_CHOICES: Final = ("preset", "players", "rounds", "bots")


@dataclass(frozen=True, slots=True)
class SeedTable:
    """A table at which a shared seed is dealt."""

    text: str
    rules: Rules
    computers: tuple[Computer, ...]

    @property
    def players(self) -> int:
        """The number of seats."""
        return 1 + len(self.computers)

    @property
    def board(self) -> Board:
        """The board of first attempts at exactly this game."""
        variant = [format_rules(self.rules), [computer.key for computer in self.computers]]
        return seed_board(self.text, json.dumps(variant, sort_keys=True))

    @property
    def path(self) -> str:
        """The link that gives this game to others, naming only what is not usual."""
        query: dict[str, object] = {}
        plain = format_rules(self.rules)
        if isinstance(plain, str):
            plain = {"preset": plain}
        for name, value in plain.items():
            if not (name == "preset" and value == DEFAULT_PRESET):
                query[name] = value if isinstance(value, str) else json.dumps(value)
        if self.players != DEFAULT_PLAYERS:
            query["players"] = self.players
        bots = [computer.key for computer in self.computers]
        if set(bots) != {DEFAULT_BOT}:
            query["bots"] = ",".join(bots) if len(set(bots)) > 1 else bots[0]
        return f"/seed/{self.text}" + (f"?{urlencode(query)}" if query else "")


def made_up_seed() -> str:
    """Make up the text of a new shared seed."""
    return made_up_seed_text(secrets.token_bytes(16))


def seed_table(text: str, query: Mapping[str, str]) -> SeedTable:
    """Read a table from a seed's text and the choices of its link.

    Refuses with the game's own errors a text that is no seed, an unknown choice or bot, and what
    cannot be played.
    """
    seed_text = shared_seed_text(text)
    for name in query:
        if name not in (*_CHOICES, *OPTION_NAMES):
            raise RulesError(
                "option",
                f"{name}: no such choice; the choices are {', '.join(_CHOICES)}, and "
                f"every option of the rules: {', '.join(OPTION_NAMES)}",
            )
    players = _players(query.get("players", str(DEFAULT_PLAYERS)))
    options = {
        name: _value(value)
        for name, value in query.items()
        if name in OPTION_NAMES and name != "players"
    }
    rules = preset_rules(query.get("preset", DEFAULT_PRESET), **options)
    rules.hand_size_for(players)
    bots = query.get("bots", DEFAULT_BOT).split(",")
    if len(bots) == 1:
        bots *= players - 1
    if len(bots) != players - 1:
        raise RulesError(
            "bots", f"bots: {len(bots)} are named; name one, or one for each of {players - 1} seats"
        )
    return SeedTable(seed_text, rules, seated(tuple(bots)))


def _players(text: str) -> int:
    if text not in {str(n) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)}:
        raise RulesError("players", f"players: {text!r} is not allowed; from 2 to 10 can play")
    return int(text)


def _value(text: str) -> object:
    """Read an option's value as a link writes it: a number, true, false, null, or a word."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, int) or value is None else text


class Seeds:
    """All shared seeds' games, through the store."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    def attempt(self, table: SeedTable, player: PlayerId) -> Attempt | None:
        """Give the player's first attempt at a table, running or finished."""
        return self._store.attempt(table.board, player)

    def begin(self, table: SeedTable, player: PlayerId, day: str) -> GameId:
        """Begin a game at a table, or give the first attempt that is still running.

        The first game counts on the seed's board; one after it is practice. `day` is the date on
        which it begins.
        """
        attempt = self._store.attempt(table.board, player)
        if attempt and attempt.result is None:
            self._games.begin(attempt.game_id, self._setup(table, player, Kind.SEED, day))
            return attempt.game_id
        game_id = self._games.new_id()
        kind = Kind.PRACTICE if attempt else Kind.SEED
        if not attempt:
            game_id = self._store.claim_attempt(table.board, player, game_id)
        self._games.begin(game_id, self._setup(table, player, kind, day))
        return game_id

    @staticmethod
    def _setup(table: SeedTable, player: PlayerId, kind: Kind, day: str) -> Setup:
        return Setup(
            kind=kind,
            board=table.board,
            day=day,
            seed_text=table.text,
            seed=shared_seed(table.text).hex(),
            rules=format_rules(table.rules),
            computers=table.computers,
            player=player,
        )
