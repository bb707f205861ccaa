"""What actions are worth: worlds that fit what a seat knows, played to their end from each action.

Written on flat lists of numbers, so that it also compiles (fast.py).
"""

# ruff: noqa: PLR0913, PLR0917 - functions that compile take no objects

from __future__ import annotations

from typing import Final

from .linear import choose_linear, score_actions
from .scoring import loss
from .sim import (
    ENDED,
    FAR,
    LAST,
    NEXT,
    PLAYERS,
    STATE_SIZE,
    TURN,
    Ints,
    act,
    add_tile,
    copy_numbers,
    highest_bit,
    legal_codes,
)

SLOT_SIZE: Final = 3
"""A slot is a tile that another seat holds: the seat, the numbers that no single tile there can
have, the numbers whose double it cannot be."""
PAST_SIZE: Final = 2 + STATE_SIZE
"""How many numbers a choice of the past takes, beside one for each slot."""
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
    past_count: int,
    slot_count: int,
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
    count stops there. A block of `past` is the code of what was chosen, how many slots were held
    then, which (room for all), and the state without them.
    """
    total = 0
    size = PAST_SIZE + slot_count
    for choice in range(past_count - 1, -1, -1):
        at = choice * size
        if past[at + 2 + slot_count + TURN] != seat:
            continue
        copy_numbers(s, past, at + 2 + slot_count, STATE_SIZE)
        for i in range(past[at + 1]):
            tile = dealt[past[at + 2 + i]]
            add_tile(s, seat, tile // FAR, tile % FAR)
        count = score_actions(r, s, weights, nodes, legal, scores, w)
        best = scores[0]
        chosen = best - MOST_DOUBT
        for i in range(count):
            best = max(best, scores[i])
            if legal[i] == past[at]:
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
    past_count: int,
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

    The other place is a slot of another seat or in the boneyard. `doubts` has the doubt of each
    seat and is kept so.
    """
    seat = slots[one * SLOT_SIZE]
    owner = slots[other * SLOT_SIZE] if other < slot_count else -1
    if owner == seat or not fits_slot(unseen[other], slots, one):
        return
    if owner >= 0 and not fits_slot(unseen[one], slots, other):
        return
    tile = unseen[one]
    unseen[one] = unseen[other]
    unseen[other] = tile
    most = room + doubts[seat]
    second = 0
    if owner >= 0:
        most += doubts[owner]
    first = doubt(
        r, past, past_count, slot_count, unseen, seat, most, weights, nodes, s, legal, scores, w
    )
    if owner >= 0 and first <= most:
        most -= first
        second = doubt(
            r,
            past,
            past_count,
            slot_count,
            unseen,
            owner,
            most,
            weights,
            nodes,
            s,
            legal,
            scores,
            w,
        )
        most += first
    if first + second > most:
        unseen[other] = unseen[one]
        unseen[one] = tile
        return
    doubts[seat] = first
    if owner >= 0:
        doubts[owner] = second


def fill_pool(
    r: Ints,
    slots: Ints,
    slot_count: int,
    unseen: Ints,
    unseen_count: int,
    past: Ints,
    past_count: int,
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

    A walk (Metropolis) goes from world to world by swaps of two tiles. After so many swaps tried,
    the world that it has come to joins the pool; a quarter as many at its beginning do not.
    """
    deal_slots(slots, slot_count, unseen, unseen_count, lots)
    for seat in range(r[PLAYERS]):
        doubts[seat] = doubt(
            r,
            past,
            past_count,
            slot_count,
            unseen,
            seat,
            MOST_DOUBT * past_count,
            weights,
            nodes,
            s,
            legal,
            scores,
            w,
        )
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
                past_count,
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
