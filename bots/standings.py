"""What the results of many deals say of each bot: means, and how far off they may be.

The deal is the unit: what happens on one deal is averaged over its matches first, as the matches of
one deal are not independent. Floats are fine here, as no bot decides by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from .tournament import DealResult

_NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over deals, with half the width of its 95 % interval (0 for a single deal)."""

    value: float
    margin: float

    def text(self, digits: int) -> str:
        """Write it as `12.3 ± 0.4`."""
        return f"{self.value:.{digits}f} ± {self.margin:.{digits}f}"


def mean_of(values: Sequence[float]) -> Mean:
    """Give the mean of one value a deal."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Mean(mean, 0.0)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Mean(mean, _NORMAL_95 * sqrt(variance / count))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How one bot did, its places taken together."""

    bot: str
    places: int
    """How many places of the line-up it holds."""
    won: Mean
    """The share of matches that one seat of it won; shared wins count in parts."""
    points: Mean
    """Its points a round."""
    difference: Mean
    """Its points a round minus the mean of the other seats'."""
    choices: int
    """How many real choices it had."""
    median: int
    slowest: int
    """Microseconds that a real choice took."""


@dataclass(frozen=True, slots=True)
class Standings:
    """How a whole arena ended."""

    deals: int
    matches: int
    rounds: int
    blocked: int
    table: tuple[Standing, ...]
    """The one that wins most first."""
    ratios: tuple[tuple[str, str, Mean], ...]
    """Of each two neighbours in the table: how many times as many matches the first wins."""


def standings_of(bots: Sequence[str], results: Iterable[DealResult]) -> Standings:
    """Sum up the results of a line-up of these bots, by full name, one a place."""
    deals = sorted(results, key=lambda result: result.deal)
    won_by = {bot: [_won(bots, bot, deal) for deal in deals] for bot in dict.fromkeys(bots)}
    table = sorted(
        (_standing(bots, bot, deals, won) for bot, won in won_by.items()),
        key=lambda standing: -standing.won.value,
    )
    rounds = [rounds for deal in deals for rounds in deal.scores]
    return Standings(
        len(deals),
        len(rounds),
        sum(map(len, rounds)),
        sum(deal.blocked for deal in deals),
        tuple(table),
        tuple(
            (above.bot, below.bot, _ratio(won_by[above.bot], won_by[below.bot]))
            for above, below in pairwise(table)
            if below.won.value
        ),
    )


def _standing(
    bots: Sequence[str], bot: str, deals: Sequence[DealResult], won: Sequence[float]
) -> Standing:
    places = [place for place, key in enumerate(bots) if key == bot]
    points, differences = [], []
    times: Counter[int] = Counter()
    for deal in deals:
        rounds = [places_ for match in deal.scores for places_ in match]
        own = [float(scores[place]) for scores in rounds for place in places]
        everyone = sum(float(sum(scores)) for scores in rounds) * len(places)
        points.append(sum(own) / len(own))
        others = (everyone - sum(own)) / (len(own) * (len(bots) - 1))
        differences.append(points[-1] - others)
        times += deal.times.get(bot, Counter())
    return Standing(
        bot=bot,
        places=len(places),
        won=mean_of(won),
        points=mean_of(points),
        difference=mean_of(differences),
        choices=times.total(),
        median=_median(times),
        slowest=max(times, default=0),
    )


def _won(bots: Sequence[str], bot: str, deal: DealResult) -> float:
    """Give the share of a deal's matches that one seat of a bot won."""
    places = [place for place, key in enumerate(bots) if key == bot]
    parts = [1 / len(winners) for winners in deal.winners for place in places if place in winners]
    return sum(parts) / (len(deal.winners) * len(places))


def _ratio(above: Sequence[float], below: Sequence[float]) -> Mean:
    """Give the ratio of two means over the same deals."""
    base = sum(below) / len(below)
    ratio = sum(above) / sum(below)
    errors = mean_of([(a - ratio * b) / base for a, b in zip(above, below, strict=True)])
    return Mean(ratio, errors.margin)


def _median(times: Counter[int]) -> int:
    passed = 0
    for time in sorted(times):
        passed += times[time]
        if passed * 2 >= times.total():
            return time
    return 0
