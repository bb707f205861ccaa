"""Decide how tiles, signs and bars are drawn: small cached pieces of SVG, the same on every page.

The dots of each number are drawn once in a sprite; a tile is two references to it. All else about
a tile (ivory, shadow, colours) is the style sheet's business, and so follows the theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, Protocol

from markupsafe import Markup

HIGHEST: Final = 18
"""The highest number that a set may have."""

_SIDE: Final = 24
"""A half tile is a square of this many units."""

_LOW, _MIDDLE, _HIGH = 6.0, 12.0, 18.0

_ROWS: Final[Mapping[int, tuple[float, ...]]] = MappingProxyType(
    {
        0: (),
        1: (_MIDDLE,),
        2: (_LOW, _HIGH),
        3: (_LOW, _MIDDLE, _HIGH),
        4: (4.8, 9.6, 14.4, 19.2),
        5: (4.4, 8.2, 12.0, 15.8, 19.6),
        6: (3.75, 7.05, 10.35, 13.65, 16.95, 20.25),
    },
)
"""Where the dots of a column lie, by how many there are."""

_COLUMNS: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType(
    {
        0: (),
        1: (0, 1, 0),
        4: (2, 0, 2),
        5: (2, 1, 2),
        6: (3, 0, 3),
        7: (3, 1, 3),
        8: (3, 2, 3),
        9: (3, 3, 3),
        10: (4, 2, 4),
        11: (4, 3, 4),
        12: (4, 4, 4),
        13: (4, 5, 4),
        14: (5, 4, 5),
        15: (5, 5, 5),
        16: (4, 4, 4, 4),
        17: (6, 5, 6),
        18: (6, 6, 6),
    },
)
"""The dots of a number in columns along the tile, as on a real set; 2 and 3 run slantwise."""

_SLANTED: Final[Mapping[int, tuple[tuple[float, float], ...]]] = MappingProxyType(
    {
        2: ((_LOW, _LOW), (_HIGH, _HIGH)),
        3: ((_LOW, _LOW), (_MIDDLE, _MIDDLE), (_HIGH, _HIGH)),
    },
)

_DOT_SIZES: Final = ((9, 4.6), (12, 4.1), (15, 3.4), (16, 3.7), (HIGHEST, 2.9))
"""The dots' diameter for numbers up to the first of each pair."""

_BRIGHT: Final = frozenset({1, 6, 10})
"""Numbers whose classic colour is too pale for ivory: dots with a dark rim and a bright middle."""

_ICONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # A locomotive: boiler, cab, chimney and cowcatcher, a window, two wheels with their hubs.
        "marker": (
            '<path class="mk" d="M3 5h8v5h3V6.5h-1.2V4h5.4v2.5H17V10h2.5a2 2 0 0 1 2 2v5l1.5 2.5'
            'H1.5V17H3z"/><path class="mw" d="M5.2 7.2h3.6v3H5.2z"/>'
            '<circle class="mk" cx="7" cy="19.4" r="3.4"/>'
            '<circle class="mw" cx="7" cy="19.4" r="1.2"/>'
            '<circle class="mk" cx="16.5" cy="19.4" r="3.4"/>'
            '<circle class="mw" cx="16.5" cy="19.4" r="1.2"/>'
        ),
        "pile": (
            '<rect x="2" y="13" width="14" height="7.5" rx="1.6"/>'
            '<rect x="8" y="8.5" width="14" height="7.5" rx="1.6"/>'
            '<rect x="3.5" y="3.5" width="14" height="7.5" rx="1.6"/>'
        ),
        "hand": '<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M9 12h6"/>',
        "settings": (
            '<path d="M3 7h10M19 7h2M3 17h2M11 17h10"/><circle cx="16" cy="7" r="3"/>'
            '<circle cx="8" cy="17" r="3"/>'
        ),
        "help": '<path d="M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.6M12 18.5v.1"/>',
        "back": '<path d="M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5 5 0 0 1 0 10h-4"/>',
        "left": '<path d="m14.5 5-7 7 7 7"/>',
        "right": '<path d="m9.5 5 7 7-7 7"/>',
        "close": '<path d="m6 6 12 12M18 6 6 18"/>',
    },
)
"""Signs in a square of 24 units."""

_BRAND: Final = (
    '<path d="M9 9V5H7V2h9v3h-2v4" class="bk"/>'
    '<rect x="2" y="9" width="44" height="22" rx="4" class="bt"/><path d="M24 12v16" class="bg"/>'
    '<path d="M8 15h.01M18 25h.01M13 20h.01M30 15h.01M40 15h.01M30 25h.01M40 25h.01M35 20h.01"'
    ' class="bp"/>'
    '<circle cx="12" cy="33" r="5.5" class="bk"/><circle cx="12" cy="33" r="1.8" class="bt"/>'
    '<circle cx="36" cy="33" r="5.5" class="bk"/><circle cx="36" cy="33" r="1.8" class="bt"/>'
)
"""The name's sign: a domino that runs on wheels."""


def positions(number: int) -> tuple[tuple[float, float], ...]:
    """Say where the dots of a number lie on the half of a standing tile."""
    if number in _SLANTED:
        return _SLANTED[number]
    columns = _COLUMNS[number]
    across = _ROWS[len(columns)]
    return tuple((x, y) for x, count in zip(across, columns, strict=True) for y in _ROWS[count])


