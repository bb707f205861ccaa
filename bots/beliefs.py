"""In which worlds what the others did makes sense: the unseen tiles dealt so that it does.

What they drew, passed on or ended a run by excludes tiles from their hands; what they chose makes
hands in which the linear score would have chosen otherwise less likely. Written on flat lists of
numbers, so that it also compiles (fast.py).
"""

# ruff: noqa: PLR0913, PLR0917 - functions that compile take no objects

from __future__ import annotations

from typing import Final

from .linear import score_actions
from .sim import (
    FAR,
    PLAYERS,
    STATE_SIZE,
    TURN,
    Ints,
    add_tile,
    copy_numbers,
    highest_bit,
)

SLOT_SIZE: Final = 3
"""A slot is a tile that another seat holds: the seat, the numbers that no single tile there can
have, the numbers whose double it cannot be."""

# Choices of others that were seen: how many, the room that each has for slots, then for each what
# was done, how many of today's slots were held then and which, and the state without these tiles.
PAST_CHOICES: Final = 0
PAST_SLOTS: Final = 1
PAST: Final = 2
_DONE: Final = 0
_HELD: Final = 1
_SLOTS: Final = 2

MOST_DOUBT: Final = 3_000
"""How much one choice can speak against a world, in thousandths of a pip."""
HALVED_BY: Final = 500
"""How much doubt makes a world half as likely."""


def next_word(lots: Ints) -> int:
    """Move a stream of 32-bit words on (xorshift) and give the next."""
    x = lots[0]
    x ^= x << 13 & 0xFFFFFFFF
    x ^= x >> 17
    x ^= x << 5 & 0xFFFFFFFF
    lots[0] = x
    return x * 0x2545F491 >> 8 & 0xFFFFFFFF


def fits_slot(tile: int, slots: Ints, slot: int) -> bool:
    """Tell whether what is known of a slot leaves this tile possible."""
    one = tile // FAR
    other = tile % FAR
    if one == other:
        return not slots[slot * SLOT_SIZE + 2] >> one & 1
    singles = slots[slot * SLOT_SIZE + 1]
    return not (singles >> one | singles >> other) & 1


def shuffle(tiles: Ints, first: int, count: int, lots: Ints) -> None:
    """Shuffle the tiles of a list of so many, from `first` on."""
    for i in range(count - 1, first, -1):
        j = first + (next_word(lots) * (i - first + 1) >> 32)
        tile = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = tile


def deal_slots(slots: Ints, slot_count: int, unseen: Ints, unseen_count: int, lots: Ints) -> None:
    """Put the unseen tiles in some order in which the first of them fit the slots.

    The slots come in the order in which they are filled, those of which most is known first. Where
    no tile that is left fits, any is taken.
    """
    shuffle(unseen, 0, unseen_count, lots)
    for i in range(slot_count):
        for j in range(i, unseen_count):
            if fits_slot(unseen[j], slots, i):
                tile = unseen[j]
                unseen[j] = unseen[i]
                unseen[i] = tile
                break


def doubt(
    r: Ints,
    past: Ints,
    dealt: Ints,
    seat: int,
    most: int,
    weights: Ints,
    nodes: int,
    s: Ints,
    legal: Ints,
    scores: Ints,
    w: Ints,
) -> int:
    """Say how far what a seat chose in the past is from what the linear score would have chosen.

    The slots hold the first tiles of `dealt`. Anything above `most` is as good as more, and the
    count stops there.
    """
    total = 0
    state = _SLOTS + past[PAST_SLOTS]
    for choice in range(past[PAST_CHOICES] - 1, -1, -1):
        at = PAST + choice * (state + STATE_SIZE)
        if past[at + state + TURN] != seat:
            continue
        copy_numbers(s, past, at + state, STATE_SIZE)
        for i in range(past[at + _HELD]):
            tile = dealt[past[at + _SLOTS + i]]
            add_tile(s, seat, tile // FAR, tile % FAR)
        count = score_actions(r, s, weights, nodes, legal, scores, w)
        best = scores[0]
        chosen = best - MOST_DOUBT
        for i in range(count):
            best = max(best, scores[i])
            if legal[i] == past[at + _DONE]:
                chosen = scores[i]
        total += min(MOST_DOUBT, best - chosen)
        if total > most:
            break
    return total


def swap_tiles(
    r: Ints,
    slots: Ints,
    slot_count: int,
    unseen: Ints,
    one: int,
    other: int,
    past: Ints,
    room: int,
    doubts: Ints,
    weights: Ints,
    nodes: int,
    s: Ints,
    legal: Ints,
    scores: Ints,
    w: Ints,
) -> None:
    """Let the slot `one` and the place `other` swap tiles, if that adds no more doubt than `room`.

    The other place is a slot too or in the boneyard. `doubts` has the doubt of each seat, then of
    the boneyard, of which there is none, and is kept so.
    """
    seat = slots[one * SLOT_SIZE]
    owner = slots[other * SLOT_SIZE] if other < slot_count else r[PLAYERS]
    if owner == seat or not fits_slot(unseen[other], slots, one):
        return
    if other < slot_count and not fits_slot(unseen[one], slots, other):
        return
    tile = unseen[one]
    unseen[one] = unseen[other]
    unseen[other] = tile
    most = doubts[seat] + doubts[owner] + room
    first = doubt(r, past, unseen, seat, most, weights, nodes, s, legal, scores, w)
    left = most - first
    second = 0
    if left >= 0:
        second = doubt(r, past, unseen, owner, left, weights, nodes, s, legal, scores, w)
    if second <= left:
        doubts[seat] = first
        doubts[owner] = second
    else:
        unseen[other] = unseen[one]
        unseen[one] = tile


def fill_pool(
    r: Ints,
    slots: Ints,
    slot_count: int,
    unseen: Ints,
    unseen_count: int,
    past: Ints,
    swaps: int,
    pool_count: int,
    weights: Ints,
    nodes: int,
    lots: Ints,
    pool: Ints,
    doubts: Ints,
    s: Ints,
    legal: Ints,
    scores: Ints,
    w: Ints,
) -> None:
    """Fill `pool` with worlds in which what others chose makes sense, the likelier the oftener.

    A walk after Metropolis goes from world to world by swaps of two tiles: each step that adds
    doubt is as likely as the halvings that the doubt comes to, rounded up. After so many swaps
    tried, the world that it has come to joins the pool; a quarter as many at its beginning do not.
    There must be a slot. From `doubts` on all lists are scratch.
    """
    deal_slots(slots, slot_count, unseen, unseen_count, lots)
    most = MOST_DOUBT * past[PAST_CHOICES]
    for seat in range(r[PLAYERS] + 1):
        doubts[seat] = doubt(r, past, unseen, seat, most, weights, nodes, s, legal, scores, w)
    for i in range(-(pool_count // 4), pool_count):
        for _ in range(swaps):
            one = next_word(lots) * slot_count >> 32
            other = next_word(lots) * unseen_count >> 32
            # Each 0 that a random word begins with allows for one more halving.
            room = HALVED_BY * (31 - highest_bit(next_word(lots) | 1))
            swap_tiles(
                r,
                slots,
                slot_count,
                unseen,
                one,
                other,
                past,
                room,
                doubts,
                weights,
                nodes,
                s,
                legal,
                scores,
                w,
            )
        if i >= 0:
            for j in range(unseen_count):
                pool[i * unseen_count + j] = unseen[j]
