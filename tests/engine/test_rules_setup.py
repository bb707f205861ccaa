"""Set, deal and presets: paragraphs 1 and 9 of docs/rules.md."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from dailytrain import (
    PRESETS,
    Match,
    Rules,
    RulesError,
    Seed,
    Tile,
    deal_round,
    deal_tiles,
    preset_rules,
    shared_seed,
    tiles_in,
)
from dailytrain.rules import OPTION_NAMES
from dailytrain.tiles import set_size

from .tables import rule

SEED = shared_seed("PARAGRAPH-1")
PAGE = Path(__file__, "../../../docs/rules.md").resolve().read_text("utf-8")


def seeds() -> Iterator[Seed]:
    return (shared_seed(f"SEED-{number}") for number in count())


@rule("1.1")
@pytest.mark.parametrize("highest", range(6, 19))
def test_a_set_has_every_pair_once(highest: int) -> None:
    rules = preset_rules("standard", highest_pip=highest, hand_size=5)
    deal = deal_tiles(SEED, rules, 2, 1)
    dealt = [*deal.hands[0], *deal.hands[1], *deal.boneyard, Tile.of(highest, highest)]
    pairs = {(low, high) for high in range(highest + 1) for low in range(high + 1)}
    assert {(tile.low, tile.high) for tile in dealt} == pairs
    assert len(dealt) == len(pairs)


@rule("1.1")
def test_the_usual_sets_have_91_and_55_tiles() -> None:
    assert (set_size(12), set_size(9)) == (91, 55)


@rule("1.2")
@pytest.mark.parametrize("players", range(2, 11))
def test_every_seat_has_a_train_and_one_is_nobody_s(players: int) -> None:
    start = deal_round(SEED, preset_rules("standard"), players)
    assert len(start.hands) == players
    assert start.table.trains == ((),) * (players + 1)
    assert start.table.ends == (12,) * (players + 1)


@rule("1.2")
@pytest.mark.parametrize("players", [-1, 0, 1, 11])
def test_fewer_than_two_or_more_than_ten_cannot_play(players: int) -> None:
    with pytest.raises(RulesError, match="from 2 to 10"):
        deal_round(SEED, preset_rules("standard", hand_size=5), players)


@rule("1.3")
def test_each_round_has_the_next_lower_double_for_its_engine() -> None:
    rules = preset_rules("standard", highest_pip=9)
    assert [deal_round(SEED, rules, 2, number).table.engine for number in range(1, 11)] == [
        *(9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    ]
    with pytest.raises(RulesError, match="from 1 to 10"):
        deal_round(SEED, rules, 2, 11)


@rule("1.4")
def test_an_engine_set_out_is_in_no_hand_and_not_in_the_boneyard() -> None:
    start = deal_round(SEED, preset_rules("daily"), 3, 2)
    engine = Tile.of(11, 11)
    assert engine not in (
        *start.boneyard,
        *tiles_in(start.hands[0] | start.hands[1] | start.hands[2]),
    )
    assert start.table.lying == 1 << engine


@rule("1.4")
def test_the_next_seat_starts_each_round() -> None:
    rules = preset_rules("daily")
    starters = [deal_round(SEED, rules, 3, number).turn for number in range(1, 6)]
    assert starters == [0, 1, 2, 0, 1]
    later = [deal_round(SEED, rules, 3, n, first_starter=2).turn for n in range(1, 4)]
    assert later == [2, 0, 1]


HOLDER = preset_rules("pagat")


def engine_at_deal(seed: Seed, rules: Rules, players: int) -> int | None:
    """Give the seat that is dealt the engine of round 1, or None if it is in the boneyard."""
    deal = deal_tiles(seed, rules, players, 1)
    engine = Tile.of(deal.engine, deal.engine)
    return next((seat for seat, hand in enumerate(deal.hands) if engine in hand), None)


@rule("1.5")
def test_whoever_is_dealt_the_engine_lays_it_and_starts() -> None:
    seed = next(seed for seed in seeds() if engine_at_deal(seed, HOLDER, 4) == 2)
    start = deal_round(seed, HOLDER, 4)
    assert start.turn == 2
    assert [hand.bit_count() for hand in start.hands] == [15, 15, 14, 15]
    assert start.table.had_turn == 0


@rule("1.5")
def test_while_nobody_holds_the_engine_every_seat_draws_in_order() -> None:
    rules = preset_rules("pagat", hand_size=2)
    engine = Tile.of(12, 12)
    # The engine is the boneyard's sixth tile: of four seats, seat 1 draws it, as its second tile.
    seed = next(s for s in seeds() if deal_tiles(s, rules, 4, 1).boneyard[5:6] == (engine,))
    deal = deal_tiles(seed, rules, 4, 1)
    start = deal_round(seed, rules, 4)
    assert start.turn == 1
    assert start.hand(0) == sorted([*deal.hands[0], deal.boneyard[0], deal.boneyard[4]])
    assert start.hand(1) == sorted([*deal.hands[1], deal.boneyard[1]])
    assert start.hand(3) == sorted([*deal.hands[3], deal.boneyard[3], deal.boneyard[7]])
    assert start.boneyard == deal.boneyard[8:]


@rule("1.5")
def test_a_boneyard_too_small_for_all_to_draw_gives_up_the_engine() -> None:
    rules = preset_rules("pagat", highest_pip=6, hand_size=3)  # 28 tiles, 9 hands, 1 left
    seed = next(seed for seed in seeds() if engine_at_deal(seed, rules, 9) is None)
    start = deal_round(seed, rules, 9, first_starter=4)
    assert start.turn == 4
    assert [hand.bit_count() for hand in start.hands] == [3] * 9
    assert start.boneyard == ()


@rule("1.6", "9.4")
def test_a_hand_leaves_at_least_one_tile_in_the_boneyard() -> None:
    # 27 tiles beside the engine: two hands of 13 leave one, of 14 none.
    rules = preset_rules("standard", highest_pip=6, hand_size=13)
    assert len(deal_round(SEED, rules, 2).boneyard) == 1
    with pytest.raises(RulesError, match=r"hand_size: 14 .* from 1 to 13"):
        preset_rules("standard", highest_pip=6, hand_size=14).hand_size_for(2)


@rule("1.6", "1.5")
def test_a_holder_has_two_tiles_at_least() -> None:
    with pytest.raises(RulesError, match=r"hand_size: 1 .*; 2 or more"):
        preset_rules("pagat", hand_size=1)
    assert preset_rules("standard", hand_size=1).hand_size_for(2) == 1


@rule("1.7")
def test_turns_go_round_the_table() -> None:
    match = Match(SEED, preset_rules("standard"), 3, first_starter=1)
    turns = [match.turn]
    while len(turns) < 6:
        match.play(match.legal_actions()[0])
        if match.turn != turns[-1]:
            turns.append(match.turn)
    assert turns == [1, 2, 0, 1, 2, 0]


# 9: the page itself is checked


def table_after(heading: str) -> list[list[str]]:
    """Read the table that follows a paragraph of the page, its header first."""
    after = PAGE[PAGE.index(f"**{heading}**") :]
    lines = re.findall(r"^\|(.+)\|$", after.split("\n**")[0], re.MULTILINE)
    rows = [[cell.strip().strip("`") for cell in line.split("|")] for line in lines]
    return [row for row in rows if not row[0].startswith("---")]


@rule("9.1")
def test_the_table_of_options_is_that_of_the_presets() -> None:
    (_, *names), *rows = table_after("9.1")
    assert names == list(PRESETS)
    for option, *values in rows:
        for name, value in zip(names, values, strict=True):
            real = getattr(preset_rules(name), option)
            shown = {"True": "true", "False": "false", "None": "null"}.get(str(real), str(real))
            assert value == shown, (option, name)
    assert {row[0] for row in rows} == set(OPTION_NAMES) - {"players", "hand_size"}


@rule("9.2")
def test_the_table_of_hand_sizes_is_that_of_the_presets() -> None:
    (_, *players), *rows = table_after("9.2")
    for name, *sizes in rows:
        preset, _, nine = name.partition(", set of ")
        rules = preset_rules(preset, **({"highest_pip": int(nine)} if nine else {}))
        for seats, size in zip(map(int, players), sizes, strict=True):
            if size == "–":
                with pytest.raises(RulesError, match="hand_size: must be given"):
                    rules.hand_size_for(seats)
            else:
                assert rules.hand_size_for(seats) == int(size)


@rule("9.2")
def test_every_hand_of_a_preset_leaves_a_boneyard() -> None:
    for preset in PRESETS:
        for players in range(2, 11):
            rules = preset_rules(preset)
            try:
                size = rules.hand_size_for(players)
            except RulesError:
                continue
            assert size * players < 91 - 1


@rule("9.3")
def test_an_option_changes_nothing_but_itself() -> None:
    changed = preset_rules("playboard", blank_points=25)
    plain = preset_rules("playboard")
    differing = [name for name in OPTION_NAMES if getattr(changed, name) != getattr(plain, name)]
    assert differing == ["blank_points"]


@rule("9.3")
def test_where_the_preset_s_hand_does_not_fit_the_set_one_must_be_given() -> None:
    rules = preset_rules("standard", highest_pip=6)
    with pytest.raises(RulesError, match="hand_size: must be given"):
        rules.hand_size_for(2)
    assert preset_rules("standard", highest_pip=6, hand_size=7).hand_size_for(2) == 7


@rule("9.3")
@pytest.mark.parametrize(
    ("preset", "highest", "rounds"),
    [
        ("standard", 9, 10),
        ("standard", 18, 13),
        ("daily", 6, 4),
        ("pagat", 6, 7),
        ("puremco", 9, 10),
    ],
)
def test_rounds_that_are_not_given_are_as_many_as_the_set_has_engines_for(
    preset: str, highest: int, rounds: int
) -> None:
    assert preset_rules(preset, highest_pip=highest).rounds == rounds


@rule("9.3")
def test_the_number_of_seats_may_be_fixed() -> None:
    rules = preset_rules("daily", players=3)
    assert rules.hand_size_for(3) == 13
    with pytest.raises(RulesError, match="players: these rules are for 3, not 4"):
        rules.hand_size_for(4)


@rule("9.4")
def test_every_option_and_its_values_stand_on_the_page() -> None:
    for option in OPTION_NAMES:
        assert f"`{option}" in PAGE, option
    for preset in PRESETS:
        assert f"| {preset} |" in PAGE, preset
