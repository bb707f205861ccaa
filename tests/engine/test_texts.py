"""Text to object and back: tiles, actions, rules, records, positions, views; and equality."""

import copy
import dataclasses
import json
import pickle
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dailytrain import (
    PRESETS,
    Action,
    DailyTrainError,
    Match,
    RecordError,
    Round,
    Rules,
    RulesError,
    Tile,
    format_match_record,
    format_round_record,
    format_rules,
    format_view,
    parse_action,
    parse_match_record,
    parse_position,
    parse_round_record,
    parse_rules,
    parse_tile,
    parse_view,
    preset_rules,
    shared_seed,
    start_round,
    view_of,
)
from dailytrain.deal import made_up_seed_text, shared_seed_text
from dailytrain.rules import OPTION_NAMES
from tests.strategies import Playout, actions, matches, playouts, rounds, rules, tiles

from .tables import moment


@given(tile=tiles())
def test_a_tile_reads_back_in_either_order(tile: Tile) -> None:
    assert parse_tile(str(tile)) is tile
    assert parse_tile(f"{tile.high}-{tile.low}") is tile
    assert str(tile) == f"{tile.low}-{tile.high}"
    assert eval(repr(tile), {"Tile": parse_tile}) is tile  # noqa: S307, RUF100


@given(action=actions())
def test_an_action_reads_back(action: Action) -> None:
    assert parse_action(str(action)) is action
    assert eval(repr(action), {"parse_action": parse_action}) is action
    if action.is_play:
        turned = f"{action.tile.high}-{action.tile.low}@{str(action).partition('@')[2]}"
        assert parse_action(turned) is action


