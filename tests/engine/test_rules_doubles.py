"""Doubles and open doubles: paragraphs 4 and 5 of docs/rules.md."""

import pytest

from .tables import after, legal, markers, may, moment, open_doubles, rule

# 4: what a double owes


@rule("4.1")
@pytest.mark.parametrize("after_double", ["extra_tile", "cover"])
def test_after_a_double_the_turn_goes_on(after_double: str) -> None:
    start = moment("P0 12-6 | 6-6 3-6 0-1\nP1 12-5 | 0-2\nM", after_double=after_double)
    assert start.play("6-6@P0").turn == 0
    assert after(start, "6-6@P0 3-6@P0").turn == 1


@rule("4.1", "4.7")
def test_a_double_after_a_double_owes_another_tile_again() -> None:
    start = moment("P0 12-6 | 6-6 4-4 4-8 0-1\nP1 12-5 | 0-2\nM 12-4")
    assert may(after(start, "6-6@P0")) == "4-4@M 4-8@M"
    assert may(after(start, "6-6@P0 4-4@M")) == "4-8@M"
    assert after(start, "6-6@P0 4-4@M 4-8@M").turn == 1


EXTRA = """
    P0  12-6 6-6 | 3-6 1-4 5-9 5-12 2-7
    P1* 12-9
    P2  12-2
    M   12-1
"""


@rule("4.2")
def test_an_extra_tile_goes_on_the_double_or_on_any_train_the_seat_may_use() -> None:
    assert legal(EXTRA, after_double="extra_tile", laid="P0") == "1-4@M 3-6@P0 5-9@P1"


@rule("4.2")
def test_the_first_double_may_be_laid_elsewhere_and_the_own_train_played_then() -> None:
    start = moment("P0 12-6 | 1-1 3-6\nP1 12-5 | 0-2\nM 12-1")
    played = after(start, "1-1@M 3-6@P0")
    assert played.ended == "out"
    start = moment("P0 12-6 | 1-1 3-6 0-0\nP1 12-5 | 0-2\nM 12-1")
    assert open_doubles(after(start, "1-1@M 3-6@P0")) == "M"


@rule("4.2", "4.8")
def test_the_third_tile_may_go_back_to_the_first_double() -> None:
    start = moment("P0 12-6 | 6-6 1-1 3-6 0-4\nP1 12-5 | 0-2\nM 12-1")
    assert may(after(start, "6-6@P0 1-1@M")) == "3-6@P0"
    assert open_doubles(after(start, "6-6@P0 1-1@M 3-6@P0")) == "M"


@rule("4.2", "3.3")
def test_an_earlier_double_of_the_turn_stays_open_to_its_seat_without_its_marker() -> None:
    # The double on P1 takes P1's marker off, which shuts that train; the double is still its own.
    start = moment(
        "P0 12-6 | 9-9 6-6 3-9 0-4\nP1* 12-9 | 0-2\nM 12-1", marker_removal="any_play_on_it"
    )
    assert markers(start.play("9-9@P1")) == ""
    assert may(start.play("9-9@P1")) == "3-9@P1 6-6@P0"
    assert may(after(start, "9-9@P1 6-6@P0")) == "3-9@P1"


@rule("4.3")
def test_a_cover_goes_on_that_double_and_nowhere_else() -> None:
    assert legal(EXTRA, after_double="cover", laid="P0") == "3-6@P0"


@rule("4.3")
def test_a_double_on_another_seat_s_train_must_be_covered_there() -> None:
    start = moment(
        "P0 12-6 | 9-9 3-9 0-6\nP1* 12-9 | 0-2\nM 12-1",
        after_double="cover",
        marker_removal="any_play_on_it",
    )
    assert may(start.play("9-9@P1")) == "3-9@P1"


