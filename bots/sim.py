"""A round as flat lists of whole numbers: what search plays millions of, exactly as the game is.

The functions here are plain Python that also compiles (fast.py), so both give the same answers:
whole numbers that fit 63 bits, no objects. A hand is kept by number: for each number the mask of
the numbers that its tiles have at their other end. A tile `a-b` is there twice, a double once.

What is legal and what comes of an action is decided by `dailytrain.table` and `dailytrain.round`;
a test plays thousands of rounds by random rules through both.
"""

from __future__ import annotations

from typing import Final

Ints = list[int]
"""A list, or when compiled an array of 64-bit integers."""

NUMBERS: Final = 19
SEATS: Final = 10
TRAINS: Final = 11

# The rules, one number each.
HIGHEST: Final = 0
PLAYERS: Final = 1
RUNS: Final = 2
PRIVATE: Final = 3
MEXICAN_WAITS: Final = 4
OWN_FIRST: Final = 5
REMOVAL: Final = 6
MARKED_WHEN_BOUND: Final = 7
COVERS: Final = 8
BINDS: Final = 9
NEWEST: Final = 10
WAIVED: Final = 11
DOUBLES_LIMIT: Final = 12
DRAWS_PER_TILE: Final = 13
WINNER_TAKES: Final = 14
BLANK_POINTS: Final = 15
DOUBLE_BLANK: Final = 16
RULES_SIZE: Final = 17

REMOVED_BY_OWN_PLAY: Final = 0
REMOVED_BY_ANY_PLAY: Final = 1
REMOVED_BY_OWNER: Final = 2
ONE_DOUBLE: Final = 1
TWO_IF_FOLLOWED: Final = 2

# The state of a round.
TURN: Final = 0
MARKERS: Final = 1
HAD_TURN: Final = 2
PASSES: Final = 3
RUNNING: Final = 4
DRAWN: Final = 5
NEXT: Final = 6  # the place in the boneyard of the tile that is drawn next
LAST: Final = 7  # the place after its last tile
ENDED: Final = 8
SOMEONE_OUT: Final = 9
STARTED: Final = 10  # the mask of trains with a tile
OPEN_COUNT: Final = 11
FRESH_COUNT: Final = 12
OPEN: Final = 16
FRESH: Final = OPEN + TRAINS
ENDS: Final = FRESH + TRAINS
LYING: Final = ENDS + TRAINS  # for each number how many of its tiles lie
COUNTS: Final = LYING + NUMBERS
HANDS: Final = COUNTS + SEATS
STATE_SIZE: Final = HANDS + SEATS * NUMBERS

OUT: Final = 1
BLOCKED: Final = 2

# Actions: train * 32 + the number at the far end, or one of these.
FAR: Final = 32
DRAW_CODE: Final = 1000
PASS_CODE: Final = 1001
DONE_CODE: Final = 1002
MOST_ACTIONS: Final = TRAINS * NUMBERS + 1


