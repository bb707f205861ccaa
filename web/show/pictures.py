"""Pictures for link previews: a card with a title on the felt and a train below, drawn as a PNG.

A picture is a pure function of its card. It shows no deal: the dominoes on it are always the same.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from . import drawing

WIDTH: Final = 1200
HEIGHT: Final = 630
DRAWN_IN_MEMORY: Final = 96
"""Pictures that a process keeps; one has some 40 kB."""

_FINE: Final = 2
"""Everything is drawn so many times larger and then made smaller, which smooths its edges."""

_Colour: TypeAlias = tuple[int, int, int]
_Box: TypeAlias = tuple[float, float, float, float]
_Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

# The site's day colours (css/base.css).
_FELT: Final = ((43, 99, 87), (26, 65, 57))
_WOOD: Final = ((109, 73, 50), (63, 39, 24))
_RAIL: Final = (159, 185, 171)
_SLEEPER: Final = (24, 60, 52)
_BRASS: Final = (232, 189, 96)
_CREAM: Final = (246, 238, 219)
_SOFT: Final = (207, 224, 214)
_IVORY: Final = (250, 243, 228)
_IVORY_LOW: Final = (197, 180, 140)
_GROOVE: Final = (168, 152, 112)
_INK: Final = (35, 33, 28)
_SIGNAL: Final = (201, 58, 34)
_PIPS: Final = (
    "#5f636a #1676a8 #2a8140 #d12f2f #70380f #1d3f9f #8a6a00 #cc3480 #007a77 #7337a6 #bf4f08"
    " #861b2d #5f636a"
).split()
_BRIGHT: Final = {1: "#45a6dc", 6: "#f0b912", 10: "#f0833a"}

_TRAIN: Final = ((12, 12), (12, 5), (5, 8), (8, 8), (8, 3), (3, 11), (11, 6), (6, 1), (1, 9))
"""The dominoes on every picture, as they lie."""

_MOST_WAGONS: Final = 8


@dataclass(frozen=True, slots=True)
class Card:
    """What a picture says; drawing it again gives the same bytes."""

    title: str
    lines: tuple[str, ...]
    wagons: tuple[int, ...] = ()
    """For a result: by round how many crates its wagon carries, 0 for a round without points."""
    caption: str = ""
    """One line about the wagons."""


@lru_cache(maxsize=DRAWN_IN_MEMORY)
def draw(card: Card) -> bytes:
    """Draw a card as a PNG."""
    image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE))
    pen = _Pen(image)
    pen.fade((0, 0, WIDTH, HEIGHT), *_FELT)
    pen.fade((0, 584, WIDTH, HEIGHT), *_WOOD)
    pen.box((0, 580, WIDTH, 584), _BRASS)
    _say(pen, card)
    if 0 < len(card.wagons) <= _MOST_WAGONS:
        _wagons(pen, card)
    else:
        _rails(pen, 480)
        _dominoes(pen, 480)
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    small.save(written, "PNG", optimize=True)
    return written.getvalue()


@cache
def _font(size: int) -> _Font:
    return ImageFont.load_default(size)


class _Pen:
    """Draws in the picture's own units, whatever the fineness."""

    def __init__(self, image: Image.Image) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)

    def box(self, box: _Box, colour: _Colour | str, radius: float = 0) -> None:
        """Fill a box, its corners rounded."""
        self._draw.rounded_rectangle([round(v * _FINE) for v in box], radius * _FINE, fill=colour)

    def dot(self, x: float, y: float, size: float, colour: _Colour | str) -> None:
        """Fill a circle by its middle and its diameter."""
        half = size / 2
        self._draw.ellipse(
            [v * _FINE for v in (x - half, y - half, x + half, y + half)], fill=colour
        )

    def shape(self, corners: list[tuple[float, float]], colour: _Colour | str) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x * _FINE, y * _FINE) for x, y in corners], fill=colour)

    def fade(self, box: _Box, top: _Colour, bottom: _Colour) -> None:
        """Fill a box with a colour that changes from top to bottom."""
        left, first, right, last = (round(v * _FINE) for v in box)
        for y in range(first, last):
            share = (y - first) / (last - first)
            colour = tuple(round(a + (b - a) * share) for a, b in zip(top, bottom, strict=True))
            self._draw.line([(left, y), (right, y)], fill=colour)

    def text(  # noqa: PLR0913 - where, what, how large, which colour, how heavy, how wide
        self,
        x: float,
        y: float,
        words: str,
        size: int,
        colour: _Colour,
        *,
        heavy: bool = False,
        most: float = WIDTH - 140,
    ) -> None:
        """Write a line from its left end on its base line, smaller if it would be too wide."""
        while size > 20 and _font(size).getlength(words) > most:
            size -= 2
        stroke = size * _FINE / 34 if heavy else 0
        self._draw.text(
            (x * _FINE, y * _FINE),
            words,
            colour,
            _font(size * _FINE),
            anchor="ls",
            stroke_width=stroke,
            stroke_fill=colour,
        )


