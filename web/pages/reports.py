"""Reports of names on boards."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request
from werkzeug.wrappers import Response

from web.services import services
from web.serving.access import known_player
from web.words.wording import gettext as _

pages = Blueprint("reports", __name__)


@pages.post("/report")
def report() -> Response:
    """Note that the person reports the name beside a game on a board, which they must have seen.

    Reporting it again changes nothing; one's own name, or without ever having played, is not noted.
    """
    who, game_id = known_player(), request.form.get("game", "")
    if who is not None and services().trust.report(who, game_id):
        flash(_("Thank you. A person will look at that name; each report counts once."), "success")
    else:
        words = _(
            "That was not noted: only who has played here can report others’ names on a board."
        )
        flash(words, "warning")
    return redirect(_way_back(request.form.get("back", "")), 303)


def _way_back(path: str) -> str:
    """Give the page to return to, which must be one of this site's."""
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if is_own and path.isprintable() and len(path) < 300 else "/"