def count_bits(mask: int) -> int:
    """Count the ones of a mask."""
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """Give the place of the lowest one of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def highest_bit(mask: int) -> int:
    """Give the place of the highest one of a mask that is not 0."""
    return mask.bit_length() - 1


def pointer(numbers: Ints) -> Ints:
    """Give what the functions here read and write; compiled, the place in memory of an array."""
    return numbers


def copy_numbers(to: Ints, source: Ints, first: int, count: int) -> None:
    """Copy so many numbers of a list, from `first` on, to the beginning of another."""
    to[:count] = source[first : first + count]


def is_waived(r: Ints, s: Ints, number: int) -> bool:
    """Tell whether a double with this number need not be covered, as all its tiles lie."""
    return r[WAIVED] != 0 and s[LYING + number] == r[HIGHEST] + 1


def binding_train(r: Ints, s: Ints) -> int:
    """Give the train whose open double binds whoever begins a turn, or -1."""
    count = s[OPEN_COUNT]
    if count == 0 or r[BINDS] == 0:
        return -1
    for i in range(count):
        train = s[OPEN + (count - 1 - i if r[NEWEST] else i)]
        if not is_waived(r, s, s[ENDS + train]):
            return train
    return -1


def unbound_trains(r: Ints, s: Ints, seat: int) -> int:
    """Give the mask of trains a seat may play on when no open double binds it."""
    own = 1 << seat
    if r[OWN_FIRST] and not s[STARTED] & own:
        return own
    trains = s[MARKERS] | own
    mexican = 1 << r[PLAYERS]
    if not r[MEXICAN_WAITS] or s[STARTED] & mexican or s[HAD_TURN] & own:
        trains |= mexican
    return trains


def trains_at_start(r: Ints, s: Ints, seat: int) -> int:
    """Give the mask of trains that a seat beginning a turn now may play on."""
    if r[PRIVATE] and not s[HAD_TURN] >> seat & 1:
        return 1 << seat
    binding = binding_train(r, s)
    if binding >= 0:
        return 1 << binding
    return unbound_trains(r, s, seat)


def open_trains(r: Ints, s: Ints) -> int:
    """Give the mask of trains that the seat to act may play on now."""
    seat = s[TURN]
    if s[RUNNING]:
        return 1 << seat
    count = s[FRESH_COUNT]
    if count == 0:
        return trains_at_start(r, s, seat)
    fresh = 0
    for i in range(count):
        fresh |= 1 << s[FRESH + i]
    if r[COVERS] or (count > 1 and r[DOUBLES_LIMIT] == TWO_IF_FOLLOWED):
        return fresh
    return fresh | unbound_trains(r, s, seat)


def allows_double(r: Ints, s: Ints, number: int) -> bool:
    """Tell whether the limits on doubles let the seat to act lay this double next."""
    if s[FRESH_COUNT] == 0 or s[RUNNING] or r[DOUBLES_LIMIT] == 0:
        return True
    if r[DOUBLES_LIMIT] == ONE_DOUBLE or s[FRESH_COUNT] > 1:
        return False
    seat = s[TURN]
    hand = HANDS + seat * NUMBERS
    laid = s[ENDS + s[FRESH]]
    if s[hand + laid] & ~(1 << laid):
        return True
    return s[hand + number] & ~(1 << number) != 0 or s[COUNTS + seat] == 1


def legal_codes(r: Ints, s: Ints, out: Ints) -> int:
    """List what the seat to act may do in the canonical order; give how much that is."""
    seat = s[TURN]
    hand = HANDS + seat * NUMBERS
    trains = open_trains(r, s)
    count = 0
    while trains:
        train = lowest_bit(trains)
        trains &= trains - 1
        number = s[ENDS + train]
        fitting = s[hand + number]
        if fitting >> number & 1 and not allows_double(r, s, number):
            fitting ^= 1 << number
        while fitting:
            out[count] = train * FAR + lowest_bit(fitting)
            count += 1
            fitting &= fitting - 1
    if count:
        if s[RUNNING] and not owes(r, s):
            out[count] = DONE_CODE
            count += 1
        return count
    out[0] = DRAW_CODE if can_draw(r, s) else PASS_CODE
    return 1


def in_private_turn(r: Ints, s: Ints) -> bool:
    """Tell whether the seat to act is in a first turn that only its own train concerns."""
    return r[PRIVATE] != 0 and not s[HAD_TURN] >> s[TURN] & 1


def can_draw(r: Ints, s: Ints) -> bool:
    """Tell whether the seat to act has a draw left, should nothing fit."""
    return s[NEXT] < s[LAST] and s[DRAWN] == 0 and not in_private_turn(r, s)


def owes(r: Ints, s: Ints) -> bool:
    """Tell whether the seat to act owes a tile for a double it has laid."""
    if s[FRESH_COUNT] == 0:
        return False
    if s[RUNNING] == 0:
        return True
    if in_private_turn(r, s):
        return False
    return r[COVERS] == 0 or not is_waived(r, s, s[ENDS + s[TURN]])


def is_bound(r: Ints, s: Ints) -> bool:
    """Tell whether the seat to act must cover a double that others left open."""
    if s[FRESH_COUNT] or s[RUNNING] or in_private_turn(r, s):
        return False
    return binding_train(r, s) >= 0


def take_out(s: Ints, first: int, count_at: int, train: int) -> None:
    """Take a train out of a list that begins at `first` and whose length is at `count_at`."""
    count = s[count_at]
    kept = 0
    for i in range(count):
        if s[first + i] != train:
            s[first + kept] = s[first + i]
            kept += 1
    s[count_at] = kept


def end_turn(r: Ints, s: Ints) -> None:
    """Let the next seat act; doubles that the turn left uncovered are open now."""
    for i in range(s[FRESH_COUNT]):
        s[OPEN + s[OPEN_COUNT] + i] = s[FRESH + i]
    s[OPEN_COUNT] += s[FRESH_COUNT]
    s[FRESH_COUNT] = 0
    seat = s[TURN]
    s[HAD_TURN] |= 1 << seat
    s[TURN] = seat + 1 if seat + 1 < r[PLAYERS] else 0
    s[RUNNING] = 0
    s[DRAWN] = 0
    if s[SOMEONE_OUT] and (not r[PRIVATE] or s[HAD_TURN] == (1 << r[PLAYERS]) - 1):
        s[ENDED] = OUT


def drop_tile(s: Ints, seat: int, one: int, other: int) -> None:
    """Take a tile out of a hand."""
    hand = HANDS + seat * NUMBERS
    s[hand + one] &= ~(1 << other)
    s[hand + other] &= ~(1 << one)
    s[COUNTS + seat] -= 1


def add_tile(s: Ints, seat: int, one: int, other: int) -> None:
    """Put a tile into a hand."""
    hand = HANDS + seat * NUMBERS
    s[hand + one] |= 1 << other
    s[hand + other] |= 1 << one
    s[COUNTS + seat] += 1


def begins_run(r: Ints, s: Ints) -> bool:
    """Tell whether a tile on the own train makes the present turn a first-turn run."""
    if s[HAD_TURN] >> s[TURN] & 1 or s[FRESH_COUNT] or s[RUNNING]:
        return False
    return r[PRIVATE] != 0 or (r[RUNS] != 0 and binding_train(r, s) < 0)


def lay(r: Ints, s: Ints, train: int, far: int) -> None:
    """Put the tile that leads from the end of this train to `far` there; the turn goes on."""
    seat = s[TURN]
    near = s[ENDS + train]
    if train == seat and begins_run(r, s):
        s[RUNNING] = 1
    drop_tile(s, seat, near, far)
    s[LYING + near] += 1
    if near != far:
        s[LYING + far] += 1
    take_marker_off(r, s, train)
    take_out(s, OPEN, OPEN_COUNT, train)
    take_out(s, FRESH, FRESH_COUNT, train)
    s[ENDS + train] = far
    s[STARTED] |= 1 << train
    if near == far:
        s[FRESH + s[FRESH_COUNT]] = train
        s[FRESH_COUNT] += 1
    if r[DRAWS_PER_TILE]:
        s[DRAWN] = 0
    if s[COUNTS + seat] == 0:
        s[SOMEONE_OUT] = 1


def play(r: Ints, s: Ints, train: int, far: int) -> None:
    """Lay the tile that leads from the end of this train to `far`; some tiles end the turn."""
    near = s[ENDS + train]
    lay(r, s, train, far)
    if s[COUNTS + s[TURN]] == 0 or ends_turn(r, s, near, far):
        s[PASSES] = 0
        end_turn(r, s)


def take_marker_off(r: Ints, s: Ints, train: int) -> None:
    """Take off the marker that a play on this train takes off."""
    seat = s[TURN]
    if r[REMOVAL] == REMOVED_BY_OWNER:
        s[MARKERS] &= ~(1 << seat)
    elif train == seat or (r[REMOVAL] == REMOVED_BY_ANY_PLAY and train < r[PLAYERS]):
        s[MARKERS] &= ~(1 << train)


def ends_turn(r: Ints, s: Ints, near: int, far: int) -> bool:
    """Tell whether a tile just laid ends the turn of a seat that still holds some."""
    if s[RUNNING]:
        return s[HANDS + s[TURN] * NUMBERS + far] == 0 and not owes(r, s)
    return near != far or (r[COVERS] != 0 and is_waived(r, s, far))


def mark_pass(r: Ints, s: Ints) -> None:
    """Note that the seat to act passes, and put its marker out if the rules say so."""
    if r[MARKED_WHEN_BOUND] or not is_bound(r, s):
        s[MARKERS] |= 1 << s[TURN]
    s[PASSES] += 1


def do_pass(r: Ints, s: Ints) -> None:
    """Let the seat to act pass; the round ends if nobody can go on."""
    mark_pass(r, s)
    end_turn(r, s)
    if s[ENDED] or s[PASSES] < r[PLAYERS] or s[NEXT] < s[LAST]:
        return
    for seat in range(r[PLAYERS]):
        trains = trains_at_start(r, s, seat)
        while trains:
            if s[HANDS + seat * NUMBERS + s[ENDS + lowest_bit(trains)]]:
                return
            trains &= trains - 1
    s[ENDED] = BLOCKED


def act(r: Ints, s: Ints, boneyard: Ints, code: int) -> None:
    """Do this for the seat to act; `boneyard` holds tiles as one number * 32 + the other."""
    if code < DRAW_CODE:
        play(r, s, code // FAR, code % FAR)
    elif code == DRAW_CODE:
        tile = boneyard[s[NEXT]]
        s[NEXT] += 1
        s[DRAWN] = 1
        add_tile(s, s[TURN], tile // FAR, tile % FAR)
    elif code == PASS_CODE:
        do_pass(r, s)
    else:
        s[PASSES] = 0
        end_turn(r, s)
