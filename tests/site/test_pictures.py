"""Link previews: pictures that are right, kept, and give nothing away."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from flask import Flask
from PIL import Image

from web import create_app
from web.kept.store import Store
from web.settings import Settings
from web.show.pictures import Card, draw

from .helpers.pages import Page
from .helpers.playing import begin, heaviest, lightest, play_by_script
from .helpers.visitors import AppVisitor

DAY = "/picture/en/day/2026-12-09.png"
CARD = Card("No. 12", ("Monday, 30 November 2026", "One sealed deal for everyone"))


def meta(text: str) -> dict[str, str]:
    """Read what a page says to whoever shows its link."""
    return {
        e.attributes.get("property", e.attributes.get("name", "")): e.attributes.get("content", "")
        for e in Page(text).elements
        if e.tag == "meta"
    }


def opened(drawn: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(drawn))
    image.load()
    return image


def test_a_card_is_drawn_in_the_size_that_previews_have() -> None:
    image = opened(draw(CARD))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(draw(CARD)) < 300_000


def test_the_same_card_gives_the_same_bytes() -> None:
    drawn = draw(CARD)
    draw.cache_clear()
    assert draw(CARD) == drawn
    assert draw(replace(CARD, title="No. 13")) != drawn


@pytest.mark.parametrize("count", [1, 4, 8])
def test_a_wagon_a_round_stays_within_the_picture(count: int) -> None:
    card = replace(CARD, wagons=tuple(number % 4 for number in range(count)), caption="Wagons")
    image = opened(draw(card)).convert("RGB")
    plain = opened(draw(replace(CARD, wagons=(0,) * count, caption="Wagons"))).convert("RGB")
    assert image.size == (1200, 630)
    if count > 1:
        assert image.tobytes() != plain.tobytes()
    edge = [image.getpixel((1199, y)) for y in range(380, 520)]
    assert all(isinstance(pixel, tuple) and pixel[0] < 60 for pixel in edge)


def test_a_long_title_is_made_to_fit() -> None:
    image = opened(draw(replace(CARD, title="W" * 40))).convert("RGB")
    right = [image.getpixel((x, y)) for x in range(1150, 1200) for y in range(150, 250)]
    assert all(isinstance(pixel, tuple) and pixel[0] < 60 for pixel in right)


def test_a_picture_is_kept_by_those_who_show_it(visitor: AppVisitor) -> None:
    answer = visitor.get(DAY)
    assert answer.status == 200
    assert answer.header("Content-Type") == "image/png"
    assert "max-age=604800" in (answer.header("Cache-Control") or "")
    assert answer.header("Cross-Origin-Resource-Policy") == "cross-origin"
    assert not answer.cookies
    tag = answer.header("ETag")
    assert tag
    again = visitor.get(DAY, If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")
    assert visitor.get("/picture/en/day/2026-12-08.png").header("ETag") != tag


def test_a_picture_is_drawn_once(visitor: AppVisitor) -> None:
    draw.cache_clear()
    for _ in range(3):
        visitor.get(DAY)
    assert draw.cache_info().misses == 1


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/picture/en/site.png", 200),
        ("/picture/en/day/2026-12-10.png", 404),
        ("/picture/en/day/20261209.png", 404),
        ("/picture/en/day/tomorrow.png", 404),
        ("/picture/xx/site.png", 404),
        ("/picture/en/seed/K7QF3-M2P9D.png?players=4", 200),
        ("/picture/en/seed/K7QF3-M2P9D.png?players=40", 400),
        ("/picture/en/result/nosuchgame.png", 404),
    ],
)
def test_there_are_pictures_of_what_there_is(visitor: AppVisitor, path: str, status: int) -> None:
    assert visitor.get(path).status == status


def test_a_days_picture_does_not_depend_on_its_deal(
    visitor: AppVisitor, site_settings: Settings, store: Store
) -> None:
    drawn = visitor.get(DAY).body
    store.link.call("FLUSHDB")
    other = create_app(replace(site_settings, daily_secret="quite another secret"), store)
    assert AppVisitor(other).get(DAY).body == drawn


def test_a_running_game_has_no_picture(visitor: AppVisitor) -> None:
    game = begin(visitor, "/").removeprefix("/game/")
    assert visitor.get(f"/picture/en/result/{game}.png").status == 404


def test_a_results_picture_tells_no_points_and_no_name(app: Flask, store: Store) -> None:
    visitor = AppVisitor(app)
    game = begin(visitor, "/")
    play_by_script(visitor, game, heaviest)
    path = f"/picture/en/result/{game.removeprefix('/game/')}.png"
    drawn = visitor.get(path).body
    (line,) = store.page("d:2026-12-09", 0, 10)
    store.set_name(line.player, "Somebody Else")
    draw.cache_clear()
    assert AppVisitor(app).get(path).body == drawn


@pytest.mark.parametrize(
    ("path", "url", "picture"),
    [
        ("/", "/", "/picture/en/site.png"),
        ("/daily/2026-12-09", "/daily/2026-12-09", "/picture/en/day/2026-12-09.png"),
        ("/daily/2026-12-01", "/daily/2026-12-01", "/picture/en/day/2026-12-01.png"),
        ("/seed/ABC?players=4", "/seed/ABC?players=4", "/picture/en/seed/ABC.png?players=4"),
    ],
)
def test_pages_that_are_shared_say_what_they_are(
    visitor: AppVisitor, path: str, url: str, picture: str
) -> None:
    told = meta(visitor.get(path).text)
    assert told["og:url"] == f"http://localhost{url}"
    assert told["og:image"] == f"http://localhost{picture}"
    assert told["og:title"]
    assert told["og:description"]
    assert told["twitter:card"] == "summary_large_image"
    assert visitor.get(picture).status == 200


def test_a_shared_result_says_what_it_is_without_its_points(app: Flask, store: Store) -> None:
    visitor = AppVisitor(app)
    game = begin(visitor, "/")
    play_by_script(visitor, game, lightest)
    shared = AppVisitor(app).get(f"{game}/shared")
    told = meta(shared.text)
    picture = f"/picture/en/result/{game.removeprefix('/game/')}.png"
    assert told["og:image"] == f"http://localhost{picture}"
    (line,) = store.page("d:2026-12-09", 0, 10)
    assert str(line.result.total) not in Page(shared.text).words.split()
    assert all(str(line.result.total) not in words.split() for words in told.values())
