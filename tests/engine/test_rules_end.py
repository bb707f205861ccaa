"""The end of a round and its scores: paragraphs 7 and 8 of docs/rules.md."""

from fractions import Fraction

import pytest

from dailytrain import IllegalAction, preset_rules, standing_key
from dailytrain.round import hand_points
from dailytrain.tiles import parse_tile

from .tables import after, may, moment, rule

# 7: out and blocked


@rule("7.1")
def test_the_last_tile_ends_the_round_at_once() -> None:
    start = moment("P0 12-6 | 3-6\nP1 12-5 | 1-2\nM\nboneyard 0-0")
    assert start.play("3-6@P0").ended == "out"
    assert may(start.play("3-6@P0")) == ""


@rule("7.1")
@pytest.mark.parametrize("after_double", ["extra_tile", "cover"])
def test_one_may_go_out_on_a_double(after_double: str) -> None:
    start = moment("P0 12-6 | 6-6\nP1 12-5 | 1-2\nM\nboneyard 0-6", after_double=after_double)
    assert start.play("6-6@P0").ended == "out"


@rule("7.1")
def test_one_may_go_out_by_covering_another_seat_s_double() -> None:
    start = moment("P0 12-6 | 0-5\nP1 12-5 5-5 | 1-2\nM", open_doubles="P1")
    assert start.play("0-5@P1").ended == "out"


@rule("7.1")
def test_after_the_end_nothing_is_allowed() -> None:
    over = moment("P0 12-6 | 3-6\nP1 12-5 | 1-2\nM").play("3-6@P0")
    with pytest.raises(IllegalAction) as refused:
        over.play("pass")
    assert refused.value.reason == "round_ended"


STUCK = """
    P0 12-6 | 0-1
    P1 12-5 | 2-3
    P2 12-4 | 1-1
    M  12-7
"""


@rule("7.2")
def test_a_round_is_blocked_when_everyone_has_passed_and_nobody_can_play() -> None:
    start = moment(STUCK)
    assert after(start, "pass pass").ended is None
    assert after(start, "pass pass pass").ended == "blocked"


@rule("7.2")
def test_a_round_is_not_blocked_while_the_boneyard_has_a_tile() -> None:
    start = moment(STUCK + "boneyard 8-8 9-9 10-10 11-11")
    assert after(start, "draw pass draw pass draw pass").ended is None


@rule("7.2", "2.2")
def test_a_marker_that_went_out_last_can_keep_a_round_going() -> None:
    # Everyone passes, but then seat 0 can use the train that seat 2 has just opened.
    start = moment("P0 12-6 | 0-4\nP1 12-5 | 2-3\nP2 12-4 | 1-1\nM 12-7")
    passed = after(start, "pass pass pass")
    assert (passed.ended, may(passed)) == (None, "0-4@P2")


@rule("7.2")
def test_a_round_goes_on_when_the_one_who_can_play_is_not_next() -> None:
    # Seat 2's marker opens its 4 to seat 1, who acts after seat 0.
    start = moment("P0 12-6 | 0-1\nP1 12-5 | 2-4 2-2\nP2 12-4 | 1-1\nM 12-7")
    passed = after(start, "pass pass pass")
    assert passed.ended is None
    assert may(passed) == "pass"
    assert may(passed.play("pass")) == "2-4@P2"


@rule("7.2")
def test_passes_count_from_before_the_boneyard_was_empty() -> None:
    start = moment("P0 12-6 | 0-1\nP1 12-5 | 2-3\nM 12-7\nboneyard 1-1 2-2 3-3")
    assert after(start, "draw pass draw pass draw").ended is None
    assert after(start, "draw pass draw pass draw pass").ended == "blocked"


@rule("7.2", "5.1")
def test_an_open_double_that_nobody_can_cover_blocks_a_round() -> None:
    # Both could go on with their own trains, were it not for the double.
    start = moment("P0 12-6 | 0-6\nP1 12-5 5-5 | 1-1\nM", open_doubles="P1")
    assert after(start, "pass pass").ended == "blocked"