@rule("4.4")
@pytest.mark.parametrize("after_double", ["extra_tile", "cover"])
def test_who_cannot_follow_a_double_draws_and_then_passes_with_the_marker_out(
    after_double: str,
) -> None:
    start = moment(
        "P0 12-6 | 6-6 0-1\nP1 12-5 | 0-2\nM\nboneyard 2-3 3-4", after_double=after_double
    )
    assert may(after(start, "6-6@P0")) == "draw"
    assert may(after(start, "6-6@P0 draw")) == "pass"
    passed = after(start, "6-6@P0 draw pass")
    assert (markers(passed), open_doubles(passed), passed.turn) == ("P0", "P0", 1)


@rule("4.4")
def test_a_tile_drawn_for_a_double_covers_it_if_it_fits() -> None:
    start = moment("P0 12-6 | 6-6 0-1\nP1 12-5 | 0-2\nM\nboneyard 3-6")
    assert may(after(start, "6-6@P0 draw")) == "3-6@P0"


# 4: limits


@rule("4.5")
def test_with_one_double_a_turn_the_tile_owed_is_no_double() -> None:
    table = "P0 12-6 6-6 | 1-1 1-4 3-6\nP1\nM 12-1"
    assert legal(table, laid="P0", doubles_per_turn="one") == "1-4@M 3-6@P0"
    assert legal(table, laid="P0") == "1-1@M 1-4@M 3-6@P0"


@rule("4.5")
def test_with_one_double_a_turn_not_even_the_last_tile_is_a_second() -> None:
    start = moment("P0 12-6 | 6-6 1-1\nP1 12-5 | 0-2\nM 12-1", doubles_per_turn="one")
    assert may(start) == "1-1@M 6-6@P0"
    assert may(start.play("6-6@P0")) == "pass"


TWO = {"doubles_per_turn": "two_if_followed", "laid": "P0"}


@rule("4.6")
def test_a_second_double_is_allowed_if_it_can_be_followed() -> None:
    assert legal("P0 12-6 6-6 | 1-1 1-4\nP1\nM 12-1", **TWO) == "1-1@M 1-4@M"


@rule("4.6")
def test_a_second_double_is_allowed_if_the_first_can_be_followed() -> None:
    assert legal("P0 12-6 6-6 | 1-1 3-6\nP1\nM 12-1", **TWO) == "1-1@M 3-6@P0"


@rule("4.6")
def test_a_second_double_may_be_the_highest_or_the_blank_one() -> None:
    table = "P0 9-6 6-6 | 12-12 3-12 0-0 0-5\nP1* 9-12\nP2* 9-0\nM"
    legal_now = "0-0@P2 0-5@P2 12-12@P1 3-12@P1"
    assert legal(table, engine=9, **TWO) == legal_now


@rule("4.6")
def test_a_second_double_that_leaves_no_follower_is_not_allowed() -> None:
    # The 4-4 would be a follower for neither, nor is the double itself one.
    assert legal("P0 12-6 6-6 | 1-1 4-4\nP1\nM 12-1", **TWO) == "pass"
    assert legal("P0 12-6 6-6 | 1-1 4-8\nP1\nM 12-1", **TWO) == "pass"


@rule("4.6", "7.1")
def test_a_second_double_is_allowed_as_the_last_tile() -> None:
    start = moment("P0 12-6 | 6-6 1-1\nP1 12-5 | 0-2\nM 12-1", doubles_per_turn="two_if_followed")
    assert may(start.play("6-6@P0")) == "1-1@M"
    assert after(start, "6-6@P0 1-1@M").ended == "out"


@rule("4.6")
def test_after_the_second_double_only_a_follower_may_be_laid_on_one_of_the_two() -> None:
    table = "P0 12-6 6-6 | 1-4 3-6 2-9 4-4\nP1* 12-9\nP2* 12-4\nM 12-1 1-1"
    two = {"doubles_per_turn": "two_if_followed", "laid": "P0 M"}
    assert legal(table, **two) == "1-4@M 3-6@P0"


