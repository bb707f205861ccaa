"""Boards that people trust: reports, what an operator hides and verifies, and the log of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from flask import Flask

from dailytrain.cli import main
from web.kept.keys import actions, daily_board
from web.kept.store import Store
from web.kept.trust import LogLine, TrustStore
from web.settings import Settings

from .helpers.pages import Page
from .helpers.people import give_result, player_of
from .helpers.playing import begin, heaviest, lightest, play_out
from .helpers.visitors import AppVisitor

TODAY = date(2026, 12, 9)
BOARD = daily_board(TODAY)

Operator = Callable[..., tuple[int, Any]]


@pytest.fixture
def operator(
    site_environ: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Operator:
    """Give the command; it answers with its exit status and what it printed first, as JSON."""
    for name, value in site_environ.items():
        monkeypatch.setenv(name, value)

    def run(*arguments: str) -> tuple[int, Any]:
        capsys.readouterr()
        status = main(["admin", "--by", "Olga", *arguments])
        text = capsys.readouterr().out
        told, _, noted = text.rstrip("\n").rpartition("\n")
        assert noted.startswith("Noted: Olga did ")
        return status, json.loads(told)

    return run


def finished(
    app: Flask, name: str, choose: Callable[..., str] = heaviest
) -> tuple[AppVisitor, str]:
    """Give someone who has finished today's game, and its path."""
    visitor = AppVisitor(app)
    visitor.post("/you/name", {"name": name})
    game = begin(visitor, "/daily/2026-12-09")
    play_out(visitor, game, choose)
    return visitor, game


def report(visitor: AppVisitor, game: str, back: str = "/daily/2026-12-09/board") -> str:
    answer = visitor.post("/report", {"game": game.rpartition("/")[2], "back": back})
    assert answer.status == 303
    return answer.path


# --- reports --------------------------------------------------------------------------------------


def test_only_a_report_that_is_noted_is_thanked_for(app: Flask) -> None:
    bad, game = finished(app, "Rude Name")
    other, _ = finished(app, "Someone")
    for visitor, is_noted in ((other, True), (bad, False), (AppVisitor(app), False)):
        back = visitor.get(report(visitor, game, back="/rules"))
        assert ("Thank you. A person will look" in back.text) == is_noted
        assert ("That was not noted" in back.text) != is_noted


def test_a_name_is_reported_once_by_each(app: Flask, operator: Operator) -> None:
    bad, game = finished(app, "Rude Name")
    others = [finished(app, f"Person {number}", lightest)[0] for number in range(2)]
    for other in others:
        for _ in range(3):
            assert report(other, game) == "/daily/2026-12-09/board"
    report(bad, game)  # one's own name
    report(AppVisitor(app), game)  # nobody the site knows
    starter = AppVisitor(app)
    begin(starter, "/daily/2026-12-09")
    report(starter, game)  # the board is not open to them
    report(others[0], "/game/unknown")
    _, told = operator("reports")
    [line] = told["reported"]
    assert (line["reports"], line["names"]) == (2, ["Rude Name"])
    # A new name hides nothing of what was reported.
    bad.post("/you/name", {"name": "Nice Name"})
    [line] = operator("reports")[1]["reported"]
    assert (line["names"], line["name_now"]) == (["Rude Name"], "Nice Name")
    assert operator("settle", line["player"])[0] == 0
    assert operator("reports")[1]["reported"] == []


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "", "x", "/a\nb"]
)
def test_a_report_leads_to_no_other_site(visitor: AppVisitor, back: str) -> None:
    assert report(visitor, "x", back) == "/"


def test_a_hidden_name_shows_as_someone_whatever_it_is_changed_to(
    app: Flask, operator: Operator
) -> None:
    bad, game = finished(app, "Rude Name")
    other, _ = finished(app, "Zoë", lightest)
    board = "/daily/2026-12-09/board"
    assert "Rude Name" in other.get(board).text
    status, told = operator("hide-name", f"http://localhost{game}")
    assert (status, told["boards_show"]) == (0, "Someone")
    bad.post("/you/name", {"name": "Ruder Name"})
    for path in (board, "/daily/2026-12-09", f"{game}/replay"):
        words = Page(other.get(path).text).words
        assert "Rude" not in words, path
    assert "Someone" in Page(other.get(board).text).words
    assert "hidden your name" in Page(bad.get("/you").text).words
    assert operator("show-name", told["player"])[1]["boards_show"] == "Ruder Name"
    assert "Ruder Name" in other.get(board).text


