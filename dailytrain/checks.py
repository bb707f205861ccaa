"""What a record, a position or a view must be made of: each check gives the value or refuses it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .errors import RecordError, brief
from .rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from .tiles import Tile, parse_ends, parse_tile, set_size


def checked_object(
    value: object, what: str, *, required: Sequence[str], optional: Sequence[str] = ()
) -> dict[str, Any]:
    """Give a JSON object that has all required keys and no unknown one, or refuse it."""
    if not isinstance(value, dict):
        raise RecordError("no_object", f"{what} must be a JSON object, not {brief(value)}")
    for key in required:
        if key not in value:
            raise RecordError("key_missing", f"{what} must have the key {key!r}")
    for key in value:
        if key not in required and key not in optional:
            names = ", ".join((*required, *optional))
            raise RecordError("key_unknown", f"{what} has no key {brief(key)}, only {names}")
    return value


def checked_list(value: object, what: str) -> list[Any]:
    """Give a JSON list, or refuse anything else."""
    if not isinstance(value, list):
        raise RecordError("no_list", f"{what} must be a list, not {brief(value)}")
    return value


def checked_number(value: object, what: str, highest: int) -> int:
    """Give a whole number from 0 to `highest`, or refuse anything else."""
    if type(value) is not int or not 0 <= value <= highest:
        raise RecordError(
            "no_number", f"{what} must be a whole number from 0 to {highest}, not {brief(value)}"
        )
    return value


def checked_yes_or_no(value: object, what: str) -> bool:
    """Give true or false, or refuse anything else."""
    if not isinstance(value, bool):
        raise RecordError("no_yes_or_no", f"{what} must be true or false, not {brief(value)}")
    return value


def checked_tiles(value: object, what: str) -> list[Tile]:
    """Give the tiles of a JSON list of texts, or refuse anything else."""
    return [parse_tile(text) for text in checked_list(value, what)]


def checked_train(value: object, what: str, engine: int) -> tuple[tuple[Tile, ...], int]:
    """Give the tiles of a train as they lie, and the number it shows; they must touch."""
    end = engine
    tiles = []
    for text in checked_list(value, what):
        near, far = parse_ends(text)
        if near != end:
            raise RecordError("ends_apart", f"{what}: {text} does not touch the {end} before it")
        tiles.append(Tile.of(near, far))
        end = far
    return tuple(tiles), end


def checked_players(players: int, rules: Rules) -> None:
    """Refuse a number of hands that no table has, or that these rules do not."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RecordError("players", f"hands: {players} seats are not allowed; from 2 to 10")
    if rules.players not in (None, players):
        raise RecordError("players", f"hands: {players} seats, but the rules say {rules.players}")


def check_tiles_differ(rules: Rules, tiles: Iterable[Tile]) -> None:
    """Refuse a tile that lies in two places, or that the set has not got."""
    size = set_size(rules.highest_pip)
    seen: set[int] = set()
    for tile in tiles:
        if tile >= size:
            raise RecordError(
                "tile_unknown", f"tile {tile}: the set goes up to {rules.highest_pip}"
            )
        if tile in seen:
            raise RecordError("tile_twice", f"tile {tile} lies in two places")
        seen.add(tile)


def is_same_json(said: object, truth: object) -> bool:
    """Tell whether two JSON values are the same, their types too: 1 is neither 1.0 nor true."""
    if isinstance(truth, list):
        return (
            isinstance(said, list)
            and len(said) == len(truth)
            and all(map(is_same_json, said, truth))
        )
    if isinstance(truth, dict):
        return (
            isinstance(said, dict)
            and said.keys() == truth.keys()
            and all(is_same_json(said[key], truth[key]) for key in truth)
        )
    return type(said) is type(truth) and said == truth
