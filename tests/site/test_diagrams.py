"""The guide: what its diagrams show is what the rules allow, and what it says holds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from dailytrain import PRESETS, Rules, RulesError, parse_position, preset_rules
from dailytrain.options import AfterDouble, MexicanTrainStart, OpenDoubleBinds
from dailytrain.rules import OPTION_NAMES
from dailytrain.tiles import parse_tile
from web.show.diagrams import POSITIONS, Diagram, diagrams
from web.words.house_rules import changes_in_words, options_in_words, presets_in_words

from .helpers.visitors import AppVisitor

# What may be done in each diagram, worked out by hand from docs/rules.md (the paragraph is named).
LEGAL = {
    "matching": {"5-8@P0", "3-12@M"},  # 2.1, 2.2: Wren's 9 is closed to the 4-9
    "open_train": {"5-8@P0", "4-9@P1", "3-12@M"},  # 2.2: the marker opens it
    "drawing": {"draw"},  # 2.6
    "passing": {"pass"},  # 2.7, after the one draw of 2.8
    "marker_in": {"2-5@P0", "8-10@M"},
    "own_double": {"3-8@P0", "8-10@P0"},  # 4.3: nowhere but on the double
    "own_double_extra": {"3-8@P0", "8-10@P0", "5-9@P1", "2-6@M"},  # 4.2
    "open_double": {"3-7@P1", "7-9@P1"},  # 5.1
    "two_open_doubles": {"2-9@M"},  # 5.2: the oldest
    "first_run": {"1-6@P0", "2-6@P0", "6-10@P0", "done"},  # 6.2: nowhere else
    "last_double": {"6-6@P0"},  # 7.1
    "blocked": {"pass"},  # 7.2
    "own_train_first": {"3-9@P0", "7-9@P0"},  # 2.4
    "open_double_binds_nobody": {"1-4@P0", "3-7@P1", "5-9@M"},  # 5.4
    "two_doubles": {"2-2@M", "2-6@M"},  # 4.6: nothing could follow 5-5
}
PLACES = {"yours": "P0", "Wren’s": "P1", "Marlow’s": "P2", "Mexican": "M"}


@pytest.fixture
def drawn(app: Flask) -> dict[str, Diagram]:
    with app.test_request_context():
        return diagrams()


def test_every_diagram_has_its_answer_here() -> None:
    assert set(POSITIONS) == set(LEGAL)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_diagram_shows_what_the_rules_allow(name: str, drawn: dict[str, Diagram]) -> None:
    diagram = drawn[name]
    core = {str(action) for action in parse_position(POSITIONS[name]).legal_actions()}
    shown = {f"{held.face.text}@{PLACES[train]}" for held in diagram.hand for train in held.trains}
    assert core == LEGAL[name]
    assert shown == {text for text in LEGAL[name] if "@" in text}
    assert {train.name for train in diagram.trains if train.is_playable} == {
        {"P0": "You", "P1": "Wren", "P2": "Marlow", "M": "Mexican"}[text.partition("@")[2]]
        for text in LEGAL[name]
        if "@" in text
    }


@pytest.mark.parametrize("name", POSITIONS)
def test_a_diagram_draws_its_position(name: str, drawn: dict[str, Diagram]) -> None:
    position, diagram = POSITIONS[name], drawn[name]
    trains = position.get("trains", {})
    assert isinstance(trains, dict)
    for key, train in zip(("P0", "P1", "P2"), diagram.trains[:-1], strict=False):
        assert [f"{face.first}-{face.second}" for face in train.tiles] == trains.get(key, [])
    mexican = [f"{face.first}-{face.second}" for face in diagram.trains[-1].tiles]
    assert mexican == trains.get("M", [])
    markers = position.get("markers") or [False] * (len(diagram.trains) - 1)
    assert [train.has_marker for train in diagram.trains[:-1]] == markers
    assert not diagram.trains[-1].has_marker


def test_the_page_carries_every_diagram(visitor: AppVisitor, drawn: dict[str, Diagram]) -> None:
    page = visitor.get("/rules").text
    figures = re.findall(r'<figure class="dg">.*?</figure>', page, re.DOTALL)
    assert len(figures) == len(drawn)
    told = {
        (
            tuple(re.findall(r'dg__end"><span class="vh">[^<]*</span>(\d+)', figure)),
            tuple(re.findall(r"<li class=\"dg__held.*?aria-label=\"([^\"]+)\"", figure, re.DOTALL)),
        )
        for figure in figures
    }
    assert told == {
        (
            tuple(str(train.end) for train in diagram.trains),
            tuple(held.face.text for held in diagram.hand),
        )
        for diagram in drawn.values()
    }


def test_every_option_is_told_with_each_of_its_values(app: Flask) -> None:
    with app.test_request_context():
        options = {option.name: option for option in options_in_words()}
    numbers = {"players", "hand_size", "highest_pip", "rounds"}
    assert set(options) == set(OPTION_NAMES) - numbers
    for name, option in options.items():
        values = {choice.value for choice in option.choices}
        for value in values:
            plain = {"true": True, "false": False, "null": None}.get(value, value)
            preset_rules("standard", **{name: int(value) if value.isdigit() else plain})
        with pytest.raises(RulesError) as refused:
            preset_rules("standard", **{name: "no such value"})
        allowed = str(refused.value).partition("; ")[2]
        assert set(allowed.split(" or ")) == values
        # Every preset chooses one of them, and is named with it.
        assert sum(len(choice.presets) for choice in option.choices) == len(PRESETS)


def test_every_preset_is_told_with_its_hands(app: Flask) -> None:
    with app.test_request_context():
        presets = {preset.key: preset for preset in presets_in_words()}
    assert set(presets) == set(PRESETS)
    assert presets["daily"].hands == (15, 13, 11, None, None, None, None, None, None)
    assert presets["puremco"].hands == (None, None, 18, 14, 12, 10, 9, None, None)


def test_what_a_table_changes_is_told(app: Flask) -> None:
    rules = preset_rules("daily", highest_pip=9, hand_size=7, double_blank_points=None)
    with app.test_request_context():
        changes = changes_in_words(rules)
        assert changes_in_words(preset_rules("daily")) == ()
    assert changes == (
        ("The set", "Up to 9."),
        ("Tiles in each hand", "7."),
        ("The double-blank in the hand", "Counts its two blank ends."),
    )


ANSWERS: dict[str, Callable[[Rules], bool]] = {
    "50 in the daily game, nothing in the other presets.": lambda rules: (
        rules.double_blank_points == (50 if rules.preset == "daily" else None)
        and rules.blank_points == 0
    ),
    "Anyone’s, by whoever is next, marker or not. Playboard: nobody’s but your own.": (
        lambda rules: (
            (rules.open_double_binds is OpenDoubleBinds.EVERYONE)
            if rules.preset != "playboard"
            else (rules.after_double is AfterDouble.COVER)
        )
    ),
    "One, and one more after each double. Playboard: one in a turn.": lambda rules: (
        rules.draws_per_tile == (rules.preset != "playboard")
    ),
    "Anyone, at any time. Pagat: from one’s second turn on.": lambda rules: (
        (rules.mexican_train_start is MexicanTrainStart.SECOND_TURN) == (rules.preset == "pagat")
    ),
    "Yes. Playboard: no.": lambda rules: rules.own_train_first == (rules.preset == "playboard"),
    "No, it stays until you do.": lambda rules: rules.marker_removal == "own_play",
    "Yes, as after any pass.": lambda rules: rules.marker_when_double_blocks,
    "Yes, so all pass; the round may end blocked. A house rule can waive it.": lambda rules: (
        not rules.cover_waived_when_exhausted
    ),
    "You in the first round, the next seat in the next. Pagat: whoever was dealt the engine.": (
        lambda rules: (rules.engine_source == "holder") == (rules.preset == "pagat")
    ),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_short_answer_holds_for_every_preset(answer: str, visitor: AppVisitor) -> None:
    assert answer in visitor.get("/rules").text
    assert all(ANSWERS[answer](preset_rules(preset)) for preset in PRESETS)


def test_the_counted_hand_adds_up(visitor: AppVisitor) -> None:
    page = visitor.get("/rules").text
    figure = re.search(r'<figure class="sum">.*?</figure>', page, re.DOTALL)
    assert figure is not None
    tiles = [parse_tile(text) for text in re.findall(r'aria-label="([^"]+)"', figure[0])]
    pips = sum(tile.pips for tile in tiles)
    assert parse_tile("0-0") in tiles
    assert f"counts {pips + 50} in the daily game" in figure[0]
    assert f"no price of its own: {pips}." in figure[0]
