"""What the result page says beyond the figures: the place at the table, the spread of a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dailytrain import Match, Rules, Score, standing_key
from dailytrain.options import Scoring
from web.play.setups import HUMAN
from web.results.ranking import whole_total
from web.words.wording import gettext as _

from .sharing import marks

_BARS: Final = 9
"""The most bars that a spread is drawn with."""
_WIDTHS: Final = (5, 10, 20, 25, 50, 100, 250, 500, 1000, 2500)
"""How many points one bar may stand for."""
_ENOUGH: Final = 5
"""Results from which on a spread says something."""


def place_at_table(match: Match) -> int:
    """Give the person's place at their own table; equals share one."""
    rules = match.rules
    keys = [standing_key(rules, match.scores_of(seat)) for seat in range(match.players)]
    return 1 + sum(1 for key in keys if key < keys[HUMAN])


@dataclass(frozen=True, slots=True)
class Mark:
    """How one round went, in a word and in the sign that a shared text has for it."""

    kind: str
    word: str


def marks_in_words(rules: Rules, rounds: Sequence[Score]) -> list[Mark]:
    """Say how each round went, as the shared text marks it."""
    if rules.scoring is Scoring.WINNER_TAKES:
        won, lost = Mark("clear", _("won")), Mark("heavy", _("nothing"))
        return [won if points else lost for points in rounds]
    words = {
        "🏁": Mark("clear", _("nothing left")),
        "🟢": Mark("light", _("light")),
        "🟡": Mark("middling", _("middling")),
        "🔴": Mark("heavy", _("heavy")),
    }
    return [words[sign] for sign in marks(rounds)]


@dataclass(frozen=True, slots=True)
class Band:
    """A bar of a spread: the results with totals from `low` to `high`."""

    low: int
    high: int
    count: int
    is_yours: bool


def spread(rules: Rules, histogram: Mapping[int, int], scores: Sequence[Score]) -> list[Band]:
    """Gather a board's totals into a few bands of equal width.

    There are none for fewer than five results, and none where totals are shares of what others
    held, which need not be whole.
    """
    if sum(histogram.values()) < _ENOUGH or rules.scoring is Scoring.WINNER_TAKES:
        return []
    yours = whole_total(rules, scores)
    totals = [*histogram, yours]
    lowest, highest = min(totals), max(totals)
    width = next((w for w in _WIDTHS if highest // w - lowest // w < _BARS), highest - lowest + 1)
    return [
        Band(
            low=band * width,
            high=(band + 1) * width - 1,
            count=sum(n for total, n in histogram.items() if total // width == band),
            is_yours=yours // width == band,
        )
        for band in range(lowest // width, highest // width + 1)
    ]
