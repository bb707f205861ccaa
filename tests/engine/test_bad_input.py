"""Whatever is read: a `DailyTrainError` names what is wrong and what is allowed, or it is right."""

import json
import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dailytrain import (
    PRESETS,
    DailyTrainError,
    Match,
    ParseError,
    Rules,
    RulesError,
    daily_seed,
    format_match_record,
    format_view,
    parse_action,
    parse_match_record,
    parse_position,
    parse_round_record,
    parse_rules,
    parse_tile,
    parse_view,
    preset_rules,
    replay_round,
    seed_from_hex,
    shared_seed,
    trace,
    verify_match,
)
from dailytrain.rules import OPTION_NAMES

RECORD: dict[str, Any] = {
    "rules": "standard",
    "engine": 12,
    "starter": 0,
    "hands": [["5-12", "0-1"], ["0-2", "1-1"]],
    "boneyard": ["0-3"],
    "actions": [],
}
POSITION: dict[str, Any] = {
    "rules": "standard",
    "engine": 12,
    "turn": 0,
    "hands": [["0-6", "0-1"], 3],
    "trains": {"P0": ["12-6"], "P1": ["12-5", "5-5"], "M": []},
    "markers": [False, True],
    "boneyard": ["0-3"],
    "open_doubles": ["P1"],
    "turns_ended": [1, 1],
    "laid": [],
    "drawn": False,
}


def finished_match() -> Match:
    rules = preset_rules("daily", rounds=2, hand_size=2, highest_pip=6)
    match = Match(shared_seed("BAD-INPUT"), rules, 2)
    while not match.finished:
        match.play(match.legal_actions()[0])
    return match


MATCH: dict[str, Any] = json.loads(
    json.dumps(format_match_record(finished_match(), [{"name": "You"}, {"name": "Bot"}]))
)
VIEW: dict[str, Any] = json.loads(
    format_view(Match(shared_seed("BAD-INPUT"), preset_rules("daily"), 3).view(0))
)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


NASTY: dict[str, Any] = {
    "null": None,
    "yes": True,
    "no": False,
    "minus one": -1,
    "a half": 0.5,
    "a whole float": 1.0,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "a large number": 10**30,
    "a number too long to write": 10**5000,
    "no text": "",
    "a text": "no sense",
    "a long text": "5" * 5000,
    "a lone surrogate": "\ud800",
    "a zero byte": "\0",
    "digits of another script": "٥-٨",
    "a list of null": [None],
    "a list of lists": [[], []],
    "a list of a surrogate": ["\ud800"],
    "a deep list": nested(300),
    "a list too deep to write": nested(5000),
    "an object": {"a": 1},
    "an object with an odd key": {"\ud800": 1},
    "an object with a long key": {"k" * 5000: 1},
    "a tuple": ("5-8",),
    "bytes": b"5-8",
    "a set": {"5-8"},
    "something else": object(),
}


def told(read: Callable[[Any], object], value: object) -> str | None:
    """Give the message with which this is refused, if it is: one that is fit to be shown."""
    try:
        read(value)
    except DailyTrainError as wrong:
        message, reason = str(wrong), wrong.reason
    else:
        return None
    assert re.fullmatch(r"[a-z_]+", reason)
    assert 0 < len(message) < 700
    message.encode("utf-8")
    return message


def refusal(read: Callable[[Any], object], value: object) -> str:
    """Give the message with which this must be refused."""
    message = told(read, value)
    assert message is not None, f"{value!r:.200} was taken"
    return message


def legal_in(position: object) -> object:
    return parse_position(position).legal_actions()


def read_match(value: object) -> object:
    return verify_match(parse_match_record(value))


def read_round(value: object) -> object:
    return list(replay_round(parse_round_record(value)))


@pytest.mark.parametrize(
    "read",
    [
        *(
            parse_tile,
            parse_action,
            parse_rules,
            read_round,
            parse_position,
            read_match,
            parse_view,
        ),
        *(shared_seed, seed_from_hex, preset_rules),
    ],
)
def test_nonsense_instead_of_a_value(read: Callable[[Any], object]) -> None:
    for value in NASTY.values():
        refusal(read, value)


