"""Which names are taken, and which are made up."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.people.names import _FIRST, _SECOND, NameRefused, clean_name, made_up_name


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Al", "Al"),
        ("  Amber   Otter  ", "Amber Otter"),
        ("Amber\u00a0Otter", "Amber Otter"),
        ("Ame\u0301lie", "Amélie"),
        ("Ли Сын", "Ли Сын"),
        ("नीलम", "नीलम"),
        ("日本", "日本"),
        ("O'Neil <b>", "O'Neil <b>"),
        ("🚂🚃", "🚂🚃"),
        ("Ana ❤\ufe0f", "Ana ❤"),
        ("x" * 20, "x" * 20),
        ("7-5", "7-5"),
    ],
)
def test_a_name_is_kept_composed_and_with_single_spaces(given_name: str, kept: str) -> None:
    assert clean_name(given_name) == kept


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "length"),
        ("A", "length"),
        ("   ", "length"),
        (" A ", "length"),
        ("x" * 21, "length"),
        ("x" * 100_000, "length"),
        ("Amber\nOtter", "character"),
        ("Amber\tOtter", "character"),
        ("Amber\x00", "character"),
        ("Amber\x1b[31m", "character"),
        ("Amber\u0085Otter", "character"),
        ("Amber\u2028Otter", "character"),
        ("Amber\u2029Otter", "character"),
        ("Amber\u200bOtter", "character"),
        ("Amber\u200d", "character"),
        ("\ufeffAmber", "character"),
        ("Am\u00adber", "character"),
        ("\u202eretto", "character"),
        ("\u2066Amber\u2069", "character"),
        ("\u200fAmber", "character"),
        ("Amber \U000e0041", "character"),
        ("Amber\ue000", "character"),
        ("Amber\U0010fffd", "character"),
        ("Amber\u0378", "character"),
        ("Amber\uffff", "character"),
        ("Amber\ud800", "character"),
        ("\u3164\u3164", "character"),
        ("\u2800\u2800", "character"),
        ("\u0301\u0301", "marks"),
        (" \u0301 \u0302", "marks"),
        ("\u0301Amber", "marks"),
        ("Z" + "\u0335" * 10, "marks"),
    ],
)
def test_what_cannot_be_seen_or_does_not_fit_is_refused(name: str, reason: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(name)
    assert refused.value.reason == reason
    assert str(refused.value).endswith(".")
    str(refused.value).encode()


@given(st.text(max_size=30))
def test_any_text_is_refused_or_kept_so_that_it_is_kept_again(text: str) -> None:
    try:
        name = clean_name(text)
    except NameRefused:
        return
    assert 2 <= len(name) <= 20
    assert name == unicodedata.normalize("NFC", name)
    assert name == name.strip()
    assert not {unicodedata.category(character)[0] for character in name} & {"C"}
    assert clean_name(name) == name


def test_made_up_names_are_many_and_could_be_typed() -> None:
    assert len(set(_FIRST)) == len(_FIRST) >= 60
    assert len(set(_SECOND)) == len(_SECOND) >= 60
    for first, second in itertools.product(_FIRST, _SECOND):
        assert clean_name(f"{first} {second}") == f"{first} {second}"


def test_each_number_makes_a_name_and_all_are_reached() -> None:
    count = len(_FIRST) * len(_SECOND)
    assert len({made_up_name(number) for number in range(count)}) == count
    assert made_up_name(count) == made_up_name(0)
    assert made_up_name(2**64 - 1) in {made_up_name(number) for number in range(count)}
