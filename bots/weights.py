"""What the linear score weighs, in thousandths of a pip, in the order of linear.py's features.

Fitted by least squares to what search found each action of some 20,000 choices worth, but for
`REGULAR`, which was fitted from there by how many rounds against two planners came out.
"""

from __future__ import annotations

from typing import Final

REGULAR_1: Final = (
    40,  # points
    1099,  # own
    1970,  # own_marked
    0,  # mexican
    0,  # others
    7358,  # double
    -2847,  # bare
    -118,  # off_points
    -975,  # off_tiles
    -2622,  # numbers_left
    5209,  # own_fits
    138,  # near_points
    0,  # follows
    0,  # unseen
    0,  # unseen_own
    0,  # choices
    1376,  # done
    0,  # near_off_points
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
"""What the first version of *regular* went by: its own hand and train, and little of the table."""

REGULAR: Final = (
    -27,  # points
    -338,  # own
    528,  # own_marked
    -538,  # mexican
    284,  # others
    6633,  # double
    -2110,  # bare
    -256,  # off_points
    -6373,  # off_tiles
    -2679,  # numbers_left
    5845,  # own_fits
    -4,  # near_points
    114,  # follows
    -704,  # unseen
    172,  # unseen_own
    1513,  # choices
    -464,  # done
    139,  # near_off_points
    -1067,  # off_capped
    12269,  # off_none
    61,  # off_squared
    413,  # run_off
    -15,  # close_off
    -1072,  # close_stuck
    -6727,  # own_fits_marked
    315,  # own_marked_later
    241,  # unseen_mexican
    40,  # points_late
)
"""What *regular* goes by, and every seat in the worlds that *strong* and the judge play out: fitted

by play against two planners.
"""

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
"""What every seat went by in the worlds that the first version of *strong* played out."""
