"""The words of the site in the reader's language, typed."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import cast

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.support import NullTranslations
from flask import Flask, g, has_app_context
from flask_babel import get_locale, get_translations
from markupsafe import Markup

# A table's page looks up some sixty texts; finding their catalogue each time took a third of it.
_catalogues: dict[Locale | None, NullTranslations] = {}


def gettext(text: str, /, **values: object) -> str:
    """Give a text in the reader's language, its `%(name)s` places filled."""
    found = catalogue().gettext(text)
    return found % values if values else found


def ngettext(one: str, many: str, num: int, /, **values: object) -> str:
    """Give the singular or a plural of a text for a number, which its `%(num)s` shows."""
    return catalogue().ngettext(one, many, num) % {"num": num, **values}


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Give a text whose translation depends on what it stands for."""
    found = str(catalogue().pgettext(context, text))
    return found % values if values else found


def date_words(day: date) -> str:
    """Give a date in full, in the reader's language."""
    return _date_in(get_locale(), day)


@lru_cache(maxsize=1024)
def _date_in(locale: Locale | None, day: date) -> str:
    return format_date(day, "full", locale=locale or "en")


def date_parts(day: date, parts: str) -> str:
    """Give parts of a date, such as `yMMMM`, in the order and words of the reader's language."""
    return format_skeleton(parts, day, locale=get_locale() or "en")


def catalogue() -> NullTranslations:
    """Give the texts of the reader's language, which a request asks for once."""
    # Where the language of the request stands, even a forced one.
    space = g.get("_flask_babel") if has_app_context() else None
    locale = getattr(space, "babel_locale", None) or get_locale()
    kept = getattr(space, "texts", None)
    if kept is not None and kept[0] is locale:
        return cast("NullTranslations", kept[1])
    found = _catalogues.get(locale)
    if found is None:
        found = _catalogues[locale] = get_translations()
    if space is not None:
        space.texts = (locale, found)
    return found


def speak_in_templates(app: Flask) -> None:
    """Let templates look texts up here too; what fills their places is escaped."""
    _catalogues.clear()
    app.jinja_env.filters["dateparts"] = date_parts
    app.jinja_env.globals.update(
        {"_": _gettext, "gettext": _gettext, "ngettext": _ngettext, "pgettext": _pgettext}
    )


def _gettext(text: str, /, **values: object) -> Markup:
    found = catalogue().gettext(text)
    return Markup(found) % values if values else _plain(found)  # noqa: S704 - a text of ours


def _ngettext(one: str, many: str, num: int, /, **values: object) -> Markup:
    found = catalogue().ngettext(one, many, num)
    return Markup(found) % {"num": num, **values}  # noqa: S704 - a text of ours


def _pgettext(context: str, text: str, /, **values: object) -> Markup:
    found = str(catalogue().pgettext(context, text))
    return Markup(found) % values if values else _plain(found)  # noqa: S704 - a text of ours


@lru_cache(maxsize=4096)
def _plain(text: str) -> Markup:
    """Give a text without places as a template shows it."""
    return Markup(text) % ()  # noqa: S704 - a text of ours


def marked(text: str) -> str:
    """Mark a text to be found and translated; it is translated where it is shown."""
    return text
