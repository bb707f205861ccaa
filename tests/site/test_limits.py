"""How many requests one address may make: counted in the store, refused in clear words."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from web import create_app
from web.kept.store import Store
from web.settings import load_settings

from .helpers.pages import Page
from .helpers.servers import DAY, own_store
from .helpers.visitors import AppVisitor

LIMIT = 12


@pytest.fixture
def limited(site_environ: dict[str, str], store: Store) -> Flask:
    settings = load_settings({**site_environ, "RATE_LIMITS": str(LIMIT), "TODAY": DAY})
    return create_app(settings, store)


def exhaust(visitor: AppVisitor) -> None:
    """Ask until it is too much; a minute may turn meanwhile, and the count begin anew."""
    for _ in range(3 * LIMIT):
        if visitor.get("/rules").status == 429:
            return
    raise AssertionError("there is no limit")


def test_too_many_requests_are_refused_in_clear_words(limited: Flask) -> None:
    visitor = AppVisitor(limited)
    assert [visitor.get("/rules").status for _ in range(3)] == [200] * 3
    exhaust(visitor)
    page = visitor.get("/")
    assert page.status == 429
    assert 0 < int(page.header("Retry-After") or 0) <= 60
    assert "Wait a minute" in Page(page.text).words
    post = visitor.ask("POST", f"/daily/{DAY}/play", {}, {"Accept": "application/json"})
    assert post.status == 429
    assert post.json["error"]["reason"] == "http_429"
    assert "Wait" in post.json["error"]["message"]
    assert post.cookies == []


def test_what_watches_the_site_and_its_files_are_not_counted(limited: Flask) -> None:
    visitor = AppVisitor(limited)
    for path in ("/healthz", "/readyz", "/static/css/base.css"):
        assert {visitor.get(path).status for _ in range(2 * LIMIT)} == {200}
    assert visitor.get("/rules").status == 200


def test_all_processes_count_together_and_each_address_alone(
    limited: Flask, site_environ: dict[str, str], store: Store
) -> None:
    settings = load_settings({**site_environ, "RATE_LIMITS": str(LIMIT), "TODAY": DAY})
    exhaust(AppVisitor(limited))
    elsewhere = AppVisitor(create_app(settings, store))
    assert elsewhere.get("/rules").status == 429
    neighbour = AppVisitor(limited)
    neighbour.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert neighbour.get("/rules").status == 200


def test_a_header_does_not_make_another_address_unless_a_proxy_is_trusted(
    limited: Flask, site_environ: dict[str, str], store: Store
) -> None:
    exhaust(AppVisitor(limited))
    assert AppVisitor(limited).get("/rules", X_Forwarded_For="192.0.2.8").status == 429
    behind = {**site_environ, "RATE_LIMITS": str(LIMIT), "TRUSTED_PROXIES": "1", "TODAY": DAY}
    visitor = AppVisitor(create_app(load_settings(behind), store))
    assert visitor.get("/rules", X_Forwarded_For="192.0.2.8").status == 200


def test_without_its_store_the_site_counts_nothing_and_still_answers(
    site_environ: dict[str, str], tmp_path: Path
) -> None:
    with own_store(tmp_path) as running:
        environ = {**site_environ, "REDIS_URL": running.url, "RATE_LIMITS": "5", "TODAY": DAY}
        visitor = AppVisitor(create_app(load_settings(environ)))
        running.kill()
        assert visitor.get("/rules").status == 200
        assert visitor.get("/").status == 503
        running.start()
        assert visitor.get("/").status == 200
