"""A real site on a port, the system's Chromium, and visitors whose every complaint is a failure."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request

from tests.site.helpers.servers import DAY, Site, running_site
from web.kept.store import Store
from web.settings import load_settings

from .deployed import Deployed

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PATIENCE = 20_000
"""Milliseconds to wait for what must happen, on a busy machine too."""


class Visit(Protocol):
    """Open a page of the site in a browser of its own."""

    def __call__(self, path: str = "/", *, expect: tuple[str, ...] = (), **options: object) -> Page:
        """Open a path; `expect` are parts of complaints that belong to the test."""


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a whole site for all tests in a browser."""
    with running_site(tmp_path_factory.mktemp("site"), WEB_WORKERS="1") as site:
        yield site


def launched(playwright: Playwright, *arguments: str) -> Browser:
    """Start the system's Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "the browser tests need Chromium"
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *arguments])


@pytest.fixture(scope="session")
def chrome(playwright: Playwright) -> Iterator[Browser]:
    """Run the system's Chromium."""
    browser = launched(playwright)
    yield browser
    browser.close()


@pytest.fixture
def site(site_environ: dict[str, str], store: Store) -> Iterator[Deployed]:
    """Run the site in this process, where a deploy puts another in its place."""
    settings = load_settings({**site_environ, "TODAY": DAY})
    with closing(Deployed(settings, store)) as deployed:
        yield deployed


class Complaints:
    """What a page complains about, and whatever it asks of other hosts."""

    def __init__(self, base: str) -> None:
        self.found: list[str] = []
        self.expected: tuple[str, ...] = ("Service Worker registration blocked",)
        self._host = urlsplit(base).netloc

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._said)
        context.on("request", self._asked)
        context.on("weberror", lambda error: self.found.append(f"error: {error.error}"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.found.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.netloc != self._host and parts.scheme not in {"data", "blob"}:
            self.found.append(f"asked another host: {request.url}")

    @property
    def unexpected(self) -> list[str]:
        return [each for each in self.found if not any(part in each for part in self.expected)]


@pytest.fixture
def visit(chrome: Browser, served: Site) -> Iterator[Callable[..., Page]]:
    """Give a maker of browsers; nothing that they complain about is forgiven."""
    contexts: list[BrowserContext] = []
    complaints = Complaints(served.base)

    def open_page(path: str = "/", *, expect: tuple[str, ...] = (), **options: Any) -> Page:  # noqa: ANN401 - as Playwright takes them
        usual = {"viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce"}
        quiet = {"service_workers": "block", "base_url": served.base}
        context = chrome.new_context(**{**usual, **quiet, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        complaints.watch(context)
        complaints.expected += expect
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints.unexpected == []
