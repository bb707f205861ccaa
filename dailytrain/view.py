"""What one seat may know: its own hand, the table, how many tiles the others hold, what was seen.

A view is made from public things and the own hand alone, so nothing hidden can be read from it. It
has a text, and a view read from its text is equal to the first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from .actions import MEXICAN, Action, parse_action, parse_train, train_name
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
from .errors import RecordError, brief
from .round import Ending, Round, Score
from .rules import format_rules, parse_rules
from .table import Table, changed_table, format_train, fresh_table
from .tiles import Tile, tiles_in


@dataclass(frozen=True, slots=True)
class Seen:
    """One action as everyone at the table saw it."""

    seat: int
    action: Action
    """What was done; a draw does not say which tile."""
    numbers: tuple[int, ...] = ()
    """For a draw or a pass, the numbers open to the seat; its hand had no tile with any of them,

    but perhaps a double that `doubles_per_turn` did not allow.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that a seat may know at one moment of a round."""

    table: Table
    seat: int
    """Whose view it is."""
    hand: int
    """The own hand, as a mask of tiles."""
    hand_counts: tuple[int, ...]
    """How many tiles each seat holds."""
    history: tuple[Seen, ...] = ()
    """What was seen in this round, in order."""
    number: int = 1
    """The number of the round."""
    rounds: int = 1
    """How many rounds the match has."""
    totals: tuple[Score, ...] = ()
    """Each seat's points over the finished rounds."""
    ended: Ending | None = None
    """Why the round is over, if it is."""

    @property
    def is_turn(self) -> bool:
        """Whether it is this seat's turn; never once the round is over."""
        return self.table.turn == self.seat and self.ended is None

    def legal_actions(self) -> tuple[Action, ...]:
        """List what this seat may do now, in the canonical order; nothing out of its turn."""
        return self.table.legal_actions(self.hand) if self.is_turn else ()

    @property
    def tiles(self) -> list[Tile]:
        """The tiles of the own hand, lowest first."""
        return tiles_in(self.hand)


def seen(round_: Round, action: Action) -> Seen:
    """Give what the others see when the seat to act does this."""
    if action.is_play:
        return Seen(round_.turn, action)
    table = round_.table
    numbers = () if table.running and not table.owes else _open_numbers(table)
    return Seen(round_.turn, action, numbers)


def _open_numbers(table: Table) -> tuple[int, ...]:
    return tuple(sorted({table.ends[train] for train in table.open_trains()}))


def view_of(  # noqa: PLR0913 - what a match knows beside the round is named one by one
    round_: Round,
    seat: int,
    *,
    history: Sequence[Seen] = (),
    number: int = 1,
    rounds: int = 1,
    totals: tuple[Score, ...] = (),
) -> View:
    """Give what a seat may know at this moment of a round.

    `history`, `number`, `rounds` and `totals` are what a match knows beside the round.
    """
    return View(
        table=round_.table,
        seat=seat,
        hand=round_.hands[seat],
        hand_counts=tuple(hand.bit_count() for hand in round_.hands),
        history=tuple(history),
        number=number,
        rounds=rounds,
        totals=totals,
        ended=round_.ended,
    )


def format_view(view: View) -> str:
    """Write a view as one line of JSON, the same for equal views on every machine."""
    table = view.table
    players = table.players

    def trains(numbers: Sequence[int]) -> list[str]:
        return [train_name(train, players) for train in numbers]

    return json.dumps(
        {
            "rules": format_rules(table.rules),
            "seat": view.seat,
            "hand": [str(tile) for tile in view.tiles],
            "hand_counts": view.hand_counts,
            "engine": table.engine,
            "turn": table.turn,
            "trains": [format_train(table, train) for train in range(players + 1)],
            "markers": table.markers,
            "open_doubles": trains(table.open_doubles),
            "boneyard": table.boneyard_count,
            "had_turn": table.had_turn,
            "passes": table.passes,
            "fresh": trains(table.fresh),
            "running": table.running,
            "drawn": table.drawn,
            "history": [[s.seat, str(s.action), *s.numbers] for s in view.history],
            "number": view.number,
            "rounds": view.rounds,
            "totals": [str(total) for total in view.totals],
            "ended": view.ended,
        },
        separators=(",", ":"),
    )


_KEYS: Final = (
    *("rules", "seat", "hand", "hand_counts", "engine", "turn", "trains", "markers"),
    *("open_doubles", "boneyard", "had_turn", "passes", "fresh", "running", "drawn"),
    *("history", "number", "rounds", "totals", "ended"),
)
_MOST: Final = 10_000
"""More than anything in a view can count."""


