"""Positions: one moment of a round given by hand, with hands and boneyard known or only counted.

The guide's diagrams, the tests and programs ask what is legal in one (formats.md, Position).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from .actions import Action, parse_train, train_name
from .checks import (
    check_tiles_differ,
    checked_list,
    checked_number,
    checked_object,
    checked_players,
    checked_tiles,
    checked_train,
    checked_yes_or_no,
)
from .errors import RecordError
from .options import DoublesPerTurn
from .rules import parse_rules
from .table import Table, changed_table, fresh_table
from .tiles import WITH, Tile, set_size

_OPTIONAL: Final = (
    *("turn", "trains", "markers", "boneyard"),
    *("open_doubles", "turns_ended", "laid", "drawn"),
)


@dataclass(frozen=True, slots=True)
class Position:
    """A table, the hand of the seat to act, and what else was given."""

    table: Table
    hand: int
    """The hand of the seat to act, as a mask of tiles."""
    hand_counts: tuple[int, ...]
    """How many tiles each seat holds."""

    def legal_actions(self) -> tuple[Action, ...]:
        """List what the seat to act may do, in the canonical order."""
        return self.table.legal_actions(self.hand)


def parse_position(value: object) -> Position:
    """Read a position from its JSON object.

    Refuses with `RecordError`, `RulesError` or `ParseError` one that cannot be: a tile twice, ends
    that do not touch, an open double that is none, a turn that would have ended.
    """
    data = checked_object(
        value, "a position", required=("rules", "engine", "hands"), optional=_OPTIONAL
    )
    rules = parse_rules(data["rules"])
    engine = checked_number(data["engine"], "engine", rules.highest_pip)
    hands, counts = _hands(data["hands"])
    players = len(hands)
    checked_players(players, rules)
    turn = checked_number(data.get("turn", 0), "turn", players - 1)
    own = hands[turn]
    if own is None:
        raise RecordError(
            "hand_unknown", f"the hand of seat {turn}, whose turn it is, must be known"
        )
    trains, ends = _trains(data.get("trains", {}), engine, players)
    boneyard, boneyard_count = _tiles_or_count(data.get("boneyard", 0), "boneyard")
    known = [tile for hand in (*hands, boneyard) if hand for tile in hand]
    check_tiles_differ(rules, chain([Tile.of(engine, engine)], known, *trains))
    placed = 1 + sum(map(len, trains)) + sum(counts) + boneyard_count
    if placed > set_size(rules.highest_pip):
        raise RecordError(
            "too_many_tiles",
            f"{placed} tiles are placed, but the set has {set_size(rules.highest_pip)}",
        )
    start = changed_table(
        fresh_table(rules, engine, players, turn, boneyard_count),
        trains=trains,
        ends=ends,
        markers=_markers(data.get("markers", [False] * players), players),
        open_doubles=_open_doubles(data.get("open_doubles", []), trains, players),
        had_turn=_had_turn(data.get("turns_ended", [1] * players), players),
        lying=sum(1 << tile for tile in chain([Tile.of(engine, engine)], *trains)),
        drawn=checked_yes_or_no(data.get("drawn", False), "drawn"),
    )
    _check_hands_hold_tiles(start, counts)
    hand = sum(1 << tile for tile in own)
    table = _with_laid(start, checked_list(data.get("laid", []), "laid"), hand)
    _check_doubles_are_open(table)
    return Position(table, hand, counts)


def _hands(value: object) -> tuple[list[list[Tile] | None], tuple[int, ...]]:
    """Read the hands: the tiles where known, and how many there are."""
    hands: list[list[Tile] | None] = []
    counts = []
    for seat, item in enumerate(checked_list(value, "hands")):
        tiles, count = _tiles_or_count(item, f"the hand of seat {seat}")
        hands.append(tiles)
        counts.append(count)
    return hands, tuple(counts)


def _tiles_or_count(value: object, what: str) -> tuple[list[Tile] | None, int]:
    """Read a list of tiles, or how many there are where they are unknown."""
    if isinstance(value, list):
        tiles = checked_tiles(value, what)
        return tiles, len(tiles)
    if type(value) is not int or not 0 <= value <= set_size(18):
        raise RecordError("no_tiles", f"{what} must be a list of tiles or how many there are")
    return None, value


def _check_hands_hold_tiles(table: Table, counts: tuple[int, ...]) -> None:
    """Refuse an empty hand, except where others still take a private first turn of their own."""
    for seat, count in enumerate(counts):
        if count:
            continue
        went_out = seat != table.turn and bool(table.had_turn >> seat & 1)
        if not (went_out and table.in_private_turn):
            raise RecordError("hand_empty", f"seat {seat} holds no tile: the round has ended")


def _trains(
    value: object, engine: int, players: int
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[int, ...]]:
    """Read the trains and the number that each shows; the tiles must touch."""
    names = [train_name(train, players) for train in range(players + 1)]
    data = checked_object(value, "trains", required=(), optional=names)
    read = [checked_train(data.get(name, []), f"train {name}", engine) for name in names]
    return tuple(tiles for tiles, _ in read), tuple(end for _, end in read)


def _markers(value: object, players: int) -> int:
    """Read the markers as a mask of seats."""
    markers = checked_list(value, "markers")
    if len(markers) != players or not all(isinstance(marker, bool) for marker in markers):
        raise RecordError("markers", f"markers must be {players} times true or false, one a seat")
    return sum(1 << seat for seat, out in enumerate(markers) if out)


def _had_turn(value: object, players: int) -> int:
    """Read how many turns each seat has ended; only whether any matters."""
    turns = checked_list(value, "turns_ended")
    if len(turns) != players or not all(type(n) is int and n >= 0 for n in turns):
        raise RecordError("turns_ended", f"turns_ended must be {players} whole numbers, one a seat")
    return sum(1 << seat for seat, count in enumerate(turns) if count)


def _open_doubles(
    value: object, trains: tuple[tuple[Tile, ...], ...], players: int
) -> tuple[int, ...]:
    """Read the trains with an open double, in the order in which the doubles were laid."""
    numbers = [parse_train(name, players) for name in checked_list(value, "open_doubles")]
    for train in numbers:
        name = train_name(train, players)
        if numbers.count(train) > 1:
            raise RecordError("open_double_twice", f"open_doubles names {name} twice")
        if not trains[train] or not trains[train][-1].is_double:
            raise RecordError("no_open_double", f"open_doubles: {name} does not end in a double")
    return tuple(numbers)


def _with_laid(table: Table, names: list[Any], hand: int) -> Table:
    """Work out from the trains it has laid on where the seat to act stands in its turn."""
    if not names:
        return table
    laid = _laid_tiles(table, [parse_train(name, table.players) for name in names])
    rules, seat = table.rules, table.turn
    if table.binding_train is not None and not table.in_private_turn:
        raise RecordError(
            "laid_unbound", "laid: an open double had to be covered, and that ends a turn"
        )
    first_turn = not table.had_turn >> seat & 1
    running = first_turn and (rules.runs_privately or (rules.runs and laid[0][0] == seat))
    if running:
        if any(train != seat for train, _ in laid):
            raise RecordError("laid_elsewhere", "laid: a first-turn run stays on the own train")
        fresh: tuple[int, ...] = (seat,) if laid[-1][1].is_double else ()
    else:
        _check_all_owe(table, laid)
        fresh = tuple(train for train, _ in laid)
    for train in fresh:
        if train in table.open_doubles:
            name = train_name(train, table.players)
            raise RecordError(
                "open_too_soon", f"open_doubles: the turn that laid {name} has not ended"
            )
    after = changed_table(table, fresh=fresh, running=running)
    if running and not after.owes and not hand & WITH[after.ends[seat]]:
        raise RecordError("turn_ended", "laid: nothing fits the run, so the turn has ended")
    return after


def _laid_tiles(table: Table, trains: list[int]) -> list[tuple[int, Tile]]:
    """Find the tiles that were laid in this turn: the last ones of these trains, in order."""
    left = [list(train) for train in table.trains]
    laid = []
    for train in reversed(trains):
        if not left[train]:
            name = train_name(train, table.players)
            raise RecordError("laid_nothing", f"laid: {name} has fewer tiles than were laid on it")
        laid.append((train, left[train].pop()))
    return laid[::-1]


def _check_all_owe(table: Table, laid: list[tuple[int, Tile]]) -> None:
    """Refuse a turn that would have ended before now, or laid more doubles than it may."""
    rules = table.rules
    for train, tile in laid:
        owes = tile.is_double and not (rules.covers_only and table.is_waived(table.ends[train]))
        if not owes:
            raise RecordError(
                "turn_ended", f"laid: after {tile} no tile is owed: the turn has ended"
            )
    most = _MOST_DOUBLES.get(rules.doubles_per_turn, len(laid))
    if len(laid) > (1 if rules.covers_only else most):
        raise RecordError("laid_too_many", f"laid: {len(laid)} doubles are too many for one turn")


_MOST_DOUBLES: Final = {DoublesPerTurn.ONE: 1, DoublesPerTurn.TWO_IF_FOLLOWED: 2}


def _check_doubles_are_open(table: Table) -> None:
    """Refuse a double at the end of a train that is neither open nor just laid, where that binds.

    Where open doubles bind nobody, whether one is named decides nothing.
    """
    if not table.rules.binds:
        return
    for train, tiles in enumerate(table.trains):
        if tiles and tiles[-1].is_double and train not in (*table.open_doubles, *table.fresh):
            name = train_name(train, table.players)
            raise RecordError(
                "double_not_open", f"train {name} ends in a double, so open_doubles must name it"
            )
