"""What a first visit to the table costs, as it comes over the wire: bytes, not times."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.site.helpers.visitors import WireVisitor

from .deployed import Deployed
from .playing import become

MOST = 70_000
MOST_SCRIPT = 30_000
LIKE_A_BROWSER = "gzip, deflate, br, zstd"


@dataclass
class Load:
    """Everything that a page loads, each with its kind and its bytes, headers too."""

    kinds: dict[str, tuple[str, str]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, page: Page) -> Load:
        """Watch a page."""
        load = cls()
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.requestWillBeSent", load._begun)
        wire.on("Network.loadingFinished", load._finished)
        return load

    def _begun(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = (event["type"], event["request"]["url"])

    def _finished(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = int(event["encodedDataLength"])

    @property
    def total(self) -> int:
        return sum(self.sizes.values())

    @property
    def script(self) -> int:
        return sum(size for key, size in self.sizes.items() if self.kinds[key][0] == "Script")

    @property
    def urls(self) -> list[str]:
        return [url for _kind, url in self.kinds.values()]

    def by_name(self) -> str:
        return "\n".join(f"{self.sizes[key]:7} {self.kinds[key]}" for key in sorted(self.sizes))


def begin(site: Deployed) -> WireVisitor:
    """Sit down at a table; the visitor's last answer leads to it."""
    visitor = WireVisitor(site.base)
    visitor.post("/daily/2026-12-09/play", Origin=site.base)
    return visitor


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_first_visit_to_the_table_is_light(
    chrome: Browser, site: Deployed, language: str
) -> None:
    visitor = begin(site)
    device = chrome.new_context(viewport={"width": 360, "height": 740}, locale=language)
    become(device, site.base, visitor.cookies)
    page = device.new_page()
    load = Load.of(page)
    page.goto(f"{site.base}{visitor.seen[-1].path}", wait_until="networkidle")
    page.wait_for_selector("html.alive #table")
    # Later the worker fetches itself and one page more; its files are there already.
    later = [
        len(visitor.get(path, Accept_Encoding=LIKE_A_BROWSER).everything())
        for path in ("/sw.js", "/offline")
    ]
    device.close()
    assert {url.split("/")[2] for url in load.urls} == {site.base.removeprefix("http://")}
    assert load.script > 0
    assert load.script <= MOST_SCRIPT, load.by_name()
    assert load.total + sum(later) <= MOST, f"{load.by_name()}\n{later}"


def test_a_second_visit_asks_for_the_page_alone(chrome: Browser, site: Deployed) -> None:
    visitor = begin(site)
    device = chrome.new_context()
    become(device, site.base, visitor.cookies)
    page = device.new_page()
    page.goto(f"{site.base}{visitor.seen[-1].path}", wait_until="networkidle")
    load = Load.of(page)
    page.goto(f"{site.base}{visitor.seen[-1].path}?again", wait_until="networkidle")
    device.close()
    assert load.script == 0, load.by_name()
    assert load.total < MOST / 3, load.by_name()


def test_no_style_sheet_fetches_from_elsewhere() -> None:
    static = Path(__file__).parents[2] / "web" / "static"
    for path in [*static.rglob("*.css"), *static.rglob("*.js")]:
        text = path.read_text("utf-8")
        assert not re.search(r"@import|https?://(?!www\.w3\.org/)", text), path
