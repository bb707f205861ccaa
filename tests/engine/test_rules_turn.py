"""A turn, drawing and markers: paragraphs 1.2, 1.7, 2 and 3 of docs/rules.md."""

import pytest

from dailytrain import IllegalAction, parse_tile

from .tables import after, hand_of, legal, markers, may, moment, rule

PASSING = """
    P0 12-6 | 0-1
    P1 12-5 | 3-5
    M
"""


@rule("1.2", "2.1")
def test_an_empty_train_shows_the_engine_s_number() -> None:
    assert legal("P0 | 3-9 8-9\nP1\nM", engine=9) == "3-9@M 3-9@P0 8-9@M 8-9@P0"


@rule("2.1")
def test_a_tile_fits_with_either_number_and_leaves_the_other_open() -> None:
    start = moment("P0 12-6 | 4-6 6-9 5-8 1-4 1-9\nP1 12-5 | 0-1 0-5\nM 12-3")
    assert may(start) == "4-6@P0 6-9@P0"
    assert start.play("4-6@P0").table.ends[0] == 4
    assert start.play("6-9@P0").table.ends[0] == 9


@rule("2.2")
def test_another_seat_s_train_is_open_only_while_its_marker_is_out() -> None:
    table = """
        P0  12-6 | 3-9 5-8 1-6 1-4
        P1* 12-3
        P2  12-8
        M   12-4
    """
    assert legal(table) == "1-4@M 1-6@P0 3-9@P1"


@rule("2.2")
def test_an_empty_train_with_its_marker_out_is_started_with_the_engine_s_number() -> None:
    assert legal("P0 9-6 | 2-9 3-3\nP1*\nM 9-4", engine=9) == "2-9@P1"


@rule("2.3")
def test_anyone_may_start_the_mexican_train_at_any_turn() -> None:
    table = "P0 12-6 | 5-12\nP1\nM"
    assert legal(table, mexican_train_start="any_turn", turns_ended=[0, 0]) == "5-12@M"


@rule("2.3")
def test_the_mexican_train_waits_for_a_seat_that_has_ended_a_turn() -> None:
    table = "P0 12-6 | 5-12 6-7\nP1\nM"
    second = {"mexican_train_start": "second_turn"}
    assert legal(table, **second, turns_ended=[0, 1]) == "6-7@P0"
    assert legal(table, **second, turns_ended=[1, 0]) == "5-12@M 6-7@P0"


@rule("2.3")
def test_once_begun_the_mexican_train_is_everyone_s() -> None:
    table = "P0 12-6 | 4-5 6-7\nP1\nM 12-4"
    assert legal(table, mexican_train_start="second_turn", turns_ended=[0, 1]) == "4-5@M 6-7@P0"


@rule("2.3")
def test_a_double_of_the_first_turn_does_not_let_its_owner_start_the_mexican_train() -> None:
    table = "P0 12-6 6-6 | 5-12 6-7\nP1\nM"
    keywords = {"mexican_train_start": "second_turn", "laid": "P0"}
    assert legal(table, **keywords, turns_ended=[0, 1]) == "6-7@P0"
    assert legal(table, **keywords, turns_ended=[1, 1]) == "5-12@M 6-7@P0"


@rule("2.4")
def test_with_own_train_first_an_empty_own_train_comes_before_all_others() -> None:
    table = "P0 | 3-9 7-9 2-5\nP1* 9-4 4-2\nM"
    assert legal(table, engine=9, own_train_first=True) == "3-9@P0 7-9@P0"
    assert legal(table, engine=9) == "2-5@P1 3-9@M 3-9@P0 7-9@M 7-9@P0"


@rule("2.4")
def test_with_own_train_first_it_does_not_matter_who_laid_the_first_tile() -> None:
    start = moment("P0* | 5-7 1-2\nP1 12-3 | 0-12 0-2\nM 12-7", turn=1, own_train_first=True)
    assert may(start) == "0-12@P0"
    assert may(start.play("0-12@P0")) == "5-7@M"


@rule("2.5")
@pytest.mark.parametrize("action", ["draw", "pass"])
def test_who_can_play_may_neither_draw_nor_pass(action: str) -> None:
    start = moment("P0 12-6 | 0-6\nP1 12-5 | 0-1\nM\nboneyard 1-1 2-2")
    with pytest.raises(IllegalAction, match="must play") as refused:
        start.play(action)
    assert refused.value.reason == "can_play"


@rule("2.6")
def test_who_cannot_play_draws_the_first_tile_of_the_boneyard() -> None:
    start = moment(PASSING + "boneyard 2-3 1-6")
    assert may(start) == "draw"
    assert hand_of(start.play("draw"), 0) == {parse_tile("0-1"), parse_tile("2-3")}


@rule("2.6")
def test_a_drawn_tile_that_fits_must_be_played() -> None:
    assert may(after(moment(PASSING + "boneyard 1-6 2-3"), "draw")) == "1-6@P0"


@rule("2.6")
def test_a_drawn_tile_may_be_played_wherever_it_fits() -> None:
    stuck = moment("P0 12-6 | 0-1\nP1 12-5 | 0-2\nM 12-8\nboneyard 6-8")
    assert may(after(stuck, "draw")) == "6-8@M 6-8@P0"


@rule("2.7")
def test_who_can_neither_play_nor_draw_passes_and_puts_the_marker_out() -> None:
    passed = after(moment(PASSING + "boneyard 2-3"), "draw pass")
    assert markers(passed) == "P0"
    assert passed.turn == 1
    assert markers(after(moment(PASSING), "pass")) == "P0"


