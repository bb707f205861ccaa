"""Languages: every text is found and translated, pages and sentences come in the reader's."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po
from flask import Flask

from bots import bots_offered
from dailytrain.rules import PRESETS
from web import create_app
from web.kept.store import Store
from web.play.lineup import daily_lineup
from web.play.seeds import seed_table
from web.settings import Settings
from web.words import languages
from web.words.characters import LINES, character_words
from web.words.house_rules import changes_in_words, options_in_words, presets_in_words
from web.words.languages import CATALOGUES
from web.words.refusals import sentence_of
from web.words.wording import ngettext

from .helpers.pages import Page, forms_in
from .helpers.playing import act, begin, form_to_act, play_out
from .helpers.visitors import AppVisitor

WEB = CATALOGUES.parent
CODES = sorted(path.stem for path in CATALOGUES.glob("*.po"))
PLACES = re.compile(r"%\(\w+\)s|\{\w+\}|%%|</?\w+>")


class Text(NamedTuple):
    """A text as it stands in the code: what it may be confused with, and one or two forms."""

    context: str | None
    forms: tuple[str, ...]


@cache
def texts() -> frozenset[Text]:
    """Find every text of the site that is to be translated."""
    mappings = tomllib.loads((WEB.parent / "pyproject.toml").read_text())["tool"]["babel"][
        "mappings"
    ]
    methods = [(each["pattern"], each["method"]) for each in mappings]
    options = {
        each["pattern"]: {k: v for k, v in each.items() if k not in {"pattern", "method"}}
        for each in mappings
    }
    keywords = {**DEFAULT_KEYWORDS, "marked": None}
    found = extract_from_dir(WEB, methods, options, keywords)
    return frozenset(Text(context, forms_of(said)) for _file, _line, said, _notes, context in found)


def forms_of(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """Give the one form of a text, or its singular and plurals."""
    return (text,) if isinstance(text, str) else tuple(text or ())


@cache
def catalogue(code: str) -> Catalog:
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def entries(code: str) -> Iterator[tuple[Message, tuple[str, ...], tuple[str, ...]]]:
    """Give every translation with its forms in English and in the language."""
    for entry in catalogue(code):
        if entry.id:
            yield entry, forms_of(entry.id), forms_of(entry.string)


def test_the_texts_are_found() -> None:
    assert len(texts()) > 800
    assert Text("you", ("passed",)) in texts()
    assert Text(None, ("tile", "tiles")) in texts()


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_translated(code: str) -> None:
    """Where this fails, `make texts` puts what is missing into the file, to be translated there."""
    told = {
        Text(entry.context, english) for entry, english, strings in entries(code) if all(strings)
    }
    missing = texts() - told
    assert not missing, (
        f"{len(missing)} texts of {code} are not translated: {sorted(missing, key=str)[:5]}"
    )


@pytest.mark.parametrize("code", CODES)
def test_translations_keep_the_places_to_fill_in_and_the_way_a_text_ends(code: str) -> None:
    forms = catalogue(code).num_plurals
    for entry, english, told in entries(code):
        assert not entry.fuzzy, entry.id
        assert len(told) == (1 if len(english) == 1 else forms), entry.id
        for text in told:
            assert sorted(PLACES.findall(text)) == sorted(PLACES.findall(english[-1])), entry.id
            assert (text[:1] == " ", text[-1:] == " ") == (
                english[0][:1] == " ",
                english[0][-1:] == " ",
            ), entry.id
            assert "  " not in text, entry.id
            # A sentence stays one, a label too.
            ends = [each.strip()[-1:] for each in (text, english[0])]
            assert [end in ".?" for end in ends] == [ends[1] in ".?"] * 2, entry.id


def test_only_whole_texts_are_asked_for() -> None:
    """Nobody can translate a text that is put together where it is asked for."""
    constant = {"_": 1, "gettext": 1, "marked": 1, "ngettext": 2, "pgettext": 2}
    for path in WEB.rglob("*.py"):
        if path.name in {"wording.py", "characters.py"}:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for part in node.args[: constant.get(node.func.id, 0)]:
                    assert isinstance(part, ast.Constant), f"{path}:{node.lineno}"


LEFT = {
    *("dailytrain", "deal", "fair", "game", "hex", "json", "month", "verify"),  # a command
    *("Home", "End", "Enter", "Esc", "Shift"),  # keys
    *("ABCD", "width", "device", "initial", "scale", "viewport", "fit", "cover", "light", "dark"),
    *("fffaf", "noindex", "website", "image", "png", "summary", "large", "thinsp"),
}


@pytest.mark.parametrize("path", sorted((WEB / "templates").glob("*.html")), ids=lambda p: p.name)
def test_no_page_says_anything_past_the_catalogues(path: Path) -> None:
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text("utf-8"), flags=re.DOTALL)
    # What stands between the tags of a block is a class, not a word.
    text = re.sub(r"^(?:page|game|is-game)\b[\w\s-]*$", "", text, flags=re.MULTILINE)
    told = re.findall(r'(?:aria-label|title|alt|placeholder|content)="([^"]*)"', text)
    told.append(re.sub(r"<[^>]*>", " ", text))
    words = {word for each in told for word in re.findall(r"[A-Za-z]{3,}", each)}
    assert words <= LEFT | {
        "page",
        "narrow",
        "wide",
        "side",
        "sheet",
        "guide",
        "lookback",
        "replay",
    }


# Pages


class Spanish(AppVisitor):
    """Someone whose browser asks for Spanish."""

    def ask(self, method: str, path: str, data: Any = None, headers: Any = None) -> Any:  # noqa: ANN401 - as its base
        return super().ask(
            method, path, data, {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5", **(headers or {})}
        )


@pytest.fixture
def reader(app: Flask) -> Spanish:
    return Spanish(app)


def english_in(words: str) -> list[str]:
    """Find the English texts that a page says although there is a translation."""
    known = [
        english[0]
        for _entry, english, told in entries("es")
        if len(english[0]) > 11 and not PLACES.search(english[0]) and told[0] != english[0]
    ]
    return [text for text in known if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", words)]


def every_page(visitor: AppVisitor) -> Iterator[str]:
    """Open every kind of page, with a finished game behind it."""
    yield from ("/", "/rules", "/about", "/fair", "/score-sheet", "/learn", "/seeds", "/archive")
    yield from ("/you", "/friends", "/daily/2026-12-07", "/seed/HOLA?players=4", "/offline", "/no")
    game = begin(visitor, "/")
    yield game
    play_out(visitor, game)
    yield from (game, f"{game}/round/1", f"{game}/replay", "/", "/daily/2026-12-09/board", "/you")


def test_every_page_speaks_spanish(reader: Spanish) -> None:
    for path in every_page(reader):
        answer = reader.get(path)
        assert answer.header("Content-Language") == "es", path
        page = Page(answer.text)
        assert page.elements[0].tag == "html"
        assert page.elements[0].attributes["lang"] == "es", path
        labels = [e.attributes.get("aria-label", "") for e in page.elements]
        assert english_in(" ".join([page.words, *labels])) == [], path


def test_the_same_pages_speak_english_to_everyone_else(visitor: AppVisitor) -> None:
    for path in ("/", "/rules", "/no"):
        answer = visitor.get(path, Accept_Language="fi")
        assert answer.header("Content-Language") == "en"
        assert '<html lang="en">' in answer.text


def test_dates_and_fractions_are_written_as_the_language_does(reader: Spanish) -> None:
    assert "miércoles, 9 de diciembre de 2026" in reader.get("/").text
    calendar = Page(reader.get("/you").text).words
    assert "diciembre de 2026" in calendar
    assert "diciembre 2026" not in calendar
    assert "9 de diciembre: por jugar" in calendar
    assert "11 de diciembre de 2026, 00:00" in Page(reader.get("/fair?day=2026-12-09").text).words
    with reader.app.test_request_context("/", headers={"Accept-Language": "es"}):
        shown = reader.app.jinja_env.from_string("{{ 1234.5 | decimalformat('0.#') }}").render()
    assert shown == "1234,5"


# A turn


def test_a_whole_turn_is_told_in_spanish(reader: Spanish) -> None:
    game = begin(reader, "/")
    form = form_to_act(reader.get(game).text)
    told: list[str] = []
    labels = ""
    for _ in range(12):
        assert form is not None
        labels += reader.seen[-1].text
        answer = act(reader, game, int(form.fields["at"]), form.actions[-1]).json
        told += answer["turns"]
        if answer["finished"]:
            break
        form = form_to_act(answer["html"])
    assert told
    verb = r"(?:jug|rob|termin|pas)"
    for sentence in told:
        assert re.fullmatch(rf"(?:Tú {verb}aste|[A-Z]\w+ {verb}ó)\b.*\.", sentence), sentence
        assert " and " not in sentence
    assert any(" en tu tren" in sentence for sentence in told)
    assert any(re.search(r"en (?:su propio tren|el tren)", sentence) for sentence in told)


def test_a_refusal_is_told_in_the_reader_s_language(reader: Spanish, visitor: AppVisitor) -> None:
    game = begin(reader, "/")
    answer = act(reader, game, 0, "pass")
    assert answer.status == 422
    assert answer.json["error"]["reason"] == "can_play"
    assert answer.json["error"]["message"] == (
        "Eso no se puede hacer: una ficha de la mano encaja, y quien puede jugar tiene que jugar."
    )
    assert "Eso no se puede" in act(reader, game, 0, "nonsense").json["error"]["message"]
    other = begin(visitor, "/")
    assert (
        "a seat that can play must play" in act(visitor, other, 0, "pass").json["error"]["message"]
    )


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"text": "¡hola!"}, "Una semilla tiene de 1 a 40 letras"),
        ({"players": "11"}, "Estas reglas no"),
        (
            {"preset": "puremco", "players": "3"},
            "Puremco tiene un tamaño de mano para 4, 5, 6, 7",
        ),
        ({"players": "10", "hand_size": "15"}, "Tantas fichas en cada mano"),
        ({"rounds": "19"}, "No hay tantas rondas"),
        ({"draws": "often"}, "«Robar» no se puede elegir así"),
        ({"bots": "nobody"}, "No existe esa computadora"),
    ],
)
def test_a_refused_table_is_explained(reader: Spanish, fields: dict[str, str], says: str) -> None:
    answer = reader.post("/seeds", fields)
    assert answer.status == 422
    assert says in Page(answer.text).words


def test_a_refused_name_is_explained(reader: Spanish) -> None:
    begin(reader, "/")
    for name, says in [("x", "demasiado corto"), ("a\u200bb", "no se ve"), (" ̈ ̈", "acentos")]:
        assert says in Page(reader.post("/you/name", {"name": name}).text).words


def test_every_reason_has_its_words(app: Flask) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "es"}):
        for option in options_in_words():
            for preset in PRESETS:
                assert option.chosen_by(preset)
        assert all(preset.words for preset in presets_in_words())
        table = seed_table("HOLA", {"first_turn": "single", "highest_pip": "9"})
        assert changes_in_words(table.rules)[0] == ("El juego de fichas", "Hasta el 9.")
        with pytest.raises(ValueError, match="no such choice") as refused:
            seed_table("HOLA", {"colour": "red"})
        assert sentence_of(refused.value) == "No existe esa opción."  # type: ignore[arg-type] # it is the game's


# Numbers of things


def test_plural_forms(app: Flask) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "es"}):
        told = [ngettext("%(num)s tile", "%(num)s tiles", n) for n in (0, 1, 2, 21, 1_000_000)]
    assert told == ["0 fichas", "1 ficha", "2 fichas", "21 fichas", "1000000 fichas"]


def test_a_shared_text_has_no_thousands_separators(app: Flask) -> None:
    visitor = Spanish(app)
    game = begin(visitor, "/")
    play_out(visitor, game)
    page = Page(visitor.get(f"{game}/result").text)
    shared = next(line for line in page.source.split("<textarea")[1:]).split("</textarea")[0]
    assert re.search(r"\d+ puntos en 4 rondas", shared)
    assert not re.search(r"\d[.,\u00a0]\d", shared)


# Computers


def test_every_computer_of_the_house_introduces_itself_in_spanish(app: Flask) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "es"}):
        for offer in bots_offered():
            assert offer.character in LINES, (
                f"mark the line of {offer.key} in web/words/characters.py"
            )
            assert character_words(offer.character) != offer.character
        assert character_words("") == ""
        assert character_words("Loves trains.") == "Loves trains."


def test_who_sits_at_the_table_is_introduced(reader: Spanish) -> None:
    words = Page(reader.get("/").text).words
    for computer in daily_lineup(date(2026, 12, 9)):
        assert computer.name in words


# The switch


def test_the_switch_is_on_every_page_and_keeps_the_choice(visitor: AppVisitor) -> None:
    for path in ("/", "/rules", "/no"):
        form = next(f for f in forms_in(visitor.get(path).text) if f.action == "/language")
        assert form.method == "post"
        assert form.buttons == [("lang", "es")]
        assert form.fields == {"back": path}
    answer = visitor.post("/language", {"lang": "es", "back": "/rules"})
    assert (answer.status, answer.path) == (303, "/rules")
    page = visitor.get("/rules", Accept_Language="en").text
    assert '<html lang="es">' in page
    assert next(f for f in forms_in(page) if f.action == "/language").buttons == [("lang", "en")]
    visitor.post("/language", {"lang": "en"})
    assert '<html lang="en">' in visitor.get("/", Accept_Language="es").text


def test_the_switch_leads_back_into_the_site_alone(visitor: AppVisitor) -> None:
    outside = (
        "//evil.example",
        "https://evil.example/",
        "\\\\evil.example",
        "/\\evil",
        "",
        "x",
        "/\n",
    )
    for back in outside:
        assert visitor.post("/language", {"lang": "es", "back": back}).path == "/"
    assert visitor.post("/language", {"lang": "es", "back": "/you?month=2026-12"}).path == (
        "/you?month=2026-12"
    )


def test_what_a_form_is_answered_with_does_not_lead_away_from_itself(visitor: AppVisitor) -> None:
    """Words that are shown once, or what was typed, would be lost by another language."""
    assert 'name="lang"' in visitor.get("/move").text
    answer = visitor.post("/friends", {"name": ""})
    assert answer.status == 422
    assert 'name="lang"' not in answer.text


def test_a_language_that_is_not_spoken_is_refused_by_the_switch(visitor: AppVisitor) -> None:
    answer = visitor.post("/language", {"lang": "xx"})
    assert answer.status == 400
    assert "English, español" in answer.text
    assert answer.cookies == []


@pytest.mark.parametrize(
    ("header", "cookie", "spoken"),
    [
        ("es", None, "es"),
        ("es-AR", None, "es"),
        ("ES", None, "es"),
        ("fi, es;q=0.3", None, "es"),
        ("en-GB, es;q=0.9", None, "en"),
        ("en;q=0.2, es;q=0.8", None, "es"),
        ("es;q=0, fi", None, "en"),
        ("fi", None, "en"),
        ("", None, "en"),
        ("*", None, "en"),
        ("en", "es", "es"),
        ("es", "en", "en"),
        ("es", "xx", "es"),
        ("fi", "../es", "en"),
    ],
)
def test_the_choice_counts_then_the_browser_then_english(
    visitor: AppVisitor, header: str, cookie: str | None, spoken: str
) -> None:
    if cookie:
        visitor.client.set_cookie("lang", cookie)
    assert f'<html lang="{spoken}">' in visitor.get("/about", Accept_Language=header).text


def test_a_third_language_is_one_file(
    site_settings: Settings, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fr.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Rules"\nmsgstr "Règles"\n',
        "utf-8",
    )
    monkeypatch.setattr(languages, "CATALOGUES", tmp_path)
    visitor = AppVisitor(create_app(site_settings, store))
    page = visitor.get("/about", Accept_Language="fr-CA").text
    assert '<html lang="fr">' in page
    assert ">Règles</a>" in page
    assert "What is kept, and why" in page
    form = next(f for f in forms_in(page) if f.action == "/language")
    assert form.buttons == [("lang", "en")]
