"""What a page shows of one moment of a finished game: every hand, every train, nothing to do.

Plain values for a template, like those of tablemodel; here nothing is hidden any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dailytrain import Action, Round, Table, tiles_in
from dailytrain.actions import train_name
from dailytrain.round import hand_points
from web.results.replays import Deed, Moment, Parting
from web.words.phrases import Cast, train_title
from web.words.retelling import ends_laid

from .tablemodel import TileFace


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One of the two choices where games part, as it would lie."""

    side: str
    """`one` or `other`."""
    name: str
    """Whose choice it was."""
    face: TileFace


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainThen:
    """One train as it lay."""

    key: str
    name: str
    """`Your train`, `Wren’s train`, `Mexican train`."""
    seat: int | None
    """Whose it is; None for the Mexican train."""
    is_mine: bool
    is_turn: bool
    """Its owner is to act, or has just ended the round."""
    tiles: tuple[TileFace, ...]
    is_grown: bool
    """Its last tile has just been laid."""
    end: int
    has_marker: bool
    has_open_double: bool
    must_cover: bool
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldTile:
    """A tile that a seat held."""

    face: TileFace
    fits: bool
    """It could be laid at this moment."""
    is_new: bool
    """It has just been drawn."""
    chosen_by: tuple[str, ...] = ()
    """The sides whose choice it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandThen:
    """A seat's hand as it was."""

    seat: int
    name: str
    is_you: bool
    is_turn: bool
    tiles: tuple[HeldTile, ...]
    points: str
    """What the hand would count, or counts, at the end of the round."""
    total: str
    """The seat's points over the rounds that had ended."""
    gained: str | None
    """What the round brought, at the moment in which it ends."""
    is_winner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableThen:
    """Everything one drawing of a past moment needs."""

    engine: int
    boneyard: int
    trains: tuple[TrainThen, ...]
    hands: tuple[HandThen, ...]


@dataclass(frozen=True, slots=True)
class _Marks:
    """What is pointed out: the choices where games part."""

    options: dict[int, list[Option]] = field(default_factory=dict)
    """By train."""
    tiles: dict[int, list[str]] = field(default_factory=dict)
    """The sides that chose a tile."""


def table_at(cast: Cast, moment: Moment) -> TableThen:
    """Draw up the table of a moment."""
    return _draw_up(cast, moment, _Marks())


def table_of_parting(
    cast: Cast, parting: Parting, moment: Moment, names: tuple[str, str]
) -> TableThen:
    """Draw up the table on which two games part, both choices on it, by the names of both sides."""
    marks = _Marks()
    for side, name, action in zip(("one", "other"), names, parting.choices, strict=True):
        if action.is_play:
            first, second = ends_laid(parting.round, action)
            face = TileFace(text=str(action.tile), first=first, second=second)
            train = min(action.train, cast.mexican)
            option = Option(side=side, name=name, face=face)
            marks.options.setdefault(train, []).append(option)
            marks.tiles.setdefault(action.tile, []).append(side)
    return _draw_up(cast, moment, marks)


def _draw_up(cast: Cast, moment: Moment, marks: _Marks) -> TableThen:
    stand = moment.round
    legal = stand.legal_actions()
    return TableThen(
        engine=stand.table.engine,
        boneyard=stand.table.boneyard_count,
        trains=tuple(
            _train(cast, stand, train, moment.deed, marks) for train in range(cast.mexican + 1)
        ),
        hands=tuple(_hand(cast, moment, seat, legal, marks) for seat in range(cast.mexican)),
    )


def _turn(stand: Round, deed: Deed | None) -> int:
    """Tell who is to act, or at the end of a round who acted last."""
    return deed.seat if stand.ended and deed else stand.turn


def _train(cast: Cast, stand: Round, train: int, deed: Deed | None, marks: _Marks) -> TrainThen:
    table = stand.table
    is_seat = train < cast.mexican
    return TrainThen(
        key=train_name(train, cast.mexican),
        name=train_title(cast, train),
        seat=train if is_seat else None,
        is_mine=train == cast.you,
        is_turn=is_seat and train == _turn(stand, deed),
        tiles=_faces(table, train),
        is_grown=deed is not None
        and deed.action.is_play
        and min(deed.action.train, cast.mexican) == train,
        end=table.ends[train],
        has_marker=bool(table.markers >> train & 1),
        has_open_double=train in table.open_doubles or train in table.fresh,
        must_cover=not stand.ended and _must_cover(table, train),
        options=tuple(marks.options.get(train, ())),
    )


def _must_cover(table: Table, train: int) -> bool:
    """Tell whether the open double on a train binds the seat to act."""
    if table.fresh or table.running:
        return table.rules.covers_only and table.owes and train in table.fresh
    return train == table.binding_train


def _faces(table: Table, train: int) -> tuple[TileFace, ...]:
    lying = zip(table.trains[train], table.ends_of_train(train), strict=True)
    return tuple(
        TileFace(text=str(tile), first=first, second=second) for tile, (first, second) in lying
    )


def _hand(
    cast: Cast, moment: Moment, seat: int, legal: Sequence[Action], marks: _Marks
) -> HandThen:
    stand, deed = moment.round, moment.deed
    fitting = {a.tile for a in legal if a.is_play} if seat == stand.turn else set()
    new = deed.drawn if deed and deed.seat == seat else None
    tiles = sorted(tiles_in(stand.hands[seat]), key=lambda tile: (tile.low, tile.high))
    chosen = marks.tiles if seat == stand.turn else {}
    return HandThen(
        seat=seat,
        name=cast.name(seat),
        is_you=seat == cast.you,
        is_turn=seat == _turn(stand, deed),
        tiles=tuple(
            HeldTile(
                face=TileFace(text=str(tile), first=tile.low, second=tile.high),
                fits=tile in fitting,
                is_new=tile == new,
                chosen_by=tuple(chosen.get(tile, ())),
            )
            for tile in tiles
        ),
        points=str(hand_points(stand.rules, stand.hands[seat])),
        total=str(moment.totals[seat]),
        gained=str(moment.points[seat]) if moment.points else None,
        is_winner=stand.ended is not None and seat in stand.winners(),
    )
