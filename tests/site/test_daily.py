"""The daily game: played to its end by plain forms, resumed anywhere, counted once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from html import unescape
from itertools import islice
from statistics import mean, median

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from dailytrain import daily_seed, parse_match_record, preset_rules, verify_match
from web import create_app
from web.kept.keys import daily_board
from web.kept.store import Ranked, Result, Store
from web.play.days import GRACE
from web.play.lineup import daily_lineup
from web.results.ranking import rank_key, scorecard, whole_total
from web.settings import Settings

from .helpers.pages import Page, tiles_shown, without_place
from .helpers.playing import (
    Choice,
    Truth,
    act,
    begin,
    first,
    heaviest,
    lightest,
    moments,
    play_by_script,
    play_out,
    table_form,
)
from .helpers.servers import DAY, SECRET, Site
from .helpers.visitors import AppVisitor, WireVisitor

TODAY = date.fromisoformat(DAY)


def the_board(store: Store) -> list[Ranked]:
    return store.page(daily_board(TODAY), 0, 200)


def test_a_whole_daily_over_the_wire_by_forms_alone(
    site: Site, guest: Callable[[], WireVisitor]
) -> None:
    who = guest()
    game = begin(who, "/")
    truth = Truth.daily(SECRET, TODAY)
    for form, action, _answer in moments(who, game, heaviest):
        assert int(form.fields["at"]) == truth.match.length
        assert sorted(form.actions) == sorted(truth.legal)
        truth.do(action)
    assert truth.match.finished
    assert {answer.status for answer in who.seen} == {200, 303}
    for path in ("/", f"/daily/{DAY}", game, f"{game}/result"):
        page = Page(who.get(path).text)
        assert not page.has_form_to("/act")
        for seat in range(3):
            assert str(truth.match.totals[seat]) in page.words.split()
        for points in truth.match.scores_of(0):
            assert str(points) in page.words.split()
    assert who.get(f"/daily/{DAY}/board").status == 200


def test_the_table_shows_what_the_person_may_know(visitor: AppVisitor) -> None:
    game = begin(visitor, "/")
    truth = Truth.daily(SECRET, TODAY)
    for _form, action, _answer in islice(moments(visitor, game, lightest), 12):
        truth.do(action)
    shown = visitor.get(game)
    table = truth.match.round.table
    own = {str(tile) for tile in truth.own}
    page = Page(shown.text)
    held = {e.attributes["data-tile"] for e in page.elements if "data-tile" in e.attributes}
    assert held == own
    for number, count_left in enumerate(truth.match.view(0).hand_counts):
        assert str(count_left) in page.words.split(), number
    assert str(table.boneyard_count) in page.words.split()
    assert tiles_shown(shown.text, game) == truth.own | truth.lying


def test_a_game_is_resumed_exactly_in_another_tab_and_after_a_restart(
    visitor: AppVisitor, site_settings: Settings, store: Store
) -> None:
    game = begin(visitor, "/")
    assert len([*islice(moments(visitor, game, first), 30)]) == 30
    present = visitor.get(game)
    for path in (game, "/", f"/daily/{DAY}"):
        assert without_place(visitor.get(path).text) == without_place(present.text)
    assert visitor.twin().get(game).body == present.body
    after_restart = visitor.twin()
    after_restart.app = create_app(site_settings, store)
    after_restart.client = after_restart.app.test_client()
    after_restart.client.set_cookie("player", cookie_of(visitor))
    assert after_restart.get(game).body == present.body


def cookie_of(visitor: AppVisitor) -> str:
    cookie = visitor.client.get_cookie("player")
    assert cookie is not None
    return cookie.value


def test_the_same_choices_give_the_same_game_whoever_makes_them(app: Flask, store: Store) -> None:
    by_forms, by_script = AppVisitor(app), AppVisitor(app)
    game = begin(by_forms, "/")
    done = play_out(by_forms, game, first)
    truth = Truth.daily(SECRET, TODAY)
    for action in done[:-1]:
        truth.do(action)
    other_game = begin(by_script, "/")
    at, last, answer = play_by_script(by_script, other_game, first)
    assert (at, last) == (truth.match.length, done[-1])
    assert answer is not None
    assert answer.json["finished"]
    assert answer.json["redirect"] == f"{other_game}/result"
    assert game != other_game
    one, other = the_board(store)
    assert (one.rank, other.rank) == (1, 1)
    assert one.result.detail == other.result.detail


def test_the_result_that_is_kept_is_the_one_that_was_played(
    visitor: AppVisitor, store: Store
) -> None:
    play_by_script(visitor, begin(visitor, "/"), heaviest)
    truth = Truth.daily(SECRET, TODAY)
    while not truth.match.finished:
        truth.do(heaviest(truth.legal))
    (line,) = the_board(store)
    card = scorecard(line.result)
    assert card.rounds == truth.match.scores_of(0)
    assert card.total == truth.match.totals[0]
    assert card.computers == truth.match.totals[1:]


def test_pressing_play_again_gives_the_running_game(visitor: AppVisitor) -> None:
    game = begin(visitor, "/")
    for _ in range(2):
        assert visitor.post(f"/daily/{DAY}/play").path == game
    assert visitor.twin().post(f"/daily/{DAY}/play").path == game


def test_the_deal_again_is_practice_says_so_and_never_counts(
    visitor: AppVisitor, store: Store
) -> None:
    game = begin(visitor, "/")
    play_by_script(visitor, game, heaviest)
    kept = the_board(store)
    again = visitor.post(f"/daily/{DAY}/play").path
    assert again != game
    assert "Practice" in Page(visitor.get(again).text).words
    play_by_script(visitor, again, lightest)
    assert the_board(store) == kept
    assert "Practice" in Page(visitor.get(again).text).words
    assert not Page(visitor.get("/").text).has_form_to("/act")
    assert visitor.post(f"/daily/{DAY}/play").path not in {game, again}


def test_a_past_day_is_played_from_the_archive_and_never_counts(
    visitor: AppVisitor, store: Store
) -> None:
    assert "/daily/2026-12-07" in Page(visitor.get("/archive").text).links
    game = begin(visitor, "/daily/2026-12-07")
    assert "archive" in Page(visitor.get(game).text).words.lower()
    play_by_script(visitor, game)
    assert store.page(daily_board(date(2026, 12, 7)), 0, 9) == []
    assert visitor.get(game).status == 200
    # The day itself can be played again, and today's game still counts.
    assert visitor.post("/daily/2026-12-07/play").path != game
    play_by_script(visitor, begin(visitor, "/"))
    assert len(the_board(store)) == 1


def test_nobody_finds_anothers_game(app: Flask, store: Store) -> None:
    owner, other = AppVisitor(app), AppVisitor(app)
    game = begin(owner, "/")
    form = table_form(owner.get(game))
    assert form is not None
    begin(other, "/")
    action = {**form.fields, "action": form.actions[0]}
    for someone in (other, AppVisitor(app)):
        for path in (game, f"{game}/result", f"{game}/round/1", f"{game}/record.json"):
            answer = someone.get(path)
            assert answer.status == 404
            assert not tiles_shown(answer.text)
        assert someone.post(form.action, action).status == 404
        unknown = someone.get("/game/AAAAAAAAAAAAAAAA")
        assert without_place(unknown.text) == without_place(someone.get(game).text)
    assert owner.post(form.action, action).status == 303


def test_a_refused_action_says_why_and_changes_nothing(visitor: AppVisitor) -> None:
    game = begin(visitor, "/")
    before = visitor.get(game).body
    truth = Truth.daily(SECRET, TODAY)
    not_held = min(truth.hidden)
    for action, reason in [
        (f"{not_held}@P0", "not_in_hand"),
        ("pass", None),
        ("done", None),
        ("", "action_text"),
        ("5-13@P0", None),
    ]:
        answer = act(visitor, game, 0, action)
        assert answer.status == 422, action
        error = answer.json["error"]
        assert error["message"]
        assert reason in {None, error["reason"]}
        assert answer.json["at"] == 0
    by_form = visitor.post(f"{game}/act", {"at": "0", "action": "pass"})
    assert by_form.status == 303
    assert "cannot be done" in Page(visitor.get(by_form.path).text).words
    assert visitor.get(game).body == before


def test_the_record_comes_when_the_day_has_closed_and_holds(
    visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    day_closes = datetime(2026, 12, 10, tzinfo=UTC) + GRACE
    game = begin(visitor, "/")
    play_by_script(visitor, game)
    assert visitor.get(f"{game}/record.json").status == 404
    clock.move_to(day_closes)
    answer = visitor.get(f"{game}/record.json")
    assert answer.status == 200
    assert answer.header("Content-Type") == "application/json"
    match = verify_match(parse_match_record(json.loads(answer.body)))
    assert match.seed == daily_seed(SECRET, TODAY)
    assert answer.json["seats"][1:] == [
        {"name": computer.name, "bot": computer.bot, "version": computer.version}
        for computer in daily_lineup(TODAY)
    ]


def rows_of(text: str) -> list[list[str]]:
    """Read the boards of a page: the words of each cell of each row below the heads."""
    bodies = re.findall(r'<table class="data board">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", "".join(bodies), re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return [[Page(cell).words for cell in row] for row in cells if len(row) > 3]


def finish_as(app: Flask, name: str, choose: Choice) -> AppVisitor:
    visitor = AppVisitor(app)
    visitor.post("/you/name", {"name": name})
    play_by_script(visitor, begin(visitor, "/"), choose)
    return visitor


def test_others_results_are_shown_once_ones_own_is_there(
    app: Flask, clock: FrozenDateTimeFactory
) -> None:
    finish_as(app, "Ada Early", first)
    stranger, player = AppVisitor(app), AppVisitor(app)
    game = begin(player, "/")
    truth = Truth.daily(SECRET, TODAY)
    while not truth.match.finished:
        for visitor in (stranger, player):
            for path in ("/", f"/daily/{DAY}", f"/daily/{DAY}/board", game, "/archive", "/you"):
                answer = visitor.get(path)
                assert "Ada Early" not in answer.text
                assert answer.status == 403 if path.endswith("/board") else answer.status < 405
        for _ in range(12):
            if not truth.match.finished:
                action = heaviest(truth.legal)
                act(player, game, truth.match.length, action)
                truth.do(action)
    for path in ("/", f"/daily/{DAY}/board", game):
        assert "Ada Early" in Page(player.get(path).text).words
    assert stranger.get(f"/daily/{DAY}/board").status == 403
    # On a later day the board is open, but not to those who still play that day's game.
    late = AppVisitor(app)
    running = begin(late, "/")
    clock.move_to("2026-12-10 00:00:01")
    assert "Ada Early" in Page(stranger.get(f"/daily/{DAY}/board").text).words
    assert late.get(f"/daily/{DAY}/board").status == 403
    assert "Ada Early" not in late.get(running).text
    assert "Ada Early" not in late.get(f"/daily/{DAY}").text


MADE_UP = [
    # Points by round, and the rank by hand: the total; then more rounds at 0; then the lowest
    # single round above 0; then the place is shared.
    ((0, 0, 30, 10), 1),
    ((0, 0, 29, 11), 2),
    ((0, 8, 16, 16), 3),
    ((0, 9, 11, 20), 4),
    ((0, 20, 9, 11), 4),
    ((10, 10, 10, 10), 6),
    ((10, 10, 10, 10), 6),
    ((10, 10, 10, 10), 6),
    ((41, 0, 0, 0), 9),
    ((0, 0, 0, 60), 10),
]


def test_boards_rank_by_total_then_by_the_tie_break_and_share_the_rest(
    visitor: AppVisitor, store: Store
) -> None:
    rules, board = preset_rules("daily"), daily_board(TODAY)
    made_up = [*enumerate(MADE_UP)]
    for number, (rounds, _rank) in made_up[::3] + made_up[1::3] + made_up[2::3]:
        player, detail = f"player-{number}", json.dumps([rounds, [70, 90]])
        result = Result(
            game_id=f"game-{number}",
            rank_key=rank_key(rules, rounds),
            total=whole_total(rules, rounds),
            detail=detail,
        )
        store.set_name(player, f"Name {number}")
        assert store.claim_attempt(board, player, result.game_id) == result.game_id
        store.record_result(board, player, result)
    game = begin(visitor, "/")
    play_by_script(visitor, game, heaviest)
    own = next(line for line in the_board(store) if line.player.startswith("player-") is False)
    rows = rows_of(visitor.get(f"/daily/{DAY}/board").text)
    shown = {row[1]: (int(row[0]), int(row[2]), row[3]) for row in rows}
    better = [points for points, _rank in MADE_UP if sum(points) < own.result.total]
    assert len(better) == len(MADE_UP), "the person of this test is last"
    for number, (rounds, rank) in made_up:
        assert shown[f"Name {number}"] == (rank, sum(rounds), " · ".join(map(str, rounds)))
    # Rank, percentile, mean and median of the last one, by hand.
    words = Page(visitor.get(game).text).words
    totals = sorted([*(sum(rounds) for rounds, _rank in MADE_UP), own.result.total])
    assert f"rank of 11 {len(MADE_UP) + 1}" in words
    assert "did worse" not in words
    assert f"{median(totals):g} half" in words or f"{median(totals):g}" in words.split()
    assert f"{mean(totals):.1f}".removesuffix(".0") in words
    standing = store.standing(board, rank_key(rules, (10, 10, 10, 10)))
    assert (standing.rank, standing.players, standing.worse) == (6, 11, 3)
    assert standing.percent_beaten == 30  # three of the ten others did worse


@pytest.mark.parametrize("finished", [0, 2, 11])
def test_a_past_day_shows_how_it_went_to_who_did_not_play(
    visitor: AppVisitor, store: Store, finished: int
) -> None:
    rules, yesterday = preset_rules("daily"), TODAY - timedelta(days=1)
    board = daily_board(yesterday)
    for number in range(finished):
        player, rounds = f"player-{number}", (number, 0, 30, 10)
        store.set_name(player, f"Name {number}")
        store.claim_attempt(board, player, f"game-{number}")
        result = Result(
            game_id=f"game-{number}",
            rank_key=rank_key(rules, rounds),
            total=whole_total(rules, rounds),
            detail=json.dumps([rounds, [70, 90]]),
        )
        store.record_result(board, player, result)
    page = visitor.get(f"/daily/{yesterday.isoformat()}")
    assert page.status == 200
    shown = [row[1] for row in rows_of(page.text)]
    assert shown == [f"Name {number}" for number in range(min(finished, 10))]
    assert ("Nobody finished" in page.text) == (finished == 0)
    assert ("The whole board" in page.text) == (finished == 11)


def test_the_archive_says_how_today_stands(visitor: AppVisitor) -> None:
    assert "the table is open" in visitor.get("/archive").text
    game = begin(visitor, "/")
    assert "begun, not finished" in visitor.get("/archive").text
    play_by_script(visitor, game)
    assert re.search(r"Today \d+ points?", Page(visitor.get("/archive").text).words)


def test_the_percentile_on_the_page_is_that_of_the_others_who_did_worse(app: Flask) -> None:
    choices: list[Choice] = [heaviest, first, lightest]
    everyone = [finish_as(app, f"Person {n}", choice) for n, choice in enumerate(choices)]
    pages = [visitor.get("/").text for visitor in everyone]
    totals = [int(row[2]) for row in rows_of(pages[0])]
    assert len(totals) == len(set(totals)) == 3
    for text in pages:
        words = Page(text).words
        (own,) = [int(row[2]) for row in rows_of(text) if row[1].endswith(" you")]
        beaten = 100 * sum(total > own for total in totals) // 2
        assert f"rank of 3 {1 + sum(total < own for total in totals)}" in words
        if beaten:
            assert f"did worse {beaten}" in words
            assert f"Better than {beaten}%" in text


def test_the_shared_text_is_short_and_spoils_nothing(visitor: AppVisitor) -> None:
    game = begin(visitor, "/")
    play_by_script(visitor, game, heaviest)
    found = re.findall(r"<textarea[^>]*>(.*?)</textarea>", visitor.get(game).text, re.DOTALL)
    text = unescape(found[0])
    assert text.startswith("Daily Train 10 · 2026-12-09\n")
    assert text.endswith(f"/daily/{DAY}")
    assert len(text) < 300
    emoji = [character for character in text if ord(character) > 0x2600]
    assert 0 < len(emoji) <= 8
    assert not re.search(r"\d[,.\u202f ]\d{3}", text)
    assert tiles_shown(text) == set()
    assert game not in text
