"""A player that plans its own train and plays elsewhere what the plan does not need."""

from __future__ import annotations

from typing import Final

from dailytrain.actions import DONE, MEXICAN, Action
from dailytrain.tiles import WITH
from dailytrain.view import View

from .contract import legal_for
from .paths import Path, best_path

NODES: Final = 120
"""How many steps of its train it thinks through in one decision."""

_NEAR_OUT: Final = 2
"""A hand of this size or less makes the others shed their heavy tiles."""

# What speaks for a play, in points that are compared with the pips of its tile.
_SPARE: Final = 140
_PLAN: Final = 100
_MARKER_OFF: Final = 150
_COVERED_DOUBLE: Final = 120
_BARE_DOUBLE: Final = 0


class Planner:
    """Lay spare tiles elsewhere first, then the planned train from its beginning."""

    name = "planner"
    version = 1
    character = "Plans its own train and keeps to the plan."

    def choose(self, view: View) -> Action:
        """Give the play that its plan needs least, or the plan's next tile.

        Refuses a view without a legal action with `IllegalAction`.
        """
        legal = legal_for(view)
        if len(legal) == 1:
            return legal[0]
        plan = best_path(view.table.rules, view.hand, view.table.ends[view.seat], NODES)
        # `max` keeps the first of equals, and legal actions come in the canonical order.
        return max(legal, key=lambda action: _points(view, plan, action))


def _points(view: View, plan: Path, action: Action) -> int:
    """Weigh an action; more is better."""
    if action == DONE:
        return 0
    table, seat = view.table, view.seat
    tile = action.tile
    points = tile.pips
    others = (count for other, count in enumerate(view.hand_counts) if other != seat)
    if min(others) <= _NEAR_OUT:
        points *= 10
    is_own = action.train == seat and action.train != MEXICAN
    if is_own and plan.tiles and tile == plan.tiles[0]:
        points += _PLAN + (_MARKER_OFF if table.markers >> seat & 1 else 0)
    elif not plan.mask >> tile & 1:
        points += _SPARE
        if is_own:
            # The plan cannot go on from where this tile would end.
            rest = best_path(
                view.table.rules, view.hand ^ 1 << tile, tile.other(table.ends[seat]), NODES
            )
            points += rest.worth - plan.worth
    else:
        rest = best_path(
            table.rules,
            view.hand ^ 1 << tile,
            tile.other(table.ends[seat]) if is_own else table.ends[seat],
            NODES,
        )
        points += _PLAN + rest.worth - plan.worth
    if tile.is_double:
        covers = view.hand & WITH[tile.low] & ~(1 << tile)
        points += _COVERED_DOUBLE if covers else _BARE_DOUBLE
    return points
