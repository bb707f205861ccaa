"""The language switch."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, redirect, request
from werkzeug.wrappers import Response

from web.people.identity import LIFETIME
from web.words.languages import COOKIE, EXTENSION
from web.words.wording import gettext as _

pages = Blueprint("language", __name__)


@pages.post("/language")
def choose() -> Response:
    """Keep the language that the form's `lang` says, and go back to the page `back` names."""
    chosen = request.form.get("lang", "")
    languages: dict[str, str] = current_app.extensions[EXTENSION]
    if chosen not in languages:
        abort(400, _("The languages are %(names)s.", names=", ".join(languages.values())))
    response = redirect(_inside(request.form.get("back", "/")), 303)
    response.set_cookie(COOKIE, chosen, max_age=LIFETIME, httponly=True, samesite="Lax")
    return response


def _inside(text: str) -> str:
    """Give a path of this site, or the first page for anything that might lead elsewhere."""
    is_path = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if is_path and text.isascii() and text.isprintable() else "/"