# Rules


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_nonsense_instead_of_an_option_s_value(option: str) -> None:
    standard = getattr(preset_rules("standard"), option)
    for value in (*NASTY.values(), 999, "P0"):
        if isinstance(value, bool) and isinstance(standard, bool):
            continue
        if value is None and option in {"players", "hand_size", "double_blank_points"}:
            continue
        for read in (parse_rules, made_directly):
            message = refusal(read, {option: value})
            assert message.startswith(f"{option}: ")
            assert re.search(r"from \d+ to \d+| or |; 50", message)


def made_directly(options: dict[str, Any]) -> Rules:
    return Rules(**options)


def test_nonsense_instead_of_a_preset() -> None:
    for value in (*NASTY.values(), "Daily", 12):
        for read in (parse_rules, made_directly):
            message = refusal(read, {"preset": value})
            assert all(preset in message for preset in PRESETS)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"colour": "red"}, ("colour", "no such option", "highest_pip", "scoring")),
        ({"name": "daily"}, ("name", "no such option")),
        ({"preset": "daily", "name": 3}, ("name", "no such option")),
        ({"": 1}, ("no such option",)),
        ({"Players": 3}, ("Players", "no such option", "players")),
        ({1: 2}, ("1", "no such option")),
        ({"preset": "Daily"}, ("preset", "Daily", *PRESETS)),
        ({"preset": None}, ("preset", "None", *PRESETS)),
        ({"preset": ["daily"]}, ("preset", *PRESETS)),
        ("weekly", ("preset", "weekly", *PRESETS)),
        ("", ("preset", *PRESETS)),
        ([], ("rules", "neither a preset's name nor an object")),
        (None, ("rules", "neither a preset's name nor an object")),
        (12, ("rules", "neither a preset's name nor an object")),
        ({"players": 1}, ("players", "from 2 to 10")),
        ({"players": 11}, ("players", "from 2 to 10")),
        ({"players": True}, ("players", "from 2 to 10")),
        ({"players": "3"}, ("players", "'3'", "from 2 to 10")),
        ({"players": 3.0}, ("players", "from 2 to 10")),
        ({"highest_pip": 5}, ("highest_pip", "from 6 to 18")),
        ({"highest_pip": 19}, ("highest_pip", "from 6 to 18")),
        ({"rounds": 0}, ("rounds", "from 1")),
        ({"rounds": 14}, ("rounds", "from 1 to 13")),
        ({"rounds": 8, "highest_pip": 6}, ("rounds", "from 1 to 7", "highest_pip 6")),
        ({"hand_size": 0}, ("hand_size", "from 1")),
        ({"hand_size": 90, "players": 2}, ("hand_size", "90", "from 1 to 44")),
        ({"hand_size": 14, "players": 2, "highest_pip": 6}, ("hand_size", "from 1 to 13")),
        ({"hand_size": 1, "engine_source": "holder"}, ("hand_size", "2 or more")),
        ({"blank_points": 50}, ("blank_points", "0 or 25")),
        ({"blank_points": False}, ("blank_points", "0 or 25")),
        ({"double_blank_points": 0}, ("double_blank_points", "50 or null")),
        ({"own_train_first": 1}, ("own_train_first", "true or false")),
        ({"own_train_first": "yes"}, ("own_train_first", "true or false")),
        ({"marker_when_double_blocks": None}, ("marker_when_double_blocks", "true or false")),
        ({"first_turn": "RUN"}, ("first_turn", "single or run or private_run")),
        ({"first_turn": None}, ("first_turn", "single or run or private_run")),
        ({"after_double": "draw"}, ("after_double", "extra_tile or cover")),
        ({"draws": 1}, ("draws", "per_tile or per_turn")),
        ({"scoring": "lowest"}, ("scoring", "pips or winner_takes")),
    ],
    ids=str,
)
def test_rules_that_cannot_be_played(rules: object, words: tuple[str, ...]) -> None:
    message = refusal(parse_rules, rules)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("options", "players", "words"),
    [
        ({}, 1, ("players", "from 2 to 10")),
        ({}, 11, ("players", "from 2 to 10")),
        ({"players": 4}, 3, ("players", "for 4, not 3")),
        ({"hand_size": 9}, 10, ("hand_size", "from 1 to 8")),
        ({"highest_pip": 6}, 4, ("hand_size: must be given", "from 1 to 6")),
        (
            {"highest_pip": 6, "engine_source": "holder"},
            4,
            ("hand_size: must be given", "from 2 to 6"),
        ),
    ],
    ids=str,
)
def test_tables_that_cannot_be_dealt(
    options: dict[str, Any], players: int, words: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as refused:
        Match(shared_seed("A"), preset_rules("standard", **options), players)
    for word in words:
        assert word in str(refused.value)


# Tiles, actions, seeds


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "5",
            "5-",
            "-8",
            "5-8-1",
            "5–8",
            "5_8",
            " 5-8",
            "5-8 ",
            "5-8\n",
            "05-8",
            "5-08",
            "+5-8",
        ),
        *(
            "5--8",
            "a-b",
            "5-19",
            "19-5",
            "99-99",
            "100-1",
            "-1-5",
            "٥-٨",
            "5-8@P0",
            "1e1-2",
            "5.0-8",
        ),
    ],
)
def test_texts_that_are_no_tile(text: str) -> None:
    message = refusal(parse_tile, text)
    assert "5-8" in message or "0 to 18" in message
    with pytest.raises(ParseError):
        parse_action(f"{text}@P0")


