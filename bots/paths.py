"""Which tiles of a hand make the best train from an open end: a search with a budget of nodes.

The search itself is written on flat lists of numbers, so that it also compiles (fast.py).
"""

# ruff: noqa: PLR0913, PLR0917 - functions that compile take no objects

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dailytrain.rules import Rules
from dailytrain.tiles import Tile

from . import encode
from .scoring import points_in_hand
from .sim import (
    BLANK_POINTS,
    DOUBLE_BLANK,
    HANDS,
    NUMBERS,
    Ints,
    count_bits,
    highest_bit,
)

TILE_WORTH: Final = 12
"""What getting rid of a tile is worth beside its points, when trains are compared."""

# The scratch list of the search: where the train stands at each depth, what is still to be tried
# there, whether the double was laid there; then the best train.
_DEPTHS: Final = 192
_AT: Final = 0
_TRY: Final = _DEPTHS
_DOUBLED: Final = 2 * _DEPTHS
BEST_AT: Final = 3 * _DEPTHS
BEST_DOUBLED: Final = 4 * _DEPTHS
BEST_LENGTH: Final = 5 * _DEPTHS
BEST_TILES: Final = BEST_LENGTH + 1
_ODD: Final = BEST_LENGTH + 2  # the numbers that an odd number of tiles left lead to
_WORTH: Final = BEST_LENGTH + 3  # the worth of the train
_LEFT: Final = BEST_LENGTH + 4  # the worth of what is left
SCRATCH_SIZE: Final = BEST_LENGTH + 5


def tile_points(r: Ints, one: int, other: int) -> int:
    """Give what a tile counts in a hand under the rules."""
    points = one + other
    if one and other:
        return points
    if points:
        return points + r[BLANK_POINTS]
    return r[DOUBLE_BLANK] if r[DOUBLE_BLANK] >= 0 else 2 * r[BLANK_POINTS]


def odd_numbers(s: Ints, hand: int) -> int:
    """Give the mask of numbers that an odd number of a hand's tiles, doubles aside, lead to."""
    odd = 0
    for number in range(NUMBERS):
        others = s[hand + number] & ~(1 << number)
        odd |= (count_bits(others) & 1) << number
    return odd


def move(r: Ints, s: Ints, hand: int, near: int, far: int, sign: int, w: Ints) -> None:
    """Lay a tile of the hand (`sign` 1), or take it back (-1)."""
    s[hand + near] ^= 1 << far
    if near != far:
        s[hand + far] ^= 1 << near
        w[_ODD] ^= 1 << near | 1 << far
    gain = sign * (TILE_WORTH + tile_points(r, near, far))
    w[_WORTH] += gain
    w[_LEFT] -= gain


def arrive(r: Ints, s: Ints, hand: int, depth: int, best: int, nodes: int, w: Ints) -> int:
    """Look at where the train has come to at this depth; give the most worth of a train so far."""
    number = w[_AT + depth]
    w[_DOUBLED + depth] = s[hand + number] >> number & 1
    if w[_DOUBLED + depth]:
        # A double leads back to where it lies, so laying it at once never costs a tile.
        move(r, s, hand, number, number, 1, w)
    ways = s[hand + number]
    if ways == 0 or nodes <= 0:
        ways = 0
        if w[_WORTH] > best:
            best = w[_WORTH]
            w[BEST_LENGTH] = depth
            w[BEST_TILES] = depth
            for i in range(depth + 1):
                w[BEST_AT + i] = w[_AT + i]
                w[BEST_DOUBLED + i] = w[_DOUBLED + i]
                w[BEST_TILES] += w[_DOUBLED + i]
    else:
        # A train goes into and out of all numbers but its ends: half the odd ones cost a tile.
        lost = (count_bits(w[_ODD] ^ 1 << number) - 1 >> 1) * (TILE_WORTH + 1)
        if w[_WORTH] + w[_LEFT] - lost <= best:
            ways = 0
    w[_TRY + depth] = ways
    return best


def find_path(r: Ints, s: Ints, hand: int, start: int, left: int, nodes: int, w: Ints) -> int:
    """Find the train from `start` of most worth in the hand at `hand`, in so many steps at most.

    `left` is the worth of the whole hand. Gives the worth of the train, which is left in `w`: the
    numbers along it, `BEST_LENGTH` steps from `start`, at which of them the double is laid, and of
    how many tiles it is. The hand is as before when the search is over.
    """
    w[_ODD] = odd_numbers(s, hand)
    w[_WORTH] = 0
    w[_LEFT] = left
    w[_AT] = start
    depth = 0
    best = arrive(r, s, hand, depth, -1, nodes, w)
    while True:
        number = w[_AT + depth]
        ways = w[_TRY + depth]
        if ways and nodes > 0:
            far = highest_bit(ways)
            w[_TRY + depth] = ways ^ 1 << far
            move(r, s, hand, number, far, 1, w)
            nodes -= 1
            depth += 1
            w[_AT + depth] = far
            best = arrive(r, s, hand, depth, best, nodes, w)
        else:
            if w[_DOUBLED + depth]:
                move(r, s, hand, number, number, -1, w)
            if depth == 0:
                return best
            depth -= 1
            move(r, s, hand, w[_AT + depth], number, -1, w)


@dataclass(frozen=True, slots=True)
class Path:
    """A train that a hand can lay from an open end."""

    tiles: tuple[Tile, ...]
    """In the order in which they are laid."""
    worth: int
    mask: int
    """The same tiles as a mask."""


@lru_cache(maxsize=1 << 12)
def best_path(rules: Rules, hand: int, number: int, nodes: int) -> Path:
    """Find the train from this number that sheds most tiles and points, looking at so many nodes.

    Of trains that shed alike the first one found stays: higher numbers are tried first.
    """
    r = list(encode.rules_numbers(rules, 2))
    s = encode.hand_state(hand)
    w = [0] * SCRATCH_SIZE
    hope = points_in_hand(r, s, 0) + TILE_WORTH * hand.bit_count()
    worth = find_path(r, s, HANDS, number, hope, nodes, w)
    tiles = []
    for step in range(w[BEST_LENGTH] + 1):
        at = w[BEST_AT + step]
        if step:
            tiles.append(Tile.of(w[BEST_AT + step - 1], at))
        if w[BEST_DOUBLED + step]:
            tiles.append(Tile.of(at, at))
    return Path(tuple(tiles), worth, sum(1 << tile for tile in tiles))
