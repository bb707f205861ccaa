"""A finished game told again in words: every tile may be named, and anybody may be "you" or a name.

The words at the table itself are in narrate; these tell of a game to whoever looks back on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from dailytrain import Action, EventKind, Round, Tile
from dailytrain.actions import DONE, DRAW, MEXICAN

from .replays import Deed, Moment, Turn
from .wording import gettext as _
from .wording import pgettext


@dataclass(frozen=True, slots=True)
class Cast:
    """Who sits where, as the reader calls them."""

    names: tuple[str, ...]
    """Each seat's name; the reader's own is not used."""
    you: int | None = None
    """The reader's own seat in this game, if it is theirs."""

    @property
    def mexican(self) -> int:
        """The number of the Mexican train."""
        return len(self.names)

    def name(self, seat: int) -> str:
        """Name a seat at the head of something."""
        return _("You") if seat == self.you else self.names[seat]


def train_title(cast: Cast, train: int) -> str:
    """Name a train at the head of its row."""
    if train == cast.mexican:
        return _("Mexican train")
    if train == cast.you:
        return _("Your train")
    return pgettext("title", "%(name)s’s train", name=cast.names[train])


def train_words(cast: Cast, train: int, seat: int) -> str:
    """Name a train within a sentence about a seat."""
    if train == cast.mexican:
        return _("the Mexican train")
    if train == cast.you:
        return _("your train")
    if train == seat:
        return _("their own train")
    return _("%(name)s’s train", name=cast.names[train])


def moment_sentence(cast: Cast, moment: Moment) -> str:
    """Say what has just been done, and what came of it; or that the round has been dealt."""
    deed = moment.deed
    if deed is None:
        starter = moment.round.turn
        if starter == cast.you:
            return _("The tiles are dealt. You begin.")
        return _("The tiles are dealt. %(name)s begins.", name=cast.names[starter])
    sentences = [_sentence(cast, deed.seat, [_clause(cast, [deed])])]
    sentences += _consequences(cast, deed)
    if moment.round.ended:
        sentences.append(ending_sentence(cast, moment.round))
    return " ".join(sentences)


def _consequences(cast: Cast, deed: Deed) -> list[str]:
    """Say which markers moved and which doubles stay open."""
    told = []
    for event in deed.events:
        if event.kind is EventKind.DOUBLE_OPEN and event.train is not None:
            train = train_words(cast, event.train, deed.seat)
            told.append(_("The double on %(train)s is open.", train=train))
        elif event.kind in {EventKind.MARKER_ON, EventKind.MARKER_OFF}:
            told.append(_marker_sentence(cast, event.seat, out=event.kind is EventKind.MARKER_ON))
    return told


def _marker_sentence(cast: Cast, seat: int, *, out: bool) -> str:
    if seat == cast.you:
        return _("Your marker goes out.") if out else _("Your marker comes in.")
    name = cast.names[seat]
    if out:
        return _("%(name)s’s marker goes out.", name=name)
    return _("%(name)s’s marker comes in.", name=name)


def turn_sentence(cast: Cast, turn: Turn) -> str:
    """Say what a seat did in its turn, in one sentence."""
    # Tiles laid one after another on one train are told in one breath.
    breaths = groupby(turn.deeds, key=_breath)
    return _sentence(cast, turn.seat, [_clause(cast, list(deeds)) for _key, deeds in breaths])


def _breath(deed: Deed) -> int:
    return deed.action.train if deed.action.is_play else deed.action


def _sentence(cast: Cast, seat: int, clauses: Sequence[str]) -> str:
    words = clauses[-1]
    if len(clauses) > 1:
        words = _("%(first)s and %(last)s", first=", ".join(clauses[:-1]), last=words)
    if seat == cast.you:
        return _("You %(did)s.", did=words)
    return _("%(name)s %(did)s.", name=cast.names[seat], did=words)


def _clause(cast: Cast, deeds: Sequence[Deed]) -> str:
    """Say what a seat did, without its name; some languages have another verb for "you"."""
    deed = deeds[0]
    you = deed.seat == cast.you
    action, drawn = deed.action, deed.drawn
    if action.is_play:
        tiles = ", ".join(map(_as_laid, deeds))
        train = train_words(cast, min(action.train, cast.mexican), deed.seat)
        if you:
            return pgettext("you", "played %(tile)s on %(train)s", tile=tiles, train=train)
        return pgettext("a name", "played %(tile)s on %(train)s", tile=tiles, train=train)
    if drawn is not None:
        tile = str(drawn)
        if you:
            return pgettext("you", "drew %(tile)s", tile=tile)
        return pgettext("a name", "drew %(tile)s", tile=tile)
    if action == DONE:
        return pgettext("you", "ended the run") if you else pgettext("a name", "ended the run")
    return pgettext("you", "passed") if you else pgettext("a name", "passed")


def _as_laid(deed: Deed) -> str:
    first, second = ends_laid(deed.before, deed.action)
    return f"{first}-{second}"


def ends_laid(before: Round, action: Action) -> tuple[int, int]:
    """Give the two numbers of a tile as a play lays it, the end nearer the engine first."""
    table = before.table
    first = table.ends[table.players if action.train == MEXICAN else action.train]
    return first, action.tile.other(first)


def choice_words(cast: Cast, before: Round, action: Action) -> str:
    """Name a choice without saying who made it: `5-8 on the Mexican train`."""
    if action.is_play:
        train = train_words(cast, min(action.train, cast.mexican), before.turn)
        return _("%(tile)s on %(train)s", tile=str(Tile(action.tile)), train=train)
    if action == DRAW:
        return _("draw a tile")
    return _("end the run") if action == DONE else _("pass")


def ending_sentence(cast: Cast, ended: Round) -> str:
    """Say how a round ended."""
    out = [seat for seat, hand in enumerate(ended.hands) if not hand]
    if not out:
        return _("Nobody could play: the round is blocked.")
    if out == [cast.you]:
        return _("You went out.")
    return _("%(names)s went out.", names=_joined(cast.name(seat) for seat in out))


def _joined(names: Iterable[str]) -> str:
    return _(" and ").join(names)
