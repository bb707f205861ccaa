"""The first ride, for whoever has never played."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from web.services import services
from web.serving.access import player
from web.show.lessons import begin_lesson, lesson_computers, lesson_rules
from web.show.scene import backs, table_scene

pages = Blueprint("lesson", __name__)


@pages.get("/learn")
def page() -> str:
    """Say what the first ride is."""
    computers, rules = lesson_computers(), lesson_rules()
    seats = 1 + len(computers)
    hand_size = rules.hand_size_for(seats)
    return render_template(
        "learn.html",
        nav="rules",
        computers=computers,
        hand_size=hand_size,
        scene=table_scene(seats, rules.highest_pip),
        backs=backs(hand_size),
    )


@pages.post("/learn")
def begin() -> Response:
    """Begin a first ride."""
    game_id = begin_lesson(services().games, player(), services().days.today().iso)
    return redirect(url_for("game.page", game_id=game_id), 303)
