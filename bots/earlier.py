"""Earlier versions of opponents: games that began with one go on with it."""

from __future__ import annotations

from .regular import Regular
from .weights import REGULAR_1


class Regular1(Regular):
    """Weigh by what the first version went by."""

    version = 1
    weights = REGULAR_1
