"""The table's page built from what its reader may know: a view, public events, finished rounds."""

from __future__ import annotations

from functools import cache

from dailytrain import Action, Ending, Event, EventKind, Tile, View, tiles_in
from dailytrain.actions import train_name
from dailytrain.match import PlayedRound
from web.play.games import Game, Happening
from web.play.setups import HUMAN
from web.words.characters import character_words
from web.words.narrate import cast_of, event_sentence, status_line, turn_sentences
from web.words.phrases import Cast, end_sentence, place_words, train_title
from web.words.wording import gettext as _

from .chains import chain_of
from .lessons import lesson_of
from .tablemodel import (
    HandTile,
    Play,
    RoundResult,
    RoundRow,
    SeatBadge,
    Step,
    TableHead,
    TablePage,
    TileFace,
    TrainRow,
)


def build_table(game: Game, head: TableHead, characters: dict[str, str]) -> TablePage:
    """Draw up the table as the person of this game sees it.

    `characters` says in one line how each bot plays, by the bot's name.
    """
    view, cast = game.view(), cast_of(game.setup)
    legal = view.legal_actions() if not game.finished else ()
    hand = _hand(game, cast, view, legal)
    playable = sum(1 for held in hand if held.plays)
    words = {str(action) for action in legal if not action.is_play}
    return TablePage(
        game_id=game.game_id,
        kind=game.setup.kind,
        title=head.title,
        subtitle=head.subtitle,
        notice=head.notice,
        at=game.at,
        round_number=view.number,
        rounds=view.rounds,
        engine=view.table.engine,
        seats=_seats(game, view, characters),
        trains=_trains(cast, view, legal),
        hand=hand,
        chain=chain_of(game.setup, view),
        playable_count=playable,
        boneyard=view.table.boneyard_count,
        is_your_turn=game.is_persons_turn,
        can_draw="draw" in words,
        can_pass="pass" in words,
        can_done="done" in words,
        can_undo=game.can_undo,
        status=status_line(game, cast, view, playable),
        steps=_steps(game, cast),
        turns=tuple(turn_sentences(cast, game.recent)),
        lesson=lesson_of(game),
        ended_round=round_result(game, game.ended[-1]) if game.ended else None,
        finished=game.finished,
    )


@cache
def face(tile: Tile) -> TileFace:
    """Show a tile that lies on no train, its lower number first."""
    return TileFace(text=str(tile), first=tile.low, second=tile.high)


@cache
def _laid_face(tile: Tile, near: int) -> TileFace:
    """Show a tile on a train, by its number that is nearer the engine."""
    return TileFace(text=str(tile), first=near, second=tile.other(near))


def _seats(game: Game, view: View, characters: dict[str, str]) -> tuple[SeatBadge, ...]:
    setup = game.setup
    return tuple(
        SeatBadge(
            seat=seat,
            name=setup.seat_name(seat, _("You")),
            character=(
                ""
                if seat == HUMAN
                else character_words(characters.get(setup.computers[seat - 1].bot, ""))
            ),
            tiles_left=view.hand_counts[seat],
            total=str(view.totals[seat]),
            is_you=seat == HUMAN,
            is_turn=not game.finished and view.table.turn == seat,
        )
        for seat in range(setup.players)
    )


def _trains(cast: Cast, view: View, legal: tuple[Action, ...]) -> tuple[TrainRow, ...]:
    table = view.table
    playable = {min(a.train, cast.mexican) for a in legal if a.is_play}
    bound = table.binding_train if not (table.fresh or table.running) else None
    owed = table.fresh if table.owes else ()
    return tuple(
        TrainRow(
            key=train_name(train, cast.mexican),
            name=train_title(cast, train),
            is_mine=train == HUMAN,
            tiles=tuple(
                _laid_face(tile, near)
                for tile, (near, _far) in zip(
                    table.trains[train], table.ends_of_train(train), strict=True
                )
            ),
            end=table.ends[train],
            has_marker=bool(table.markers >> train & 1),
            has_open_double=train in table.open_doubles or train in table.fresh,
            must_cover=train == bound or (table.rules.covers_only and train in owed),
            is_playable=train in playable,
        )
        for train in range(cast.mexican + 1)
    )


def _hand(game: Game, cast: Cast, view: View, legal: tuple[Action, ...]) -> tuple[HandTile, ...]:
    plays: dict[int, list[Play]] = {}
    for action in legal:
        if action.is_play:
            play = Play(
                action=str(action),
                train=train_name(min(action.train, cast.mexican), cast.mexican),
                label=place_words(cast, action.tile, action.train),
            )
            plays.setdefault(action.tile, []).append(play)
    in_order = sorted(view.tiles, key=lambda tile: (tile.low, tile.high))
    return tuple(
        HandTile(face=face(tile), plays=tuple(plays.get(tile, ())), is_new=tile == game.drawn)
        for tile in in_order
    )


def _steps(game: Game, cast: Cast) -> tuple[Step, ...]:
    """List what happened since the person's last look, each with its sentence."""
    return tuple(
        Step(
            kind=happening.event.kind,
            seat=happening.event.seat,
            text=event_sentence(cast, happening),
            tile=_tile_of(happening),
            train=_train_of(cast, happening.event),
        )
        for happening in game.recent
    )


def _tile_of(happening: Happening) -> TileFace | None:
    event = happening.event
    if event.kind is EventKind.PLAY and event.action is not None:
        return TileFace(text=str(event.action.tile), first=event.first, second=event.second)
    return face(happening.drawn) if happening.drawn is not None else None


def _train_of(cast: Cast, event: Event) -> str | None:
    return None if event.train is None else train_name(event.train, cast.mexican)


def round_result(game: Game, played: PlayedRound) -> RoundResult:
    """Show how a finished round ended, with every hand: nothing in it is hidden any more."""
    hands = played.last.hands if played.last is not None else ()
    setup, match = game.setup, game.match
    scores = played.scores or ()
    totals = [
        sum(p.scores[seat] for p in match.played[: played.number] if p.scores)
        for seat in range(setup.players)
    ]
    best = played.winners()
    return RoundResult(
        number=played.number,
        engine=played.engine,
        reason=str(played.ended),
        headline=end_sentence(cast_of(setup), best if played.ended is Ending.OUT else ()),
        rows=tuple(
            RoundRow(
                name=setup.seat_name(seat, _("You")),
                is_you=seat == HUMAN,
                is_winner=seat in best,
                tiles=tuple(face(tile) for tile in tiles_in(hands[seat])),
                points=str(scores[seat]),
                total=str(totals[seat]),
            )
            for seat in range(setup.players)
        ),
    )