@pytest.mark.parametrize(
    "text",
    [
        *("", "5-8", "5-8@", "@P0", "5-8@P", "5-8@P10", "5-8@p0", "5-8@m", "5-8@X", "5-8@P0@P1"),
        *(
            "5-8 @P0",
            "5-8@ P0",
            "5-8@P00",
            "5-8@P-1",
            "Draw",
            "DRAW",
            "draw ",
            "passe",
            "done!",
            "5-8>P0",
        ),
        *("5-8@MEXICAN", "5-8@10", "undo", "0", "2816"),
    ],
)
def test_texts_that_are_no_action(text: str) -> None:
    message = refusal(parse_action, text)
    # Where only the tile is wrong, the message is about the tile.
    assert "5-8@P2" in message or "is no tile" in message


@pytest.mark.parametrize(
    "text",
    [*("", "A" * 41, "A B", "É", "ß", "A_B", "A.B", "a/b", "A\n", "ſ", "ı", "\u212a", "①", "🁡")],
)
def test_texts_that_are_no_shared_seed(text: str) -> None:
    assert "1 to 40 letters A-Z, digits and hyphens" in refusal(shared_seed, text)


@pytest.mark.parametrize(
    "text", ["", "0", "g" * 32, "0" * 31, "0" * 33, " " + "0" * 31, "0x" + "0" * 30]
)
def test_texts_that_are_no_seed_in_hex(text: str) -> None:
    assert "32 hex digits" in refusal(seed_from_hex, text)


def test_a_secret_that_is_no_text_of_characters_is_refused() -> None:
    refusal(lambda secret: daily_seed(secret, date(2026, 11, 29)), "\ud800")


# Round records


