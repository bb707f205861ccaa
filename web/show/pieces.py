"""Pieces of pages that look the same wherever they come again, drawn once for each language."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from markupsafe import Markup

from web.words.wording import catalogue

_MOST: Final = 4096
_drawn: dict[tuple[Hashable, ...], Markup] = {}


def piece(name: str, draw: Callable[..., Markup], *values: Hashable) -> Markup:
    """Give what a macro makes of these values, and draw it only the first time.

    The macro may use nothing else but words; the name stands for it among all pages.
    """
    key = (name, catalogue(), *values)
    found = _drawn.get(key)
    if found is None:
        if len(_drawn) >= _MOST:
            _drawn.clear()
        found = _drawn[key] = draw(*values)
    return found
