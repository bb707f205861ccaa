"""Which action looks best one step ahead: a weighted sum of what the hand and table would be then.

It plays the seat of *regular* and every seat in the games that *strong* plays out. Written on flat
lists of numbers, so that it also compiles (fast.py).
"""

# ruff: noqa: PLR0913, PLR0917 - functions that compile take no objects

from __future__ import annotations

from typing import Final

from .paths import (
    BEST_AT,
    BEST_DOUBLED,
    BEST_LENGTH,
    BEST_TILES,
    SCRATCH_SIZE,
    TILE_WORTH,
    find_path,
    tile_points,
)
from .scoring import points_in_hand
from .sim import (
    COUNTS,
    DONE_CODE,
    ENDS,
    FAR,
    HANDS,
    HIGHEST,
    LYING,
    MARKERS,
    NUMBERS,
    PLAYERS,
    RUNNING,
    TURN,
    Ints,
    begins_run,
    count_bits,
    legal_codes,
    lowest_bit,
)

# What is weighed.
POINTS: Final = 0  # points laid
OWN: Final = 1  # on the own train
OWN_MARKED: Final = 2  # on the own train while its marker is out
MEXICAN: Final = 3  # on the Mexican train
OTHERS: Final = 4  # on another seat's train
DOUBLE: Final = 5  # a double
BARE: Final = 6  # a double that the hand cannot cover
OFF_POINTS: Final = 7  # points that then do not fit the longest own train
OFF_TILES: Final = 8  # tiles that then do not
NUMBERS_LEFT: Final = 9  # different numbers then in the hand
OWN_FITS: Final = 10  # a tile then fits the own end
NEAR_POINTS: Final = 11  # points laid, the more the nearer another seat is to going out
FOLLOWS: Final = 12  # tiles of the hand that fit the new end of a train not the own
UNSEEN: Final = 13  # tiles unseen that fit it
UNSEEN_OWN: Final = 14  # tiles unseen that fit the own end while others may lay there
CHOICES: Final = 15  # trains that a tile then fits
DONE: Final = 16  # ending a run
NEAR_OFF_POINTS: Final = 17  # points off the longest train, the more the nearer another is to out
OFF_CAPPED: Final = 18  # tiles off the longest train, three at most
OFF_NONE: Final = 19  # no tile is off it
OFF_SQUARED: Final = 20  # tiles off it, squared
RUN_OFF: Final = 21  # tiles off it, in a run that goes on
CLOSE_OFF: Final = 22  # tiles off it, the more the nearer this seat is to going out
CLOSE_STUCK: Final = 23  # no train fits, the more the nearer this seat is to going out
OWN_FITS_MARKED: Final = 24  # a tile fits the own end while others may lay there
OWN_MARKED_LATER: Final = 25  # taking the own marker off, the more the further all are from out
UNSEEN_MEXICAN: Final = 26  # tiles unseen that fit the new end of the Mexican train
POINTS_LATE: Final = 27  # points laid, the more the smaller the smallest other hand
FEATURES: Final = 28

_NEAR: Final = 4
_CLOSE: Final = 4
_LATE: Final = 12

# The scratch list: that of the path search, then what is kept here.
_PLAN: Final = SCRATCH_SIZE
F: Final = _PLAN + NUMBERS
"""Where the features of the action weighed last stand."""
PLAN_WORTH: Final = F + FEATURES
PLAN_TILES: Final = PLAN_WORTH + 1
PLAN_FIRST: Final = PLAN_WORTH + 2
PLAN_HELD: Final = PLAN_WORTH + 3
PLAN_NUMBERS: Final = PLAN_WORTH + 4
PLAN_LEAST: Final = PLAN_WORTH + 5
LINEAR_SCRATCH: Final = PLAN_WORTH + 6


def keep_plan(w: Ints) -> None:
    """Note which tiles the best train found last is made of."""
    for number in range(NUMBERS):
        w[_PLAN + number] = 0
    near = w[BEST_AT]
    for step in range(w[BEST_LENGTH] + 1):
        number = w[BEST_AT + step]
        if step:
            w[_PLAN + near] |= 1 << number
            w[_PLAN + number] |= 1 << near
        if w[BEST_DOUBLED + step]:
            w[_PLAN + number] |= 1 << number
        near = number


