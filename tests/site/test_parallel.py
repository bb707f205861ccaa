"""Many hands at once: one result, one attempt, no fork, and an answer for everyone."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from typing import TypeVar

from web.kept.connection import Link
from web.kept.keys import actions, daily_board, entries, ranks, totals

from .helpers.pages import Page
from .helpers.playing import Truth, act, begin, first, heaviest, lightest, play_by_script
from .helpers.servers import DAY, SECRET, Site
from .helpers.visitors import JSON, WireVisitor

T = TypeVar("T")
TODAY = date.fromisoformat(DAY)
BOARD = daily_board(TODAY)
Guest = Callable[[], WireVisitor]


def at_once(work: Iterable[Callable[[], T]]) -> list[T]:
    """Do each piece of work in a thread of its own; all start together."""
    pieces = [*work]
    barrier = threading.Barrier(len(pieces))

    def start(piece: Callable[[], T]) -> T:
        barrier.wait(10)
        return piece()

    with ThreadPoolExecutor(len(pieces)) as pool:
        return [done.result() for done in [pool.submit(start, piece) for piece in pieces]]


def player_of(who: WireVisitor) -> str:
    return who.cookies["player"].partition(".")[0]


def stored_actions(link: Link, game: str) -> list[str]:
    found: list[str] = link.call("LRANGE", actions(game.rpartition("/")[2]), 0, -1)
    return found


def test_the_last_action_sent_fifty_times_at_once_gives_one_result(
    site: Site, guest: Guest
) -> None:
    who = guest()
    game = begin(who, "/")
    truth = Truth.daily(SECRET, TODAY)
    at, action, _ = play_by_script(who, game, heaviest, before_last=truth)
    link = site.link()
    before = int(link.call("ZCARD", ranks(BOARD)))
    sum_before = int(link.call("HGET", totals(BOARD), "sum") or 0)
    tabs = [who.twin() for _ in range(50)]
    answers = at_once(partial(act, tab, game, at, action) for tab in tabs)
    assert Counter(answer.status for answer in answers) == {200: 50}
    for answer in answers:
        assert answer.json["finished"]
        assert answer.json["at"] == truth.match.length
        assert answer.json["redirect"] == f"{game}/result"
        assert "error" not in answer.json
    assert link.call("ZCARD", ranks(BOARD)) == before + 1
    assert int(link.call("HGET", totals(BOARD), "sum")) == sum_before + truth.match.totals[0]
    assert stored_actions(link, game) == [str(action) for action in truth.actions]
    (entry,) = link.call("HMGET", entries(BOARD), player_of(who))
    assert game.rpartition("/")[2] in entry
    # By forms, later, it is as harmless.
    assert who.post(f"{game}/act", {"at": str(at), "action": action}).status == 303
    assert link.call("ZCARD", ranks(BOARD)) == before + 1
    link.close()


def test_every_action_sent_by_many_at_once_is_done_once(site: Site, guest: Guest) -> None:
    who = guest()
    game = begin(who, "/")
    truth = Truth.daily(SECRET, TODAY)
    tabs = [who.twin() for _ in range(6)]
    link = site.link()
    for _ in range(12):
        action, at = first(truth.legal), truth.match.length
        answers = at_once(partial(act, tab, game, at, action) for tab in tabs)
        truth.do(action)
        assert {answer.status for answer in answers} == {200}
        assert {answer.json["at"] for answer in answers} == {truth.match.length}
        assert len({answer.json["html"] for answer in answers}) == 1
        assert stored_actions(link, game) == [str(each) for each in truth.actions]
    link.close()


def test_two_tabs_that_choose_differently_at_once_do_not_fork_the_game(
    site: Site, guest: Guest
) -> None:
    who = guest()
    game = begin(who, "/")
    truth = Truth.daily(SECRET, TODAY)
    one, other = who.twin(), who.twin()
    link = site.link()
    contested = 0
    for _ in range(40):
        at, choices = truth.match.length, {heaviest(truth.legal), lightest(truth.legal)}
        if len(choices) < 2:
            truth.do(action := choices.pop())
            assert act(one, game, at, action).status == 200
            continue
        contested += 1
        pairs = list(zip((one, other), sorted(choices), strict=True))
        answers = at_once(partial(act, tab, game, at, choice) for tab, choice in pairs)
        statuses = sorted(answer.status for answer in answers)
        assert statuses == [200, 409]
        won = next(
            a for (_tab, a), answer in zip(pairs, answers, strict=True) if answer.status == 200
        )
        truth.do(won)
        assert stored_actions(link, game) == [str(each) for each in truth.actions]
        for answer in answers:
            assert answer.json["at"] == truth.match.length
        stale = next(answer for answer in answers if answer.status == 409)
        assert stale.json["error"]["reason"] == "stale"
        if contested == 8:
            break
    assert contested == 8
    link.close()


def test_two_tabs_acting_in_turn_each_get_the_present_view(guest: Guest) -> None:
    who = guest()
    game = begin(who, "/")
    truth = Truth.daily(SECRET, TODAY)
    ahead, behind = who.twin(), who.twin()
    for _ in range(8):
        action, at = first(truth.legal), truth.match.length
        assert act(ahead, game, at, action).status == 200
        truth.do(action)
        # The other tab still shows how it was: what it repeats is harmless, what it invents is not
        # done, and either way it is shown how the game stands.
        repeated = act(behind, game, at, action)
        assert repeated.status == 200
        other = "pass" if action == "draw" else "draw"
        invented = act(behind, game, at, other)
        assert invented.status == 409
        for answer in (repeated, invented):
            assert answer.json["at"] == truth.match.length
            assert f'value="{truth.match.length}"' in answer.json["html"]
        by_form = behind.post(f"{game}/act", {"at": str(at), "action": other})
        assert by_form.status == 303
        assert "gone on" in Page(behind.get(by_form.path).text).words
        ahead, behind = behind, ahead


def test_play_pressed_many_times_at_once_begins_one_attempt(site: Site, guest: Guest) -> None:
    link = site.link()
    for path, board in ((f"/daily/{DAY}/play", BOARD), ("/seed/PRESSED/play?rounds=1", None)):
        who = guest()
        who.post("/you/name", {"name": "Quick Fingers"})
        tabs = [who.twin() for _ in range(16)]
        answers = at_once(partial(tab.post, path) for tab in tabs)
        assert {answer.status for answer in answers} == {303}
        assert len({answer.path for answer in answers}) == 1
        games = link.call("ZRANGE", f"dt1:{{p:{player_of(who)}}}:games", 0, -1)
        assert [f"/game/{name}" for name in games] == [answers[0].path]
        assert who.get(answers[0].path).status == 200
        if board:
            assert link.call("HGET", entries(board), player_of(who))
    link.close()


def test_a_double_click_by_someone_new_leaves_one_of_two_attempts_with_its_cookie(
    guest: Guest,
) -> None:
    # Two posts without a cookie are two strangers to the site; the browser keeps the last cookie,
    # and with it a game that can be played.
    tabs = [guest() for _ in range(2)]
    answers = at_once(partial(tab.post, f"/daily/{DAY}/play") for tab in tabs)
    for tab, answer in zip(tabs, answers, strict=True):
        assert answer.status == 303
        assert tab.get(answer.path).status == 200
        assert tab.post(f"/daily/{DAY}/play").path == answer.path


def test_undo_sent_many_times_at_once_takes_one_action_back(site: Site, guest: Guest) -> None:
    who = guest()
    truth = Truth.daily(SECRET, TODAY)
    game = begin(who, "/")
    at, action = 0, first(truth.legal)
    # The first run of this day's deal has a second tile, so the first may be taken back.
    assert act(who, game, at, action).json["at"] == 1
    link = site.link()
    assert len(stored_actions(link, game)) == 1
    tabs = [who.twin() for _ in range(8)]
    answers = at_once(partial(tab.ask, "POST", f"{game}/undo", {"at": "1"}, JSON) for tab in tabs)
    assert Counter(answer.status for answer in answers)[200] >= 1
    assert {answer.status for answer in answers} <= {200, 409}
    assert stored_actions(link, game) == []
    (present,) = {answer.json["at"] for answer in answers}
    assert present > 1
    # An action posted by a page from before comes too late.
    assert act(who, game, at, action).status == 409
    assert stored_actions(link, game) == []
    assert act(who, game, present, action).status == 200
    link.close()
