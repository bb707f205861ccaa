"""Taking a tile back: only while nothing has come of it, and never under another page's feet."""

from __future__ import annotations

import pytest

from dailytrain import shared_seed
from web.kept.keys import Board, GameId, PlayerId
from web.kept.store import Store
from web.play.games import Games, Outcome, Verdict
from web.play.lineup import seated
from web.play.setups import Kind, Setup

GAME = GameId("a-game")
# Of this deal the first hand begins with 5-12 and goes on with 5-7: a first-turn run.
SEED_TEXT = "GRANDMA-2026"


@pytest.fixture
def games(store: Store) -> Games:
    games = Games(store)
    games.begin(
        GAME,
        Setup(
            kind=Kind.PRACTICE,
            board=Board("s:test"),
            day="2026-12-09",
            seed_text=SEED_TEXT,
            seed=shared_seed(SEED_TEXT).hex(),
            rules="daily",
            computers=seated(("planner", "planner")),
            player=PlayerId("someone"),
        ),
    )
    return games


def act(games: Games, at: int, text: str) -> Outcome:
    with games.opened(GAME) as game:
        return games.act(game, at, text)


def test_a_tile_of_a_run_can_be_taken_back_before_the_turn_ends(games: Games) -> None:
    assert act(games, 0, "5-12@P0").verdict is Verdict.DONE
    with games.opened(GAME) as game:
        assert game.can_undo
        assert games.undo(game, game.at).verdict is Verdict.DONE
        assert game.length == 0
        assert [str(a) for a in game.match.legal_actions()] == [
            "5-12@P0",
            "11-12@P0",
            "5-12@M",
            "11-12@M",
        ]


def test_nothing_can_be_taken_back_once_the_computers_have_moved(games: Games) -> None:
    act(games, 0, "5-12@M")
    with games.opened(GAME) as game:
        assert not game.can_undo
        outcome = games.undo(game, game.at)
    assert outcome.verdict is Verdict.REFUSED
    assert outcome.error is not None
    assert outcome.error.reason == "no_undo"


def test_nothing_can_be_taken_back_before_anything_was_done(games: Games) -> None:
    with games.opened(GAME) as game:
        assert games.undo(game, game.at).verdict is Verdict.REFUSED


def test_a_page_from_before_the_undo_is_noticed_though_the_length_is_the_same(games: Games) -> None:
    act(games, 0, "5-12@P0")
    with games.opened(GAME) as game:
        stale = game.at
        games.undo(game, stale)
        now = game.at
    assert act(games, now, "11-12@P0").verdict is Verdict.DONE
    assert act(games, stale, "5-7@P0").verdict is Verdict.STALE
    with games.opened(GAME) as game:
        assert [str(a) for a in game.match.played[0].actions][:1] == ["11-12@P0"]


def test_an_undo_sent_twice_takes_one_tile_back(games: Games) -> None:
    act(games, 0, "5-12@P0")
    with games.opened(GAME) as game:
        act_at = game.at
    act(games, act_at, "5-7@P0")
    with games.opened(GAME) as game:
        at = game.at
        assert game.can_undo
        assert games.undo(game, at).verdict is Verdict.DONE
        assert games.undo(game, at).verdict is Verdict.STALE
        assert game.length == 1


def test_another_process_sees_the_undo(games: Games, store: Store) -> None:
    act(games, 0, "5-12@P0")
    elsewhere = Games(store)
    with elsewhere.opened(GAME) as game:
        elsewhere.undo(game, game.at)
    with games.opened(GAME) as game:
        assert game.length == 0
        assert game.undone == 1