# --- results --------------------------------------------------------------------------------------


def test_a_hidden_result_is_gone_and_does_not_come_back(
    app: Flask, operator: Operator, store: Store, site_settings: Settings
) -> None:
    cheat, game = finished(app, "Cheat")
    other, _ = finished(app, "Zoë", lightest)
    before = store.page(BOARD, 0, 10), store.histogram(BOARD)
    assert operator("hide-result", game)[0] == 0
    [line] = store.page(BOARD, 0, 10)
    assert line.player == player_of(other, site_settings)
    assert store.histogram(BOARD) == {line.result.total: 1}
    assert store.standing(BOARD, 0).players == 1
    for path in (game, f"{game}/result", "/", "/daily/2026-12-09/board", "/you", "/you/data.json"):
        assert cheat.get(path).status == 200, path
    form = Page(cheat.get("/").text).form_to("/play")
    cheat.get(cheat.post(form.action, form.fields).path)  # the attempt is used up
    assert [each.player for each in store.page(BOARD, 0, 10)] == [line.player]
    assert "Cheat" not in other.get("/daily/2026-12-09/board").text
    assert operator("game", game)[1]["result_is_hidden"] is True
    assert operator("hide-result", game)[0] == 1  # there is nothing more to hide
    assert operator("show-result", game)[0] == 0
    assert (store.page(BOARD, 0, 10), store.histogram(BOARD)) == before
    assert operator("show-result", game)[0] == 1


def test_who_has_a_hidden_result_is_told_and_given_no_rank(app: Flask, operator: Operator) -> None:
    cheat, game = finished(app, "Cheat", lightest)
    finished(app, "Zoë")
    finished(app, "Ann")
    words = "The boards leave this result out"
    before = Page(cheat.get(f"{game}/result").text)
    assert words not in before.words
    assert "rank of 3" in before.words
    assert '<tr class="is-you">' in before.source
    operator("hide-result", game)
    page = Page(cheat.get(f"{game}/result").text)
    assert words in page.words
    # As one more beside the two that count, and in no line of the board.
    assert "Where it would stand" in page.words
    assert "rank of 3" in page.words
    assert "Better than" not in page.words
    assert '<tr class="is-you">' not in page.source
    operator("show-result", game)
    assert words not in Page(cheat.get(f"{game}/result").text).words


def test_a_running_game_has_no_result_to_hide(visitor: AppVisitor, operator: Operator) -> None:
    game = begin(visitor, "/daily/2026-12-09")
    status, told = operator("hide-result", game)
    assert (status, "refused" in told) == (1, True)
    told = operator("game", game)[1]
    assert (told["finished"], told["result"]) == (False, None)
    assert told["seed"] == "sealed until the day has closed"


def test_an_honest_game_holds(app: Flask, operator: Operator) -> None:
    _, game = finished(app, "Zoë")
    assert operator("verify", game) == (0, {"game": game.rpartition("/")[2], "holds": True})


def test_what_was_tampered_with_does_not_hold(
    app: Flask, operator: Operator, store: Store, site_settings: Settings
) -> None:
    visitor, game = finished(app, "Zoë")
    game_id = game.rpartition("/")[2]
    player = player_of(visitor, site_settings)
    [line] = store.page(BOARD, 0, 10)
    store.remove_entry(BOARD, player)
    give_result(store, player, TODAY, [0, 0, 0, 1], game_id)
    status, told = operator("verify", game)
    assert status == 1
    assert str(line.result.total) in told[0]
    # An action that no computer would have done.
    store.remove_entry(BOARD, player)
    kept = store.link.call("LRANGE", actions(game_id), 0, -1)
    place = next(n for n, text in enumerate(kept) if n > 3 and text == "draw")
    store.link.call("LSET", actions(game_id), place, "pass")
    status, told = operator("verify", game)
    assert status == 1
    assert f"action {place}" in " ".join(told)


