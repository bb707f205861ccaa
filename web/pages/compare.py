"""Two games of one deal side by side: where they part, both choices, and what came of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from bots import Bot, bot_named, bots_offered
from dailytrain import Score
from web.play.setups import HUMAN, Kind
from web.results.replays import DealsDifferError, Parting, Turn, partings
from web.results.rivals import rival_named
from web.show.lookback import table_of_parting
from web.show.tablemodel import TileFace
from web.words.characters import character_words
from web.words.phrases import Cast
from web.words.retelling import choice_words, ending_sentence, ends_laid, turn_sentence
from web.words.wording import gettext as _

from .game import head_of, nav_of
from .replay import Shown, open_game, rival_title, shown_game, shown_rival

pages = Blueprint("compare", __name__)

_TURNS: Final = 6
"""How many turns after the parting are told of each game."""

_LINK: Final = re.compile(r"(?:.*/game/)?([A-Za-z0-9_-]{8,40})(?:[/?#].*)?", re.DOTALL)


@pages.get("/compare/<game_id>")
def against(game_id: str) -> str | Response:
    """Compare a game with what a computer does in its seat, or choose whom to compare it with."""
    with ExitStack() as stack:
        game = open_game(stack, game_id)
        friend = request.args.get("with")
        if friend:
            return _to_friend(game_id, friend)
        one = shown_game(game)
        asked = request.args.get("as")
        if asked is None:
            return _choose(one)
        bot = rival_named(asked)
        other = shown_rival(game, bot)
        if not other.replay.match.finished:
            return _thinking(one, other, bot)
        return _side_by_side(one, other)


@pages.get("/compare/<game_id>/<other_id>")
def page(game_id: str, other_id: str) -> str | Response:
    """Compare two games of one deal."""
    if game_id == other_id:
        return redirect(url_for("replay.page", game_id=game_id), 303)
    with ExitStack() as stack:
        one = shown_game(open_game(stack, game_id))
        other = shown_game(open_game(stack, other_id))
        return _side_by_side(one, other)


def _to_friend(game_id: str, text: str) -> Response:
    """Lead on to the comparison with the game whose link or ID was typed."""
    found = _LINK.fullmatch(text.strip())
    if not found:
        flash(_("That is no link to a game. It looks like this: /game/…"), "warning")
        return redirect(url_for("compare.against", game_id=game_id), 303)
    return redirect(url_for("compare.page", game_id=game_id, other_id=found[1]), 303)


def _choose(one: Shown) -> str:
    rivals = [
        (offer.name, rival_title(bot_named(offer.name)), character_words(offer.character))
        for offer in bots_offered()
    ]
    return _render(one, state="choose", rivals=rivals)


def _thinking(one: Shown, other: Shown, bot: Bot) -> str:
    match = other.replay.match
    return _render(
        one,
        state="thinking",
        rival=rival_title(bot),
        round_number=match.number,
        round_count=match.rules.rounds,
    )


def _render(one: Shown, **context: Any) -> str:  # noqa: ANN401 - as templates take it
    return render_template(
        "compare.html", nav=nav_of(one.setup), head=head_of(one.setup), one=one, **context
    )


def _side_by_side(one: Shown, other: Shown) -> str:
    """Lay two games of one deal beside each other, the reader's own first."""
    if [c.key for c in one.setup.computers] != [c.key for c in other.setup.computers]:
        abort(400, _("The two games were played against different computers."))
    if other.is_yours and not one.is_yours:
        one, other = other, one
    names = _column_names(one, other)
    try:
        parted = partings(one.replay, other.replay)
    except DealsDifferError:
        abort(400, _("The two games are not of the same deal, so there is nothing to compare."))
    parting = _parting_asked(parted)
    return _render(
        one,
        state="compared",
        other=other,
        names=names,
        rounds=_round_lines(one, other, parted),
        totals=[str(shown.replay.match.totals[HUMAN]) for shown in (one, other)],
        difference=_difference(one.replay.match.totals[HUMAN], other.replay.match.totals[HUMAN]),
        parting=parting,
        is_alike=not any(parted),
        **(_parting_context(one, other, names, parting) if parting else {}),
    )


def _link(one: Shown, other: Shown, number: int) -> str:
    """Give the path that shows where the two games part in a round."""
    if other.rival is None:
        return url_for("compare.page", game_id=one.game_id, other_id=other.game_id, round=number)
    query: dict[str, Any] = {"as": other.rival.name, "round": number}
    return url_for("compare.against", game_id=one.game_id, **query)


