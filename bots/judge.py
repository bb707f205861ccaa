"""What a seat's choices in a finished match cost: its skill, and what is left of the result: luck.

Each real choice is looked at with the eyes of the seat alone, and every action that was legal is
played out in the same worlds (worlds.py). What an action is worth is the points that the seat is
expected to end the round with, minus the mean of the others; fewer is better. A choice costs what
it is worth less than the best, if that is more than chance explains; else it costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from dailytrain.actions import Action
from dailytrain.errors import RecordError
from dailytrain.match import Match, PlayedRound
from dailytrain.options import Scoring
from dailytrain.record import MatchRecord, verify_match
from dailytrain.round import Score
from dailytrain.view import Seen, View, seen, view_of

from .fast import Numbers
from .scoring import PIP
from .weights import REGULAR
from .worlds import Assumptions, Tried, Worlds, is_clearly_worse

JUDGE: Final = "judge@2"
"""The name and version of the judge; raised whenever a judgement may change."""

BUDGET: Final = 3_500_000
"""What is played out for one choice (worlds.py)."""

_CHUNK: Final = 40
_CERTAINTY: Final = 8
"""Nearly three standard errors, squared: a difference of less is put down to chance."""
_SETTLED: Final = 100
"""Ten, squared: where more worlds would tell nothing new."""
_DIGITS: Final = 2

Progress = Callable[[int, int], None]
"""Told how many of the record's rounds have been judged, and how many there are."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action that a seat could have chosen."""

    action: str
    value: float
    """The points it is expected to end the round with, minus the others' mean."""
    behind: float
    """How much worse than the best that is."""
    error: float
    """The standard error of `behind`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A real choice, and what it cost."""

    round: int
    step: int
    """Which action of the round it is, from 0."""
    action: str
    best: str
    cost: float
    error: float
    """The standard error of what it is behind the best."""
    options: tuple[Option, ...]
    """Every legal action in the canonical order."""


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """What a round came to."""

    number: int
    result: float
    """The seat's points minus the others' mean; fewer is better, so points won count negative."""
    cost: float
    luck: float
    """What is left of the result: the deal, the draws, the others."""
    deal: float | None
    """What its first choice promised at best, which is the luck of the deal; None without one."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a seat's choices in a match cost. `cost` and `luck` add up to `result`."""

    judge: str
    seat: int
    result: float
    cost: float
    error: float
    """The standard error of `cost`."""
    luck: float
    rounds: tuple[JudgedRound, ...]
    choices: tuple[Choice, ...]

    def costliest(self, count: int) -> tuple[Choice, ...]:
        """List the choices that cost most, the costliest first; none that cost nothing."""
        costly = [choice for choice in self.choices if choice.cost > 0]
        return tuple(sorted(costly, key=lambda choice: -choice.cost)[:count])

    def as_json(self) -> dict[str, Any]:
        """Give it as JSON has it."""
        return asdict(self)


def judge_match(
    record: MatchRecord, seat: int, *, progress: Progress | None = None, way: Numbers | None = None
) -> Judgement:
    """Judge the choices of a seat in a finished match.

    Refuses a record that does not hold, one that is not finished, and a seat that is not there with
    `RecordError`.
    """
    if not 0 <= seat < len(record.seats):
        raise RecordError("seat", f"seat: {seat} is not there; from 0 to {len(record.seats) - 1}")
    match = verify_match(record)
    if not match.finished:
        raise RecordError(
            "match_unfinished", "the match is not finished: there is nothing to judge"
        )
    rounds: list[JudgedRound] = []
    choices: list[Choice] = []
    for played in match.played:
        found = [
            _judged(view, step, action, way)
            for view, step, action in _choices_of(match, played, seat)
        ]
        rounds.append(_round_of(match, played, seat, found))
        choices += found
        if progress:
            progress(played.number, len(match.played))
    result = _sum(one.result for one in rounds)
    cost = _sum(one.cost for one in rounds)
    return Judgement(
        judge=JUDGE,
        seat=seat,
        result=result,
        cost=cost,
        error=round(sqrt(sum(one.error**2 for one in choices if one.cost > 0)), _DIGITS),
        luck=round(result - cost, _DIGITS),
        rounds=tuple(rounds),
        choices=tuple(choices),
    )


