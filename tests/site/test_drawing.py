"""The tiles' pictures: the right dots, in colours that can be seen on ivory, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from web.show import drawing
from web.show.tablemodel import TileFace

STYLES = Path(drawing.__file__).parents[1] / "static" / "css" / "base.css"
NUMBERS = range(drawing.HIGHEST + 1)


def dots_of(number: int, way: str) -> list[tuple[float, float]]:
    """Read where the sprite has the dots of a number, standing (`v`) or lying (`h`)."""
    drawn = re.search(rf'<g id="{way}{number}" .*?</g>', drawing.sprite())
    assert drawn
    path = re.search(r'<path class="pp"[^>]* d="([^"]+)"', drawn[0])
    spots = re.findall(r"M([\d.]+) ([\d.]+)h", path[1]) if path else []
    return [(float(x), float(y)) for x, y in spots]


def face_of(first: int, second: int) -> TileFace:
    return TileFace(text=f"{min(first, second)}-{max(first, second)}", first=first, second=second)


def themes() -> dict[str, dict[str, str]]:
    """Read the colours of each theme from the style sheet."""
    text = STYLES.read_text(encoding="utf-8")
    light, _, rest = text.partition("@media (prefers-color-scheme: dark)")
    by_device, _, by_choice = rest.partition(':root[data-theme="dark"]')
    found = [
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part))
        for part in (light, by_device, by_choice.partition("/* 2")[0])
    ]
    return {"light": found[0], "dark": found[0] | found[1], "chosen dark": found[0] | found[2]}


def contrast(one: str, other: str) -> float:
    """Work out the contrast of two colours as WCAG defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("way", ["v", "h"])
def test_a_half_has_as_many_dots_as_its_number_says(number: int, way: str) -> None:
    dots = dots_of(number, way)
    assert len(set(dots)) == number
    assert all(2 < x < 22 and 2 < y < 22 for x, y in dots)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lying_tile_is_a_standing_one_turned_left(number: int) -> None:
    assert sorted(dots_of(number, "h")) == sorted(
        (y, round(24 - x, 2)) for x, y in dots_of(number, "v")
    )


def test_a_tile_lies_as_it_was_laid_and_a_double_lies_crosswise() -> None:
    lying, crosswise = drawing.laid(8, 5), drawing.laid(5, 5)
    assert 'aria-label="8-5"' in lying
    assert lying.index("#h8") < lying.index("#h5")
    assert 'viewBox="0 0 48 24"' in lying
    assert 'viewBox="0 0 24 48"' in crosswise


def test_a_train_is_a_list_whose_fold_comes_after_its_first_tile() -> None:
    train = [face_of(12, 5), face_of(5, 5), face_of(5, 8)]
    drawn = drawing.laid_all(train, Markup("<li>fold</li>"))
    assert drawn.count("<li") == 4
    assert re.findall(r'aria-label="([\d-]+)"|(fold)', drawn) == [
        ("12-5", ""),
        ("", "fold"),
        ("5-5", ""),
        ("5-8", ""),
    ]
    assert drawn.rindex('<li class="last">') < drawn.index('"5-8"')
    assert drawing.laid_all([]) == ""


def test_a_tile_in_the_hand_is_named_by_its_button_alone() -> None:
    assert 'aria-hidden="true"' in drawing.standing(5, 8)
    assert 'aria-label="5-8"' in drawing.standing(5, 8, named=True)


def test_a_sign_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KeyError):
        drawing.icon("no such sign")


@pytest.mark.parametrize(
    ("value", "most", "width"), [(3, 4, "75.0"), (9, 4, "100.0"), (1, 0, "0.0")]
)
def test_a_bar_is_as_wide_as_its_share(value: float, most: float, width: str) -> None:
    assert f'<rect width="{width}"' in drawing.bar(value, most)


def test_both_ways_to_the_dark_have_the_same_colours() -> None:
    assert themes()["dark"] == themes()["chosen dark"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["ivory", "ivory-hi", "rest", "rest-hi"])
def test_dots_stand_out_from_every_ivory(theme: str, ground: str) -> None:
    colours = themes()[theme]
    for number in NUMBERS[1:]:
        assert contrast(colours[f"p{number}"], colours[ground]) >= 3, number


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("ink", "paper"),
        ("ink", "card"),
        ("ink", "mark"),
        ("soft", "paper"),
        ("soft", "card"),
        ("soft", "sunk"),
        ("accent", "paper"),
        ("accent", "card"),
        ("deep-ink", "deep"),
        ("on-felt", "felt-hi"),
        ("on-felt-soft", "felt-hi"),
        ("on-wood", "wood-hi"),
        ("brass-ink", "brass"),
    ],
)
def test_words_can_be_read_on_every_ground(theme: str, words: str, ground: str) -> None:
    colours = themes()[theme]
    assert contrast(colours[words], colours[ground]) >= 4.5
