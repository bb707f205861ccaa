"""What the linear score weighs, in thousandths of a pip, in the order of linear.py's features.

Fitted by least squares to what search found each action of some 20,000 choices worth.
"""

from __future__ import annotations

from typing import Final

REGULAR: Final = (
    42,  # points
    -336,  # own
    4522,  # own_marked
    659,  # mexican
    -862,  # others
    7241,  # double
    -1558,  # bare
    -116,  # off_points
    -1005,  # off_tiles
    -3903,  # numbers_left
    4181,  # own_fits
    123,  # near_points
    153,  # follows
    -190,  # unseen
    380,  # unseen_own
    2048,  # choices
    540,  # done
    -16,  # near_off_points
    0,  # off_capped
    0,  # off_none
    0,  # off_squared
    0,  # run_off
    0,  # close_off
    0,  # close_stuck
    0,  # own_fits_marked
    0,  # own_marked_later
    0,  # unseen_mexican
    0,  # points_late
)
"""What *regular* goes by: the plainer features alone."""

PLAYED_OUT: Final = (
    -61,  # points
    -578,  # own
    1417,  # own_marked
    -381,  # mexican
    998,  # others
    5380,  # double
    -1727,  # bare
    -153,  # off_points
    -2117,  # off_tiles
    -1802,  # numbers_left
    2448,  # own_fits
    -9,  # near_points
    83,  # follows
    -411,  # unseen
    166,  # unseen_own
    1168,  # choices
    -39,  # done
    36,  # near_off_points
    -2480,  # off_capped
    7959,  # off_none
    126,  # off_squared
    205,  # run_off
    206,  # close_off
    -3222,  # close_stuck
    -6565,  # own_fits_marked
    -375,  # own_marked_later
    346,  # unseen_mexican
    55,  # points_late
)
"""What every seat goes by in the worlds that search plays out."""
