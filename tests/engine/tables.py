"""Builds moments of a round from a drawing of the table, so that tests read as rules.

A line a seat: its train as it lies, then `|` and its hand; `*` after the name is a marker that is
out. `M` is the Mexican train, `boneyard` the tiles to be drawn, the next one first:

    P0* 12-6 6-6 | 0-6 3-8
    P1  12-3     | 1-2
    M   12-4
    boneyard 0-1 0-2

A hand left out is unknown: nine tiles. Keywords are options of the rules, or keys of a position;
the engine is 12 unless given.
"""

from typing import Any

import pytest

from dailytrain import Round, Tile, parse_position, parse_tile
from dailytrain.table import changed_table

rule = pytest.mark.rule
"""Cites the paragraphs of docs/rules.md that a test is about."""

POSITION_KEYS = {"engine", "turn", "open_doubles", "turns_ended", "laid", "drawn"}


def position(drawing: str, **keywords: object) -> dict[str, Any]:
    """Read a drawing as the JSON object of a position."""
    given: dict[str, Any] = {
        "rules": {k: v for k, v in keywords.items() if k not in POSITION_KEYS},
        "engine": 12,
        "hands": [],
        "trains": {},
        "markers": [],
        "boneyard": [],
    }
    for line in drawing.strip().splitlines():
        row, _, hand = line.partition("|")
        name, *tiles = row.split()
        if name == "boneyard":
            given["boneyard"] = tiles
            continue
        train = name.removesuffix("*")
        given["trains"][train] = tiles
        if train != "M":
            given["markers"].append(name.endswith("*"))
            given["hands"].append(hand.split() if "|" in line else 9)
    for key in POSITION_KEYS & keywords.keys():
        value = keywords[key]
        given[key] = value.split() if isinstance(value, str) else value
    return given


def legal(drawing: str, **keywords: object) -> str:
    """Give what is legal in a drawing, as one text sorted by code point."""
    actions = parse_position(position(drawing, **keywords)).legal_actions()
    return " ".join(sorted(map(str, actions)))


def moment(drawing: str, **keywords: object) -> Round:
    """Give the round that a drawing with all hands shows, to play on from there."""
    given = position(drawing, **keywords)
    table = parse_position(given).table
    hands = tuple(sum(1 << parse_tile(tile) for tile in hand) for hand in given["hands"])
    return Round(table, hands, tuple(map(parse_tile, given["boneyard"])))


def first_turns(drawing: str, **keywords: object) -> Round:
    """Give the round of a drawing in which nobody has ended a turn yet."""
    drawn = moment(drawing, **keywords)
    return Round(changed_table(drawn.table, had_turn=0), drawn.hands, drawn.boneyard)


def after(start: Round, actions: str) -> Round:
    """Give the round after these actions, each by the seat whose turn it is."""
    for action in actions.split():
        start = start.play(action)
    return start


def may(now: Round) -> str:
    """Give what the seat to act may do, as one text sorted by code point."""
    return " ".join(sorted(map(str, now.legal_actions())))


def markers(now: Round) -> str:
    """Name the trains whose marker is out."""
    return " ".join(
        f"P{seat}" for seat in range(now.table.players) if now.table.markers >> seat & 1
    )


def open_doubles(now: Round) -> str:
    """Name the trains with an open double, in the order in which the doubles were laid."""
    players = now.table.players
    return " ".join("M" if train == players else f"P{train}" for train in now.table.open_doubles)


def hand_of(now: Round, seat: int) -> set[Tile]:
    """Give the tiles that a seat holds."""
    return set(now.hand(seat))