@pytest.mark.parametrize("key", RECORD)
def test_nonsense_in_a_round_record(key: str) -> None:
    # Some nonsense is none: a boneyard without tiles, no actions.
    sense: list[object] = [[]] if key in {"boneyard", "actions"} else []
    for value in NASTY.values():
        for nonsense in (value, [value], [value, value]):
            if nonsense not in sense:
                refusal(read_round, {**RECORD, key: nonsense})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        *(({key: ...}, ("a round record", key)) for key in RECORD),
        ({"extra": 1}, ("extra", "engine", "actions")),
        ({"engine": 13}, ("engine", "from 0 to 12")),
        ({"engine": -1}, ("engine", "from 0 to 12")),
        ({"engine": True}, ("engine", "from 0 to 12", "True")),
        ({"engine": 12.0}, ("engine", "from 0 to 12")),
        ({"engine": "12"}, ("engine", "from 0 to 12")),
        ({"engine": 10, "rules": {"highest_pip": 9}}, ("engine", "from 0 to 9")),
        ({"starter": 2}, ("starter", "from 0 to 1")),
        ({"starter": False}, ("starter", "from 0 to 1")),
        ({"hands": []}, ("hands", "from 2 to 10")),
        ({"hands": [["0-1"]]}, ("hands", "1 seats", "from 2 to 10")),
        ({"hands": [[f"{n}-11"] for n in range(11)]}, ("hands", "from 2 to 10")),
        ({"hands": "0-1"}, ("hands", "list")),
        ({"hands": {"P0": []}}, ("hands", "list")),
        ({"hands": ["0-1", "0-2"]}, ("hand of seat 0", "list")),
        ({"hands": [["0-1"], []]}, ("hand of seat 1", "no tile")),
        ({"hands": [["0-1"], 3]}, ("hand of seat 1", "list")),
        ({"hands": [["0-1"], ["1-0"]]}, ("0-1", "two places")),
        ({"hands": [["0-1"], ["0-3"]]}, ("0-3", "two places")),
        ({"hands": [["0-1"], ["12-12"]]}, ("12-12", "two places")),
        ({"hands": [["0-1"], ["0-13"]]}, ("0-13", "the set goes up to 12")),
        ({"hands": [["0-1"], ["x"]]}, ("'x'", "5-8")),
        ({"hands": [["0-1"], [58]]}, ("58", "5-8")),
        ({"hands": [["0-1"], [["0-2"]]]}, ("0-2", "5-8")),
        ({"boneyard": 5}, ("boneyard", "list")),
        ({"boneyard": ["0-3", "3-0"]}, ("0-3", "two places")),
        ({"boneyard": ["7-7"], "rules": {"highest_pip": 6}, "engine": 6}, ("12", "up to 6")),
        ({"actions": "draw"}, ("actions", "list")),
        ({"actions": None}, ("actions", "list")),
        ({"rules": "nobody's"}, ("preset", "nobody's", "standard")),
        ({"rules": {"players": 3}}, ("hands: 2", "3")),
        ({"rules": {"doubles_per_turn": 2}}, ("doubles_per_turn", "two_if_followed")),
    ],
    ids=str,
)
def test_round_records_that_cannot_be(change: dict[str, Any], words: tuple[str, ...]) -> None:
    record = {key: value for key, value in {**RECORD, **change}.items() if value is not ...}
    message = refusal(parse_round_record, record)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("actions", "step", "words"),
    [
        (["0-1@P0"], 0, ("0-1@P0", "shows 12", "5-12@P0")),
        (["0-2@P0"], 0, ("0-2", "not in the hand")),
        (["pass"], 0, ("pass", "must play")),
        (["draw"], 0, ("draw", "must play")),
        (["done"], 0, ("done", "no run")),
        (["5-12@P1"], 0, ("5-12@P1", "closed")),
        (["5-12@P7"], 0, ("5-12@P7", "no such train")),
        (["5-12@P0", "pass"], 1, ("pass", "must be drawn")),
        (["5-12@P0", "draw", "draw"], 2, ("draw", "no draw left")),
        (["12-5@P0", "nonsense"], 1, ("nonsense", "no action")),
        ([5], 0, ("5", "no action")),
        ([None], 0, ("None", "no action")),
        ([["5-12@P0"]], 0, ("no action",)),
        (["5-12@P0", "draw", "pass", "pass", "pass"], 4, ("pass", "has ended")),
    ],
    ids=str,
)
def test_actions_that_are_not_legal_are_named_with_their_step(
    actions: list[Any], step: int, words: tuple[str, ...]
) -> None:
    traced = trace(parse_round_record({**RECORD, "actions": actions}))
    error: dict[str, Any] = traced["error"]  # type: ignore[assignment]
    assert error["step"] == step
    assert len(traced["steps"]) == step  # type: ignore[arg-type]
    for word in words:
        assert word in error["message"]


