"""The person's own page: the name, and the games played."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from web.access import known_player, player, player_name
from web.keys import board_day
from web.names import NameRefused, clean_name
from web.results import scorecard
from web.services import services
from web.wording import gettext as _

pages = Blueprint("you", __name__, url_prefix="/you")


@pages.get("")
def page() -> str:
    """Show the person's name and daily results."""
    who = known_player()
    return render_template("you.html", nav="you", **_about(who and player_name(who)))


def _about(name: str | None) -> dict[str, object]:
    who = known_player()
    history = services().store.history(who) if who else {}
    days = sorted(
        (
            (day, scorecard(attempt.result))
            for board, attempt in history.items()
            if attempt.result and (day := board_day(board))
        ),
        reverse=True,
    )
    return {"name": name, "days": days}


@pages.post("/name")
def rename() -> Response | tuple[str, int]:
    """Keep another name."""
    text = request.form.get("name", "")
    try:
        name = clean_name(text)
    except NameRefused as wrong:
        flash(str(wrong), "warning")
        return render_template("you.html", nav="you", typed=text, **_about(text)), 422
    services().store.set_name(player(), name)
    flash(_("From now on you are %(name)s.", name=name), "success")
    return redirect(url_for("you.page"), 303)
