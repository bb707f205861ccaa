"""A match: rounds in a row from one seed, who starts each, totals, and how ties are broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from .actions import Action, parse_action
from .deal import Seed, deal_round
from .errors import IllegalAction
from .events import Event, events_of
from .options import Scoring
from .round import Ending, Round, Score
from .rules import Rules
from .view import Seen, View, seen, view_of

NO_POINTS: Final = 0


@dataclass(slots=True)
class PlayedRound:
    """One round of a match: how it began and what has been done in it."""

    number: int
    start: Round
    actions: list[Action] = field(default_factory=list)
    last: Round | None = None
    """The round as it ended."""
    scores: tuple[Score, ...] | None = None

    @property
    def engine(self) -> int:
        """The number in the middle."""
        return self.start.table.engine

    @property
    def starter(self) -> int:
        """The seat that took the first turn."""
        return self.start.turn

    @property
    def ended(self) -> Ending | None:
        """Why it ended; None while it is in play."""
        return self.last.ended if self.last is not None else None

    def winners(self) -> tuple[int, ...]:
        """List the seats that went out or, when blocked, hold the fewest points.

        Refuses a round that is still in play with `IllegalAction`.
        """
        if self.last is None:
            raise IllegalAction("not_ended", "the round is still in play: nobody has won it yet")
        return self.last.winners()


class Match:
    """A match in play; `play` moves it on, and deals the next round when one has ended.

    >>> from dailytrain.deal import shared_seed
    >>> from dailytrain.rules import preset_rules
    >>> match = Match(shared_seed("K7QF3-M2P9D"), preset_rules("daily"), 3)
    >>> match.round.table.engine, match.turn, len(match.view(0).tiles)
    (12, 0, 13)
    """

    def __init__(self, seed: Seed, rules: Rules, players: int, *, first_starter: int = 0) -> None:
        """Deal the first round.

        Refuses what `deal_round` refuses with `RulesError`.
        """
        self.seed = seed
        self.rules = rules
        self.players = players
        self.first_starter = first_starter
        self.totals: tuple[Score, ...] = (NO_POINTS,) * players
        self.played: list[PlayedRound] = []
        self._seen: list[Seen] = []
        self._deal_next()

    def __repr__(self) -> str:
        """Sketch it, and say no more than everyone at the table knows; the seed would tell all."""
        totals = " ".join(map(str, self.totals))
        return (
            f"<Match: round {self.number} of {self.rules.rounds}, totals {totals}, {self.round!r}>"
        )

    def _deal_next(self) -> None:
        number = len(self.played) + 1
        self.round = deal_round(
            self.seed, self.rules, self.players, number, first_starter=self.first_starter
        )
        self.played.append(PlayedRound(number, self.round))
        self._seen = []

    @property
    def number(self) -> int:
        """The number of the round in play, or of the last one."""
        return len(self.played)

    @property
    def turn(self) -> int:
        """The seat to act; of no meaning once the match is over."""
        return self.round.turn

    @property
    def finished(self) -> bool:
        """Whether all rounds have been played."""
        return self.round.ended is not None

    @property
    def length(self) -> int:
        """How many actions have been done in the whole match."""
        return sum(len(played.actions) for played in self.played)

    def legal_actions(self) -> tuple[Action, ...]:
        """List what the seat to act may do, in the canonical order; nothing once it is over."""
        return self.round.legal_actions()

    def play(self, action: Action | str) -> tuple[Event, ...]:
        """Do this for the seat to act, and tell what everyone sees.

        Refuses what `Round.play` refuses, and anything once the match is over, with
        `IllegalAction`, and a text that is no action with `ParseError`; nothing changes then.
        """
        if not isinstance(action, Action):
            action = parse_action(action)
        before = self.round
        return events_of(before, action, self.advance(action))

    def advance(self, action: Action | str) -> Round:
        """Do this for the seat to act, and give the round that comes of it, ended or not.

        Refuses what `play` refuses.
        """
        if not isinstance(action, Action):
            action = parse_action(action)
        before = self.round
        after = before.play(action)
        self._seen.append(seen(before, action))
        current = self.played[-1]
        current.actions.append(action)
        self.round = after
        if after.ended:
            current.last = after
            current.scores = after.scores()
            self.totals = tuple(t + s for t, s in zip(self.totals, current.scores, strict=True))
            if self.number < self.rules.rounds:
                self._deal_next()
        return after

    def view(self, seat: int) -> View:
        """Give what a seat may know now."""
        return view_of(
            self.round,
            seat,
            history=self._seen,
            number=self.number,
            rounds=self.rules.rounds,
            totals=self.totals,
        )

    def scores_of(self, seat: int) -> tuple[Score, ...]:
        """List a seat's points in each round that has ended."""
        return tuple(played.scores[seat] for played in self.played if played.scores is not None)

    def winners(self) -> tuple[int, ...]:
        """List the seats that have won, several if the tie cannot be broken.

        Refuses a match that is still in play with `IllegalAction`.
        """
        if not self.finished:
            raise IllegalAction("not_ended", "the match is still in play: nobody has won yet")
        keys = [standing_key(self.rules, self.scores_of(seat)) for seat in range(self.players)]
        return tuple(seat for seat, key in enumerate(keys) if key == min(keys))


def standing_key(rules: Rules, scores: Sequence[Score]) -> tuple[Score, ...]:
    """Give what final results are ranked by, the best one lowest; equal keys share the place.

    With `pips`: the total, then more rounds at 0, then the lowest single round above 0; with
    `winner_takes` the highest total (rules.md, Scores).

    >>> from dailytrain.rules import preset_rules
    >>> standing_key(preset_rules("daily"), (0, 12, 30, 0))
    (42, -2, 12)
    """
    total = sum(scores)
    if rules.scoring is Scoring.WINNER_TAKES:
        return (-total,)
    above = [score for score in scores if score > 0]
    return total, len(above) - len(scores), min(above, default=0)
