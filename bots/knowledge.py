"""What a seat can tell of the tiles it does not see: who cannot hold which, from what was seen.

Whoever drew or passed had no tile that fitted, and whose run ended by itself had none that fitted
the end of its train. So each tile in another hand, a *slot*, has numbers that it cannot show; how
many depends on when it was taken up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dailytrain.actions import DRAW, PASS
from dailytrain.options import DoublesPerTurn
from dailytrain.tiles import DOUBLES, TILES, WITH, Tile, set_size
from dailytrain.view import View


@dataclass(slots=True)
class Slot:
    """A tile in another hand."""

    seat: int
    singles: int = 0
    """The mask of numbers that it does not show, if it is no double."""
    doubles: int = 0
    """The mask of numbers whose double it is not."""
    tile: Tile | None = None
    """What it turned out to be, once it was played."""
    place: int = -1
    """Where it comes among the slots that others still hold."""

    def fits(self, tile: Tile) -> bool:
        """Tell whether it can be this tile."""
        if tile.is_double:
            return not self.doubles >> tile.low & 1
        return not self.singles & (1 << tile.low | 1 << tile.high)

    def possible(self, tiles: int) -> int:
        """Narrow a mask of tiles to those that it can be."""
        for number in range(len(WITH)):
            if self.singles >> number & 1:
                tiles &= ~WITH[number] | DOUBLES
            if self.doubles >> number & 1:
                tiles &= ~(1 << Tile.of(number, number))
        return tiles


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat can tell from a view."""

    unseen: int
    """The mask of tiles that lie neither on the table nor in the own hand."""
    slots: tuple[Slot, ...]
    """The tiles in the other hands, those of which most is known first."""
    held: dict[int, tuple[Slot, ...]]
    """For each step of the history at which another seat chose, what it held then."""


def known_from(view: View, *, reads_runs: bool = True) -> Knowledge:
    """Go through what was seen and note what it tells of each hand.

    Without `reads_runs` it is not told by a run's end, which the first versions did not look at.
    """
    hands = [[Slot(seat) for _ in range(count)] for seat, count in enumerate(first_counts(view))]
    held = _follow(view, hands, _run_ends(view) if reads_runs else {})
    for seat, hand in enumerate(hands):
        # A history that does not fit the hands, as in a made-up position, leaves their size.
        del hand[view.hand_counts[seat] :]
        hand += [Slot(seat) for _ in range(view.hand_counts[seat] - len(hand))]
    unseen = unseen_tiles(view)
    slots = [slot for hand in hands if hand and hand[0].seat != view.seat for slot in hand]
    # Sorting keeps the order of equals, so seats and slots of which nothing is known stay in order.
    slots.sort(key=lambda s: s.possible(unseen).bit_count() if s.singles else len(TILES))
    for place, slot in enumerate(slots):
        slot.place = place
    return Knowledge(unseen, tuple(slots), held)


def first_counts(view: View) -> list[int]:
    """Count what each seat held before what was seen."""
    counts = list(view.hand_counts)
    for entry in view.history:
        if entry.action.is_play:
            counts[entry.seat] += 1
        elif entry.action == DRAW:
            counts[entry.seat] -= 1
    return counts


def unseen_tiles(view: View) -> int:
    """Give the mask of tiles that lie neither on the table nor in the own hand."""
    whole_set = (1 << set_size(view.table.rules.highest_pip)) - 1
    return whole_set & ~view.table.lying & ~view.hand


def _follow(
    view: View, hands: list[list[Slot]], run_ends: dict[int, int]
) -> dict[int, tuple[Slot, ...]]:
    """Narrow the hands by what was seen; give what the others held at each of their choices."""
    held: dict[int, tuple[Slot, ...]] = {}
    tells_doubles = view.table.rules.doubles_per_turn is DoublesPerTurn.UNLIMITED
    for step, entry in enumerate(view.history):
        hand, action = hands[entry.seat], entry.action
        if entry.seat != view.seat and action not in {DRAW, PASS}:
            held[step] = tuple(hand)
        if action.is_play:
            if hand:
                slot = hand.pop(_slot_of(hand, action.tile))
                slot.tile = action.tile
            if step in run_ends:
                _rule_out(hand, 1 << run_ends[step], doubles_too=True)
            continue
        if action in {DRAW, PASS}:
            numbers = sum(1 << number for number in entry.numbers)
            _rule_out(hand, numbers, doubles_too=tells_doubles)
        if action == DRAW:
            hand.append(Slot(entry.seat))
    return held


def _rule_out(hand: list[Slot], numbers: int, *, doubles_too: bool) -> None:
    """Note that no tile of a hand shows one of these numbers."""
    for slot in hand:
        slot.singles |= numbers
        if doubles_too:
            slot.doubles |= numbers


def _run_ends(view: View) -> dict[int, int]:
    """Find where runs ended by themselves: the step of their last tile, and the number it left."""
    table = view.table
    ends: dict[int, int] = {}
    if not (table.rules.runs or table.rules.runs_privately):
        return ends
    had_turn = 0
    laid: list[Tile] = []
    is_run = False
    turns = [*(entry.seat for entry in view.history), table.turn]
    for step, entry in enumerate(view.history):
        seat, action = entry.seat, entry.action
        if action.is_play:
            # Only the first tile of a first turn can begin a run; the turn's others belong to it.
            is_run = is_run if laid else not had_turn >> seat & 1 and action.train == seat
            laid.append(action.tile)
        if turns[step + 1] != seat:
            if is_run and action.is_play and table.trains[seat][: len(laid)] == tuple(laid):
                ends[step] = _far_end(table.engine, laid)
            had_turn |= 1 << seat
            laid, is_run = [], False
    # What is seen of a round from its middle on, as in a made-up view, tells no first turns.
    return ends if had_turn == table.had_turn else {}


def _far_end(start: int, tiles: Sequence[Tile]) -> int:
    """Say where a train of these tiles that begins at `start` ends."""
    for tile in tiles:
        start = tile.other(start)
    return start


def _slot_of(hand: list[Slot], tile: Tile) -> int:
    """Say which tile of a hand was played: the oldest that it can be.

    What a draw brought can mostly be nothing else, as all older tiles fitted nowhere then.
    """
    for place, slot in enumerate(hand):
        if slot.fits(tile):
            return place
    return len(hand) - 1
