"""The choices of others that were seen, so that search can tell in which worlds they make sense.

For each it is known how the table stood and which tiles the seat has played since; the rest of its
hand then was some of what it holds now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dailytrain.actions import DRAW, MEXICAN, Action
from dailytrain.table import fresh_table
from dailytrain.tiles import Tile
from dailytrain.view import View

from . import sim
from .encode import CODES, put_hand, rules_numbers, table_state
from .knowledge import Knowledge, first_counts
from .sim import Ints

_SAME: Final = (
    *(sim.TURN, sim.MARKERS, sim.HAD_TURN, sim.PASSES, sim.RUNNING, sim.DRAWN, sim.STARTED),
    *(sim.OPEN_COUNT, sim.FRESH_COUNT),
    *range(sim.ENDS, sim.COUNTS),
)
"""What tells, beside the tiles, whether a history leads to the table that it comes with."""


@dataclass(frozen=True, slots=True)
class PastChoice:
    """A choice of another seat that was seen."""

    step: int
    """Which entry of the history it is."""
    code: int
    """What was done."""
    state: list[int]
    """How all stood before (sim.py), the hands empty but counted."""


def past_choices(view: View, knowledge: Knowledge) -> list[int]:
    """List the choices of others that were seen, as numbers (beliefs.py).

    There are none where the history does not lead to the table, as in a made-up view.
    """
    places = len(knowledge.slots)
    blocks: list[int] = []
    count = 0
    for choice in choices_seen(view):
        held = knowledge.held[choice.step]
        if any(slot.tile is None and slot.place < 0 for slot in held):
            return [0, places]
        unknown = [slot.place for slot in held if slot.tile is None]
        played_later = sum(1 << slot.tile for slot in held if slot.tile is not None)
        put_hand(choice.state, view.history[choice.step].seat, played_later)
        blocks += [choice.code, len(unknown), *unknown, *[0] * (places - len(unknown))]
        blocks += choice.state
        count += 1
    return [count, places, *blocks]


def choices_seen(view: View) -> list[PastChoice]:
    """Go through what was seen and note what others chose, and how all stood before.

    There are none where the history does not lead to the table, as in a made-up view.
    """
    table, history = view.table, view.history
    played = [entry.action.tile for entry in history if entry.action.is_play]
    middle = 1 << Tile.of(table.engine, table.engine)
    if not history or sum((1 << tile for tile in played), middle) != table.lying:
        return []
    found: list[PastChoice] = []
    r = list(rules_numbers(table.rules, table.players))
    s = _first_state(view)
    turns = [*(entry.seat for entry in history), table.turn]
    for step, entry in enumerate(history):
        code = _code(entry.action, s, table.players)
        if entry.seat != s[sim.TURN] or code < 0:
            return []
        if entry.seat != view.seat and code not in {sim.DRAW_CODE, sim.PASS_CODE}:
            found.append(PastChoice(step, code, s.copy()))
        _follow(r, s, code)
        if turns[step + 1] != entry.seat:
            if code != sim.PASS_CODE:
                s[sim.PASSES] = 0
            sim.end_turn(r, s)
    now = table_state(table)
    lists = (
        *range(sim.OPEN, sim.OPEN + s[sim.OPEN_COUNT]),
        *range(sim.FRESH, sim.FRESH + s[sim.FRESH_COUNT]),
    )
    return found if all(s[at] == now[at] for at in (*_SAME, *lists)) else []


def _first_state(view: View) -> list[int]:
    """Give the state before what was seen, the hands empty but counted."""
    table = view.table
    drawn = sum(entry.action == DRAW for entry in view.history)
    start = view.history[0].seat
    s = table_state(
        fresh_table(table.rules, table.engine, table.players, start, table.boneyard_count + drawn)
    )
    s[sim.COUNTS : sim.COUNTS + table.players] = first_counts(view)
    return s


def _code(action: Action, s: Ints, players: int) -> int:
    """Give the number of an action in this state; -1 for a tile that does not fit there."""
    if not action.is_play:
        return CODES[action]
    train = players if action.train == MEXICAN else action.train
    near = s[sim.ENDS + train]
    if near not in {action.tile.low, action.tile.high}:
        return -1
    return train * sim.FAR + action.tile.other(near)


def _follow(r: Ints, s: Ints, code: int) -> None:
    """Do what was seen; whether the turn then ends is up to the hand, which is not known here."""
    if code < sim.DRAW_CODE:
        sim.lay(r, s, code // sim.FAR, code % sim.FAR)
    elif code == sim.DRAW_CODE:
        s[sim.NEXT] += 1
        s[sim.DRAWN] = 1
        s[sim.COUNTS + s[sim.TURN]] += 1
    elif code == sim.PASS_CODE:
        sim.mark_pass(r, s)
