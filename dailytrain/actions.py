"""What a seat can do: play a tile on a train, draw, pass, or be done with a run; and its text.

An action is a small integer whose meaning depends on no state. The canonical order of actions,
by which every tie in the game is broken, is the order of these integers: plays by train (`P0`,
`P1`, …, `M`), on one train by tile (higher number first decides, then the lower), then `draw`,
`pass`, `done`.
"""

from __future__ import annotations

from typing import Final

from .errors import ParseError, brief
from .tiles import TILES, Tile, parse_tile

MEXICAN: Final = 10
"""The number of the Mexican train in an action; 0 to 9 are the seats' trains."""

TRAIN_NAMES: Final = (*(f"P{seat}" for seat in range(MEXICAN)), "M")
"""The text of each train."""

_TILE_SHIFT: Final = 8
_TILE_BITS: Final = (1 << _TILE_SHIFT) - 1
"""Room for more tiles than there are, so that a train and a tile fit one number."""


class Action(int):
    """One action; compare and hash it like the integer it is, read and write it as text.

    >>> parse_action("8-5@P2")
    parse_action('5-8@P2')
    >>> parse_action("8-5@P2").tile, parse_action("8-5@P2").train
    (Tile('5-8'), 2)
    """

    __slots__ = ()

    @property
    def is_play(self) -> bool:
        """Whether it lays a tile."""
        return self < DRAW

    @property
    def tile(self) -> Tile:
        """The tile it lays; only a play has one."""
        return TILES[self & _TILE_BITS]

    @property
    def train(self) -> int:
        """The train it lays on, 0 to 9 or `MEXICAN`; only a play has one."""
        return self >> _TILE_SHIFT

    def __str__(self) -> str:
        """Write it as formats.md has it."""
        if self < DRAW:
            return f"{self.tile}@{TRAIN_NAMES[self.train]}"
        return _WORDS[self]

    def __repr__(self) -> str:
        """Name it as Python code would."""
        return f"parse_action('{self}')"


PLAYS: Final = tuple(
    tuple(Action(train << _TILE_SHIFT | tile) for tile in TILES) for train in range(MEXICAN + 1)
)
"""The play of each tile on each train: `PLAYS[train][tile]`."""

DRAW: Final = Action((MEXICAN + 1) << _TILE_SHIFT)
PASS: Final = Action(DRAW + 1)
DONE: Final = Action(DRAW + 2)
_WORDS: Final = {DRAW: "draw", PASS: "pass", DONE: "done"}
_BY_WORD: Final = {word: action for action, word in _WORDS.items()}
_TRAINS: Final = {name: train for train, name in enumerate(TRAIN_NAMES)}


def parse_action(text: object) -> Action:
    """Read an action from its text.

    Refuses anything but `5-8@P2`, `5-8@M`, `draw`, `pass` and `done` with `ParseError`.
    """
    if isinstance(text, str):
        if text in _BY_WORD:
            return _BY_WORD[text]
        tile, at, train = text.partition("@")
        if at and train in _TRAINS:
            return PLAYS[_TRAINS[train]][parse_tile(tile)]
    raise ParseError(
        "action_text",
        f"{brief(text)} is no action: write '5-8@P2', '5-8@M', 'draw', 'pass' or 'done'",
    )


def parse_train(text: object, players: int) -> int:
    """Read a train of a table with this many seats; the Mexican train is number `players`.

    Refuses any other text with `ParseError`.
    """
    train = _TRAINS.get(text) if isinstance(text, str) else None
    if train == MEXICAN:
        return players
    if train is None or train >= players:
        raise ParseError(
            "train_text",
            f"{brief(text)} is no train here: P0 to P{players - 1}, or M for the Mexican train",
        )
    return train


def train_name(train: int, players: int) -> str:
    """Write a train of a table with this many seats, whose Mexican train is number `players`."""
    return "M" if train == players else TRAIN_NAMES[train]
