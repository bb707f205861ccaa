"""What the choices of a finished game cost: skill beside luck, and the costliest choices."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from flask import Blueprint, render_template

from dailytrain import Round, parse_action
from web.results.replays import Parting
from web.results.verdicts import Costly, verdict_for
from web.services import services
from web.show.lookback import TableThen, table_of_parting
from web.words.retelling import choice_words
from web.words.wording import gettext as _

from .game import head_of, nav_of
from .replay import Shown, open_game, shown_game

pages = Blueprint("verdict", __name__)


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A costly choice with the table as it stood."""

    costly: Costly
    place: str
    words: str
    chosen: str
    better: str
    then: TableThen
    link: str
    """The replay at this moment."""


@pages.get("/game/<game_id>/choices")
def page(game_id: str) -> str:
    """Show the costliest choices of a finished game, each on the table as it stood."""
    with ExitStack() as stack:
        game = open_game(stack, game_id)
        verdict = verdict_for(services().judged, services().jobs, game)
        shown = shown_game(game)
        return render_template(
            "choices.html",
            nav=nav_of(game.setup),
            head=head_of(game.setup),
            game_id=game_id,
            name=shown.name,
            is_yours=shown.is_yours,
            verdict=verdict,
            is_offered=services().jobs.is_offered,
            is_overdue=verdict is None and services().jobs.is_overdue(game.game_id),
            choices=[_shown(shown, costly) for costly in verdict.costliest] if verdict else [],
        )


def _shown(shown: Shown, costly: Costly) -> ShownChoice:
    span = shown.replay.spans[costly.round - 1]
    at = span.first + costly.step
    moment = shown.replay.moment(at)
    action, best = parse_action(costly.action), parse_action(costly.best)
    stand: Round = moment.round
    parting = Parting(
        number=costly.round, round=stand, step=costly.step, choices=(action, best), moments=(at, at)
    )
    return ShownChoice(
        costly=costly,
        place=_("Round %(n)s, turn %(turn)s", n=costly.round, turn=span.turn_number(at)),
        words=_("The table as it stood."),
        chosen=choice_words(shown.cast, stand, action),
        better=choice_words(shown.cast, stand, best),
        then=table_of_parting(shown.cast, parting, moment, (_("played"), _("better"))),
        link=shown.link(at),
    )
