"""Pages in a browser: sharing, the countdown and a new day, the settings, without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.site.helpers.playing import begin as begin_by_forms
from tests.site.helpers.playing import heaviest, play_by_script
from tests.site.helpers.servers import Site
from tests.site.helpers.visitors import WireVisitor

from .conftest import Visit, launched
from .playing import become
from .test_whole_games import begin

SEED = "/seed/SHARED?rounds=1"


@pytest.fixture(scope="module")
def finished(served: Site) -> tuple[str, dict[str, str]]:
    """Finish a game; give its path and the cookies of its owner."""
    who = WireVisitor(served.base)
    game = begin_by_forms(who, SEED)
    play_by_script(who, game, heaviest)
    return game, dict(who.cookies)


def result(
    visit: Visit,
    finished: tuple[str, dict[str, str]],
    served: Site,
    **options: Any,  # noqa: ANN401 - Playwright's
) -> Page:
    game, cookies = finished
    page = visit("/rules", **options)
    become(page.context, served.base, cookies)
    page.goto(game)
    return page


def test_sharing_uses_the_devices_sheet_where_there_is_one(
    visit: Visit, finished: tuple[str, dict[str, str]], served: Site
) -> None:
    page = result(visit, finished, served)
    page.add_init_script(
        "navigator.share = (data) => { window.shared = data; return Promise.resolve(); }"
    )
    page.reload()
    page.locator("[data-share-go]").click()
    text = page.locator("[data-share] textarea").input_value()
    assert page.evaluate("window.shared.text") == text
    assert "SHARED" in text


def test_sharing_else_copies_and_says_so(
    visit: Visit, finished: tuple[str, dict[str, str]], served: Site
) -> None:
    page = result(visit, finished, served, permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("delete Navigator.prototype.share")
    page.locator("[data-share-go]").click()
    expect(page.locator("[data-share] [role=status]")).to_contain_text("Copied")
    text = page.locator("[data-share] textarea").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == text


def test_sharing_else_marks_the_text(
    visit: Visit, finished: tuple[str, dict[str, str]], served: Site
) -> None:
    page = result(visit, finished, served)
    page.evaluate(
        "() => { delete Navigator.prototype.share; "
        "navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
    )
    page.locator("[data-share-go]").click()
    area = page.locator("[data-share] textarea")
    expect(area).to_be_focused()
    assert page.evaluate(
        "() => { const area = document.querySelector('[data-share] textarea');"
        " return area.selectionEnd - area.selectionStart === area.value.length; }"
    )


NAVIGATION = """() => [...document.querySelectorAll(".site-nav a")].map((link) => {
  const { left, top, right, width, height } = link.getBoundingClientRect();
  return { left, top, right, width, height };
})"""


@pytest.mark.parametrize("place", ["a page", "the table"])
@pytest.mark.parametrize("lang", ["en-GB", "es-ES"])
@pytest.mark.parametrize("wide", [320, 360])
def test_the_navigation_is_one_line_of_large_targets(
    visit: Visit, wide: int, lang: str, place: str
) -> None:
    page = visit("/seed/NAVIGATION", viewport={"width": wide, "height": 740}, locale=lang)
    if place == "the table":
        begin(page)
    links = page.evaluate(NAVIGATION)
    assert len(links) == 5
    assert len({link["top"] for link in links}) == 1
    assert all(link["width"] >= 44 and link["height"] >= 44 for link in links), links
    assert links[0]["left"] >= 0
    assert links[-1]["right"] <= wide
    assert all(a["right"] <= b["left"] for a, b in pairwise(links))


def test_the_navigation_loses_nothing_when_the_text_is_twice_as_large(visit: Visit) -> None:
    page = visit("/rules", viewport={"width": 320, "height": 740}, locale="es-ES")
    for path in ("/archive", "/you"):
        page.goto(path)
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        links = page.evaluate(NAVIGATION)
        assert all(link["left"] >= 0 and link["right"] <= 320 for link in links), links
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0, path


@pytest.fixture(scope="module")
def enlarged(playwright: Playwright) -> Iterator[Browser]:
    """Run the browser as whoever needs text twice as large sets it."""
    browser = launched(playwright, "--blink-settings=defaultFontSize=32")
    yield browser
    browser.close()


@pytest.mark.parametrize("lang", ["en-GB", "es-ES"])
def test_no_page_is_wider_than_a_narrow_phone_when_the_text_is_twice_as_large(
    enlarged: Browser, finished: tuple[str, dict[str, str]], served: Site, lang: str
) -> None:
    context = enlarged.new_context(
        base_url=served.base, viewport={"width": 320, "height": 740}, locale=lang
    )
    page = context.new_page()
    too_wide = {}

    def measure(*paths: str) -> None:
        for path in paths:
            page.goto(path)
            too_wide[path] = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )

    measure("/", "/rules", "/about", "/fair", "/archive", "/daily/2026-12-08", "/seeds", "/learn")
    measure("/you", "/move", "/friends", "/score-sheet", "/seed/WIDE", "/nowhere")
    page.goto("/seed/WIDE")
    begin(page)
    measure(urlsplit(page.url).path)
    game, cookies = finished
    become(context, served.base, cookies)
    compared = game.replace("game", "compare")
    measure(game, f"{game}/choices", f"{game}/replay?at=9", compared, f"{compared}?as=heaviest")
    assert {path: by for path, by in too_wide.items() if by > 0} == {}
    context.close()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_page_left_open_over_midnight_says_so_and_loses_nothing(visit: Visit, zone: str) -> None:
    page = visit("/rules", timezone_id=zone)
    page.clock.install()
    page.goto("/")
    begin(page)
    table = page.locator("#table").inner_text()
    left = int(page.locator("[data-seconds-left]").first.get_attribute("data-seconds-left") or 0)
    page.clock.fast_forward((left - 60) * 1000)
    expect(page.locator("#banner")).to_be_empty()
    page.clock.fast_forward(61_000)
    expect(page.locator("#banner")).to_contain_text("new day")
    assert page.locator("#table").inner_text() == table
    assert page.locator("#banner a").get_attribute("href") == "/"


def test_the_countdown_counts_the_servers_seconds_whatever_the_device_says(visit: Visit) -> None:
    page = visit("/rules", timezone_id="Asia/Kathmandu")
    page.clock.install(time="2031-01-01T00:00:00Z")
    page.goto("/")
    clock = page.locator("time[data-seconds-left]").first
    left = int(clock.get_attribute("data-seconds-left") or 0)
    page.clock.fast_forward(10_000)
    hours, minutes, seconds = map(int, clock.inner_text().split(":"))
    assert left - 16 <= hours * 3600 + minutes * 60 + seconds <= left - 8


def test_settings_are_kept_and_hold_before_the_first_paint(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-open="settings"]').first.click()
    page.get_by_label("Night").check()
    page.get_by_label("Numerals").check()
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    for path in ("/", "/rules"):
        page.goto(path)
        assert page.evaluate("({...document.documentElement.dataset})")["theme"] == "dark"
        assert page.evaluate("document.documentElement.dataset.faces") == "numerals"


def test_every_page_can_be_read_without_scripts(visit: Visit) -> None:
    page = visit("/", java_script_enabled=False)
    for path in ("/", "/archive", "/seeds", "/rules", "/you", "/about", "/fair"):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        for button in page.locator("button:visible").all():
            kind = button.get_attribute("type") or "submit"
            assert kind == "submit", f"{path}: a button that does nothing: {button.inner_text()}"