@pytest.mark.parametrize("play", ["Round.play", "Match.play", "Match.advance"])
def test_what_is_no_action_at_all_is_refused_and_changes_nothing(play: str) -> None:
    """A bot of somebody's may give anything; a number is no action, even that of a legal one."""
    match = Match(shared_seed("A"), preset_rules("daily"), 3)
    owner, method = (match.round if play == "Round.play" else match), play.partition(".")[2]
    before = match.round
    for value in (*NASTY.values(), int(match.legal_actions()[0]), match.legal_actions()):
        assert "is no action" in refusal(getattr(owner, method), value)
    assert (match.round, match.length) == (before, 0)


# Positions


@pytest.mark.parametrize("key", POSITION)
def test_nonsense_in_a_position(key: str) -> None:
    for value in NASTY.values():
        for nonsense in (value, [value], [value, value], {"P0": value}, {"P0": [value]}):
            # What is taken, such as a drawn of true, is a position all the same.
            message = told(legal_in, {**POSITION, key: nonsense})
            sense = key in {"markers", "drawn", "boneyard", "turns_ended"}
            assert message or sense, (key, nonsense)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        *(({key: ...}, ("a position", key)) for key in ("rules", "engine", "hands")),
        ({"starter": 0}, ("starter", "turn", "hands")),
        ({"engine": 13}, ("engine", "from 0 to 12")),
        ({"turn": 2}, ("turn", "from 0 to 1")),
        ({"turn": True}, ("turn", "from 0 to 1")),
        ({"turn": 1}, ("hand of seat 1", "must be known")),
        ({"hands": [["0-6"]]}, ("hands", "from 2 to 10")),
        ({"hands": [["0-6"], -1]}, ("hand of seat 1", "list of tiles or how many")),
        ({"hands": [["0-6"], True]}, ("hand of seat 1", "list of tiles or how many")),
        ({"hands": [["0-6"], 0]}, ("seat 1", "no tile")),
        ({"hands": [[], 3]}, ("seat 0", "no tile")),
        ({"hands": [["0-6"], ["0-6"]]}, ("0-6", "two places")),
        ({"hands": [["6-12"], 3]}, ("6-12", "two places")),
        ({"hands": [["12-12"], 3]}, ("12-12", "two places")),
        ({"hands": [["0-6"], 90]}, ("tiles are placed", "91")),
        ({"boneyard": 90}, ("tiles are placed", "91")),
        ({"boneyard": -1}, ("boneyard", "list of tiles or how many")),
        ({"boneyard": ["0-6"]}, ("0-6", "two places")),
        ({"trains": []}, ("trains", "object")),
        ({"trains": {"P2": []}}, ("P2", "P0, P1, M")),
        ({"trains": {"p0": []}}, ("p0", "P0, P1, M")),
        ({"trains": {"P0": "12-6"}}, ("train P0", "list")),
        ({"trains": {"P0": ["6-12"]}}, ("train P0", "6-12", "does not touch the 12")),
        ({"trains": {"P0": ["12-6", "5-8"]}}, ("train P0", "5-8", "does not touch the 6")),
        ({"trains": {"P0": ["12-6"], "M": ["12-6"]}}, ("6-12", "two places")),
        (
            {"trains": {"P0": ["12-6"], "P1": ["12-5", "5-5"], "M": ["12-1", "1-1"]}},
            ("train M", "open_doubles"),
        ),
        ({"open_doubles": []}, ("train P1", "open_doubles")),
        ({"open_doubles": ["P0", "P1"]}, ("open_doubles", "P0", "double")),
        ({"open_doubles": ["M", "P1"]}, ("open_doubles", "M", "double")),
        ({"open_doubles": ["P1", "P1"]}, ("open_doubles", "P1", "twice")),
        ({"open_doubles": ["P2"]}, ("P2", "P0 to P1", "M")),
        ({"open_doubles": "P1"}, ("open_doubles", "list")),
        ({"markers": [True]}, ("markers", "2", "true or false")),
        ({"markers": [0, 1]}, ("markers", "true or false")),
        ({"markers": {"P0": True}}, ("markers", "list")),
        ({"markers": None}, ("markers", "list")),
        ({"turns_ended": None}, ("turns_ended", "list")),
        ({"turns_ended": [1]}, ("turns_ended", "2")),
        ({"turns_ended": [1, -1]}, ("turns_ended", "whole numbers")),
        ({"turns_ended": [True, True]}, ("turns_ended", "whole numbers")),
        ({"turns_ended": 1}, ("turns_ended", "list")),
        ({"laid": ["P1"]}, ("laid", "open double")),
        ({"laid": ["M"], "open_doubles": ["P1"]}, ("laid", "M", "fewer tiles")),
        (
            {"laid": ["P0"], "trains": {"P0": ["12-6"]}, "open_doubles": []},
            ("laid", "6-12", "turn has ended"),
        ),
        ({"laid": "P0"}, ("laid", "list")),
        ({"laid": [0]}, ("0", "P0 to P1")),
        ({"drawn": 1}, ("drawn", "true or false")),
        ({"drawn": "no"}, ("drawn", "true or false")),
        ({"drawn": None}, ("drawn", "true or false")),
    ],
    ids=str,
)
def test_positions_that_cannot_be(change: dict[str, Any], words: tuple[str, ...]) -> None:
    position = {key: value for key, value in {**POSITION, **change}.items() if value is not ...}
    message = refusal(parse_position, position)
    for word in words:
        assert word in message


