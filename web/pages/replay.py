"""A finished game looked back on at its link: moment by moment, by its record alone."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from flask import (
    Blueprint,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from bots import Bot, bots_offered
from web.kept.keys import GameId
from web.kept.store import UnknownGame
from web.play.games import Game
from web.play.setups import HUMAN, Setup
from web.results.replays import Moment, Replay, Span, Turn
from web.results.rivals import Rivals, rival_named
from web.results.sight import SealedError, Sight, sight_of
from web.services import services
from web.serving.access import known_player, shown_name
from web.serving.errors import error_answer, wants_json
from web.show.lookback import table_at
from web.words.phrases import Cast
from web.words.retelling import ending_sentence, moment_sentence, turn_sentence
from web.words.wording import gettext as _

from .game import head_of, link_of, nav_of, seed_is_sealed
from .seeing import require_sight

pages = Blueprint("replay", __name__)

_RIVALS: Final = "dailytrain-rivals"
_BATCH: Final = 12
"""How many moments a script gets at once: a few seconds of a replay that runs by itself."""

_TILE: Final = re.compile(r"\b\d+-\d+\b")
_GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


@pages.record_once
def _set_up(state: BlueprintSetupState) -> None:
    state.app.extensions[_RIVALS] = Rivals()


@pages.app_template_filter()
def tiles_whole(words: str) -> Markup:
    """Keep the two numbers of a tile in one line."""
    return Markup(_TILE.sub(r'<span class="tile-text">\g<0></span>', str(escape(words))))  # noqa: S704 - escaped, then numbers alone are marked up


@dataclass(frozen=True, slots=True)
class Shown:
    """A match to be looked at: a person's game, or a computer's in the person's seat."""

    game_id: GameId
    setup: Setup
    replay: Replay
    cast: Cast
    rival: Bot | None = None
    """The computer in the person's seat."""

    @property
    def is_yours(self) -> bool:
        """Whether the reader played it."""
        return self.cast.you is not None

    @property
    def name(self) -> str:
        """Name whoever sat in the person's seat, as at the head of a column."""
        return self.cast.name(HUMAN)

    def link(self, at: int | None = None, **more: str) -> str:
        """Give the path that shows it, from this moment on."""
        query: dict[str, Any] = dict(more)
        if self.rival is not None:
            query["as"] = self.rival.name
        if at is not None:
            query["at"] = at
        return url_for("replay.page", game_id=self.game_id, **query)


def rival_title(bot: Bot) -> str:
    """Name a computer that sits in a person's seat."""
    return bot.name.replace("-", " ").capitalize()


def compare_link(game_id: GameId, beside: str) -> str:
    """Give the path that lays a game beside another, or beside a computer in its seat."""
    if beside in {offer.name for offer in bots_offered()}:
        query: dict[str, Any] = {"as": beside}
        return url_for("compare.against", game_id=game_id, **query)
    return url_for("compare.page", game_id=game_id, other_id=beside)


def shown_game(game: Game) -> Shown:
    """Show a finished game to a person who may see it."""
    setup = game.setup
    you = HUMAN if setup.player == known_player() else None
    person = shown_name(setup.player)
    names = [setup.seat_name(seat, person) for seat in range(setup.players)]
    return Shown(game.game_id, setup, Replay(game.match), Cast(tuple(names), you))


def shown_rival(game: Game, bot: Bot) -> Shown:
    """Show what a computer does in the seat of a game that the person may see.

    It may still be thinking: the match is then not finished.
    """
    setup = game.setup
    rivals: Rivals = current_app.extensions[_RIVALS]
    names = [setup.seat_name(seat, rival_title(bot)) for seat in range(setup.players)]
    replay = Replay(rivals.match(setup, bot))
    return Shown(game.game_id, setup, replay, Cast(tuple(names)), bot)


def open_game(stack: ExitStack, game_id: str) -> Game:
    """Open a finished game that the person may see; whoever has yet to finish it is led there."""
    game = stack.enter_context(services().games.opened(GameId(game_id)))
    require_sight(game)
    if not game.finished:
        abort(redirect(url_for("game.page", game_id=game_id), 303))
    return game


def _asked(stack: ExitStack, game_id: str) -> Shown:
    """Give what the link asks for: the game, or with `as` a computer in its place."""
    game = open_game(stack, game_id)
    asked = request.args.get("as")
    if asked is None:
        return shown_game(game)
    shown = shown_rival(game, rival_named(asked))
    if not shown.replay.match.finished:
        query: dict[str, Any] = {"as": asked}
        abort(redirect(url_for("compare.against", game_id=game_id, **query), 303))
    return shown


def _moment_asked(replay: Replay, name: str = "at") -> int:
    """Read the number of a moment; there is no page for one that the match has not got."""
    text = request.args.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= replay.last):
        abort(404, _("The game has no such moment."))
    return int(text)


@pages.get("/game/<game_id>/replay")
def page(game_id: str) -> str:
    """Show one moment of a finished game, and the ways to all others."""
    with ExitStack() as stack:
        shown = _asked(stack, game_id)
        replay = shown.replay
        at = _moment_asked(replay)
        span = replay.span_at(at)
        stops = replay.stops()
        beside = request.args.get("beside", "")
        return render_template(
            "replay.html",
            nav=nav_of(shown.setup),
            shown=shown,
            head=head_of(shown.setup),
            stops=stops,
            steps=_steps(at, stops, replay.last),
            rounds=[_round_line(shown, each) for each in replay.spans],
            turns=_turn_lines(shown, span),
            own_game=_own_game(shown),
            beside=beside if _GAME_ID.fullmatch(beside) else "",
            compare_link=compare_link,
            has_record=not seed_is_sealed(shown.setup),
            **_drawn(shown, replay.moment(at)),
        )


