"""The tiles: small integers, sets of them as masks, and their text (formats.md, Tile).

A tile's number does not depend on the set: `low-high` is `high * (high + 1) // 2 + low`, so the set
with highest pip 9 is the first 55 tiles of the set with highest pip 12. A set of tiles, such as a
hand, is an integer with bit `tile` set for each of its tiles.
"""

from __future__ import annotations

import re
from typing import Final

from .errors import ParseError, brief

SMALLEST_SET: Final = 6
LARGEST_SET: Final = 18

_TEXT: Final = re.compile(r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)")


class Tile(int):
    """One domino; compare and hash it like the integer it is, read it by its two numbers.

    >>> Tile.of(8, 5)
    Tile('5-8')
    >>> Tile.of(8, 5).pips, Tile.of(4, 4).is_double
    (13, True)
    """

    __slots__ = ()

    @staticmethod
    def of(one: int, other: int) -> Tile:
        """Give the tile with these two numbers, in either order.

        Refuses numbers outside 0 to 18 with `ParseError`.
        """
        low, high = (one, other) if one <= other else (other, one)
        if low < 0 or high > LARGEST_SET:
            raise ParseError("tile_unknown", f"tile {one}-{other}: numbers go from 0 to 18")
        return TILES[high * (high + 1) // 2 + low]

    @property
    def low(self) -> int:
        """The lower of its numbers."""
        return _LOW[self]

    @property
    def high(self) -> int:
        """The higher of its numbers."""
        return _HIGH[self]

    @property
    def is_double(self) -> bool:
        """Whether both its numbers are the same."""
        return _LOW[self] == _HIGH[self]

    @property
    def pips(self) -> int:
        """The sum of its numbers, as printed on it."""
        return PIPS[self]

    def other(self, number: int) -> int:
        """Give the number at the other end from `number`, which must be one of its two."""
        return PIPS[self] - number

    def __str__(self) -> str:
        """Write it with the lower number first."""
        return _TEXTS[self]

    def __repr__(self) -> str:
        """Name it as Python code would."""
        return f"Tile('{_TEXTS[self]}')"


_PAIRS: Final = [(low, high) for high in range(LARGEST_SET + 1) for low in range(high + 1)]
_LOW: Final = tuple(low for low, _ in _PAIRS)
_HIGH: Final = tuple(high for _, high in _PAIRS)
_TEXTS: Final = tuple(f"{low}-{high}" for low, high in _PAIRS)

TILES: Final = tuple(Tile(index) for index in range(len(_PAIRS)))
"""All 190 tiles of the largest set, by number."""

WITH: Final = tuple(
    sum(1 << tile for tile in TILES if number in (tile.low, tile.high))
    for number in range(LARGEST_SET + 1)
)
"""For each number the mask of all tiles that show it."""

PIPS: Final = tuple(low + high for low, high in _PAIRS)
"""For each tile the sum of its numbers."""

DOUBLES: Final = sum(1 << tile for tile in TILES if tile.is_double)
"""The mask of all doubles."""


def set_size(highest_pip: int) -> int:
    """Count the tiles of the set with this highest pip: 91 for 12, 55 for 9."""
    return (highest_pip + 1) * (highest_pip + 2) // 2


def tiles_in(mask: int) -> list[Tile]:
    """List the tiles of a mask, lowest first."""
    tiles = []
    while mask:
        lowest = mask & -mask
        tiles.append(TILES[lowest.bit_length() - 1])
        mask ^= lowest
    return tiles


def parse_tile(text: object) -> Tile:
    """Read a tile from text, its numbers in either order.

    Refuses anything but two numbers from 0 to 18 joined by a hyphen with `ParseError`.

    >>> parse_tile("8-5")
    Tile('5-8')
    """
    one, other = parse_ends(text)
    return Tile.of(one, other)


def parse_ends(text: object) -> tuple[int, int]:
    """Read the two numbers of a tile as it lies, the end nearer the engine first.

    Refuses what `parse_tile` refuses, with `ParseError`.
    """
    match = _TEXT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ParseError("tile_text", f"{brief(text)} is no tile: write two numbers such as '5-8'")
    one, other = int(match[1]), int(match[2])
    if max(one, other) > LARGEST_SET:
        raise ParseError("tile_unknown", f"tile {text}: numbers go from 0 to {LARGEST_SET}")
    return one, other
