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


def fits_slot(tile: int, singles: int, doubles: int) -> bool:
    """Tell whether what is known of a slot leaves this tile possible."""
    one = tile // FAR
    other = tile % FAR
    if one == other:
        return not doubles >> one & 1
    return not (singles >> one | singles >> other) & 1


def deal_world(
    s: Ints, slots: Ints, slot_count: int, unseen: Ints, unseen_count: int, lots: Ints
) -> None:
    """Put the unseen tiles in some order that fits the slots, and the first of them into the hands.

    The slots come in the order in which they are filled, those of which most is known first. Where
    no tile that is left fits, any is taken. What follows the hands in `unseen` is the boneyard.
    """
    for i in range(unseen_count - 1, 0, -1):
        j = next_word(lots) * (i + 1) >> 32
        tile = unseen[i]
        unseen[i] = unseen[j]
        unseen[j] = tile
    for i in range(slot_count):
        singles = slots[i * SLOT_SIZE + 1]
        doubles = slots[i * SLOT_SIZE + 2]
        if singles | doubles:
            for j in range(i, unseen_count):
                tile = unseen[j]
                if fits_slot(tile, singles, doubles):
                    unseen[j] = unseen[i]
                    unseen[i] = tile
                    break
        add_tile(s, slots[i * SLOT_SIZE], unseen[i] // FAR, unseen[i] % FAR)


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
        deal_world(world, slots, slot_count, unseen, unseen_count, lots)
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
        for i in range(boneyard_count - 1, 0, -1):
            j = next_word(lots) * (i + 1) >> 32
            tile = boneyard[i]
            boneyard[i] = boneyard[j]
            boneyard[j] = tile
        steps += play_at_random(r, s, boneyard, lots, legal)
    return steps
