"""Between the game's own objects and the flat lists of numbers that search works on (sim.py)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dailytrain.actions import DONE, DRAW, MEXICAN, PASS, PLAYS, Action
from dailytrain.options import CoverOrder, DoublesPerTurn, MarkerRemoval, Scoring
from dailytrain.round import Ending, Round
from dailytrain.rules import Rules
from dailytrain.table import Table
from dailytrain.tiles import Tile, tiles_in
from dailytrain.view import View

from . import sim

_REMOVAL: Final = {
    MarkerRemoval.OWN_PLAY: sim.REMOVED_BY_OWN_PLAY,
    MarkerRemoval.ANY_PLAY_ON_IT: sim.REMOVED_BY_ANY_PLAY,
    MarkerRemoval.OWNER_PLAYS_ANYWHERE: sim.REMOVED_BY_OWNER,
}
_LIMIT: Final = {
    DoublesPerTurn.UNLIMITED: 0,
    DoublesPerTurn.ONE: sim.ONE_DOUBLE,
    DoublesPerTurn.TWO_IF_FOLLOWED: sim.TWO_IF_FOLLOWED,
}
_ENDINGS: Final = {None: 0, Ending.OUT: sim.OUT, Ending.BLOCKED: sim.BLOCKED}
CODES: Final = {DRAW: sim.DRAW_CODE, PASS: sim.PASS_CODE, DONE: sim.DONE_CODE}


@lru_cache(maxsize=256)
def rules_numbers(rules: Rules, players: int) -> tuple[int, ...]:
    """Give the numbers that stand for rules at a table of so many seats."""
    r = [0] * sim.RULES_SIZE
    r[sim.HIGHEST] = rules.highest_pip
    r[sim.PLAYERS] = players
    r[sim.RUNS] = int(rules.runs)
    r[sim.PRIVATE] = int(rules.runs_privately)
    r[sim.MEXICAN_WAITS] = int(rules.mexican_waits)
    r[sim.OWN_FIRST] = int(rules.own_train_first)
    r[sim.REMOVAL] = _REMOVAL[rules.marker_removal]
    r[sim.MARKED_WHEN_BOUND] = int(rules.marker_when_double_blocks)
    r[sim.COVERS] = int(rules.covers_only)
    r[sim.BINDS] = int(rules.binds)
    r[sim.NEWEST] = int(rules.cover_order is CoverOrder.NEWEST)
    r[sim.WAIVED] = int(rules.cover_waived_when_exhausted)
    r[sim.DOUBLES_LIMIT] = _LIMIT[rules.doubles_per_turn]
    r[sim.DRAWS_PER_TILE] = int(rules.draws_per_tile)
    r[sim.WINNER_TAKES] = int(rules.scoring is Scoring.WINNER_TAKES)
    r[sim.BLANK_POINTS] = rules.blank_points
    r[sim.DOUBLE_BLANK] = -1 if rules.double_blank_points is None else rules.double_blank_points
    return tuple(r)


def tile_code(tile: Tile) -> int:
    """Give the number that stands for a tile in a boneyard."""
    return tile.high * sim.FAR + tile.low


def table_state(table: Table) -> list[int]:
    """Give the state of a table, the hands still empty."""
    s = [0] * sim.STATE_SIZE
    s[sim.TURN] = table.turn
    s[sim.MARKERS] = table.markers
    s[sim.HAD_TURN] = table.had_turn
    s[sim.PASSES] = table.passes
    s[sim.RUNNING] = int(table.running)
    s[sim.DRAWN] = int(table.drawn)
    s[sim.LAST] = table.boneyard_count
    s[sim.STARTED] = sum(1 << train for train, tiles in enumerate(table.trains) if tiles)
    s[sim.OPEN_COUNT] = len(table.open_doubles)
    s[sim.FRESH_COUNT] = len(table.fresh)
    s[sim.OPEN : sim.OPEN + len(table.open_doubles)] = table.open_doubles
    s[sim.FRESH : sim.FRESH + len(table.fresh)] = table.fresh
    s[sim.ENDS : sim.ENDS + len(table.ends)] = table.ends
    for tile in tiles_in(table.lying):
        s[sim.LYING + tile.low] += 1
        s[sim.LYING + tile.high] += not tile.is_double
    return s


def hand_state(hand: int) -> list[int]:
    """Give a state of which only the hand of seat 0 is of meaning."""
    s = [0] * sim.STATE_SIZE
    put_hand(s, 0, hand)
    return s


def put_hand(s: list[int], seat: int, hand: int) -> None:
    """Give a seat this hand."""
    at = sim.HANDS + seat * sim.NUMBERS
    for tile in tiles_in(hand):
        s[at + tile.low] |= 1 << tile.high
        s[at + tile.high] |= 1 << tile.low
    s[sim.COUNTS + seat] = hand.bit_count()


def round_state(now: Round) -> tuple[list[int], list[int]]:
    """Give the state of a round with everything hidden in it, and its boneyard."""
    s = table_state(now.table)
    for seat, hand in enumerate(now.hands):
        put_hand(s, seat, hand)
    s[sim.SOMEONE_OUT] = int(not all(now.hands))
    s[sim.ENDED] = _ENDINGS[now.ended]
    return s, [tile_code(tile) for tile in now.boneyard_left]


def view_state(view: View) -> list[int]:
    """Give the state as a seat knows it: the others' hands have a size and no tiles."""
    s = table_state(view.table)
    put_hand(s, view.seat, view.hand)
    for seat, count in enumerate(view.hand_counts):
        s[sim.COUNTS + seat] = count
    s[sim.SOMEONE_OUT] = int(not all(view.hand_counts))
    return s


def code_of(action: Action, table: Table) -> int:
    """Give the number that stands for an action at this table."""
    if not action.is_play:
        return CODES[action]
    train = table.players if action.train == MEXICAN else action.train
    return train * sim.FAR + action.tile.other(table.ends[train])


def action_of(code: int, table: Table) -> Action:
    """Give the action that a number stands for at this table."""
    if code >= sim.DRAW_CODE:
        return Action(DRAW + code - sim.DRAW_CODE)
    train, far = divmod(code, sim.FAR)
    tile = Tile.of(table.ends[train], far)
    return PLAYS[MEXICAN if train == table.players else train][tile]
