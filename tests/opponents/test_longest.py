"""The longest and the heaviest train, against all trains there are."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator

import pytest

from bots import longest_command
from bots.longest import Train, heaviest_train, longest_train
from dailytrain.deal import below, shuffled
from dailytrain.tiles import TILES, WITH, Tile, parse_tile, set_size, tiles_in

from .moments import stream

Finder = Callable[[int, int], Train]
Size = Callable[[list[Tile]], tuple[int, int]]


def longest_first(tiles: list[Tile]) -> tuple[int, int]:
    return len(tiles), sum(tile.pips for tile in tiles)


def heaviest_first(tiles: list[Tile]) -> tuple[int, int]:
    return sum(tile.pips for tile in tiles), len(tiles)


def all_trains(hand: int, start: int) -> Iterator[list[Tile]]:
    yield []
    for tile in tiles_in(hand & WITH[start]):
        for rest in all_trains(hand ^ 1 << tile, tile.other(start)):
            yield [tile, *rest]


def has_lowest(tiles: list[Tile]) -> list[bool]:
    """Compares greater for the set that has the lowest tile which is not in both."""
    return [tile in tiles for tile in TILES]


@pytest.mark.parametrize(
    ("find", "size"), [(longest_train, longest_first), (heaviest_train, heaviest_first)]
)
def test_no_train_is_better_and_ties_are_broken_as_stated(find: Finder, size: Size) -> None:
    lots = stream("longest")
    for _ in range(150):
        highest = (6, 8, 12)[below(lots, 3)]
        tiles = shuffled(range(set_size(highest)), lots)[: 1 + below(lots, 9)]
        hand = sum(1 << tile for tile in tiles)
        start = below(lots, highest + 1)
        best = max(
            all_trains(hand, start),
            key=lambda train: (size(train), has_lowest(train), [-tile for tile in train]),
        )
        found = find(hand, start)
        assert list(found.tiles) == best
        assert found.is_best


@pytest.mark.parametrize("size", [25, 60, 189])
def test_big_hands_are_laid_without_a_gap(size: int) -> None:
    lots = stream("big hands")
    hand = sum(1 << tile for tile in shuffled(range(190), lots)[:size])
    number = 18
    train = longest_train(hand, 18)
    assert train.is_best
    for tile in train.tiles:
        assert hand >> tile & 1
        hand ^= 1 << tile
        number = tile.other(number)


def test_what_is_not_proven_says_so() -> None:
    """Two triangles beside a dead end: the cheapest pairing alone cannot join them."""
    hand = sum(1 << parse_tile(t) for t in ("0-1", "1-2", "0-2", "3-4", "4-5", "3-5", "2-3", "0-6"))
    assert longest_train(hand, 0).is_best
    assert not longest_train(hand, 0, budget=0).is_best
    assert longest_train(hand, 0, budget=0).tiles == ()


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    parser = argparse.ArgumentParser()
    longest_command.add_arguments(parser)
    status = longest_command.run(parser.parse_args(words))
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_lays_both_trains(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "12", "3-12", "3-5", "5-5", "12-9")
    assert status == 0
    assert out.splitlines() == [
        "longest: 3 tiles, 33 pips: 12-3 3-5 5-5",
        "heaviest: 3 tiles, 33 pips: 12-3 3-5 5-5",
    ]
    assert said(capsys, "7", "3-12")[1].startswith("longest: no tile fits 7")


def test_the_command_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "--json", "1", "1-2", "9-1")
    assert json.loads(out) == {
        name: {"tiles": ["1-9"], "count": 1, "pips": 10, "is_best": True}
        for name in ("longest", "heaviest")
    }


@pytest.mark.parametrize(
    "words",
    [("19",), ("x", "1-2"), ("²", "1-2"), ("9" * 5_000,), ("1", "1"), ("1", "1-2", "2-1")],
)
def test_bad_usage_is_told_in_a_sentence(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = said(capsys, *words)
    assert status == 2
    assert not out
    assert err.startswith("dailytrain longest: ")
