"""Shared seeds: made up or typed, opened by link, each with its own board."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from babel.lists import format_list
from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response

from bots import bots_offered
from dailytrain import DailyTrainError, preset_rules
from dailytrain.rules import OPTION_NAMES, PRESETS
from dailytrain.tiles import LARGEST_SET, SMALLEST_SET
from web.kept.store import UnknownGame
from web.play.seeds import SeedTable, made_up_seed, seed_table
from web.services import services
from web.serving.access import known_player, own_origin, player
from web.show.scene import backs, table_scene
from web.words.house_rules import (
    SEATS,
    changes_in_words,
    hands_by_seats,
    options_in_words,
    preset_name,
    presets_in_words,
)
from web.words.refusals import sentence_of
from web.words.wording import gettext as _

from .board import board_context, board_still_closed
from .game import show_result, show_table

pages = Blueprint("seeds", __name__)
_SHOWN: Final = ("preset", "players", "rounds", "bots")
"""What everyone chooses; the options beyond are folded away."""
_CHOICES: Final = (*_SHOWN, *(name for name in OPTION_NAMES if name not in _SHOWN))


@pages.get("/seeds")
def index() -> str:
    """Show the page to make up a seed or type one."""
    return _form_page({})


def _form_page(values: dict[str, str], wrong: str = "") -> str:
    """Show the form with these values; `wrong` is a refusal's reason: mostly a field's name."""
    return render_template(
        "seeds.html",
        nav="seeds",
        values=values,
        wrong=wrong,
        changed=[name for name in OPTION_NAMES if name in values and name not in _SHOWN],
        suggestion=made_up_seed(),
        presets=presets_in_words(),
        options=options_in_words(),
        seats=SEATS,
        sets=range(SMALLEST_SET, LARGEST_SET + 1),
        bots=bots_offered(),
    )


@pages.post("/seeds")
def make() -> Response | tuple[str, int]:
    """Go to the table that the form describes; an empty seed is made up."""
    choices = {name: value for name in _CHOICES if (value := request.form.get(name, "").strip())}
    text = request.form.get("text", "").strip() or made_up_seed()
    try:
        table = seed_table(text, choices)
    except DailyTrainError as wrong:
        flash(_why_not(wrong, choices), "warning")
        return _form_page({**choices, "text": text}, wrong.reason), 422
    return redirect(table.path, 303)


def _why_not(error: DailyTrainError, choices: dict[str, str]) -> str:
    """Say why there is no such table; where only the seats do not fit, which do."""
    preset = choices.get("preset", "")
    if error.reason != "hand_size" or "hand_size" in choices or preset not in PRESETS:
        return sentence_of(error)
    highest = choices.get("highest_pip")
    rules = preset_rules(preset, **({"highest_pip": int(highest)} if highest else {}))
    fitting = [str(n) for n, hand in zip(SEATS, hands_by_seats(rules), strict=True) if hand]
    if not fitting:
        return sentence_of(error)
    return _(
        "%(rules)s has a size of hand for %(seats)s seats: choose so many, or say yourself how "
        "many tiles each hand has.",
        rules=preset_name(preset),
        seats=format_list(fitting, style="or", locale=get_locale() or "en"),
    )


@pages.get("/seed/<text>")
def seed(text: str) -> str | Response:
    """Show a seed's table where the person stands at it: before, in it, or after."""
    table = seed_table(text, request.args)
    who = known_player()
    attempt = services().seeds.attempt(table, who) if who else None
    if attempt is not None:
        # Should the site have died before it made the game, Play makes it now.
        with suppress(UnknownGame), services().games.opened(attempt.game_id) as game:
            return show_result(game) if game.finished else show_table(game)
    rules = table.rules
    hand_size = rules.hand_size_for(table.players)
    words = {preset.key: preset.words for preset in presets_in_words()}
    return render_template(
        "seed.html",
        nav="seeds",
        table=table,
        preset_name=preset_name(rules.preset),
        preset_words=words[rules.preset],
        changes=changes_in_words(rules),
        rounds=rules.rounds,
        hand_size=hand_size,
        scene=table_scene(table.players, rules.highest_pip),
        backs=backs(hand_size),
        characters=services().characters,
        play_path=_play_path(table),
        link=own_origin() + table.path,
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
def board(text: str) -> str | Response:
    """Show a seed's board of first attempts."""
    table = seed_table(text, {k: v for k, v in request.args.items() if k != "page"})
    who = known_player()
    attempt = services().seeds.attempt(table, who) if who else None
    if attempt is None or attempt.result is None:
        return board_still_closed()
    return render_template(
        "seed_board.html",
        nav="seeds",
        table=table,
        **board_context(table.board, who, page=request.args.get("page", "1")),
    )
