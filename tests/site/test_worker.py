"""Games are judged and pars played by a worker, once, and a page never waits for it."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory
from rq import SimpleWorker

from bots import bot_named
from web import worker
from web.kept.keys import GameId, PlayerId, daily_board
from web.play.games import Game
from web.play.setups import HUMAN, Kind
from web.results.jobs import QUEUE
from web.results.ranking import record
from web.results.verdicts import COSTLIEST, par_for, parse_verdict, verdict_for
from web.services import EXTENSION, Services
from web.serving.access import EXTENSION as IDENTITIES

from .helpers.pages import Page
from .helpers.playing import begin, first, play_by_script
from .helpers.visitors import AppVisitor

DAY = date(2026, 12, 9)
ME = PlayerId("a-player-of-the-day")


@pytest.fixture
def site(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Services:
    """Give the site's services, and let the worker use the same."""
    assert IDENTITIES in app.extensions
    found: Services = app.extensions[EXTENSION]
    monkeypatch.setattr(worker, "_site", lambda: found)
    return found


def work(site: Services) -> None:
    """Let a worker do all that waits."""
    queue = site.jobs.queue()
    SimpleWorker([QUEUE], connection=queue.connection).work(burst=True, logging_level="WARNING")


def finished_game(site: Services) -> GameId:
    """Play the day's game as a plan plays it, to its end."""
    game_id = site.days.begin(site.days.today(), ME)
    choose = bot_named("planner").choose
    with site.games.opened(game_id) as game:
        while not game.finished:
            site.games.act(game, game.at, str(choose(game.view())))
        record(site.store, game)
    return game_id


def test_a_finished_game_is_judged_once_and_the_page_does_not_wait(site: Services) -> None:
    game_id = finished_game(site)

    def look(game: Game) -> object:
        return verdict_for(site.judged, site.jobs, game)

    with site.games.opened(game_id) as game:
        assert look(game) is None
        assert look(game) is None
        result = sum(game.match.scores_of(HUMAN))
        others = [int(total) for total in game.match.totals[1:]]
    assert site.jobs.queue().count == 1
    work(site)
    with site.games.opened(game_id) as game:
        verdict = verdict_for(site.judged, site.jobs, game)
    assert verdict is not None
    # Skill and luck add up to the result: the own points minus the others' mean.
    assert verdict.result == pytest.approx(float(result) - sum(others) / len(others), abs=0.1)
    assert verdict.cost + verdict.luck == pytest.approx(verdict.result, abs=0.1)
    assert verdict.cost >= 0
    board = daily_board(DAY)
    assert site.judged.skills(board, [ME, PlayerId("nobody")]) == {ME: verdict.tenths}
    assert site.judged.own_skills(ME) == {board: verdict.tenths}
    assert site.jobs.queue().count == 0


def test_a_judgement_that_nobody_makes_is_not_awaited_for_ever(
    site: Services, visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    game = begin(visitor, "/")
    play_by_script(visitor, game, first)
    paths = (f"{game}/result", f"{game}/choices")
    for path in paths:
        assert "being judged" in visitor.get(path).text
    clock.tick(timedelta(minutes=9))
    for path in paths:
        assert "being judged" in visitor.get(path).text
    clock.tick(timedelta(minutes=2))
    for path in paths:
        text = visitor.get(path).text
        assert "being judged" not in text
        assert "have not been judged yet" in text
    work(site)
    for path in paths:
        assert "judged" not in visitor.get(path).text


def test_an_unfinished_game_is_not_judged(site: Services) -> None:
    game_id = site.days.begin(site.days.today(), ME)
    worker.judge_game(game_id)
    assert site.judged.judgement(game_id) is None


def test_par_is_what_the_strongest_scores_and_stays(site: Services) -> None:
    assert par_for(site.judged, site.jobs, DAY) is None
    assert par_for(site.judged, site.jobs, None) is None
    work(site)
    par = par_for(site.judged, site.jobs, DAY)
    assert par is not None
    setup = site.days.house_setup(DAY)
    assert setup.kind is Kind.ARCHIVE
    match = setup.new_match()
    choose = [bot_named(key).choose for key in ("strong", *(c.key for c in setup.computers))]
    while not match.finished:
        match.play(choose[match.turn](match.view(match.turn)))
    assert par == match.totals[HUMAN]
    site.judged.keep_par(DAY, par + 1)
    assert site.judged.par(DAY) == par


def test_the_pages_show_the_verdict_with_the_table_as_it_stood(
    site: Services, visitor: AppVisitor
) -> None:
    game = begin(visitor, "/")
    choose = bot_named("heaviest").choose
    with site.games.opened(GameId(game.rpartition("/")[2])) as opened:
        while not opened.finished:
            site.games.act(opened, opened.at, str(choose(opened.view())))
    assert "being judged" in visitor.get(f"{game}/result").text
    assert "being judged" in visitor.get(f"{game}/choices").text
    work(site)
    result = visitor.get(f"{game}/result")
    assert "points that choices cost" in result.text
    shown = Page(result.text).words
    cost, luck = (
        float(re.findall(rf"points {said} (\d+\.\d)", shown)[0])
        for said in ("that choices cost", "(?:of luck|that luck saved)")
    )
    together = cost - luck if "that luck saved" in shown else cost + luck
    assert f"come to {together:.1f}:".replace("-", "−") in shown
    assert "par" in result.text
    choices = visitor.get(f"{game}/choices")
    assert choices.status == 200
    # Heaviest first is a poor plan: there is something to show, on the tables as they stood.
    assert choices.text.count("data-moment") == COSTLIEST
    # Each stands under the number of its turn, counted as the replay does.
    words = re.findall(r"Round (\d), turn (\d+) played (\d+)-(\d+) ", Page(choices.text).words)
    assert words
    for number, turn, low, high in words:
        told = visitor.get(f"{game}/replay/turns/{number}").text
        line = re.findall(r"<li.*?</li>", told, re.DOTALL)[int(turn) - 1]
        assert f"{low}-{high}" in line or f"{high}-{low}" in line
    stranger = AppVisitor(visitor.app)
    assert stranger.get(f"{game}/choices").status == 403


def test_where_nothing_is_judged_the_pages_say_so(site: Services, visitor: AppVisitor) -> None:
    site.jobs.is_offered = False
    game = begin(visitor, "/seed/AB?rounds=1")
    play_by_script(visitor, game, first)
    for page in ("result", "choices"):
        text = visitor.get(f"{game}/{page}").text
        assert "Games are not judged on this site." in text
        assert "being judged" not in text


def test_a_player_who_goes_takes_the_skill_along(site: Services) -> None:
    game_id = finished_game(site)
    worker.judge_game(game_id)
    text = site.judged.judgement(game_id)
    assert text is not None
    assert parse_verdict(text).choices > 0
    site.store.delete_player(ME)
    assert site.judged.judgement(game_id) is None
    assert site.judged.own_skills(ME) == {}
    assert site.judged.skills(daily_board(DAY), [ME]) == {}


def test_a_queue_that_cannot_be_reached_costs_no_page(site: Services) -> None:
    site.jobs.url = "unix:///nowhere/at/all.sock"
    site.jobs.forget()
    site.jobs.judge(GameId("a-game"))
