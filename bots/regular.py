"""*Regular*: looks one step ahead and takes what the linear score (linear.py) likes best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dailytrain.actions import Action
from dailytrain.view import View

from .contract import legal_for
from .encode import action_of, rules_numbers, view_state
from .fast import Numbers, numbers, warm
from .sim import MOST_ACTIONS
from .weights import REGULAR

NODES: Final = 60
"""How many steps of its train it thinks through for each action."""


class Regular:
    """Weigh the hand and the table that each action leaves behind."""

    name = "regular"
    version = 2
    character = "Weighs each tile one step ahead and keeps its hand together."
    weights = REGULAR

    def __init__(self, way: Numbers | None = None) -> None:
        """Take a way to reckon other than the fastest; the answers are the same."""
        self._way = way

    def warm(self) -> None:
        """Compile what search needs before the first choice has to wait for it."""
        warm()

    def choose(self, view: View) -> Action:
        """Give the action that weighs most, the first of equals.

        Refuses a view without a legal action with `IllegalAction`.
        """
        legal = legal_for(view)
        if len(legal) == 1:
            return legal[0]
        return max(scored(view, self.weights, way=self._way), key=lambda item: item[0])[1]


def scored(
    view: View, weights: Sequence[int], nodes: int = NODES, *, way: Numbers | None = None
) -> list[tuple[int, Action]]:
    """List the legal actions in order, each with its score in thousandths of a pip."""
    table = view.table
    way = way or numbers()
    codes = way.ints([0] * MOST_ACTIONS)
    scores = way.ints([0] * MOST_ACTIONS)
    count = way.score_actions(
        way.ints(rules_numbers(table.rules, table.players)),
        way.ints(view_state(view)),
        way.ints(weights),
        nodes,
        codes,
        scores,
    )
    return [
        (weight, action_of(code, table))
        for code, weight in zip(way.listed(codes)[:count], way.listed(scores)[:count], strict=True)
    ]