@rule("2.8")
@pytest.mark.parametrize(("draws", "then"), [("per_tile", "draw"), ("per_turn", "pass")])
def test_after_a_drawn_double_another_draw_is_left_only_per_tile(draws: str, then: str) -> None:
    start = moment("P0 12-6 | 0-1\nP1 12-5 | 0-2\nM\nboneyard 6-6 2-3", draws=draws)
    assert may(after(start, "draw 6-6@P0")) == then


@rule("2.8")
def test_per_turn_a_draw_is_left_after_a_double_that_needed_none() -> None:
    start = moment("P0 12-6 | 6-6 0-1\nP1 12-5 | 0-2\nM\nboneyard 2-3 6-9", draws="per_turn")
    assert may(after(start, "6-6@P0")) == "draw"
    assert may(after(start, "6-6@P0 draw")) == "pass"


@rule("2.8")
def test_a_second_draw_for_the_same_tile_is_never_left() -> None:
    start = moment(PASSING + "boneyard 2-3 1-6")
    assert may(after(start, "draw")) == "pass"


@rule("2.9", "1.7")
def test_one_tile_ends_the_turn_and_the_next_seat_acts() -> None:
    start = moment("P0 12-6 | 0-6 0-1\nP1 12-5 | 0-5 1-2\nP2 12-4 | 0-4 1-3\nM")
    assert [after(start, steps).turn for steps in ("", "0-6@P0", "0-6@P0 0-5@P1")] == [0, 1, 2]
    assert after(start, "0-6@P0 0-5@P1 0-4@P2").turn == 0


@rule("3.1")
def test_a_marker_that_is_out_stays_out_when_its_owner_passes_again() -> None:
    start = moment("P0* 12-6 | 0-1\nP1 12-5 | 3-5 2-3\nM")
    assert markers(after(start, "pass")) == "P0"
    assert markers(after(start, "pass 3-5@P1 pass")) == "P0"


MARKED = """
    P0* 12-6 | 0-6 1-4 4-7 0-2
    P1* 12-4 | 6-8 5-9
    M   12-1
"""


@rule("3.2")
def test_own_play_takes_the_marker_off_when_its_owner_plays_on_the_own_train() -> None:
    start = moment(MARKED, marker_removal="own_play")
    assert markers(start.play("0-6@P0")) == "P1"
    assert markers(start.play("1-4@M")) == "P0 P1"
    assert markers(start.play("4-7@P1")) == "P0 P1"


@rule("3.3")
def test_any_play_on_it_takes_the_marker_off_whoever_plays_there() -> None:
    start = moment(MARKED, marker_removal="any_play_on_it")
    assert markers(start.play("0-6@P0")) == "P1"
    assert markers(start.play("1-4@M")) == "P0 P1"
    assert markers(start.play("4-7@P1")) == "P0"


@rule("3.4")
def test_owner_plays_anywhere_takes_the_marker_off_with_any_tile_of_its_owner() -> None:
    start = moment(MARKED, marker_removal="owner_plays_anywhere")
    assert markers(start.play("0-6@P0")) == "P1"
    assert markers(start.play("1-4@M")) == "P1"
    assert markers(start.play("4-7@P1")) == "P1"


@rule("3.2", "3.4")
def test_a_marker_does_not_come_off_for_a_tile_of_another_seat() -> None:
    for removal in ("own_play", "owner_plays_anywhere"):
        start = moment(MARKED, marker_removal=removal, turn=1)
        assert "P0" in markers(start.play("6-8@P0"))


@rule("3.2", "4.4")
def test_a_marker_taken_off_by_a_double_goes_out_again_when_it_cannot_be_followed() -> None:
    start = moment("P0* 12-6 | 6-6 0-1\nP1 12-5 | 0-2\nM")
    assert markers(start.play("6-6@P0")) == ""
    assert markers(after(start, "6-6@P0 pass")) == "P0"


BLOCKED_BY_A_DOUBLE = """
    P0 12-6 | 0-6
    P1 12-5 5-5 | 0-2
    M
"""


@rule("3.5", "2.7")
def test_failing_to_cover_puts_the_marker_out_unless_the_option_spares_it() -> None:
    for option, out in ((True, "P0"), (False, "")):
        start = moment(BLOCKED_BY_A_DOUBLE, open_doubles="P1", marker_when_double_blocks=option)
        assert may(start) == "pass"
        assert markers(start.play("pass")) == out


@rule("3.5")
def test_a_spared_marker_that_was_out_already_stays_out() -> None:
    start = moment(
        "P0* 12-6 | 0-6\nP1 12-5 5-5 | 0-2\nM",
        open_doubles="P1",
        marker_when_double_blocks=False,
    )
    assert markers(start.play("pass")) == "P0"


@rule("3.5", "4.4")
def test_failing_to_follow_the_own_double_is_never_spared() -> None:
    start = moment("P0 12-6 | 6-6 0-1\nP1 12-5 | 0-2\nM", marker_when_double_blocks=False)
    assert markers(after(start, "6-6@P0 pass")) == "P0"


@rule("3.5")
def test_a_plain_pass_is_not_spared() -> None:
    assert markers(moment(PASSING, marker_when_double_blocks=False).play("pass")) == "P0"


@rule("3.5", "5.4")
def test_a_double_that_binds_nobody_spares_no_marker() -> None:
    start = moment(
        "P0 12-6 | 0-1\nP1 12-5 5-5 | 0-2\nM",
        marker_when_double_blocks=False,
        open_double_binds="nobody",
        open_doubles="P1",
    )
    assert markers(start.play("pass")) == "P0"
