"""Hypothesis strategies for the game: options, rules, deals, rounds in play, matches.

Choices within a round come from a stream of the game's own, so that an example is a few small
numbers and shrinks to fewer seats, tiles and steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st

from dailytrain import (
    PRESETS,
    Action,
    Match,
    Round,
    Rules,
    RulesError,
    Seed,
    Tile,
    deal_round,
    preset_rules,
    start_round,
)
from dailytrain.actions import DONE, DRAW, PASS, PLAYS
from dailytrain.deal import below, shuffled, words
from dailytrain.tiles import TILES

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "first_turn": ("single", "run", "private_run"),
    "mexican_train_start": ("any_turn", "second_turn"),
    "own_train_first": (False, True),
    "marker_removal": ("own_play", "any_play_on_it", "owner_plays_anywhere"),
    "marker_when_double_blocks": (True, False),
    "after_double": ("extra_tile", "cover"),
    "open_double_binds": ("everyone", "nobody"),
    "cover_order": ("oldest", "newest"),
    "cover_waived_when_exhausted": (False, True),
    "doubles_per_turn": ("unlimited", "one", "two_if_followed"),
    "draws": ("per_tile", "per_turn"),
    "blank_points": (0, 25),
    "double_blank_points": (None, 50),
    "scoring": ("pips", "winner_takes"),
}
"""Every value of every option that matters within a round."""

MOST_ACTIONS: Final = 2_000
"""More than any round takes: each turn lays, draws or passes, and passes alone cannot go on."""


def tiles() -> st.SearchStrategy[Tile]:
    """Any tile of the largest set."""
    return st.sampled_from(TILES)


def actions() -> st.SearchStrategy[Action]:
    """Any action, legal somewhere or nowhere."""
    plays = st.sampled_from([play for train in PLAYS for play in train])
    return plays | st.sampled_from([DRAW, PASS, DONE])


def round_options() -> st.SearchStrategy[dict[str, Any]]:
    """Any mix of the options that matter within a round, as a record holds them."""
    return st.fixed_dictionaries({name: st.sampled_from(v) for name, v in CHOICES.items()})


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Some options on top of some preset, as a record holds them; any set of tiles."""
    given = draw(
        st.fixed_dictionaries(
            {"preset": st.sampled_from(PRESETS)},
            optional={
                **{name: st.sampled_from(values) for name, values in CHOICES.items()},
                "engine_source": st.sampled_from(["set_out", "holder"]),
                "highest_pip": st.integers(6, 18),
                "hand_size": st.integers(2, 5),
            },
        )
    )
    if draw(st.booleans()):
        given["rounds"] = draw(st.integers(1, int(given.get("highest_pip", 12)) + 1))
    if "hand_size" in given and draw(st.booleans()):
        # 28 tiles in the smallest set: five each for five seats leave enough in any.
        given["players"] = draw(st.integers(2, 5))
    return given


def rules() -> st.SearchStrategy[Rules]:
    """Any rules that can be played."""

    def read(given: dict[str, Any]) -> Rules:
        plain = dict(given)
        return preset_rules(plain.pop("preset"), **plain)

    return options().map(read)


def seeds() -> st.SearchStrategy[Seed]:
    """Any seed."""
    return st.binary(min_size=16, max_size=16).map(Seed)


@dataclass(frozen=True)
class Chooser:
    """Picks one of some things at each step, by a stream that its number decides."""

    number: int

    def pick(self, step: int, things: Sequence[Action]) -> Action:
        """Pick one, the same at the same step every time."""
        seed = self.number.to_bytes(8, "big")
        return things[below(words(seed, f"test {step}"), len(things))]


def choosers() -> st.SearchStrategy[Chooser]:
    """Any way to choose among legal actions."""
    return st.integers(0, 2**32).map(Chooser)


@dataclass(frozen=True)
class DealtRound:
    """A round's beginning as plain texts, from which both referees can start."""

    options: dict[str, Any]
    engine: int
    starter: int
    hands: list[list[str]]
    boneyard: list[str]

    def record(self, played: Sequence[str] = ()) -> dict[str, Any]:
        """Write the round record of it with these actions."""
        return {
            "rules": self.options,
            "engine": self.engine,
            "starter": self.starter,
            "hands": self.hands,
            "boneyard": self.boneyard,
            "actions": list(played),
        }


