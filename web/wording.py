"""The words of the site in the reader's language, typed."""

from __future__ import annotations

import flask_babel


def gettext(text: str, /, **values: object) -> str:
    """Give a text in the reader's language, its `%(name)s` places filled."""
    return str(flask_babel.gettext(text, **values))


def ngettext(one: str, many: str, num: int, /, **values: object) -> str:
    """Give the singular or a plural of a text for a number, which its `%(num)s` shows."""
    return str(flask_babel.ngettext(one, many, num, **values))


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Give a text whose translation depends on what it stands for."""
    return str(flask_babel.pgettext(context, text, **values))
