"""Games in play: begun, moved on by the person's actions and the computers' answers, and read.

A game is its setup and its list of actions; everything else is worked out from them. The list in
the store is the truth: it grows by compare-and-append, so that a stale, late or repeated post
changes nothing.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock
from typing import Final

from dailytrain import (
    Action,
    DailyTrainError,
    Event,
    IllegalAction,
    Match,
    Round,
    Tile,
    View,
    format_match_record,
    parse_action,
    tiles_in,
)
from dailytrain.match import PlayedRound
from web.kept.keys import IDLE_LIFETIME, GameId, PlayerId
from web.kept.store import GameRow, Store, UnknownGame

from .setups import HUMAN, Setup

GAME_ID_BYTES: Final = 12
_NO_ACTIONS: Final = 1_000_000  # an index beyond any game's last action
_KEPT_IN_MEMORY: Final = 512
"""Games that a process keeps worked out, so that an action does not replay the match."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event since the person's last look, with what only the person may know of it."""

    event: Event
    engine: int
    """The engine of the round it happened in."""
    drawn: Tile | None = None
    """The tile that the person drew."""


@dataclass(slots=True)
class Game:
    """A game as it stands: the match, and what happened since the person's last action."""

    game_id: GameId
    setup: Setup
    match: Match
    length: int = 0
    """How many actions the match has."""
    undone: int = 0
    """How many actions have been taken back."""
    recent: list[Happening] = field(default_factory=list)
    ended: list[PlayedRound] = field(default_factory=list)
    """The rounds that ended since the person's last action."""
    drawn: Tile | None = None
    """The tile that the person's last action drew."""

    @property
    def finished(self) -> bool:
        """Whether all rounds have been played."""
        return self.match.finished

    @property
    def at(self) -> int:
        """A number that only grows: a page posts it back, and shows thereby how the game stood."""
        return self.length + 2 * self.undone

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: the person's own play, and nothing came of it.

        A draw has shown a tile, and once the turn has passed on the computers have moved.
        """
        table = self.match.round.table
        if not self.is_persons_turn or not (table.fresh or table.running):
            return False
        return self.match.played[-1].actions[-1].is_play

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to act."""
        return not self.finished and self.match.turn == HUMAN

    def view(self) -> View:
        """Give what the person may know."""
        return self.match.view(HUMAN)

    def advance(self, action: Action) -> None:
        """Do this for the seat to act, and remember what is new to the person.

        Refuses what `Match.play` refuses, changing nothing.
        """
        match = self.match
        before, number, seat = match.round, match.number, match.turn
        events = match.play(action)
        drawn = _drawn(before, match.round) if seat == HUMAN and str(action) == "draw" else None
        if seat == HUMAN:
            self.recent.clear()
            self.ended.clear()
            self.drawn = drawn
        engine = before.table.engine
        self.recent += [Happening(event, engine, drawn) for event in events]
        if match.played[number - 1].ended:
            self.ended.append(match.played[number - 1])
        self.length += 1

    def restart(self) -> None:
        """Deal the match afresh, as when what was worked out turns out not to be what is stored."""
        self.match = self.setup.new_match()
        self.length = 0
        self.drawn = None
        self.recent.clear()
        self.ended.clear()

    def record(self, name: str) -> dict[str, object]:
        """Write its match record, the person under this name; for a finished game only."""
        return format_match_record(self.match, self.setup.recorded_seats(name))


def _drawn(before: Round, after: Round) -> Tile | None:
    new = tiles_in(after.hands[HUMAN] & ~before.hands[HUMAN])
    return new[0] if len(new) == 1 else None


class Verdict(StrEnum):
    """What became of an action that was posted."""

    DONE = "done"
    REPEATED = "repeated"
    """It had been done already; the game stands as it then stood or further on."""
    STALE = "stale"
    """The game has gone on since the page was drawn."""
    REFUSED = "refused"
    """It is no action, or not legal now."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to an action that was posted."""

    verdict: Verdict
    error: DailyTrainError | None = None
    """Why it was refused."""