def deal_texts(
    given: dict[str, Any],
    number: int,
    *,
    players: int,
    engine: int,
    hand_size: int,
    boneyard_size: int | None = None,
) -> DealtRound:
    """Deal a round, its boneyard perhaps cut short; numbers are brought into what is possible."""
    highest = given["highest_pip"]
    engine %= highest + 1
    pairs = [f"{low}-{high}" for high in range(highest + 1) for low in range(high + 1)]
    pairs.remove(f"{engine}-{engine}")
    mixed = shuffled(pairs, words(number.to_bytes(8, "big"), "test deal"))
    size = max(1, min(hand_size, len(mixed) // players))
    hands = [mixed[seat * size : (seat + 1) * size] for seat in range(players)]
    return DealtRound(
        given, engine, number % players, hands, mixed[players * size :][:boneyard_size]
    )


@st.composite
def dealt_rounds(draw: st.DrawFn) -> DealtRound:
    """A round with any mix of options, sets of 6 to 12, 2 to 10 seats, and often few tiles."""
    return deal_texts(
        draw(round_options()) | {"highest_pip": draw(st.sampled_from([6, 7, 9, 12]))},
        draw(st.integers(0, 2**32)),
        players=draw(st.integers(2, 10)),
        engine=draw(st.integers(0, 12)),
        hand_size=draw(st.integers(1, 15)),
        boneyard_size=draw(st.sampled_from([None, 0, 1, 3, 8])),
    )


@dataclass(frozen=True)
class Playout:
    """A round played at random: its beginning, what was done, and every moment of it."""

    actions: list[Action]
    moments: list[Round]
    """One more than there are actions; the first is the beginning."""

    @property
    def start(self) -> Round:
        """The round when its first turn begins."""
        return self.moments[0]

    @property
    def last(self) -> Round:
        """The latest moment."""
        return self.moments[-1]


def play_out(start: Round, chooser: Chooser, most: int = MOST_ACTIONS) -> Playout:
    """Play a round by these choices to its end, or for so many actions."""
    done: list[Action] = []
    moments = [start]
    while len(done) < most and moments[-1].ended is None:
        action = chooser.pick(len(done), moments[-1].legal_actions())
        done.append(action)
        moments.append(moments[-1].play(action))
    return Playout(done, moments)


@st.composite
def starts(draw: st.DrawFn) -> Round:
    """The beginning of a round: a preset's deal, or any mix of options with tiles left out."""
    if draw(st.booleans()):
        dealt = draw(dealt_rounds())
        hands = [[_tile(text) for text in hand] for hand in dealt.hands]
        return start_round(
            preset_rules("standard", **dealt.options),
            dealt.engine,
            dealt.starter,
            hands,
            [_tile(text) for text in dealt.boneyard],
        )
    given = draw(rules())
    for players in draw(st.permutations(range(2, 11))):
        try:
            return deal_round(draw(seeds()), given, players, draw(st.integers(1, given.rounds)))
        except RulesError:
            continue  # these rules have no hands for that many seats
    return deal_round(draw(seeds()), preset_rules("standard"), 2)


def _tile(text: str) -> Tile:
    low, high = text.split("-")
    return Tile.of(int(low), int(high))


@st.composite
def playouts(draw: st.DrawFn) -> Playout:
    """A round played at random to its end."""
    return play_out(draw(starts()), draw(choosers()))


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Any moment of any round."""
    steps = draw(st.integers(0, 60))
    return play_out(draw(starts()), draw(choosers()), steps).last


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match of a few short rounds, in play or finished."""
    given = draw(round_options())
    players = draw(st.integers(2, 4))
    short = preset_rules(
        "daily",
        **given,
        highest_pip=draw(st.sampled_from([6, 9])),
        hand_size=draw(st.integers(2, 4)),
        rounds=draw(st.integers(1, 3)),
        engine_source=draw(st.sampled_from(["set_out", "holder"])),
    )
    match = Match(draw(seeds()), short, players, first_starter=draw(st.integers(0, players - 1)))
    chooser = draw(choosers())
    for step in range(draw(st.integers(0, 80))):
        if match.finished:
            break
        match.play(chooser.pick(step, match.legal_actions()))
    return match