def drawn(trains: dict[str, list[str]], **keys: object) -> dict[str, Any]:
    plain = {**POSITION, "open_doubles": [], "trains": trains, "boneyard": 5}
    return {**plain, **keys}


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            drawn({"P0": ["12-6", "6-6"], "M": ["12-1", "1-1"]}, laid=["P0"], open_doubles=["M"]),
            ("laid", "open double"),
        ),
        (
            drawn(
                {"P0": ["12-6", "6-6"], "M": ["12-1", "1-1"]},
                laid=["P0", "M"],
                rules={"after_double": "cover"},
            ),
            ("laid", "too many"),
        ),
        (
            drawn(
                {"P0": ["12-6", "6-6"], "M": ["12-1", "1-1"]},
                laid=["P0", "M"],
                rules={"doubles_per_turn": "one"},
            ),
            ("laid", "too many"),
        ),
        (
            drawn(
                {"P0": ["12-6"], "M": ["12-1", "1-1"]},
                laid=["P0", "M"],
                rules={"first_turn": "run"},
                turns_ended=[0, 1],
            ),
            ("laid", "own train"),
        ),
        (
            drawn({"P0": ["12-5"]}, laid=["P0"], rules={"first_turn": "run"}, turns_ended=[0, 1]),
            ("laid", "the turn has ended"),
        ),
        (
            drawn({"P0": ["12-6", "6-6"]}, laid=["P0"], open_doubles=["P0"]),
            ("laid", "open double"),
        ),
        (
            drawn(
                {"P0": ["12-6", "6-6"]},
                laid=["P0"],
                open_doubles=["P0"],
                rules={"open_double_binds": "nobody"},
            ),
            ("open_doubles", "P0", "has not ended"),
        ),
    ],
    ids=str,
)
def test_turns_that_would_have_ended_or_broken_a_rule(
    position: dict[str, Any], words: tuple[str, ...]
) -> None:
    message = refusal(parse_position, position)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("hands", "turns_ended", "empty"),
    [
        ([[], 3], [0, 0], 0),
        ([[], 3], [1, 1], 0),
        ([["0-6"], 0], [1, 1], 1),
        ([["0-6"], []], [0, 0], 1),
    ],
)
def test_a_hand_is_empty_only_while_others_take_a_private_first_turn(
    hands: list[object], turns_ended: list[int], empty: int
) -> None:
    """rules.md, private_run: who goes out waits only for those who have had no first turn."""
    private = {"rules": {"first_turn": "private_run"}, "engine": 12, "turns_ended": turns_ended}
    assert f"seat {empty} holds no tile" in refusal(parse_position, {**private, "hands": hands})


