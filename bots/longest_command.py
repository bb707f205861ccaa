"""The command `dailytrain longest`: the best trains that a hand can lay from a number."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Any

from dailytrain.errors import DailyTrainError, ParseError, brief
from dailytrain.tiles import LARGEST_SET, parse_tile

from .longest import Train, heaviest_train, longest_train


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.description = (
        "Find the longest and the heaviest train that a hand can lay from a number. "
        "Of equally long ones it is the heaviest, of equally heavy ones the longest."
    )
    parser.add_argument("start", metavar="NUMBER", help="the number to start from, such as 12")
    parser.add_argument("tiles", nargs="*", metavar="TILE", help="a tile of the hand, such as 3-12")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Do what was asked; give the exit status."""
    try:
        start = _number(args.start)
        hand = _hand(args.tiles)
    except DailyTrainError as wrong:
        sys.stderr.write(f"dailytrain longest: {wrong}\n")
        return 2
    found = {
        "longest": longest_train(hand, start),
        "heaviest": heaviest_train(hand, start),
    }
    if args.json:
        sys.stdout.write(
            json.dumps({name: _as_json(train, start) for name, train in found.items()})
        )
        sys.stdout.write("\n")
    else:
        for name, train in found.items():
            sys.stdout.write(f"{name}: {_as_text(train, start)}\n")
    return 0


def _number(text: str) -> int:
    """Read a number of the set; refuses anything else with `ParseError`."""
    if not re.fullmatch("[0-9]{1,2}", text) or int(text) > LARGEST_SET:
        raise ParseError(
            "number_text", f"{brief(text)} is no number of a set; from 0 to {LARGEST_SET}"
        )
    return int(text)


def _hand(texts: list[str]) -> int:
    """Read the tiles of a hand; refuses what is no tile, or is given twice, with `ParseError`."""
    hand = 0
    for text in texts:
        tile = parse_tile(text)
        if hand >> tile & 1:
            raise ParseError("tile_twice", f"the tile {tile} is given twice")
        hand |= 1 << tile
    return hand


def lying(train: Train, start: int) -> list[str]:
    """Write the tiles of a train as they lie, the end nearer the start first."""
    texts = []
    for tile in train.tiles:
        texts.append(f"{start}-{tile.other(start)}")
        start = tile.other(start)
    return texts


def _as_json(train: Train, start: int) -> dict[str, Any]:
    return {
        "tiles": lying(train, start),
        "count": len(train.tiles),
        "pips": train.pips,
        "is_best": train.is_best,
    }


def _as_text(train: Train, start: int) -> str:
    if not train.tiles:
        return f"no tile fits {start}"
    count = "1 tile" if len(train.tiles) == 1 else f"{len(train.tiles)} tiles"
    proof = "" if train.is_best else " (not proven best: the search was cut short)"
    return f"{count}, {train.pips} pips: {' '.join(lying(train, start))}{proof}"
