"""Processes that are killed in mid-game: what was acknowledged is there, and play goes on."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from http.client import HTTPException

import pytest

from web.kept.keys import actions

from .helpers.pages import Page, without_clock
from .helpers.playing import Truth, act, begin, first, lightest, play_by_script
from .helpers.servers import DAY, SECRET, Site, running_site, wait_until
from .helpers.visitors import Answer, WireVisitor

TODAY = date.fromisoformat(DAY)
PATIENCE = 20.0
"""Seconds in which the site must be back, whatever was killed."""


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a site whose processes are killed."""
    with running_site(tmp_path_factory.mktemp("victim")) as site:
        yield site


def insist(who: WireVisitor, game: str, at: int, action: str) -> Answer:
    """Post an action until it is acknowledged, as someone does who has lost the site."""
    deadline = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < deadline, "the site does not come back"
        with suppress(OSError, HTTPException):
            answer = act(who, game, at, action)
            if answer.status == 200:
                return answer
            # Nothing but an honest "not now" may answer meanwhile.
            assert answer.status == 503, (answer.status, answer.body[:300])
        time.sleep(0.02)


def play_while(site: Site, kill: Callable[[], object], times: int) -> None:
    """Play from the first action on while processes are killed, each action as often as needed."""
    who = WireVisitor(site.base)
    game = begin(who, "/")
    truth = Truth.daily(SECRET, TODAY)
    over = threading.Event()

    def killer() -> None:
        for _ in range(times):
            time.sleep(0.15)
            kill()
        over.set()

    thread = threading.Thread(target=killer)
    thread.start()
    while not (over.is_set() and truth.match.length > 30) and not truth.match.finished:
        action, at = first(truth.legal), truth.match.length
        answer = insist(who, game, at, action)
        truth.do(action)
        # Acknowledged: the site tells of it, exactly once, and of nothing else.
        assert answer.json["at"] == truth.match.length
    thread.join()
    wait_until(site.is_ready, PATIENCE)
    link = site.link()
    stored = link.call("LRANGE", actions(game.rpartition("/")[2]), 0, -1)
    link.close()
    assert stored == [str(action) for action in truth.actions]
    play_by_script(who, game, first)


def kill_workers(site: Site) -> None:
    for worker in site.workers[:1]:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def kill_store(site: Site) -> None:
    with suppress(Exception):
        os.kill(site.store_process, signal.SIGKILL)


def test_workers_killed_in_mid_game_lose_no_action(victim: Site) -> None:
    play_while(victim, lambda: kill_workers(victim), times=5)


def test_the_embedded_server_killed_in_mid_game_loses_no_action(victim: Site) -> None:
    play_while(victim, lambda: kill_store(victim), times=3)


def seen_by(who: WireVisitor, path: str) -> str:
    return without_clock(who.get(path).text)


@pytest.mark.parametrize("end", ["stop", "kill everything"])
def test_a_game_is_resumed_exactly_after_everything_ended(victim: Site, end: str) -> None:
    running, finished = WireVisitor(victim.base), WireVisitor(victim.base)
    play_by_script(finished, begin(finished, "/"), lightest)
    game = begin(running, "/")
    truth = Truth.daily(SECRET, TODAY)
    for _ in range(7):
        action, at = first(truth.legal), truth.match.length
        assert act(running, game, at, action).status == 200
        truth.do(action)
    before = seen_by(running, game), seen_by(running, "/"), seen_by(finished, "/")
    if end == "stop":
        victim.stop()
    else:
        store = victim.store_process
        os.kill(store, signal.SIGKILL)
        victim.kill()
    victim.start()
    assert (seen_by(running, game), seen_by(running, "/"), seen_by(finished, "/")) == before
    play_by_script(running, game, first)
    while not truth.match.finished:
        truth.do(first(truth.legal))
    assert str(truth.match.totals[0]) in Page(running.get("/").text).words.split()


def test_secrets_made_up_once_outlive_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("own-secrets")
    with running_site(folder, SECRET_KEY="", DAILY_SECRET="", WEB_WORKERS="2") as site:
        who = WireVisitor(site.base)
        game = begin(who, "/")
        before = seen_by(who, game)
        site.stop()
        site.start()
        assert seen_by(who, game) == before
        site.stop()
        # Another secret would be another deal in mid-day: the site does not start.
        with pytest.raises(AssertionError, match="DAILY_SECRET"):
            site.start(DAILY_SECRET="quite another secret of the day")