def first_step(w: Ints) -> int:
    """Give the far number of the first tile of the best train found last, or -1."""
    if w[BEST_DOUBLED]:
        return w[BEST_AT]
    return w[BEST_AT + 1] if w[BEST_LENGTH] else -1


def others_least(r: Ints, s: Ints, seat: int) -> int:
    """Give the size of the smallest other hand, 1 at least."""
    least = 1 << 10
    for other in range(r[PLAYERS]):
        if other != seat:
            least = min(least, s[COUNTS + other])
    return max(1, least)


def weigh(r: Ints, s: Ints, code: int, held: int, on_path: int, on_tiles: int, w: Ints) -> None:
    """Leave in `w` the features of a play, or of ending a run.

    The hand is already without the tile and its points are `held`; the longest own train then takes
    `on_path` of them and `on_tiles` tiles.
    """
    seat = s[TURN]
    hand = HANDS + seat * NUMBERS
    for i in range(FEATURES):
        w[F + i] = 0
    own_end = s[ENDS + seat]
    tiles = s[COUNTS + seat]
    marked = s[MARKERS] >> seat & 1
    least = w[PLAN_LEAST]
    numbers = w[PLAN_NUMBERS]
    train = -1
    far = -1
    runs = 0
    if code == DONE_CODE:
        w[F + DONE] = 1
    else:
        train = code // FAR
        far = code % FAR
        tiles -= 1
        runs = weigh_play(r, s, train, far, least, w)
        near = s[ENDS + train]
        if s[hand + far] == 0:
            numbers -= 1
        if near != far and s[hand + near] == 0:
            numbers -= 1
        if train == seat:
            own_end = far
            marked = 0
    off = tiles - on_tiles
    nearness = max(0, _NEAR - least)
    w[F + OFF_POINTS] = held - on_path
    w[F + OFF_TILES] = off
    w[F + NEAR_OFF_POINTS] = nearness * (held - on_path)
    w[F + OFF_CAPPED] = min(off, 3)
    w[F + OFF_NONE] = 1 if off == 0 else 0
    w[F + OFF_SQUARED] = off * off
    w[F + RUN_OFF] = off * runs
    closeness = max(0, _CLOSE - tiles)
    w[F + CLOSE_OFF] = closeness * off
    w[F + NUMBERS_LEFT] = numbers
    fitting = count_bits(s[hand + own_end])
    w[F + OWN_FITS] = 1 if fitting else 0
    if marked:
        w[F + UNSEEN_OWN] = r[HIGHEST] + 1 - s[LYING + own_end] - fitting
        w[F + OWN_FITS_MARKED] = w[F + OWN_FITS]
    w[F + CHOICES] = count_fitting_trains(r, s, train, far)
    if w[F + CHOICES] == 0:
        w[F + CLOSE_STUCK] = closeness


def count_fitting_trains(r: Ints, s: Ints, train: int, far: int) -> int:
    """Count the trains a seat may use that a tile of it fits, once `train` ends in `far`."""
    seat = s[TURN]
    hand = HANDS + seat * NUMBERS
    count = 0
    trains = s[MARKERS] | 1 << seat | 1 << r[PLAYERS]
    while trains:
        other = lowest_bit(trains)
        trains &= trains - 1
        if s[hand + (far if other == train else s[ENDS + other])]:
            count += 1
    return count


