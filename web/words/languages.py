"""The languages of the site: one catalogue file each in `translations/`, compiled when it starts.

English is the language of the texts themselves and needs no file. A new language is one file more.
"""

from __future__ import annotations

import atexit
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, Request, request
from flask_babel import Babel, get_locale
from werkzeug.wrappers import Response

from .wording import speak_in_templates

SOURCE: Final = "en"
COOKIE: Final = "lang"
CATALOGUES: Final = Path(__file__).parents[1] / "translations"

EXTENSION: Final = "dailytrain-languages"


def add_languages(app: Flask) -> None:
    """Let the site speak every language that has a catalogue, chosen by switch or browser."""
    texts = {path.stem: path.read_bytes() for path in sorted(CATALOGUES.glob("*.po"))}
    languages = {code: _own_name(code) for code in (SOURCE, *texts)}
    app.extensions[EXTENSION] = languages
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = _compiled(tuple(texts.items()))
    Babel(app, locale_selector=lambda: language_of(request, languages))
    speak_in_templates(app)
    app.after_request(_tell_language)


def language_of(asked: Request, languages: dict[str, str]) -> str:
    """Choose the language: as the switch says, else as the browser prefers, else English."""
    chosen = asked.cookies.get(COOKIE)
    if chosen in languages:
        return chosen
    # In the order of preference, `en-GB` and all: "en-GB, es;q=0.9" asks for English.
    for wanted, quality in asked.accept_languages:
        code = wanted.replace("_", "-").partition("-")[0].lower()
        if quality > 0 and code in languages:
            return code
    return SOURCE


@cache
def _compiled(texts: tuple[tuple[str, bytes], ...]) -> str:
    """Compile the catalogues into a folder that goes when the process ends."""
    folder = TemporaryDirectory(prefix="dailytrain-texts-")
    atexit.register(folder.cleanup)
    for code, text in texts:
        target = Path(folder.name) / code / "LC_MESSAGES" / "messages.mo"
        target.parent.mkdir(parents=True)
        with target.open("wb") as out:
            write_mo(out, read_po(BytesIO(text), locale=code))
    return folder.name


def _tell_language(response: Response) -> Response:
    """Say with every page which language it is in."""
    if response.mimetype == "text/html":
        response.content_language.add(str(get_locale() or SOURCE))
    return response


def _own_name(code: str) -> str:
    """Name a language in itself: `English`, `español`."""
    return Locale.parse(code).get_display_name() or code
