"""Two games side by side: where they part is where their records first differ."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from flask import Flask

from bots import bot_named
from dailytrain import (
    Match,
    format_match_record,
    parse_match_record,
    preset_rules,
    replay_match,
    shared_seed,
    verify_match,
)
from web.kept.keys import seed_board
from web.kept.store import Store
from web.play.lineup import seated
from web.play.setups import Kind, Setup
from web.results.replays import DealsDifferError, Replay, partings
from web.results.rivals import Rivals, rival_match

from .helpers.pages import Page
from .helpers.playing import begin, first, heaviest, lightest, play_by_script
from .helpers.visitors import AppVisitor


@cache
def record_of(seed: str, rival: str, rounds: int = 3, players: int = 3) -> str:
    """Give the record of a match in which this bot sits in seat 0 and planners in the others."""
    match = Match(shared_seed(seed), preset_rules("daily", rounds=rounds), players)
    bots = [bot_named(rival), *[bot_named("planner")] * (players - 1)]
    while not match.finished:
        match.play(bots[match.turn].choose(match.view(match.turn)))
    return json.dumps(format_match_record(match, [{"name": f"p{i}"} for i in range(players)]))


def first_difference(one: list[str], other: list[str]) -> int | None:
    """Compare two lists of actions from their beginning."""
    for index in range(max(len(one), len(other))):
        if one[index : index + 1] != other[index : index + 1]:
            return index
    return None


@pytest.mark.parametrize("seed", ["PART-1", "PART-2", "PART-3"])
@pytest.mark.parametrize("rival", ["heaviest", "random"])
def test_games_part_where_their_records_first_differ(seed: str, rival: str) -> None:
    one, other = (json.loads(record_of(seed, bot)) for bot in ("planner", rival))
    parted = partings(Replay.from_record(one), Replay.from_record(other))
    assert len(parted) == 3
    for number, parting in enumerate(parted):
        actions = [record["rounds"][number]["actions"] for record in (one, other)]
        step = first_difference(*actions)
        if step is None:
            assert parting is None
            continue
        assert parting is not None
        assert (parting.number, parting.step) == (number + 1, step)
        assert [str(choice) for choice in parting.choices] == [list_[step] for list_ in actions]
        assert [str(a) for a in parting.round.legal_actions()].count(actions[0][step]) == 1
        assert parting.choices[1] in parting.round.legal_actions()


def test_only_the_person_can_part_two_games_in_their_first_round() -> None:
    for seed in ("PART-1", "PART-2", "PART-3"):
        one, other = (
            Replay.from_record(json.loads(record_of(seed, bot))) for bot in ("planner", "heaviest")
        )
        parting = partings(one, other)[0]
        assert parting is not None
        assert parting.seat == 0


def test_the_table_where_games_part_is_the_same_in_both() -> None:
    one, other = (
        Replay.from_record(json.loads(record_of("PART-1", bot))) for bot in ("planner", "random")
    )
    for parting in filter(None, partings(one, other)):
        at_one, at_other = parting.moments
        assert one.moment(at_one).round == other.moment(at_other).round == parting.round
        assert one.moment(at_one + 1).round != other.moment(at_other + 1).round


def test_a_game_never_parts_from_itself() -> None:
    one = Replay.from_record(json.loads(record_of("PART-1", "planner")))
    assert partings(one, one) == (None, None, None)


@pytest.mark.parametrize("other", [("PART-2", 3, 3), ("PART-1", 2, 3), ("PART-1", 3, 4)])
def test_games_of_other_deals_cannot_be_compared(other: tuple[str, int, int]) -> None:
    seed, rounds, players = other
    one = Replay.from_record(json.loads(record_of("PART-1", "planner")))
    two = Replay.from_record(json.loads(record_of(seed, "planner", rounds, players)))
    with pytest.raises(DealsDifferError):
        partings(one, two)


# A computer in the seat


def setup(seed: str = "RIVAL", rounds: int = 2) -> Setup:
    return Setup(
        kind=Kind.SEED,
        board=seed_board(seed, "test"),
        day="2026-12-09",
        seed_text=seed,
        seed=shared_seed(seed).hex(),
        rules={"preset": "daily", "rounds": rounds},
        computers=seated(("planner", "heaviest")),
        player="player",
    )


def texts(match: Match) -> list[str]:
    return [str(action) for played in match.played for action in played.actions]


def test_a_rival_sits_in_the_persons_seat_against_the_same_computers() -> None:
    match = rival_match(setup(), bot_named("heaviest"))
    assert match.finished
    bots = [bot_named(name) for name in ("heaviest", "planner", "heaviest")]
    record = format_match_record(match, [{"name": f"p{i}"} for i in range(3)])
    alike = verify_match(parse_match_record(record))
    assert alike.totals == match.totals
    views = Match(shared_seed("RIVAL"), preset_rules("daily", rounds=2), 3)
    for step in replay_match(parse_match_record(record)):
        seat = views.turn
        assert bots[seat].choose(views.view(seat)) == step.action
        views.play(step.action)


def test_a_rival_that_thinks_in_slices_plays_the_same_match() -> None:
    whole = texts(rival_match(setup(), bot_named("planner")))
    assert texts(Rivals().match(setup(), bot_named("planner"))) == whole
    impatient = Rivals(seconds=0)
    assert texts(impatient.match(setup(), bot_named("planner"))) == []
    hasty = Rivals(seconds=0.005)
    lengths = []
    for _look in range(10_000):
        match = hasty.match(setup(), bot_named("planner"))
        lengths.append(len(texts(match)))
        assert texts(match) == whole[: lengths[-1]]
        if match.finished:
            break
    assert lengths == sorted(lengths)
    assert lengths[-1] == len(whole)


# The pages


def two_games(app: Flask, path: str = "/") -> tuple[AppVisitor, str, AppVisitor, str]:
    one, other = AppVisitor(app), AppVisitor(app)
    game, game_of_other = begin(one, path), begin(other, path)
    play_by_script(one, game, heaviest)
    play_by_script(other, game_of_other, lightest)
    return one, game.removeprefix("/game/"), other, game_of_other.removeprefix("/game/")


def replays_of(app: Flask, *ids: str) -> list[Replay]:
    games = app.extensions["dailytrain"].games
    replays = []
    for game_id in ids:
        with games.opened(game_id) as game:
            record: Any = game.record("someone")
        replays.append(Replay.from_record(json.loads(json.dumps(record))))
    return replays


def test_both_choices_and_what_followed_are_shown(app: Flask) -> None:
    one, game, _other, game_of_other = two_games(app)
    replays = replays_of(app, game, game_of_other)
    parting = next(filter(None, partings(*replays)))
    answer = one.get(f"/compare/{game}/{game_of_other}")
    assert answer.status == 200
    page = Page(answer.text)
    assert not page.faults
    for choice in parting.choices:
        assert str(choice.tile) in page.words
    drawn = re.findall(
        r'option--(one|other)"><span class="option__who">([^<]*)</span>', answer.text
    )
    assert [side for side, _name in drawn] == ["one", "other"]
    assert drawn[0][1] == "You"
    for game_id, beside, at in zip(
        (game, game_of_other), (game_of_other, game), parting.moments, strict=True
    ):
        assert f"/game/{game_id}/replay?beside={beside}&at={at}" in page.links
    for replay in replays:
        totals = [str(replay.match.totals[0]), *(str(s) for s in replay.match.scores_of(0))]
        assert {*totals} <= {*page.words.split()}


def test_each_rounds_parting_can_be_looked_at(app: Flask) -> None:
    one, game, _other, game_of_other = two_games(app)
    replays = replays_of(app, game, game_of_other)
    for number, parting in enumerate(partings(*replays), 1):
        answer = one.get(f"/compare/{game}/{game_of_other}?round={number}")
        assert answer.status == 200
        if parting:
            at = parting.moments[0]
            assert f"/game/{game}/replay?beside={game_of_other}&at={at}" in Page(answer.text).links
    for wrong in ("0", "5", "x", ""):
        assert one.get(f"/compare/{game}/{game_of_other}?round={wrong}").status == 404


def test_the_readers_own_game_comes_first(app: Flask) -> None:
    _one, game, other, game_of_other = two_games(app, "/seed/FIRST?rounds=1")
    words = Page(other.get(f"/compare/{game}/{game_of_other}").text).words
    assert "You and " in words


def test_games_of_different_deals_are_not_laid_side_by_side(app: Flask) -> None:
    one, game, _other, _game_of_other = two_games(app, "/seed/DEAL-1?rounds=1")
    for path in ("/seed/DEAL-2?rounds=1", "/seed/DEAL-1?rounds=1&bots=heaviest"):
        different = begin(one, path)
        play_by_script(one, different, first)
        answer = one.get(f"/compare/{game}/{different.removeprefix('/game/')}")
        assert answer.status == 400


def test_a_game_beside_itself_is_its_replay(app: Flask) -> None:
    one, game, _other, _game_of_other = two_games(app, "/seed/SELF?rounds=1")
    assert one.get(f"/compare/{game}/{game}").path == f"/game/{game}/replay"


def test_nobody_compares_what_they_may_not_see(app: Flask, store: Store) -> None:
    one, game, other, game_of_other = two_games(app)
    stranger = AppVisitor(app)
    for path in (
        f"/compare/{game}/{game_of_other}",
        f"/compare/{game}",
        f"/compare/{game}?as=planner",
    ):
        assert stranger.get(path).status == 403
    running = begin(stranger, "/")
    for path in (
        f"{game}/{running.removeprefix('/game/')}",
        f"{running.removeprefix('/game/')}/{game}",
    ):
        assert one.get(f"/compare/{path}").status == 404
    assert other.get(f"/compare/{game}/{game_of_other}").status == 200
    assert one.get(f"/compare/{game}/nosuchgame00").status == 404


def test_a_computer_takes_the_seat(app: Flask) -> None:
    one, game, _other, _game_of_other = two_games(app, "/seed/SEAT?rounds=2")
    chooser = Page(one.get(f"/compare/{game}").text)
    assert f"/compare/{game}?as=planner" in chooser.links
    answer = one.get(f"/compare/{game}?as=planner")
    assert answer.status == 200
    with app.extensions["dailytrain"].games.opened(game) as played:
        match = rival_match(played.setup, bot_named("planner"))
        parting = next(filter(None, partings(Replay(played.match), Replay(match))))
    page = Page(answer.text)
    assert str(match.totals[0]) in page.words.split()
    at = parting.moments[1]
    assert f"/game/{game}/replay?as=planner&at={at}" in page.links
    replay = one.get(f"/game/{game}/replay?as=planner&at={at}")
    assert replay.status == 200
    assert "Planner" in Page(replay.text).words
    assert one.get(f"/compare/{game}?as=nobody").status == 400


def test_a_computer_that_still_thinks_says_so(app: Flask) -> None:
    one, game, _other, _game_of_other = two_games(app, "/seed/THINK?rounds=1")
    app.extensions["dailytrain-rivals"] = Rivals(seconds=0)
    answer = one.get(f"/compare/{game}?as=planner")
    assert answer.status == 200
    page = Page(answer.text)
    assert "round 1 of 1" in page.words
    assert f"/compare/{game}?as=planner" in page.links
    led = one.get(f"/game/{game}/replay?as=planner")
    assert led.path == f"/compare/{game}?as=planner"


def test_a_friends_link_can_be_pasted(app: Flask) -> None:
    one, game, _other, game_of_other = two_games(app, "/seed/PASTE?rounds=1")
    for text in (
        game_of_other,
        f"/game/{game_of_other}",
        f"https://train.example/game/{game_of_other}/replay?at=3",
        f"  https://train.example/game/{game_of_other}/shared ",
    ):
        led = one.ask("GET", f"/compare/{game}?{'with=' + text.strip().replace('?', '%3F')}")
        assert led.path == f"/compare/{game}/{game_of_other}", text
    assert one.get(f"/compare/{game}?with=https://example.com/").path == f"/compare/{game}"
