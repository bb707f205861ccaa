"""What happened at the table in words: "you" for the reader's own seat, names for the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from dailytrain import EventKind, Table, View
from web.play.games import Game, Happening
from web.play.setups import HUMAN, Setup

from .phrases import (
    Cast,
    double_sentence,
    marker_sentence,
    other_clause,
    play_clause,
    seat_sentence,
    train_words,
)
from .wording import gettext as _
from .wording import ngettext

_ACTS: Final = frozenset({EventKind.PLAY, EventKind.DRAW, EventKind.PASS, EventKind.DONE})
"""What a seat does itself; the rest follows from it."""


def cast_of(setup: Setup) -> Cast:
    """Say who sits at a game's table, the person being "you"."""
    return Cast(tuple(setup.seat_name(seat, "") for seat in range(setup.players)), HUMAN)


def event_sentence(cast: Cast, happening: Happening) -> str:
    """Say one thing that happened in one sentence."""
    event = happening.event
    if event.kind in _ACTS:
        return seat_sentence(cast, event.seat, [_clause(cast, happening)])
    if event.kind is EventKind.DOUBLE_OPEN:
        return double_sentence(train_words(cast, event.train or 0))
    if event.kind is EventKind.ROUND_END:
        return _("The round is over.")
    return marker_sentence(cast, event.seat, goes_out=event.kind is EventKind.MARKER_ON)


def turn_sentences(cast: Cast, happenings: Iterable[Happening]) -> list[str]:
    """Say what each seat did, one sentence a turn, in the order in which it happened."""
    done = [h for h in happenings if h.event.kind in _ACTS]
    sentences = []
    for (_engine, seat), turn in groupby(done, key=lambda h: (h.engine, h.event.seat)):
        clauses = []
        # Tiles laid one after another on one train are told in one breath.
        for _place, acts in groupby(turn, key=lambda h: (h.event.kind, h.event.train)):
            clauses.append(_clause(cast, *acts))
        sentences.append(seat_sentence(cast, seat, clauses))
    return sentences


def _clause(cast: Cast, happening: Happening, *more: Happening) -> str:
    """Say what a seat did; more happenings of the same kind on the same train follow the first."""
    event = happening.event
    if event.kind is EventKind.PLAY and event.train is not None:
        laid = [(h.event.first, h.event.second) for h in (happening, *more)]
        return play_clause(cast, event.seat, laid, event.train)
    return other_clause(cast, event.seat, event.kind, happening.drawn)


def status_line(game: Game, cast: Cast, view: View, playable: int) -> str:
    """Say whose turn it is and what may be done, in one line."""
    if game.finished:
        return _("The game is over.")
    table = view.table
    if not playable:
        if table.can_draw:
            return _("Nothing fits: draw a tile.")
        if table.drawn:
            return _("The drawn tile does not fit either: pass.")
        return _("Nothing fits and there is nothing to draw: pass.")
    return _playable_line(cast, table, playable)


def _playable_line(cast: Cast, table: Table, playable: int) -> str:
    """Say what kind of turn it is, and how many tiles fit."""
    if table.is_bound and table.binding_train is not None:
        return ngettext(
            "Cover the double on %(train)s: %(num)s of your tiles fits.",
            "Cover the double on %(train)s: %(num)s of your tiles fit.",
            playable,
            train=train_words(cast, table.binding_train),
        )
    if table.owes:
        return ngettext(
            "Your double needs another tile: %(num)s fits.",
            "Your double needs another tile: %(num)s fit.",
            playable,
        )
    if table.running:
        return ngettext(
            "Your first run: go on, or say you are done. %(num)s tile fits.",
            "Your first run: go on, or say you are done. %(num)s tiles fit.",
            playable,
        )
    return ngettext(
        "Your turn: %(num)s of your tiles fits.", "Your turn: %(num)s of your tiles fit.", playable
    )
