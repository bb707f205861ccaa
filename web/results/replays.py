"""Finished matches looked back on: their moments one by one, and where two of one deal part.

A moment is the table as it stands before any action of a round, or after one. Moments are counted
through the whole match from 0, so that a link can name one: a round with 20 actions has 21 of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from dailytrain import (
    Action,
    Event,
    Match,
    Round,
    Score,
    Tile,
    events_of,
    parse_match_record,
    tiles_in,
    verify_match,
)
from dailytrain.actions import DRAW
from dailytrain.match import PlayedRound


class DealsDifferError(ValueError):
    """Say that two matches are not of one deal, so that nothing in them can be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One action, with the round as it stood before and after it."""

    before: Round
    action: Action
    after: Round

    @property
    def seat(self) -> int:
        """Who acted."""
        return self.before.turn

    @property
    def drawn(self) -> Tile | None:
        """The tile that was drawn, if the action drew one."""
        if self.action != DRAW:
            return None
        return tiles_in(self.after.hands[self.seat] & ~self.before.hands[self.seat])[0]

    @property
    def events(self) -> tuple[Event, ...]:
        """What everyone saw."""
        return events_of(self.before, self.action, self.after)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The table at one moment of a match, every hand in sight."""

    at: int
    """Its number within the match."""
    number: int
    """The number of its round."""
    round: Round
    deed: Deed | None
    """What has just been done; None when the round has only been dealt."""
    totals: tuple[Score, ...]
    """Each seat's points over the rounds that have ended by now."""
    points: tuple[Score, ...] | None
    """What this round brought each seat, at the moment in which it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one seat did before the next seat's turn began."""

    seat: int
    first: int
    """The moment before its first action."""
    last: int
    """The moment after its last action."""
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A round as a stretch of a match's moments."""

    played: PlayedRound
    first: int
    """The moment in which it has been dealt."""

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.played.number

    @property
    def last(self) -> int:
        """The moment in which it ends."""
        return self.first + len(self.played.actions)

    def deeds(self) -> Iterator[Deed]:
        """Go through its actions in order."""
        before = self.played.start
        for action in self.played.actions:
            after = before.play(action)
            yield Deed(before=before, action=action, after=after)
            before = after

    def turns(self, start: int = 0) -> list[Turn]:
        """List its turns, from its action `start` on."""
        turns = []
        numbered = list(enumerate(self.deeds(), self.first))[start:]
        for seat, group in groupby(numbered, key=lambda pair: pair[1].seat):
            acts = list(group)
            turns.append(
                Turn(
                    seat=seat,
                    first=acts[0][0],
                    last=acts[-1][0] + 1,
                    deeds=tuple(deed for _at, deed in acts),
                )
            )
        return turns

    def turn_number(self, moment: int) -> int:
        """Give the number of the turn, from 1, to which the action at this moment belongs."""
        return 1 + sum(1 for turn in self.turns() if turn.last <= moment)


class Replay:
    """A match to look back on, moment by moment."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.spans: Final = _spans(match)

    @classmethod
    def from_record(cls, record: object) -> Replay:
        """Make it from a match record alone.

        Refuses what `parse_match_record` and `verify_match` refuse.
        """
        return cls(verify_match(parse_match_record(record)))

    @property
    def last(self) -> int:
        """The number of its last moment."""
        return self.spans[-1].last

    def span_at(self, at: int) -> Span:
        """Give the round that a moment belongs to.

        Refuses a moment that the match has not got with `IndexError`.
        """
        if not 0 <= at <= self.last:
            raise IndexError(at)
        return self.spans[bisect_right(self.spans, at, key=lambda span: span.first) - 1]

    def stops(self) -> list[int]:
        """List the moments at which a turn has ended or a round has been dealt, in order."""
        return [
            stop for span in self.spans for stop in (span.first, *(t.last for t in span.turns()))
        ]

    def moment(self, at: int) -> Moment:
        """Give one moment.

        Refuses a moment that the match has not got with `IndexError`.
        """
        return next(self.moments(at, at + 1))

    def moments(self, start: int, stop: int) -> Iterator[Moment]:
        """Go through the moments from `start` to before `stop`, as far as there are any.

        Refuses a start that the match has not got with `IndexError`.
        """
        first = self.span_at(start)
        for span in self.spans[first.number - 1 :]:
            if span.first >= stop:
                return
            for moment in self._moments_of(span):
                if start <= moment.at < stop:
                    yield moment

    def _moments_of(self, span: Span) -> Iterator[Moment]:
        totals = self._totals_before(span)
        played = span.played
        yield Moment(
            at=span.first,
            number=span.number,
            round=played.start,
            deed=None,
            totals=totals,
            points=None,
        )
        for at, deed in enumerate(span.deeds(), span.first + 1):
            points = played.scores if deed.after.ended else None
            if points:
                totals = tuple(t + p for t, p in zip(totals, points, strict=True))
            yield Moment(
                at=at,
                number=span.number,
                round=deed.after,
                deed=deed,
                totals=totals,
                points=points,
            )

    def _totals_before(self, span: Span) -> tuple[Score, ...]:
        scored = [s.played.scores for s in self.spans[: span.number - 1] if s.played.scores]
        return tuple(sum(of_seat) for of_seat in zip(*scored, strict=True)) or (
            (0,) * self.match.players
        )


def _spans(match: Match) -> tuple[Span, ...]:
    spans = []
    first = 0
    for played in match.played:
        spans.append(Span(played=played, first=first))
        first = spans[-1].last + 1
    return tuple(spans)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """The first choice of a round in which two matches of one deal differ."""

    number: int
    """The number of the round."""
    round: Round
    """The table as it stood, the same in both."""
    step: int
    """How many actions the round has in common before it."""
    choices: tuple[Action, Action]
    """What was chosen in the one and in the other."""
    moments: tuple[int, int]
    """The moment before the choice, in the one and in the other."""

    @property
    def seat(self) -> int:
        """Whose choice it was."""
        return self.round.turn


def partings(one: Replay, other: Replay) -> tuple[Parting | None, ...]:
    """Tell for each round where two matches part; None for a round that is the same in both.

    Refuses two matches that are not of one deal with `DealsDifferError`.
    """
    if not _is_one_deal(one.match, other.match):
        raise DealsDifferError("the two matches were not dealt the same tiles by the same rules")
    return tuple(map(_parting, one.spans, other.spans))


def _is_one_deal(one: Match, other: Match) -> bool:
    return (one.seed, one.rules, one.players, one.first_starter, one.number) == (
        other.seed,
        other.rules,
        other.players,
        other.first_starter,
        other.number,
    )


def _parting(one: Span, other: Span) -> Parting | None:
    pairs = zip(one.played.actions, other.played.actions, strict=False)
    for step, (choice, choice_of_other) in enumerate(pairs):
        if choice != choice_of_other:
            stand = one.played.start
            for action in one.played.actions[:step]:
                stand = stand.play(action)
            return Parting(
                number=one.number,
                round=stand,
                step=step,
                choices=(choice, choice_of_other),
                moments=(one.first + step, other.first + step),
            )
    return None
