"""Whether the site says how it is, and what it does while its store is away."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from web import create_app
from web.kept.keys import daily_board
from web.kept.store import Store
from web.settings import Settings, load_settings

from .helpers.pages import Page, without_clock
from .helpers.playing import Truth, act, begin, first, play_by_script
from .helpers.servers import DAY, SECRET, OwnStore, own_store
from .helpers.visitors import Answer, AppVisitor


@pytest.fixture
def weak_store(tmp_path: Path) -> Iterator[OwnStore]:
    """Run a store that the test may hurt."""
    with own_store(tmp_path) as running:
        yield running


@pytest.fixture
def weak_settings(site_environ: dict[str, str], weak_store: OwnStore) -> Settings:
    return load_settings({**site_environ, "REDIS_URL": weak_store.url, "TODAY": DAY})


@pytest.fixture
def visitor(weak_settings: Settings) -> AppVisitor:
    return AppVisitor(create_app(weak_settings))


def is_honest(answer: Answer) -> bool:
    """Tell whether an answer says, in words and with its status, that the store is away."""
    assert answer.status == 503
    assert int(answer.header("Retry-After") or 0) > 0
    assert "no-store" in (answer.header("Cache-Control") or "")
    if (answer.header("Content-Type") or "").startswith("application/json"):
        return answer.json["error"]["reason"] == "store_down" and bool(
            answer.json["error"]["message"]
        )
    return "Nothing is lost" in Page(answer.text).words


def test_a_healthy_site_says_so(visitor: AppVisitor, weak_settings: Settings) -> None:
    assert visitor.get("/healthz").json == {"status": "ok"}
    ready = visitor.get("/readyz")
    assert ready.status == 200
    assert ready.json == {"status": "ok", "store": True, "day": True}
    store = Store.open(weak_settings)
    # Today's deal is made: its commitment is published, its table set.
    assert store.noted_days([date.fromisoformat(DAY)])
    store.close()
    for path in ("/healthz", "/readyz"):
        answer = visitor.get(path)
        assert answer.header("Cache-Control") == "no-store"
        assert answer.cookies == []


def test_while_the_store_is_away_pages_say_so_and_then_play_goes_on(
    visitor: AppVisitor, weak_store: OwnStore
) -> None:
    truth = Truth.daily(SECRET, date.fromisoformat(DAY))
    game = begin(visitor, "/")
    for _ in range(4):
        action = first(truth.legal)
        assert act(visitor, game, truth.match.length, action).status == 200
        truth.do(action)
    before = without_clock(visitor.get(game).text)
    weak_store.kill()
    assert visitor.get("/healthz").status == 200
    ready = visitor.get("/readyz")
    assert ready.status == 503
    assert ready.json == {"status": "not ready", "store": False, "day": False}
    action = first(truth.legal)
    assert is_honest(act(visitor, game, truth.match.length, action))
    by_form = {"at": str(truth.match.length), "action": action}
    assert is_honest(visitor.post(f"{game}/act", by_form))
    assert is_honest(visitor.get(game))
    assert is_honest(visitor.get("/"))
    assert visitor.get("/rules").status == 200
    weak_store.start()
    assert visitor.get("/readyz").status == 200
    assert without_clock(visitor.get(game).text) == before
    answer = act(visitor, game, truth.match.length, action)
    assert answer.status == 200
    truth.do(action)
    assert answer.json["at"] == truth.match.length
    play_by_script(visitor, game, first)
    while not truth.match.finished:
        truth.do(first(truth.legal))
    assert str(truth.match.totals[0]) in Page(visitor.get("/").text).words


def test_a_result_that_could_not_be_recorded_is_recorded_when_the_store_is_back(
    visitor: AppVisitor, weak_store: OwnStore, weak_settings: Settings
) -> None:
    truth = Truth.daily(SECRET, date.fromisoformat(DAY))
    game = begin(visitor, "/")
    at, action, _ = play_by_script(visitor, game, first, before_last=truth)
    weak_store.kill()
    assert is_honest(act(visitor, game, at, action))
    weak_store.start()
    assert act(visitor, game, at, action).json["finished"]
    store = Store.open(weak_settings)
    (line,) = store.page(daily_board(date.fromisoformat(DAY)), 0, 9)
    assert line.result.total == truth.match.totals[0]
    store.close()


def test_a_store_that_hangs_is_not_waited_for_long(
    visitor: AppVisitor, weak_store: OwnStore
) -> None:
    game = begin(visitor, "/")
    weak_store.freeze()
    began = time.monotonic()
    assert is_honest(visitor.get(game))
    assert time.monotonic() - began < 8
    weak_store.thaw()
    assert visitor.get(game).status == 200


def test_a_site_may_start_before_its_store(weak_settings: Settings, weak_store: OwnStore) -> None:
    weak_store.kill()
    visitor = AppVisitor(create_app(weak_settings))
    assert is_honest(visitor.get("/"))
    weak_store.start()
    assert visitor.get("/").status == 200


def test_a_person_whose_game_was_claimed_and_never_made_can_still_play(
    visitor: AppVisitor, weak_settings: Settings
) -> None:
    # As when the site dies between the two writes of a beginning.
    game = begin(visitor, "/")
    store = Store.open(weak_settings)
    store.link.call("DEL", f"dt1:{{g:{game.rpartition('/')[2]}}}")
    store.close()
    assert visitor.get(f"/daily/{DAY}").status == 200
    assert begin(visitor, "/") == game
    assert visitor.get(game).status == 200