@rule("7.2", "5.4")
def test_an_open_double_that_binds_nobody_blocks_nothing() -> None:
    start = moment(
        "P0 12-6 | 0-6 0-0\nP1 12-5 5-5 | 1-1\nM", open_doubles="P1", open_double_binds="nobody"
    )
    assert may(start) == "0-6@P0"


@rule("7.2")
def test_a_turn_that_lays_a_double_and_passes_ended_in_a_pass() -> None:
    start = moment("P0 12-6 | 6-6 0-1\nP1 12-5 | 2-3\nM 12-7")
    assert after(start, "6-6@P0 pass pass").ended == "blocked"


@rule("7.2", "6.2")
def test_saying_done_is_no_pass() -> None:
    # Seat 0 holds a 3-4 for its run, but then cannot cover the 5-5 that seat 1 leaves.
    start = moment("P0 | 3-12 3-4\nP1 | 5-12 5-5 1-1\nM", turns_ended=[0, 0], first_turn="run")
    left_open = after(start, "3-12@P0 done 5-12@P1 5-5@P1 pass")
    assert (left_open.ended, may(left_open)) == (None, "pass")
    assert left_open.play("pass").ended == "blocked"


@rule("7.2", "6.7")
def test_a_private_first_turn_that_passes_counts_as_a_pass() -> None:
    start = moment("P0 | 0-1\nP1 | 2-3\nM", turns_ended=[0, 0], first_turn="private_run")
    assert after(start, "pass pass").ended == "blocked"


@rule("7.2")
def test_a_tile_in_between_starts_the_count_of_passes_afresh() -> None:
    start = moment("P0 12-6 | 0-1\nP1 12-5 | 5-9 2-3\nM 12-7")
    assert after(start, "pass 5-9@P1").ended is None
    assert after(start, "pass 5-9@P1 pass").ended is None
    assert after(start, "pass 5-9@P1 pass pass").ended == "blocked"


# 8.1 and 8.2: what a hand is worth


def points(tiles: str, **options: object) -> int:
    hand = sum(1 << parse_tile(tile) for tile in tiles.split())
    return hand_points(preset_rules("standard", **options), hand)


@rule("8.1")
def test_a_tile_counts_the_pips_of_both_ends() -> None:
    assert points("5-8 12-12 0-3") == 13 + 24 + 3
    assert points("") == 0


@rule("8.1", "8.2")
@pytest.mark.parametrize(
    ("blank", "double_blank", "of_a_double_blank", "of_a_blank_and_a_three"),
    [(0, None, 0, 3), (25, None, 50, 28), (0, 50, 50, 3), (25, 50, 50, 28)],
)
def test_blanks_count_what_the_options_say(
    blank: int, double_blank: int | None, of_a_double_blank: int, of_a_blank_and_a_three: int
) -> None:
    options = {"blank_points": blank, "double_blank_points": double_blank}
    assert points("0-0", **options) == of_a_double_blank
    assert points("0-3", **options) == of_a_blank_and_a_three


@rule("8.2")
def test_in_the_daily_game_the_double_blank_counts_fifty() -> None:
    assert hand_points(preset_rules("daily"), 1 << parse_tile("0-0")) == 50


# 8.3 and 8.4: scores of a round


@rule("8.3")
def test_with_pips_every_seat_scores_what_it_holds() -> None:
    start = moment("P0 12-6 | 3-6\nP1 12-5 | 1-2 5-8\nP2 12-4 | 0-0\nM")
    assert start.play("3-6@P0").scores() == (0, 16, 0)


@rule("8.3")
def test_with_pips_a_blocked_round_gives_nobody_zero_for_it() -> None:
    assert after(moment(STUCK), "pass pass pass").scores() == (1, 5, 2)


