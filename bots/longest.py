"""The longest and the heaviest train that a hand can lay from a number, and whether that is proven.

A train goes into and out of each number in between. So laying most means leaving out least: the
tiles left out must pair up the numbers that an odd number of tiles lead to, all but the two ends,
and the rest must hang together. The first is a cheapest pairing by shortest ways; where the rest
falls apart, it is tried in turn to leave that part out and to keep each tile leading to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dailytrain.tiles import TILES, WITH, Tile, tiles_in

BUDGET: Final = 200
"""How many pairings are worked out before the search gives up proving."""

_TIE: Final = len(TILES)
_MORE: Final = 1 << 13  # more than all pips of a set, and more than all its tiles


@dataclass(frozen=True, slots=True)
class Train:
    """A train from a number."""

    tiles: tuple[Tile, ...]
    """In the order in which they are laid."""
    is_best: bool
    """Whether it is proven that no train is better."""

    @property
    def pips(self) -> int:
        """The sum of its pips."""
        return sum(tile.pips for tile in self.tiles)


def longest_train(hand: int, start: int, *, budget: int = BUDGET) -> Train:
    """Give the train of most tiles from the number `start`.

    Of equally long ones it is the heaviest; of these, the one that has the lowest tile that is not
    in both. At each step the lowest tile is laid that strands none of the others.
    """
    return _best(hand, start, [_MORE + tile.pips for tile in TILES], budget)


def heaviest_train(hand: int, start: int, *, budget: int = BUDGET) -> Train:
    """Give the train of most pips from the number `start`; of equally heavy ones the longest."""
    return _best(hand, start, [tile.pips * _MORE + 1 for tile in TILES], budget)


def _best(hand: int, start: int, worth: list[int], budget: int) -> Train:
    # The lowest bits tell sets of equal worth apart, so that there is one best set.
    exact = [value << _TIE | 1 << _TIE - 1 - tile for tile, value in zip(TILES, worth, strict=True)]
    search = _Search(start, exact, budget)
    within = _reached(hand, start)
    search.narrow(within, 0, 0, _sum(exact, within))
    return Train(tuple(_in_order(search.best, start)), not search.gave_up)


def _sum(worth: list[int], tiles: int) -> int:
    return sum(worth[tile] for tile in tiles_in(tiles))


def _reached(tiles: int, start: int) -> int:
    """Narrow a mask of tiles to those that hang together with a number."""
    reached = 0
    numbers = {start}
    waiting = [start]
    while waiting:
        for tile in tiles_in(tiles & WITH[waiting.pop()] & ~reached):
            reached |= 1 << tile
            for number in (tile.low, tile.high):
                if number not in numbers:
                    numbers.add(number)
                    waiting.append(number)
    return reached


class _Search:
    """Branch and bound over what is left out."""

    def __init__(self, start: int, worth: list[int], budget: int) -> None:
        self.start = start
        self.worth = worth
        self.budget = budget
        self.gave_up = False
        self.best = 0
        self.best_worth = -1

    def narrow(self, tiles: int, kept: int, lost: int, whole: int) -> None:
        """Find the best train within these tiles that leaves out none of the kept.

        `lost` is the worth of what has been left out of the `whole` before.
        """
        if self.budget <= 0:
            self.gave_up = True
            return
        self.budget -= 1
        pairing = self._cheapest_pairing(tiles, kept)
        if pairing is None:
            return
        left_out, cost = pairing
        if whole - lost - cost <= self.best_worth:
            return
        rest = tiles & ~left_out
        train = _reached(rest, self.start)
        worth = _sum(self.worth, train)
        if worth > self.best_worth:
            self.best, self.best_worth = train, worth
        if train != rest:
            self._branch(tiles, kept, lost, whole, rest & ~train)

    def _branch(self, tiles: int, kept: int, lost: int, whole: int, apart: int) -> None:
        """Try to do without a part that hangs apart, then to keep each tile that leads there."""
        first = tiles_in(apart)[0]
        part = _reached(apart, first.low)
        numbers = {number for tile in tiles_in(part) for number in (tile.low, tile.high)}
        touching = 0
        for number in numbers:
            touching |= WITH[number]
        touching &= tiles
        leading = [tile for tile in tiles_in(touching) if not {tile.low, tile.high} <= numbers]
        for tile in leading:
            if not kept >> tile & 1:
                self.narrow(tiles, kept | 1 << tile, lost, whole)
            if kept >> tile & 1:
                return
            tiles &= ~(1 << tile)
            lost += self.worth[tile]
        inside = touching & tiles
        if not inside & kept:
            self.narrow(tiles & ~inside, kept, lost + _sum(self.worth, inside), whole)

    def _cheapest_pairing(self, tiles: int, kept: int) -> tuple[int, int] | None:
        """Find the cheapest tiles to leave out so that only the two ends are odd, or None."""
        odd = []
        for number in range(len(WITH)):
            singles = (tiles & WITH[number] & ~(1 << Tile.of(number, number))).bit_count()
            if (singles + (number == self.start)) & 1:
                odd.append(number)
        free = tiles & ~kept
        ways = {number: self._ways_from(free, number) for number in odd}
        found = _pair(odd, ways)
        if found is None:
            return None
        cost, pairs = found
        left_out = 0
        for one, other in pairs:
            left_out ^= ways[one][other][1]
        return left_out, cost

    def _ways_from(self, tiles: int, source: int) -> dict[int, tuple[int, int]]:
        """Give the cheapest way from a number to each other: its cost and its tiles."""
        done: dict[int, tuple[int, int]] = {}
        waiting = {source: (0, 0)}
        while waiting:
            number = min(waiting, key=lambda n: waiting[n][0])
            cost, way = waiting.pop(number)
            done[number] = (cost, way)
            for tile in tiles_in(tiles & WITH[number]):
                other = tile.other(number)
                if other not in done:
                    total = cost + self.worth[tile]
                    if other not in waiting or total < waiting[other][0]:
                        waiting[other] = (total, way | 1 << tile)
        return done


def _pair(
    odd: list[int], ways: dict[int, dict[int, tuple[int, int]]]
) -> tuple[int, list[tuple[int, int]]] | None:
    """Pair up all these numbers but one, as cheaply as can be."""
    memory: dict[tuple[int, bool], tuple[int, list[tuple[int, int]]] | None] = {}

    def pair(left: int, spare: bool) -> tuple[int, list[tuple[int, int]]] | None:  # noqa: FBT001 - inner
        if not left:
            return (0, [])
        key = (left, spare)
        if key in memory:
            return memory[key]
        place = (left & -left).bit_length() - 1
        rest = left & (left - 1)
        best = pair(rest, False) if spare else None  # noqa: FBT003 - inner
        one = odd[place]
        others = rest
        while others:
            bit = others & -others
            others ^= bit
            other = odd[bit.bit_length() - 1]
            way = ways[one].get(other)
            if way is None or (best is not None and way[0] >= best[0]):
                continue
            after = pair(rest ^ bit, spare)
            if after is not None and (best is None or after[0] + way[0] < best[0]):
                best = (after[0] + way[0], [*after[1], (one, other)])
        memory[key] = best
        return best

    return pair((1 << len(odd)) - 1, True)  # noqa: FBT003 - inner


def _in_order(tiles: int, start: int) -> list[Tile]:
    """Lay the tiles of a train in a row, at each step the lowest that strands none."""
    laid = []
    number = start
    while tiles:
        for tile in tiles_in(tiles & WITH[number]):
            rest = tiles ^ 1 << tile
            far = tile.other(number)
            if _reached(rest, far) == rest:
                break
        else:  # pragma: no cover - the tiles of a train can be laid
            break
        laid.append(tile)
        tiles, number = rest, far
    return laid
