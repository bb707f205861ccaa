"""A player's cookie: it holds for 400 days of use and cannot be made by anyone else."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from freezegun import freeze_time
from hypothesis import given
from hypothesis import strategies as st

from web.people.identity import COOKIE_NAME, LIFETIME, Identities, new_player
from web.settings import load_settings

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


def identities(folder: Path, keys: str = "the only key there is", **environ: str) -> Identities:
    return Identities(load_settings({"DATA_DIR": str(folder), "SECRET_KEY": keys, **environ}))


def test_a_stranger_gets_a_new_id_of_128_bits(folder: Path) -> None:
    first, second = identities(folder).read(None), identities(folder).read("")
    assert first.is_new
    assert first.must_send
    assert first.player != second.player
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", first.player)


def test_who_comes_back_is_known(folder: Path) -> None:
    house = identities(folder)
    player = new_player()
    known = house.read(house.write(player, NOW), NOW + timedelta(hours=23))
    assert known.player == player
    assert not known.is_new
    assert not known.must_send


def test_the_cookie_is_renewed_at_most_once_a_day(folder: Path) -> None:
    house = identities(folder)
    player = new_player()
    cookie = house.write(player, NOW)
    later = house.read(cookie, NOW + timedelta(hours=25))
    assert later.player == player
    assert later.must_send
    renewed = house.write(player, NOW + timedelta(hours=25))
    assert not house.read(renewed, NOW + timedelta(hours=26)).must_send


def test_it_holds_for_400_days_without_use(folder: Path) -> None:
    house = identities(folder)
    player = new_player()
    cookie = house.write(player, NOW)
    assert house.read(cookie, NOW + LIFETIME).player == player
    assert house.read(cookie, NOW + LIFETIME + timedelta(seconds=2)).is_new
    assert LIFETIME == 400 * DAY


def test_the_clock_is_the_sites_own(folder: Path) -> None:
    house = identities(folder)
    with freeze_time(NOW) as frozen:
        cookie = house.write("x" * 22)
        frozen.tick(400 * DAY)
        assert not house.read(cookie).is_new
        frozen.tick(DAY)
        assert house.read(cookie).is_new


def test_a_clock_set_back_makes_nobody_a_stranger(folder: Path) -> None:
    house = identities(folder)
    assert not house.read(house.write("x" * 22, NOW), NOW - 10 * DAY).is_new


@pytest.mark.parametrize(
    "forged",
    [
        "x",
        "x" * 22,
        "x" * 22 + ".1764547200",
        "x" * 22 + ".1764547200.",
        "x" * 22 + ".1764547200.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "\udcff\ud800",
        "é.é.é",
        "." * 5000,
        "\x00",
    ],
)
def test_a_forged_cookie_makes_a_stranger_not_an_error(folder: Path, forged: str) -> None:
    assert identities(folder).read(forged).is_new


@given(text=st.text())
def test_no_text_is_an_error(folder: Path, text: str) -> None:
    assert identities(folder).read(text).is_new


def test_every_changed_character_is_noticed(folder: Path) -> None:
    house = identities(folder)
    cookie = house.write(new_player(), NOW)
    for index, character in enumerate(cookie[:-1]):
        other = "A" if character != "A" else "B"
        assert house.read(cookie[:index] + other + cookie[index + 1 :], NOW).is_new


def test_a_value_of_another_shape_is_no_player_even_if_signed(folder: Path) -> None:
    house = identities(folder)
    for value in ("short.1", "x" * 22, "x" * 22 + ".-1", "x" * 22 + "." + "9" * 40):
        assert house.read(house._signer.sign(value).decode(), NOW).is_new


def test_keys_can_be_changed_without_losing_anyone(folder: Path) -> None:
    old, new = "the old key of before", "the new key for now"
    player = new_player()
    cookie = identities(folder, old).write(player, NOW)
    both = identities(folder, f"{new},{old}")
    seen = both.read(cookie, NOW)
    assert seen.player == player
    assert seen.must_send
    renewed = both.write(player, NOW)
    assert not both.read(renewed, NOW).must_send
    assert identities(folder, new).read(renewed, NOW).player == player
    assert identities(folder, new).read(cookie, NOW).is_new


@pytest.mark.parametrize(
    ("environ", "is_secure", "secure"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"SITE_URL": "https://train.example"}, False, True),
        ({"SITE_URL": "http://train.example"}, False, False),
    ],
)
def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(
    folder: Path, environ: dict[str, str], *, is_secure: bool, secure: bool
) -> None:
    arguments = identities(folder, **environ).cookie("x" * 22, is_secure=is_secure)
    assert arguments.pop("value").startswith("x" * 22 + ".")
    assert arguments == {
        "key": COOKIE_NAME,
        "max_age": LIFETIME,
        "httponly": True,
        "samesite": "Lax",
        "secure": secure,
        "path": "/",
    }
