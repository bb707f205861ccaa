"""A finished game told again in words: every tile may be named, and anybody may be "you" or a name.

The words at the table itself are in narrate; these tell of a game to whoever looks back on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from dailytrain import Action, EventKind, Round, Tile
from dailytrain.actions import DONE, DRAW, MEXICAN, PASS
from web.results.replays import Deed, Moment, Turn

from .phrases import (
    Cast,
    double_sentence,
    end_sentence,
    marker_sentence,
    other_clause,
    place_words,
    play_clause,
    seat_sentence,
    train_words,
)
from .wording import gettext as _

_KINDS: Final = {DRAW: EventKind.DRAW, PASS: EventKind.PASS, DONE: EventKind.DONE}


def moment_sentence(cast: Cast, moment: Moment) -> str:
    """Say what has just been done, and what came of it; or that the round has been dealt."""
    deed = moment.deed
    if deed is None:
        starter = moment.round.turn
        if starter == cast.you:
            return _("The tiles are dealt. You begin.")
        return _("The tiles are dealt. %(name)s begins.", name=cast.names[starter])
    sentences = [seat_sentence(cast, deed.seat, [_clause(cast, [deed])])]
    sentences += _consequences(cast, deed)
    if moment.round.ended:
        sentences.append(ending_sentence(cast, moment.round))
    return " ".join(sentences)


def _consequences(cast: Cast, deed: Deed) -> list[str]:
    """Say which markers moved and which doubles stay open."""
    told = []
    for event in deed.events:
        if event.kind is EventKind.DOUBLE_OPEN and event.train is not None:
            told.append(double_sentence(train_words(cast, event.train, deed.seat)))
        elif event.kind in {EventKind.MARKER_ON, EventKind.MARKER_OFF}:
            goes_out = event.kind is EventKind.MARKER_ON
            told.append(marker_sentence(cast, event.seat, goes_out=goes_out))
    return told


def turn_sentence(cast: Cast, turn: Turn) -> str:
    """Say what a seat did in its turn, in one sentence."""
    # Tiles laid one after another on one train are told in one breath.
    breaths = groupby(turn.deeds, key=_breath)
    return seat_sentence(cast, turn.seat, [_clause(cast, list(deeds)) for _key, deeds in breaths])


def _breath(deed: Deed) -> int:
    return deed.action.train if deed.action.is_play else deed.action


def _clause(cast: Cast, deeds: Sequence[Deed]) -> str:
    """Say what a seat did, by what everyone saw of it and the tile it drew."""
    deed = deeds[0]
    if deed.action.is_play:
        laid = [ends_laid(each.before, each.action) for each in deeds]
        return play_clause(cast, deed.seat, laid, min(deed.action.train, cast.mexican))
    return other_clause(cast, deed.seat, _KINDS[deed.action], deed.drawn)


def ends_laid(before: Round, action: Action) -> tuple[int, int]:
    """Give the two numbers of a tile as a play lays it, the end nearer the engine first."""
    table = before.table
    first = table.ends[table.players if action.train == MEXICAN else action.train]
    return first, action.tile.other(first)


def choice_words(cast: Cast, before: Round, action: Action) -> str:
    """Name a choice without saying who made it: `5-8 on the Mexican train`."""
    if action.is_play:
        return place_words(cast, Tile(action.tile), action.train, before.turn)
    if action == DRAW:
        return _("draw a tile")
    return _("end the run") if action == DONE else _("pass")


def ending_sentence(cast: Cast, ended: Round) -> str:
    """Say how a round ended."""
    return end_sentence(cast, [seat for seat, hand in enumerate(ended.hands) if not hand])
