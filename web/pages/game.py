"""A game at its link: the table while it is played, its result afterwards."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from dailytrain import DailyTrainError
from web.clock import day_number
from web.kept.keys import GameId, board_day
from web.kept.store import UnknownGame
from web.play.games import Game, Outcome, Verdict
from web.play.seeds import SeedTable
from web.play.setups import HUMAN, Kind, Setup
from web.results.ranking import card_of, record, shown_total
from web.results.sight import Sight
from web.results.verdicts import par_for, verdict_for
from web.services import services
from web.serving.access import known_player, own_origin, shown_name
from web.serving.errors import wants_json
from web.show.payoff import marks_in_words, place_at_table, spread
from web.show.sharing import par_words, share_text
from web.show.tablemodel import TableHead, TablePage
from web.show.tables import build_table, round_result
from web.words.refusals import clause_of
from web.words.wording import date_words
from web.words.wording import gettext as _

from .board import board_context
from .seeing import require_sight

pages = Blueprint("game", __name__, url_prefix="/game")
_STATUS = {Verdict.DONE: 200, Verdict.REPEATED: 200, Verdict.STALE: 409, Verdict.REFUSED: 422}


@pages.get("/<game_id>")
def page(game_id: str) -> str | BaseResponse:
    """Show a game to its owner, once it is over its result; others are led to its replay."""
    with services().games.opened(GameId(game_id)) as game:
        if require_sight(game) is not Sight.OWN:
            return redirect(url_for("replay.page", game_id=game_id), 303)
        return show_result(game) if game.finished else show_table(game)


@pages.post("/<game_id>/act")
def act(game_id: str) -> BaseResponse:
    """Do what the owner posts: a form's field `action`, and `at` from the page that posted."""
    at = _posted_at()
    with services().games.opened(GameId(game_id), at=at, player=known_player()) as game:
        _only_for_owner(game)
        services().days.retire(game)
        outcome = services().games.act(game, at, request.form.get("action", ""))
        if game.finished:
            record(services().store, game)
        return _answer(game, outcome)


@pages.post("/<game_id>/undo")
def undo(game_id: str) -> BaseResponse:
    """Take the owner's last tile back where nothing has come of it; `at` as for an action."""
    at = _posted_at()
    with services().games.opened(GameId(game_id)) as game:
        _only_for_owner(game)
        return _answer(game, services().games.undo(game, at))


def _posted_at() -> int:
    at = request.form.get("at", "")
    if not (at.isascii() and at.isdigit() and len(at) < 7):
        abort(400, _("The form is incomplete: “at” must be the number that its page had."))
    return int(at)


@pages.get("/<game_id>/round/<int:number>")
def round_page(game_id: str, number: int) -> str:
    """Show how a round ended, to the owner."""
    with services().games.opened(GameId(game_id)) as game:
        _only_for_owner(game)
        played = game.match.played[number - 1 : number] if number > 0 else []
        if not played or not played[0].ended:
            abort(404)
        table = build_table(game, head_of(game.setup), services().characters)
        return render_template(
            "round.html", nav=nav_of(game.setup), table=table, ended=round_result(game, played[0])
        )


@pages.get("/<game_id>/result")
def result_page(game_id: str) -> str | BaseResponse:
    """Show the result of a finished game."""
    with services().games.opened(GameId(game_id)) as game:
        _only_for_owner(game)
        if not game.finished:
            return redirect(url_for("game.page", game_id=game_id), 303)
        return show_result(game)


@pages.get("/<game_id>/record.json")
def record_file(game_id: str) -> BaseResponse:
    """Give the match record of a finished game, which `dailytrain verify` checks."""
    with services().games.opened(GameId(game_id)) as game:
        require_sight(game)
        if not game.finished or seed_is_sealed(game.setup):
            abort(404)
        text = json.dumps(game.record(shown_name(game.setup.player)), ensure_ascii=False)
    response = make_response(text + "\n")
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="{game_id}.json"'
    return response


def show_table(game: Game) -> str:
    """Render the table's page."""
    services().days.retire(game)
    table = build_table(game, head_of(game.setup), services().characters)
    return render_template(
        "game.html",
        nav=nav_of(game.setup),
        table=table,
        seconds_left=services().days.seconds_left(),
    )