def _column_names(one: Shown, other: Shown) -> tuple[str, str]:
    """Name the two columns so that they can be told apart."""
    kinds = {Kind.PRACTICE: _("You, practice"), Kind.ARCHIVE: _("You, archive")}
    names = [kinds.get(s.setup.kind, s.name) if s.is_yours else s.name for s in (one, other)]
    if not (one.is_yours and other.is_yours):
        names = [one.name, other.name]
    if names[0] == names[1]:
        names[1] = f"{names[1]} (2)"
    return names[0], names[1]


def _parting_asked(parted: Sequence[Parting | None]) -> Parting | None:
    """Give the parting of the round that the link asks for, else the first."""
    text = request.args.get("round")
    if text is None:
        return next((parting for parting in parted if parting), None)
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 0 < int(text) <= len(parted)):
        abort(404, _("The game has no such round."))
    return parted[int(text) - 1]


def _difference(one: Score, other: Score) -> str:
    """Say how much more the one has than the other, with a sign that is read aloud as one."""
    difference = one - other
    if difference == 0:
        return "0"
    return f"+{difference}" if difference > 0 else f"−{-difference}"


def _round_lines(
    one: Shown, other: Shown, parted: Sequence[Parting | None]
) -> list[dict[str, Any]]:
    lines = []
    for span, span_of_other, parting in zip(
        one.replay.spans, other.replay.spans, parted, strict=True
    ):
        points = [(s.played.scores or (0,))[HUMAN] for s in (span, span_of_other)]
        lines.append(
            {
                "number": span.number,
                "points": [str(p) for p in points],
                "difference": _difference(*points),
                "turn": _turn_number(one, parting) if parting else None,
                "here": _link(one, other, span.number),
                "links": [one.link(span.first), other.link(span_of_other.first)],
            }
        )
    return lines


def _turn_number(one: Shown, parting: Parting) -> int:
    """Count the turns of the round up to the one in which the games part."""
    return one.replay.spans[parting.number - 1].turn_number(parting.moments[0])


def _parting_context(
    one: Shown, other: Shown, names: tuple[str, str], parting: Parting
) -> dict[str, Any]:
    """Give what a template needs to show the choices and what followed."""
    cast = _shared_cast(one, names)
    moment = one.replay.moment(parting.moments[0])
    # What was done before is the same in both games; here the choice is what counts.
    then = table_of_parting(cast, parting, replace(moment, deed=None), names)
    turn = _turn_number(one, parting)
    return {
        "then": then,
        "place": _("Round %(n)s, turn %(turn)s", n=parting.number, turn=turn),
        "words": _parting_words(cast, parting),
        "sides": [
            _side(shown, other_shown, index, name, parting)
            for index, (shown, other_shown, name) in enumerate(
                ((one, other, names[0]), (other, one, names[1]))
            )
        ],
    }


def _shared_cast(one: Shown, names: tuple[str, str]) -> Cast:
    """Name the seats of a table that both games share."""
    if one.is_yours:
        return one.cast
    return Cast((" / ".join(names), *one.cast.names[1:]))


def _parting_words(cast: Cast, parting: Parting) -> str:
    if parting.seat == HUMAN:
        return _(
            "Up to here the round is the same in both games, tile by tile. Here the choices differ."
        )
    return _(
        "Up to here this round is the same. Here %(name)s chooses differently, "
        "as the points of the rounds before are not the same.",
        name=cast.names[parting.seat],
    )


def _side(shown: Shown, beside: Shown, index: int, name: str, parting: Parting) -> dict[str, Any]:
    """Tell what was chosen in one of the games, and what followed."""
    span = shown.replay.spans[parting.number - 1]
    action = parting.choices[index]
    followed = span.turns(parting.step)
    face = None
    if action.is_play:
        first, second = ends_laid(parting.round, action)
        face = TileFace(text=str(action.tile), first=first, second=second)
    played = span.played
    more = {"beside": beside.rival.name if beside.rival else beside.game_id}
    if shown.rival is not None:
        more = {}
    return {
        "key": ("one", "other")[index],
        "name": name,
        "face": face,
        "choice": choice_words(shown.cast, parting.round, action),
        "turns": [_told(shown, turn, more) for turn in followed[:_TURNS]],
        "more": max(len(followed) - _TURNS, 0),
        "ending": ending_sentence(shown.cast, played.last) if played.last else "",
        "points": str((played.scores or (0,))[HUMAN]),
        "step": shown.link(parting.moments[index], **more),
    }


def _told(shown: Shown, turn: Turn, more: dict[str, str]) -> dict[str, Any]:
    return {
        "words": turn_sentence(shown.cast, turn),
        "is_seat": turn.seat == HUMAN,
        "link": shown.link(turn.last, **more),
    }
