"""What axe finds on every page and in every state of the table: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .conftest import DESK, PHONE, Visit
from .playing import MOVED_ON, by_touch, heaviest, look
from .test_table import break_at_dialog, play_some, seen_on
from .test_whole_games import begin

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PAGES = ["/", "/archive", "/daily/2026-12-08", "/seeds", "/seed/AXE", "/rules", "/you", "/about"]
PAGES += ["/fair", "/nowhere", "/daily/2026-12-09/board", "/seed/AXE?rounds=x"]
SCHEMES = [("light", PHONE), ("dark", DESK)]


def findings(page: Page) -> list[Any]:
    """List what axe finds, as its rule, its help and the elements."""
    found = Axe().run(page, options=RULES).response["violations"]
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
