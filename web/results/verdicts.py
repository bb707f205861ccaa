"""What is kept and shown of a judgement: what the choices cost, the costliest of them, the luck."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date
from typing import Final

from bots.judge import Judgement
from web.kept.judged import JudgedStore
from web.play.games import Game

from .jobs import Jobs

COSTLIEST: Final = 3
"""How many choices are shown with the table as it stood."""


@dataclass(frozen=True, slots=True)
class Costly:
    """A choice that cost something."""

    round: int
    step: int
    """Which action of the round it was, from 0."""
    action: str
    best: str
    cost: float
    error: float


@dataclass(frozen=True, slots=True)
class RoundVerdict:
    """A round's result, points minus the others' mean, parted into choices and luck."""

    number: int
    result: float
    cost: float
    luck: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged game. `cost` and `luck` add up to `result`; fewer is better for all of them."""

    judge: str
    result: float
    cost: float
    error: float
    luck: float
    choices: int
    """How many real choices there were."""
    costliest: tuple[Costly, ...]
    rounds: tuple[RoundVerdict, ...]

    @property
    def tenths(self) -> int:
        """What the choices cost, in tenths of a point, as boards and histories keep it."""
        return round(self.cost * 10)


def verdict_of(judgement: Judgement) -> Verdict:
    """Give what is kept of a judgement; the value of every action would be far more."""
    return Verdict(
        judge=judgement.judge,
        result=round(judgement.result, 2),
        cost=round(judgement.cost, 2),
        error=round(judgement.error, 2),
        luck=round(judgement.luck, 2),
        choices=len(judgement.choices),
        costliest=tuple(
            Costly(c.round, c.step, c.action, c.best, round(c.cost, 2), round(c.error, 2))
            for c in judgement.costliest(COSTLIEST)
        ),
        rounds=tuple(
            RoundVerdict(r.number, round(r.result, 2), round(r.cost, 2), round(r.luck, 2))
            for r in judgement.rounds
        ),
    )


def format_verdict(verdict: Verdict) -> str:
    """Write a verdict as the store keeps it."""
    return json.dumps(asdict(verdict), separators=(",", ":"))


def parse_verdict(text: str) -> Verdict:
    """Read a verdict as the store keeps it."""
    data = json.loads(text)
    costliest = tuple(Costly(**item) for item in data.pop("costliest"))
    rounds = tuple(RoundVerdict(**item) for item in data.pop("rounds"))
    return Verdict(costliest=costliest, rounds=rounds, **data)


def verdict_for(judged: JudgedStore, jobs: Jobs, game: Game) -> Verdict | None:
    """Give the verdict on a finished game; where there is none yet, have it made."""
    text = judged.judgement(game.game_id)
    if text is not None:
        return parse_verdict(text)
    jobs.judge(game.game_id)
    return None


def par_for(judged: JudgedStore, jobs: Jobs, day: date | None) -> int | None:
    """Give the par of a day; where there is none yet, have it played. None for no day's deal."""
    if day is None:
        return None
    par = judged.par(day)
    if par is None:
        jobs.play_par(day)
    return par
