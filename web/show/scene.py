"""Draw a table that is set but not yet played at, seen from above: station, engine, trains, backs.

Nothing in it depends on the deal, but for the engine, which everyone knows.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Final

from markupsafe import Markup

WIDTH: Final = 368
HEIGHT: Final = 232
_CENTRE_X, _CENTRE_Y = WIDTH / 2, HEIGHT / 2
_HALF: Final = 20
"""The side of half a tile in these pictures' units; the sprite's halves are squares of 24."""
_FLATTEN: Final = 0.6
"""How much nearer to the horizontal the trains lie than the spokes of a wheel, on a wide table."""
_GAP: Final = 9
"""From one sleeper of a track to the next."""

_BACK: Final = (
    '<g id="back"><rect class="back__side" x="1" y="3" width="25" height="50" rx="4"/>'
    '<rect class="back__face" x="1" y="1" width="25" height="49.5" rx="4"/>'
    '<rect class="back__line" x="4" y="4" width="19" height="43.5" rx="2.5"/>'
    '<use href="#i-marker" x="5.5" y="17.5" width="16" height="16"/></g>'
)
"""A tile from behind."""


@cache
def table_scene(players: int, engine: int) -> Markup:
    """Draw the middle of a table with this many seats: one track a seat and the Mexican train's.

    The reader's track is the first to the left of the lower edge; the others follow clockwise.
    """
    trains = players + 1
    start = 50 + 3 * max(0, trains - 6)
    tracks = "".join(
        _track(_direction(train, trains), start, engine, is_mexican=train == players)
        for train in range(trains)
    )
    return Markup(  # noqa: S704 - numbers alone
        f'<svg class="scene" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f"<defs>{_BACK}</defs>{tracks}{_station(start - 8)}{_engine(engine)}</svg>"
    )


@cache
def backs(count: int) -> Markup:
    """Draw so many tiles standing face down in a row; the scene must be on the page too."""
    tiles = "".join(f'<use href="#back" x="{index * 27}"/>' for index in range(count))
    return Markup(  # noqa: S704 - numbers alone
        f'<svg class="backs" viewBox="0 0 {count * 27} 54" aria-hidden="true">{tiles}</svg>'
    )


def _direction(train: int, trains: int) -> tuple[float, float]:
    """Say which way a train runs, as a vector of length 1."""
    turn = math.radians(90 + 180 / trains + 360 * train / trains)
    x, y = math.cos(turn), math.sin(turn) * _FLATTEN
    length = math.hypot(x, y)
    return x / length, y / length


def _track(direction: tuple[float, float], start: int, engine: int, *, is_mexican: bool) -> str:
    """Draw a track with the empty place where its first tile goes."""
    x, y = direction
    end = min((_CENTRE_X - 14) / (abs(x) or 0.01), (_CENTRE_Y - 14) / (abs(y) or 0.01))
    sleepers = "".join(f"M{at} -8.5v17" for at in range(start, int(end), _GAP))
    kind = "track track--mexican" if is_mexican else "track"
    return (
        f'<g class="{kind}" transform="translate({_CENTRE_X:g} {_CENTRE_Y:g})'
        f' rotate({math.degrees(math.atan2(y, x)):.1f})">'
        f'<path class="track__ties" d="{sleepers}"/>'
        f'<path class="track__rails" d="M{start - 12} -5.5H{end:.0f}M{start - 12} 5.5H{end:.0f}"/>'
        f'<rect class="track__slot" x="{start + 3}" y="{-_HALF / 2:g}" width="{2 * _HALF}"'
        f' height="{_HALF}" rx="3"/>'
        f'<use class="track__start" href="#h{engine}"'
        f' transform="translate({start + 3} {-_HALF / 2:g}) scale({_HALF / 24:.3f})"/></g>'
    )


def _station(radius: int) -> str:
    """Draw the eight-sided station that the engine stands on."""

    def ring(size: float) -> str:
        corners = (math.radians(22.5 + 45 * corner) for corner in range(9))
        points = [
            (f"{_CENTRE_X + size * math.cos(a):.1f} {_CENTRE_Y + size * math.sin(a):.1f}")
            for a in corners
        ]
        return "M" + "L".join(first for first, _second in pairwise(points)) + "Z"

    return (
        f'<path class="station__side" d="{ring(radius)}" transform="translate(0 4)"/>'
        f'<path class="station__top" d="{ring(radius)}"/>'
        f'<path class="station__line" d="{ring(radius - 5)}"/>'
    )


def _engine(number: int) -> str:
    """Draw the engine lying in the middle."""
    left, top, scale = _CENTRE_X - 1.4 * _HALF, _CENTRE_Y - 0.7 * _HALF, 1.4 * _HALF / 24
    return (
        f'<g class="engine" transform="translate({left:g} {top:g}) scale({scale:.3f})">'
        '<rect class="engine__side" y="2" width="48" height="24" rx="3.4"/>'
        '<rect class="engine__face" width="48" height="24" rx="3.4"/>'
        '<path class="engine__line" d="M24 3v18"/>'
        f'<use href="#h{number}"/><use href="#h{number}" x="24"/>'
        '<circle class="engine__pin" cx="24" cy="12" r="1.3"/></g>'
    )