def parse_view(text: str) -> View:
    """Read a view from the text that `format_view` writes.

    Refuses any other text with `RecordError`, `RulesError` or `ParseError`.
    """
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError) as wrong:
        raise RecordError("view_text", f"{brief(text)} is no view, as it is no JSON") from wrong
    view = _view_from(checked_object(data, "a view", required=_KEYS))
    if format_view(view) != text:
        raise RecordError("view_text", f"{brief(text)} is no view as one is written")
    return view


def _view_from(data: dict[str, Any]) -> View:
    hand = checked_tiles(data["hand"], "hand")
    counts = _numbers(data["hand_counts"], "hand_counts")
    table = _table_from(data, len(counts), hand)
    seat = checked_number(data["seat"], "seat", table.players - 1)
    if counts[seat] != len(hand):
        raise RecordError(
            "view_hand", f"hand_counts: seat {seat} holds {len(hand)} tiles, not {counts[seat]}"
        )
    ended = data["ended"]
    if ended not in (None, *Ending):
        raise RecordError("view_ended", f"ended: {brief(ended)} is not allowed; out, blocked, null")
    return View(
        table=table,
        seat=seat,
        hand=sum(1 << tile for tile in hand),
        hand_counts=counts,
        history=tuple(_seen_from(item, table) for item in checked_list(data["history"], "history")),
        number=checked_number(data["number"], "number", _MOST),
        rounds=checked_number(data["rounds"], "rounds", _MOST),
        totals=tuple(_score_from(total) for total in checked_list(data["totals"], "totals")),
        ended=None if ended is None else Ending(ended),
    )


def _table_from(data: dict[str, Any], players: int, hand: Sequence[Tile]) -> Table:
    """Read the table of a view; the own hand must hold other tiles than lie there."""
    rules = parse_rules(data["rules"])
    checked_players(players, rules)
    engine = checked_number(data["engine"], "engine", rules.highest_pip)
    trains = checked_list(data["trains"], "trains")
    if len(trains) != players + 1:
        raise RecordError("view_trains", f"trains: {players} seats have {players + 1} trains")
    laid, ends = zip(*(checked_train(t, "a train", engine) for t in trains), strict=True)
    lying = [Tile.of(engine, engine), *chain.from_iterable(laid)]
    check_tiles_differ(rules, chain(lying, hand))
    turn = checked_number(data["turn"], "turn", players - 1)
    boneyard = checked_number(data["boneyard"], "boneyard", _MOST)
    open_doubles = _trains_from(data["open_doubles"], "open_doubles", players)
    fresh = _trains_from(data["fresh"], "fresh", players)
    if len({*open_doubles, *fresh}) < len(open_doubles) + len(fresh):
        raise RecordError("view_trains", "open_doubles, fresh: each names a train once at most")
    return changed_table(
        fresh_table(rules, engine, players, turn, boneyard),
        trains=laid,
        ends=ends,
        markers=checked_number(data["markers"], "markers", (1 << players) - 1),
        open_doubles=open_doubles,
        had_turn=checked_number(data["had_turn"], "had_turn", (1 << players) - 1),
        passes=checked_number(data["passes"], "passes", _MOST),
        lying=sum(1 << tile for tile in lying),
        fresh=fresh,
        running=checked_yes_or_no(data["running"], "running"),
        drawn=checked_yes_or_no(data["drawn"], "drawn"),
    )


def _numbers(value: object, what: str) -> tuple[int, ...]:
    return tuple(checked_number(number, what, _MOST) for number in checked_list(value, what))


def _trains_from(value: object, what: str, players: int) -> tuple[int, ...]:
    return tuple(parse_train(name, players) for name in checked_list(value, what))


def _seen_from(value: object, table: Table) -> Seen:
    match checked_list(value, "history"):
        case [seat, text, *numbers]:
            who = checked_number(seat, "history", table.players - 1)
            action = parse_action(text)
            if action.is_play:
                # A tile of another set or a train of another table was not seen at this one.
                parse_train(train_name(action.train, MEXICAN), table.players)
                check_tiles_differ(table.rules, [action.tile])
            highest = table.rules.highest_pip
            return Seen(who, action, tuple(checked_number(n, "history", highest) for n in numbers))
        case _:
            raise RecordError("view_history", f"history: {brief(value)} is no seat and action")


def _score_from(text: object) -> Score:
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]{1,9}(/[1-9][0-9]?)?", text):
        raise RecordError("view_totals", f"totals: {brief(text)} is no score")
    return Fraction(text) if "/" in text else int(text)
