"""The first turn of a round: paragraph 6 of docs/rules.md."""

import pytest

from dailytrain import IllegalAction

from .tables import after, first_turns, legal, markers, may, open_doubles, rule

# 6.1: a single tile


@rule("6.1")
def test_a_single_first_turn_is_a_turn_like_any_other() -> None:
    start = first_turns("P0 | 3-12 3-4\nP1 | 0-12 0-1\nM", first_turn="single")
    assert may(start) == "3-12@M 3-12@P0"
    assert start.play("3-12@P0").turn == 1


@rule("6.1")
@pytest.mark.parametrize(
    ("first_turn", "boneyard", "first"),
    [("run", "0-0 4-12", "draw pass"), ("private_run", "4-12", "pass")],
)
def test_a_seat_has_its_first_turn_once_whatever_it_does_in_it(
    first_turn: str, boneyard: str, first: str
) -> None:
    table = f"P0 | 3-4 4-5\nP1 | 3-12 0-1\nM\nboneyard {boneyard}"
    passed = after(first_turns(table, first_turn=first_turn), f"{first} 3-12@P1")
    # In a first turn the 4-12 would begin a run.
    assert after(passed, "draw 4-12@P0").turn == 1


# 6.2 to 6.5: a run

RUN = """
    P0 | 3-12 3-4 4-5 5-9 3-3
    P1 | 0-12 0-1
    M
"""


@rule("6.2")
def test_a_first_tile_on_the_own_train_begins_a_run() -> None:
    start = first_turns(RUN, first_turn="run")
    assert may(start) == "3-12@M 3-12@P0"
    run = after(start, "3-12@P0 3-4@P0")
    assert run.turn == 0
    assert may(run) == "4-5@P0 done"


@rule("6.2")
def test_a_run_ends_when_its_seat_says_done() -> None:
    start = first_turns(RUN, first_turn="run")
    assert after(start, "3-12@P0 3-4@P0 done").turn == 1
    assert markers(after(start, "3-12@P0 3-4@P0 done")) == ""


@rule("6.2", "2.9")
def test_a_run_ends_by_itself_when_nothing_fits() -> None:
    start = first_turns(RUN, first_turn="run")
    assert after(start, "3-12@P0 3-4@P0 4-5@P0").turn == 0
    assert after(start, "3-12@P0 3-4@P0 4-5@P0 5-9@P0").turn == 1


@rule("6.2")
def test_nobody_is_done_before_the_first_tile() -> None:
    start = first_turns(RUN, first_turn="run")
    with pytest.raises(IllegalAction) as refused:
        start.play("done")
    assert refused.value.reason == "no_run"


@rule("6.2")
def test_a_first_tile_elsewhere_is_no_run() -> None:
    start = first_turns(RUN, first_turn="run")
    assert start.play("3-12@M").turn == 1


@rule("6.2")
def test_a_run_stays_on_the_own_train() -> None:
    start = first_turns("P0 | 3-12 3-4 2-12\nP1* | 0-12\nM", first_turn="run")
    assert may(start.play("3-12@P0")) == "3-4@P0 done"


@rule("6.2", "2.6")
def test_a_drawn_tile_can_begin_a_run() -> None:
    start = first_turns("P0 | 3-4 4-5\nP1 | 0-12 0-1\nM\nboneyard 3-12 2-2", first_turn="run")
    assert may(start) == "draw"
    assert may(after(start, "draw 3-12@P0")) == "3-4@P0 done"


@rule("6.2")
def test_a_second_turn_is_no_run() -> None:
    start = first_turns("P0 | 3-12 3-4 4-5\nP1 | 0-12 0-1\nM", first_turn="run")
    second = after(start, "3-12@P0 done 0-12@P1 done")
    assert may(second) == "3-4@P0"
    assert second.play("3-4@P0").turn == 1


@rule("6.3", "4.3")
@pytest.mark.parametrize("after_double", ["extra_tile", "cover"])
def test_a_double_in_a_run_owes_a_tile_on_the_own_train_only(after_double: str) -> None:
    start = first_turns(
        "P0 | 3-12 3-3 3-4 2-12\nP1* | 0-12\nM", first_turn="run", after_double=after_double
    )
    owing = after(start, "3-12@P0 3-3@P0")
    assert may(owing) == "3-4@P0"
    with pytest.raises(IllegalAction) as refused:
        owing.play("done")
    assert refused.value.reason == "tile_owed"


@rule("6.3")
def test_after_its_double_is_covered_the_run_goes_on() -> None:
    start = first_turns(RUN, first_turn="run")
    assert may(after(start, "3-12@P0 3-3@P0 3-4@P0")) == "4-5@P0 done"