@given(given_rules=rules())
def test_rules_read_back(given_rules: Rules) -> None:
    written = json.loads(json.dumps(format_rules(given_rules)))
    assert parse_rules(written) == given_rules
    assert format_rules(parse_rules(written)) == written
    assert hash(parse_rules(written)) == hash(given_rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_written_by_its_name_alone(preset: str) -> None:
    assert format_rules(preset_rules(preset)) == preset
    assert parse_rules({"preset": preset}) == preset_rules(preset)
    assert parse_rules({}) == preset_rules("standard")


@given(given_rules=rules())
def test_rules_read_the_same_from_all_their_options(given_rules: Rules) -> None:
    from dailytrain.rules import OPTION_NAMES  # noqa: PLC0415

    spelt = {name: getattr(given_rules, name) for name in OPTION_NAMES}
    assert parse_rules({"preset": given_rules.preset, **spelt}) == given_rules
    assert parse_rules(json.loads(json.dumps({"preset": given_rules.preset, **spelt}))) == (
        given_rules
    )


@given(played=playouts())
def test_a_round_record_reads_back(played: Playout) -> None:
    written = json.loads(json.dumps(format_round_record(played.start, played.actions)))
    record = parse_round_record(written)
    assert record.start == played.start
    assert format_round_record(record.start, [parse_action(str(a)) for a in record.actions]) == (
        written
    )


@given(match=matches())
def test_a_match_record_reads_back(match: Match) -> None:
    seats: list[dict[str, object]] = [
        {"name": "You"},
        *(
            {"name": f"Bot {seat}", "bot": "random", "version": seat}
            for seat in range(1, match.players)
        ),
    ]
    written = json.loads(json.dumps(format_match_record(match, seats)))
    record = parse_match_record(written)
    assert record.seed == match.seed
    assert record.rules == match.rules
    assert record.first_starter == match.first_starter
    assert list(record.seats) == seats
    assert [r["actions"] for r in record.rounds] == [
        [str(action) for action in played.actions] for played in match.played
    ]


@given(match=matches())
def test_a_view_of_a_match_reads_back(match: Match) -> None:
    for seat in range(match.players):
        view = match.view(seat)
        text = format_view(view)
        assert parse_view(text) == view
        assert format_view(parse_view(text)) == text
        assert parse_view(text).legal_actions() == view.legal_actions()
        assert hash(parse_view(text)) == hash(view)


@given(now=rounds())
def test_a_view_of_a_round_reads_back(now: Round) -> None:
    view = view_of(now, now.turn)
    assert parse_view(format_view(view)) == view


def test_a_view_s_text_is_one_plain_line() -> None:
    text = format_view(Match(shared_seed("A"), preset_rules("daily"), 3).view(0))
    assert text.isascii()
    assert "\n" not in text
    assert text == json.dumps(json.loads(text), separators=(",", ":"))


@given(now=rounds())
def test_moments_are_values(now: Round) -> None:
    """Equal moments are equal, hash alike and survive copying; different ones differ."""
    for again in (copy.deepcopy(now), pickle.loads(pickle.dumps(now))):
        assert again == now
        assert hash(again) == hash(now)
    assert now != now.table
    assert len({now, copy.deepcopy(now)}) == 1


ENUMS = {
    option: type(value)
    for option in OPTION_NAMES
    if isinstance(value := getattr(preset_rules("standard"), option), StrEnum)
}


@pytest.mark.parametrize(
    ("option", "text"), [(option, str(kind)) for option, kinds in ENUMS.items() for kind in kinds]
)
def test_a_plain_text_stands_for_the_option_s_member(option: str, text: str) -> None:
    options: dict[str, Any] = {option: text}
    member = ENUMS[option](text)
    for rules_ in (Rules(**options), preset_rules("standard", **options), parse_rules(options)):
        assert getattr(rules_, option) is member
        assert rules_ == dataclasses.replace(Rules(), **{option: member})


def test_a_run_asked_for_in_plain_text_is_a_run() -> None:
    """rules.md, first_turn: after a tile on the own train more may follow, until `done`."""
    options: dict[str, Any] = {"first_turn": "run"}
    hands = [[parse_tile("5-12"), parse_tile("5-6")], [parse_tile("0-1")]]
    begun = start_round(Rules(**options), 12, 0, hands, []).play("5-12@P0")
    assert sorted(map(str, begun.legal_actions())) == ["5-6@P0", "done"]


@given(text=st.text("0123456789-@PMdrawpsone ", max_size=8))
def test_any_text_is_an_action_that_reads_back_or_is_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except DailyTrainError:
        return
    assert parse_action(str(action)) is action


@pytest.mark.parametrize(
    "text",
    [
        *("grandma-2026", "GRANDMA-2026"),
        *("a", "-", "0" * 40, "k7qf3-m2p9d"),
    ],
)
def test_a_shared_seed_does_not_mind_its_case(text: str) -> None:
    assert shared_seed(text) == shared_seed(text.upper()) == shared_seed(text.lower())
    assert shared_seed_text(text) == text.upper()


@given(made=st.binary(min_size=10, max_size=20))
def test_a_seed_made_up_is_ten_crockford_characters_in_two_groups(made: bytes) -> None:
    text = made_up_seed_text(made)
    left, hyphen, right = text.partition("-")
    assert (len(left), hyphen, len(right)) == (5, "-", 5)
    assert not set("ILOU") & set(text)
    assert shared_seed_text(text) == text


@pytest.mark.parametrize("error", [RulesError, RecordError])
def test_errors_survive_being_handed_between_processes(error: type[DailyTrainError]) -> None:
    again = pickle.loads(pickle.dumps(error("some_reason", "A sentence.")))
    assert (type(again), again.reason, str(again)) == (error, "some_reason", "A sentence.")


def test_a_position_left_short_means_what_the_page_says() -> None:
    """formats.md, Position: seat 0 to act, empty trains, no markers, no first turn pending."""
    short = {"rules": "standard", "engine": 12, "hands": [["5-12"], 3]}
    spelt = {
        **short,
        "turn": 0,
        "trains": {"P0": [], "P1": [], "M": []},
        "markers": [False, False],
        "boneyard": 0,
        "open_doubles": [],
        "turns_ended": [1, 1],
        "laid": [],
        "drawn": False,
    }
    assert parse_position(short) == parse_position(spelt)
    assert [str(action) for action in parse_position(short).legal_actions()] == [
        "5-12@P0",
        "5-12@M",
    ]


def test_a_table_is_sketched_with_its_markers_and_doubles() -> None:
    table = moment("P0* 12-6 | 0-1\nP1 12-5 5-5 | 0-2\nM\nboneyard 0-3", open_doubles="P1").table
    assert repr(table) == "<Table: engine 12, P0's turn, P0:6* P1:5! M:12, boneyard 1>"


def test_a_match_is_sketched_without_its_seed() -> None:
    one, other = (Match(shared_seed(text), preset_rules("daily"), 3) for text in ("A", "B"))
    assert repr(one) == repr(other)
    assert repr(one).startswith(
        "<Match: round 1 of 4, totals 0 0 0, <Round in play: hands 13 13 13"
    )


def test_a_round_that_is_over_says_so() -> None:
    over = moment("P0 12-6 | 3-6\nP1 12-5 | 1-2\nM").play("3-6@P0")
    assert repr(over).startswith("<Round out: hands 0 1, <Table: ")