class Games:
    """All games, through the store."""

    def __init__(self, store: Store, new_id: Callable[[], GameId] | None = None) -> None:
        self._store = store
        self._new_id = new_id or _made_up_id
        self._worked_out: OrderedDict[GameId, Game] = OrderedDict()
        self._lock = Lock()

    def new_id(self) -> GameId:
        """Make up the name of a new game."""
        return self._new_id()

    def begin(self, game_id: GameId, setup: Setup) -> None:
        """Store a new game; doing it again changes nothing."""
        self._store.create_game(
            game_id,
            setup.to_json(),
            player=setup.player,
            lifetime=None if setup.counts else IDLE_LIFETIME,
        )

    def change(self, game_id: GameId, **changes: str) -> Setup:
        """Change whose game it is (`player`) or what it counts for (`kind`), and give its setup.

        Raises `UnknownGame` when there is none.
        """
        old = self._row(game_id, known=_NO_ACTIONS).setup
        new = {**old, **changes}
        self._store.change_setup(game_id, old, new)
        return Setup.from_json(new)

    @contextmanager
    def opened(
        self, game_id: GameId, *, at: int | None = None, player: PlayerId | None = None
    ) -> Iterator[Game]:
        """Lend a game as it stands, the computers' answers included, to one user at a time.

        Whoever is about to act tells `at` and the player: where memory has that player's game just
        so, the store is not asked, since it compares before it changes anything. Raises
        `UnknownGame` when there is no such game, and `OpponentGone` when it waits for a computer
        that is not offered any more.
        """
        # Whoever comes meanwhile finds it gone from memory and works it out again, so that nobody
        # reads a game that another thread moves on.
        with self._lock:
            game = self._worked_out.pop(game_id, None)
        if game is None or game.at != at or game.setup.player != player:
            game = self._refreshed(game_id, game)
        yield game
        with self._lock:
            self._worked_out[game_id] = game
            while len(self._worked_out) > _KEPT_IN_MEMORY:
                self._worked_out.popitem(last=False)

    def _refreshed(self, game_id: GameId, game: Game | None) -> Game:
        """Give a game as the store has it, from what was worked out of it where anything was."""
        row = self._row(game_id, game.length if game else 0)
        setup = Setup.from_json(row.setup)
        if game is None:
            game = Game(game_id, setup, setup.new_match())
        # Meanwhile it may have got another owner, or its day may have closed.
        game.setup = setup
        self._catch_up(game, row)
        return game

    def _catch_up(self, game: Game, row: GameRow) -> None:
        """Bring a game to where the store has it, and on to the person's turn."""
        if row.length < game.length or row.undone != game.undone:
            game.restart()
            row = self._row(game.game_id)
            game.undone = row.undone
        for text in row.actions:
            game.advance(parse_action(text))
        if not game.finished and not game.is_persons_turn:
            # The computers begin this round.
            stored = game.length
            if not self._append(game, stored, _answer(game)):
                self._reread(game)

    def _row(self, game_id: GameId, known: int = 0) -> GameRow:
        row = self._store.game(game_id, known)
        if row is None:
            raise UnknownGame(game_id)
        return row

    def act(self, game: Game, at: int, text: str) -> Outcome:
        """Do what the person posted, and let the computers answer until it is the person's turn.

        `at` is how many actions the game had on the page that posted; the game is one that is
        opened, and stands afterwards as the store has it. Raises `OpponentGone`, and keeps nothing,
        where a computer that must answer is not offered any more.
        """
        if at != game.at:
            return _late(game, at, text)
        length = game.length
        try:
            action = parse_action(text)
            game.advance(action)
        except DailyTrainError as wrong:
            # Perhaps only because the game has gone on elsewhere.
            self._catch_up(game, self._row(game.game_id, game.length))
            return _late(game, at, text) if at != game.at else Outcome(Verdict.REFUSED, wrong)
        if self._append(game, length, [str(action), *_answer(game)]):
            return Outcome(Verdict.DONE)
        # Another tab or a repeat of this very post was first.
        self._reread(game)
        return _late(game, at, text)

    def undo(self, game: Game, at: int) -> Outcome:
        """Take the person's last action back; refused where something came of it.

        The game is one that is opened, and stands afterwards as the store has it.
        """
        if at != game.at:
            return Outcome(Verdict.STALE)
        if not game.can_undo:
            error = IllegalAction("no_undo", "the game has gone on from it")
            return Outcome(Verdict.REFUSED, error)
        done = self._store.undo(game.game_id, game.length, undone=game.undone).ok
        self._reread(game)
        return Outcome(Verdict.DONE if done else Verdict.STALE)

    def _reread(self, game: Game) -> None:
        """Work a game out anew from what the store has."""
        game.restart()
        self._catch_up(game, self._row(game.game_id))

    def _append(self, game: Game, length: int, actions: list[str]) -> bool:
        return self._store.append(
            game.game_id, length, actions, finished=game.finished, undone=game.undone
        ).ok


def _made_up_id() -> GameId:
    return GameId(secrets.token_urlsafe(GAME_ID_BYTES))


def _late(game: Game, at: int, text: str) -> Outcome:
    """Tell a repeated post, which is harmless, from one made on a page that is out of date."""
    done = [action for played in game.match.played for action in played.actions]
    index = at - 2 * game.undone
    try:
        repeated = 0 <= index < len(done) and done[index] == parse_action(text)
    except DailyTrainError:
        repeated = False
    return Outcome(Verdict.REPEATED if repeated else Verdict.STALE)


def _answer(game: Game) -> list[str]:
    """Let the computers act until the person's turn or the match's end; list their actions."""
    done = []
    match, computers = game.match, game.setup.computers
    while not match.finished and match.turn != HUMAN:
        seat = match.turn
        action = computers[seat - 1].opponent().choose(match.view(seat))
        game.advance(action)
        done.append(str(action))
    return done