def dot_size(number: int) -> float:
    """Give the diameter of a number's dots."""
    return next(size for highest, size in _DOT_SIZES if number <= highest)


def _dots(number: int, *, lying: bool) -> str:
    """Draw a number's dots as one path of round-capped points, turned with the tile if it lies."""
    size = dot_size(number)
    spots = ((y, _SIDE - x) if lying else (x, y) for x, y in positions(number))
    path = "".join(f"M{x:g} {y:g}h.01" for x, y in spots)
    if not path:
        return ""
    drawn = f'<path class="pp" stroke-width="{size:g}" d="{path}"/>'
    if number in _BRIGHT:
        drawn += f'<path class="pq q{number}" stroke-width="{size * 0.66:.2g}" d="{path}"/>'
    return drawn


def _svg(style: str, box: str, inner: str, name: str = "") -> Markup:
    """Wrap a drawing; without a name it says nothing to a screen reader, words beside it do."""
    role = f'role="img" aria-label="{name}"' if name else 'aria-hidden="true"'
    return Markup(  # noqa: S704 - numbers and constants of this module alone
        f'<svg class="{style}" viewBox="{box}" {role}>{inner}</svg>',
    )


@cache
def sprite() -> Markup:
    """Draw what tiles and signs refer to; a page holds it once, outside what is swapped."""
    numbers = "".join(
        f'<g id="{way}{number}" class="p p{number}">{_dots(number, lying=way == "h")}'
        f'<text class="pn" x="12" y="12">{number}</text></g>'
        for way in "vh"
        for number in range(HIGHEST + 1)
    )
    signs = "".join(
        f'<symbol id="i-{name}" viewBox="0 0 24 24">{drawn}</symbol>'
        for name, drawn in _ICONS.items()
    )
    return _svg("sprite", "0 0 1 1", f"<defs>{numbers}{signs}</defs>")


@cache
def laid(first: int, second: int) -> Markup:
    """Draw a tile as it lies on a train, `first` nearer the engine; a double lies crosswise."""
    return _tile(first, second, lying=first != second)


class Face(Protocol):
    """A tile as it lies: its two numbers in order."""

    @property
    def first(self) -> int:
        """The number nearer the engine."""

    @property
    def second(self) -> int:
        """The number nearer the open end."""


@cache
def _lying(first: int, second: int) -> str:
    return f"<li>{laid(first, second)}</li>"


def laid_all(faces: Sequence[Face], fold: str = "") -> Markup:
    """Draw a train's tiles as the items of a list, with `fold` (markup) after the first of them."""
    items = [_lying(face.first, face.second) for face in faces]
    if not items:
        return Markup()
    items[-1] = items[-1].replace("<li>", '<li class="last">', 1)
    items.insert(1, fold)
    return Markup("".join(items))  # noqa: S704 - pieces of this module, and markup given as such


@cache
def laid_flat(number: int) -> Markup:
    """Draw a double lying lengthwise: the engine, from which every train runs."""
    return _tile(number, number, lying=True)


@cache
def standing(first: int, second: int, *, named: bool = False) -> Markup:
    """Draw a tile upright, `first` on top; unnamed where a button already says which it is."""
    return _tile(first, second, lying=False, named=named)


@cache
def resting(first: int, second: int) -> Markup:
    """Draw a tile of the hand that fits nowhere now, in its place."""
    name = f"{first}-{second}"
    return Markup(  # noqa: S704 - numbers and a drawing of this module
        f'<li class="slot" data-tile="{name}" data-pips="{first + second}">'
        f'<span class="ht" role="img" aria-label="{name}">{standing(first, second)}</span></li>'
    )


def _tile(first: int, second: int, *, lying: bool, named: bool = True) -> Markup:
    """Draw two numbers side by side or one above the other, turned as the tile lies."""
    way, place, box = ("h", "x", "0 0 48 24") if lying else ("v", "y", "0 0 24 48")
    halves = f'<use href="#{way}{first:d}"/><use href="#{way}{second:d}" {place}="{_SIDE}"/>'
    return _svg(f"t t--{way}", box, halves, f"{first:d}-{second:d}" if named else "")


@cache
def half(number: int) -> Markup:
    """Draw one number on a square of ivory: half a tile, as a sign."""
    return _svg("t t--half", "0 0 24 24", f'<use href="#h{number:d}"/>')


@cache
def icon(name: str) -> Markup:
    """Draw a sign of the sprite."""
    if name not in _ICONS:
        raise KeyError(name)
    return _svg(f"i i--{name}", "0 0 24 24", f'<use href="#i-{name}"/>')


@cache
def brand() -> Markup:
    """Draw the site's sign, whole, for pages that have no sprite."""
    return _svg("brand__sign", "0 0 48 40", _BRAND)


def bar(value: float, most: float) -> Markup:
    """Draw a bar as wide as `value` is of `most`; the number itself stands beside it as text."""
    share = max(0.0, min(1.0, value / most)) if most > 0 else 0.0
    return Markup(  # noqa: S704 - a number alone
        '<svg class="bars__bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{share * 100:.1f}" height="1"/></svg>',
    )
