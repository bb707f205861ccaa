"""The same deals for every seat: plays matches between bots and keeps what came of each deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter_ns
from typing import Any, Final

from dailytrain.actions import Action
from dailytrain.deal import Seed, shared_seed
from dailytrain.errors import DailyTrainError
from dailytrain.match import Match
from dailytrain.round import Ending, Score
from dailytrain.rules import Rules, format_rules, parse_rules
from dailytrain.view import View

from .contract import Bot, BotError, bot_from, key_of, make_ready

RESULTS_FORMAT: Final = "dailytrain arena 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Who plays, by which rules, on which deals."""

    bots: tuple[str, ...]
    """The bots as they were asked for, one a place in the line-up."""
    rules: Rules
    seed: str
    """Deal `i` is the shared seed of this text, a hyphen and `i`."""

    def described(self) -> dict[str, object]:
        """Describe it for the first line of a results file, with the versions of the bots."""
        return {
            "format": RESULTS_FORMAT,
            "bots": [key_of(bot_from(text)) for text in self.bots],
            "rules": format_rules(self.rules),
            "seed": self.seed,
        }


@dataclass(slots=True)
class DealResult:
    """What came of one deal, played once for each turn of the line-up around the table."""

    deal: int
    scores: list[list[list[Score]]] = field(default_factory=list)
    """A match, a round, a place: the points."""
    winners: list[list[int]] = field(default_factory=list)
    """The places that won each match."""
    blocked: int = 0
    """How many of its rounds ended blocked."""
    times: dict[str, Counter[int]] = field(default_factory=dict)
    """For each bot how often a real choice took so many microseconds, to two digits."""

    def as_json(self) -> dict[str, Any]:
        """Give what a results file keeps."""
        return {
            "deal": self.deal,
            "scores": [[[str(s) for s in places] for places in rounds] for rounds in self.scores],
            "winners": self.winners,
            "blocked": self.blocked,
            "times": {bot: sorted(times.items()) for bot, times in self.times.items()},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> DealResult:
        """Read what `as_json` gave; anything else is a plain Python error."""
        return cls(
            deal=int(data["deal"]),
            scores=[
                [[Fraction(score) for score in places] for places in rounds]
                for rounds in data["scores"]
            ],
            winners=[[int(place) for place in places] for places in data["winners"]],
            blocked=int(data["blocked"]),
            times={
                bot: Counter({int(time): int(count) for time, count in times})
                for bot, times in data["times"].items()
            },
        )


Chooser = Callable[[View], Action]


def play_match(seed: Seed, rules: Rules, choosers: Sequence[Chooser]) -> Match:
    """Play a whole match between these, one a seat.

    Refuses an action that is not legal with `IllegalAction`.
    """
    match = Match(seed, rules, len(choosers))
    while not match.finished:
        seat = match.turn
        match.play(choosers[seat](match.view(seat)))
    return match


class _Timed:
    """A bot at its seat, its real choices timed, its failures named."""

    def __init__(self, bot: Bot, times: Counter[int]) -> None:
        self.bot = bot
        self.times = times

    def __call__(self, view: View) -> Action:
        legal = view.legal_actions()
        begin = perf_counter_ns()
        try:
            action = self.bot.choose(view)
        except Exception as wrong:
            raise BotError(
                "bot_failed", f"{key_of(self.bot)} failed: {type(wrong).__name__}: {wrong}"
            ) from wrong
        if len(legal) > 1:
            self.times[_two_digits((perf_counter_ns() - begin) // 1000)] += 1
        if action not in legal:
            raise BotError(
                "bot_illegal",
                f"{key_of(self.bot)} chose {action}; it may {', '.join(map(str, legal))}",
            )
        return action


def _two_digits(microseconds: int) -> int:
    """Round to two digits, so that millions of times fit a small table."""
    scale = int("1".ljust(len(str(microseconds)) - 1, "0"))
    return (microseconds + scale // 2) // scale * scale


def play_deal(line: Line, deal: int) -> DealResult:
    """Play a deal once for each turn of the line-up around the table.

    Refuses a bot that fails or plays what is not legal with `BotError`.
    """
    bots = [bot_from(text) for text in line.bots]
    for bot in bots:
        make_ready(bot)
    places = range(len(bots))
    seed = shared_seed(f"{line.seed}-{deal}")
    result = DealResult(deal, times={key_of(bot): Counter() for bot in bots})
    for turned in places:
        # Place p sits at seat p + turned, so every place plays every hand.
        seats = [(place + turned) % len(bots) for place in places]
        at_seat = [bots[seats.index(seat)] for seat in places]
        choosers = [_Timed(bot, result.times[key_of(bot)]) for bot in at_seat]
        try:
            match = play_match(seed, line.rules, choosers)
        except DailyTrainError as wrong:
            raise BotError(wrong.reason, f"deal {line.seed}-{deal}: {wrong}") from wrong
        by_seat = [match.scores_of(seat) for seat in places]
        result.scores.append(
            [[by_seat[seats[p]][r] for p in places] for r in range(len(match.played))]
        )
        won = match.winners()
        result.winners.append([place for place in places if seats[place] in won])
        result.blocked += sum(played.ended is Ending.BLOCKED for played in match.played)
    return result


def line_from(described: dict[str, Any]) -> Line:
    """Give the line-up that a results file begins with."""
    return Line(
        bots=tuple(described["bots"]), rules=parse_rules(described["rules"]), seed=described["seed"]
    )
