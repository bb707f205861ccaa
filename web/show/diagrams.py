"""The guide's diagrams: moments at the table, with what may be played in each as the game says it.

A diagram is a position (formats.md) and nothing more: which tiles stand out in it and what is
written under them is asked of `legal_actions`, so the guide cannot say what the game does not do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from dailytrain import Action, Position, Tile, parse_position, tiles_in
from dailytrain.actions import train_name
from web.play.lineup import NAMES
from web.words.wording import gettext as _
from web.words.wording import ngettext

from .tablemodel import TileFace

_OWN_DOUBLE: Final[Mapping[str, object]] = {
    "engine": 11,
    "hands": [["3-8", "5-9", "8-10", "2-6"], 6],
    "trains": {"P0": ["11-8", "8-8"], "P1": ["11-4", "4-5"], "M": ["11-2"]},
    "laid": ["P0"],
    "markers": [False, True],
    "boneyard": 28,
}
"""One table, on which the rules decide what may follow the double."""

POSITIONS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        # Wren's train shows 9, and the hand has a 9: without a marker it is closed all the same.
        "matching": {
            "rules": "daily",
            "engine": 12,
            "hands": [["3-12", "5-8", "2-7", "4-9"], 6],
            "trains": {"P0": ["12-5"], "P1": ["12-10", "10-9"]},
            "boneyard": 40,
        },
        "open_train": {
            "rules": "daily",
            "engine": 12,
            "hands": [["3-12", "5-8", "2-7", "4-9"], 7],
            "trains": {"P0": ["12-5"], "P1": ["12-10", "10-9"]},
            "markers": [False, True],
            "boneyard": 39,
        },
        "drawing": {
            "rules": "daily",
            "engine": 12,
            "hands": [["2-7", "4-6", "3-11"], 5],
            "trains": {"P0": ["12-5"], "P1": ["12-10", "10-9"], "M": ["12-8"]},
            "boneyard": 31,
        },
        "passing": {
            "rules": "daily",
            "engine": 12,
            "hands": [["2-7", "4-6", "3-11", "1-6"], 5],
            "trains": {"P0": ["12-5"], "P1": ["12-10", "10-9"], "M": ["12-8"]},
            "boneyard": 30,
            "drawn": True,
        },
        "marker_in": {
            "rules": "daily",
            "engine": 12,
            "hands": [["2-5", "8-10", "1-6"], 5],
            "trains": {"P0": ["12-5"], "P1": ["12-10", "10-9"], "M": ["12-8"]},
            "markers": [True, False],
            "boneyard": 30,
        },
        "own_double": {"rules": "daily", **_OWN_DOUBLE},
        "own_double_extra": {"rules": "standard", **_OWN_DOUBLE},
        "open_double": {
            "rules": "daily",
            "engine": 11,
            "hands": [["3-7", "1-4", "7-9", "2-6"], 5],
            "trains": {"P0": ["11-4"], "P1": ["11-7", "7-7"], "M": ["11-2"]},
            "open_doubles": ["P1"],
            "boneyard": 22,
        },
        "two_open_doubles": {
            "rules": "daily",
            "engine": 11,
            "hands": [["3-7", "1-4", "2-9", "5-9"], 5],
            "trains": {"P0": ["11-4"], "P1": ["11-7", "7-7"], "M": ["11-2", "2-2"]},
            "open_doubles": ["M", "P1"],
            "boneyard": 20,
        },
        "first_run": {
            "rules": "daily",
            "engine": 10,
            "hands": [["2-6", "6-10", "3-9", "1-6"], 13],
            "trains": {"P0": ["10-4", "4-6"]},
            "laid": ["P0", "P0"],
            "turns_ended": [0, 0],
            "boneyard": 50,
        },
        "last_double": {
            "rules": "daily",
            "engine": 10,
            "hands": [["6-6"], 3],
            "trains": {"P0": ["10-3", "3-6"], "P1": ["10-1"], "M": ["10-8", "8-5"]},
            "boneyard": 12,
        },
        "blocked": {
            "rules": "daily",
            "engine": 9,
            "hands": [["1-4", "0-7"], 2],
            "trains": {"P0": ["9-3", "3-6"], "P1": ["9-8"], "M": ["9-2", "2-5"]},
            "markers": [True, True],
        },
        "own_train_first": {
            "rules": "playboard",
            "engine": 9,
            "hands": [["3-9", "7-9", "2-5"], 12],
            "trains": {"P1": ["9-4", "4-2"]},
            "markers": [False, True],
            "boneyard": 20,
        },
        "open_double_binds_nobody": {
            "rules": "playboard",
            "engine": 9,
            "hands": [["3-7", "1-4", "5-9"], 9],
            "trains": {"P0": ["9-4"], "P1": ["9-7", "7-7"]},
            "markers": [False, True],
            "open_doubles": ["P1"],
            "boneyard": 30,
        },
        "two_doubles": {
            "rules": "puremco",
            "engine": 9,
            "hands": [["2-2", "2-6", "5-5", "3-7"], 9, 10],
            "trains": {"P0": ["9-8", "8-8"], "M": ["9-2"], "P2": ["9-5"]},
            "laid": ["P0"],
            "markers": [False, False, True],
            "boneyard": 30,
        },
    }
)
"""The positions by name; seat 0 is the reader's."""