def _say(pen: _Pen, card: Card) -> None:
    """Write the site's name, the title and the lines below it."""
    _sign(pen, 70, 62, 1.5)
    pen.text(160, 110, "Daily Train", 40, _CREAM, heavy=True)
    pen.text(70, 232, card.title, 92, _CREAM, heavy=True)
    for number, line in enumerate(card.lines[:2]):
        pen.text(70, 300 + number * 54, line, 40, _BRASS if number == 0 else _SOFT)


def _sign(pen: _Pen, x: float, y: float, scale: float) -> None:
    """Draw the site's sign: a domino that runs on wheels."""

    def at(*values: float) -> list[float]:
        return [(x, y)[i % 2] + value * scale for i, value in enumerate(values)]

    dark = (20, 46, 40)
    pen.box(_box(at(8.5, 3, 11.5, 10)), dark)
    pen.box(_box(at(5.5, 1, 14.5, 4.5)), dark, 1.2 * scale)
    pen.box(_box(at(1, 8, 47, 32)), dark, 5 * scale)
    pen.box(_box(at(3, 10, 45, 30)), _IVORY, 3.4 * scale)
    pen.box(_box(at(23.4, 12, 24.6, 28)), _GROOVE)
    for dx, dy in ((8, 15), (18, 25), (13, 20), (30, 15), (40, 15), (30, 25), (40, 25), (35, 20)):
        cx, cy = at(dx, dy)
        pen.dot(cx, cy, 4 * scale, _SIGNAL)
    for dx in (12, 36):
        cx, cy = at(dx, 33)
        pen.dot(cx, cy, 12 * scale, dark)
        pen.dot(cx, cy, 4 * scale, _IVORY)


def _box(values: list[float]) -> _Box:
    left, top, right, bottom = values
    return left, top, right, bottom


def _rails(pen: _Pen, y: float) -> None:
    for x in range(6, WIDTH, 46):
        pen.box((x, y - 34, x + 20, y + 34), _SLEEPER, 3)
    for rail in (y - 24, y + 20):
        pen.box((0, rail, WIDTH, rail + 4), _RAIL)


def _dominoes(pen: _Pen, y: float) -> None:
    """Lay the train, the engine at its head, so that it leaves the picture at the right."""
    side = 76
    x = 70.0
    for first, second in _TRAIN:
        wide = side if first == second else 2 * side
        tall = 2 * side if first == second else side
        _tile(pen, (x, y - tall / 2, x + wide, y + tall / 2), first, second)
        x += wide + 7


def _tile(pen: _Pen, box: _Box, first: int, second: int) -> None:
    """Draw a domino; one that is taller than wide stands."""
    left, top, right, bottom = box
    stands = bottom - top > right - left
    side = min(right - left, bottom - top)
    pen.box((left, top + side * 0.09, right, bottom + side * 0.09), (14, 38, 33), side * 0.15)
    pen.box((left, top + side * 0.05, right, bottom + side * 0.05), _IVORY_LOW, side * 0.15)
    pen.box(box, _IVORY, side * 0.15)
    thin = side * 0.02
    if stands:
        middle = (top + bottom) / 2
        pen.box((left + side * 0.12, middle - thin, right - side * 0.12, middle + thin), _GROOVE)
    else:
        middle = (left + right) / 2
        pen.box((middle - thin, top + side * 0.12, middle + thin, bottom - side * 0.12), _GROOVE)
    pen.dot((left + right) / 2, (top + bottom) / 2, side * 0.11, (201, 161, 74))
    _dots(pen, left, top, side, first, stands=stands)
    far = (left, top + side) if stands else (left + side, top)
    _dots(pen, *far, side, second, stands=stands)


