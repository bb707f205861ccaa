"""How a round on flat lists of numbers (sim.py) went for a seat, in whole numbers."""

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
    SOMEONE_OUT,
    WINNER_TAKES,
    Ints,
    count_bits,
)

PIP: Final = 2520
"""How many units of loss a pip is, so that it can be shared among any number of other seats."""


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


def loss(r: Ints, s: Ints, seat: int) -> int:
    """Say how an ended round went: a seat's points minus the others' mean, in 2520ths of a pip.

    Fewer is better. With `winner_takes`, where points are won, the sign is turned.
    """
    players = r[PLAYERS]
    if r[WINNER_TAKES]:
        return -winnings(r, s, seat)
    own = points_in_hand(r, s, seat)
    total = 0
    for other in range(players):
        total += points_in_hand(r, s, other)
    return (own * players - total) * (PIP // (players - 1))


def winnings(r: Ints, s: Ints, seat: int) -> int:
    """Give what a seat wins minus the others' mean, in 2520ths of a point."""
    players = r[PLAYERS]
    least = points_in_hand(r, s, 0)
    total = 0
    for other in range(players):
        points = points_in_hand(r, s, other)
        total += points
        least = min(least, points)
    winners = 0
    paid = 0
    is_winner = False
    for other in range(players):
        points = points_in_hand(r, s, other)
        wins = s[COUNTS + other] == 0 if s[SOMEONE_OUT] else points == least
        if wins:
            winners += 1
            paid += points
            is_winner = is_winner or other == seat
    pot = total - paid
    share = pot * PIP // winners if is_winner else 0
    return share - (pot * PIP - share) // (players - 1)
