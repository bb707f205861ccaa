"""Link previews: what a shared link shows where it is pasted, and the picture that goes with it.

A preview says which deal it is and nothing of the deal; a result's says how each round went in the
same coarse marks as the shared text, and no points.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from flask import Blueprint, abort, current_app, request, url_for
from flask_babel import force_locale, format_date, get_locale
from werkzeug.wrappers import Response

from dailytrain.options import Scoring
from web.clock import day_number
from web.kept.keys import GameId
from web.kept.store import UnknownGame
from web.play.days import Day
from web.play.seeds import SeedTable, seed_table
from web.play.setups import Kind, Setup
from web.results.ranking import card_of
from web.services import services
from web.serving.access import own_origin
from web.show.pictures import HEIGHT, WIDTH, Card, draw
from web.show.sharing import marks
from web.words.languages import EXTENSION as LANGUAGES
from web.words.languages import SOURCE
from web.words.wording import gettext as _
from web.words.wording import ngettext

from .game import head_of
from .home import day_or_404

pages = Blueprint("pictures", __name__, url_prefix="/picture/<lang>")

_KEPT_FOR: Final = "public, max-age=604800"
_CRATES: Final = {"🏁": 0, "🟢": 1, "🟡": 2, "🔴": 3}


@dataclass(frozen=True, slots=True)
class Preview:
    """What the head of a page says to whoever shows its link."""

    title: str
    description: str
    url: str
    picture: str
    alt: str
    width: int = WIDTH
    height: int = HEIGHT


def _preview(title: str, description: str, path: str, picture: str, **values: Any) -> Preview:  # noqa: ANN401 - as `url_for` takes them
    lang = str(get_locale() or SOURCE)
    origin = own_origin()
    link = url_for(f"pictures.{picture}", lang=lang, **values)
    alt = _("A train of dominoes on green felt: %(title)s", title=title)
    return Preview(title, description, origin + path, origin + link, alt)


@pages.app_template_global()
def preview_of_day(day: Day) -> Preview:
    """Say what the link to a day, or to the site itself, leads to."""
    words = _(
        "The same sealed deal for everyone, against the same computers. Play it, then compare."
    )
    if request.path == "/":
        return _preview(_("Daily Train: Mexican Train, every day"), words, "/", "site")
    title = _("Daily Train %(number)s", number=str(day.number))
    title = f"{title} · {format_date(day.date, 'long')}"
    return _preview(title, words, f"/daily/{day.iso}", "day", text=day.iso)


@pages.app_template_global()
def preview_of_seed(table: SeedTable) -> Preview:
    """Say what the link to a shared seed leads to."""
    title = _("Daily Train: seed %(text)s", text=table.text)
    query = {name: value for name, value in request.args.items() if name != "text"}
    words = _("Exactly this game for everyone with the link. %(what)s.", what=_seed_words(table))
    return _preview(title, words, table.path, "seed", text=table.text, **query)


@pages.app_template_global()
def preview_of_game(game_id: GameId, setup: Setup) -> Preview:
    """Say what the link to a result leads to, without its points."""
    title = _("%(title)s: played to the end", title=head_of(setup).title)
    words = _("Play the same deal, then see both games side by side.")
    path = url_for("replay.shared", game_id=game_id)
    return _preview(title, words, path, "result", game_id=game_id)


def _short_title(setup: Setup) -> str:
    """Name what was played, beside the site's name."""
    if setup.seed_text:
        return setup.seed_text
    number = day_number(date.fromisoformat(setup.day), services().settings.first_day)
    return _("No. %(number)s", number=str(number))


def _seed_words(table: SeedTable) -> str:
    return _(
        "%(preset)s rules, %(players)s seats, %(rounds)s rounds",
        preset=table.rules.preset,
        players=table.players,
        rounds=table.rules.rounds,
    )


@pages.get("/site.png")
def site(lang: str) -> Response:
    """Draw the site's own picture."""
    with _spoken(lang):
        card = Card(
            _("Mexican Train, every day"),
            (_("One sealed deal for everyone"), _("Honest computers, a board to compare on")),
        )
    return _picture(card)


@pages.get("/day/<text>.png")
def day(lang: str, text: str) -> Response:
    """Draw the picture of a day."""
    shown = day_or_404(text)
    with _spoken(lang):
        card = Card(
            _("No. %(number)s", number=str(shown.number)),
            (format_date(shown.date, "full"), _("One sealed deal for everyone")),
        )
    return _picture(card)


@pages.get("/seed/<text>.png")
def seed(lang: str, text: str) -> Response:
    """Draw the picture of a shared seed's table."""
    table = seed_table(text, request.args)
    with _spoken(lang):
        card = Card(table.text, (_seed_words(table), _("Exactly this game for everyone")))
    return _picture(card)


@pages.get("/result/<game_id>.png")
def result(lang: str, game_id: str) -> Response:
    """Draw the picture of a finished game: a wagon a round, and no points."""
    with services().games.opened(GameId(game_id)) as game:
        if not game.finished or game.setup.kind is Kind.LESSON:
            raise UnknownGame(game_id)
        setup, rounds = game.setup, card_of(game).rounds
    wagons: tuple[int, ...] = ()
    if setup.parsed_rules().scoring is Scoring.PIPS:
        wagons = tuple(_CRATES[mark] for mark in marks(rounds))
    with _spoken(lang):
        done = ngettext(
            "%(num)s round is played. And yours?",
            "%(num)s rounds are played. And yours?",
            len(rounds),
        )
        card = Card(
            _short_title(setup),
            (head_of(setup).subtitle, done),
            wagons,
            _("A wagon a round: the fewer crates, the better."),
        )
    return _picture(card)


def _spoken(lang: str) -> Any:  # noqa: ANN401 - flask-babel ships no types
    """Write in the language that the picture's link names; there are no pictures in others."""
    if lang not in current_app.extensions[LANGUAGES]:
        abort(404)
    return force_locale(lang)


def _picture(card: Card) -> Response:
    drawn = draw(card)
    response = Response(drawn, mimetype="image/png")
    response.headers["Cache-Control"] = _KEPT_FOR
    # Other sites show it beside the link.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.set_etag(hashlib.sha256(drawn).hexdigest()[:20])
    return response.make_conditional(request.environ)
