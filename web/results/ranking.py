"""Results: what is kept of a finished game, how results rank, and where one stands on its board."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dailytrain import Rules, Score, standing_key
from dailytrain.options import Scoring
from web.kept.keys import Board, GameId, PlayerId
from web.kept.store import Result, Store
from web.play.games import Game
from web.play.setups import HUMAN

_SHARES: Final = 2520
"""A share of a round divides by at most ten winners: so many parts make every total whole."""

_ROUNDS_RADIX: Final = 32
_LOWEST_RADIX: Final = 8192
"""More than there are rounds in a match, and than there are points in a hand."""


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A result as it is shown: points by round and seat."""

    game_id: GameId
    rounds: tuple[Score, ...]
    """The person's points in each round."""
    computers: tuple[Score, ...]
    """The computers' totals, by seat."""
    rank_key: int

    @property
    def total(self) -> Score:
        """The person's points over all rounds."""
        return sum(self.rounds)


def rank_key(rules: Rules, scores: Sequence[Score]) -> int:
    """Give one whole number by which results rank, lower is better, ties broken by the rules."""
    total, *breaks = standing_key(rules, scores)
    if rules.scoring is Scoring.WINNER_TAKES:
        return int(total * _SHARES)
    rounds_above_zero, lowest = len(scores) + int(breaks[0]), int(breaks[1])
    return (int(total) * _ROUNDS_RADIX + rounds_above_zero) * _LOWEST_RADIX + lowest


def points_of(rank_key: int) -> int:
    """Give the points that a rank key stands for where the fewest points win, as in every daily.

    >>> from dailytrain import preset_rules
    >>> points_of(rank_key(preset_rules("daily"), (0, 12, 30, 5)))
    47
    """
    return rank_key // (_ROUNDS_RADIX * _LOWEST_RADIX)


def whole_total(rules: Rules, scores: Sequence[Score]) -> int:
    """Give the total as a whole number, lower is better, for counting and for means."""
    total = sum(scores)
    return int(-total * _SHARES) if rules.scoring is Scoring.WINNER_TAKES else int(total)


def shown_total(rules: Rules, whole: float) -> float:
    """Turn a mean or median of whole totals into points."""
    return -whole / _SHARES if rules.scoring is Scoring.WINNER_TAKES else whole


def result_of(game: Game) -> Result:
    """Give what is kept of a finished game."""
    rules, match = game.setup.parsed_rules(), game.match
    scores = match.scores_of(HUMAN)
    detail = [list(map(_plain, scores)), list(map(_plain, match.totals[HUMAN + 1 :]))]
    return Result(
        game_id=game.game_id,
        rank_key=rank_key(rules, scores),
        total=whole_total(rules, scores),
        detail=json.dumps(detail, separators=(",", ":")),
    )


def scorecard(result: Result) -> Scorecard:
    """Read a result as it is shown."""
    rounds, computers = json.loads(result.detail)
    return Scorecard(
        result.game_id,
        tuple(map(_score, rounds)),
        tuple(map(_score, computers)),
        result.rank_key,
    )


def card_of(game: Game) -> Scorecard:
    """Give the scorecard of a finished game that need not be on any board."""
    return scorecard(result_of(game))


def record(store: Store, game: Game) -> None:
    """Put a finished game that counts on its board; doing it again changes nothing."""
    setup = game.setup
    if setup.counts and game.finished:
        store.record_result(setup.board, setup.player, result_of(game))


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a board as it is shown."""

    rank: int
    name: str
    is_you: bool
    card: Scorecard


def board_lines(
    store: Store,
    board: Board,
    you: PlayerId | None,
    lines: slice,
    *,
    nameless: Callable[[PlayerId], str],
) -> list[BoardLine]:
    """Give these lines of a board, the best first; `nameless` names who never chose a name.

    Who has a hidden name goes by an empty one.
    """
    ranked = store.page(board, lines.start, lines.stop - lines.start)
    names = store.names([line.player for line in ranked])
    return [
        BoardLine(
            line.rank,
            names[line.player] if line.player in names else nameless(line.player),
            line.player == you,
            scorecard(line.result),
        )
        for line in ranked
    ]


def _plain(score: Score) -> int | str:
    return score if isinstance(score, int) else str(score)


def _score(plain: int | str) -> Score:
    return plain if isinstance(plain, int) else Fraction(plain)
