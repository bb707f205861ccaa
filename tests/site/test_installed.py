"""The site as an app: static files of one build, manifest, service worker, page when offline."""

from __future__ import annotations

import dataclasses
import gzip
import json
import re
import struct
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest
from flask import Flask

from web import create_app
from web.kept.store import Store
from web.serving.assets import EXTENSION, Assets
from web.serving.installed import ICONS, version_of
from web.settings import Settings

from .helpers.pages import Page
from .helpers.playing import begin
from .helpers.visitors import AppVisitor

STATIC = Path(__file__).parents[2] / "web" / "static"
FOR_EVER = "public, max-age=31536000, immutable"


def links_to_files(text: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', text)


def test_every_link_to_a_file_names_the_build_and_may_be_kept_for_ever(visitor: AppVisitor) -> None:
    game = begin(visitor, "/")
    links = {
        link for path in ("/", game, "/rules") for link in links_to_files(visitor.get(path).text)
    }
    assert any(link.endswith("/js/table.js") for link in links)
    builds = {link.split("/")[2] for link in links}
    assert len(builds) == 1
    for link in links:
        answer = visitor.get(link)
        assert answer.status == 200, link
        assert answer.header("Cache-Control") == FOR_EVER
        assert answer.body == (STATIC / link.split("/", 3)[3]).read_bytes()


@pytest.mark.parametrize("path", ["/static/css/base.css", "/static/v-0123456789ab/css/base.css"])
def test_a_link_of_no_build_or_another_is_asked_for_again_each_time(
    visitor: AppVisitor, path: str
) -> None:
    answer = visitor.get(path)
    assert answer.status == 200
    assert answer.header("Cache-Control") == "no-cache"
    tag = answer.header("ETag")
    assert tag
    assert visitor.get(path, If_None_Match=tag).status == 304


@pytest.mark.parametrize(
    "path",
    ["", "css", "css/", "none.css", "../wsgi.py", "v-x/../wsgi.py", "%2e%2e/wsgi.py", "css//x"],
)
def test_nothing_else_is_served(visitor: AppVisitor, path: str) -> None:
    assert visitor.get(f"/static/{path}").status in {301, 308, 404}


def test_files_are_compressed_as_the_browser_likes(visitor: AppVisitor) -> None:
    plain = (STATIC / "css" / "base.css").read_bytes()
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}
    tags = {visitor.get("/static/css/base.css").header("ETag")}
    for asked, how in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
    ]:
        answer = visitor.get("/static/css/base.css", Accept_Encoding=asked)
        assert answer.header("Content-Encoding") == how
        assert answer.header("Vary") == "Accept-Encoding"
        assert unpack[how](answer.body) == plain
        assert len(answer.body) < len(plain) / 3
        tags.add(answer.header("ETag"))
    assert len(tags) == 3
    assert visitor.get("/static/icons/icon-192.png").header("Content-Encoding") is None


def test_files_that_no_browser_opens_as_a_page_carry_few_headers(visitor: AppVisitor) -> None:
    for path, is_page in [("/static/js/page.js", False), ("/sw.js", True), ("/offline", True)]:
        answer = visitor.get(path)
        assert answer.header("X-Content-Type-Options") == "nosniff"
        assert (answer.header("Content-Security-Policy") is not None) == is_page
        assert (answer.header("Referrer-Policy") is not None) == is_page


def test_a_script_brings_all_that_it_imports_along(visitor: AppVisitor) -> None:
    text = visitor.get(begin(visitor, "/")).text
    told = {Path(each).name for each in re.findall(r'modulepreload" href="([^"]+)"', text)}
    found: set[str] = set()
    left = {"table.js"}
    while left:
        source = (STATIC / "js" / left.pop()).read_text("utf-8")
        # Found otherwise than the site finds them: every text in quotes that is a file beside it.
        new = set(re.findall(r'"\./([\w.-]+)"', source)) - found
        found |= new
        left |= new
    assert told == found - {"table.js"}
    assert len(told) > 5


def test_every_import_is_of_a_file_beside_it() -> None:
    for path in STATIC.rglob("*.js"):
        for name in re.findall(r'\bfrom "([^"]+)"|\bimport\(', path.read_text("utf-8")):
            assert re.fullmatch(r"\./[\w-]+\.js", name), (path, name)
            assert (path.parent / name).exists()


