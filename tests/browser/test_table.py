"""The table in a browser: resumed, shared by tabs, offline and back, at its pace, in every size."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.helpers.servers import Site
from web.kept.keys import actions

from .conftest import DESK, PHONE, Visit
from .playing import MOVED_ON, Seen, by_keys, by_touch, heaviest, look
from .test_whole_games import begin

SEED = "/seed/TABLE-TOP"
LOST = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")


def seen_on(page: Page) -> Seen:
    seen = look(page)
    assert seen is not None
    return seen


def play_some(page: Page, count: int) -> None:
    """Do so many actions by touch."""
    for _ in range(count):
        seen = seen_on(page)
        by_touch(page, seen, heaviest(seen.actions))
        page.wait_for_function(MOVED_ON, arg=seen.at)


def at_table(visit: Visit, path: str = SEED, **options: Any) -> Page:  # noqa: ANN401 - Playwright's
    page = visit(path, has_touch=True, **options)
    begin(page)
    return page


def table_words(page: Page) -> str:
    return page.locator("#table").inner_text()


def test_a_reload_and_a_second_tab_show_the_game_exactly_as_it_stands(visit: Visit) -> None:
    page = at_table(visit, expect=("409 (CONFLICT)",))
    play_some(page, 6)
    before = seen_on(page)
    words = table_words(page)
    page.reload()
    assert (seen_on(page).at, seen_on(page).order) == (before.at, before.order)
    assert table_words(page) == words
    other = page.context.new_page()
    other.goto(page.url)
    assert table_words(other) == words
    while len(seen_on(page).actions) < 2:
        play_some(page, 1)
    other.reload()
    play_some(other, 1)
    # The first tab does not know yet; what it posts is not done, and it is shown how things stand.
    stale = seen_on(page)
    others = [action for action in stale.actions if action != heaviest(stale.actions)]
    by_touch(page, stale, others[0])
    page.wait_for_function(MOVED_ON, arg=stale.at)
    assert seen_on(page).at == seen_on(other).at
    expect(page.locator("#banner")).to_contain_text("another window")
    play_some(page, 1)


def test_back_and_forward_come_to_the_game_as_it_stands(visit: Visit) -> None:
    page = at_table(visit)
    play_some(page, 3)
    now = seen_on(page).at
    page.goto("/rules")
    page.go_back()
    page.wait_for_function("() => document.getElementById('table')")
    assert seen_on(page).at == now
    play_some(page, 1)


def test_a_move_made_offline_is_kept_and_sent_once_when_back(visit: Visit, served: Site) -> None:
    page = at_table(visit, expect=LOST)
    play_some(page, 2)
    before = seen_on(page)
    page.context.set_offline(True)
    by_touch(page, before, heaviest(before.actions))
    expect(page.locator("#banner")).to_contain_text("No connection")
    assert seen_on(page).at == before.at
    page.context.set_offline(False)
    page.wait_for_function(MOVED_ON, arg=before.at)
    expect(page.locator("#banner")).to_be_empty()
    game = page.url.rpartition("/")[2]
    link = served.link()
    assert link.call("LLEN", actions(game)) == seen_on(page).at
    link.close()
    play_some(page, 1)


def test_a_move_made_offline_outlives_a_reload(visit: Visit) -> None:
    page = at_table(visit, expect=LOST)
    before = seen_on(page)
    page.route("**/act", lambda route: route.abort())
    by_touch(page, before, heaviest(before.actions))
    expect(page.locator("#banner")).to_contain_text("No connection")
    page.unroute("**/act")
    page.reload()
    page.wait_for_function(MOVED_ON, arg=before.at)


def test_with_reduced_motion_nothing_flies(visit: Visit) -> None:
    page = at_table(visit)
    page.evaluate(
        """() => { window.flown = 0; new MutationObserver((all) => {
          for (const { addedNodes } of all) for (const node of addedNodes)
            if (node.classList?.contains("flying")) window.flown += 1;
        }).observe(document.body, { childList: true, subtree: true }); }"""
    )
    play_some(page, 5)
    assert page.evaluate("window.flown") == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_computers_turns_are_shown_in_their_time_and_may_be_skipped(visit: Visit) -> None:
    page = visit(SEED, has_touch=True, reduced_motion="no-preference")
    begin(page)
    took: list[float] = []
    flying = 0
    for _ in range(6):
        seen = seen_on(page)
        with page.expect_response("**/act"):
            by_touch(page, seen, heaviest(seen.actions))
        began = time.monotonic()
        flying += page.evaluate("document.querySelectorAll('.flying').length")
        page.wait_for_function(MOVED_ON, arg=seen.at)
        took.append(time.monotonic() - began)
    assert flying
    # 1.2 s for both computers, the person's own tile before that, and a busy machine.
    assert sorted(took)[len(took) // 2] < 2.5
    # Ten times as slow, what is not skipped would take many seconds.
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.1})
    seen = seen_on(page)
    with page.expect_response("**/act"):
        by_touch(page, seen, heaviest(seen.actions))
    page.wait_for_selector(".flying")
    page.keyboard.press("Shift")
    began = time.monotonic()
    page.wait_for_function(MOVED_ON, arg=seen.at)
    assert time.monotonic() - began < 3


def test_a_rounds_end_is_read_then_left_by_its_button_or_escape(visit: Visit) -> None:
    for leave in ("Enter", "Escape"):
        page = at_table(visit, f"{SEED}-{leave}?rounds=2")
        break_at_dialog(page)
        dialog = page.locator("#round-end")
        expect(dialog).to_be_visible()
        for name in ("You", "Wren", "Marlow"):
            expect(dialog).to_contain_text(name)
        assert page.evaluate("document.activeElement.closest('#round-end') !== null")
        page.keyboard.press(leave)
        expect(dialog).to_be_hidden()
        assert seen_on(page).round == 2
        assert seen_on(page).focus


ROUND_END = """() => {
  const [sheet, head, you, go] = ["", " .round-end__head", " .is-you", " .btn--primary"].map(
    (part) => document.querySelector("#round-end" + part).getBoundingClientRect());
  return {
    longer: document.querySelector("#round-end").scrollHeight > sheet.height,
    order: [sheet.top, head.top, head.bottom, you.top, you.bottom, go.top, go.bottom, sheet.bottom],
    focused: document.activeElement.matches("#round-end .btn--primary"),
  };
}"""


def test_a_long_rounds_end_is_read_from_its_beginning(visit: Visit) -> None:
    page = at_table(visit, f"{SEED}-LONG?players=8&hand_size=9&rounds=2", viewport=PHONE)
    for _ in range(40):
        seen = seen_on(page)
        if seen.dialog:
            break
        by_keys(page, seen, heaviest(seen.actions))
        page.wait_for_function(MOVED_ON, arg=seen.at)
    end = page.evaluate(ROUND_END)
    assert end["longer"]
    assert end["order"] == sorted(end["order"])
    assert end["focused"]


def break_at_dialog(page: Page) -> None:
    """Play until a round has ended."""
    for _ in range(80):
        seen = seen_on(page)
        if seen.dialog:
            return
        by_touch(page, seen, heaviest(seen.actions))
        page.wait_for_function(MOVED_ON, arg=seen.at)
    raise AssertionError("the round does not end")


SIZES = [(320, 640), (360, 740), (740, 360), (768, 1024), (1280, 800)]
PAGES = ["/", "/archive", "/seeds", "/seed/WIDE", "/rules", "/you", "/about", "/fair"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_page_scrolls_sideways(visit: Visit, width: int, height: int) -> None:
    page = at_table(visit, viewport={"width": width, "height": height})
    play_some(page, 4)
    assert seen_on(page).wide <= 0
    if width == 320:
        for path in PAGES:
            page.goto(path)
            assert (
                page.evaluate(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                )
                <= 0
            ), path


def test_the_hand_is_in_reach_with_four_seats_and_at_200_percent(visit: Visit) -> None:
    four = at_table(visit, f"{SEED}-4?players=4", viewport=PHONE)
    assert all(spot.free for spot in seen_on(four).fits)
    # A desk's window at 200 % has half its pixels.
    zoomed = at_table(visit, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    assert seen_on(zoomed).wide <= 0
    play_some(zoomed, 2)


def test_ten_seats_can_be_played(visit: Visit) -> None:
    page = at_table(visit, f"{SEED}-10?players=10&preset=standard&rounds=1", viewport=PHONE)
    assert seen_on(page).wide <= 0
    for _ in range(2):
        seen = seen_on(page)
        action = heaviest(seen.actions)
        tile, at, train = action.partition("@")
        if not at:
            page.locator(f'[data-act][value="{action}"]').tap()
        else:
            spot = next(fit for fit in seen.fits if fit.name == tile)
            page.locator(f'.slot[data-tile="{tile}"] .ht').tap()
            if len(spot.plays) > 1:
                page.locator(f'[data-pick="{train}"]').tap()
        page.wait_for_function(MOVED_ON, arg=seen.at)


def test_asking_a_train_shows_which_tiles_fit(visit: Visit) -> None:
    page = at_table(visit, viewport=DESK)
    seen = seen_on(page)
    (train,) = {play.split("@")[1] for fit in seen.fits for play in fit.plays if "@M" in play}
    page.locator(f'[data-pick="{train}"]').click()
    asked = page.locator(".ht.is-asked")
    fitting = [fit.name for fit in seen.fits if f"{fit.name}@{train}" in fit.plays]
    expect(asked).to_have_count(len(fitting))
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)


def test_a_tile_is_dragged_to_its_train(visit: Visit) -> None:
    page = at_table(visit, viewport=DESK)
    seen = seen_on(page)
    spot = next(fit for fit in seen.fits if f"{fit.name}@M" in fit.plays)
    goal = page.locator('[data-train="M"]').bounding_box()
    assert goal is not None
    page.mouse.move(spot.x, spot.y)
    page.mouse.down()
    page.mouse.move(spot.x + 10, spot.y - 30, steps=4)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    page.mouse.up()
    page.wait_for_function(MOVED_ON, arg=seen.at)
    expect(page.locator('[data-train="M"] .train__track')).to_contain_text("")
    assert spot.name not in seen_on(page).order


def test_the_hand_is_sorted_and_arranged_and_stays_so(visit: Visit) -> None:
    page = at_table(visit, viewport=DESK)
    by_number = seen_on(page).order
    page.locator('[data-sort="weight"]').click()
    pips = [sum(map(int, tile.split("-"))) for tile in seen_on(page).order]
    assert pips in (sorted(pips), sorted(pips, reverse=True))
    page.locator('[data-sort="plan"]').click()
    page.locator(".ht").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    arranged = seen_on(page).order
    assert sorted(arranged) == sorted(by_number)
    page.reload()
    assert seen_on(page).order == arranged
