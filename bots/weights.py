"""What the linear score weighs, in thousandths of a pip, in the order of linear.py's features."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    -57,  # points
    -494,  # own
    2155,  # own_marked
    -761,  # mexican
    866,  # others
    5643,  # double
    -2351,  # bare
    -161,  # off_points
    -1942,  # off_tiles
    -2062,  # numbers_left
    2560,  # own_fits
    -7,  # near_points
    111,  # follows
    -382,  # unseen
    150,  # unseen_own
    1295,  # choices
    389,  # done
    35,  # near_off_points
    -2873,  # off_capped
    10250,  # off_none
    130,  # off_squared
    220,  # run_off
    1000,  # close_off
    -3743,  # close_stuck
    -6870,  # own_fits_marked
    -677,  # own_marked_later
    348,  # unseen_mexican
    45,  # points_late
)