@rule("8.4")
def test_who_goes_out_takes_what_the_others_hold() -> None:
    start = moment("P0 12-6 | 3-6\nP1 12-5 | 1-2 5-8\nP2 12-4 | 0-9\nM", scoring="winner_takes")
    assert start.play("3-6@P0").scores() == (25, 0, 0)


@rule("8.4", "6.9")
def test_several_who_go_out_share_exactly() -> None:
    start = moment(
        "P0 | 3-12\nP1 | 4-12 4-5\nP2 | 1-2 8-8\nM",
        turns_ended=[0, 0, 0],
        first_turn="private_run",
        scoring="winner_takes",
    )
    done = after(start, "3-12@P0 4-12@P1 4-5@P1 pass")
    assert done.scores() == (Fraction(19, 2), Fraction(19, 2), 0)


@rule("8.4")
def test_when_blocked_the_fewest_points_take_what_the_others_hold() -> None:
    start = moment(STUCK, scoring="winner_takes")
    assert after(start, "pass pass pass").scores() == (7, 0, 0)


@rule("8.4")
def test_when_blocked_equal_hands_share_what_the_others_hold() -> None:
    start = moment("P0 12-6 | 0-3\nP1 12-5 | 1-2\nP2 12-4 | 8-9\nM 12-7", scoring="winner_takes")
    shared = after(start, "pass pass pass").scores()
    assert shared == (Fraction(17, 2), Fraction(17, 2), 0)


@rule("8.4")
def test_the_winners_of_a_round_are_who_went_out_or_hold_the_fewest_points() -> None:
    out = moment("P0 12-6 | 3-6\nP1 12-5 | 0-0\nM").play("3-6@P0")
    assert out.winners() == (0,)
    assert after(moment(STUCK), "pass pass pass").winners() == (0,)
    three = moment("P0 12-6 | 0-3\nP1 12-5 | 1-2\nP2 12-4 | 8-9\nM 12-7")
    assert after(three, "pass pass pass").winners() == (0, 1)


@rule("8.4")
def test_when_blocked_with_all_hands_equal_there_is_nothing_to_take() -> None:
    start = moment("P0 12-6 | 0-3\nP1 12-5 | 1-2\nM 12-7", scoring="winner_takes")
    assert after(start, "pass pass").scores() == (0, 0)


@rule("7.1")
def test_a_round_in_play_has_no_scores() -> None:
    with pytest.raises(IllegalAction, match="still in play"):
        moment(STUCK).scores()


# 8.3 to 8.5: who wins


def best(scoring: str, *seats: tuple[int, ...]) -> list[int]:
    rules = preset_rules("standard", scoring=scoring)
    keys = [standing_key(rules, scores) for scores in seats]
    return [seat for seat, key in enumerate(keys) if key == min(keys)]


@rule("8.3")
def test_the_lowest_total_wins() -> None:
    assert best("pips", (10, 30), (20, 15), (0, 40)) == [1]


@rule("8.4")
def test_with_winner_takes_the_highest_total_wins() -> None:
    assert best("winner_takes", (10, 30), (20, 15), (0, 39)) == [0]


@rule("8.5")
def test_of_equal_totals_more_rounds_at_zero_win() -> None:
    assert best("pips", (10, 20, 10), (0, 20, 20), (40, 0, 0)) == [2]


@rule("8.5")
def test_then_the_lowest_single_round_above_zero_wins() -> None:
    assert best("pips", (0, 20, 20), (0, 5, 35), (0, 10, 30)) == [1]


@rule("8.5")
def test_then_the_win_is_shared() -> None:
    assert best("pips", (0, 5, 35), (5, 35, 0), (0, 20, 20)) == [0, 1]
    assert best("pips", (0, 0), (0, 0)) == [0, 1]


@rule("8.5")
def test_with_winner_takes_equal_totals_share() -> None:
    assert best("winner_takes", (0, 40), (20, 20)) == [0, 1]
