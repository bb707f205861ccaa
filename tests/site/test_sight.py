"""Who may see a finished game, and that nobody else learns anything of it."""

from __future__ import annotations

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from web.kept.store import Attempt, Result, Store
from web.results.sight import Sight, decide

from .helpers.pages import Page, tiles_shown
from .helpers.playing import begin, first, heaviest, lightest, play_by_script
from .helpers.visitors import JSON, AppVisitor

RUNNING = Attempt("theirs", None)
FINISHED = Attempt("theirs", Result(game_id="theirs", rank_key=1, total=1, detail="[]"))
WAYS = ("", "/replay", "/replay?at=40", "/replay/moments?from=0", "/replay/turns/1", "/record.json")


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("attempt", [None, RUNNING, FINISHED])
@pytest.mark.parametrize("over", [True, False])
def test_the_own_game_is_always_open(
    finished: bool,  # noqa: FBT001 - a case
    attempt: Attempt | None,
    over: bool,  # noqa: FBT001 - a case
) -> None:
    decided = decide(
        is_own=True, finished=finished, attempt=attempt, day_is_over=over, day_is_closed=over
    )
    assert decided is Sight.OWN


@pytest.mark.parametrize("attempt", [None, RUNNING, FINISHED])
def test_anothers_game_is_hidden_while_it_is_played(attempt: Attempt | None) -> None:
    decided = decide(
        is_own=False, finished=False, attempt=attempt, day_is_over=True, day_is_closed=True
    )
    assert decided is Sight.HIDDEN


@pytest.mark.parametrize(
    ("attempt", "day_is_over", "day_is_closed", "expected"),
    [
        (None, False, False, Sight.SEALED),
        (RUNNING, False, False, Sight.SEALED),
        (FINISHED, False, False, Sight.OPEN),
        (None, True, False, Sight.OPEN),
        (RUNNING, True, False, Sight.SEALED),
        (FINISHED, True, False, Sight.OPEN),
        (None, True, True, Sight.OPEN),
        (RUNNING, True, True, Sight.OPEN),
        (FINISHED, True, True, Sight.OPEN),
    ],
)
def test_anothers_finished_game_opens_when_nothing_can_be_gained_from_it(
    attempt: Attempt | None,
    day_is_over: bool,  # noqa: FBT001 - a case
    day_is_closed: bool,  # noqa: FBT001 - a case
    expected: Sight,
) -> None:
    decided = decide(
        is_own=False,
        finished=True,
        attempt=attempt,
        day_is_over=day_is_over,
        day_is_closed=day_is_closed,
    )
    assert decided is expected


def finished_game(visitor: AppVisitor, path: str = "/") -> str:
    game = begin(visitor, path)
    play_by_script(visitor, game, heaviest)
    return game


def test_a_game_that_is_played_is_unknown_to_others(app: Flask, visitor: AppVisitor) -> None:
    game = begin(visitor, "/")
    other = AppVisitor(app)
    for way in (*WAYS, "/shared"):
        assert other.get(game + way).status == 404, way
    assert other.get(f"/compare{game.removeprefix('/game')}").status == 404
    assert visitor.get(game + "/replay").path == game


def test_whoever_has_not_finished_is_led_to_the_deal_and_learns_nothing(
    app: Flask, visitor: AppVisitor, store: Store
) -> None:
    game = finished_game(visitor)
    name = "Aurelia Quickstep"
    store.set_name(player_of(store), name)
    stranger, beginner = AppVisitor(app), AppVisitor(app)
    begin(beginner, "/")
    for who in (stranger, beginner):
        for way in WAYS:
            answer = who.get(game + way)
            assert answer.status == 403, way
            assert "/daily/2026-12-09" in Page(answer.text).links
            assert not tiles_shown(answer.text, "2026-12-09", game)
            assert name not in answer.text
            assert answer.header("Cache-Control") == "no-store"
        asked = who.ask("GET", game + "/replay", None, JSON)
        assert (asked.status, asked.json["error"]["reason"]) == (403, "finish_first")
        compared = who.get(f"/compare{game.removeprefix('/game')}?as=planner")
        assert compared.status == 403


def player_of(store: Store) -> str:
    return store.page("d:2026-12-09", 0, 1)[0].player


def test_the_refusal_is_the_same_whatever_the_result(app: Flask, store: Store) -> None:
    games = []
    for choose in (heaviest, lightest):
        player = AppVisitor(app)
        game = begin(player, "/")
        play_by_script(player, game, choose)
        games.append(game)
    totals = {line.result.total for line in store.page("d:2026-12-09", 0, 10)}
    assert len(totals) == 2
    stranger = AppVisitor(app)
    one, other = (stranger.get(f"{game}/replay").text.replace(game, "") for game in games)
    assert one == other


def test_whoever_has_finished_sees_the_replay(app: Flask, visitor: AppVisitor) -> None:
    game = finished_game(visitor)
    other = AppVisitor(app)
    finished_game(other)
    assert other.get(game).path == f"{game}/replay"
    assert other.get(f"{game}/replay").status == 200
    assert other.get(f"{game}/result").status == 404
    assert visitor.get(game).status == 200


def test_practice_of_todays_deal_is_as_sealed_as_the_counted_game(
    app: Flask, visitor: AppVisitor
) -> None:
    finished_game(visitor)
    again = visitor.post("/daily/2026-12-09/play").path
    play_by_script(visitor, again, lightest)
    assert AppVisitor(app).get(f"{again}/replay").status == 403


def test_a_day_that_is_over_is_open_but_to_those_who_still_play_it(
    app: Flask, visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    game = finished_game(visitor)
    late = AppVisitor(app)
    running = begin(late, "/")
    clock.move_to("2026-12-10 00:01:00")
    assert AppVisitor(app).get(f"{game}/replay").status == 200
    assert late.get(f"{game}/replay").status == 403
    play_by_script(late, running, first)
    assert late.get(f"{game}/replay").status == 200


def test_a_closed_day_is_open_to_all(
    app: Flask, visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    game = finished_game(visitor)
    late = AppVisitor(app)
    begin(late, "/")
    clock.move_to("2026-12-11 00:01:00")
    assert late.get(f"{game}/replay").status == 200


def test_a_shared_seed_opens_by_ones_own_first_game_however_old_it_is(
    app: Flask, visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    game = finished_game(visitor, "/seed/SIGHT?rounds=1")
    clock.move_to("2027-12-09 10:00:00")
    friend = AppVisitor(app)
    sealed = friend.get(f"{game}/replay")
    assert sealed.status == 403
    (link,) = [link for link in Page(sealed.text).links if link.startswith("/seed/SIGHT")]
    finished_game(friend, link)
    assert friend.get(f"{game}/replay").status == 200


def test_a_shared_result_leads_first_to_the_deal_then_side_by_side(
    app: Flask, visitor: AppVisitor
) -> None:
    game = finished_game(visitor)
    friend = AppVisitor(app)
    invited = friend.get(f"{game}/shared")
    assert invited.status == 200
    assert "/daily/2026-12-09" in Page(invited.text).links
    assert not tiles_shown(invited.text, "2026-12-09", game)
    own = finished_game(friend)
    ids = (own.removeprefix("/game/"), game.removeprefix("/game/"))
    assert friend.get(f"{game}/shared").path == "/compare/{}/{}".format(*ids)
    assert visitor.get(f"{game}/shared").path == game