@rule("4.6", "4.7")
def test_a_third_double_needs_no_limit() -> None:
    table = "P0 12-6 6-6 | 4-4 1-4\nP1*\nP2* 12-4\nM 12-1 1-1"
    assert legal(table, laid="P0 M", doubles_per_turn="unlimited") == "1-4@M 1-4@P2 4-4@P2"
    assert legal(table, laid="P0 M", doubles_per_turn="two_if_followed") == "1-4@M"


@rule("4.5", "4.6")
def test_the_first_double_of_a_turn_knows_no_limit() -> None:
    for limit in ("one", "two_if_followed"):
        assert legal("P0 12-6 | 6-6 0-0\nP1\nM", doubles_per_turn=limit) == "6-6@P0"


# 4.8: what is left uncovered


@rule("4.8")
def test_doubles_left_uncovered_are_open_in_the_order_they_were_laid() -> None:
    start = moment("P0 12-6 | 1-1 6-6 3-9 0-4\nP1* 12-9 | 0-2\nM 12-1")
    assert open_doubles(after(start, "1-1@M 6-6@P0 3-9@P1")) == "M P0"
    assert open_doubles(after(start, "6-6@P0 1-1@M 3-9@P1")) == "P0 M"


@rule("4.8")
def test_a_covered_double_is_not_open() -> None:
    start = moment("P0 12-6 | 6-6 3-6 0-1\nP1 12-5 | 0-2\nM")
    assert open_doubles(after(start, "6-6@P0")) == ""
    assert open_doubles(after(start, "6-6@P0 3-6@P0")) == ""


# 5: open doubles

OPEN = """
    P0  12-6      | 5-6 4-5 1-3 8-9
    P1  12-5 5-5
    P2* 12-9
    M   12-1
"""


@rule("5.1")
def test_an_open_double_binds_whoever_begins_a_turn_marker_or_not() -> None:
    assert legal(OPEN, open_doubles="P1") == "4-5@P1 5-6@P1"


@rule("5.1", "2.3", "2.4")
def test_an_open_double_comes_before_what_else_limits_a_turn() -> None:
    table = "P0 | 1-3 3-12\nP1 12-5\nM 12-1 1-1"
    assert legal(table, open_doubles="M", own_train_first=True) == "1-3@M"


@rule("5.1")
def test_who_cannot_cover_draws_for_the_double_and_passes() -> None:
    start = moment("P0 12-6 | 1-6\nP1 12-5 5-5 | 0-2\nM\nboneyard 6-7 6-8", open_doubles="P1")
    assert may(start) == "draw"
    assert may(start.play("draw")) == "pass"
    assert open_doubles(after(start, "draw pass")) == "P1"


@rule("5.1")
def test_a_double_stays_open_for_seat_after_seat_until_it_is_covered() -> None:
    start = moment("P0 12-6 | 1-6\nP1 12-5 5-5 | 0-2\nP2 12-3 | 3-5 0-0\nM", open_doubles="P1")
    assert may(after(start, "pass pass")) == "3-5@P1"
    assert open_doubles(after(start, "pass pass 3-5@P1")) == ""


TWO_OPEN = """
    P0 12-6     | 1-3 5-8 6-7
    P1 12-5 5-5 | 0-2
    M  12-1 1-1
"""


@rule("5.2")
@pytest.mark.parametrize(
    ("order", "doubles", "then"),
    [
        ("oldest", "M P1", "1-3@M"),
        ("oldest", "P1 M", "5-8@P1"),
        ("newest", "M P1", "5-8@P1"),
        ("newest", "P1 M", "1-3@M"),
    ],
)
def test_of_several_open_doubles_the_oldest_or_the_newest_is_covered_first(
    order: str, doubles: str, then: str
) -> None:
    assert legal(TWO_OPEN, open_doubles=doubles, cover_order=order) == then


@rule("5.3")
def test_one_covering_tile_ends_the_turn_though_more_doubles_are_open() -> None:
    start = moment(TWO_OPEN, open_doubles="M P1")
    covered = start.play("1-3@M")
    assert (covered.turn, open_doubles(covered)) == (1, "P1")


