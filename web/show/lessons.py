"""The first ride: a guided round on a fixed deal, with a word when each thing happens."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from dailytrain import Rules, View, format_rules, preset_rules, shared_seed, view_of
from web.kept.keys import Board, GameId, PlayerId
from web.play.games import Game, Games
from web.play.lineup import Computer, seated
from web.play.setups import HUMAN, Kind, Setup
from web.words.wording import gettext as _

from .tablemodel import Lesson

DEAL: Final = "FIRST-RIDE-379"
"""A deal in which matching, drawing, the marker, a double and going out all happen, however the
person plays; a test plays it in several ways."""

_BOTS: Final = ("planner", "planner")
_HAND: Final = 8
_HIGHEST_PIP: Final = 9


class Topic(StrEnum):
    """What the first ride teaches."""

    MATCHING = "matching"
    DRAWING = "drawing"
    MARKER = "marker"
    DOUBLES = "doubles"
    GOING_OUT = "going_out"


def lesson_rules() -> Rules:
    """Give the rules of a first ride: those of the daily, with a smaller set and a shorter hand."""
    return preset_rules("daily", hand_size=_HAND, highest_pip=_HIGHEST_PIP, rounds=1)


def lesson_computers() -> tuple[Computer, ...]:
    """Give the computers at the table of a first ride."""
    return seated(_BOTS)


def begin_lesson(games: Games, player: PlayerId, day: str) -> GameId:
    """Begin a first ride of this person."""
    game_id = games.new_id()
    games.begin(
        game_id,
        Setup(
            kind=Kind.LESSON,
            board=Board("lesson"),
            day=day,
            seed_text=DEAL,
            seed=shared_seed(DEAL).hex(),
            rules=format_rules(lesson_rules()),
            computers=lesson_computers(),
            player=player,
        ),
    )
    return game_id


def topic_of(view: View) -> Topic:
    """Tell what a moment is about, the rarest thing first; the person is to act."""
    table = view.table
    legal = view.legal_actions()
    if not legal[0].is_play:
        return Topic.DRAWING if table.can_draw else Topic.MARKER
    if table.owes or table.is_bound:
        return Topic.DOUBLES
    if table.markers >> view.seat & 1:
        return Topic.MARKER
    few = 2
    return Topic.GOING_OUT if view.hand.bit_count() <= few else Topic.MATCHING


def topics_met(game: Game) -> list[Topic]:
    """List what the person has met in this round up to now, in the order in which it first came."""
    played = game.match.played[-1]
    current = played.start
    met: list[Topic] = []
    for action in (*played.actions, None):
        if not current.ended and current.turn == HUMAN:
            topic = topic_of(view_of(current, HUMAN))
            if topic not in met:
                met.append(topic)
        if action is not None:
            current = current.play_unchecked_for_search(action)
    return met


def lesson_of(game: Game) -> Lesson | None:
    """Give the word that goes with the present moment of a first ride; None for any other game."""
    if game.setup.kind is not Kind.LESSON or not game.is_persons_turn:
        return None
    topic = topic_of(game.view())
    title, text = _words(topic)
    return Lesson(topic=topic, title=title, text=text, met=len(topics_met(game)), topics=len(Topic))


def _words(topic: Topic) -> tuple[str, str]:
    return {
        Topic.MATCHING: (
            _("Matching"),
            _(
                "A tile joins a train whose end shows one of its numbers. The raised tiles fit "
                "now. In your first turn you may lay a whole run on your own train; later, one "
                "tile a turn."
            ),
        ),
        Topic.DRAWING: (
            _("Drawing"),
            _("Nothing you hold fits. Draw a tile: if it fits, you play it at once."),
        ),
        Topic.MARKER: (
            _("The marker"),
            _(
                "If you can neither play nor draw, you pass, and your marker goes out: now "
                "everyone may play on your train, until you play on it yourself. The Mexican "
                "train is open to all, always."
            ),
        ),
        Topic.DOUBLES: (
            _("Doubles"),
            _(
                "A double lies across and must be covered: whoever laid it plays on it at once, "
                "or draws. If it stays open, it is the next player’s first duty, on whosever "
                "train."
            ),
        ),
        Topic.GOING_OUT: (
            _("Going out"),
            _(
                "Who plays the last tile ends the round and scores nothing; the others count the "
                "pips they hold. Lowest total wins. The double-blank counts 50: get rid of it."
            ),
        ),
    }[topic]
