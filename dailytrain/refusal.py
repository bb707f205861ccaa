"""Why an action is refused: the first thing that speaks against it, for programs and for people."""

from __future__ import annotations

from .actions import DONE, DRAW, MEXICAN, PASS, Action
from .table import Table


def reason_against(table: Table, hand: int, action: Action) -> tuple[str, str]:
    """Name what speaks against an action that is not legal for the seat to act with this hand.

    Gives a constant for programs and a clause for people.
    """
    if action == DONE:
        owed = "tile_owed", "the double just laid owes a tile"
        return owed if table.running else ("no_run", "there is no run to end")
    if action in {DRAW, PASS}:
        if table.legal_actions(hand)[0].is_play:
            return "can_play", "a tile of the hand fits, and a seat that can play must play"
        if action == PASS:
            return "can_draw", "a tile must be drawn first"
        return "no_draw", "there is no draw left"
    if not hand >> action.tile & 1:
        return "not_in_hand", f"{action.tile} is not in the hand"
    return _reason_against_train(table, action)


def _reason_against_train(table: Table, action: Action) -> tuple[str, str]:
    """Name what speaks against laying a tile of the hand on this train."""
    players = table.players
    if players <= action.train < MEXICAN:
        return "no_train", f"there is no such train at a table of {players}"
    number = min(action.train, players)
    if number not in table.open_trains():
        if table.fresh or table.is_bound:
            return "double_first", "a double must be covered first"
        return "train_closed", "that train is closed to this seat now"
    if table.ends[number] not in (action.tile.low, action.tile.high):
        return "no_fit", f"that train shows {table.ends[number]}"
    return "double_limit", "the limit on doubles in a turn does not allow it"
