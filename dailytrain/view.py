"""What one seat may know: its own hand, the table, how many tiles the others hold, what was seen.

A view is made from public things and the own hand alone, so nothing hidden can be read from it. It
has a text, and a view read from its text is equal to the first.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from .actions import Action, parse_action, train_name
from .errors import RecordError
from .round import Round, Score
from .rules import format_rules, parse_rules
from .table import Table, changed_table, format_train, fresh_table
from .tiles import Tile, parse_ends, parse_tile, tiles_in


@dataclass(frozen=True, slots=True)
class Seen:
    """One action as everyone at the table saw it."""

    seat: int
    action: Action
    """What was done; a draw does not say which tile."""
    numbers: tuple[int, ...] = ()
    """For a draw or a pass, the numbers open to the seat, none of which its hand had."""


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

    @property
    def is_turn(self) -> bool:
        """Whether it is this seat's turn."""
        return self.table.turn == self.seat

    def legal_actions(self) -> tuple[Action, ...]:
        """List what this seat may do now, in the canonical order; nothing out of its turn."""
        over = not all(self.hand_counts) and not self.table.rules.runs_privately
        return self.table.legal_actions(self.hand) if self.is_turn and not over else ()

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
        },
        separators=(",", ":"),
    )


def parse_view(text: str) -> View:
    """Read a view from the text that `format_view` writes.

    Refuses any other text with `RecordError`.
    """
    try:
        return _view_from(json.loads(text))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as wrong:
        raise RecordError("view_text", f"this is no view: {wrong}") from wrong


def _view_from(data: dict[str, Any]) -> View:
    rules = parse_rules(data["rules"])
    counts = tuple(data["hand_counts"])
    players = len(counts)
    engine = data["engine"]
    trains = [[parse_ends(tile) for tile in train] for train in data["trains"]]
    laid = tuple(tuple(Tile.of(*ends) for ends in train) for train in trains)
    numbers = {train_name(train, players): train for train in range(players + 1)}
    table = changed_table(
        fresh_table(rules, engine, players, data["turn"], data["boneyard"]),
        trains=laid,
        ends=tuple(train[-1][1] if train else engine for train in trains),
        markers=data["markers"],
        open_doubles=tuple(numbers[name] for name in data["open_doubles"]),
        had_turn=data["had_turn"],
        passes=data["passes"],
        lying=sum(1 << tile for tile in chain([Tile.of(engine, engine)], *laid)),
        fresh=tuple(numbers[name] for name in data["fresh"]),
        running=data["running"],
        drawn=data["drawn"],
    )
    return View(
        table=table,
        seat=data["seat"],
        hand=sum(1 << parse_tile(tile) for tile in data["hand"]),
        hand_counts=counts,
        history=tuple(
            Seen(seat, parse_action(action), tuple(numbers))
            for seat, action, *numbers in data["history"]
        ),
        number=data["number"],
        rounds=data["rounds"],
        totals=tuple(_score_from(total) for total in data["totals"]),
    )


def _score_from(text: str) -> Score:
    return Fraction(text) if "/" in text else int(text)
