"""Trust in boards: who may report a name, what an operator hides, and games played again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date

from bots import Bot, BotError, bot_named
from dailytrain import DailyTrainError, Match, parse_action
from web.kept.keys import Board, GameId, PlayerId, board_day
from web.kept.store import Result, SecretChanged, Store
from web.kept.trust import Reported, TrustStore
from web.play.days import Days, NoSuchDay
from web.play.games import Game, Games
from web.play.setups import HUMAN, Setup
from web.results.ranking import result_of

from .groups import Groups


@dataclass(frozen=True, slots=True)
class Found:
    """A game as an operator finds it."""

    game_id: GameId
    setup: Setup
    actions: tuple[str, ...]
    is_finished: bool
    result: Result | None
    """Its result on its board, hidden or not; None where it holds no place there."""
    is_hidden: bool


class Trust:
    """Reports, and what is hidden, through the store."""

    def __init__(self, store: Store, games: Games, days: Days, groups: Groups) -> None:
        self._store = store
        self._games = games
        self._days = days
        self._groups = groups
        self._kept = TrustStore(store.link)

    # --- reports ----------------------------------------------------------------------------

    def report(self, reporter: PlayerId, game_id: GameId) -> bool:
        """Note a report of the name beside a game on a board.

        False, and nothing is noted, where there is no such line, it is the reporter's own, or the
        reporter may not see the board yet.
        """
        found = self.find(game_id)
        if found is None or found.result is None or found.is_hidden:
            return False
        player, board = found.setup.player, found.setup.board
        if player == reporter or not self._may_see(board, reporter):
            return False
        # Who reported cannot be told from this, only whether they did.
        digest = hashlib.sha256(f"{reporter}\n{player}".encode()).hexdigest()[:20]
        self._kept.report(player, digest, self._store.name(player) or "")
        return True

    def _may_see(self, board: Board, who: PlayerId) -> bool:
        day = board_day(board)
        if day is None:
            return self._store.result(board, who) is not None
        try:
            return self._days.is_board_open(self._days.day(day.isoformat()), who)
        except NoSuchDay:
            return False

    def reported(self, count: int) -> list[Reported]:
        """List the players whose names were reported most."""
        return self._kept.reported(count)

    def settle(self, player: PlayerId) -> None:
        """Forget the reports of a name, as somebody has looked at it."""
        self._kept.settle(player)

    # --- hiding -----------------------------------------------------------------------------

    def hide_name(self, player: PlayerId) -> None:
        """Let boards call a player Someone, whatever name they choose; the reports are answered."""
        self._kept.hide_name(player)
        self._kept.settle(player)

    def show_name(self, player: PlayerId) -> None:
        """Let boards show a player's name again."""
        self._kept.show_name(player)

    def is_name_hidden(self, player: PlayerId) -> bool:
        """Tell whether boards call a player Someone."""
        return self._kept.is_name_hidden(player)

    def is_result_hidden(self, board: Board, player: PlayerId) -> bool:
        """Tell whether a board leaves a player's result out."""
        return self._kept.is_result_hidden(board, player)

    def hide_result(self, found: Found) -> bool:
        """Take a result out of its board's lines and figures; False where none is shown."""
        board, player = found.setup.board, found.setup.player
        done = found.result is not None and self._kept.hide_result(board, player)
        self._groups.results_changed(player)
        return done

    def show_result(self, found: Found) -> bool:
        """Put a hidden result back; False where none is hidden."""
        board, player = found.setup.board, found.setup.player
        done = found.result is not None and self._kept.show_result(board, player)
        self._groups.results_changed(player)
        return done

    # --- looking ----------------------------------------------------------------------------

    def find(self, game_id: GameId) -> Found | None:
        """Give a game with its result; None where there is none."""
        row = self._store.game(game_id)
        if row is None:
            return None
        setup = Setup.from_json(row.setup)
        attempt = self._store.attempt(setup.board, setup.player)
        holds = attempt is not None and attempt.game_id == game_id
        return Found(
            game_id=game_id,
            setup=setup,
            actions=row.actions,
            is_finished=row.is_finished,
            result=attempt.result if attempt and holds else None,
            is_hidden=holds and self._kept.is_result_hidden(setup.board, setup.player),
        )

    def faults(self, found: Found) -> list[str]:
        """Play a game again from its deal, and say what of it does not hold; nothing when all does.

        Every action must be legal, every computer's its own answer, the seed the one that was
        committed to, and the result on the board what comes of it.
        """
        setup = found.setup
        faults = self._seed_faults(setup)
        match = setup.new_match()
        bots = [_bot(computer.key) for computer in setup.computers]
        for step, text in enumerate(found.actions):
            try:
                faults += _foreign_answer(match, bots, step, text)
                match.play(text)
            except DailyTrainError as wrong:
                return [*faults, f"action {step}, {text}: {wrong}"]
        if match.finished != found.is_finished:
            told, true = _state(finished=found.is_finished), _state(finished=match.finished)
            faults.append(f"the game is kept as {told}, it is {true}")
        return faults + self._result_faults(found, match)

    def _seed_faults(self, setup: Setup) -> list[str]:
        if setup.seed_text:
            return []
        try:
            seed = self._days.seed(date.fromisoformat(setup.day)).hex()
        except SecretChanged as wrong:
            return [str(wrong)]
        return [] if seed == setup.seed else [f"the seed is not the one published for {setup.day}"]

    @staticmethod
    def _result_faults(found: Found, match: Match) -> list[str]:
        if found.result is None:
            return []
        if not match.finished:
            return ["there is a result of a game that is not finished"]
        true = result_of(Game(found.game_id, found.setup, match))
        if found.result == true:
            return []
        return [f"the board has {found.result}, what was played comes to {true}"]


def _bot(key: str) -> Bot | None:
    """Give the bot of a seat; None for one that is no longer offered, and cannot be asked again."""
    try:
        return bot_named(key)
    except BotError:
        return None


def _foreign_answer(match: Match, bots: list[Bot | None], step: int, text: str) -> list[str]:
    """Say where a computer's action is not what it answers; nothing where it is."""
    bot = bots[match.turn - 1] if not match.finished and match.turn != HUMAN else None
    if bot is None:
        return []
    answer = bot.choose(match.view(match.turn))
    if answer == parse_action(text):
        return []
    return [f"action {step}: seat {match.turn} answers {answer}, not {text}"]


def _state(*, finished: bool) -> str:
    return "finished" if finished else "still in play"
