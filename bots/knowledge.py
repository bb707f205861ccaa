"""What a seat can tell of the tiles it does not see: who cannot hold which, from what was seen.

Whoever drew or passed had no tile that fitted. So each tile in another hand, a *slot*, has numbers
that it cannot show; how many depends on when it was taken up.
"""

from __future__ import annotations

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


def known_from(view: View) -> Knowledge:
    """Go through what was seen and note what it tells of each hand."""
    counts = list(view.hand_counts)
    for entry in view.history:
        if entry.action.is_play:
            counts[entry.seat] += 1
        elif entry.action == DRAW:
            counts[entry.seat] -= 1
    hands = [[Slot(seat) for _ in range(count)] for seat, count in enumerate(counts)]
    _follow(view, hands)
    for seat, hand in enumerate(hands):
        # A history that does not fit the hands, as in a made-up position, leaves their size.
        del hand[view.hand_counts[seat] :]
        hand += [Slot(seat) for _ in range(view.hand_counts[seat] - len(hand))]
    unseen = unseen_tiles(view)
    slots = [slot for hand in hands if hand and hand[0].seat != view.seat for slot in hand]
    # Sorting keeps the order of equals, so seats and slots of which nothing is known stay in order.
    slots.sort(key=lambda s: s.possible(unseen).bit_count() if s.singles else len(TILES))
    return Knowledge(unseen, tuple(slots))


def unseen_tiles(view: View) -> int:
    """Give the mask of tiles that lie neither on the table nor in the own hand."""
    whole_set = (1 << set_size(view.table.rules.highest_pip)) - 1
    return whole_set & ~view.table.lying & ~view.hand


def _follow(view: View, hands: list[list[Slot]]) -> None:
    """Narrow the hands by what was seen."""
    tells_doubles = view.table.rules.doubles_per_turn is DoublesPerTurn.UNLIMITED
    drew = -1
    for entry in view.history:
        hand, action = hands[entry.seat], entry.action
        if action.is_play:
            if hand:
                hand.pop(_slot_of(hand, action.tile, is_drawn=drew == entry.seat))
            drew = -1
            continue
        if action in {DRAW, PASS}:
            numbers = sum(1 << number for number in entry.numbers)
            for slot in hand:
                slot.singles |= numbers
                if tells_doubles:
                    slot.doubles |= numbers
        drew = -1
        if action == DRAW:
            hand.append(Slot(entry.seat))
            drew = entry.seat


def _slot_of(hand: list[Slot], tile: Tile, *, is_drawn: bool) -> int:
    """Say which tile of a hand was played: the one just drawn, else the oldest that it can be."""
    if not is_drawn:
        for place, slot in enumerate(hand):
            if slot.fits(tile):
                return place
    return len(hand) - 1
