"""Shared seeds: made up or typed, opened by link, each with its own board."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from bots import bots_offered
from dailytrain import PRESETS, DailyTrainError
from web.access import known_player, player
from web.pages.board import board_context
from web.pages.game import show_result, show_table
from web.seeds import SeedTable, made_up_seed, seed_table
from web.services import services
from web.wording import gettext as _

pages = Blueprint("seeds", __name__)


@pages.get("/seeds")
def index() -> str:
    """Show the page to make up a seed or type one."""
    return _form_page({})


def _form_page(values: dict[str, str]) -> str:
    return render_template(
        "seeds.html",
        nav="seeds",
        values=values,
        suggestion=made_up_seed(),
        presets=PRESETS,
        bots=bots_offered(),
    )


@pages.post("/seeds")
def make() -> Response | tuple[str, int]:
    """Go to the table that the form describes; an empty seed is made up."""
    choices = {
        name: value
        for name in ("preset", "players", "rounds", "bots")
        if (value := request.form.get(name, "").strip())
    }
    text = request.form.get("text", "").strip() or made_up_seed()
    try:
        table = seed_table(text, choices)
    except DailyTrainError as wrong:
        flash(f"{wrong}.", "warning")
        return _form_page({**choices, "text": text}), 422
    return redirect(table.path, 303)


@pages.get("/seed/<text>")
def seed(text: str) -> str | Response:
    """Show a seed's table where the person stands at it: before, in it, or after."""
    table = seed_table(text, request.args)
    who = known_player()
    attempt = services().seeds.attempt(table, who) if who else None
    if attempt is not None:
        with services().games.opened(attempt.game_id) as game:
            return show_result(game) if game.finished else show_table(game)
    return render_template(
        "seed.html",
        nav="seeds",
        table=table,
        preset=table.rules.preset,
        rounds=table.rules.rounds,
        hand_size=table.rules.hand_size_for(table.players),
        characters=services().characters,
        play_path=_play_path(table),
    )


def _play_path(table: SeedTable) -> str:
    """Give where a form posts to begin at this table."""
    path, question, query = table.path.partition("?")
    return f"{path}/play{question}{query}"


@pages.post("/seed/<text>/play")
def play(text: str) -> Response:
    """Begin a game at a seed's table, or go on with the one that is running."""
    table = seed_table(text, request.args)
    game_id = services().seeds.begin(table, player(), services().days.today().iso)
    return redirect(url_for("game.page", game_id=game_id), 303)


@pages.get("/seed/<text>/board")
def board(text: str) -> str:
    """Show a seed's board of first attempts."""
    table = seed_table(text, {k: v for k, v in request.args.items() if k != "page"})
    who = known_player()
    attempt = services().seeds.attempt(table, who) if who else None
    if attempt is None or attempt.result is None:
        abort(403, _("The board opens once you have finished this seed’s game."))
    return render_template(
        "seed_board.html",
        nav="seeds",
        table=table,
        **board_context(table.board, who, page=request.args.get("page", "1")),
    )
