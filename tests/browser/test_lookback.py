"""Looking back in a browser: by keys, buttons and itself, without scripts, and as axe sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.site.helpers.playing import begin, heaviest, lightest, play_by_script
from tests.site.helpers.visitors import WireVisitor

from .conftest import AXE, DESK, PHONE
from .deployed import Deployed
from .playing import become


@dataclass(frozen=True)
class Games:
    """Two finished games of a deal, and the browser of whoever played the first."""

    base: str
    own: str
    other: str
    cookies: dict[str, str]

    @property
    def side_by_side(self) -> str:
        return self.own.replace("/game/", "/compare/") + self.other.removeprefix("/game")

    def open(self, browser: Browser, path: str, **options: Any) -> Page:  # noqa: ANN401 - as Playwright takes them
        context: BrowserContext = browser.new_context(**{"viewport": PHONE, **options})
        become(context, self.base, self.cookies)
        page = context.new_page()
        page.goto(self.base + path)
        return page


@pytest.fixture
def games(site: Deployed) -> Games:
    one, other = WireVisitor(site.base), WireVisitor(site.base)
    own = begin(one, "/seed/BACK?rounds=2")
    play_by_script(one, own, heaviest)
    theirs = begin(other, "/seed/BACK?rounds=2")
    play_by_script(other, theirs, lightest)
    return Games(site.base, own, theirs, one.cookies)


def at(number: int) -> re.Pattern[str]:
    return re.compile(rf"[?&]at={number}$")


def test_a_game_is_stepped_through_by_keys(chrome: Browser, games: Games) -> None:
    page = games.open(chrome, f"{games.own}/replay")
    words = page.locator("[data-words]")
    first = words.inner_text()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(1))
    expect(words).not_to_have_text(first)
    expect(page.locator("#spoken")).to_contain_text(words.inner_text())
    stops = [int(n) for n in (page.locator("#table").get_attribute("data-stops") or "").split()]
    last = int(page.locator("#table").get_attribute("data-last") or "0")
    page.keyboard.press("Shift+ArrowRight")
    expect(page).to_have_url(at(next(stop for stop in stops if stop > 1)))
    page.keyboard.press("End")
    expect(page).to_have_url(at(last))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(at(last - 1))
    page.keyboard.press("Home")
    expect(page).to_have_url(at(0))
    expect(words).to_have_text(first)


def test_buttons_keep_their_focus_and_lists_jump(chrome: Browser, games: Games) -> None:
    page = games.open(chrome, f"{games.own}/replay")
    on = page.locator("[data-step=on]")
    for _ in range(3):
        on.click()
    expect(page).to_have_url(at(3))
    expect(on).to_be_focused()
    second = page.locator(".rounds__first").nth(1)
    start = int(second.get_attribute("data-at") or "0")
    second.click()
    expect(page).to_have_url(at(start))
    expect(page.locator("[data-turn-list] [data-turns]")).to_have_attribute("data-turns", "2")
    turn = page.locator(".turn a").nth(2)
    turn.click()
    expect(turn).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(at(int(turn.get_attribute("data-at") or "0")))
    page.reload()
    expect(page.locator(".turn [aria-current]")).to_have_count(1)


def test_a_game_runs_by_itself_until_it_is_stopped(chrome: Browser, games: Games) -> None:
    page = games.open(chrome, f"{games.own}/replay")
    page.keyboard.press("Space")
    expect(page.locator("[data-run]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-moment]")).to_have_attribute("data-at", "3", timeout=15_000)
    page.keyboard.press("Space")
    expect(page.locator("[data-run]")).to_have_attribute("aria-pressed", "false")
    stopped = page.locator("[data-moment]").get_attribute("data-at")
    page.wait_for_timeout(1500)
    assert page.locator("[data-moment]").get_attribute("data-at") == stopped


def test_without_scripts_links_lead_everywhere(chrome: Browser, games: Games) -> None:
    page = games.open(chrome, f"{games.own}/replay", java_script_enabled=False)
    expect(page.locator("[data-run]")).to_be_hidden()
    for step, number in (("on", 1), ("on", 2), ("back", 1), ("first", 0)):
        page.locator(f"[data-step={step}]").click()
        expect(page).to_have_url(at(number))
    page.locator("[data-step=last]").click()
    last = page.locator("#table").get_attribute("data-last") or ""
    expect(page).to_have_url(at(int(last)))
    page.goto(games.base + games.side_by_side)
    page.get_by_role("link", name=re.compile("Step through from here")).first.click()
    expect(page.locator("[data-words]")).to_be_visible()
    page.get_by_role("link", name="Side by side").click()
    assert page.url.endswith(games.side_by_side)


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "light"), (DESK, "dark")], ids=["phone", "desk"]
)
def test_axe_finds_nothing(
    chrome: Browser, games: Games, viewport: dict[str, int], scheme: str
) -> None:
    chooser = games.side_by_side.rpartition("/")[0]
    for path in (
        f"{games.own}/replay?at=0",
        f"{games.other}/replay?at=40",
        games.side_by_side,
        f"{chooser}?as=planner",
        chooser,
    ):
        page = games.open(chrome, path, viewport=viewport, color_scheme=scheme)
        found = Axe().run(page, options=AXE).response["violations"]
        assert not found, (path, [(f["id"], f["nodes"][0]["target"]) for f in found])
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], path
        page.context.close()


def test_the_whole_table_of_three_fits_a_phone(chrome: Browser, games: Games) -> None:
    page = games.open(chrome, f"{games.own}/replay?at=20")
    box = page.locator(".steps").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("scrollY") == 0
