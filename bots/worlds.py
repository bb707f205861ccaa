"""What actions are worth to a seat: many worlds that fit what it knows, played to their end.

Worse actions are dropped on the way, so that the budget goes to those that are hard to tell apart.
Everything is counted in whole numbers; a comparison that needs a mean multiplies instead.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dailytrain.actions import Action
from dailytrain.tiles import tiles_in
from dailytrain.view import View, format_view

from .beliefs import PAST_CHOICES
from .encode import code_of, rules_numbers, tile_code, view_state
from .fast import Numbers, numbers
from .knowledge import known_from
from .past import past_choices
from .sim import COUNTS, Ints

_MOST_PLAYED: Final = 4_000
_LEAST_PLAYED: Final = 60

_POOL: Final = 400
"""How many worlds are looked for in which the others' choices make sense."""
_SWAPS: Final = 5
"""How many swaps of two tiles are tried from each to the next."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What a search takes for granted of those who play."""

    weights: Sequence[int]
    """What all go by: weights of the linear score."""
    nodes: int = 20
    """How many steps of their trains they think through."""
    reads_choices: bool = True
    """Whether what others chose, and the ends of their runs, tell what they hold, beside what they

    drew or passed on.
    """
    usual_hand: int = 15
    """How many tiles make a hand whose train is planned in the usual time."""


@dataclass(slots=True)
class Tried:
    """How an action has done so far."""

    action: Action
    losses: list[int] = field(default_factory=list)
    """Own points minus the others' mean at the end of each world, in 2520ths of a pip."""
    total: int = 0


class Worlds:
    """A seat's view, ready to be played out."""

    def __init__(
        self, view: View, key: str, assumed: Assumptions, *, way: Numbers | None = None
    ) -> None:
        """Take what the view tells; the worlds are drawn from a stream of this key and the view."""
        self.view = view
        self.nodes = assumed.nodes
        self.usual_hand = assumed.usual_hand
        self.way = way or numbers()
        table = view.table
        known = view_state(view)
        for seat in range(table.players):
            if seat != view.seat:
                known[COUNTS + seat] = 0
        knowledge = known_from(view, reads_runs=assumed.reads_choices)
        slots: list[int] = []
        for slot in knowledge.slots:
            slots += (slot.seat, slot.singles, slot.doubles)
        unseen = knowledge.unseen
        self.hidden = sum(view.hand_counts) - view.hand_counts[view.seat]
        self.is_possible = self.hidden + table.boneyard_count <= unseen.bit_count()
        """Whether enough tiles are unseen for the hands; in a made-up view they may not be."""
        ints = self.way.ints
        self._rules = ints(rules_numbers(table.rules, table.players))
        self._known = ints(known)
        self._slots = ints(slots)
        self._unseen = ints([tile_code(tile) for tile in tiles_in(unseen)])
        self._weights = ints(assumed.weights)
        digest = hashlib.sha256(f"{key}\n{format_view(view)}".encode()).digest()
        # The stream of words never leaves 0, so it must not begin there.
        self._lots: Ints = ints([int.from_bytes(digest[:4], "big") or 1])
        # Where the others hold nothing, in first turns after someone went out, none can be told.
        is_read = assumed.reads_choices and self.is_possible and self.hidden > 0
        self._pool = self._pooled(past_choices(view, knowledge)) if is_read else ints([])

    def _pooled(self, past: list[int]) -> Ints:
        """Look for worlds in which past choices of others make sense; none where none was seen."""
        ints = self.way.ints
        if not past[PAST_CHOICES]:
            return ints([])
        pool = ints([0] * (_POOL * len(self._unseen)))
        self.way.fill_pool(
            self._rules,
            self._slots,
            self._unseen,
            ints(past),
            _SWAPS,
            self._weights,
            self.nodes,
            self._lots,
            pool,
        )
        return pool

    def affordable(self, budget: int) -> int:
        """Give how many rounds can be played out for so much.

        A round costs about the square of the tiles in all hands, and large hands, whose trains
        take long to plan, the square of their size more.
        """
        tiles = sum(self.view.hand_counts)
        largest = max(self.usual_hand, *self.view.hand_counts)
        cost = tiles * tiles * largest * largest // self.usual_hand**2
        return min(_MOST_PLAYED, max(_LEAST_PLAYED, budget // cost))

    def play(self, tried: Sequence[Tried], worlds: int) -> None:
        """Play so many more worlds to their end from each of these actions, the same for all."""
        codes = [code_of(one.action, self.view.table) for one in tried]
        losses = self.way.ints([0] * (worlds * len(tried)))
        self.way.try_actions(
            self._rules,
            self._known,
            self._slots,
            self._unseen,
            self._pool,
            self.way.ints(codes),
            worlds,
            self._weights,
            self.nodes,
            self._lots,
            losses,
        )
        listed = self.way.listed(losses)
        for place, one in enumerate(tried):
            new = listed[place :: len(tried)]
            one.losses += new
            one.total += sum(new)


def is_clearly_worse(one: Tried, other: Tried, certainty: int) -> bool:
    """Tell whether an action has done worse than another by more than chance explains.

    Both have been played in the same worlds; `certainty` is the square of how many standard errors
    the difference must be.
    """
    difference = one.total - other.total
    if difference <= 0:
        return False
    count = len(one.losses)
    squares = sum((a - b) ** 2 for a, b in zip(one.losses, other.losses, strict=True))
    # mean² > certainty · variance / count, without dividing
    return difference**2 * (count + certainty) > certainty * count * squares
