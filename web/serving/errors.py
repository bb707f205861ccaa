"""Answers to what goes wrong: a page or JSON that says what, with the right status, and no more."""

from __future__ import annotations

import logging

from flask import Flask, jsonify, render_template, request
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.wrappers import Response

from dailytrain import DailyTrainError
from web.kept.connection import StoreDown
from web.kept.store import UnknownGame
from web.play.lineup import OpponentGone
from web.results.rivals import RivalGone
from web.words.refusals import sentence_of
from web.words.wording import gettext as _

_log = logging.getLogger(__name__)


def add_error_pages(app: Flask) -> None:
    """Let the site answer every error in its own words."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(UnknownGame, _unknown_game)
    app.register_error_handler(StoreDown, _store_down)
    app.register_error_handler(OpponentGone, _opponent_gone)
    app.register_error_handler(RivalGone, _rival_gone)
    app.register_error_handler(DailyTrainError, _refused)
    app.register_error_handler(Exception, _broken)


def wants_json() -> bool:
    """Tell whether a script asks, not a person's browser loading a page."""
    return request.accept_mimetypes.best == "application/json"


def error_answer(status: int, reason: str, title: str, words: str) -> Response:
    """Answer with a status, a constant for programs, and a title and a sentence for people."""
    if wants_json():
        response: Response = jsonify({"error": {"reason": reason, "message": words or title}})
    elif isinstance(request.routing_exception, BadRequest):
        # A page has links, and there are none from a host that makes no sense.
        response = Response(f"{title}.\n", mimetype="text/plain")
    else:
        page = render_template("error.html", status=status, title=title, words=words)
        response = Response(page, mimetype="text/html")
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    titles = {
        400: _("That request is not complete"),
        403: _("Not from here"),
        404: _("There is no such page"),
        405: _("That cannot be done here"),
        413: _("That is too much at once"),
        429: _("A little slower, please"),
    }
    words = {
        403: _("This page may be used from the site itself only, or is not open to you yet."),
        404: _("The link may be mistyped, or what it led to is not there yet."),
        400: _(
            "Something that the page should have sent is missing. Go back, load it again and retry."
        ),
        405: _("Go back to the page that you came from and use its buttons."),
        413: _("Send less at once: nothing that this site asks for is so long."),
        429: _("Too many requests came from your address. Wait a minute, then go on."),
    }
    # A sentence of our own says more than the standard one; the framework's are in English only.
    own = error.description if getattr(type(error), "description", "") != error.description else ""
    response = error_answer(
        status,
        f"http_{status}",
        titles.get(status, error.name),
        (own if status != 429 else "") or words.get(status, ""),
    )
    # Requests are counted by the minute.
    wait = error.get_response().headers.get("Retry-After") or ("60" if status == 429 else None)
    if wait:
        response.headers["Retry-After"] = wait
    if isinstance(getattr(error, "valid_methods", None), list):
        response.headers["Allow"] = ", ".join(error.valid_methods)  # type: ignore[attr-defined] # only a 405 has them
    return response


def _unknown_game(_error: UnknownGame) -> Response:
    return error_answer(
        404,
        "game_unknown",
        _("There is no such game"),
        _("It may be another person’s that is still being played, or it was left for too long."),
    )


def _store_down(error: StoreDown) -> Response:
    _log.error("store down: %s", error)
    response = error_answer(
        503,
        "store_down",
        _("The site cannot reach its memory just now"),
        _("Nothing is lost: what you have played is kept. Try again in a moment."),
    )
    response.headers["Retry-After"] = "5"
    return response


def _opponent_gone(error: OpponentGone) -> Response:
    _log.error("a game waits for %s, which is not offered", error)
    return error_answer(
        503,
        "opponent_gone",
        _("This game has to wait"),
        _(
            "One of its computers is not on this site just now, and no other may play in its place."
            " Nothing is lost: the game goes on from here when that computer is back."
        ),
    )


def _rival_gone(error: RivalGone) -> Response:
    _log.error("a comparison waits for %s, which is not offered", error)
    return error_answer(
        503,
        "opponent_gone",
        _("This comparison has to wait"),
        _(
            "One of its computers is not on this site just now, and no other may play in its place."
            " The game itself is kept as it was played, and can be looked back on."
        ),
    )


def _refused(error: DailyTrainError) -> Response:
    return error_answer(400, error.reason, _("That cannot be played"), sentence_of(error))


def _broken(error: Exception) -> Response:
    _log.exception("unexpected error", exc_info=error)
    return error_answer(
        500, "broken", _("Something went wrong here"), _("It was not your doing, and is noted.")
    )