def _choices_of(match: Match, played: PlayedRound, seat: int) -> Iterator[tuple[View, int, Action]]:
    """Go through a seat's real choices in a round: what it saw, at which step, what it did."""
    totals: tuple[Score, ...] = (0,) * match.players
    for earlier in match.played[: played.number - 1]:
        totals = tuple(t + s for t, s in zip(totals, earlier.scores or totals, strict=True))
    history: list[Seen] = []
    now = played.start
    for step, action in enumerate(played.actions):
        if now.turn == seat and len(now.legal_actions()) > 1:
            view = view_of(
                now,
                seat,
                history=history,
                number=played.number,
                rounds=match.rules.rounds,
                totals=totals,
            )
            yield view, step, action
        history.append(seen(now, action))
        now = now.play(action)


def _judged(view: View, step: int, action: Action, way: Numbers | None) -> Choice:
    """Work out what a choice cost."""
    worlds = Worlds(view, JUDGE, Assumptions(REGULAR), way=way)
    tried = [Tried(legal) for legal in view.legal_actions()]
    chosen = next(one for one in tried if one.action == action)
    left = tried
    budget = worlds.affordable(BUDGET)
    while budget > 0 and len(left) > 1:
        worlds.play(left, _CHUNK)
        budget -= _CHUNK * len(left)
        best = min(left, key=lambda one: one.total)
        # What was chosen stays, since the question is what it cost.
        left = [o for o in left if o in (best, chosen) or not is_clearly_worse(o, best, _CERTAINTY)]
        if len(left) == 2 and is_clearly_worse(chosen, best, _SETTLED):
            break
    best = min(left, key=lambda one: one.total)
    options = tuple(_option(one, best) for one in tried)
    behind = options[tried.index(chosen)]
    costs = is_clearly_worse(chosen, best, _CERTAINTY)
    return Choice(
        round=view.number,
        step=step,
        action=str(action),
        best=str(best.action if costs else action),
        cost=behind.behind if costs else 0.0,
        error=behind.error,
        options=options,
    )


def _option(one: Tried, best: Tried) -> Option:
    """Say what an action is worth; one dropped on the way is compared in the worlds it was in."""
    count = len(one.losses)
    differences = [a - b for a, b in zip(one.losses, best.losses, strict=False)]
    behind = sum(differences)
    squares = sum(difference**2 for difference in differences)
    variance = (squares * count - behind**2) / (count * max(1, count - 1))
    return Option(
        action=str(one.action),
        value=_pips(one.total, count),
        behind=_pips(behind, count),
        error=round(sqrt(variance / count) / PIP, _DIGITS),
    )


def _pips(total: int, count: int) -> float:
    return round(total / (count * PIP), _DIGITS)


def _round_of(
    match: Match, played: PlayedRound, seat: int, choices: Sequence[Choice]
) -> JudgedRound:
    """Split a round's result into what the choices cost and the rest."""
    scores = played.scores or ()
    others = Fraction(sum(scores) - scores[seat], match.players - 1)
    result = scores[seat] - others
    if match.rules.scoring is Scoring.WINNER_TAKES:
        result = -result
    exact = round(float(result), _DIGITS)
    cost = _sum(choice.cost for choice in choices)
    deal = min((option.value for option in choices[0].options), default=None) if choices else None
    return JudgedRound(
        number=played.number,
        result=exact,
        cost=cost,
        luck=round(exact - cost, _DIGITS),
        deal=deal,
    )


def _sum(values: Iterable[float]) -> float:
    return round(sum(values), _DIGITS)
