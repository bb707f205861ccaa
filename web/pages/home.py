"""Today's game, past days and their boards."""

from __future__ import annotations

from contextlib import suppress

from babel.lists import format_list
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import format_date, get_locale
from werkzeug.wrappers import Response

from dailytrain import preset_rules
from web.kept.keys import board_day, daily_board
from web.kept.store import UnknownGame
from web.play.days import PRESET, Day, NoSuchDay
from web.results.ranking import scorecard
from web.services import services
from web.serving.access import known_player, player
from web.show.scene import backs, table_scene

from .board import board_context, board_still_closed
from .game import show_result, show_table

pages = Blueprint("home", __name__)
_DAYS_A_PAGE = 30


def day_or_404(text: str) -> Day:
    """Give a day that has begun, or answer that there is no such page."""
    try:
        return services().days.day(text)
    except NoSuchDay:
        abort(404)


@pages.get("/")
def today() -> str | Response:
    """Show today's game where the person stands in it: before, in it, or after."""
    return _day_page(services().days.today())


@pages.get("/daily/<text>")
def day(text: str) -> str | Response:
    """Show a day's game."""
    return _day_page(day_or_404(text))


def _day_page(day: Day) -> str | Response:
    who = known_player()
    attempt = services().days.attempt(day, who) if who else None
    if attempt is not None:
        # Should the site have died before it made the game, Play makes it now.
        with suppress(UnknownGame), services().games.opened(attempt.game_id) as game:
            return show_result(game) if game.finished else show_table(game)
    computers = services().days.lineup(day)
    rules = preset_rules(PRESET)
    engines = [rules.highest_pip - number for number in range(rules.rounds)]
    hand_size = rules.hand_size_for(1 + len(computers))
    return render_template(
        "today.html" if day.is_today else "past_day.html",
        nav="today" if day.is_today else "archive",
        day=day,
        date_words=format_date(day.date, "full"),
        computers=computers,
        names=format_list([c.name for c in computers], locale=get_locale() or "en"),
        characters=services().characters,
        rounds=rules.rounds,
        engines=engines,
        hand_size=hand_size,
        scene=table_scene(1 + len(computers), engines[0]),
        backs=backs(hand_size),
        seconds_left=services().days.seconds_left(),
        deals_are_public=services().settings.deals_are_public,
        **({} if day.is_today else board_context(daily_board(day.date), who)),
    )


@pages.post("/daily/<text>/play")
def play(text: str) -> Response:
    """Begin a day's game, or go on with the one that is running."""
    day = day_or_404(text)
    game_id = services().days.begin(day, player())
    return redirect(url_for("game.page", game_id=game_id), 303)


@pages.get("/daily/<text>/board")
def board(text: str) -> str | Response:
    """Show a day's board: today's to those who have finished it."""
    day = day_or_404(text)
    who = known_player()
    if not services().days.is_board_open(day, who):
        return board_still_closed()
    return render_template(
        "board.html",
        nav="today" if day.is_today else "archive",
        day=day,
        date_words=format_date(day.date, "full"),
        **board_context(daily_board(day.date), who, page=request.args.get("page", "1")),
    )


@pages.get("/archive")
def archive() -> str:
    """List the past days, with the person's results."""
    page = request.args.get("page", "1")
    if not (page.isascii() and page.isdigit() and 0 < len(page) < 5 and int(page) > 0):
        abort(404)
    days = services().days.recent(_DAYS_A_PAGE, before=(int(page) - 1) * _DAYS_A_PAGE)
    who = known_player()
    history = services().store.history(who) if who else {}
    cards = {
        board: scorecard(attempt.result) for board, attempt in history.items() if attempt.result
    }
    today = services().days.today()
    return render_template(
        "archive.html",
        nav="archive",
        today=today,
        today_card=cards.get(daily_board(today.date)),
        unfinished={board_day(board) for board, attempt in history.items() if not attempt.result},
        days=[(d, cards.get(daily_board(d.date))) for d in days],
        page=int(page),
        has_more=bool(days) and days[-1].number > 1,
    )
