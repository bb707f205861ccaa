"""What all tests share: a real server for the store, and how hard Hypothesis tries."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from web import embedded
from web.kept.store import Store
from web.settings import Settings, load_settings

# A check that anyone can repeat finds the same cases each time; `HYPOTHESIS_PROFILE=search` looks
# for new ones.
settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "search", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    """Address a real server: the one of TEST_REDIS_URL, or one of this run's own.

    Tests flush it. Each of several test processes has its own database.
    """
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        number = int(worker_id.removeprefix("gw") or 0) if worker_id != "master" else 0
        joint = "&" if "?" in given else "?"
        yield given if "," in given else f"{given}{joint}db={number}"
        return
    server = embedded.attach(tmp_path_factory.mktemp("server"))
    yield f"unix://{server.socket_path}"
    server.close()


@pytest.fixture
def site_environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """Give the environment of a site under test; a test may change it before it loads it."""
    return {
        "REDIS_URL": redis_url,
        "DATA_DIR": str(tmp_path / "data"),
        "SECRET_KEY": "a key for tests alone",
        "DAILY_SECRET": "a daily secret for tests alone",
        "DAILY_TRAIN_ENV": "testing",
        "FIRST_DAY": "2026-11-30",
        "RATE_LIMITS": "off",
    }


@pytest.fixture
def site_settings(site_environ: dict[str, str]) -> Settings:
    """Give the settings of a site under test."""
    return load_settings(site_environ)


@pytest.fixture
def store(site_settings: Settings) -> Iterator[Store]:
    """Open an empty store."""
    store = Store.open(site_settings)
    store.link.call("FLUSHDB")
    yield store
    store.close()
