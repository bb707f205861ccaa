"""The hand laid out as the longest train it can form: which games show it, and what it is."""

from __future__ import annotations

from typing import Final

from bots.longest import longest_train
from dailytrain import View
from web.play.setups import HUMAN, Setup

from .tablemodel import TileFace

_BUDGET: Final = 25
"""Enough to find the longest train of a daily hand, and a few thousandths of a second at most."""


def chain_of(setup: Setup, view: View) -> tuple[TileFace, ...] | None:
    """Lay out the longest train from the person's own train's end; None where it is not offered.

    It is empty when no tile fits that end. A very large hand may get one that is merely long.
    """
    if not setup.offers_chain:
        return None
    end = view.table.ends[HUMAN]
    chain = []
    for tile in longest_train(view.hand, end, budget=_BUDGET).tiles:
        far = tile.other(end)
        chain.append(TileFace(text=str(tile), first=end, second=far))
        end = far
    return tuple(chain)
