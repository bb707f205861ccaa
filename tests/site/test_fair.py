"""Sealed deals: published ahead, never changed, opened when their day has closed and not before."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from dailytrain.cli import main
from web import create_app
from web.kept import keys
from web.kept.store import SecretChanged, Store
from web.play.days import Days
from web.play.fairness import AHEAD, Fairness
from web.play.games import Games
from web.settings import PUBLIC_DAILY_SECRET, Settings, load_settings

from .helpers.pages import Page
from .helpers.playing import begin, play_out
from .helpers.visitors import AppVisitor

DAY = timedelta(days=1)
TODAY = date(2026, 12, 9)
SECRET = "a daily secret for tests alone"
NEW = "a new daily secret for tests"


def seed_by_hand(secret: str, day: date) -> bytes:
    """Work a seed out as formats.md says, with nothing of the product."""
    message = f"dailytrain/1 daily {day.isoformat()}".encode()
    return hmac.new(secret.encode(), message, hashlib.sha256).digest()[:16]


def commitment_by_hand(secret: str, day: date) -> str:
    return hashlib.sha256(b"dailytrain/1 commit " + seed_by_hand(secret, day)).hexdigest()


def listed(visitor: AppVisitor, query: str = "") -> dict[date, dict[str, Any]]:
    answer = visitor.get(f"/fair.json{query}")
    assert answer.status == 200
    return {date.fromisoformat(day["date"]): day for day in answer.json["days"]}


def days_of(settings: Settings, store: Store) -> Days:
    return Days(settings, store, Games(store))


@pytest.fixture
def site(site_environ: dict[str, str], store: Store) -> Iterator[tuple[Days, Fairness]]:
    settings = load_settings(site_environ)
    days = days_of(settings, store)
    with freeze_time("2026-12-09 10:00:00"):
        yield days, Fairness(settings, store, days)


# --- published ahead ------------------------------------------------------------------------------


def test_the_next_thirty_days_are_published(visitor: AppVisitor) -> None:
    days = listed(visitor)
    for number in range(AHEAD + 1):
        day = TODAY + number * DAY
        assert days[day]["commitment"] == commitment_by_hand(SECRET, day)
        assert days[day]["seed"] is None
    assert max(days) == TODAY + AHEAD * DAY
    assert min(days) == date(2026, 11, 30)  # the site's first day


@pytest.mark.parametrize("path", ["/readyz", "/", "/rules", "/no/such/page"])
def test_the_first_request_of_a_day_publishes_one_more(
    visitor: AppVisitor, store: Store, clock: FrozenDateTimeFactory, path: str
) -> None:
    visitor.get(path)
    assert store.link.call("HLEN", keys.DAYS) == AHEAD + 1
    clock.tick(DAY)
    visitor.get(path)
    assert store.link.call("HLEN", keys.DAYS) == AHEAD + 2


def test_what_is_published_says_when(visitor: AppVisitor, clock: FrozenDateTimeFactory) -> None:
    visitor.get("/")
    clock.tick(3 * DAY)
    days = listed(visitor)
    assert days[TODAY + DAY]["published"] == "2026-12-09T10:00:00+00:00"
    assert days[TODAY + 31 * DAY]["published"] == "2026-12-12T10:00:00+00:00"
    assert "before the day began" in Page(visitor.get("/fair?day=2026-12-10").text).words
    # The site is younger than this day, and says so.
    assert "when the day had begun" in Page(visitor.get("/fair?day=2026-12-08").text).words


def test_days_beyond_are_not_there(visitor: AppVisitor) -> None:
    beyond = TODAY + (AHEAD + 1) * DAY
    for query in (f"?day={beyond}", "?day=2026-11-29", "?day=20261201", "?day=x", "?day="):
        assert visitor.get(f"/fair{query}").status == 404
    for query in ("?month=2027-02", "?month=2026-10", "?month=x", "?month=2026-1"):
        assert visitor.get(f"/fair.json{query}").status == 404
    assert set(listed(visitor, "?month=2026-11")) == {date(2026, 11, 30)}
    assert max(listed(visitor, "?month=2027-01")) == TODAY + AHEAD * DAY


# --- opened when closed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "is_open"),
    [
        ("2026-12-09 23:59:59", False),
        ("2026-12-10 00:00:00", False),  # games begun before midnight may still be finished
        ("2026-12-10 23:59:59", False),
        ("2026-12-11 00:00:00", True),
    ],
)
def test_a_seed_is_shown_when_its_day_has_closed_and_not_before(
    visitor: AppVisitor, clock: FrozenDateTimeFactory, moment: str, *, is_open: bool
) -> None:
    visitor.get("/")
    clock.move_to(moment)
    seed = seed_by_hand(SECRET, TODAY).hex()
    assert listed(visitor)[TODAY]["seed"] == (seed if is_open else None)
    for path in ("/fair", f"/fair?day={TODAY}", "/fair.json", "/fair.json?month=2026-12"):
        assert (seed in visitor.get(path).text) is is_open
    closes = datetime.fromisoformat(listed(visitor)[TODAY]["closes"])
    assert closes == datetime(2026, 12, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Europe/Berlin", "2027-03-27"),
        ("Europe/Berlin", "2027-10-31"),
        ("America/New_York", "2027-03-13"),
        ("America/Santiago", "2027-09-04"),
        ("Australia/Lord_Howe", "2027-10-02"),
        ("Asia/Kathmandu", "2027-12-31"),
        ("Pacific/Auckland", "2028-02-29"),
        ("UTC", "2028-02-29"),
    ],
)
def test_a_day_closes_24_hours_after_its_midnight_in_every_zone(
    zone: str, day: str, site_environ: dict[str, str], store: Store
) -> None:
    settings = load_settings({**site_environ, "DAY_ZONE": zone})
    days = days_of(settings, store)
    asked = date.fromisoformat(day)
    closes = days.closes(asked)
    with freeze_time(closes - timedelta(seconds=1)) as frozen:
        assert not days.is_closed(asked)
        frozen.tick(1)
        assert days.is_closed(asked)
        assert not days.is_closed(asked + DAY)
    midnight = closes - timedelta(hours=24)
    with freeze_time(midnight) as frozen:
        assert days.today().date == asked + DAY
        frozen.tick(-1)
        assert days.today().date == asked


def test_a_record_leaves_the_site_only_when_its_day_has_closed(
    visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    game = begin(visitor, "/daily/2026-12-09")
    play_out(visitor, game)
    for moment, status in (
        ("2026-12-09 23:59:59", 404),
        ("2026-12-10 23:59:59", 404),
        ("2026-12-11 00:00:00", 200),
    ):
        clock.move_to(moment)
        assert visitor.get(f"{game}/record.json").status == status
    assert visitor.get(f"{game}/record.json").json["seed"] == seed_by_hand(SECRET, TODAY).hex()


def test_a_game_is_finished_in_the_grace_and_counts_for_its_day(
    visitor: AppVisitor, clock: FrozenDateTimeFactory, store: Store
) -> None:
    clock.move_to("2026-12-09 23:59:00")
    game = begin(visitor, "/daily/2026-12-09")
    clock.move_to("2026-12-10 23:50:00")
    play_out(visitor, game)
    assert len(store.page(keys.daily_board(TODAY), 0, 10)) == 1
    assert store.page(keys.daily_board(TODAY + DAY), 0, 10) == []


def test_what_is_unfinished_when_its_day_closes_counts_no_longer(
    visitor: AppVisitor, clock: FrozenDateTimeFactory, store: Store
) -> None:
    game = begin(visitor, "/daily/2026-12-09")
    form = Page(visitor.get(game).text).form_to("/act")
    clock.move_to("2026-12-11 00:00:00")
    # Whoever goes on knows the seed by now, or could.
    visitor.post(form.action, {**form.fields, "action": form.actions[0]})
    assert "does not count" in Page(visitor.get(game).text).words
    play_out(visitor, game)
    assert visitor.get(f"{game}/result").status == 200
    assert store.page(keys.daily_board(TODAY), 0, 10) == []
    assert visitor.get("/you/data.json").json["results"] == []
    assert visitor.get("/you/data.json").json["games"][0]["kind"] == "archive"


# --- secrets change, commitments do not -----------------------------------------------------------


def test_a_new_secret_makes_no_published_day_another(
    site: tuple[Days, Fairness], site_environ: dict[str, str], store: Store
) -> None:
    _, fairness = site
    assert len(fairness.publish()) == AHEAD + 1
    assert fairness.publish() == []
    settings = load_settings({**site_environ, "DAILY_SECRET": NEW, "OLD_DAILY_SECRETS": SECRET})
    days = days_of(settings, store)
    days.check_secret()
    rotated = Fairness(settings, store, days)
    with freeze_time("2026-12-14 10:00:00"):
        assert rotated.publish() == [TODAY + number * DAY for number in range(31, 36)]
        for day in rotated.days(TODAY, TODAY + 35 * DAY):
            secret = SECRET if day.date <= TODAY + AHEAD * DAY else NEW
            assert day.commitment == commitment_by_hand(secret, day.date)
            assert days.seed(day.date) == seed_by_hand(secret, day.date)
    with freeze_time("2027-02-01 10:00:00"):
        for day in rotated.days(TODAY, TODAY + 35 * DAY):
            secret = SECRET if day.date <= TODAY + AHEAD * DAY else NEW
            assert day.seed == seed_by_hand(secret, day.date).hex()


def test_a_secret_that_is_forgotten_leaves_its_days_sealed_for_ever(
    site: tuple[Days, Fairness], site_environ: dict[str, str], store: Store
) -> None:
    site[1].publish()
    settings = load_settings({**site_environ, "DAILY_SECRET": NEW})
    days = days_of(settings, store)
    with freeze_time("2026-12-20 10:00:00"):
        [day] = Fairness(settings, store, days).days(TODAY, TODAY)
        assert day.is_closed
        assert day.seed is None
        with pytest.raises(SecretChanged):
            days.seed(TODAY)


def test_a_public_secret_is_said_to_be_one(
    site_environ: dict[str, str], store: Store, clock: FrozenDateTimeFactory
) -> None:
    settings = load_settings({**site_environ, "DAILY_SECRET": PUBLIC_DAILY_SECRET})
    visitor = AppVisitor(create_app(settings, store))
    assert "can be computed ahead" in visitor.get("/fair").text
    assert visitor.get("/fair.json").json["deals_are_public"] is True


# --- the page and the command ---------------------------------------------------------------------


def test_the_command_on_the_page_prints_the_published_fingerprint(
    app: Flask,
    visitor: AppVisitor,
    clock: FrozenDateTimeFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    visitor.get("/")
    clock.tick(5 * DAY)
    page = visitor.get("/fair?day=2026-12-10").text
    found = re.search(r"<code>dailytrain (deal --hex [0-9a-f]{32})</code>", page)
    assert found is not None
    assert main(found[1].split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["commitment"] == commitment_by_hand(SECRET, TODAY + DAY)
    assert answer["commitment"] in page
    assert answer["hands"][0]
    assert "data-check-go hidden" in page
    assert "js/fair.js" in page


def test_the_page_names_what_is_sealed(visitor: AppVisitor) -> None:
    words = Page(visitor.get(f"/fair?day={TODAY}").text).words
    assert commitment_by_hand(SECRET, TODAY) in words
    assert "sealed until December 11, 2026, 00:00 UTC" in words