def test_beside_who_went_out_in_a_private_first_turn_a_seat_takes_its_own() -> None:
    private = {"rules": {"first_turn": "private_run"}, "engine": 12, "turns_ended": [0, 1]}
    for hands in ([["6-12"], 0], [["6-12"], []]):
        assert list(map(str, parse_position({**private, "hands": hands}).legal_actions())) == [
            "6-12@P0"
        ]


# Match records


@pytest.mark.parametrize("key", MATCH)
def test_nonsense_in_a_match_record(key: str) -> None:
    for value in NASTY.values():
        for nonsense in (value, [value], [value, value]):
            refusal(read_match, {**MATCH, key: nonsense})


@pytest.mark.parametrize("key", ["name", "bot", "version"])
def test_nonsense_in_a_seat_of_a_match_record(key: str) -> None:
    for value in NASTY.values():
        seats = [MATCH["seats"][0], {"name": "Bot", key: value}]
        sense = isinstance(value, str) or (key == "version" and type(value) is int)
        message = told(read_match, {**MATCH, "seats": seats})
        assert message is None if sense else (message or "").startswith(f"seat 1: {key} must be")


@pytest.mark.parametrize("key", MATCH["rounds"][0])
def test_nonsense_in_a_round_of_a_match_record(key: str) -> None:
    first, second = MATCH["rounds"]
    for value in NASTY.values():
        for nonsense in (value, [value], [value, value]):
            rounds = [first, {**second, key: nonsense}]
            assert "round 2" in refusal(read_match, {**MATCH, "rounds": rounds})


def changed_round(number: int, **keys: object) -> dict[str, Any]:
    rounds = [dict(item) for item in MATCH["rounds"]]
    rounds[number].update(keys)
    return {"rounds": rounds}


FIRST = MATCH["rounds"][0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        *(({key: ...}, ("a match record", key)) for key in MATCH),
        ({"comment": ""}, ("comment", "format", "totals")),
        ({"format": "dailytrain match 2"}, ("format", "dailytrain match 1")),
        ({"versions": {"rules": 2, "deal": 1}}, ("versions", "2")),
        ({"versions": {"rules": True, "deal": 1}}, ("versions", "True")),
        ({"versions": {"rules": 1.0, "deal": 1}}, ("versions", "1.0")),
        ({"versions": {"rules": 1}}, ("versions",)),
        ({"versions": {"rules": 1, "deal": 1, "bots": 1}}, ("versions",)),
        ({"seats": [{"name": "You"}]}, ("players", "from 2 to 10")),
        ({"seats": [{"name": "You"}, {}]}, ("seat 1", "name")),
        ({"seats": [{"name": "You"}, {"name": "X", "hat": 1}]}, ("seat 1", "hat")),
        ({"seats": [{"name": "You"}, "X"]}, ("seat 1", "object")),
        ({"seats": "two"}, ("seats", "list")),
        ({"seed": "0" * 32}, ("round 1",)),
        ({"seed": "00"}, ("32 hex digits",)),
        ({"first_starter": 2}, ("first_starter", "from 0 to 1")),
        ({"first_starter": False}, ("first_starter", "from 0 to 1")),
        ({"first_starter": 1}, ("round 1", "starter")),
        ({"rounds": []}, ("rounds", "from 1 to 2")),
        ({"rounds": [FIRST, FIRST, FIRST]}, ("rounds", "3", "from 1 to 2")),
        ({"rounds": [FIRST, FIRST]}, ("round 2", "engine")),
        ({"rounds": [FIRST]}, ("totals",)),
        ({"rules": "daily"}, ("round 1",)),
        ({"totals": [0, 0]}, ("totals", "[0, 0]")),
        ({"totals": [float(total) for total in MATCH["totals"]]}, ("totals",)),
        ({"totals": MATCH["totals"][:1]}, ("totals",)),
        (changed_round(0, engine=5), ("round 1", "engine", "5", "6")),
        (changed_round(0, starter=1), ("round 1", "starter", "1", "0")),
        (changed_round(0, starter=False), ("round 1", "starter", "False")),
        (changed_round(0, actions=FIRST["actions"][:-1]), ("round 1", "scores")),
        (changed_round(0, actions=[*FIRST["actions"], "pass"]), ("round 1", "ended")),
        (changed_round(1, actions=["nonsense"]), ("round 2, action 0", "nonsense")),
        (changed_round(1, actions=["done"]), ("round 2, action 0", "done", "no run")),
        (changed_round(0, scores=[0, 1]), ("round 1", "scores", "[0, 1]")),
        (changed_round(0, scores=[float(s) for s in FIRST["scores"]]), ("round 1", "scores")),
        (changed_round(0, scores=[str(s) for s in FIRST["scores"]]), ("round 1", "scores")),
        (changed_round(0, scores=None), ("round 1", "scores", "None")),
        (changed_round(0, note=1), ("round 1", "note")),
    ],
    ids=str,
)
def test_match_records_that_do_not_hold(change: dict[str, Any], words: tuple[str, ...]) -> None:
    record = {key: value for key, value in {**MATCH, **change}.items() if value is not ...}
    message = refusal(read_match, record)
    for word in words:
        assert word in message


