"""Days by the clock: a game belongs to the day it began on, and days not begun do not exist."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from web import create_app
from web.kept.keys import daily_board
from web.kept.store import Store
from web.play.days import GRACE
from web.settings import load_settings

from .helpers.pages import Page, forms_in, without_place
from .helpers.playing import Truth, act, begin, first, heaviest, play_by_script
from .helpers.servers import SECRET
from .helpers.visitors import Answer, AppVisitor

OLD, NEW = date(2026, 12, 9), date(2026, 12, 10)


def day_of(visitor: AppVisitor) -> str:
    """Give the date of the game that the first page offers."""
    actions = [form.action for form in forms_in(visitor.get("/").text)]
    (found,) = {action.split("/")[2] for action in actions if action.startswith("/daily/")}
    return found


def seconds_left(visitor: AppVisitor) -> int:
    found = set(re.findall(r'data-seconds-left="(\d+)"', visitor.get("/").text))
    assert len(found) == 1
    return int(found.pop())


def results_on(store: Store, day: date) -> int:
    return len(store.page(daily_board(day), 0, 9))


def test_a_game_begun_before_midnight_counts_for_its_day_and_the_new_day_is_fresh(
    visitor: AppVisitor, store: Store, clock: FrozenDateTimeFactory
) -> None:
    clock.move_to("2026-12-09 23:59:00")
    truth = Truth.daily(SECRET, OLD)
    game = begin(visitor, "/")
    for _ in range(5):
        action = first(truth.legal)
        assert act(visitor, game, truth.match.length, action).status == 200
        truth.do(action)
    clock.move_to("2026-12-10 00:01:00")
    # The new day is offered on the first page; the old game stands at its own link and its day's.
    assert day_of(visitor) == "2026-12-10"
    table = visitor.get(game)
    by_day = visitor.get("/daily/2026-12-09")
    assert without_place(by_day.text) == without_place(table.text)
    new_game = begin(visitor, "/")
    assert new_game != game
    play_by_script(visitor, game, first)
    assert (results_on(store, OLD), results_on(store, NEW)) == (1, 0)
    play_by_script(visitor, new_game, first)
    assert (results_on(store, OLD), results_on(store, NEW)) == (1, 1)
    # What was played before midnight was judged by the old day's deal.
    while not truth.match.finished:
        truth.do(first(truth.legal))
    (line,) = store.page(daily_board(OLD), 0, 9)
    assert line.result.total == truth.match.totals[0]


def test_a_page_left_open_over_midnight_goes_on(
    visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    clock.move_to("2026-12-09 23:59:59")
    game = begin(visitor, "/")
    truth = Truth.daily(SECRET, OLD)
    clock.tick(timedelta(seconds=2))
    answer = act(visitor, game, 0, first(truth.legal))
    assert answer.status == 200
    # Pressing Play on yesterday's page goes on with yesterday's game.
    assert visitor.post("/daily/2026-12-09/play").path == game


def test_play_pressed_on_yesterdays_page_is_not_counted_for_either_day(
    visitor: AppVisitor, store: Store, clock: FrozenDateTimeFactory
) -> None:
    clock.move_to("2026-12-09 23:59:59")
    form = Page(visitor.get("/").text).form_to("/play")
    clock.tick(timedelta(seconds=2))
    game = visitor.post(form.action, form.fields).path
    assert "does not count" in Page(visitor.get(game).text).words
    play_by_script(visitor, game, heaviest)
    assert (results_on(store, OLD), results_on(store, NEW)) == (0, 0)
    assert begin(visitor, "/") != game


def test_a_game_left_until_its_day_has_closed_counts_no_longer(
    visitor: AppVisitor, store: Store, clock: FrozenDateTimeFactory
) -> None:
    game = begin(visitor, "/")
    closes = datetime(2026, 12, 10, tzinfo=UTC) + GRACE
    clock.move_to(closes - timedelta(seconds=1))
    assert "does not count" not in Page(visitor.get(game).text).words
    clock.move_to(closes)
    assert "does not count" in Page(visitor.get(game).text).words
    play_by_script(visitor, game, first)
    assert results_on(store, OLD) == 0
    assert visitor.get(game).status == 200


def test_a_game_finished_in_the_last_second_before_its_day_closes_counts(
    visitor: AppVisitor, store: Store, clock: FrozenDateTimeFactory
) -> None:
    game = begin(visitor, "/")
    truth = Truth.daily(SECRET, OLD)
    at, action, _ = play_by_script(visitor, game, first, before_last=truth)
    clock.move_to(datetime(2026, 12, 10, tzinfo=UTC) + GRACE - timedelta(seconds=1))
    assert act(visitor, game, at, action).json["finished"]
    assert results_on(store, OLD) == 1


FUTURE = ["2026-12-10", "2026-12-11", "2027-12-09", "9999-12-31"]
NEVER = ["2026-11-29", "1999-12-31", "2026-02-30", "2026-13-01", "tomorrow", "2026-12-9"]


def test_days_to_come_are_no_more_there_than_days_that_never_are(visitor: AppVisitor) -> None:
    def answers(day: str) -> list[object]:
        asked = [
            visitor.get(f"/daily/{day}"),
            visitor.get(f"/daily/{day}", Accept="application/json"),
            visitor.get(f"/daily/{day}/board"),
            visitor.post(f"/daily/{day}/play"),
            visitor.ask("HEAD", f"/daily/{day}"),
            visitor.ask("DELETE", f"/daily/{day}"),
        ]
        assert [answer.status for answer in asked[:-1]] == [404] * 5
        return [everything_of(answer) for answer in asked]

    def everything_of(answer: Answer) -> tuple[object, ...]:
        headers = [header for header in answer.headers if header[0] != "Content-Length"]
        return answer.status, headers, without_place(answer.text)

    begin(visitor, "/")  # whoever has a game is told no more
    never = answers(NEVER[0])
    for day in [*FUTURE, *NEVER[1:]]:
        assert answers(day) == never, day


def test_nothing_names_a_day_to_come(visitor: AppVisitor, clock: FrozenDateTimeFactory) -> None:
    clock.move_to("2026-12-09 23:59:59")
    game = begin(visitor, "/")
    for path in ("/", game, "/archive", "/daily/2026-12-08", "/you", "/seeds", "/rules"):
        answer = visitor.get(path)
        assert answer.status == 200
        assert "/daily/2026-12-10" not in answer.text
    links = Page(visitor.get("/archive").text).links
    days = [link for link in links if link.startswith("/daily/")]
    assert f"{days}".count("/daily/2026-12-08") == 1
    assert all(day <= "/daily/2026-12-09" for day in days)


def test_the_archive_reaches_back_to_the_first_day(
    visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    clock.move_to("2027-03-01 12:00:00")
    found: list[str] = []
    for page in range(1, 10):
        links = Page(visitor.get(f"/archive?page={page}").text).links
        days = [link for link in links if re.fullmatch(r"/daily/[\d-]+", link)]
        found += [day for day in days if day != "/daily/2027-03-01"]
        if not any(f"page={page + 1}" in link for link in links):
            break
    dates = [date(2027, 2, 28) - timedelta(days=back) for back in range(91)]
    assert [day.removeprefix("/daily/") for day in found] == [day.isoformat() for day in dates]
    assert dates[-1] == date(2026, 11, 30)
    assert visitor.get("/daily/2026-11-30").status == 200


ZONES = [
    # Zone, a date whose day has another length, its hours.
    ("UTC", date(2027, 3, 28), 24),
    ("Europe/Paris", date(2027, 3, 28), 23),
    ("Europe/Paris", date(2027, 10, 31), 25),
    ("America/New_York", date(2027, 3, 14), 23),
    ("America/New_York", date(2027, 11, 7), 25),
    ("America/Santiago", date(2027, 9, 5), 23),  # midnight itself is skipped
    ("America/Santiago", date(2027, 4, 3), 25),  # its last hour comes twice
    ("Australia/Lord_Howe", date(2027, 10, 3), 23.5),
    ("Australia/Sydney", date(2027, 4, 4), 25),
    ("Africa/Casablanca", date(2027, 2, 7), 25),
    ("Asia/Kathmandu", date(2028, 2, 29), 24),
    ("Pacific/Kiritimati", date(2026, 12, 31), 24),
]


@pytest.mark.parametrize("odd_day", ZONES)
def test_the_day_begins_and_ends_by_the_sites_zone_to_the_second(
    site_environ: dict[str, str],
    store: Store,
    clock: FrozenDateTimeFactory,
    odd_day: tuple[str, date, float],
) -> None:
    zone, day, hours = odd_day
    visitor = AppVisitor(create_app(load_settings({**site_environ, "DAY_ZONE": zone}), store))
    begins = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    length = timedelta(hours=hours)
    clock.move_to(begins - timedelta(seconds=1))
    assert day_of(visitor) == (day - timedelta(days=1)).isoformat()
    assert seconds_left(visitor) == 1
    clock.move_to(begins)
    assert day_of(visitor) == day.isoformat()
    assert seconds_left(visitor) == length.total_seconds()
    clock.move_to(begins + length / 2)
    assert seconds_left(visitor) == length.total_seconds() / 2
    clock.move_to(begins + length - timedelta(milliseconds=1))
    assert day_of(visitor) == day.isoformat()
    assert seconds_left(visitor) == 1
    clock.move_to(begins + length)
    assert day_of(visitor) == (day + timedelta(days=1)).isoformat()


def test_a_date_has_one_deal_in_every_zone(
    site_environ: dict[str, str], store: Store, clock: FrozenDateTimeFactory
) -> None:
    clock.move_to("2026-12-10 11:30:00")
    tables = set()
    for zone in ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"):
        settings = load_settings({**site_environ, "DAY_ZONE": zone})
        visitor = AppVisitor(create_app(settings, store))
        game = begin(visitor, "/daily/2026-12-09" if day_of(visitor) != "2026-12-09" else "/")
        held = Page(visitor.get(game).text).elements
        tables.add(tuple(e.attributes["data-tile"] for e in held if "data-tile" in e.attributes))
    assert len(tables) == 1


def test_the_clients_clock_and_zone_decide_nothing(app: Flask) -> None:
    told = {"Date": "Fri, 11 Dec 2026 10:00:00 GMT", "X_Timezone": "Pacific/Kiritimati"}
    visitor = AppVisitor(app)
    visitor.client.set_cookie("tz", "Pacific/Kiritimati")
    plain = AppVisitor(app).get("/")
    assert visitor.get("/", **told).body == plain.body


def test_yesterday_is_offered_from_the_archive_beside_todays_practice(
    visitor: AppVisitor, store: Store, clock: FrozenDateTimeFactory
) -> None:
    play_by_script(visitor, begin(visitor, "/"), first)
    again = visitor.post("/daily/2026-12-09/play").path
    assert "Practice" in Page(visitor.get(again).text).words
    clock.move_to("2026-12-10 00:00:00")
    past = visitor.post("/daily/2026-12-09/play").path
    assert "archive" in Page(visitor.get(past).text).words.lower()
    play_by_script(visitor, again, heaviest)
    play_by_script(visitor, past, heaviest)
    assert results_on(store, OLD) == 1
    assert day_of(visitor) == "2026-12-10"
