"""Friends, one's own page, moving, and sealed deals in a browser: by touch, and nothing for axe."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESK, PHONE, Visit
from .test_access import findings

NARROW = {"width": 320, "height": 640}
SCHEMES = [("light", NARROW), ("dark", PHONE), ("dark", DESK)]


def group_made(page: Page, own_name: str = "Zoë") -> str:
    """Make a group by its form; give the invitation's path."""
    page.goto("/friends")
    page.get_by_label("Name of the group").fill("Sunday table")
    page.get_by_label("Your name in it").fill(own_name)
    page.get_by_role("button", name="Make the group").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sunday table")
    return "/join/" + page.locator(".code").inner_text()


@pytest.mark.parametrize(("scheme", "size"), SCHEMES)
def test_axe_finds_nothing_among_people_and_nothing_is_too_wide(
    visit: Visit, scheme: str, size: dict[str, int]
) -> None:
    expected = ("Failed to load resource",)
    page = visit("/friends", color_scheme=scheme, viewport=size, expect=expected)
    guest = visit("/friends", color_scheme=scheme, viewport=size)
    wrong: list[Any] = []

    def check(state: str, seen: Page) -> None:
        seen.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        wrong.extend((state, each) for each in findings(seen))
        if seen.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append((state, "too wide"))

    check("no groups", page)
    invitation = group_made(page)
    check("a group", page)
    guest.goto(invitation)
    check("an invitation", guest)
    guest.get_by_label("Your name in it").fill("Grandma with a long name"[:20])
    guest.get_by_role("button", name="Join the group").click()
    check("a group of two", guest)
    page.goto("/friends")
    check("groups", page)
    page.get_by_role("link", name="Sunday table").click()
    page.get_by_role("link", name="Names, members, leaving").click()
    check("a group's settings", page)
    for path in ("/you", "/you/delete", "/move", "/move/here?t=x", "/fair", "/fair?day=2026-12-20"):
        page.goto(path)
        check(path, page)
    page.goto("/move")
    page.get_by_role("button", name="Show me twelve words").click()
    check("the words", page)
    page.goto("/move")
    check("a code to renew", page)
    page.get_by_role("button", name="Make the link").click()
    check("the link", page)
    guest.goto(page.get_by_role("textbox", name="The link").input_value())
    check("arriving with a past", guest)
    assert wrong == []


def test_names_without_a_space_are_no_wider_than_a_phone(visit: Visit) -> None:
    page = visit("/friends")
    page.get_by_label("Name of the group").fill("W" * 30)
    page.get_by_label("Your name in it").fill("W" * 20)
    page.get_by_role("button", name="Make the group").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("W" * 30)
    own_path, code = page.url, page.locator(".code").inner_text()
    for path in (own_path, f"{own_path}/settings", "/friends", f"/join/{code}"):
        page.goto(path)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), path


SMALL = """() => [...document.querySelectorAll("main :is(a, button, summary)")]
  .filter((each) => !each.closest("p:not(.cluster, .eyebrow), li:not(.deed), table, .vh"))
  .filter((each) => getComputedStyle(each, "::after").position !== "absolute")
  .map((each) => [each.textContent.trim(), each.getBoundingClientRect().height])
  .filter(([, height]) => height && height < 24)"""


def test_what_stands_alone_is_large_enough_for_a_finger(visit: Visit) -> None:
    page = visit("/you")
    page.get_by_label("Name").fill("Fingertip")
    page.get_by_role("button", name="Save").click()
    page.goto("/friends")
    page.get_by_label("Name of the group").fill("Sunday table")
    page.get_by_role("button", name="Make the group").click()
    page.wait_for_url("**/friends/*")
    group = page.url
    small = []
    for path in (group, "/you", "/friends", "/learn", "/archive", "/move", "/fair"):
        page.goto(path)
        small += [(path, *each) for each in page.evaluate(SMALL)]
    assert small == []


def test_a_picture_of_the_link_and_two_presses_move_a_person(visit: Visit) -> None:
    page, guest = visit("/you"), visit("/")
    page.get_by_label("Name").fill("Zoë")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Move to another device").click()
    page.get_by_role("button", name="Make the link").click()
    picture = page.get_by_role("img", name="The link as a QR code")
    assert picture.evaluate("each => each.complete && each.naturalWidth > 100")
    guest.goto(page.get_by_role("textbox", name="The link").input_value())
    guest.get_by_role("button", name="Yes, that is me").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Zoë")


def test_a_closed_day_is_checked_in_the_browser(visit: Visit) -> None:
    page = visit("/fair?day=2026-12-05")
    answer = page.locator("[data-check-answer]")
    page.get_by_role("button", name="Check it in this browser").click()
    expect(answer).to_have_text("It holds: the fingerprint of this seed is the published one.")
    # One digit of the seed changed, as if the deal had been another.
    page.evaluate(
        """() => {
            const seed = document.querySelector("[data-seed]");
            const last = seed.textContent.endsWith("0") ? "1" : "0";
            seed.textContent = seed.textContent.slice(0, -1) + last;
        }"""
    )
    page.get_by_role("button", name="Check it in this browser").click()
    expect(answer).to_contain_text("It does not hold")


def test_without_scripts_nothing_is_missing_but_that_check(visit: Visit) -> None:
    page = visit("/fair?day=2026-12-05", java_script_enabled=False)
    expect(page.get_by_role("button", name="Check it in this browser")).to_be_hidden()
    expect(page.get_by_text("dailytrain deal --hex")).to_be_visible()
    invitation = group_made(page)
    guest = visit(invitation, java_script_enabled=False)
    guest.get_by_label("Your name in it").fill("Tom")
    guest.get_by_role("button", name="Join the group").click()
    expect(guest.get_by_text("0 of 2 have finished")).to_be_visible()
    guest.get_by_role("link", name="Names, members, leaving").click()
    guest.get_by_text("Leave the group").click()
    guest.get_by_role("button", name="Yes, leave").click()
    expect(guest.get_by_text("You have left Sunday table.")).to_be_visible()