def test_what_changes_while_the_site_runs_is_for_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text("a")
    (tmp_path / "notes.txt").write_text("not served")
    before = Assets.read(tmp_path)
    (tmp_path / "css" / "a.css").write_text("b")
    after = Assets.read(tmp_path)
    assert before.files == {"css/a.css": b"a"}
    assert after.files == {"css/a.css": b"b"}
    assert before.build != after.build
    assert version_of(before.build) != version_of(after.build)
    assert version_of(before.build, tmp_path) != version_of(before.build)


def test_the_manifest_describes_the_app(visitor: AppVisitor) -> None:
    page = Page(visitor.get("/").text)
    link = next(
        e.attributes["href"] for e in page.elements if e.attributes.get("rel") == "manifest"
    )
    answer = visitor.get(link)
    assert answer.status == 200
    assert answer.header("Content-Type") == "application/manifest+json"
    assert answer.header("Cache-Control") == "no-cache"
    told = answer.json
    assert told["name"] == "Daily Train"
    assert told["display"] == "standalone"
    assert told["start_url"] == told["scope"] == told["id"] == "/"
    assert told["lang"] == "en"
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for shortcut in told["shortcuts"]:
        assert visitor.get(shortcut["url"]).status == 200
    for icon in told["icons"]:
        assert visitor.get(icon["src"]).header("Content-Type") == "image/png"


@pytest.mark.parametrize(
    ("name", "size"), [*((n, s) for n, s, _ in ICONS), ("icons/apple-touch-180.png", "180x180")]
)
def test_icons_are_as_large_as_they_say_and_no_heavier_than_needed(name: str, size: str) -> None:
    data = (STATIC / name).read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert f"{width}x{height}" == size
    assert len(data) < 8_000


def test_the_manifest_speaks_the_language_of_its_link(visitor: AppVisitor) -> None:
    told = visitor.get("/manifest.webmanifest?lang=es", Accept_Language="en").json
    assert told["lang"] == "es"
    assert told["description"] != visitor.get("/manifest.webmanifest?lang=en").json["description"]
    unknown = visitor.get("/manifest.webmanifest?lang=xx", Accept_Language="es")
    assert unknown.json == told
    assert visitor.get("/", Accept_Language="es").text.count("/manifest.webmanifest?lang=es") == 1


def test_the_worker_is_asked_for_each_time_and_rules_the_whole_site(visitor: AppVisitor) -> None:
    answer = visitor.get("/sw.js")
    assert answer.status == 200
    assert str(answer.header("Content-Type")).startswith("text/javascript")
    assert answer.header("Cache-Control") == "no-cache"
    assert answer.header("Set-Cookie") is None
    assert 'data-worker="/sw.js"' in visitor.get("/").text


def test_each_deploy_is_a_worker_of_its_own(app: Flask, visitor: AppVisitor) -> None:
    before = visitor.get("/sw.js")
    assert before.text == visitor.get("/sw.js").text
    files = app.extensions[EXTENSION]()
    changed = dataclasses.replace(files, build="0123456789ab")
    app.extensions[EXTENSION] = lambda: changed
    after = visitor.get("/sw.js")
    name = re.compile(r'"dailytrain-([0-9a-f]{12})"')
    assert name.findall(before.text) != name.findall(after.text)
    assert "/static/v-0123456789ab/css/base.css" in after.text


def test_the_worker_keeps_only_what_is_there_and_nobody_s(visitor: AppVisitor) -> None:
    text = visitor.get("/sw.js").text
    found = re.search(r"const FILES = (\[.*?\]);", text)
    assert found
    files = json.loads(found[1])
    assert all(visitor.get(path).header("Cache-Control") == FOR_EVER for path in files)
    offline = visitor.get("/offline").text
    # The manifest's and the touch icon are no business of a page without a connection.
    needed = [link for link in links_to_files(offline) if "apple-touch" not in link]
    assert set(needed) == set(files)


def test_the_page_without_a_connection_is_nobody_s(app: Flask, visitor: AppVisitor) -> None:
    begin(visitor, "/")
    known = visitor.get("/offline")
    assert known.cookies == []
    assert known.body == AppVisitor(app).get("/offline").body
    words = Page(known.text).words
    assert "Nothing is lost" in words


def test_a_switch_takes_the_worker_away(site_settings: Settings, store: Store) -> None:
    off = dataclasses.replace(site_settings, service_worker=False)
    visitor = AppVisitor(create_app(off, store))
    assert "data-worker" not in visitor.get("/").text
    text = visitor.get("/sw.js").text
    assert "unregister()" in text
    assert "fetch" not in text