@rule("6.3", "4.4", "4.8")
def test_a_double_in_a_run_that_nothing_follows_is_drawn_for_and_then_left_open() -> None:
    start = first_turns("P0 | 3-12 3-3 0-1\nP1 | 0-12\nM\nboneyard 1-1 2-2", first_turn="run")
    assert may(after(start, "3-12@P0 3-3@P0")) == "draw"
    left = after(start, "3-12@P0 3-3@P0 draw pass")
    assert (left.turn, markers(left), open_doubles(left)) == (1, "P0", "P0")


@rule("6.3", "2.8")
def test_a_tile_drawn_for_a_double_lets_the_run_go_on() -> None:
    start = first_turns("P0 | 3-12 3-3 4-5 0-1\nP1 | 0-12\nM\nboneyard 3-4 2-2", first_turn="run")
    assert may(after(start, "3-12@P0 3-3@P0 draw")) == "3-4@P0"
    assert may(after(start, "3-12@P0 3-3@P0 draw 3-4@P0")) == "4-5@P0 done"


@rule("6.3", "2.8")
def test_each_double_of_a_run_has_a_draw_of_its_own_only_per_tile() -> None:
    for draws, then in (("per_tile", "draw"), ("per_turn", "pass")):
        start = first_turns(
            "P0 | 3-12 3-3 4-4 0-1\nP1 | 0-12\nM\nboneyard 3-4 2-2 1-1",
            first_turn="run",
            draws=draws,
        )
        assert may(after(start, "3-12@P0 3-3@P0 draw 3-4@P0 4-4@P0")) == then


@rule("6.4", "5.1")
def test_an_open_double_at_its_start_leaves_no_run() -> None:
    start = first_turns(
        "P0 | 1-3 3-12 3-4\nP1 | 0-12 0-1\nM 12-1 1-1", first_turn="run", open_doubles="M"
    )
    assert may(start) == "1-3@M"
    assert start.play("1-3@M").turn == 1


@rule("6.4")
def test_a_first_turn_spent_on_an_open_double_is_over() -> None:
    start = first_turns(
        "P0 | 1-3 4-12 4-7\nP1 | 0-3 0-1\nM 12-1 1-1", first_turn="run", open_doubles="M"
    )
    second = after(start, "1-3@M 0-3@M")
    assert may(second) == "4-12@P0"
    assert second.play("4-12@P0").turn == 1


@rule("6.4")
def test_a_double_on_the_own_train_is_covered_without_a_run() -> None:
    start = first_turns("P0* 12-3 3-3 | 3-4 4-5\nP1 | 0-12\nM", first_turn="run", open_doubles="P0")
    assert start.play("3-4@P0").turn == 1


@rule("6.4", "5.4")
def test_a_double_that_binds_nobody_does_not_stand_in_the_way_of_a_run() -> None:
    start = first_turns(
        "P0 | 1-3 3-12 3-4\nP1 | 0-12 0-1\nM 12-1 1-1",
        first_turn="run",
        open_doubles="M",
        open_double_binds="nobody",
    )
    assert may(start.play("3-12@P0")) == "1-3@P0 3-4@P0 done"


@rule("6.5")
@pytest.mark.parametrize("limit", ["one", "two_if_followed"])
def test_limits_on_doubles_do_not_touch_a_run(limit: str) -> None:
    start = first_turns(
        "P0 | 3-12 3-3 3-4 4-4 4-5 5-5 5-6 0-0\nP1 | 0-12\nM",
        first_turn="run",
        doubles_per_turn=limit,
    )
    run = after(start, "3-12@P0 3-3@P0 3-4@P0 4-4@P0 4-5@P0 5-5@P0")
    assert may(run) == "5-6@P0"


@rule("6.5", "4.5")
def test_limits_on_doubles_touch_a_first_turn_that_is_no_run() -> None:
    start = first_turns(
        "P0 | 1-1 3-12 2-2\nP1 | 0-12\nP2* 12-2 | 0-0\nM 12-1",
        first_turn="run",
        doubles_per_turn="one",
    )
    assert may(start.play("1-1@M")) == "3-12@P0"


@rule("6.2", "7.1")
def test_a_run_can_go_out() -> None:
    start = first_turns("P0 | 3-12 3-3\nP1 | 0-12\nM", first_turn="run")
    assert after(start, "3-12@P0 3-3@P0").ended == "out"


# 6.6 to 6.9: a private run

PRIVATE = {"first_turn": "private_run"}


@rule("6.6")
def test_in_a_private_run_only_the_own_train_may_be_used() -> None:
    start = first_turns("P0 | 3-12 3-4 4-5\nP1* | 0-12 0-1\nM 12-9", **PRIVATE)
    assert may(start) == "3-12@P0"
    assert may(start.play("3-12@P0")) == "3-4@P0 done"


