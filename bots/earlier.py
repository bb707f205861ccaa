"""Earlier versions of opponents: games that began with one go on with it."""

from __future__ import annotations

from dailytrain.tiles import TILES

from .regular import Regular
from .strong import Strong
from .weights import PLAYED_OUT, REGULAR_1
from .worlds import Assumptions


class Regular1(Regular):
    """Weigh by what the first version went by."""

    version = 1
    weights = REGULAR_1


class Strong1(Strong):
    """Play out fewer rounds, by other weights, and do not read what others choose."""

    version = 1
    assumed = Assumptions(PLAYED_OUT, reads_choices=False, usual_hand=len(TILES))
    budget = 3_000_000
