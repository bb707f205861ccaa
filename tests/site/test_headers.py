"""What every answer carries, and what no page holds: strangers' addresses, inline code, traces."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

import web
from web.kept.store import Store

from .helpers.pages import Element, Page
from .helpers.playing import act, begin, first, play_by_script
from .helpers.servers import DAY
from .helpers.visitors import Answer, AppVisitor
from .helpers.wire import everything_stored

STATIC = sorted(
    path.relative_to(Path(web.__file__).parent)
    for path in (Path(web.__file__).parent / "static").rglob("*.*")
)
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
OWN = "http://localhost"
DIRECTIVES_OF_OUR_OWN = ("default-src", "script-src", "style-src", "connect-src", "form-action")


@pytest.fixture
def player(app: Flask) -> AppVisitor:
    """Give someone in the middle of today's game, with a seed's game finished."""
    visitor = AppVisitor(app)
    play_by_script(visitor, begin(visitor, "/seed/AB?rounds=1"), first)
    game = begin(visitor, "/")
    for _ in range(6):
        form = Page(visitor.get(game).text).form_to("/act")
        act(visitor, game, int(form.fields["at"]), form.actions[0])
    return visitor


def crawled(visitor: AppVisitor, start: str = "/", most: int = 120) -> Iterator[tuple[str, Answer]]:
    """Follow every link of the site; of the days of the archive only some."""
    waiting, seen = [start], {start}
    while waiting:
        path = waiting.pop()
        assert len(seen) < most
        answer = visitor.get(path)
        yield path, answer
        if not (answer.header("Content-Type") or "").startswith("text/html"):
            continue
        page = Page(answer.text)
        sources = [e.attributes.get("src", "") for e in page.elements]
        sources += [e.attributes.get("href", "") for e in page.elements if e.tag == "link"]
        for link in [*page.links, *filter(None, sources)]:
            target = link.removeprefix(OWN).partition("#")[0]
            is_old_day = bool(re.match(r"/daily/2026-1[12]-(?!08)", target))
            if target.startswith("/") and not is_old_day and target not in seen:
                seen.add(target)
                waiting.append(target)


def faults_of(answer: Answer) -> Iterator[str]:
    """Tell what is wrong with a page, whatever it is about."""
    page = Page(answer.text)
    yield from page.faults
    yield from (f"<{tag}> is left open" for tag in page.unclosed)
    yield from (f"{n} have the id {name}" for name, n in Counter(page.ids).items() if n > 1)
    for element in page.elements:
        yield from (f"{fault}: {element}" for fault in faults_of_element(element))
    html = next(element for element in page.elements if element.tag == "html")
    if html.attributes.get("lang") != "en":
        yield "tells no language"
    tags = Counter(element.tag for element in page.elements)
    if (tags["h1"], tags["main"]) != (1, 1):
        yield f"{tags['h1']} h1 and {tags['main']} main"


def faults_of_element(element: Element) -> Iterator[str]:
    attributes = element.attributes
    if element.tag == "style" or any(n == "style" or n.startswith("on") for n in attributes):
        yield "inline style or code"
    is_data = attributes.get("type") == "application/json"
    if element.tag == "script" and not is_data and not attributes.get("src"):
        yield "an inline script"
    for name in ("src", "href", "action", "formaction", "poster", "srcset", "data"):
        value = attributes.get(name, "")
        if re.match(r"(?:[a-z]+:|//)", value) and not value.startswith((f"{OWN}/", "data:")):
            yield "leads elsewhere"
    if element.tag == "img" and "alt" not in attributes:
        yield "a picture without words"
    if attributes.get("target") == "_blank":
        yield "opens a window"


def test_every_page_and_file_that_a_link_leads_to_is_there_and_whole(
    player: AppVisitor, app: Flask
) -> None:
    wrong: list[tuple[str, object]] = []
    found = set()
    for visitor in (AppVisitor(app), player):
        for path, answer in crawled(visitor):
            found.add(path)
            if answer.status not in {200, 403}:
                wrong.append((path, answer.status))
            elif (answer.header("Content-Type") or "").startswith("text/html"):
                wrong += [(path, fault) for fault in faults_of(answer)]
    assert wrong == []
    expected = {"/", "/archive", "/seeds", "/rules", "/you", "/about", "/fair", "/daily/2026-12-08"}
    assert expected <= found


def test_every_form_of_every_page_posts_to_a_route(player: AppVisitor, app: Flask) -> None:
    adapter = app.url_map.bind("localhost")
    for path, answer in crawled(player):
        if not (answer.header("Content-Type") or "").startswith("text/html"):
            continue
        for form in Page(answer.text).forms:
            if form.method == "post":
                adapter.match(form.action.partition("?")[0] or path, method="POST")


def test_no_file_names_another_host() -> None:
    assert STATIC
    for path in STATIC:
        text = (Path(web.__file__).parent / path).read_bytes().decode("utf-8", "replace")
        found = set(re.findall(r"(?:https?|wss?)://[\w./-]+", text)) - NAMESPACES
        assert found == set(), path
        assert not re.search(
            r"url\(\s*['\"]?//|@import|eval\(|new Function|document\.write", text
        ), path


KINDS = [
    ("GET", "/", 200),
    ("GET", "/rules", 200),
    ("GET", "/nowhere", 404),
    ("GET", "/game/AAAAAAAAAAAAAAAA", 404),
    ("GET", f"/daily/{DAY}/board", 403),
    ("GET", "/seed/AB?rounds=x", 400),
    ("POST", "/", 405),
    ("POST", f"/daily/{DAY}/play", 303),
    ("POST", "/you/name", 422),
    ("GET", "/static/icons/icon.svg", 200),
    ("GET", "/static/nothing.css", 404),
    ("GET", "/healthz", 200),
    ("HEAD", "/", 200),
    ("OPTIONS", "/", 200),
]


@pytest.mark.parametrize(("method", "path", "status"), KINDS)
def test_every_kind_of_answer_carries_the_headers(
    visitor: AppVisitor, method: str, path: str, status: int
) -> None:
    for accept in ("text/html", "application/json"):
        answer = visitor.ask(method, path, {} if method == "POST" else None, {"Accept": accept})
        assert answer.status == status
        policy = answer.header("Content-Security-Policy") or ""
        directives = dict(part.split(" ", 1) for part in policy.split("; "))
        assert directives["default-src"] == "'none'"
        assert directives["frame-ancestors"] == "'none'"
        assert directives["base-uri"] == "'none'"
        for name in DIRECTIVES_OF_OUR_OWN[1:]:
            assert directives[name] == "'self'"
        assert not re.search(r"unsafe|\*|https?:|nonce|strict-dynamic", policy)
        assert answer.header("X-Content-Type-Options") == "nosniff"
        assert answer.header("Referrer-Policy") == "same-origin"
        assert answer.header("X-Frame-Options") == "DENY"
        assert answer.header("Cross-Origin-Opener-Policy") == "same-origin"
        assert answer.header("Access-Control-Allow-Origin") is None
        if not path.startswith("/static/icons"):
            assert answer.header("Cache-Control") == "no-store"
        assert answer.header("ETag") is None or path.startswith("/static")


def test_files_are_kept_for_ever_under_the_links_of_pages_and_checked_under_others(
    visitor: AppVisitor,
) -> None:
    page = Page(visitor.get("/").text)
    links = [e.attributes.get("src") or e.attributes.get("href", "") for e in page.elements]
    files = {link for link in links if link.startswith("/static/")}
    assert len(files) >= 3
    for link in files:
        answer = visitor.get(link)
        assert answer.status == 200
        assert "immutable" in (answer.header("Cache-Control") or ""), link
        assert answer.cookies == []
        stale = re.sub(r"(?<=v[=-])\w+", "0123456789ab", link)
        assert stale != link
        assert "immutable" not in (visitor.get(stale).header("Cache-Control") or "")
    plain = visitor.get("/static/css/base.css")
    assert plain.header("X-Content-Type-Options") == "nosniff"
    assert plain.header("Cache-Control") == "no-cache"
    again = visitor.get("/static/css/base.css", If_None_Match=plain.header("ETag") or "")
    assert again.status == 304
    assert again.body == b""


def test_pages_are_sent_compressed_and_say_what_they_vary_with(visitor: AppVisitor) -> None:
    plain = visitor.get("/")
    packed = visitor.get("/", Accept_Encoding="gzip")
    assert packed.header("Content-Encoding") == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert "Accept-Encoding" in (packed.header("Vary") or "")


def test_errors_tell_a_script_the_reason_and_a_person_a_page(visitor: AppVisitor) -> None:
    for path in ("/nowhere", "/game/AAAAAAAAAAAAAAAA", f"/daily/{DAY}/board", "/seed/AB?rounds=x"):
        answer = visitor.get(path, Accept="application/json")
        error = answer.json["error"]
        assert re.fullmatch(r"[a-z_0-9]+", error["reason"])
        assert error["message"]
        page = Page(visitor.get(path).text)
        assert "Daily Train" in page.words
        assert list(faults_of(visitor.get(path))) == []
        assert "/" in page.links


def test_looking_changes_nothing(player: AppVisitor, store: Store) -> None:
    player.get("/you")  # the name that it shows is kept
    before = everything_stored(store.link)
    for path, _answer in crawled(player):
        player.ask("HEAD", path)
        player.ask("OPTIONS", path)
    after = everything_stored(store.link)
    changed = {name for name in after | before if after.get(name) != before.get(name)}
    # What is fixed of a day when it is first asked for is no doing of the person's.
    assert {name for name in changed if not name.startswith("dt1:{days}")} == set()


def test_a_mistake_of_the_sites_own_tells_nothing_of_its_inside(
    app: Flask, visitor: AppVisitor, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> str:
        raise RuntimeError("the boneyard is 5-8 and more")

    app.view_functions["texts.rules"] = fail
    page = visitor.get("/rules")
    assert page.status == 500
    assert "not your doing" in Page(page.text).words
    script = visitor.get("/rules", Accept="application/json")
    assert script.status == 500
    assert script.json["error"]["reason"] == "broken"
    for answer in (page, script):
        assert "boneyard is" not in answer.text
        assert "Traceback" not in answer.text
    # Whoever runs the site finds it in the log.
    assert "the boneyard is 5-8" in caplog.text
