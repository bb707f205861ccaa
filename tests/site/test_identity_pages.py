"""Who someone is to the site: a cookie made when it is first needed, and a name that is escaped."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory
from markupsafe import escape

from web import create_app
from web.kept.store import Store
from web.people.names import clean_name
from web.settings import load_settings

from .helpers.pages import Page
from .helpers.playing import act, begin, first, play_by_script
from .helpers.servers import DAY
from .helpers.visitors import AppVisitor


def cookie_of(visitor: AppVisitor) -> str:
    cookie = visitor.client.get_cookie("player")
    assert cookie is not None
    return cookie.value


def test_looking_leaves_no_cookie_and_playing_makes_one(visitor: AppVisitor, store: Store) -> None:
    for path in ("/", f"/daily/{DAY}", "/archive", "/rules", "/you", "/seeds", "/seed/AB", "/fair"):
        assert visitor.get(path).cookies == []
    assert store.link.call("KEYS", "dt1:{p:*") == []
    answer = visitor.post(f"/daily/{DAY}/play")
    (line,) = answer.cookies
    value, *flags = line.split("; ")
    assert re.fullmatch(r"player=[\w-]{22}\.\d+\.[\w-]{43}", value)
    assert {"HttpOnly", "Path=/", "SameSite=Lax", "Max-Age=34560000"} <= {*flags}
    assert "no-store" in (answer.header("Cache-Control") or "")
    assert all(later.cookies == [] for later in (visitor.get("/"), visitor.get(answer.path)))


def test_over_https_the_cookie_is_sent_over_https_alone(
    site_environ: dict[str, str], store: Store, clock: FrozenDateTimeFactory
) -> None:
    settings = load_settings({**site_environ, "SITE_URL": "https://train.example"})
    visitor = AppVisitor(create_app(settings, store))
    (line,) = visitor.post(f"/daily/{DAY}/play").cookies
    assert "Secure" in line.split("; ")
    foreign = visitor.post(f"/daily/{DAY}/play", Origin="http://localhost")
    assert foreign.status == 403
    own = visitor.post(f"/daily/{DAY}/play", Origin="https://train.example")
    assert own.status == 303


def test_the_cookie_is_renewed_and_holds_400_days(
    visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    game = begin(visitor, "/")
    old = cookie_of(visitor)
    clock.move_to("2026-12-10 12:00:00")
    assert len(visitor.get("/").cookies) == 1
    assert cookie_of(visitor) != old
    assert visitor.get(game).status == 200
    clock.move_to("2028-01-10 12:00:00")  # 396 days later
    assert visitor.get(game).status == 200
    clock.move_to("2029-03-01 12:00:00")  # 416 days later
    assert visitor.get(game).status == 404


def test_a_made_up_name_stays_until_it_is_changed(visitor: AppVisitor) -> None:
    begin(visitor, "/")
    form = Page(visitor.get("/you").text).form_to("/you/name")
    made_up = form.fields["name"]
    assert clean_name(made_up) == made_up
    assert Page(visitor.get("/you").text).form_to("/you/name").fields["name"] == made_up
    answer = visitor.post(form.action, {**form.fields, "name": "  Zoë   the\u0065\u0301 Great "})
    assert answer.status == 303
    shown = Page(visitor.get(answer.path).text)
    assert shown.form_to("/you/name").fields["name"] == "Zoë theé Great"
    assert "Zoë theé Great" in shown.words


NASTY = [
    "<script>1</script>",
    '"><img src=x>',
    "{{7*7}}%s%(x)s",
    "&amp;&lt;",
    "' onload='x",
    "</title>",
]


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_shown_as_it_is_and_never_obeyed(
    visitor: AppVisitor, app: Flask, name: str
) -> None:
    visitor.post("/you/name", {"name": name})
    play_by_script(visitor, begin(visitor, "/seed/AB?rounds=1"), first)
    other = AppVisitor(app)
    play_by_script(other, begin(other, "/seed/AB?rounds=1"), first)
    board = "/seed/AB/board?rounds=1"
    for answer in (visitor.get("/you"), visitor.get(board), other.get(board)):
        page = Page(answer.text)
        assert page.faults == []
        assert name in page.words
        assert str(escape(name)) in answer.text
        assert not any(e.tag == "img" or "onload" in e.attributes for e in page.elements)


def test_a_refused_name_says_why_and_keeps_the_old(visitor: AppVisitor) -> None:
    visitor.post("/you/name", {"name": "First Name"})
    answer = visitor.post("/you/name", {"name": "x" * 21})
    assert answer.status == 422
    page = Page(answer.text)
    assert "2 to 20 characters" in page.words
    assert page.form_to("/you/name").fields["name"] == "x" * 21
    assert Page(visitor.get("/you").text).form_to("/you/name").fields["name"] == "First Name"


def test_a_forged_cookie_is_a_stranger_and_takes_nothing(app: Flask) -> None:
    owner, thief = AppVisitor(app), AppVisitor(app)
    game = begin(owner, "/")
    player, when, mark = cookie_of(owner).split(".")
    for forged in (f"{player}.{when}.{'A' * 43}", f"{player}.{int(when) + 1}.{mark}", player, "x"):
        thief.client.set_cookie("player", forged)
        assert thief.get(game).status == 404
        assert act(thief, game, 0, "draw").status == 404
    assert owner.get(game).status == 200


def test_a_new_key_signs_and_the_old_one_is_still_believed(
    site_environ: dict[str, str], store: Store, clock: FrozenDateTimeFactory
) -> None:
    old = AppVisitor(create_app(load_settings(site_environ), store))
    game = begin(old, "/")
    both = f"a new key that is long enough,{site_environ['SECRET_KEY']}"
    new = AppVisitor(create_app(load_settings({**site_environ, "SECRET_KEY": both}), store))
    new.client.set_cookie("player", cookie_of(old))
    answer = new.get(game)
    assert answer.status == 200
    assert len(answer.cookies) == 1
    assert cookie_of(new) != cookie_of(old)