def show_result(game: Game) -> str:
    """Render the result of a finished game."""
    record(services().store, game)
    setup, match = game.setup, game.match
    card = card_of(game)
    is_hidden = setup.counts and services().trust.is_result_hidden(setup.board, setup.player)
    is_ranked = setup.counts and not is_hidden
    standing = services().store.standing(setup.board, card.rank_key)
    rules = setup.parsed_rules()
    judged, jobs = services().judged, services().jobs
    par = par_for(judged, jobs, board_day(setup.board))
    # Whoever has just learned the rules is not judged.
    is_judged = setup.kind is not Kind.LESSON
    verdict = verdict_for(judged, jobs, game) if is_judged else None
    return render_template(
        "result.html",
        verdict=verdict,
        is_offered=jobs.is_offered,
        is_overdue=is_judged and verdict is None and jobs.is_overdue(game.game_id),
        par=par,
        nav=nav_of(setup),
        game_id=game.game_id,
        setup=setup,
        head=head_of(setup),
        card=card,
        place=place_at_table(match),
        marks=marks_in_words(rules, card.rounds),
        bands=spread(rules, services().store.histogram(setup.board), card.rounds),
        results=[round_result(game, played) for played in match.played],
        names=[setup.seat_name(seat, _("You")) for seat in range(setup.players)],
        totals=match.totals,
        winners=match.winners(),
        human=HUMAN,
        standing=standing,
        is_hidden=is_hidden,
        is_ranked=is_ranked,
        mean=shown_total(rules, standing.mean),
        median=shown_total(rules, standing.median),
        share=share_text(
            head_of(setup),
            setup,
            card,
            standing if is_ranked else None,
            par=par,
            url=own_origin() + link_of(setup),
        ),
        par_words=None if par is None else par_words(card.total, par),
        link=link_of(setup),
        is_today=setup.day == services().days.today().iso,
        has_record=not seed_is_sealed(setup),
        seconds_left=services().days.seconds_left(),
        **board_context(setup.board, known_player()),
    )


def _answer(game: Game, outcome: Outcome) -> BaseResponse:
    """Answer a post: a script gets the table anew and what happened, a person the next page."""
    if wants_json():
        return _answer_to_script(game, outcome)
    words = _refusal_words(outcome)
    if words:
        flash(words, "warning")
    if game.ended and outcome.verdict is Verdict.DONE:
        number = game.ended[-1].number
        return redirect(url_for("game.round_page", game_id=game.game_id, number=number), 303)
    return redirect(url_for("game.page", game_id=game.game_id), 303)


def _answer_to_script(game: Game, outcome: Outcome) -> Response:
    table = build_table(game, head_of(game.setup), services().characters)
    answer: dict[str, Any] = {
        "html": _drawn("_table.html", table),
        "round_end": _drawn("_round_end.html", table) if table.ended_round else None,
        "steps": [step.as_json() for step in table.steps],
        "turns": table.turns,
        "at": table.at,
        "finished": table.finished,
        "status": table.status,
        "redirect": url_for("game.result_page", game_id=game.game_id) if game.finished else None,
    }
    if outcome.verdict in {Verdict.STALE, Verdict.REFUSED}:
        reason = outcome.error.reason if outcome.error else "stale"
        answer["error"] = {"reason": reason, "message": _refusal_words(outcome)}
    response = jsonify(answer)
    response.status_code = _STATUS[outcome.verdict]
    return response


def _drawn(name: str, table: TablePage) -> str:
    """Draw a piece of a page, which needs nothing that every whole page needs."""
    return current_app.jinja_env.get_template(name).render(table=table)


def _refusal_words(outcome: Outcome) -> str:
    """Say why nothing was done; empty where all is well."""
    if outcome.verdict is Verdict.STALE:
        return _("The game has gone on since this page was shown. This is how it stands now.")
    if outcome.verdict is Verdict.REFUSED and isinstance(outcome.error, DailyTrainError):
        return _("That cannot be done: %(why)s.", why=clause_of(outcome.error))
    return ""


def _only_for_owner(game: Game) -> None:
    """Answer that there is no such game to anyone but its owner."""
    if game.setup.player != known_player():
        raise UnknownGame(game.game_id)


def seed_is_sealed(setup: Setup) -> bool:
    """Tell whether a game's seed may not leave the server yet: its day has not closed."""
    day = board_day(setup.board)
    return day is not None and not services().days.is_closed(day)


def nav_of(setup: Setup) -> str:
    """Say under which of the site's pages a game belongs."""
    if setup.kind is Kind.LESSON:
        return "rules"
    if setup.seed_text:
        return "seeds"
    return "archive" if setup.kind is Kind.ARCHIVE else "today"


def link_of(setup: Setup) -> str:
    """Give the path that gives others the same game."""
    if setup.seed_text:
        return SeedTable(setup.seed_text, setup.parsed_rules(), setup.computers).path
    return f"/daily/{setup.day}"


def head_of(setup: Setup) -> TableHead:
    """Say what is played, above the table."""
    day = date.fromisoformat(setup.day)
    if setup.kind is Kind.LESSON:
        title, subtitle = _("The first ride"), _("One round with a guide")
    elif setup.seed_text:
        title, subtitle = _("Seed %(text)s", text=setup.seed_text), _seed_subtitle(setup)
    else:
        number = day_number(day, services().settings.first_day)
        title, subtitle = _("Daily Train %(number)s", number=str(number)), date_words(day)
    return TableHead(title, subtitle, _notice(setup))


def _notice(setup: Setup) -> str:
    """Say what is out of the ordinary with a game; empty where nothing is."""
    match setup.kind:
        case Kind.PRACTICE:
            return _("Practice: this game does not count.")
        case Kind.ARCHIVE:
            return _("From the archive: this game does not count.")
        case Kind.LESSON:
            return _("A first ride: this game does not count.")
    return _("Chain day: the hand may be laid out as a chain.") if setup.chain else ""


def _seed_subtitle(setup: Setup) -> str:
    rules = setup.parsed_rules()
    return _(
        "%(preset)s rules, %(players)s seats, %(rounds)s rounds",
        preset=rules.preset,
        players=setup.players,
        rounds=rules.rounds,
    )
