"""What actions are worth: worlds that fit what a seat knows, played to their end from each action.

Written on flat lists of numbers, so that it also compiles (fast.py).
"""

# ruff: noqa: PLR0913, PLR0917 - functions that compile take no objects

from __future__ import annotations

from typing import Final

from .linear import choose_linear
from .scoring import loss
from .sim import (
    ENDED,
    FAR,
    LAST,
    NEXT,
    STATE_SIZE,
    TURN,
    Ints,
    act,
    add_tile,
    copy_numbers,
    legal_codes,
)

SLOT_SIZE: Final = 3
"""A slot is a tile that another seat holds: the seat, the numbers that no single tile there can
have, the numbers whose double it cannot be."""


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


def shuffle(tiles: Ints, count: int, lots: Ints) -> None:
    """Shuffle the first so many tiles of a list."""
    for i in range(count - 1, 0, -1):
        j = next_word(lots) * (i + 1) >> 32
        tile = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = tile


def deal_slots(slots: Ints, slot_count: int, unseen: Ints, unseen_count: int, lots: Ints) -> None:
    """Put the unseen tiles in some order in which the first of them fit the slots.

    The slots come in the order in which they are filled, those of which most is known first. Where
    no tile that is left fits, any is taken.
    """
    shuffle(unseen, unseen_count, lots)
    for i in range(slot_count):
        for j in range(i, unseen_count):
            if fits_slot(unseen[j], slots, i):
                tile = unseen[j]
                unseen[j] = unseen[i]
                unseen[i] = tile
                break


def try_actions(
    r: Ints,
    known: Ints,
    slots: Ints,
    slot_count: int,
    unseen: Ints,
    unseen_count: int,
    codes: Ints,
    code_count: int,
    worlds: int,
    weights: Ints,
    nodes: int,
    lots: Ints,
    losses: Ints,
    world: Ints,
    s: Ints,
    legal: Ints,
    scores: Ints,
    w: Ints,
) -> None:
    """Play so many worlds to their end from each action, each seat by the linear score.

    `known` is the state as the seat to act knows it, the others' hands empty with counts of 0. What
    each world and action comes to is left in `losses`, world by world. From `world` on all lists
    are scratch.
    """
    seat = known[TURN]
    for i in range(worlds):
        copy_numbers(world, known, STATE_SIZE)
        deal_slots(slots, slot_count, unseen, unseen_count, lots)
        for j in range(slot_count):
            add_tile(world, slots[j * SLOT_SIZE], unseen[j] // FAR, unseen[j] % FAR)
        # The boneyard follows the hands.
        world[NEXT] = slot_count
        world[LAST] = slot_count + known[LAST]
        for j in range(code_count):
            copy_numbers(s, world, STATE_SIZE)
            act(r, s, unseen, codes[j])
            while not s[ENDED]:
                act(r, s, unseen, choose_linear(r, s, weights, nodes, legal, scores, w))
            losses[i * code_count + j] = loss(r, s, seat)


def play_at_random(r: Ints, s: Ints, boneyard: Ints, lots: Ints, legal: Ints) -> int:
    """Play a round to its end by any legal actions; give how many that took."""
    steps = 0
    while not s[ENDED]:
        count = legal_codes(r, s, legal)
        chosen = legal[next_word(lots) * count >> 32] if count > 1 else legal[0]
        act(r, s, boneyard, chosen)
        steps += 1
    return steps


def play_many_at_random(
    r: Ints,
    start: Ints,
    boneyard: Ints,
    boneyard_count: int,
    rounds: int,
    lots: Ints,
    s: Ints,
    legal: Ints,
) -> int:
    """Play so many rounds at random, the boneyard shuffled before each; give how many actions.

    The last round's end is left in `s`.
    """
    steps = 0
    for _ in range(rounds):
        copy_numbers(s, start, STATE_SIZE)
        shuffle(boneyard, boneyard_count, lots)
        steps += play_at_random(r, s, boneyard, lots, legal)
    return steps
