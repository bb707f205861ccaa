"""How a round on flat lists of numbers (sim.py) went for a seat, in whole numbers.

Results are in 2520ths of a pip, which can be shared among any number of seats, and fewer is better:
where points are won (`winner_takes`) a result is what was won with its sign turned.
"""

from __future__ import annotations

from typing import Final

from .sim import (
    BLANK_POINTS,
    COUNTS,
    DOUBLE_BLANK,
    HANDS,
    HIGHEST,
    NUMBERS,
    PLAYERS,
    SEATS,
    SOMEONE_OUT,
    WINNER_TAKES,
    Ints,
    count_bits,
)

PIP: Final = 2520
"""How many parts a pip has."""

# How a match stands before its last round.
STAKE: Final = 0  # what winning it is worth, in pips; 0 in other rounds
TOTALS: Final = 1  # each seat's result so far
STANDING_SIZE: Final = TOTALS + SEATS


def points_in_hand(r: Ints, s: Ints, seat: int) -> int:
    """Count what a seat's hand is worth under the rules."""
    hand = HANDS + seat * NUMBERS
    points = 0
    for number in range(1, r[HIGHEST] + 1):
        tiles = s[hand + number]
        if tiles:
            points += number * (count_bits(tiles) + (tiles >> number & 1))
    blanks = s[hand]
    points += r[BLANK_POINTS] * (count_bits(blanks) + (blanks & 1))
    if blanks & 1 and r[DOUBLE_BLANK] >= 0:
        points += r[DOUBLE_BLANK] - 2 * r[BLANK_POINTS]
    return points


def find_results(r: Ints, s: Ints, results: Ints) -> None:
    """Leave in `results` how an ended round went for each seat."""
    players = r[PLAYERS]
    pot = 0
    least = -1
    for seat in range(players):
        points = points_in_hand(r, s, seat)
        results[seat] = points * PIP
        pot += points
        if least < 0 or points < least:
            least = points
    if not r[WINNER_TAKES]:
        return
    winners = 0
    for seat in range(players):
        wins = s[COUNTS + seat] == 0 if s[SOMEONE_OUT] else results[seat] == least * PIP
        if wins:
            winners += 1
            pot -= results[seat] // PIP
        results[seat] = 1 if wins else 0
    for seat in range(players):
        results[seat] *= -(pot * PIP // winners)


def loss(r: Ints, results: Ints, seat: int) -> int:
    """Give a seat's result minus the others' mean."""
    total = 0
    for other in range(r[PLAYERS]):
        total += results[other]
    return (results[seat] * r[PLAYERS] - total) // (r[PLAYERS] - 1)


def match_loss(r: Ints, results: Ints, seat: int, standing: Ints) -> int:
    """Give how much of the stake a seat loses when the last round ends in these results.

    Seats that are level at the end share the stake.
    """
    own = standing[TOTALS + seat] + results[seat]
    level = 0
    for other in range(r[PLAYERS]):
        total = standing[TOTALS + other] + results[other]
        if total < own:
            return standing[STAKE] * PIP
        if total == own:
            level += 1
    return standing[STAKE] * (PIP - PIP // level)
