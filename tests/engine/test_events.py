"""What everyone sees happen: nothing is announced that concerns nobody any more."""

import pytest

from dailytrain import Round, events_of, parse_action
from dailytrain.terminal import draw_table

from .tables import after, first_turns, moment, rule
from .test_rules_doubles import ALL_FIVES, LAST_DOUBLE, WAIVED


def seen(start: Round, action: str) -> list[str]:
    """Say in short what is seen when the seat to act does this."""
    events = events_of(start, parse_action(action), start.play(action))
    return [e.kind if e.train is None else f"{e.kind} {e.train}" for e in events]


@rule("7.1")
@pytest.mark.parametrize("after_double", ["extra_tile", "cover"])
def test_a_double_that_ends_the_round_is_not_announced_as_open(after_double: str) -> None:
    start = moment("P0 12-6 | 6-6\nP1 12-5 | 1-2\nM\nboneyard 0-6", after_double=after_double)
    assert seen(start, "6-6@P0") == ["play 0", "round_end"]


@rule("7.2")
def test_a_double_left_by_the_pass_that_blocks_the_round_is_not_announced_as_open() -> None:
    start = moment("P0 12-6 | 0-1\nP1 12-5 | 5-5 2-3\nM 12-7")
    assert seen(after(start, "pass 5-5@P1"), "pass") == ["pass", "marker_on 1", "round_end"]


@rule("6.9", "7.1")
def test_no_double_is_announced_once_a_private_first_turn_has_decided_the_round() -> None:
    start = first_turns(
        "P0 | 5-12 5-5\nP1 | 4-12 4-4 1-1\nP2 | 2-3\nM\nboneyard 0-0", first_turn="private_run"
    )
    begun = start.play("5-12@P0")
    assert seen(begun, "5-5@P0") == ["play 0"]
    assert seen(after(begun, "5-5@P0 4-12@P1"), "4-4@P1") == ["play 1"]
    assert seen(after(begun, "5-5@P0 4-12@P1 4-4@P1"), "pass") == [
        "pass",
        "marker_on 2",
        "round_end",
    ]


@rule("5.5")
def test_a_double_that_need_not_be_covered_is_not_announced_as_open() -> None:
    start = moment(LAST_DOUBLE, **WAIVED | {"open_doubles": "", "after_double": "cover"})
    assert seen(start, "5-5@M") == ["play 3"]


@rule("4.8", "5.1")
def test_a_double_that_the_next_seat_must_cover_is_announced() -> None:
    start = moment("P0 12-6 | 6-6 0-1\nP1 12-5 | 2-6 2-3\nM 12-7\nboneyard")
    assert seen(start.play("6-6@P0"), "pass") == ["pass", "marker_on 0", "double_open 0"]


NOTES = """
    P0 12-6     | 0-1
    P1 12-5 5-5 | 2-3
    M
"""


@rule("4.3", "5.1", "5.4")
@pytest.mark.parametrize(
    ("told", "noted"),
    [
        ({"open_doubles": "P1"}, "double to cover"),
        ({"open_doubles": "P1", "open_double_binds": "nobody"}, "double"),
        (
            {"turn": 1, "laid": "P1", "open_double_binds": "nobody", "after_double": "cover"},
            "double to cover",
        ),
    ],
    ids=str,
)
def test_the_table_in_the_terminal_notes_which_double_must_be_covered(
    told: dict[str, object], noted: str
) -> None:
    table = moment(NOTES, **told).table
    row = draw_table(table, ["Ann", "Ben"], [1, 1]).splitlines()[2]
    assert row.split("  ")[-1] == f"{noted}, 1 in hand"


@rule("5.5")
def test_the_table_in_the_terminal_asks_for_no_cover_that_is_waived() -> None:
    table = moment(ALL_FIVES, **WAIVED).table
    assert "5-5  [5]  double, 2 in hand" in draw_table(table, ["Ann", "Ben", "Cleo"], [2, 2, 2])
