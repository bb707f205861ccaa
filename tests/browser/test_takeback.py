"""A moment to take a placed tile back: by finger, by keys, without motion; till then unsent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import AXE, DESK, PHONE
from .deployed import Deployed

KEEP = "localStorage.setItem('dt:settings', JSON.stringify({takeback: '%s'}))"
SLIP = 400


@dataclass
class Seat:
    """A first ride in a browser, and what its site was sent."""

    site: Deployed
    page: Page

    @classmethod
    def taken(cls, browser: Browser, site: Deployed, pause: str = "4", **device: Any) -> Seat:  # noqa: ANN401 - as Playwright takes them
        page = browser.new_context(**{"viewport": PHONE, **device}).new_page()
        page.goto(f"{site.base}/learn")
        page.evaluate(KEEP % pause)
        page.locator("main form button").click()
        page.wait_for_selector("html.alive")
        return cls(site, page)

    @property
    def sent(self) -> int:
        return sum(path.endswith("/act") for path in self.site.posts)

    @property
    def tile(self) -> Locator:
        return self.page.locator(".ht.fits").first

    @property
    def mine(self) -> Locator:
        return self.page.locator(".train--mine .tiles .t")

    @property
    def back(self) -> Locator:
        return self.page.locator("[data-take]")

    @property
    def on(self) -> Locator:
        return self.page.locator("[data-go]")

    def place(self, *, by_touch: bool = False) -> None:
        """Play the first tile that fits, on the own train."""
        press = Locator.tap if by_touch else Locator.click
        press(self.tile)
        press(self.page.locator(".is-target[data-train=P0] [data-pick]"))
        expect(self.mine).to_have_count(1)
        expect(self.back).to_be_focused()

    def is_back(self) -> None:
        expect(self.mine).to_have_count(0)
        expect(self.back).to_have_count(0)
        expect(self.tile).to_be_focused()
        expect(self.page.locator(".is-gone, .flying")).to_have_count(0)

    def goes_on(self) -> None:
        expect(self.back).to_have_count(0)
        expect(self.page.locator(".say__status")).to_contain_text("first run")
        expect(self.mine).to_have_count(1)
        assert self.sent == 1


def test_by_default_a_tile_is_sent_at_once(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site, "0")
    seat.tile.click()
    seat.page.locator(".is-target[data-train=P0] [data-pick]").click()
    seat.goes_on()


def test_by_touch_it_is_taken_back_and_played_again(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site, has_touch=True, is_mobile=True)
    seat.place(by_touch=True)
    expect(seat.page.locator("#spoken")).to_contain_text("on your train. 4 seconds to take it back")
    seat.back.tap()
    seat.is_back()
    expect(seat.page.locator("#spoken")).to_contain_text("is back in your hand")
    seat.page.wait_for_timeout(4500)
    assert seat.sent == 0
    seat.place(by_touch=True)
    seat.on.tap()
    seat.goes_on()


def test_a_tap_elsewhere_goes_on_but_a_slip_does_not(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site, has_touch=True, is_mobile=True)
    seat.page.evaluate("document.documentElement.dataset.motion = 'off'")
    seat.place(by_touch=True)
    seat.page.wait_for_timeout(SLIP)
    seat.page.locator(".hub__word").tap()
    seat.goes_on()


@pytest.mark.parametrize("key", ["Escape", "u", "Enter", "Space"])
def test_by_keys_it_is_taken_back(chrome: Browser, site: Deployed, key: str) -> None:
    seat = Seat.taken(chrome, site, viewport=DESK)
    seat.tile.focus()
    seat.page.keyboard.press("Enter")
    seat.page.keyboard.press("a")
    expect(seat.back).to_be_focused()
    seat.page.keyboard.press(key)
    seat.is_back()
    seat.page.reload()
    seat.page.wait_for_selector("html.alive")
    expect(seat.mine).to_have_count(0)
    assert seat.sent == 0


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_by_keys_it_goes_on(chrome: Browser, site: Deployed, key: str) -> None:
    seat = Seat.taken(chrome, site, viewport=DESK)
    seat.place()
    seat.page.keyboard.press("Tab")
    expect(seat.on).to_be_focused()
    seat.page.keyboard.press(key)
    seat.goes_on()
    assert seat.page.evaluate("document.activeElement.matches('#table *')")


def test_a_key_held_down_takes_nothing_back(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site, viewport=DESK)
    seat.tile.focus()
    seat.page.keyboard.press("Enter")
    for _ in range(4):  # as a key that is held down repeats itself
        seat.page.keyboard.down("Enter")
    expect(seat.back).to_be_focused()
    assert seat.sent == 0


def test_when_the_time_is_over_it_is_sent_once(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site, "2")
    seat.place()
    seat.page.wait_for_timeout(1000)
    assert seat.sent == 0
    seat.goes_on()


def test_a_page_loaded_anew_sends_what_lay_there(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site)
    seat.place()
    seat.page.reload()
    seat.goes_on()


def test_typed_moves_and_draws_are_sent_at_once(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site, viewport=DESK)
    tile = seat.page.locator(".slot:has(.fits)").first.get_attribute("data-tile")
    line = seat.page.locator("#command-line")
    line.fill(f"{tile} a")
    line.press("Enter")
    seat.goes_on()
    seat.page.locator("[data-act][value=done]").click()
    expect(seat.page.locator(".log li")).not_to_have_count(0)
    expect(seat.back).to_have_count(0)
    assert seat.sent == 2


def test_without_motion_there_is_no_bar(chrome: Browser, site: Deployed) -> None:
    content = "getComputedStyle(document.querySelector('[data-take]'), '::after').content"
    for motion, shown in (("no-preference", '""'), ("reduce", "none")):
        seat = Seat.taken(chrome, site, reduced_motion=motion)
        seat.place()
        assert seat.page.evaluate(content) == shown
        expect(seat.page.locator(".flying")).to_have_count(0)


def test_a_failed_post_puts_the_tile_back(chrome: Browser, site: Deployed) -> None:
    seat = Seat.taken(chrome, site)
    seat.page.route("**/act", lambda route: route.fulfill(status=503, body="{}"))
    seat.place()
    seat.on.click()
    expect(seat.page.locator("#banner")).to_contain_text("cannot save moves")
    expect(seat.mine).to_have_count(0)
    expect(seat.tile).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chrome: Browser, site: Deployed, scheme: str) -> None:
    for size in (PHONE, DESK):
        seat = Seat.taken(chrome, site, viewport=size, color_scheme=scheme)
        seat.page.locator("[data-sort=chain]").click()
        expect(seat.page.locator(".is-linked")).not_to_have_count(0)
        results = [Axe().run(seat.page, options=AXE)]
        seat.place()
        seat.page.evaluate("for (let id = setTimeout(() => {}); id; id--) clearTimeout(id)")
        results.append(Axe().run(seat.page, options=AXE))
        seat.on.click()
        seat.page.locator(".tbar [data-open=settings]").click()
        results.append(Axe().run(seat.page, options=AXE))
        for found in results:
            assert not found.response["violations"], found.generate_report()