@pages.get("/game/<game_id>/replay/moments")
def moments(game_id: str) -> Response:
    """Give a script some moments in a row, drawn."""
    with ExitStack() as stack:
        shown = _asked(stack, game_id)
        start = _moment_asked(shown.replay, "from")
        drawn = []
        for moment in shown.replay.moments(start, start + _BATCH):
            context = _drawn(shown, moment)
            drawn.append(
                {
                    "at": moment.at,
                    "round": moment.number,
                    "place": context["place"],
                    "words": context["words"],
                    "html": render_template("_moment.html", **context),
                }
            )
    return jsonify({"moments": drawn})


@pages.get("/game/<game_id>/replay/turns/<int:number>")
def turns(game_id: str, number: int) -> str:
    """Give a script the list of a round's turns."""
    with ExitStack() as stack:
        shown = _asked(stack, game_id)
        if not 1 <= number <= len(shown.replay.spans):
            abort(404)
        span = shown.replay.spans[number - 1]
        return render_template("_turns.html", turns=_turn_lines(shown, span), number=number)


@pages.get("/game/<game_id>/shared")
def shared(game_id: str) -> str | Response:
    """Lead from a shared result to what the reader may see of it: to the deal itself at first."""
    with ExitStack() as stack:
        game = stack.enter_context(services().games.opened(GameId(game_id)))
        site = services()
        sight = sight_of(game, known_player(), site.days, site.store)
        if sight is Sight.HIDDEN or not game.finished:
            raise UnknownGame(game_id)
        if sight is Sight.SEALED:
            return _sealed_page(game.setup, shared=game.game_id)
        own = _own_game(shown_game(game))
    if own:
        return redirect(url_for("compare.page", game_id=own, other_id=game_id), 303)
    return redirect(url_for("game.page", game_id=game_id), 303)


@pages.app_errorhandler(SealedError)
def _sealed(error: SealedError) -> Response:
    """Say that the own game comes first, and lead to it."""
    if wants_json():
        return error_answer(403, "finish_first", _("Finish your own game first"), "")
    response = Response(_sealed_page(error.setup), 403, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response


def _sealed_page(setup: Setup, shared: GameId | None = None) -> str:
    return render_template(
        "sealed.html",
        nav=nav_of(setup),
        head=head_of(setup),
        link=link_of(setup),
        setup=setup,
        shared=shared,
    )


def _own_game(shown: Shown) -> GameId | None:
    """Give the reader's own finished game of the deal, if this is another's."""
    who = known_player()
    if who is None or (shown.is_yours and shown.rival is None):
        return None
    attempt = services().store.attempt(shown.setup.board, who)
    return attempt.game_id if attempt and attempt.result else None


def _drawn(shown: Shown, moment: Moment) -> dict[str, Any]:
    """Give what a template needs to draw a moment."""
    return {
        "then": table_at(shown.cast, moment),
        "at": moment.at,
        "number": moment.number,
        "place": _place(shown.replay, moment),
        "words": moment_sentence(shown.cast, moment),
    }


def _place(replay: Replay, moment: Moment) -> str:
    span = replay.spans[moment.number - 1]
    number, rounds = moment.number, len(replay.spans)
    if moment.at == span.first:
        return _("Round %(n)s of %(all)s: the deal", n=number, all=rounds)
    lasts = [turn.last for turn in span.turns()]
    return _(
        "Round %(n)s of %(all)s, turn %(turn)s of %(turns)s",
        n=number,
        all=rounds,
        turn=bisect_left(lasts, moment.at) + 1,
        turns=len(lasts),
    )


def _steps(at: int, stops: list[int], last: int) -> dict[str, int]:
    """Give where the steps from a moment lead."""
    after = bisect_right(stops, at)
    before = bisect_left(stops, at) - 1
    return {
        "first": 0,
        "turn_back": stops[max(before, 0)],
        "back": max(at - 1, 0),
        "on": min(at + 1, last),
        "turn_on": stops[min(after, len(stops) - 1)],
        "last": last,
    }


def _round_line(shown: Shown, span: Span) -> dict[str, Any]:
    """Tell of a round in the list of rounds."""
    played = span.played
    return {
        "number": span.number,
        "engine": played.engine,
        "first": span.first,
        "last": span.last,
        "ending": ending_sentence(shown.cast, played.last) if played.last else "",
        "points": [str(points) for points in played.scores or ()],
    }


def _turn_lines(shown: Shown, span: Span) -> list[dict[str, Any]]:
    """Tell of a round's turns, one sentence each."""
    return [_turn_line(shown, turn) for turn in span.turns()]


def _turn_line(shown: Shown, turn: Turn) -> dict[str, Any]:
    return {
        "first": turn.first,
        "last": turn.last,
        "is_you": turn.seat == shown.cast.you,
        "words": turn_sentence(shown.cast, turn),
        "link": shown.link(turn.last),
    }