def test_the_match_record_that_these_change_holds() -> None:
    assert read_match(MATCH)
    assert read_round(RECORD) == []
    assert parse_position(POSITION).legal_actions()


# Views


@pytest.mark.parametrize("key", VIEW)
def test_nonsense_in_a_view(key: str) -> None:
    """A view that is read at all is written back as it was, so nonsense is not taken for sense."""
    for value in NASTY.values():
        for nonsense in (value, [value]):
            try:
                text = json.dumps({**VIEW, key: nonsense}, separators=(",", ":"))
            except (TypeError, ValueError, RecursionError):
                continue
            if told(parse_view, text) is None:
                assert format_view(parse_view(text)) == text
                parse_view(text).legal_actions()


@pytest.mark.parametrize("more", [" ", "\n", "{}"])
def test_a_view_is_read_only_as_it_is_written(more: str) -> None:
    text = json.dumps(VIEW, separators=(",", ":"))
    assert format_view(parse_view(text)) == text
    refusal(parse_view, text + more)
    refusal(parse_view, json.dumps(VIEW))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"open_doubles": ["P0", "P0"]}, ("open_doubles", "once")),
        ({"open_doubles": ["M"], "fresh": ["M"]}, ("fresh", "once")),
        ({"fresh": ["P3"]}, ("P3", "P2")),
        ({"hand_counts": [0, 15, 15]}, ("hand_counts", "seat 0", "not 0")),
        ({"history": [[3, "pass"]]}, ("history", "2")),
        ({"history": [[0, "draw", 13]]}, ("history", "12")),
        ({"history": [[0, "1-12@P3"]]}, ("P3", "P2")),
        ({"history": [[0, "1-13@P0"]]}, ("1-13", "12")),
    ],
)
def test_a_view_of_what_cannot_be_is_refused(
    change: dict[str, object], words: tuple[str, ...]
) -> None:
    message = refusal(parse_view, json.dumps({**VIEW, **change}, separators=(",", ":")))
    for word in words:
        assert word in message


@pytest.mark.parametrize("key", VIEW)
def test_a_view_without_one_of_its_keys_is_refused(key: str) -> None:
    refusal(parse_view, json.dumps({k: v for k, v in VIEW.items() if k != key}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(
    base=st.sampled_from([RECORD, POSITION, MATCH]),
    changes=st.dictionaries(
        st.sampled_from(sorted({*RECORD, *POSITION, *MATCH, "preset"})), JSON, max_size=3
    ),
)
@example(base=RECORD, changes={"rules": {"preset": "daily", "self": 1}})
@example(base=RECORD, changes={"rules": {"name": "daily"}})
def test_no_other_error_escapes_from_any_json(
    base: dict[str, Any], changes: dict[str, Any]
) -> None:
    for read in (read_round, legal_in, read_match, parse_rules):
        told(read, {**base, **changes})


@given(text=st.text(max_size=20))
def test_no_other_error_escapes_from_any_text(text: str) -> None:
    for read in (parse_tile, parse_action, parse_rules, shared_seed, seed_from_hex, parse_view):
        told(read, text)
