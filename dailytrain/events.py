"""What everyone at the table sees happen when a seat acts, and no more.

A draw is seen without its tile. Events are worked out from the rounds before and after an action,
so that the round itself carries no history and its cost does not grow.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .actions import DONE, DRAW, MEXICAN, PASS, Action
from .round import Round


class EventKind(StrEnum):
    """The kinds of things that are seen to happen."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"  # noqa: S105 - no password
    DONE = "done"
    MARKER_ON = "marker_on"
    MARKER_OFF = "marker_off"
    DOUBLE_OPEN = "double_open"
    """A turn has ended and left this double uncovered, and the round goes on with it open."""
    ROUND_END = "round_end"


_KIND_OF_WORD = {DRAW: EventKind.DRAW, PASS: EventKind.PASS, DONE: EventKind.DONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that everyone sees."""

    kind: EventKind
    seat: int
    """Who acts; for a marker, whose it is."""
    action: Action | None = None
    """What was done; the draw of a tile does not say which."""
    train: int | None = None
    """The train it happens on, numbered as in `Table`."""
    first: int = -1
    """The end of a tile just laid that touches the train; -1 where no tile is laid."""
    second: int = -1
    """The end of a tile just laid that is open now; -1 where no tile is laid."""


def events_of(before: Round, action: Action, after: Round) -> tuple[Event, ...]:
    """List what is seen when the seat to act in `before` does this and `after` comes of it."""
    table, seat = before.table, before.turn
    if action.is_play:
        train = table.players if action.train == MEXICAN else action.train
        first = table.ends[train]
        events = [
            Event(
                kind=EventKind.PLAY,
                seat=seat,
                action=action,
                train=train,
                first=first,
                second=action.tile.other(first),
            )
        ]
    else:
        events = [Event(kind=_KIND_OF_WORD[action], seat=seat, action=action)]
    changed = table.markers ^ after.table.markers
    for owner in range(table.players):
        if changed >> owner & 1:
            on = after.table.markers >> owner & 1
            kind = EventKind.MARKER_ON if on else EventKind.MARKER_OFF
            events.append(Event(kind=kind, seat=owner, train=owner))
    events += [
        Event(kind=EventKind.DOUBLE_OPEN, seat=seat, train=train)
        for train in _left_open(after)
        if train not in table.open_doubles
    ]
    if after.ended:
        events.append(Event(kind=EventKind.ROUND_END, seat=seat))
    return tuple(events)


def _left_open(now: Round) -> tuple[int, ...]:
    """List the trains with an open double, but those that nobody will have to cover any more."""
    table = now.table
    # Once a seat is out, others have at most a private first turn to come, which no double binds.
    if now.ended or not all(now.hands):
        return ()
    return tuple(train for train in table.open_doubles if not table.is_waived(table.ends[train]))