def weigh_play(r: Ints, s: Ints, train: int, far: int, least: int, w: Ints) -> int:
    """Leave in `w` what the tile and its place tell; give whether it is part of a run."""
    seat = s[TURN]
    near = s[ENDS + train]
    points = tile_points(r, near, far)
    w[F + POINTS] = points
    w[F + NEAR_POINTS] = max(0, _NEAR - least) * points
    w[F + POINTS_LATE] = points * _LATE // least
    fitting = count_bits(s[HANDS + seat * NUMBERS + far])
    if near == far:
        w[F + DOUBLE] = 1
        w[F + BARE] = 1 if fitting == 0 else 0
    if train == seat:
        w[F + OWN] = 1
        w[F + OWN_MARKED] = s[MARKERS] >> seat & 1
        w[F + OWN_MARKED_LATER] = w[F + OWN_MARKED] * least
        return 1 if s[RUNNING] or begins_run(r, s) else 0
    unseen = r[HIGHEST] + 1 - s[LYING + far] - fitting
    w[F + FOLLOWS] = fitting
    w[F + UNSEEN] = unseen
    if train == r[PLAYERS]:
        w[F + MEXICAN] = 1
        w[F + UNSEEN_MEXICAN] = unseen
    else:
        w[F + OTHERS] = 1
    return 0


def prepare(r: Ints, s: Ints, nodes: int, w: Ints) -> None:
    """Plan the own train of the seat to act, and note what holds for all its actions alike."""
    seat = s[TURN]
    hand = HANDS + seat * NUMBERS
    w[PLAN_HELD] = points_in_hand(r, s, seat)
    worth = w[PLAN_HELD] + TILE_WORTH * s[COUNTS + seat]
    w[PLAN_WORTH] = find_path(r, s, hand, s[ENDS + seat], worth, nodes, w)
    w[PLAN_TILES] = w[BEST_TILES]
    w[PLAN_FIRST] = first_step(w)
    w[PLAN_LEAST] = others_least(r, s, seat)
    w[PLAN_NUMBERS] = 0
    for number in range(r[HIGHEST] + 1):
        if s[hand + number]:
            w[PLAN_NUMBERS] += 1
    keep_plan(w)


def weigh_action(r: Ints, s: Ints, code: int, nodes: int, w: Ints) -> None:
    """Leave in `w` the features of an action, after `prepare`."""
    seat = s[TURN]
    hand = HANDS + seat * NUMBERS
    path = w[PLAN_WORTH]
    tiles = w[PLAN_TILES]
    held = w[PLAN_HELD]
    if code == DONE_CODE:
        weigh(r, s, code, held, path - TILE_WORTH * tiles, tiles, w)
        return
    train = code // FAR
    far = code % FAR
    near = s[ENDS + train]
    points = tile_points(r, near, far)
    held -= points
    s[hand + near] &= ~(1 << far)
    s[hand + far] &= ~(1 << near)
    if train == seat and far == w[PLAN_FIRST]:
        path -= TILE_WORTH + points
        tiles -= 1
    elif train == seat or w[_PLAN + near] >> far & 1:
        start = far if train == seat else s[ENDS + seat]
        hope = held + TILE_WORTH * (s[COUNTS + seat] - 1)
        path = find_path(r, s, hand, start, hope, nodes, w)
        tiles = w[BEST_TILES]
    weigh(r, s, code, held, path - TILE_WORTH * tiles, tiles, w)
    s[hand + near] |= 1 << far
    s[hand + far] |= 1 << near


def score(w: Ints, weights: Ints) -> int:
    """Add up the features in `w`, each times its weight."""
    total = 0
    for i in range(FEATURES):
        total += weights[i] * w[F + i]
    return total


def score_actions(
    r: Ints, s: Ints, weights: Ints, nodes: int, legal: Ints, scores: Ints, w: Ints
) -> int:
    """List what the seat to act may do and how each weighs; give how much that is."""
    count = legal_codes(r, s, legal)
    scores[0] = 0
    if count > 1:
        prepare(r, s, nodes, w)
        for i in range(count):
            weigh_action(r, s, legal[i], nodes, w)
            scores[i] = score(w, weights)
    return count


def choose_linear(
    r: Ints, s: Ints, weights: Ints, nodes: int, legal: Ints, scores: Ints, w: Ints
) -> int:
    """Give the action of the seat to act that weighs most, the first of equals."""
    count = score_actions(r, s, weights, nodes, legal, scores, w)
    chosen = 0
    for i in range(1, count):
        if scores[i] > scores[chosen]:
            chosen = i
    return legal[chosen]
