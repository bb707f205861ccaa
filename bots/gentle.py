"""*Gentle*: a sound player with a person's habits, good and bad, the same ones every time.

It looks only a few tiles ahead, likes to be rid of heavy tiles, keeps a double until it can cover
it, closes its train when its marker is out, and does not count what others hold.
"""

from __future__ import annotations

from typing import Final

from dailytrain.actions import DONE, MEXICAN, Action
from dailytrain.tiles import WITH
from dailytrain.view import View

from .contract import legal_for
from .paths import best_path

NODES: Final = 5
"""How many steps of its train it thinks through, which is not far."""

# What it likes, in pips.
_OWN_TRAIN: Final = 6
_MARKER_OFF: Final = 20
_COVERED_DOUBLE: Final = 12
_BARE_DOUBLE: Final = -30
_EACH_TILE_AHEAD: Final = 1
_AHEAD: Final = 3
"""It sees no more than so many tiles of its train."""


class Gentle:
    """Lay a heavy tile where it fits, with half an eye on the own train."""

    name = "gentle"
    version = 1
    character = "Likes to be rid of heavy tiles and looks only a few tiles ahead."

    def choose(self, view: View) -> Action:
        """Give the action that it likes best, the first of equals.

        Refuses a view without a legal action with `IllegalAction`.
        """
        return max(legal_for(view), key=lambda action: _liking(view, action))


def _liking(view: View, action: Action) -> int:
    """Say how much it likes an action; a run it ends only when nothing fits."""
    if action == DONE or not action.is_play:
        return -100
    table, seat = view.table, view.seat
    tile = action.tile
    rest = view.hand ^ 1 << tile
    end = table.ends[seat]
    liking = tile.pips
    if action.train == seat and action.train != MEXICAN:
        end = tile.other(end)
        liking += _OWN_TRAIN + (_MARKER_OFF if table.markers >> seat & 1 else 0)
    if tile.is_double:
        liking += _COVERED_DOUBLE if rest & WITH[tile.low] else _BARE_DOUBLE
    ahead = best_path(table.rules, rest, end, NODES).tiles[:_AHEAD]
    return liking + _EACH_TILE_AHEAD * len(ahead)
