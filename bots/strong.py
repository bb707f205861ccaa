"""*Strong*: plays out many worlds that fit what it knows, and keeps what does best in them."""

from __future__ import annotations

from typing import Final

from dailytrain.actions import Action
from dailytrain.view import View

from .contract import key_of, legal_for
from .fast import Numbers, warm
from .regular import scored
from .scoring import PIP
from .weights import REGULAR
from .worlds import Assumptions, Tried, Worlds, is_clearly_worse

_PRIOR: Final = 40
"""How many worlds the linear score is worth."""
_CHUNKS: Final = 5
"""How often in each stage actions that are clearly worse are dropped."""
_CERTAINTY: Final = 9


class Strong:
    """Try each action in sampled worlds, halving the actions until the best is left."""

    name = "strong"
    version = 2
    character = "Plays out thousands of rounds in its head before each tile."
    assumed = Assumptions(REGULAR)
    budget = 4_500_000
    """What it plays out for one choice (worlds.py): some 3,000 rounds of a daily table."""

    def __init__(self, way: Numbers | None = None) -> None:
        """Take a way to search other than the fastest; the answers are the same."""
        self._way = way

    def warm(self) -> None:
        """Compile what search needs before the first choice has to wait for it."""
        warm()

    def choose(self, view: View) -> Action:
        """Give the action that does best on average over the worlds, the first of equals.

        Refuses a view without a legal action with `IllegalAction`.
        """
        legal = legal_for(view)
        if len(legal) == 1:
            return legal[0]
        worlds = Worlds(view, key_of(self), self.assumed, way=self._way)
        priors = scored(view, self.assumed.weights, way=self._way)
        if not worlds.is_possible:
            return max(priors, key=lambda item: item[0])[1]
        tried = [Tried(action, total=-score * PIP // 1000 * _PRIOR) for score, action in priors]
        return _best(worlds, tried, worlds.affordable(self.budget))


def _best(worlds: Worlds, tried: list[Tried], budget: int) -> Action:
    """Halve the actions, playing each stage's share of the budget from those that are left."""
    place = {one.action: number for number, one in enumerate(tried)}
    stages = (len(tried) - 1).bit_length()
    for _ in range(stages):
        keep = max(1, (len(tried) + 1) // 2)
        for _chunk in range(_CHUNKS):
            worlds.play(tried, max(2, budget // (stages * _CHUNKS * len(tried))))
            tried.sort(key=lambda one: (one.total, place[one.action]))
            best = tried[0]
            tried = [o for o in tried if o is best or not is_clearly_worse(o, best, _CERTAINTY)]
            if len(tried) == 1:
                return best.action
        tried = tried[:keep]
    return tried[0].action