@rule("6.6")
def test_in_a_private_run_a_double_owes_no_tile() -> None:
    start = first_turns("P0 | 3-12 3-3 3-4\nP1 | 0-12 0-1\nM", **PRIVATE)
    assert may(after(start, "3-12@P0 3-3@P0")) == "3-4@P0 done"
    assert open_doubles(after(start, "3-12@P0 3-3@P0 done")) == "P0"


@rule("6.6")
def test_a_private_run_ends_by_itself_when_nothing_fits_a_double_too() -> None:
    start = first_turns("P0 | 3-12 3-3 0-0\nP1 | 0-12 0-1\nM\nboneyard 3-5", **PRIVATE)
    left = after(start, "3-12@P0 3-3@P0")
    assert (left.turn, markers(left), open_doubles(left)) == (1, "", "P0")


@rule("6.7")
def test_who_cannot_start_its_train_passes_without_drawing() -> None:
    start = first_turns("P0 | 3-4 4-5\nP1 | 0-12 0-1\nM\nboneyard 3-12", **PRIVATE)
    assert may(start) == "pass"
    assert markers(start.play("pass")) == "P0"


@rule("6.7", "3.5")
def test_a_double_left_by_another_does_not_spare_that_marker() -> None:
    start = first_turns(
        "P0 | 3-12 3-3 0-0\nP1 | 2-3 1-1\nM", **PRIVATE, marker_when_double_blocks=False
    )
    assert markers(after(start, "3-12@P0 3-3@P0 pass")) == "P1"


@rule("6.8", "5.1")
def test_doubles_left_by_private_runs_bind_from_the_second_turn_on() -> None:
    start = first_turns("P0 | 3-12 3-3 0-0 1-3\nP1 | 4-12 3-6 0-4\nM", **PRIVATE)
    second_seat = after(start, "3-12@P0 3-3@P0 done")
    assert may(second_seat) == "4-12@P1"
    assert may(after(second_seat, "4-12@P1 done")) == "1-3@P0"


@rule("6.8", "5.2")
def test_several_doubles_left_by_private_runs_are_covered_in_their_order() -> None:
    for order, then in (("oldest", "1-3@P0"), ("newest", "1-4@P1")):
        start = first_turns(
            "P0 | 3-12 3-3 1-3 1-4\nP1 | 4-12 4-4 0-0\nM", **PRIVATE, cover_order=order
        )
        assert may(after(start, "3-12@P0 3-3@P0 done 4-12@P1 4-4@P1")) == then


@rule("6.9")
def test_when_one_goes_out_in_a_private_run_the_others_still_take_their_first_turn() -> None:
    start = first_turns("P0 | 3-12 3-3\nP1 | 4-12 4-5 0-0\nP2 | 1-2 5-6\nM", **PRIVATE)
    out = after(start, "3-12@P0 3-3@P0")
    assert (out.ended, out.turn, may(out)) == (None, 1, "4-12@P1")
    assert after(out, "4-12@P1 4-5@P1").ended is None
    assert after(out, "4-12@P1 4-5@P1 pass").ended == "out"


@rule("6.9", "7.1")
def test_the_last_first_turn_going_out_ends_the_round_at_once() -> None:
    start = first_turns("P0 | 3-12 0-0\nP1 | 4-12 4-4\nM", **PRIVATE)
    assert after(start, "3-12@P0 4-12@P1 4-4@P1").ended == "out"


@rule("6.9", "8.3")
def test_several_may_go_out_in_private_runs() -> None:
    start = first_turns("P0 | 3-12\nP1 | 4-12 4-5\nP2 | 1-2\nM", **PRIVATE)
    done = after(start, "3-12@P0 4-12@P1 4-5@P1 pass")
    assert (done.ended, done.scores()) == ("out", (0, 0, 3))


@rule("6.9")
def test_after_the_first_turns_going_out_ends_a_round_at_once() -> None:
    start = first_turns("P0 | 3-12 3-4\nP1 | 4-12 0-0\nP2 | 5-12 1-1\nM", **PRIVATE)
    second = after(start, "3-12@P0 done 4-12@P1 5-12@P2")
    assert second.play("3-4@P0").ended == "out"


# The same moments given as positions


@rule("6.2", "6.3", "6.6")
def test_a_position_in_the_middle_of_a_run_knows_what_is_owed() -> None:
    table = "P0 12-3 3-3 | 3-4\nP1\nM"
    keywords = {"laid": "P0 P0", "turns_ended": [0, 0]}
    assert legal(table, first_turn="run", **keywords) == "3-4@P0"
    assert legal(table, first_turn="private_run", **keywords) == "3-4@P0 done"
    assert legal("P0 12-3 | 3-4\nP1\nM", first_turn="run", laid="P0", turns_ended=[0, 0]) == (
        "3-4@P0 done"
    )
