"""The sentences in which a game is told, while it runs and afterwards: what a seat did, and where.

They know nothing of games: whoever tells says who sits where, and who of them is "you".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dailytrain import EventKind, Tile

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


def train_words(cast: Cast, train: int, seat: int | None = None) -> str:
    """Name a train within a sentence, which may be about a seat: `the Mexican train`."""
    if train == cast.mexican:
        return _("the Mexican train")
    if train == cast.you:
        return _("your train")
    if train == seat:
        return _("their own train")
    return _("%(name)s’s train", name=cast.names[train])


def place_words(cast: Cast, tile: Tile, train: int, seat: int | None = None) -> str:
    """Name a tile with its train, the Mexican one by any higher number: `5-8 on your train`."""
    where = train_words(cast, min(train, cast.mexican), seat)
    return _("%(tile)s on %(train)s", tile=str(tile), train=where)


def seat_sentence(cast: Cast, seat: int, clauses: Sequence[str]) -> str:
    """Say what a seat did, one clause after another, in one sentence."""
    words = clauses[-1]
    if len(clauses) > 1:
        words = _("%(first)s and %(last)s", first=", ".join(clauses[:-1]), last=words)
    if seat == cast.you:
        return _("You %(did)s.", did=words)
    return _("%(name)s %(did)s.", name=cast.names[seat], did=words)


# A clause lacks the name of who acted; some languages have another verb for "you".


def play_clause(cast: Cast, seat: int, laid: Iterable[tuple[int, int]], train: int) -> str:
    """Say that a seat laid these tiles on a train, each by its numbers from the engine outwards."""
    tiles = ", ".join(f"{first}-{second}" for first, second in laid)
    where = train_words(cast, train, seat)
    if seat == cast.you:
        return pgettext("you", "played %(tile)s on %(train)s", tile=tiles, train=where)
    return pgettext("a name", "played %(tile)s on %(train)s", tile=tiles, train=where)


def other_clause(cast: Cast, seat: int, kind: EventKind, drawn: Tile | None) -> str:
    """Say that a seat drew, ended its run or passed; `drawn` where the reader may know the tile."""
    you = seat == cast.you
    if kind is EventKind.DRAW:
        if drawn is None:
            return pgettext("a name", "drew a tile")
        tile = str(drawn)
        if you:
            return pgettext("you", "drew %(tile)s", tile=tile)
        return pgettext("a name", "drew %(tile)s", tile=tile)
    if kind is EventKind.DONE:
        return pgettext("you", "ended the run") if you else pgettext("a name", "ended the run")
    return pgettext("you", "passed") if you else pgettext("a name", "passed")


def double_sentence(train: str) -> str:
    """Say that a double stays open on a train that is named within a sentence."""
    return _("The double on %(train)s is open.", train=train)


def marker_sentence(cast: Cast, seat: int, *, goes_out: bool) -> str:
    """Say that a seat's marker goes out or comes in."""
    if seat == cast.you:
        return _("Your marker goes out.") if goes_out else _("Your marker comes in.")
    name = cast.names[seat]
    if goes_out:
        return _("%(name)s’s marker goes out.", name=name)
    return _("%(name)s’s marker comes in.", name=name)


def end_sentence(cast: Cast, out: Sequence[int]) -> str:
    """Say how a round ended: these seats went out, or nobody could play."""
    if not out:
        return _("Nobody could play: the round is blocked.")
    if list(out) == [cast.you]:
        return _("You went out.")
    return _("%(names)s went out.", names=_(" and ").join(map(cast.name, out)))
