"""The installed site: two deploys in a row, no connection in mid-turn, back and forth, two tabs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .deployed import Deployed

OFFLINE = "No connection just now"
LONG = 20_000
"""Milliseconds to wait for what must happen, on a busy machine too."""


@pytest.fixture
def device(chrome: Browser) -> Iterator[BrowserContext]:
    context = chrome.new_context(viewport={"width": 360, "height": 740}, locale="en-GB")
    context.set_default_timeout(LONG)
    yield context
    context.close()


def open_with_worker(device: BrowserContext, site: Deployed) -> Page:
    """Open the first page, and wait until the worker answers for it."""
    page = device.new_page()
    page.goto(f"{site.base}/")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return page


def kept(page: Page) -> dict[str, list[str]]:
    """List what the device keeps, by the caches' names."""
    found: dict[str, list[str]] = page.evaluate(
        """async () => {
          const kept = {};
          for (const name of await caches.keys()) {
            const requests = await (await caches.open(name)).keys();
            kept[name] = requests.map(({ url }) => new URL(url).pathname);
          }
          return kept;
        }"""
    )
    return found


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Ask again and again; a page itself waits for no promise."""
    for _ in range(LONG // 100):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError(kept(page))


def wait_for_another_cache(page: Page, old: str) -> tuple[str, list[str]]:
    """Wait until the device keeps one other cache alone; give it."""
    wait_until(page, lambda: len(kept(page)) == 1 and old not in kept(page))
    [found] = kept(page).items()
    return found


def deploy_seen(page: Page) -> str:
    seen: str = page.evaluate(
        "() => getComputedStyle(document.documentElement).getPropertyValue('--deploy')"
    )
    return seen.strip()


def offline_language(page: Page) -> str | None:
    """Tell in which language the page without a connection is kept."""
    found: str | None = page.evaluate(
        "async () => (await caches.match('/offline'))?.headers.get('Content-Language')"
    )
    return found


def workers(page: Page) -> int:
    count: int = page.evaluate(
        "async () => (await navigator.serviceWorker.getRegistrations()).length"
    )
    return count


def look(page: Page, *, is_hidden: bool) -> None:
    """Put the page away, or come back to it."""
    page.evaluate(
        """(isHidden) => {
          Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def play_first_tile(page: Page) -> None:
    """Play a tile by a tap, and by one on its train where it fits several."""
    tile = page.locator(".ht.fits").first
    plays = (tile.get_attribute("data-plays") or "").split()
    tile.click()
    if len(plays) > 1:
        page.locator(f"[data-pick='{plays[0].partition('@')[2]}']").click()


def begin(page: Page) -> int:
    """Sit down at today's table; give how the game stands."""
    page.locator("form[action$='/play'] button").first.click()
    page.wait_for_selector("html.alive #table")
    return stands_at(page)


def stands_at(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-at") or -1)


def test_one_reload_shows_each_of_two_deploys_and_the_old_one_is_gone(
    device: BrowserContext, site: Deployed
) -> None:
    page = open_with_worker(device, site)
    assert deploy_seen(page) == ""
    [before] = kept(page)
    for number in (1, 2):
        site.deploy(number)
        page.reload()
        assert deploy_seen(page) == str(number)
        before, paths = wait_for_another_cache(page, before)
        assert {path.split("/")[2] for path in paths if path.startswith("/static/")} == {
            f"v-{number:012x}"
        }
    # A page reached by a link is of the new deploy, too.
    site.deploy(3)
    page.get_by_role("link", name="Rules").first.click()
    page.wait_for_url("**/rules")
    assert deploy_seen(page) == "3"


def test_a_table_left_open_takes_a_new_deploy_while_nobody_looks(
    device: BrowserContext, site: Deployed
) -> None:
    page = open_with_worker(device, site)
    begin(page)
    [before] = kept(page)
    page.evaluate(
        """() => navigator.serviceWorker.addEventListener("controllerchange", () => {
          window.isTakenOver = true;
        })"""
    )
    site.deploy(1)

    def is_taken_over() -> bool:
        look(page, is_hidden=False)
        return bool(page.evaluate("() => window.isTakenOver"))

    wait_until(page, is_taken_over)
    wait_for_another_cache(page, before)
    assert deploy_seen(page) == ""
    look(page, is_hidden=True)
    page.wait_for_function(
        "() => getComputedStyle(document.body).getPropertyValue('--deploy').trim() === '1'"
    )
    assert page.locator("#table").is_visible()


def test_without_a_connection_a_page_says_so_and_comes_by_itself_when_it_is_back(
    device: BrowserContext, site: Deployed
) -> None:
    page = open_with_worker(device, site)
    begin(page)
    device.set_offline(True)
    page.goto(f"{site.base}/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text(OFFLINE)
    assert "Nothing is lost" in page.inner_text("main")
    # It is dressed, and nobody's page was kept.
    assert page.evaluate("() => getComputedStyle(document.body).display") == "flex"
    [paths] = kept(page).values()
    assert {path for path in paths if not path.startswith("/static/v-")} == {"/offline"}
    device.set_offline(False)
    expect(page.get_by_role("heading", level=1)).not_to_have_text(OFFLINE, timeout=LONG)
    assert page.url == f"{site.base}/rules"


def test_a_move_made_without_a_connection_is_sent_once(
    device: BrowserContext, site: Deployed
) -> None:
    page = open_with_worker(device, site)
    before = begin(page)
    device.set_offline(True)
    play_first_tile(page)
    expect(page.locator("#banner")).to_contain_text("No connection")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(OFFLINE)
    device.set_offline(False)
    page.wait_for_function(
        "(at) => Number(document.querySelector('#table')?.dataset.at) > at", arg=before
    )
    assert [path for path in site.posts if path.endswith("/act")] == [site.posts[-1]]


def test_back_and_forward_show_the_game_as_it_stands(
    device: BrowserContext, site: Deployed
) -> None:
    page = open_with_worker(device, site)
    before = begin(page)
    play_first_tile(page)
    page.wait_for_function(
        "(at) => Number(document.querySelector('#table').dataset.at) > at", arg=before
    )
    now = stands_at(page)
    page.goto(f"{site.base}/rules")
    page.go_back()
    page.wait_for_selector("#table")
    assert stands_at(page) == now
    page.go_forward()
    page.wait_for_url("**/rules")
    device.set_offline(True)
    page.go_back()
    page.wait_for_function(
        "([at, words]) => Number(document.querySelector('#table')?.dataset.at) === at"
        " || document.querySelector('h1')?.textContent === words",
        arg=[now, OFFLINE],
    )


def test_two_tabs_play_one_game(device: BrowserContext, site: Deployed) -> None:
    one = open_with_worker(device, site)
    before = begin(one)
    other = device.new_page()
    other.goto(one.url)
    other.wait_for_selector("html.alive #table")
    play_first_tile(one)
    one.wait_for_function(
        "(at) => Number(document.querySelector('#table').dataset.at) > at", arg=before
    )
    now = stands_at(one)
    # The same tap in the other tab is done already; another is too late, and says so.
    play_first_tile(other)
    other.wait_for_function(
        "(at) => Number(document.querySelector('#table').dataset.at) === at", arg=now
    )
    assert stands_at(other) == now
    # Both see the same deploy when there is a new one.
    site.deploy(7)
    for page in (one, other):
        page.reload()
        assert deploy_seen(page) == "7"


def test_the_page_without_a_connection_speaks_the_reader_s_language(
    device: BrowserContext, site: Deployed
) -> None:
    page = open_with_worker(device, site)
    page.locator(".site-foot button[value='es']").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    wait_until(page, lambda: offline_language(page) == "es")
    device.set_offline(True)
    page.goto(f"{site.base}/rules")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("heading", level=1)).not_to_have_text(OFFLINE)


def test_a_page_that_does_not_come_counts_as_no_connection_but_a_reload_waits(
    device: BrowserContext, site: Deployed
) -> None:
    site.is_hasty = True
    page = open_with_worker(device, site)
    site.hold("/rules")
    page.goto(f"{site.base}/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text(OFFLINE)
    threading.Timer(3.0, site.go_on).start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(OFFLINE)


def test_the_switch_takes_the_worker_and_all_it_kept_away(
    device: BrowserContext, site: Deployed
) -> None:
    page = open_with_worker(device, site)
    site.deploy(1, service_worker=False)
    page.reload()
    assert deploy_seen(page) == "1"
    wait_until(page, lambda: not kept(page) and not workers(page))
    page.close()
    again = device.new_page()
    again.goto(f"{site.base}/")
    assert again.evaluate("() => navigator.serviceWorker.controller") is None
