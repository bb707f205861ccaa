"""What axe finds on every page and in every state of the table: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .conftest import AXE, DESK, PHONE, Visit
from .playing import MOVED_ON, by_keys, by_touch, heaviest, look, settle
from .test_table import break_at_dialog, play_some, seen_on
from .test_whole_games import begin

PAGES = ["/", "/archive", "/daily/2026-12-08", "/seeds", "/seed/AXE", "/rules", "/you", "/about"]
PAGES += ["/fair", "/nowhere", "/daily/2026-12-09/board", "/seed/AXE?rounds=x"]
SCHEMES = [("light", PHONE), ("dark", DESK)]


def findings(page: Page) -> list[Any]:
    """List what axe finds, as its rule, its help and the elements."""
    found = Axe().run(page, options=AXE).response["violations"]
    return [
        (each["id"], each["help"], [node["html"][:160] for node in each["nodes"]]) for each in found
    ]


@pytest.mark.parametrize(("scheme", "size"), SCHEMES)
def test_axe_finds_nothing_on_any_page(visit: Visit, scheme: str, size: dict[str, int]) -> None:
    page = visit("/", color_scheme=scheme, viewport=size, expect=("Failed to load resource",))
    wrong = []
    for path in PAGES:
        page.goto(path)
        wrong += [(path, each) for each in findings(page)]
    assert wrong == []


@pytest.mark.parametrize(("scheme", "size"), SCHEMES)
def test_axe_finds_nothing_in_any_state_of_the_table(
    visit: Visit, scheme: str, size: dict[str, int]
) -> None:
    page = visit("/seed/AXE-TABLE?rounds=1", color_scheme=scheme, viewport=size, has_touch=True)
    begin(page)
    wrong: list[Any] = []
    met: set[str] = set()

    def check(state: str) -> None:
        if state not in met:
            met.add(state)
            wrong.extend((state, each) for each in findings(page))

    check("the first turn")
    for opener, name in (('[data-open="help"]', "help"), ('[data-open="settings"]', "settings")):
        page.locator(opener).first.click()
        check(name)
        page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("h")
    page.keyboard.press("Enter")
    check("the command line")
    for _ in range(80):
        seen = seen_on(page)
        if seen.dialog:
            break
        for state, there in {
            "a tile for several trains": any(len(fit.plays) > 1 for fit in seen.fits),
            "a draw": any(act.name == "draw" for act in seen.acts),
            "a pass": any(act.name == "pass" for act in seen.acts),
            "a run": any(act.name == "done" for act in seen.acts),
            "a marker": page.locator(".has-marker").count() > 0,
            "an open double": page.locator(".must-cover, .has-double").count() > 0,
            "a long train": page.locator("[data-fold]").count() > 0,
        }.items():
            if there:
                check(state)
        several = [fit for fit in seen.fits if len(fit.plays) > 1]
        if several and "a chosen tile" not in met:
            page.locator(f'.slot[data-tile="{several[0].name}"] .ht').click()
            check("a chosen tile")
            page.keyboard.press("Escape")
            page.locator('[data-pick="M"]').click()
            check("an asked train")
            page.keyboard.press("Escape")
            seen = seen_on(page)
        by_touch(page, seen, heaviest(seen.actions))
        page.wait_for_function(MOVED_ON, arg=seen.at)
    check("the end of a round")
    page.keyboard.press("Enter")
    page.wait_for_url("**/result")
    check("the result")
    assert {"a chosen tile", "an asked train", "a draw", "a marker", "a long train"} <= met
    assert wrong == []


def test_the_order_of_focus_and_the_names_of_things_make_sense(visit: Visit) -> None:
    page = visit("/seed/AXE-FOCUS", viewport=DESK)
    begin(page)
    order = []
    for _ in range(24):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
    # The typed line comes first; the hand and the trains have one stop each.
    assert order[0] == "command-line"
    assert sum("train__pick" in each for each in order) <= 2
    assert sum(each.startswith("ht") for each in order) <= 2
    tree = page.locator("#table").aria_snapshot()
    for name in ("Your train", "Mexican train", "Wren’s train", "Boneyard", "Your hand: 13 tiles"):
        assert name in tree, name


WATCH = """() => {
  window.order = [];
  document.addEventListener("focusin", () => window.order.push("focus"));
  const place = document.getElementById("spoken");
  new MutationObserver(() => { if (place.textContent) window.order.push(place.textContent); })
    .observe(place, { childList: true, characterData: true, subtree: true });
}"""
TOLD = """() => document.getElementById("spoken").textContent
  .includes(document.getElementById("status").textContent)"""
STANDS = """() => {
  const here = document.activeElement;
  if (here.matches("#table .ht.fits")) return "a tile that fits";
  if (here.matches("#table [data-act]")) return here.value;
  return here.closest(".train") ? "a train" : here.outerHTML.slice(0, 60);
}"""


def test_a_play_by_keys_leads_on_to_what_may_be_done_next_and_is_told(visit: Visit) -> None:
    page = visit("/seed/AXE-FOCUS?rounds=1", viewport=DESK)
    begin(page)
    page.evaluate(WATCH)
    chose_a_train = 0
    for _ in range(60):
        seen = look(page)
        if seen is None or seen.dialog:
            break
        several = [p for fit in seen.fits if len(fit.plays) > 1 for p in fit.plays]
        page.evaluate("window.order.length = 0")
        by_keys(page, seen, several[-1] if several else heaviest(seen.actions))
        page.wait_for_function(MOVED_ON, arg=seen.at)
        now = look(page)
        if now is None or now.dialog:
            break
        chose_a_train += bool(several)
        words = [act.name for act in now.acts if act.name != "undo"]
        stands = page.evaluate(STANDS)
        assert stands == "a tile that fits" if now.fits else stands in words, (stands, words)
        # Moving the focus cuts short what a screen reader says, so the turn is told after it.
        page.wait_for_function(TOLD)
        told = page.evaluate("window.order")
        assert told[-1].startswith("You "), told
    assert chose_a_train >= 3


def test_a_key_held_down_does_one_thing(visit: Visit) -> None:
    page = visit("/seed/AXE-FOCUS?rounds=1", viewport=DESK)
    begin(page)
    for _ in range(30):
        seen = seen_on(page)
        at_once = [fit.plays[0] for fit in seen.fits if len(fit.plays) == 1]
        by_keys(page, seen, at_once[0] if at_once else heaviest(seen.actions))
        if at_once:
            page.keyboard.down("Enter")
        page.wait_for_function(MOVED_ON, arg=seen.at)
        settle(page)
        if at_once and seen_on(page).fits:
            break
        page.keyboard.up("Enter")
    before = seen_on(page).at
    assert page.evaluate(STANDS) == "a tile that fits"
    for _ in range(6):
        page.keyboard.down("Enter")  # all of these are repeats
        settle(page)
    assert (seen_on(page).at, page.evaluate(STANDS)) == (before, "a tile that fits")
    assert page.evaluate("!document.querySelector('.is-sent, .is-chosen')")


def test_a_play_by_keys_never_loses_the_focus(visit: Visit) -> None:
    page = visit("/seed/AXE-FOCUS", viewport=DESK, has_touch=True)
    begin(page)
    page.keyboard.press("Home")
    play_some(page, 1)
    assert look(page) is not None
    break_at_dialog(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#round-end').open")
    assert seen_on(page).focus
