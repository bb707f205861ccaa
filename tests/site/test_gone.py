"""A game that runs while one of its computers is no longer offered: said plainly, nothing lost."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from web import create_app
from web.kept.keys import actions
from web.kept.store import Store
from web.settings import Settings

from .helpers.pages import Page
from .helpers.playing import act, begin, first, form_to_act, play_by_script
from .helpers.visitors import JSON, AppVisitor

WORDS = "This game has to wait"


class Running:
    """A game in its course, whose site is deployed again without its computers."""

    def __init__(self, app: Flask, settings: Settings, store: Store) -> None:
        self._settings, self._store = settings, store
        self.visitor = AppVisitor(app)
        self.game = begin(self.visitor, "/")
        self._id = self.game.rpartition("/")[2]
        for _ in range(4):
            form = form_to_act(self.visitor.get(self.game).text)
            assert form is not None
            act(self.visitor, self.game, int(form.fields["at"]), first(form.actions))
        self._setup = self._read()["setup"]

    def _read(self) -> dict[str, Any]:
        row = self._store.game(self._id)
        assert row is not None
        return {"setup": row.setup, "actions": row.actions}

    @property
    def actions(self) -> tuple[str, ...]:
        kept: tuple[str, ...] = self._read()["actions"]
        return kept

    def deploy(self, version: int | None) -> None:
        """Let the game be stamped with a version that there is not, or with its own again."""
        computers = [dict(each) for each in self._setup["computers"]]
        if version:
            computers = [{**each, "version": version} for each in computers]
        now = self._read()["setup"]
        self._store.change_setup(self._id, now, {**self._setup, "computers": computers})
        # What the process before it had worked out is gone with it.
        player = self.visitor.client.get_cookie("player")
        assert player is not None
        self.visitor = AppVisitor(create_app(self._settings, self._store))
        self.visitor.client.set_cookie("player", player.value)

    def leave_before_an_answer(self) -> None:
        """Let the site die after the person's action, before it had the computers' answers."""
        own = next(n for n, text in enumerate(self.actions) if text in {"done", "pass"})
        self._store.link.call("LTRIM", actions(self._id), 0, own)


@pytest.fixture
def running(app: Flask, site_settings: Settings, store: Store) -> Running:
    return Running(app, site_settings, store)


def test_the_table_is_there_and_an_action_is_refused_and_not_kept(running: Running) -> None:
    running.deploy(99)
    before, visitor, game = running.actions, running.visitor, running.game
    table = visitor.get(game)
    assert table.status == 200
    form = form_to_act(table.text)
    assert form is not None
    fields = {"at": form.fields["at"], "action": first(form.actions)}
    by_script = visitor.ask("POST", f"{game}/act", fields, JSON)
    assert (by_script.status, by_script.json["error"]["reason"]) == (503, "opponent_gone")
    assert "Nothing is lost" in by_script.json["error"]["message"]
    by_form = visitor.post(f"{game}/act", fields)
    assert by_form.status == 503
    assert WORDS in Page(by_form.text).words
    assert running.actions == before
    running.deploy(None)
    play_by_script(running.visitor, game, first)
    assert running.visitor.get(f"{game}/result").status == 200


def test_who_comes_back_to_a_computers_turn_is_told(running: Running) -> None:
    running.leave_before_an_answer()
    running.deploy(99)
    before = running.actions
    for path in (running.game, "/", f"{running.game}/result"):
        answer = running.visitor.get(path)
        page = Page(answer.text)
        assert answer.status == 503, path
        assert WORDS in page.words
        assert "planner" not in page.words
        assert "/seeds" in page.links
    assert running.actions == before
    running.deploy(None)
    assert running.visitor.get(running.game).status == 200
    assert running.actions[: len(before)] == before
    assert len(running.actions) > len(before)


def test_a_comparison_waits_for_a_computer_at_the_table(running: Running) -> None:
    play_by_script(running.visitor, running.game, first)
    game = running.game.removeprefix("/game/")
    running.deploy(99)
    for path in (f"/compare/{game}?as=heaviest", f"/game/{game}/replay?as=heaviest"):
        answer = running.visitor.get(path)
        page = Page(answer.text)
        assert answer.status == 503, path
        assert "This comparison has to wait" in page.words
        assert "no such computer" not in page.words
    assert running.visitor.get(f"/game/{game}/replay").status == 200
    running.deploy(None)
    assert running.visitor.get(f"/compare/{game}?as=heaviest").status == 200


def test_a_comparison_waits_for_a_version_that_was_offered(running: Running) -> None:
    play_by_script(running.visitor, running.game, first)
    game = running.game.removeprefix("/game/")
    by_script = running.visitor.ask("GET", f"/compare/{game}?as=planner@99", headers=JSON)
    assert (by_script.status, by_script.json["error"]["reason"]) == (503, "opponent_gone")
    for path in (f"/compare/{game}?as=planner@99", f"/game/{game}/replay?as=planner@99"):
        assert running.visitor.get(path).status == 503
    for never in ("nobody", "nobody@1", "planner@", "planner@x"):
        assert running.visitor.get(f"/compare/{game}?as={never}").status == 400