def test_a_seed_that_was_not_the_published_one_does_not_hold(
    app: Flask, operator: Operator, store: Store
) -> None:
    _, game = finished(app, "Zoë")
    row = store.game(game.rpartition("/")[2])
    assert row is not None
    store.change_setup(game.rpartition("/")[2], row.setup, {**row.setup, "seed": "ab" * 16})
    status, told = operator("verify", game)
    assert status == 1
    assert "the seed is not the one published for 2026-12-09" in told


# --- looking, publishing, the log -----------------------------------------------------------------


def test_an_operator_finds_a_player_and_a_day(
    app: Flask, operator: Operator, site_settings: Settings
) -> None:
    visitor, game = finished(app, "Zoë")
    player = player_of(visitor, site_settings)
    told = operator("day", "2026-12-09")[1]
    assert [(line["name"], line["player"]) for line in told["results"]] == [("Zoë", player)]
    for who in (player, game):
        told = operator("player", who)[1]
        assert (told["player"], told["name"], len(told["daily_results"])) == (player, "Zoë", 1)
    for wrong in ("2026-12-10", "2026-11-29", "x"):
        assert operator("day", wrong)[0] == 1
    assert operator("game", "x")[0] == operator("player", "A" * 16)[0] == 1


def test_secrets_are_told_about_but_never_told(app: Flask, operator: Operator) -> None:
    status, told = operator("publish")
    assert (status, told["published_until"]) == (0, "2027-01-08")
    assert len(told["newly_published"]) == 31
    told = operator("secrets")[1]
    assert told["DAILY_SECRET"] == {"days": 31, "first": "2026-12-09", "last": "2027-01-08"}
    assert told["unknown"] == {"days": 0}
    assert "a daily secret for tests alone" not in json.dumps(told)


def test_every_deed_is_noted_for_good(app: Flask, operator: Operator, store: Store) -> None:
    _, game = finished(app, "Zoë")
    operator("game", game)
    operator("hide-result", game)
    operator("hide-result", game)
    operator("publish")
    lines = TrustStore(store.link).log_lines(10)
    assert [(line.who, line.did, line.to) for line in reversed(lines)] == [
        ("Olga", "game", game),
        ("Olga", "hide-result", game),
        ("Olga", "hide-result", game),
        ("Olga", "publish", ""),
    ]
    assert lines[-1].answer == "shown"
    assert '"hidden": true' in lines[-2].answer
    assert "refused" in lines[-3].answer
    assert store.link.call("TYPE", "dt1:{log}") == "stream"
    told = operator("log", "--count", "2")[1]["log"]
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00 Olga: publish ", told[0])
    assert isinstance(lines[0], LogLine)


def test_a_bad_setting_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", "http://nonsense")
    assert main(["admin", "log"]) == 2
    assert "REDIS_URL" in capsys.readouterr().err
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setenv("SECRET_KEY", "a key for tests alone")
    monkeypatch.setenv("DAILY_SECRET", "a daily secret for tests alone")
    assert main(["admin", "log"]) == 1
    assert "the store does not answer" in capsys.readouterr().err


def test_nothing_that_steers_a_terminal_is_printed(
    app: Flask,
    operator: Operator,
    site_settings: Settings,
    store: Store,
    capsys: pytest.CaptureFixture[str],
) -> None:
    visitor, _game = finished(app, "Zoë")
    hostile = "Zoë \u202eevil\x1b[2J\x9b31m\u2028\u200b\U000e0041"
    player = player_of(visitor, site_settings)
    store.set_name(player, hostile)
    status, told = operator("player", player)
    assert (status, told["name"]) == (0, hostile)
    assert main(["admin", "--by", f"Olga {hostile}", "game", f"x{hostile}"]) == 1
    assert main(["admin", "--by", "Olga", "player", player]) == 0
    assert main(["admin", "--by", "Olga", "log"]) == 0
    printed = "".join(capsys.readouterr())
    assert [c for c in printed if not c.isprintable() and c != "\n"] == []
    assert "Zoë \\u202eevil" in printed
