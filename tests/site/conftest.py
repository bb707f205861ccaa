"""What the site's tests share: the site in this process at a set time, and one on a port."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from web import create_app
from web.kept.store import Store
from web.settings import Settings

from .helpers.servers import Site, running_site
from .helpers.visitors import AppVisitor, WireVisitor


@pytest.fixture
def clock() -> Iterator[FrozenDateTimeFactory]:
    """Hold this process's time at ten in the morning of the tests' day, to be moved at will."""
    with freeze_time("2026-12-09 10:00:00", ignore=["_pytest", "pluggy"]) as frozen:
        assert isinstance(frozen, FrozenDateTimeFactory)
        yield frozen


@pytest.fixture
def app(site_settings: Settings, store: Store, clock: FrozenDateTimeFactory) -> Flask:
    """Make the site in this process, over an empty store."""
    return create_app(site_settings, store)


@pytest.fixture
def visitor(app: Flask) -> AppVisitor:
    """Give someone who has never been on the site in this process."""
    return AppVisitor(app)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a whole site, for tests that do not hurt it."""
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def guest(site: Site) -> Callable[[], WireVisitor]:
    """Give a maker of people who have never been on the running site."""
    return lambda: WireVisitor(site.base)