@rule("5.4")
def test_with_nobody_bound_a_train_with_an_open_double_is_like_any_other() -> None:
    nobody = {"open_double_binds": "nobody"}
    assert legal(OPEN, open_doubles="P1", **nobody) == "1-3@M 5-6@P0 8-9@P2"
    marked = OPEN.replace("P1 ", "P1*")
    assert legal(marked, open_doubles="P1", **nobody) == "1-3@M 4-5@P1 5-6@P0 5-6@P1 8-9@P2"


@rule("5.4", "4.8")
def test_with_nobody_bound_a_played_on_double_is_open_no_more() -> None:
    start = moment(
        "P0 12-5 5-5 | 4-5 0-0\nP1 12-6 | 0-2\nM", open_doubles="P0", open_double_binds="nobody"
    )
    assert open_doubles(start.play("4-5@P0")) == ""


# 5.5: a set that goes up to 6, with all its fives on the trains: 0-5 2-5, 4-5 3-5, 1-5 5-5 and 5-6

ALL_FIVES = """
    P0 6-0 0-5 5-2 | 2-4 0-3
    P1 6-4 4-5 5-3 | 0-2 3-4
    P2 6-1 1-5 5-5 | 2-3 2-6
    M  6-5
    boneyard 1-1
"""
WAIVED = {"engine": 6, "highest_pip": 6, "cover_waived_when_exhausted": True, "open_doubles": "P2"}


@rule("5.5")
def test_a_double_whose_tiles_all_lie_binds_nobody() -> None:
    assert may(moment(ALL_FIVES, **WAIVED)) == "2-4@P0"


@rule("5.1", "5.5")
def test_without_the_option_a_double_that_nobody_can_cover_binds_all_the_same() -> None:
    bound = WAIVED | {"cover_waived_when_exhausted": False}
    assert may(moment(ALL_FIVES, **bound)) == "draw"


@rule("5.5")
def test_while_one_of_its_tiles_is_held_a_double_binds() -> None:
    held = """
        P0 6-2         | 2-5 0-5 0-3
        P1 6-4 4-5 5-3 | 0-2 3-4
        P2 6-1 1-5 5-5 | 2-3 1-1
        M  6-5
    """
    assert may(moment(held, **WAIVED)) == "0-5@P2 2-5@P2"


@rule("5.5")
def test_the_number_of_tiles_that_must_lie_is_that_of_the_set() -> None:
    # The set of 9 has 5-7, 5-8 and 5-9 too, so the same table waives nothing.
    assert may(moment(ALL_FIVES, **WAIVED | {"highest_pip": 9})) == "draw"


@rule("5.2", "5.5")
def test_a_younger_double_binds_when_the_oldest_is_waived() -> None:
    two = ALL_FIVES.replace("5-3 |", "5-3 3-3 |")
    assert may(moment(two, **WAIVED | {"open_doubles": "P2 P1"})) == "0-3@P1"


LAST_DOUBLE = """
    P0 6-0 0-5 5-2 | 5-5 2-4 0-3
    P1 6-4 4-5 5-3 | 0-2 3-4
    P2 6-1 1-5     | 2-3 2-6
    M  6-5
    boneyard 1-1
"""
"""As above, but the 5-5 is still to be laid."""


@rule("5.5", "4.3", "2.9")
def test_a_waived_double_owes_no_cover_so_it_ends_the_turn() -> None:
    start = moment(LAST_DOUBLE, **WAIVED | {"open_doubles": "", "after_double": "cover"})
    played = start.play("5-5@M")
    assert (played.turn, open_doubles(played), markers(played)) == (1, "M", "")
    assert may(played) == "3-4@P1"


@rule("5.5", "4.2")
def test_a_waived_double_still_owes_an_extra_tile() -> None:
    start = moment(LAST_DOUBLE, **WAIVED | {"open_doubles": ""})
    assert may(start.play("5-5@M")) == "2-4@P0"
