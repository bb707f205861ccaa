"""What actions are worth: worlds that fit what a seat knows, played to their end from each action.

Written on flat lists of numbers, so that it also compiles (fast.py).
"""

# ruff: noqa: PLR0913, PLR0917 - functions that compile take no objects

from __future__ import annotations

from .beliefs import SLOT_SIZE, deal_slots, next_word, shuffle
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


def try_actions(
    r: Ints,
    known: Ints,
    slots: Ints,
    slot_count: int,
    unseen: Ints,
    unseen_count: int,
    pool: Ints,
    pool_count: int,
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
        copy_numbers(world, known, 0, STATE_SIZE)
        if pool_count:
            drawn = ((i << 32 | next_word(lots)) // worlds) * pool_count >> 32
            copy_numbers(unseen, pool, drawn * unseen_count, unseen_count)
            shuffle(unseen, slot_count, unseen_count, lots)
        else:
            deal_slots(slots, slot_count, unseen, unseen_count, lots)
        for j in range(slot_count):
            add_tile(world, slots[j * SLOT_SIZE], unseen[j] // FAR, unseen[j] % FAR)
        # The boneyard follows the hands.
        world[NEXT] = slot_count
        world[LAST] = slot_count + known[LAST]
        for j in range(code_count):
            copy_numbers(s, world, 0, STATE_SIZE)
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
        copy_numbers(s, start, 0, STATE_SIZE)
        shuffle(boneyard, 0, boneyard_count, lots)
        steps += play_at_random(r, s, boneyard, lots, legal)
    return steps
