"""Which of a hand's tiles make the best train from an open end: a search with a budget of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dailytrain.tiles import TILES, WITH, Tile

TILE_WORTH: Final = 12
"""What getting rid of a tile is worth beside its pips, when trains are compared."""

WORTH: Final = tuple(tile.pips + TILE_WORTH for tile in TILES)
"""What each tile adds to a train."""

_OTHER: Final = tuple(tuple(tile.low + tile.high - n for tile in TILES) for n in range(len(WITH)))
"""The number at the far end of each tile, by the number at the near one."""

_DOUBLE: Final = tuple(1 << Tile.of(number, number) for number in range(len(WITH)))


@dataclass(frozen=True, slots=True)
class Path:
    """A train that a hand can lay from an open end."""

    tiles: tuple[Tile, ...]
    """In the order in which they are laid."""
    worth: int
    mask: int
    """The same tiles as a mask."""


class _Search:
    """Tiles laid one after another, depth first, until all ways or the budget are used up."""

    __slots__ = ("best", "best_worth", "laid", "left", "nodes", "worth")

    def __init__(self, worth: Sequence[int], nodes: int) -> None:
        self.worth = worth
        self.nodes = nodes
        self.laid: list[int] = []
        self.best: tuple[int, ...] = ()
        self.best_worth = 0

    def go_on(self, hand: int, number: int, worth: int, hope: int) -> None:
        """Try all tiles that go on from this number; `hope` is what the whole hand could add."""
        double = _DOUBLE[number] & hand
        if double:
            # A double leads back to where it lies, so laying it at once never costs a tile.
            tile = double.bit_length() - 1
            self.laid.append(tile)
            self.go_on(hand ^ double, number, worth + self.worth[tile], hope - self.worth[tile])
            self.laid.pop()
            return
        if worth > self.best_worth:
            self.best_worth = worth
            self.best = tuple(self.laid)
        fitting = hand & WITH[number]
        others = _OTHER[number]
        while fitting and self.nodes and worth + hope > self.best_worth:
            tile = fitting.bit_length() - 1
            fitting ^= 1 << tile
            self.nodes -= 1
            self.laid.append(tile)
            gain = self.worth[tile]
            self.go_on(hand ^ 1 << tile, others[tile], worth + gain, hope - gain)
            self.laid.pop()


@lru_cache(maxsize=1 << 12)
def best_path(hand: int, number: int, nodes: int) -> Path:
    """Find the train from this number that sheds most tiles and pips, looking at so many nodes.

    Of trains that shed alike the first one found stays: heavier tiles are tried first.
    """
    search = _Search(WORTH, nodes)
    search.go_on(hand, number, 0, worth_of(hand))
    tiles = tuple(TILES[tile] for tile in search.best)
    return Path(tiles, search.best_worth, sum(1 << tile for tile in tiles))


def worth_of(hand: int) -> int:
    """Add up what the tiles of a hand are worth."""
    total = 0
    while hand:
        tile = hand.bit_length() - 1
        total += WORTH[tile]
        hand ^= 1 << tile
    return total
