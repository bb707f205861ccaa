"""What a seat can tell of the tiles it does not see: who cannot hold which, from what was seen.

Whoever drew or passed had no tile that fitted. So each tile in another hand, a *slot*, has numbers
that it cannot show; how many depends on when it was taken up.
"""

from __future__ import annotations

from collections.abc import Iterable

from dailytrain.actions import DRAW, PASS
from dailytrain.options import DoublesPerTurn
from dailytrain.tiles import DOUBLES, TILES, WITH, Tile, set_size
from dailytrain.view import Seen, View


class Slot:
    """A tile in another hand."""

    __slots__ = ("doubles", "singles")

    def __init__(self) -> None:
        self.singles = 0
        """The mask of numbers that it does not show, if it is no double."""
        self.doubles = 0
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


def unseen_tiles(view: View) -> int:
    """Give the mask of tiles that lie neither on the table nor in the own hand."""
    whole_set = (1 << set_size(view.table.rules.highest_pip)) - 1
    return whole_set & ~view.table.lying & ~view.hand


def slots_of(view: View) -> list[tuple[int, Slot]]:
    """List the tiles in the other hands, each with its seat, those of which most is known first."""
    counts = list(view.hand_counts)
    for entry in view.history:
        if entry.action.is_play:
            counts[entry.seat] += 1
        elif entry.action == DRAW:
            counts[entry.seat] -= 1
    hands = [[Slot() for _ in range(count)] for count in counts]
    tells_doubles = view.table.rules.doubles_per_turn is DoublesPerTurn.UNLIMITED
    _follow(hands, view.history, tells_doubles=tells_doubles)
    unseen = unseen_tiles(view)
    known = [
        (slot.possible(unseen).bit_count() if slot.singles else len(TILES), seat, slot)
        for seat, hand in enumerate(hands)
        if seat != view.seat
        for slot in hand[: view.hand_counts[seat]]
    ]
    known.sort(key=lambda item: item[0])
    return [(seat, slot) for _, seat, slot in known]


def _follow(hands: list[list[Slot]], history: Iterable[Seen], *, tells_doubles: bool) -> None:
    """Go through what was seen and note what it tells of each hand."""
    drew = -1
    for entry in history:
        hand = hands[entry.seat]
        action = entry.action
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
            hand.append(Slot())
            drew = entry.seat


def _slot_of(hand: list[Slot], tile: Tile, *, is_drawn: bool) -> int:
    """Say which tile of a hand was played: the one just drawn, else the oldest that it can be."""
    if not is_drawn:
        for place, slot in enumerate(hand):
            if slot.fits(tile):
                return place
    return len(hand) - 1
