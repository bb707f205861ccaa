"""Whole games in a browser: by touch, by keys alone, by typed words, and without scripts."""

from __future__ import annotations

import re
from datetime import date

from playwright.sync_api import Page

from tests.site.helpers.playing import form_to_act
from tests.site.helpers.servers import DAY, Site
from web.kept.connection import Link
from web.kept.keys import daily_board, ranks

from .conftest import DESK, PHONE, Visit
from .playing import by_keys, by_touch, by_words, heaviest, moments

SEED = "/seed/BROWSER?rounds=2"


def begin(page: Page) -> None:
    """Press Play."""
    page.locator('form[action*="/play"] button').first.click()
    page.wait_for_url("**/game/*")


def results_today(link: Link) -> int:
    return int(link.call("ZCARD", ranks(daily_board(date.fromisoformat(DAY)))))


def close_by_tap(page: Page) -> None:
    page.locator("#round-end form .btn--primary").tap()


def test_a_whole_daily_by_touch_on_a_phone_without_scrolling(visit: Visit, served: Site) -> None:
    link = served.link()
    before = results_today(link)
    page = visit("/", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    begin(page)
    rounds = set()
    for seen in moments(page, by_touch, close_by_tap):
        rounds.add(seen.round)
        assert seen.wide <= 0
        for spot in (*seen.fits, *seen.acts):
            assert spot.free, spot
            assert spot.width >= 24
            assert spot.height >= 24
    assert rounds == {1, 2, 3, 4}
    assert page.locator("h1").count() == 1
    assert results_today(link) == before + 1
    link.close()


def test_a_whole_daily_by_keys_alone(visit: Visit, served: Site) -> None:
    link = served.link()
    before = results_today(link)
    page = visit("/", viewport=DESK)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('form[action*=\"/play\"]') !== null"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    for number, seen in enumerate(
        moments(page, by_keys, lambda page: page.keyboard.press("Enter"))
    ):
        assert seen.focus or number == 0, "the focus is lost"
        assert seen.wide <= 0
    assert results_today(link) == before + 1
    link.close()


RECORD_WORDS = """() => {
  window.said = [];
  const place = document.getElementById("spoken");
  new MutationObserver(() => { if (place.textContent) window.said.push(place.textContent); })
    .observe(place, { childList: true, characterData: true, subtree: true });
  document.getElementById("command-line").focus();
}"""


def test_a_whole_game_by_typed_words_with_what_is_said(visit: Visit) -> None:
    page = visit(SEED, viewport=DESK)
    begin(page)
    page.evaluate(RECORD_WORDS)
    turns = 0

    for seen in moments(page, by_words, lambda page: page.keyboard.press("Enter")):
        turns += 1
        if seen.focus != "INPUT":
            page.evaluate("document.getElementById('command-line').focus()")
        if turns in {2, 9}:
            for word, told in (("h", f"{len(seen.order)} tiles"), ("t", "shows"), ("?", "draws")):
                page.keyboard.type(word)
                page.keyboard.press("Enter")
                page.wait_for_function(
                    "told => document.querySelector('.command__answer').textContent.includes(told)",
                    arg=told,
                )
        if turns == 5:
            said = page.evaluate("window.said")
            last = said[-1]
            # What you did, what each computer did, whose turn it is, what is playable.
            places = [last.find(word) for word in ("You ", "Wren ", "Marlow ")]
            assert places[0] == 0
            assert "fit" in last or "draw" in last or "pass" in last
    assert turns > 20
    assert "/result" in page.url


def test_a_whole_game_without_scripts(visit: Visit) -> None:
    page = visit(SEED, java_script_enabled=False, has_touch=True)
    begin(page)
    ended = 0
    for _ in range(200):
        if "/round/" in page.url:
            ended += 1
            with page.expect_navigation():
                page.locator("main a.btn").first.tap()
            continue
        form = form_to_act(page.content())
        values = form.actions if form else []
        if not values:
            break
        action = heaviest(values)
        button = page.locator(f'form[data-play] button[value="{action}"]')
        if button.locator("xpath=ancestor::details").count():
            page.locator(f'summary[data-plays~="{action}"]').tap()
        with page.expect_navigation():
            button.tap()
    assert ended == 2
    assert re.search(r"/game/[\w-]+(/result)?$", page.url)
    assert page.locator("h1").count() == 1
    assert page.locator("form[data-play]").count() == 0
