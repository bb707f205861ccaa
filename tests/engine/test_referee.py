"""Compare the game with the independent referee, step by step, over many random rounds.

The referee next door was written from the words of the rules alone. Where the two differ, one of
them has misread a rule, and the failing example is a round record.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from dailytrain import parse_position, parse_round_record
from dailytrain.deal import below, words
from tests.strategies import CHOICES, Chooser, DealtRound, choosers, deal_texts, dealt_rounds

from .data import ROUNDS
from .referee import Referee

STREAMS = 8
ROUNDS_A_STREAM = 400


def compare(dealt: DealtRound, chooser: Chooser) -> str:
    """Play a round with both, and hold every step against the other; tell how it ended."""
    core = parse_round_record(dealt.record()).start
    referee = Referee(
        dealt.options, dealt.engine, dealt.starter, hands=dealt.hands, boneyard=dealt.boneyard
    )
    played: list[str] = []
    while True:
        where = json.dumps(dealt.record(played))
        table = core.table
        assert sorted(map(str, core.legal_actions())) == referee.legal(), where
        assert core.ended == referee.ended, where
        markers = {seat for seat in range(table.players) if table.markers >> seat & 1}
        assert markers == referee.markers, where
        if core.ended:
            break
        assert core.turn == referee.turn, where
        if len(played) % 7 == 0:
            found = parse_position(referee.position())
            assert list(found.legal_actions()) == list(core.legal_actions()), where
        action = chooser.pick(len(played), core.legal_actions())
        played.append(str(action))
        core = core.play(action)
        referee.act(str(action))
    assert list(core.scores()) == list(referee.scores()), where
    for seat, hand in enumerate(referee.hands):
        assert {(tile.low, tile.high) for tile in core.hand(seat)} == set(hand), where
    return str(core.ended)


@pytest.mark.parametrize("stream", range(STREAMS))
def test_random_rounds_agree(stream: int) -> None:
    numbers = words(stream.to_bytes(8, "big"), "referee")
    endings = set()
    for _ in range(ROUNDS_A_STREAM):
        options = {name: values[below(numbers, len(values))] for name, values in CHOICES.items()}
        dealt = deal_texts(
            options | {"highest_pip": 6 + below(numbers, 4) * (1 + below(numbers, 2))},
            next(numbers),
            players=2 + below(numbers, 9),
            engine=below(numbers, 13),
            hand_size=1 + below(numbers, (2, 5, 8, 15)[below(numbers, 4)]),
            boneyard_size=(None, None, 0, 1, 3, 8)[below(numbers, 6)],
        )
        endings.add(compare(dealt, Chooser(next(numbers))))
    assert endings == {"out", "blocked"}


@settings(max_examples=150, deadline=None)
@given(dealt=dealt_rounds(), chooser=choosers())
def test_rounds_that_shrink_agree(dealt: DealtRound, chooser: Chooser) -> None:
    compare(dealt, chooser)


@pytest.mark.parametrize("vector", ROUNDS[::5], ids=lambda v: str(v["record"]["rules"])[:40])
def test_the_referee_agrees_with_the_conformance_files(vector: dict[str, Any]) -> None:
    """Trust the referee only as far as it traces rounds that neither of us made."""
    start = parse_round_record(vector["record"]).start
    options = {name: getattr(start.rules, name) for name in CHOICES}
    referee = Referee(
        options | {"highest_pip": start.rules.highest_pip},
        start.table.engine,
        start.turn,
        hands=vector["record"]["hands"],
        boneyard=vector["record"]["boneyard"],
    )
    for step in vector["trace"]["steps"]:
        assert (referee.turn, referee.legal()) == (step["seat"], step["legal"])
        referee.act(step["action"])
    assert referee.ended == vector["trace"]["ended"]
