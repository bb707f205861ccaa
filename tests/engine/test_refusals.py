"""Why an action is refused: a constant for programs, a clause for people, and what is legal."""

import pytest

from dailytrain import IllegalAction, Match, ParseError, RulesError, Tile, deal_round, preset_rules
from dailytrain import shared_seed as seed_of
from dailytrain.tiles import set_size

from .tables import after, first_turns, moment

PLAIN = """
    P0  12-6 | 0-6 6-6 1-4 2-9
    P1  12-5 | 1-2
    P2* 12-9 | 1-3
    M   12-8
    boneyard 0-0
"""
STUCK = "P0 12-6 | 0-1\nP1 12-5 | 1-2\nM 12-8\nboneyard 0-0 1-1"
OPEN = PLAIN.replace("M   12-8", "M   12-8 8-8")
ONE_DOUBLE = "P0 12-6 6-6 | 1-1 3-6\nP1 12-5 | 1-2\nM 12-1"


@pytest.mark.parametrize(
    ("drawing", "keywords", "action", "reason", "words"),
    [
        (PLAIN, {}, "draw", "can_play", "must play"),
        (PLAIN, {}, "pass", "can_play", "must play"),
        (PLAIN, {}, "done", "no_run", "no run"),
        (PLAIN, {}, "0-12@P0", "not_in_hand", "0-12 is not in the hand"),
        (PLAIN, {}, "0-6@P3", "no_train", "a table of 3"),
        (PLAIN, {}, "0-6@P1", "train_closed", "closed"),
        (PLAIN, {}, "1-4@P0", "no_fit", "shows 6"),
        (PLAIN, {}, "1-4@M", "no_fit", "shows 8"),
        (STUCK, {}, "pass", "can_draw", "must be drawn"),
        (STUCK, {"drawn": True}, "draw", "no_draw", "no draw left"),
        (OPEN, {"open_doubles": "M"}, "0-6@P0", "double_first", "covered first"),
        (OPEN, {"open_doubles": "M"}, "2-9@P2", "double_first", "covered first"),
        (ONE_DOUBLE, {"laid": "P0", "after_double": "cover"}, "1-1@M", "double_first", "covered"),
        (ONE_DOUBLE, {"laid": "P0", "doubles_per_turn": "one"}, "1-1@M", "double_limit", "limit"),
    ],
)
def test_what_speaks_against_an_action_is_named(
    drawing: str, keywords: dict[str, object], action: str, reason: str, words: str
) -> None:
    now = moment(drawing, **keywords)
    with pytest.raises(IllegalAction) as refused:
        now.play(action)
    assert refused.value.reason == reason
    assert str(refused.value).startswith(f"{action}: ")
    assert words in str(refused.value)
    allowed = ", ".join(map(str, now.legal_actions()))
    assert str(refused.value).endswith(f"seat 0 may {allowed}")


def test_done_while_a_tile_is_owed_is_refused_as_that() -> None:
    start = first_turns("P0 | 3-12 3-3 3-4\nP1 | 0-12\nM", first_turn="run")
    with pytest.raises(IllegalAction) as refused:
        after(start, "3-12@P0 3-3@P0 done")
    assert refused.value.reason == "tile_owed"


def test_a_text_that_is_no_action_is_a_parse_error_and_changes_nothing() -> None:
    match = Match(seed_of("REFUSAL"), preset_rules("daily"), 3)
    before = (match.round, match.length)
    with pytest.raises(ParseError):
        match.play("nonsense")
    with pytest.raises(IllegalAction):
        match.play("done")
    assert (match.round, match.length) == before
    assert match.view(0).history == ()


def test_nobody_has_won_what_is_still_in_play() -> None:
    match = Match(seed_of("REFUSAL"), preset_rules("daily"), 3)
    for winners in (match.winners, match.round.winners, match.played[0].winners):
        with pytest.raises(IllegalAction) as refused:
            winners()
        assert refused.value.reason == "not_ended"


@pytest.mark.parametrize("starter", [-1, 3])
def test_a_first_starter_has_a_seat(starter: int) -> None:
    with pytest.raises(RulesError, match=r"first_starter: .* from 0 to 2"):
        deal_round(seed_of("REFUSAL"), preset_rules("daily"), 3, first_starter=starter)


@pytest.mark.parametrize("numbers", [(0, 19), (-1, 3), (19, 0)])
def test_numbers_that_are_on_no_tile_are_refused(numbers: tuple[int, int]) -> None:
    with pytest.raises(ParseError, match="from 0 to 18"):
        Tile.of(*numbers)


def test_the_largest_set_has_190_tiles() -> None:
    assert set_size(18) == 190
    assert Tile.of(18, 18) == 189
