"""The person's own page: their days, their data as a file, and everything deleted."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from web.kept.judged import JudgedStore
from web.kept.keys import daily_board
from web.kept.store import Store
from web.settings import Settings

from .helpers.pages import Page
from .helpers.people import code_of, give_result, join, leave_every_trace, make_group, player_of
from .helpers.playing import begin, play_out
from .helpers.visitors import AppVisitor

DAY = timedelta(days=1)
TODAY = date(2026, 12, 9)


@pytest.fixture
def zoe(app: Flask, store: Store, site_settings: Settings) -> AppVisitor:
    """Give someone with six results: four days in a row up to yesterday, and two before."""
    visitor = AppVisitor(app)
    visitor.post("/you/name", {"name": "Zoë"})
    player = player_of(visitor, site_settings)
    for back, rounds in (
        (1, [0, 10, 20, 30]),
        (2, [0, 0, 5, 5]),
        (3, [40, 40, 40, 40]),
        (4, [25, 0, 0, 0]),
        (6, [10, 0, 0, 0]),
        (7, [50, 50, 50, 49]),
    ):
        give_result(store, player, TODAY - back * DAY, rounds)
    return visitor


def test_a_stranger_is_told_what_will_be_here_and_leaves_no_trace(
    visitor: AppVisitor, store: Store
) -> None:
    answer = visitor.get("/you")
    assert answer.status == 200
    assert "Choose a name" in Page(answer.text).words
    assert visitor.get("/you/data.json").status == 404
    assert visitor.get("/you/delete").status == 303
    assert visitor.client.get_cookie("player") is None
    assert [key for key in store.link.call("KEYS", "*") if "{p:" in key] == []


def test_the_figures_are_those_of_the_results(
    zoe: AppVisitor, store: Store, site_settings: Settings
) -> None:
    words = Page(zoe.get("/you").text).words
    assert "Days in a row 4 Today is still to play; nothing is broken." in words
    assert "days played 6" in words
    assert "points on average 77.3" in words  # (60 + 10 + 160 + 25 + 10 + 199) / 6
    assert "best, on 2 days 10" in words
    assert "rounds at zero: 38 of a hundred 9" in words
    bars = dict(re.findall(r'bars__label">(\d+–\d+).*?bars__count">(\d+)<', zoe.get("/you").text))
    assert bars == {
        "0–24": "2",
        "25–49": "1",
        "50–74": "1",
        "75–99": "0",
        "100–124": "0",
        "125–149": "0",
        "150–174": "1",
        "175–199": "1",
    }
    judged = JudgedStore(store.link)
    assert "par" not in words.split()
    judged.keep_par(TODAY - DAY, 67)
    assert "against par, on 1 day " in Page(zoe.get("/you").text).words
    judged.keep_par(TODAY - 2 * DAY, 7)
    words = Page(zoe.get("/you").text).words
    assert "against par, on average over 2 days -2.0" in words.replace("−", "-")
    judged.keep_skill(daily_board(TODAY - DAY), player_of(zoe, site_settings), 45)
    assert "points a game lost by choices 4.5" in Page(zoe.get("/you").text).words


def test_the_archive_touches_nothing(zoe: AppVisitor) -> None:
    zoe.get("/you")  # it greets once under the new name
    before = Page(zoe.get("/you").text).words
    game = begin(zoe, "/daily/2026-12-04")
    play_out(zoe, game)
    assert Page(zoe.get("/you").text).words == before


def test_playing_today_makes_the_row_longer(zoe: AppVisitor, clock: FrozenDateTimeFactory) -> None:
    play_out(zoe, begin(zoe, "/daily/2026-12-09"))
    assert "Days in a row 5 Today is in it." in Page(zoe.get("/you").text).words
    clock.tick(2 * DAY)
    words = Page(zoe.get("/you").text).words
    assert "Days in a row 0 The next game begins a new row." in words
    assert "Your longest: 5." in words


def test_a_game_still_open_over_midnight_breaks_nothing(
    zoe: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    begin(zoe, "/daily/2026-12-09")
    clock.tick(DAY)
    assert "Days in a row 4" in Page(zoe.get("/you").text).words
    clock.tick(DAY)  # its day has closed
    assert "Days in a row 0" in Page(zoe.get("/you").text).words


def test_the_calendar_goes_month_by_month(zoe: AppVisitor) -> None:
    page = Page(zoe.get("/you").text)
    assert "/daily/2026-12-08" in page.links
    assert "/daily/2026-12-10" not in page.links
    november = Page(zoe.get("/you?month=2026-11").text)
    assert [link for link in november.links if link.startswith("/daily/")] == ["/daily/2026-11-30"]
    assert "/you?month=2026-12#calendar" in november.links
    for month in ("2026-10", "2027-01", "2026-1", "x", ""):
        assert zoe.get(f"/you?month={month}").status == 404


def test_ones_data_is_a_file_that_gives_no_seed_away(zoe: AppVisitor, app: Flask) -> None:
    game = begin(zoe, "/daily/2026-12-09")
    group = make_group(zoe)
    answer = zoe.get("/you/data.json")
    assert "attachment" in (answer.header("Content-Disposition") or "")
    told = answer.json
    assert told["name"] == "Zoë"
    assert sorted(r["points"] for r in told["results"] if r["finished"]) == [
        10,
        10,
        25,
        60,
        160,
        199,
    ]
    [running] = [r for r in told["results"] if not r["finished"]]
    assert running["day"] == "2026-12-09"
    assert [(g["name"], g["your_name"]) for g in told["groups"]] == [("Sunday table", "Zoë")]
    assert [g["id"] for g in told["games"]] == [game.rpartition("/")[2]]
    assert re.search(r"[0-9a-f]{32}", answer.text) is None
    play_out(zoe, game)
    assert re.search(r"[0-9a-f]{32}", zoe.get("/you/data.json").text) is None
    other = AppVisitor(app)
    join(other, code_of(zoe, group), "Tom")
    assert "Tom" not in zoe.get("/you/data.json").text


def everything_in(store: Store, key: str) -> object:
    match store.link.call("TYPE", key):
        case "hash":
            return store.link.call("HGETALL", key)
        case "zset":
            return store.link.call("ZRANGE", key, 0, -1)
        case "list":
            return store.link.call("LRANGE", key, 0, -1)
        case "string":
            return store.link.call("GET", key)
    return store.link.call("XRANGE", key, "-", "+")


def test_deleting_asks_first(zoe: AppVisitor) -> None:
    words = Page(zoe.get("/you/delete").text).words
    assert "your 6 results" in words
    assert zoe.post("/you/delete").status == 422
    assert zoe.post("/you/delete", {"sure": "no"}).status == 422
    assert len(zoe.get("/you/data.json").json["results"]) == 6


def test_deleted_is_everything_everywhere(
    zoe: AppVisitor, app: Flask, store: Store, site_settings: Settings
) -> None:
    player = player_of(zoe, site_settings)
    play_out(zoe, begin(zoe, "/daily/2026-12-09"))
    group = make_group(zoe)
    other = AppVisitor(app)
    join(other, code_of(zoe, group), "Tom")
    leave_every_trace(store, player)
    JudgedStore(store.link).keep_skill(daily_board(TODAY), player, 5)
    twin = zoe.twin()
    answer = zoe.post("/you/delete", {"sure": "yes"})
    assert (answer.status, answer.path) == (303, "/you")
    assert zoe.client.get_cookie("player") is None
    assert "is gone" in Page(zoe.get("/you").text).words
    assert store.page(daily_board(TODAY), 0, 10) == []
    assert store.histogram(daily_board(TODAY - DAY)) == {}
    for key in store.link.call("KEYS", "dt1:*"):
        assert player not in key
        assert player not in json.dumps(everything_in(store, key)), key
    assert other.get(group).status == 200
    assert "Zoë" not in Page(other.get(group).text).words
    # Another tab of the same browser, or a second press, finds nothing more and breaks nothing.
    assert twin.get("/you").status == 200
    assert twin.post("/you/delete", {"sure": "yes"}).status == 303
    assert zoe.post("/you/delete", {"sure": "yes"}).status == 303
