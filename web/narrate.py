"""What happened at the table in words: "you" for the reader's own seat, names for the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from dailytrain import EventKind, Table, View

from .games import Game, Happening
from .setups import HUMAN, Setup
from .wording import gettext as _
from .wording import ngettext, pgettext

_ACTS: Final = frozenset({EventKind.PLAY, EventKind.DRAW, EventKind.PASS, EventKind.DONE})
"""What a seat does itself; the rest follows from it."""


def train_words(setup: Setup, train: int) -> str:
    """Name a train within a sentence: `your train`, `Wren's train`, `the Mexican train`."""
    if train == setup.players:
        return _("the Mexican train")
    if train == HUMAN:
        return _("your train")
    return _("%(name)s’s train", name=setup.seat_name(train, ""))


def train_title(setup: Setup, train: int) -> str:
    """Name a train at the head of its row."""
    if train == setup.players:
        return _("Mexican train")
    if train == HUMAN:
        return _("Your train")
    return pgettext("title", "%(name)s’s train", name=setup.seat_name(train, ""))


def event_sentence(setup: Setup, happening: Happening) -> str:
    """Say one thing that happened in one sentence."""
    event = happening.event
    if event.kind in _ACTS:
        return _sentence(setup, event.seat, [_clause(setup, happening)])
    if event.kind is EventKind.DOUBLE_OPEN:
        return _("The double on %(train)s is open.", train=train_words(setup, event.train or 0))
    if event.kind is EventKind.ROUND_END:
        return _("The round is over.")
    goes_out = event.kind is EventKind.MARKER_ON
    if event.seat == HUMAN:
        return _("Your marker goes out.") if goes_out else _("Your marker comes in.")
    name = setup.seat_name(event.seat, "")
    if goes_out:
        return _("%(name)s’s marker goes out.", name=name)
    return _("%(name)s’s marker comes in.", name=name)


def turn_sentences(setup: Setup, happenings: Iterable[Happening]) -> list[str]:
    """Say what each seat did, one sentence a turn, in the order in which it happened."""
    done = [h for h in happenings if h.event.kind in _ACTS]
    sentences = []
    for (_engine, seat), turn in groupby(done, key=lambda h: (h.engine, h.event.seat)):
        clauses = []
        # Tiles laid one after another on one train are told in one breath.
        for _place, acts in groupby(turn, key=lambda h: (h.event.kind, h.event.train)):
            clauses.append(_clause(setup, *acts))
        sentences.append(_sentence(setup, seat, clauses))
    return sentences


def _sentence(setup: Setup, seat: int, clauses: Sequence[str]) -> str:
    words = clauses[-1]
    if len(clauses) > 1:
        words = _("%(first)s and %(last)s", first=", ".join(clauses[:-1]), last=words)
    if seat == HUMAN:
        return _("You %(did)s.", did=words)
    return _("%(name)s %(did)s.", name=setup.seat_name(seat, ""), did=words)


def _clause(setup: Setup, happening: Happening, *more: Happening) -> str:
    """Say what a seat did, without its name; some languages have another verb for "you".

    More happenings of the same kind on the same train follow the first.
    """
    event = happening.event
    you = event.seat == HUMAN
    if event.kind is EventKind.PLAY and event.train is not None:
        tile = ", ".join(f"{h.event.first}-{h.event.second}" for h in (happening, *more))
        own = event.train == event.seat and not you
        train = _("their own train") if own else train_words(setup, event.train)
        words = (
            pgettext("you", "played %(tile)s on %(train)s", tile=tile, train=train)
            if you
            else pgettext("a name", "played %(tile)s on %(train)s", tile=tile, train=train)
        )
    elif you and happening.drawn is not None:
        words = pgettext("you", "drew %(tile)s", tile=str(happening.drawn))
    elif event.kind is EventKind.DRAW:
        words = pgettext("a name", "drew a tile")
    elif event.kind is EventKind.DONE:
        words = pgettext("you", "ended the run") if you else pgettext("a name", "ended the run")
    else:
        words = pgettext("you", "passed") if you else pgettext("a name", "passed")
    return words


def status_line(game: Game, view: View, playable: int) -> str:
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
    return _playable_line(game.setup, table, playable)


def _playable_line(setup: Setup, table: Table, playable: int) -> str:
    """Say what kind of turn it is, and how many tiles fit."""
    if table.is_bound and table.binding_train is not None:
        return ngettext(
            "Cover the double on %(train)s: %(num)s of your tiles fits.",
            "Cover the double on %(train)s: %(num)s of your tiles fit.",
            playable,
            train=train_words(setup, table.binding_train),
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


def round_headline(setup: Setup, winners: Sequence[int], *, went_out: bool) -> str:
    """Say how a round ended."""
    if not went_out:
        return _("Nobody could play: the round is blocked.")
    if list(winners) == [HUMAN]:
        return _("You went out.")
    names = [_("You") if seat == HUMAN else setup.seat_name(seat, "") for seat in winners]
    return _("%(names)s went out.", names=_(" and ").join(names))
