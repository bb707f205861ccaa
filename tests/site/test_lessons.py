"""The first ride teaches its five things however it is played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from bots import bot_named
from dailytrain import Action, View
from web.kept.keys import PlayerId
from web.kept.store import Store
from web.play.games import Games
from web.show.lessons import Topic, begin_lesson, lesson_of, topics_met

from .helpers.pages import Page
from .helpers.playing import first, play_out
from .helpers.visitors import AppVisitor

WAYS: dict[str, Callable[[View], Action]] = {
    "with a plan": bot_named("planner").choose,
    "heaviest first": bot_named("heaviest").choose,
    "first that is legal": lambda view: view.legal_actions()[0],
}


def test_the_table_of_the_first_ride_is_the_one_that_is_shown_before(visitor: AppVisitor) -> None:
    before = Page(visitor.get("/learn").text)
    game = visitor.post(before.form_to("/learn").action).path
    table = Page(visitor.get(game).text)
    assert "8 tiles" in before.words
    assert "Your hand: 8 tiles" in table.words
    for name in ("Wren", "Marlow"):
        assert name in before.words
        assert name in table.words


def test_after_the_first_ride_todays_table_is_the_next_thing(visitor: AppVisitor) -> None:
    game = visitor.post("/learn").path
    play_out(visitor, game, first)
    result = Page(visitor.get(f"{game}/result").text)
    assert "in 1 round " in result.words
    assert {"/", "/rules", f"{game}/replay"} <= set(result.links)
    assert result.form_to("/learn").method == "post"
    # It is nothing to be compared, shown about or judged.
    for words in ("Where it would stand", "Show it to someone", "judged", "Practice"):
        assert words not in result.words
    assert f"/compare/{game.rpartition('/')[2]}" not in result.links
    for page in (visitor.get(f"{game}/result").text, visitor.get(game).text):
        assert '<a href="/rules" aria-current="page">' in page


@pytest.mark.parametrize("way", WAYS)
def test_all_topics_come_up(app: Flask, store: Store, way: str) -> None:
    games = Games(store)
    game_id = begin_lesson(games, PlayerId("newcomer"), "2026-12-09")
    met: list[Topic] = []
    with app.test_request_context(), games.opened(game_id) as game:
        while not game.finished:
            lesson = lesson_of(game)
            assert lesson is not None
            assert lesson.topics == len(Topic)
            met = topics_met(game)
            assert lesson.met == len(met)
            assert lesson.topic in met
            games.act(game, game.at, str(_chosen(way, game.view())))
        assert set(met) == set(Topic)
        assert lesson_of(game) is None


def _chosen(way: str, view: View) -> Action:
    return WAYS[way](view)
