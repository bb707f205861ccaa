"""Moving to another device: words, one-time links, and what becomes of results on both."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import unicodedata
from datetime import date, timedelta

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from web import create_app
from web.kept import keys
from web.kept.judged import JudgedStore
from web.kept.keys import PlayerId, daily_board
from web.kept.store import Store
from web.kept.trust import TrustStore
from web.people.recovery import _LISTS, WORDS, _by_start, _entropy_of, _words_of
from web.services import EXTENSION, Services
from web.settings import Settings

from .helpers.pages import Page
from .helpers.people import code_of, give_result, join, make_group, player_of
from .helpers.playing import begin, heaviest, lightest, play_out
from .helpers.visitors import Answer, AppVisitor

DAY = timedelta(days=1)
TODAY = date(2026, 12, 9)


@pytest.fixture
def services(app: Flask) -> Services:
    found: Services = app.extensions[EXTENSION]
    return found


def named(app: Flask, name: str) -> AppVisitor:
    visitor = AppVisitor(app)
    assert visitor.post("/you/name", {"name": name}).status == 303
    return visitor


def words_for(visitor: AppVisitor) -> str:
    answer = visitor.post("/move/code")
    assert answer.status == 200
    words = re.findall(r'class="words__word">([^<]+)<', answer.text)
    assert len(words) == WORDS
    return " ".join(words)


def link_for(visitor: AppVisitor) -> str:
    answer = visitor.post("/move/link")
    found = re.search(r"http://localhost(/move/here\?t=[A-Za-z0-9_-]{22})<", answer.text)
    assert found is not None
    return found[1]


def press(visitor: AppVisitor, link: str, **fields: str) -> Answer:
    """Open a link and say yes."""
    form = Page(visitor.get(link).text).form_to("/move/here")
    return visitor.post("/move/here", {**form.fields, **fields})


def name_shown(visitor: AppVisitor) -> str:
    found = re.search(r"<h1>(.*?)</h1>", visitor.get("/you").text)
    assert found is not None
    return found[1]


# --- the words ------------------------------------------------------------------------------------


def test_the_words_make_a_second_browser_the_same_person(app: Flask) -> None:
    first, second = named(app, "Zoë"), AppVisitor(app)
    game = begin(first, "/daily/2026-12-09")
    words = words_for(first)
    answer = second.post("/move/recover", {"code": words})
    assert (answer.status, answer.path) == (303, "/you")
    assert name_shown(second) == "Zoë"
    # A game begun on one goes on on the other.
    assert play_out(second, game)
    assert first.get(game).status == 200
    assert len(first.get("/you/data.json").json["results"]) == 1


def test_the_words_are_shown_once_and_only_a_digest_is_kept(
    app: Flask, store: Store, site_settings: Settings
) -> None:
    visitor = named(app, "Zoë")
    words = words_for(visitor)
    longest = max(words.split(), key=len)
    assert longest not in Page(visitor.get("/move").text).words
    kept = json.dumps(
        [
            store.link.call("HGETALL", keys.player(player_of(visitor, site_settings))),
            *(store.link.call("KEYS", "*")),
        ]
    )
    entropy = _entropy_of(words)
    assert entropy is not None
    digest = hashlib.sha256(b"dailytrain recovery " + entropy).hexdigest()[:40]
    assert digest in kept
    assert entropy.hex() not in kept
    assert longest not in kept


def test_new_words_make_the_old_ones_useless_and_they_can_be_called_off(app: Flask) -> None:
    visitor = named(app, "Zoë")
    old, new = words_for(visitor), words_for(visitor)
    assert AppVisitor(app).post("/move/recover", {"code": old}).status == 422
    assert AppVisitor(app).post("/move/recover", {"code": new}).status == 303
    assert "Call the words off" in visitor.get("/move").text
    for _ in range(2):
        assert visitor.post("/move/code/revoke").status == 303
    assert "Call the words off" not in visitor.get("/move").text
    assert AppVisitor(app).post("/move/recover", {"code": new}).status == 422


def test_twenty_wrong_codes_are_slowed_down_in_all_processes(
    app: Flask, site_settings: Settings, store: Store
) -> None:
    words = words_for(named(app, "Zoë"))
    apps = (app, create_app(site_settings, store))
    wrong = [
        AppVisitor(apps[number % 2]).post("/move/recover", {"code": f"wrong words {number}"})
        for number in range(20)
    ]
    assert [answer.status for answer in wrong] == [422] * 10 + [429] * 10
    assert 0 < int(wrong[-1].header("Retry-After") or 0) <= 15 * 60
    assert "Too many wrong codes" in Page(wrong[-1].text).words
    assert AppVisitor(app).post("/move/recover", {"code": words}).status == 429
    elsewhere = AppVisitor(app)
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.9"
    assert elsewhere.post("/move/recover", {"code": words}).status == 303


@pytest.mark.parametrize(
    "code", ["", " ", "abandon " * 12, "🎈" * 12, "x" * 5000, "abandon " * 11 + "about", "\x00"]
)
def test_what_is_no_code_leads_to_nobody(app: Flask, code: str) -> None:
    visitor = AppVisitor(app)
    answer = visitor.post("/move/recover", {"code": code})
    assert answer.status == 422
    assert visitor.client.get_cookie("player") is None


@pytest.mark.parametrize("language", _LISTS)
def test_words_may_be_typed_as_people_type(language: str) -> None:
    name = _LISTS[language]
    assert len(_by_start(name)) == 2048
    for _ in range(50):
        entropy = secrets.token_bytes(16)
        words = unicodedata.normalize("NFC", _words_of(name).to_mnemonic(entropy))
        assert len(words.split()) == WORDS
        for typed in (
            words,
            words.upper(),
            words.replace(" ", ", "),
            "\n".join(f"{number}. {word}" for number, word in enumerate(words.split(), 1)),
            " ".join(word[:4] for word in words.split()),
        ):
            assert _entropy_of(typed) == entropy, typed


def test_the_words_come_in_the_readers_language(app: Flask) -> None:
    visitor = named(app, "Zoë")
    answer = visitor.post("/move/code", None, Accept_Language="es")
    words = re.findall(r'class="words__word">([^<]+)<', answer.text)
    spanish = 'lang="es"' in answer.text
    assert {*words} <= {*_words_of("spanish" if spanish else "english").wordlist}
    assert AppVisitor(app).post("/move/recover", {"code": " ".join(words)}).status == 303


# --- the link -------------------------------------------------------------------------------------


def test_a_link_works_once_and_says_so_afterwards(app: Flask) -> None:
    first, second, third = named(app, "Zoë"), AppVisitor(app), AppVisitor(app)
    link = link_for(first)
    for _ in range(3):
        assert "Are you Zoë?" in second.get(link).text  # looking, or a preview, uses nothing up
    assert press(second, link).path == "/you"
    assert name_shown(second) == "Zoë"
    for answer in (third.get(link), third.post("/move/here", {"t": link.partition("t=")[2]})):
        assert answer.status == 410
        assert "has been used" in Page(answer.text).words
    assert third.client.get_cookie("player") is None


def test_of_two_who_press_at_once_one_is_let_in(app: Flask) -> None:
    link = link_for(named(app, "Zoë"))
    statuses = [press_blindly(AppVisitor(app), link) for _ in range(3)]
    assert sorted(statuses) == [303, 410, 410]


def press_blindly(visitor: AppVisitor, link: str) -> int:
    return visitor.post("/move/here", {"t": link.partition("t=")[2]}).status


def test_a_link_works_for_ten_minutes_and_only_the_newest(
    app: Flask, clock: FrozenDateTimeFactory, store: Store
) -> None:
    first = named(app, "Zoë")
    old = link_for(first)
    link = link_for(first)
    assert AppVisitor(app).get(old).status == 404
    [ticket] = store.link.call("KEYS", "dt1:{t:*")
    assert 590 <= store.link.call("TTL", ticket) <= 600
    clock.tick(timedelta(minutes=9, seconds=59))
    assert AppVisitor(app).get(link).status == 200
    clock.tick(2)
    answer = AppVisitor(app).get(link)
    assert answer.status == 404
    assert "ten minutes" in answer.text
    assert press_blindly(AppVisitor(app), link) == 404


def test_the_link_comes_as_a_picture_of_this_site(app: Flask) -> None:
    answer = named(app, "Zoë").post("/move/link")
    [picture] = [e for e in Page(answer.text).elements if e.attributes.get("class") == "qr"]
    assert picture.attributes["src"].startswith("data:image/svg+xml")
    assert picture.attributes["alt"]
    assert answer.header("Cache-Control") == "no-store"


def test_the_own_link_opened_on_the_same_browser_is_not_used_up(app: Flask) -> None:
    first, second = named(app, "Zoë"), AppVisitor(app)
    link = link_for(first)
    assert "already" in first.get(link).text
    assert press(second, link).status == 303


# --- two pasts ------------------------------------------------------------------------------------


class Two:
    """A person come back to, and the browser that becomes them, both with results."""

    def __init__(self, app: Flask, store: Store, settings: Settings) -> None:
        self.store = store
        self.old_browser, self.browser = named(app, "Zoë"), named(app, "Amber")
        self.zoe = player_of(self.old_browser, settings)
        self.amber = player_of(self.browser, settings)
        give_result(store, self.zoe, TODAY - 3 * DAY, [1, 2, 3, 4])
        give_result(store, self.amber, TODAY - 3 * DAY, [9, 9, 9, 9])
        give_result(store, self.zoe, TODAY - 2 * DAY, [5, 5, 5, 5])
        give_result(store, self.amber, TODAY - DAY, [0, 0, 0, 7])

    def totals(self, player: PlayerId) -> dict[str, int]:
        history = self.store.history(player)
        return {board[2:]: a.result.total for board, a in history.items() if a.result}

    def board(self, day: date) -> list[tuple[PlayerId, int]]:
        lines = self.store.page(daily_board(day), 0, 10)
        return [(line.player, line.result.total) for line in lines]


@pytest.fixture
def two(app: Flask, store: Store, site_settings: Settings) -> Two:
    return Two(app, store, site_settings)


def test_with_results_on_both_one_is_asked_and_nothing_happens_before(two: Two) -> None:
    link = link_for(two.old_browser)
    words = Page(two.browser.get(link).text).words
    assert "results here 2" in words
    assert "results of Zoë 2" in words
    assert "games begun in both 1" in words
    for how in ("", "neither"):
        assert press(two.browser, link, how=how).status == 422
    assert name_shown(two.browser) == "Amber"
    assert two.totals(two.amber) == {"2026-12-06": 36, "2026-12-08": 7}
    assert two.totals(two.zoe) == {"2026-12-06": 10, "2026-12-07": 20}


def test_results_brought_along_count_once_and_the_first_ones_stay(two: Two) -> None:
    assert press(two.browser, link_for(two.old_browser), how="bring").status == 303
    assert name_shown(two.browser) == "Zoë"
    assert two.totals(two.zoe) == {"2026-12-06": 10, "2026-12-07": 20, "2026-12-08": 7}
    assert two.totals(two.amber) == {}
    assert two.board(TODAY - 3 * DAY) == [(two.zoe, 10)]
    assert two.board(TODAY - DAY) == [(two.zoe, 7)]
    assert two.store.histogram(daily_board(TODAY - 3 * DAY)) == {10: 1}
    assert two.store.histogram(daily_board(TODAY - DAY)) == {7: 1}
    standing = two.store.standing(daily_board(TODAY - 3 * DAY), 0)
    assert (standing.players, standing.mean) == (1, 10.0)
    assert "Days in a row 3" in Page(two.browser.get("/you").text).words


def test_results_left_behind_stay_where_they_are(two: Two) -> None:
    assert press(two.browser, link_for(two.old_browser), how="leave").status == 303
    assert name_shown(two.browser) == "Zoë"
    assert two.totals(two.zoe) == {"2026-12-06": 10, "2026-12-07": 20}
    assert two.board(TODAY - 3 * DAY) == [(two.zoe, 10), (two.amber, 36)]


def test_the_words_ask_as_the_link_does(two: Two) -> None:
    words = words_for(two.old_browser)
    answer = two.browser.post("/move/recover", {"code": words})
    assert answer.path.startswith("/move/here?t=")
    assert name_shown(two.browser) == "Amber"
    assert press(two.browser, answer.path, how="bring").status == 303
    assert two.totals(two.zoe) == {"2026-12-06": 10, "2026-12-07": 20, "2026-12-08": 7}


def test_merging_again_or_on_from_half_way_changes_nothing_more(
    two: Two, services: Services
) -> None:
    services.recovery._move_attempt(daily_board(TODAY - 3 * DAY), "x", two.amber, two.zoe)
    for _ in range(2):
        services.recovery.merge(two.amber, two.zoe)
    services.recovery.merge(two.zoe, two.zoe)
    assert two.totals(two.zoe) == {"2026-12-06": 10, "2026-12-07": 20, "2026-12-08": 7}
    left = [key for key in two.store.link.call("KEYS", "*") if two.amber in key]
    assert left == []


def test_games_move_too_and_the_one_that_lost_its_day_becomes_practice(
    app: Flask, store: Store, site_settings: Settings
) -> None:
    first, second = named(app, "Zoë"), named(app, "Amber")
    kept, lost = begin(first, "/daily/2026-12-09"), begin(second, "/daily/2026-12-09")
    play_out(first, kept, heaviest)
    play_out(second, lost, lightest)
    board = daily_board(TODAY)
    zoe, amber = player_of(first, site_settings), player_of(second, site_settings)
    judged = JudgedStore(store.link)
    judged.keep_skill(board, zoe, 11)
    judged.keep_skill(board, amber, 22)
    total = {line.player: line.result.total for line in store.page(board, 0, 10)}
    assert press(second, link_for(first), how="bring").status == 303
    assert [(line.player, line.result.total) for line in store.page(board, 0, 10)] == [
        (zoe, total[zoe])
    ]
    # Looking at the games again, in either browser, puts nothing back on the board.
    for visitor in (first, second):
        assert visitor.get(f"{kept}/result").status == 200
        answer = visitor.get(f"{lost}/result")
        assert "does not count" in Page(answer.text).words
    assert store.histogram(board) == {total[zoe]: 1}
    assert judged.skills(board, [zoe, amber]) == {zoe: 11}
    assert {game["id"]: game["kind"] for game in second.get("/you/data.json").json["games"]} == {
        kept.rpartition("/")[2]: "daily",
        lost.rpartition("/")[2]: "practice",
    }


def test_a_game_that_runs_goes_on_after_moving(app: Flask, store: Store) -> None:
    first, second = named(app, "Zoë"), named(app, "Amber")
    game = begin(second, "/daily/2026-12-09")
    form = Page(second.get(game).text).form_to("/act")
    second.post(form.action, {**form.fields, "action": form.actions[0]})
    assert press(second, link_for(first), how="bring").status == 303
    play_out(first, game)  # on the other device, which never saw it
    assert len(store.page(daily_board(TODAY), 0, 10)) == 1
    assert second.get(f"{game}/result").status == 200


def test_groups_move_and_nobody_is_in_one_twice(
    app: Flask, store: Store, site_settings: Settings
) -> None:
    first, second = named(app, "Zoë"), named(app, "Amber")
    shared, own = make_group(first, "Shared"), make_group(second, "Only Amber’s")
    join(second, code_of(first, shared), "Amber")
    assert press(second, link_for(first), how="bring").status == 303
    assert "0 of 1 have finished" in Page(first.get(shared).text).words
    assert "Zoë" in first.get(shared).text
    assert Page(first.get(f"{own}/settings").text).has_form_to("/delete")
    assert "0 of 1 have finished" in Page(first.get(own).text).words


def test_a_hidden_name_does_not_become_visible_by_moving(two: Two, services: Services) -> None:
    TrustStore(two.store.link).hide_name(two.amber)
    services.recovery.merge(two.amber, two.zoe)
    assert services.trust.is_name_hidden(two.zoe)


def test_a_hidden_result_moves_hidden(two: Two, services: Services) -> None:
    trust = TrustStore(two.store.link)
    board = daily_board(TODAY - DAY)
    assert trust.hide_result(board, two.amber)
    services.recovery.merge(two.amber, two.zoe)
    assert trust.is_result_hidden(board, two.zoe)
    assert two.board(TODAY - DAY) == []
    assert trust.show_result(board, two.zoe)
    assert two.board(TODAY - DAY) == [(two.zoe, 7)]
