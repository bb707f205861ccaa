"""Shared seeds: one link, one game for everyone, and a board of first attempts at that game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from dailytrain import parse_tile, preset_rules, shared_seed
from web.kept.store import Ranked, Store
from web.play.seeds import SeedTable, seed_table
from web.results.ranking import scorecard

from .helpers.pages import Page, tiles_shown, without_place
from .helpers.playing import (
    Truth,
    act,
    begin,
    first,
    form_to_act,
    heaviest,
    lightest,
    play_by_script,
    play_out,
)
from .helpers.visitors import AppVisitor

SHORT = "/seed/GRANDMA-2026?rounds=1"


def table_of(path: str) -> SeedTable:
    text, _, query = path.removeprefix("/seed/").partition("?")
    choices: Mapping[str, str] = dict(part.split("=") for part in query.split("&") if part)
    return seed_table(text, choices)


def lines_of(store: Store, path: str) -> list[Ranked]:
    return store.page(table_of(path).board, 0, 50)


def truth_of(path: str) -> Truth:
    table = table_of(path)
    bots = [computer.key for computer in table.computers]
    return Truth.of(shared_seed(table.text), bots, table.rules)


def test_everyone_with_the_link_gets_the_same_game(app: Flask, store: Store) -> None:
    done = set()
    for path in (SHORT, "/seed/grandma-2026?rounds=1", "/seed/Grandma-2026?players=3&rounds=1"):
        visitor = AppVisitor(app)
        truth = truth_of(SHORT)
        game = begin(visitor, path)
        held = Page(visitor.get(game).text).elements
        shown = {e.attributes["data-tile"] for e in held if "data-tile" in e.attributes}
        assert shown == {str(tile) for tile in truth.own}
        done.add(tuple(play_out(visitor, game, first)))
    assert len(done) == 1
    one, *others = lines_of(store, SHORT)
    assert len(others) == 2
    for line in (one, *others):
        assert line.rank == 1
        assert scorecard(line.result).rounds == scorecard(one.result).rounds


def test_the_seeds_link_leads_on_to_the_game_and_its_result(visitor: AppVisitor) -> None:
    game = begin(visitor, SHORT)
    assert without_place(visitor.get(SHORT).text) == without_place(visitor.get(game).text)
    assert visitor.post(f"{SHORT.replace('?', '/play?')}").path == game
    play_out(visitor, game)
    page = Page(visitor.get(SHORT).text)
    assert not page.has_form_to("/act")
    assert "GRANDMA-2026" in page.source


def test_other_choices_are_another_game_with_another_board(app: Flask, store: Store) -> None:
    for path in (SHORT, "/seed/GRANDMA-2026?rounds=2", "/seed/GRANDMA-2026?rounds=1&players=2"):
        visitor = AppVisitor(app)
        play_by_script(visitor, begin(visitor, path), first)
        assert len(lines_of(store, path)) == 1
    assert lines_of(store, "/seed/GRANDMA-2027?rounds=1") == []


def test_the_order_and_the_spelling_of_choices_do_not_matter() -> None:
    boards = {
        table_of(path).board
        for path in (
            "/seed/AB?rounds=1&players=4&bots=planner",
            "/seed/ab?bots=planner&players=4&rounds=1",
            "/seed/AB?preset=daily&players=4&rounds=1&bots=planner,planner,planner",
            "/seed/aB?players=4&rounds=1&first_turn=run",
        )
    }
    assert len(boards) == 1


def test_the_first_attempt_counts_and_more_are_practice(visitor: AppVisitor, store: Store) -> None:
    game = begin(visitor, SHORT)
    play_by_script(visitor, game, heaviest)
    kept = lines_of(store, SHORT)
    again = visitor.post(SHORT.replace("?", "/play?")).path
    assert again != game
    assert "Practice" in Page(visitor.get(again).text).words
    play_by_script(visitor, again, lightest)
    assert lines_of(store, SHORT) == kept


def test_a_seeds_board_opens_after_ones_own_finish(app: Flask) -> None:
    path = "/seed/GRANDMA-2026/board?rounds=1"
    early, late = AppVisitor(app), AppVisitor(app)
    early.post("/you/name", {"name": "Ada Early"})
    play_by_script(early, begin(early, SHORT), first)
    assert "Ada Early" in Page(early.get(path).text).words
    assert late.get(path).status == 403
    assert "Ada Early" not in late.get(SHORT).text
    game = begin(late, SHORT)
    for answer in (late.get(path), late.get(SHORT), late.get(game)):
        assert "Ada Early" not in answer.text
    assert late.get(path).status == 403
    play_by_script(late, game, heaviest)
    assert "Ada Early" in Page(late.get(path).text).words
    assert AppVisitor(app).get(path).status == 403


def test_a_made_up_seed_is_ten_characters_in_two_groups(visitor: AppVisitor) -> None:
    page = Page(visitor.get("/seeds").text)
    form = page.form_to("/seeds")
    assert form.method == "post"
    made = set()
    for _ in range(20):
        path = visitor.post("/seeds", {"text": ""}).path
        assert re.fullmatch(r"/seed/[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}", path)
        made.add(path)
    assert len(made) == 20
    assert visitor.get(made.pop()).status == 200


def test_a_typed_seed_leads_to_its_link(visitor: AppVisitor) -> None:
    usual = {"preset": "daily", "players": "3", "rounds": "4", "bots": "planner"}
    assert visitor.post("/seeds", {"text": "tea-time", **usual}).path == "/seed/TEA-TIME"
    other = visitor.post(
        "/seeds", {**usual, "text": "tea-time", "players": "4", "rounds": "2"}
    ).path
    assert table_of(other) == table_of("/seed/TEA-TIME?players=4&rounds=2")
    assert visitor.get(other).status == 200
    for wrong in ({"text": "no spaces"}, {"players": "11"}, {"rounds": "0"}, {"bots": "nobody"}):
        answer = visitor.post("/seeds", {"text": "AB", **usual, **wrong})
        assert answer.status == 422
        page = Page(answer.text)
        assert page.has_form_to("/seeds")
        assert next(iter(wrong.values())) in page.source  # what was typed is still there


def test_looking_at_a_seed_leaves_no_trace(visitor: AppVisitor, store: Store) -> None:
    answer = visitor.get(SHORT)
    assert answer.cookies == []
    assert visitor.get("/seeds").cookies == []
    for pattern in ("dt1:{g:*", "dt1:{p:*", "dt1:{s:*"):
        assert store.link.call("KEYS", pattern) == []
    assert tiles_shown(answer.text) <= {parse_tile("12-12")}


TABLES = [
    "/seed/AB?preset=standard&players=2&rounds=1",
    "/seed/AB?preset=standard&players=10&rounds=1",
    "/seed/AB?preset=pagat&players=5&rounds=1",
    "/seed/AB?preset=puremco&players=4&rounds=1",
    "/seed/AB?preset=playboard&players=3&rounds=1",
    "/seed/AB?rounds=1&highest_pip=18&hand_size=20",
    "/seed/AB?rounds=1&highest_pip=6&players=2&hand_size=5",
    "/seed/AB?preset=standard&rounds=1&scoring=winner_takes&players=4",
    "/seed/AB?rounds=1&marker_removal=any_play_on_it&draws=per_turn&open_double_binds=nobody",
    "/seed/AB?rounds=1&blank_points=25&cover_waived_when_exhausted=true&cover_order=newest",
]


@pytest.mark.parametrize("path", TABLES)
def test_every_kind_of_table_is_played_to_its_result(
    visitor: AppVisitor, store: Store, path: str
) -> None:
    game = begin(visitor, path)
    truth = truth_of(path)
    form = form_to_act(visitor.get(game).text)
    while form is not None:
        assert sorted(form.actions) == sorted(truth.legal)
        action = heaviest(form.actions)
        answer = act(visitor, game, int(form.fields["at"]), action)
        truth.do(action)
        assert answer.status == 200
        assert answer.json["finished"] == truth.match.finished
        form = form_to_act(answer.json["html"])
    assert truth.match.finished
    (line,) = lines_of(store, path)
    card = scorecard(line.result)
    assert card.rounds == truth.match.scores_of(0)
    assert card.computers == truth.match.totals[1:]
    shown = visitor.get(f"{game}/result")
    assert shown.status == 200
    assert Page(shown.text).faults == []
    if isinstance(card.total, int):
        assert str(card.total) in Page(shown.text).words
    else:
        assert Fraction(card.total) == truth.match.totals[0]


def test_a_seed_played_on_two_days_is_one_game(
    app: Flask, store: Store, clock: FrozenDateTimeFactory
) -> None:
    for day in ("2026-12-09 10:00", "2026-12-20 10:00"):
        clock.move_to(day)
        visitor = AppVisitor(app)
        play_by_script(visitor, begin(visitor, SHORT), first)
    one, other = lines_of(store, SHORT)
    assert one.result.detail == other.result.detail


def test_the_rules_of_a_link_are_what_is_played() -> None:
    table = table_of("/seed/AB?preset=pagat&rounds=3")
    assert table.rules == preset_rules("pagat", rounds=3)
    assert table_of(table.path) == table


def test_a_table_whose_seats_do_not_fit_says_which_do(visitor: AppVisitor) -> None:
    """As rules.md has it, Puremco says nothing of three seats."""
    answer = visitor.post("/seeds", {"preset": "puremco", "players": "3"})
    assert answer.status == 422
    assert "Puremco has a size of hand for 4, 5, 6, 7, or 8 seats" in Page(answer.text).words
    assert visitor.post("/seeds", {"preset": "puremco", "players": "4"}).status == 303
    assert (
        visitor.post("/seeds", {"preset": "puremco", "players": "3", "hand_size": "15"}).status
        == 303
    )
    strange = {"preset": "puremco", "players": "3", "highest_pip": "6"}
    assert visitor.post("/seeds", strange).status == 422