@dataclass(frozen=True, slots=True)
class DrawnTrain:
    """A train of a diagram."""

    name: str
    is_mine: bool
    is_mexican: bool
    tiles: tuple[TileFace, ...]
    end: int
    has_marker: bool
    has_open_double: bool
    is_playable: bool


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile of the reader's hand in a diagram, and the trains that it may go on now."""

    face: TileFace
    trains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A moment at the table, ready to be drawn."""

    name: str
    engine: int
    boneyard: int
    trains: tuple[DrawnTrain, ...]
    hand: tuple[DrawnTile, ...]
    answer: str
    """What the reader may do, in a sentence."""
    actions: tuple[Action, ...]
    """The same as the game lists it."""


@cache
def position(name: str) -> Position:
    """Give the position of a diagram."""
    return parse_position(POSITIONS[name])


def diagrams() -> dict[str, Diagram]:
    """Draw up every diagram in the reader's language, by name."""
    return {name: _diagram(name, position(name)) for name in POSITIONS}


def _diagram(name: str, moment: Position) -> Diagram:
    table = moment.table
    legal = moment.legal_actions()
    goes: dict[Tile, list[int]] = {}
    for action in legal:
        if action.is_play:
            goes.setdefault(action.tile, []).append(min(action.train, table.players))
    playable = {train for trains in goes.values() for train in trains}
    return Diagram(
        name=name,
        engine=table.engine,
        boneyard=table.boneyard_count,
        trains=tuple(
            DrawnTrain(
                name=_train_title(train, table.players),
                is_mine=train == 0,
                is_mexican=train == table.players,
                tiles=tuple(
                    TileFace(text=str(tile), first=near, second=far)
                    for tile, (near, far) in zip(
                        table.trains[train], table.ends_of_train(train), strict=True
                    )
                ),
                end=table.ends[train],
                has_marker=bool(table.markers >> train & 1),
                has_open_double=train in table.open_doubles or train in table.fresh,
                is_playable=train in playable,
            )
            for train in range(table.players + 1)
        ),
        hand=tuple(
            DrawnTile(
                TileFace(text=str(tile), first=tile.low, second=tile.high),
                tuple(_place(train, table.players) for train in goes.get(tile, ())),
            )
            for tile in sorted(tiles_in(moment.hand), key=lambda tile: (tile.low, tile.high))
        ),
        answer=_answer(legal, len(goes), has_marker=bool(table.markers & 1)),
        actions=legal,
    )


def train_key(action: Action, players: int) -> str:
    """Name the train that a play goes on, as a position does."""
    return train_name(min(action.train, players), players)


def _train_title(train: int, players: int) -> str:
    """Name a train at the head of its row."""
    if train == players:
        return _("Mexican")
    return _("You") if train == 0 else NAMES[train - 1]


def _place(train: int, players: int) -> str:
    """Name a train under a tile that fits it, in a word or two."""
    if train == players:
        return _("Mexican")
    return _("yours") if train == 0 else _("%(name)s’s", name=NAMES[train - 1])


def _answer(legal: tuple[Action, ...], tiles: int, *, has_marker: bool) -> str:
    """Say what may be done."""
    words = {str(action) for action in legal if not action.is_play}
    if "draw" in words:
        return _("Nothing fits: you draw a tile.")
    if "pass" in words and has_marker:
        return _("Nothing fits and nothing can be drawn: you pass.")
    if "pass" in words:
        return _("Nothing fits and nothing can be drawn: you pass, and your marker goes out.")
    fits = ngettext(
        "%(num)s of your tiles may be played.", "%(num)s of your tiles may be played.", tiles
    )
    return _("%(fits)s Or you say “done”.", fits=fits) if "done" in words else fits
