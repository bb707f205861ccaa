"""Hundreds of requests that nobody should make: each is refused in words, none changes anything."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from secrets import token_hex

import pytest

from .helpers.playing import Truth, act, begin, first
from .helpers.servers import DAY, SECRET, Site
from .helpers.visitors import Answer, WireVisitor
from .helpers.wire import Header, everything_stored, form_bytes, request_bytes, send

JSON: list[Header] = [("Accept", "application/json")]
ROUTES_TO_POST: tuple[str, ...] = (
    "/daily/{day}/play",
    "{game}/act",
    "{game}/undo",
    "/seeds",
    "/seed/AB/play",
)
ROUTES_TO_POST += ("/you/name", "/language")


@dataclass(frozen=True)
class Bad:
    """A request with the statuses that may answer it."""

    what: str
    request: bytes
    statuses: frozenset[int]
    names: str = ""
    """What the answer must name, in its page or JSON."""


@dataclass(frozen=True)
class Stage:
    """A game in its course, and its owner."""

    site: Site
    game: str
    at: int
    truth: Truth
    cookie: list[Header]


@pytest.fixture(scope="module")
def stage(site: Site) -> Stage:
    who = WireVisitor(site.base)
    game = begin(who, "/")
    truth = Truth.daily(SECRET, date.fromisoformat(DAY))
    for _ in range(9):
        action = first(truth.legal)
        assert act(who, game, truth.match.length, action).status == 200
        truth.do(action)
    who.get("/you")  # it keeps the name that it shows
    cookie = f"player={who.cookies['player']}"
    return Stage(site, game, truth.match.length, truth, [("Cookie", cookie)])


def check(stage: Stage, bad: list[Bad]) -> None:
    """Make the requests; tell all that is wrong at once."""
    link = stage.site.link()
    before = everything_stored(link)
    wrong = []
    for each in bad:
        answer = send(stage.site.port, each.request)
        found = faults(each, answer)
        if everything_stored(link) != before:
            found.append("the store has changed")
            before = everything_stored(link)
        if found:
            wrong.append((each.what, answer.status, *found, answer.body[:200]))
    link.close()
    assert wrong == []


def faults(bad: Bad, answer: Answer) -> list[str]:
    found = []
    if answer.status not in bad.statuses:
        found.append(f"status {answer.status}, not {sorted(bad.statuses)}")
    if b"Traceback" in answer.body or b"werkzeug" in answer.body.lower():
        found.append("tells of its inside")
    if bad.names and bad.names.encode() not in answer.body:
        found.append(f"does not name {bad.names!r}")
    if sum(len(name) + len(value) for name, value in answer.headers) > 6000:
        found.append("its headers are too long for browsers and proxies")
    if answer.status >= 400 and bad.statuses != {400} and not answer.body:
        found.append("says nothing")
    return found


BAD_NUMBERS = ["", "x", "-1", "1.5", "1e3", "٣", "9999999", " 1", "+1", "0x1", "1\0", "1,2", "None"]
BAD_ACTIONS = [
    *("", " ", "x", "draw ", " draw", "DRAW", "Pass", "draw\n", "draw\0", "drawdraw", "null"),
    *("@", "@P0", "5-8", "5-8@", "5-8@P", "5-8@P9", "5-8@P10", "5-8@M5", "5-8@m", "5-8@P0@P1"),
    *("13-13@P0", "12-99@M", "-1-5@P0", "5--8@P0", "5-8-9@P0", "5:8@P0", "٣-٤@P0", "5-8@P٠"),
    *("5-8@P0\0", "5-8@P0;draw", "🁫@P0", "<script>alert(1)</script>", "' OR 1=1 --", "${7*7}"),
    *("{{7*7}}", "%s%s%s%n", '{"action":"draw"}', "[]", "__class__", "../../etc/passwd", "NaN"),
    *("1" * 5000 + "-2@P0", "a" * 40_000, token_hex(20_000), "é" * 3000, "<b>" * 5000),
]


def test_no_number_no_action(stage: Stage) -> None:
    path, legal = f"{stage.game}/act", stage.truth.legal[0]
    refused = frozenset({400})
    bad = [
        Bad(
            f"at={at!r}",
            form_bytes(path, {"at": at, "action": legal}, [*stage.cookie, *accept]),
            refused,
            "at",
        )
        for at in BAD_NUMBERS
        for accept in ([], JSON)
    ]
    bad += [
        Bad("no at", form_bytes(path, {"action": legal}, stage.cookie), refused, "at"),
        Bad("nothing", form_bytes(path, {}, stage.cookie), refused, "at"),
        Bad("undo", form_bytes(f"{stage.game}/undo", {"at": "x"}, stage.cookie), refused, "at"),
    ]
    check(stage, bad)


def test_what_is_no_action_or_not_legal_is_refused_with_a_reason(stage: Stage) -> None:
    path = f"{stage.game}/act"
    hidden, own = sorted(stage.truth.hidden), sorted(stage.truth.own)
    legal = set(stage.truth.legal)
    illegal = {f"{tile}@{train}" for tile in own for train in ("P0", "P1", "P2", "M")} - legal
    illegal |= {f"{tile}@P0" for tile in hidden[:6]} | ({"draw", "pass", "done"} - legal)
    bad = []
    for action in [*BAD_ACTIONS, *sorted(illegal)]:
        fields = {"at": str(stage.at), "action": action}
        request = form_bytes(path, fields, [*stage.cookie, *JSON])
        bad.append(Bad(f"{action[:20]!r} by script", request, frozenset({422}), '"reason"'))
    for action in BAD_ACTIONS:
        fields = {"at": str(stage.at), "action": action}
        request = form_bytes(path, fields, stage.cookie)
        bad.append(Bad(f"{action[:20]!r} by form", request, frozenset({303})))
    surrogate = b"at=%d&action=%%ED%%A0%%80" % stage.at
    bad.append(
        Bad("surrogate", form_bytes(path, surrogate, [*stage.cookie, *JSON]), frozenset({422}))
    )
    check(stage, bad)


def test_a_stale_action_gets_the_present_view(stage: Stage) -> None:
    path = f"{stage.game}/act"
    legal = stage.truth.legal[0]
    for at in (0, 1, stage.at - 1, stage.at + 1, stage.at + 50, 999_999):
        fields = {"at": str(at), "action": legal}
        request = form_bytes(path, fields, [*stage.cookie, *JSON])
        check(stage, [Bad(f"at {at}", request, frozenset({409}), '"stale"')])
        answer = send(stage.site.port, request)
        assert answer.json["at"] == stage.at
        assert answer.json["error"]["message"]
        assert f'value="{stage.at}"' in answer.json["html"]
    request = form_bytes(f"{stage.game}/undo", {"at": "0"}, [*stage.cookie, *JSON])
    check(stage, [Bad("undo", request, frozenset({409, 422}))])


def test_bodies_that_are_no_form(stage: Stage) -> None:
    path = f"{stage.game}/act"
    refused = frozenset({400, 413, 415})

    def body(kind: str, text: bytes) -> bytes:
        return request_bytes("POST", path, [*stage.cookie, ("Content-Type", kind)], text)

    good = json.dumps({"at": stage.at, "action": stage.truth.legal[0]}).encode()
    bad = [
        Bad(f"json {text[:10]!r}", body("application/json", text), refused)
        for text in (good, b"{", b"[]", b"null", b'"x"', b"1e999", b"\xff\xfe", b"[" * 50_000)
    ]
    part = b'--x\r\nContent-Disposition: form-data; name="at"\r\n\r\n'
    bad += [
        Bad("no type", request_bytes("POST", path, stage.cookie, b"at=0&action=draw"), refused),
        Bad("text", body("text/plain", b"at=0&action=draw"), refused),
        Bad("xml", body("text/xml", b"<at>0</at>"), refused),
        Bad("empty type", body("", b"at=0&action=draw"), refused),
        Bad("no boundary", body("multipart/form-data", b"--x\r\n\r\n"), refused),
        Bad("cut short", body("multipart/form-data; boundary=x", part + b"0"), refused),
        Bad("no parts", body("multipart/form-data; boundary=x", b"--x--\r\n"), refused),
        Bad("many parts", body("multipart/form-data; boundary=x", part * 500), refused),
        Bad("long bound", body(f"multipart/form-data; boundary={'x' * 500}", part), refused),
        Bad("percents", form_bytes(path, b"%&%=%zz&at=%", stage.cookie), refused),
        Bad("ampersands", form_bytes(path, b"&" * 20_000, stage.cookie), refused),
        Bad("many fields", form_bytes(path, b"a=1&" * 12_000, stage.cookie), refused),
        Bad("bytes", form_bytes(path, bytes(range(256)) * 20, stage.cookie), refused),
    ]
    check(stage, bad)


def test_more_than_a_form_may_hold_is_refused_everywhere(stage: Stage) -> None:
    too_much = frozenset({413})
    bad = []
    for route in ROUTES_TO_POST:
        path = route.format(day=DAY, game=stage.game)
        for size in (70_000, 1_000_000):
            request = form_bytes(path, b"at=0&name=" + b"x" * size, stage.cookie)
            bad.append(Bad(f"{path} {size}", request, too_much))
    chunk = b"11170\r\n" + b"x" * 70_000 + b"\r\n0\r\n\r\n"
    headers: list[Header] = [*stage.cookie, ("Transfer-Encoding", "chunked")]
    request = form_bytes(f"{stage.game}/act", chunk, headers)
    bad.append(Bad("chunked", request, frozenset({400, 413})))
    check(stage, bad)


IDS = [
    "x",
    "A" * 16,
    "0",
    "-",
    "%00",
    "%ED%A0%80",
    "..%2F..",
    "%7Bg:x%7D",
    "x%7D:actions",
    "a" * 3000,
]
IDS += [
    "%E2%80%AE",
    "%F0%9F%9A%82",
    "'%20OR%201=1",
    "%0d%0aX:1",
    "null",
    "*",
    "%25",
    "x;y",
    "x%3Fy",
]


def test_unknown_games(stage: Stage) -> None:
    unknown = frozenset({404})
    bad = []
    for name in IDS:
        for rest in ("", "/result", "/round/1", "/record.json"):
            request = request_bytes("GET", f"/game/{name}{rest}", stage.cookie)
            bad.append(Bad(f"{name[:20]}{rest}", request, unknown))
        fields = {"at": "0", "action": "draw"}
        for rest in ("act", "undo"):
            request = form_bytes(f"/game/{name}/{rest}", fields, stage.cookie)
            bad.append(Bad(f"{name[:20]}/{rest}", request, unknown))
    for number in ("0", "-1", "5", "999", "9" * 30, "x", "1.0", "%00", "٣".encode().hex("%")):
        path = f"{stage.game}/round/{number}"
        bad.append(Bad(path, request_bytes("GET", path, stage.cookie), unknown))
    check(stage, bad)


def test_cookies_that_are_none_of_ours(stage: Stage) -> None:
    own = str(stage.cookie[0][1]).partition("=")[2]
    player, when, mark = own.split(".")
    forged = [
        *("", "x", ".", "..", "...", player, f"{player}.{when}", f"{player}.{when}.", own[:-1]),
        *(own[::-1], own.lower(), own + "A" * 1000, f"{player}.{int(when) + 1}.{mark}"),
        *(f"{'A' * 22}.{when}.{mark}", f"{player}.-1.{mark}", f"{player}.{'9' * 400}.{mark}"),
        *("%00", '"', '"\\000"', "a" * 6000, "é", "\xff\xfe", f'"{own}', "null", "=", ";;;"),
    ]
    bad = []
    for text in forged:
        cookie: list[Header] = [("Cookie", f"player={text}".encode("latin-1", "replace"))]
        request = request_bytes("GET", stage.game, cookie)
        bad.append(Bad(f"read with {text[:30]!r}", request, frozenset({404})))
        fields = {"at": str(stage.at), "action": stage.truth.legal[0]}
        request = form_bytes(f"{stage.game}/act", fields, cookie)
        bad.append(Bad(f"act with {text[:30]!r}", request, frozenset({404})))
        request = request_bytes("GET", "/", cookie)
        bad.append(Bad(f"home with {text[:30]!r}", request, frozenset({200})))
    for text in ("x", "eyJ9.x.y", "." * 3000, ".eJwrSS0uAQAEXQHB.aa.bb"):
        headers: list[Header] = [("Cookie", f"{stage.cookie[0][1]!s}; session={text}; lang={text}")]
        bad.append(Bad(f"session {text[:9]}", request_bytes("GET", "/", headers), frozenset({200})))
    long: list[Header] = [("Cookie", "player=" + "a" * 60_000)]
    bad.append(Bad("too long", request_bytes("GET", "/", long), frozenset({400, 431})))
    check(stage, bad)


def test_wrong_methods_say_which_are_right(stage: Stage) -> None:
    refused = frozenset({405})
    to_post = (f"{stage.game}/act", f"{stage.game}/undo", f"/daily/{DAY}/play", "/you/name")
    to_read = ("/", stage.game, f"/daily/{DAY}", "/archive", "/rules", "/healthz", "/seed/AB")
    asked = [(method, path) for path in to_post for method in ("GET", "PUT", "DELETE", "PATCH")]
    for method in ("POST", "PUT", "DELETE", "TRACE", "FOO", "PROPFIND"):
        asked += [(method, path) for path in to_read]
    bad = [
        Bad(f"{method} {path}", request_bytes(method, path, stage.cookie), refused)
        for method, path in asked
    ]
    check(stage, bad)
    for each in bad:
        allowed = send(stage.site.port, each.request).header("Allow") or ""
        assert "GET" in allowed or "POST" in allowed, each.what


def test_odd_headers_do_no_harm(stage: Stage) -> None:
    fine = frozenset({200, 206, 304, 406, 416})
    odd: list[tuple[str, str]] = [
        *(
            ("Range", text)
            for text in ("bytes=0-0", "bytes=9999999-", "bytes=-1", "x", "bytes=a-b")
        ),
        *(
            ("Accept", text)
            for text in ("", ";;;", "*/*;q=abc", "text/html;q=2", "a/b/c", "x" * 4000)
        ),
        *(
            ("Accept-Language", text)
            for text in ("", "xx", "../..", "en;q=x", "*", "-" * 4000, "en_")
        ),
        *(
            ("Accept-Encoding", text)
            for text in ("gzip;q=x", "br;q=-1", "*", "identity;q=0", ",,,")
        ),
        *(("If-None-Match", text) for text in ("*", '"x"', "W/", '"' * 300)),
        *(("If-Modified-Since", text) for text in ("x", "Mon, 99 Foo 2026 99:99:99 GMT", "0")),
        *(("X-Forwarded-For", text) for text in ("1.2.3.4", "x", "::1, <script>")),
        *(("X-HTTP-Method-Override", text) for text in ("DELETE", "POST")),
        *(("User-Agent", text) for text in ("", "\xff", "() { :;}; echo")),
        *(("Content-Type", text) for text in ("", ";", "multipart/form-data", "x" * 2000)),
    ]
    bad = []
    for name, text in odd:
        for path in ("/", stage.game, "/static/css/base.css"):
            request = request_bytes("GET", path, [*stage.cookie, (name, text)])
            bad.append(Bad(f"{name}: {text[:20]!r} {path}", request, fine))
    check(stage, bad)


FOREIGN: list[list[Header]] = [
    [("Origin", "https://evil.example")],
    [("Origin", "null")],
    [("Origin", "http://127.0.0.1:1")],
    [("Origin", "https://127.0.0.1")],
    [("Origin", "http://[")],
    [("Origin", "http://127.0.0.1.evil.example")],
    [("Origin", "javascript:alert(1)")],
    [("Origin", "")],
    [("Referer", "https://evil.example/game")],
    [("Referer", "http://[::1")],
    [("Sec-Fetch-Site", "cross-site")],
    [("Sec-Fetch-Site", "same-site")],
    [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://127.0.0.1")],
    [("Sec-Fetch-Site", "same-site"), ("Origin", "http://127.0.0.1")],
    [("Sec-Fetch-Site", "none"), ("Origin", "https://evil.example")],
    [("Sec-Fetch-Site", "")],
    [("Sec-Fetch-Site", "Same-Origin")],
    [("Sec-Fetch-Site", "same-origin, cross-site")],
    [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")],
    [("Sec-Fetch-Site", "\xff")],
]


def test_posts_from_other_sites_are_refused_whatever_they_ask(stage: Stage) -> None:
    fields = {
        "at": str(stage.at),
        "action": stage.truth.legal[0],
        "name": "Someone Else",
        "text": "AB",
        "lang": "en",
    }
    bad = []
    for route in ROUTES_TO_POST:
        path = route.format(day=DAY, game=stage.game)
        for headers in FOREIGN:
            request = form_bytes(path, fields, [*stage.cookie, *headers])
            bad.append(Bad(f"{path} {headers}", request, frozenset({403})))
    check(stage, bad)


@pytest.mark.parametrize(
    "headers",
    [
        [("Sec-Fetch-Site", "same-origin"), ("Origin", "https://train.example")],
        [("Sec-Fetch-Site", "same-origin"), ("Referer", "https://train.example/you")],
        [("Sec-Fetch-Site", "same-origin")],
        [("Sec-Fetch-Site", "none"), ("Origin", "http://127.0.0.1")],
        [("Origin", "http://127.0.0.1")],
    ],
)
def test_posts_from_own_pages_are_taken_behind_a_proxy_that_nobody_told_of(
    stage: Stage, headers: list[Header]
) -> None:
    request = form_bytes("/language", {"lang": "en", "back": "/rules"}, headers)
    assert send(stage.site.port, request).path == "/rules"


DATES = ["2026-13-01", "2026-02-30", "20261209", "2026-12-9", "0000-00-00", "9999-12-31", "today"]
DATES += ["2026-12-10", "2026-11-29", "1970-01-01", "2026-12-09%00", "2026-W50-3", "-1", "x" * 500]
DATES += ["%D9%A2%D9%A0%D9%A2%D9%A6-12-09", "2026-12-09T00:00", "+2026-12-09", "2026-12-09Z"]


def test_days_that_are_none(stage: Stage) -> None:
    unknown = frozenset({404})
    bad = []
    for text in DATES:
        bad.append(Bad(text, request_bytes("GET", f"/daily/{text}", stage.cookie), unknown))
        bad.append(Bad(text, request_bytes("GET", f"/daily/{text}/board", stage.cookie), unknown))
        bad.append(Bad(text, form_bytes(f"/daily/{text}/play", {}, stage.cookie), unknown))
    for page in ("0", "-1", "x", "1e3", "99999999", "%EF%BC%91", "1%00", ""):
        for path in ("/archive", "/daily/2026-12-08/board"):
            request = request_bytes("GET", f"{path}?page={page}", stage.cookie)
            bad.append(Bad(f"{path} page {page}", request, unknown))
    check(stage, bad)


SEEDS = [
    "%20",
    "a%20b",
    "%00",
    "%C3%A9",
    "A" * 41,
    "%ED%A0%80",
    "A_B",
    "A.B",
    "%F0%9F%9A%82",
    "%C4%B1",
]
CHOICES = [
    *(("players", text) for text in ("1", "0", "11", "-3", "x", "2.5", "%D9%A3", "", "9" * 400)),
    *(("rounds", text) for text in ("0", "14", "-1", "x", "1.5", "true", "null", "9" * 3000)),
    *(("preset", text) for text in ("x", "", "Daily", "daily%00", "%ED%A0%80")),
    *(("bots", text) for text in ("x", "", "planner@99", "planner,x", ",", "planner," * 300)),
    *(("highest_pip", text) for text in ("5", "19", "x", "-1", "12.0", "null")),
    *(("hand_size", text) for text in ("0", "-1", "99", "x", "true", "9" * 3000)),
    *(("first_turn", text) for text in ("x", "1", "null", "Run")),
    *(("draws", text) for text in ("x", "true")),
    *(("double_blank_points", text) for text in ("51", "x", "-1")),
    *((text, "1") for text in ("nothing", "__class__", "seed", "page", "%00")),
]


def test_seeds_and_choices_that_cannot_be_played_are_named(stage: Stage) -> None:
    refused = frozenset({400})
    bad = []
    for text in SEEDS:
        bad.append(Bad(text, request_bytes("GET", f"/seed/{text}", stage.cookie), refused))
        bad.append(Bad(text, form_bytes(f"/seed/{text}/play", {}, stage.cookie), refused))
        bad.append(Bad(text, request_bytes("GET", f"/seed/{text}/board", stage.cookie), refused))
    for name, value in CHOICES:
        path = f"/seed/AB?{name}={value}"
        names = name if name.isidentifier() else ""
        bad.append(Bad(path[:60], request_bytes("GET", path, stage.cookie), refused, names))
        path = f"/seed/AB/play?{name}={value}"
        bad.append(Bad(path[:60], form_bytes(path, {}, stage.cookie), refused, names))
    for name, value in [*CHOICES, ("rounds", "9" * 5000), ("players", "9" * 5000)]:
        if name in {"preset", "players", "rounds", "bots"} and value:
            body = f"text=AB&{name}={value}".encode()
            bad.append(
                Bad(f"form {name}", form_bytes("/seeds", body, stage.cookie), frozenset({422}))
            )
    check(stage, bad)


NAMES = [
    "",
    "a",
    " a ",
    "x" * 21,
    "x" * 30_000,
    "a\0b",
    "a\nb",
    "a\u202eb",
    "a\u200bb",
    "\u3164" * 3,
]
NAMES += [
    "a\ue000b",
    "\u0301\u0301",
    "a" + "\u0301" * 15,
    "\ud7ff\udfff".encode("utf-8", "replace").decode(),
]


def test_names_that_are_not_taken(stage: Stage) -> None:
    refused = frozenset({422})
    bad = [
        Bad(repr(name[:20]), form_bytes("/you/name", {"name": name}, stage.cookie), refused, "name")
        for name in NAMES
    ]
    surrogates = form_bytes("/you/name", b"name=%ED%A0%80" + b"%ED%B0%80" * 20, stage.cookie)
    bad.append(Bad("surrogates", surrogates, refused))
    bad.append(Bad("none", form_bytes("/you/name", {}, stage.cookie), refused))
    for lang in ("", "xx", "../en", "EN", "en\0", "a" * 5000):
        request = form_bytes("/language", {"lang": lang, "back": "/"}, stage.cookie)
        bad.append(Bad(f"lang {lang[:9]!r}", request, frozenset({400})))
    check(stage, bad)


ELSEWHERE = [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "\\\\evil",
    "javascript:1",
]
ELSEWHERE += ["/\t/x", "/%0d%0aX: 1\r\nSet-Cookie: a=b", "", "/é", "///evil.example", "/\r/evil"]


@pytest.mark.parametrize("back", ELSEWHERE)
def test_the_language_switch_leads_nowhere_else(stage: Stage, back: str) -> None:
    request = form_bytes("/language", {"lang": "en", "back": back}, stage.cookie)
    answer = send(stage.site.port, request)
    assert answer.status == 303
    assert answer.path == "/"
    assert answer.header("X") is None


FILES = [
    "",
    "/",
    "/..",
    "/../settings.py",
    "/%2e%2e/settings.py",
    "/..%2fsettings.py",
    "/js",
    "/js/",
]
FILES += [
    "/%00",
    "/css/base.css%00",
    "/.",
    "//etc/passwd",
    "/css/nothing.css",
    "/%ED%A0%80",
    "/\\..",
]
RAW = [
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"GET /\r\n\r\n",
    b"\r\n\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 6\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x\r\nContent-Length: 1\r\n\r\na",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 500 + b"\r\n",
    b"G\xffT / HTTP/1.1\r\nHost: x\r\n\r\n",
]
HOSTS = [
    "",
    "a b",
    "evil\\example",
    "x:99999",
    "x:y",
    "[::1",
    "\xff",
    "a" * 300,
    "<script>",
    "x@y",
    "x/y",
]


def test_files_hosts_and_broken_http(stage: Stage) -> None:
    bad = [
        Bad(f"static{path}", request_bytes("GET", f"/static{path}"), frozenset({301, 308, 404}))
        for path in FILES
    ]
    bad += [
        Bad(repr(raw[:40]), raw, frozenset({0, 400, 404, 405, 414, 431, 501, 505})) for raw in RAW
    ]
    for host in HOSTS:
        request = request_bytes("GET", "/", [("Host", host)])
        bad.append(Bad(f"host {host[:9]!r}", request, frozenset({200, 400})))
        request = form_bytes(
            "/you/name", {"name": "A name"}, [("Host", host), ("Origin", "http://x")]
        )
        bad.append(Bad(f"post to {host[:9]!r}", request, frozenset({400, 403})))
    for path in (
        "http://evil.example/",
        "*",
        "//evil.example/",
        "/%",
        "/%zz",
        "/?%ff=%fe",
        "/?a[]=1",
    ):
        request = request_bytes("GET", path)
        bad.append(Bad(path, request, frozenset({200, 301, 308, 400, 404})))
    check(stage, bad)
    assert stage.site.is_ready()
    log = stage.site.log.read_text("utf-8", "replace")
    assert "Traceback" not in log, log[log.index("Traceback") :][:3000]


def test_the_log_names_no_player_and_no_secret(stage: Stage) -> None:
    log = stage.site.log.read_text("utf-8", "replace")
    assert f'"path":"{stage.game}/act"' in log
    cookie = str(stage.cookie[0][1]).partition("=")[2]
    for secret in (SECRET, "a key for tests alone", cookie, cookie.partition(".")[0]):
        assert secret not in log


def test_all_that_was_refused_leaves_the_game_as_it_was(stage: Stage) -> None:
    who = WireVisitor(stage.site.base, {"player": str(stage.cookie[0][1]).partition("=")[2]})
    action = first(stage.truth.legal)
    assert act(who, stage.game, stage.at, action).status == 200
