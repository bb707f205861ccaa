"""Moments of rounds by random rules, seats and sets, and what may be changed in them unseen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache

from dailytrain.deal import Seed, below, deal_round, shuffled, words
from dailytrain.errors import RulesError
from dailytrain.options import (
    AfterDouble,
    CoverOrder,
    DoublesPerTurn,
    Draws,
    EngineSource,
    FirstTurn,
    MarkerRemoval,
    MexicanTrainStart,
    OpenDoubleBinds,
    Scoring,
)
from dailytrain.round import Round
from dailytrain.rules import PRESETS, Rules, preset_rules
from dailytrain.tiles import tiles_in
from dailytrain.view import Seen, View, seen, view_of

_CHOICES: dict[str, Sequence[object]] = {
    "engine_source": list(EngineSource),
    "first_turn": list(FirstTurn),
    "mexican_train_start": list(MexicanTrainStart),
    "own_train_first": (False, True),
    "marker_removal": list(MarkerRemoval),
    "marker_when_double_blocks": (True, False),
    "after_double": list(AfterDouble),
    "open_double_binds": list(OpenDoubleBinds),
    "cover_order": list(CoverOrder),
    "cover_waived_when_exhausted": (False, True),
    "doubles_per_turn": list(DoublesPerTurn),
    "draws": list(Draws),
    "blank_points": (0, 25),
    "double_blank_points": (None, 50),
    "scoring": list(Scoring),
}


def stream(label: str) -> Iterator[int]:
    """Words for a test, the same in every run."""
    return words(hashlib.sha256(label.encode()).digest(), "test")


def random_rules(lots: Iterator[int]) -> tuple[Rules, int]:
    """Any rules that can be played, and a number of seats for them."""
    while True:
        options = {
            name: values[below(lots, len(values))]
            for name, values in _CHOICES.items()
            if below(lots, 3)
        }
        players = 2 + below(lots, 9)
        highest = 6 + below(lots, 13)
        try:
            rules = preset_rules(
                PRESETS[below(lots, len(PRESETS))], highest_pip=highest, rounds=1, **options
            )
            most = min(rules.largest_hand(players), 30)
            size = 2 + below(lots, most - 1)
            rules = preset_rules(
                rules.preset, highest_pip=highest, rounds=1, hand_size=size, **options
            )
            rules.hand_size_for(players)
        except (RulesError, ValueError):
            continue
        return rules, players


def random_round(label: str) -> Round:
    """A round by random rules that is about to begin."""
    lots = stream(label)
    rules, players = random_rules(lots)
    seed = Seed(hashlib.sha256(label.encode()).digest()[:16])
    number = 1 + below(lots, rules.highest_pip + 1)
    return deal_round(seed, rules, players, number)


def moments(start: Round, label: str) -> Iterator[tuple[Round, tuple[Seen, ...]]]:
    """The moments of a round, played at random, at which something can be chosen."""
    lots = stream(label)
    history: list[Seen] = []
    now = start
    while not now.ended:
        legal = now.legal_actions()
        if len(legal) > 1:
            yield now, tuple(history)
        action = legal[below(lots, len(legal))]
        history.append(seen(now, action))
        now = now.play(action)


@cache
def choices(count: int, each: int = 1) -> tuple[tuple[Round, tuple[Seen, ...]], ...]:
    """So many moments, from as many different rounds as that takes."""
    found: list[tuple[Round, tuple[Seen, ...]]] = []
    number = 0
    while len(found) < count:
        label = f"choices {number}"
        number += 1
        of_round = list(moments(random_round(label), label))
        lots = stream(f"{label} picked")
        found += [of_round[below(lots, len(of_round))] for _ in range(each) if of_round]
    return tuple(found[:count])


def view_at(now: Round, history: Sequence[Seen]) -> View:
    """What the seat to act may know."""
    return view_of(now, now.turn, history=history)


def with_hidden_tiles_moved(now: Round, label: str) -> Round:
    """The same moment to the seat to act, all tiles that it cannot see dealt anew."""
    table, seat = now.table, now.turn
    others = [s for s in range(table.players) if s != seat]
    hidden = [tile for s in others for tile in tiles_in(now.hands[s])]
    hidden += now.boneyard_left
    hidden = shuffled(hidden, stream(label))
    hands = list(now.hands)
    for other in others:
        count = hands[other].bit_count()
        hands[other] = sum(1 << tile for tile in hidden[:count])
        del hidden[:count]
    return Round(table, tuple(hands), tuple(hidden))