def _dots(pen: _Pen, left: float, top: float, side: float, number: int, *, stands: bool) -> None:  # noqa: PLR0913 - a place, a size and a number
    """Draw a number's dots on half a domino, turned as it lies."""
    unit = side / 24
    size = drawing.dot_size(number) * unit
    for x, y in drawing.positions(number):
        across, along = (x, y) if stands else (y, 24 - x)
        place = left + across * unit, top + along * unit
        pen.dot(*place, size, _PIPS[number])
        if number in _BRIGHT:
            pen.dot(*place, size * 0.66, _BRIGHT[number])


def _wagons(pen: _Pen, card: Card) -> None:
    """Draw a wagon a round behind a locomotive: a flag on the empty one, crates for points."""
    for x in range(6, WIDTH, 46):
        pen.box((x, 536, x + 26, 546), _SLEEPER, 3)
    pen.box((0, 530, WIDTH, 536), _RAIL)
    count = len(card.wagons)
    wide = min(190.0, (WIDTH - 330 - 20 * count) / count)
    for number, crates in enumerate(card.wagons):
        _wagon(pen, 70 + number * (wide + 20), wide, crates)
    _locomotive(pen, 70 + count * (wide + 20))
    pen.text(70, 617, card.caption, 26, _CREAM)


def _wagon(pen: _Pen, left: float, wide: float, crates: int) -> None:
    floor = 480.0
    pen.box((left + wide - 4, floor + 12, left + wide + 24, floor + 18), _GROOVE)
    if crates == 0:
        _flag(pen, left + wide / 2 - 30, floor)
    crate = min((wide - 32) / 3, 50.0)
    first = left + (wide - crate * crates - 4 * (crates - 1)) / 2
    for number in range(crates):
        x = first + number * (crate + 4)
        pen.box((x, floor - crate, x + crate, floor), _IVORY, 4)
        pen.box((x + 5, floor - crate + 5, x + crate - 5, floor - 5), (222, 178, 108), 2)
        pen.box((x + 5, floor - crate * 0.58, x + crate - 5, floor - crate * 0.42), _IVORY)
    pen.box((left, floor, left + wide, floor + 26), _SIGNAL, 5)
    pen.box((left + 6, floor + 8, left + wide - 6, floor + 13), _IVORY)
    for x in (left + wide * 0.22, left + wide * 0.78):
        _wheel(pen, x, 511, 38)


def _wheel(pen: _Pen, x: float, y: float, size: float) -> None:
    pen.dot(x, y, size, _INK)
    pen.dot(x, y, size * 0.34, _CREAM)


def _locomotive(pen: _Pen, left: float) -> None:
    """Draw the locomotive, heading right."""
    dark = (20, 46, 40)
    pen.box((left, 396, left + 84, 506), _SIGNAL, 6)
    pen.box((left - 8, 384, left + 92, 400), dark, 5)
    pen.box((left + 16, 414, left + 66, 450), _IVORY, 5)
    pen.box((left + 70, 440, left + 194, 506), _SIGNAL, 8)
    pen.box((left + 84, 464, left + 194, 470), _IVORY)
    pen.box((left + 146, 400, left + 170, 444), dark, 3)
    pen.box((left + 138, 392, left + 178, 406), dark, 4)
    pen.shape([(left + 188, 490), (left + 226, 530), (left + 184, 530)], dark)
    _wheel(pen, left + 42, 501, 58)
    _wheel(pen, left + 114, 507, 46)
    _wheel(pen, left + 164, 507, 46)


def _flag(pen: _Pen, x: float, floor: float) -> None:
    """Draw a chequered flag."""
    pen.box((x, floor - 96, x + 6, floor), _CREAM)
    cell = 11
    for row in range(4):
        for column in range(6):
            colour = _INK if (row + column) % 2 else _CREAM
            left, top = x + 6 + column * cell, floor - 96 + row * cell
            pen.box((left, top, left + cell, top + cell), colour)
