"""Replays: every moment of a match from its record alone, and the page that shows them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from bots import bot_named
from dailytrain import (
    Match,
    Tile,
    format_match_record,
    preset_rules,
    shared_seed,
    tiles_in,
)
from dailytrain.actions import DRAW
from web.results.replays import Replay
from web.services import EXTENSION, Services
from web.words.narrate import cast_of, turn_sentences
from web.words.phrases import Cast
from web.words.retelling import moment_sentence, turn_sentence

from .helpers.pages import Page, tiles_shown
from .helpers.playing import Truth, begin, heaviest, lightest, play_by_script, play_out
from .helpers.servers import DAY, SECRET
from .helpers.visitors import JSON, AppVisitor

CAST = Cast(("Ana", "Wren", "Marlow"))


@cache
def record_of(seed: str, preset: str = "daily", players: int = 3) -> str:
    """Give the record of a match among heaviest players, as text."""
    match = Match(shared_seed(seed), preset_rules(preset, rounds=2), players)
    bot = bot_named("heaviest")
    while not match.finished:
        match.play(bot.choose(match.view(match.turn)))
    return json.dumps(format_match_record(match, [{"name": f"p{i}"} for i in range(players)]))


def replay_of(seed: str, preset: str = "daily", players: int = 3) -> Replay:
    return Replay.from_record(json.loads(record_of(seed, preset, players)))


CASES = [("REPLAY-1", "daily", 3), ("REPLAY-2", "standard", 4), ("REPLAY-3", "daily", 2)]


@pytest.mark.parametrize(("seed", "preset", "players"), CASES)
def test_a_match_has_a_moment_for_each_deal_and_each_action(
    seed: str, preset: str, players: int
) -> None:
    record = json.loads(record_of(seed, preset, players))
    replay = replay_of(seed, preset, players)
    actions = [action for told in record["rounds"] for action in told["actions"]]
    moments = list(replay.moments(0, replay.last + 1))
    assert len(moments) == len(actions) + len(record["rounds"])
    assert [m.at for m in moments] == list(range(replay.last + 1))
    assert [str(m.deed.action) for m in moments if m.deed] == actions
    assert [m.number for m in moments if not m.deed] == [1, 2]
    ends = [m for m in moments if m.points]
    assert [[str(p) for p in m.points or ()] for m in ends] == [
        [str(score) for score in told["scores"]] for told in record["rounds"]
    ]
    assert [str(total) for total in ends[-1].totals] == [str(total) for total in record["totals"]]


def test_one_moment_is_the_same_alone_and_in_a_row() -> None:
    replay = replay_of("REPLAY-1")
    for moment in replay.moments(0, replay.last + 1):
        alone = replay.moment(moment.at)
        assert (alone.round, alone.totals, alone.points) == (
            moment.round,
            moment.totals,
            moment.points,
        )
    some = replay.moments(replay.spans[1].first - 2, replay.spans[1].first + 2)
    assert [m.number for m in some] == [1, 1, 2, 2]


@pytest.mark.parametrize("at", [-1, 100_000])
def test_there_are_no_moments_outside_the_match(at: int) -> None:
    with pytest.raises(IndexError):
        replay_of("REPLAY-1").moment(at)


def test_turns_follow_one_another_without_gaps() -> None:
    replay = replay_of("REPLAY-2", "standard", 4)
    for span in replay.spans:
        turns = span.turns()
        assert turns[0].first == span.first
        assert turns[-1].last == span.last
        for turn, following in pairwise(turns):
            assert turn.last == following.first
            assert following.seat == (turn.seat + 1) % 4
    stops = replay.stops()
    assert stops == sorted({*stops})
    assert (stops[0], stops[-1]) == (0, replay.last)


def test_a_drawn_tile_is_told_again() -> None:
    replay = replay_of("REPLAY-1")
    drawn = [m for m in replay.moments(0, replay.last + 1) if m.deed and m.deed.action == DRAW]
    assert drawn
    for moment in drawn:
        assert moment.deed is not None
        before = replay.moment(moment.at - 1).round
        assert moment.deed.drawn == before.boneyard_left[0]


def test_every_moment_and_turn_can_be_told(app: Flask) -> None:
    replay = replay_of("REPLAY-1")
    with app.test_request_context():
        for moment in replay.moments(0, replay.last + 1):
            assert moment_sentence(CAST, moment).endswith(".")
        for span in replay.spans:
            for turn in span.turns():
                words = turn_sentence(CAST, turn)
                assert words.startswith(CAST.names[turn.seat])
                told = {Tile.of(int(a), int(b)) for a, b in re.findall(r"(\d+)-(\d+)", words)}
                done = {d.action.tile for d in turn.deeds if d.action.is_play}
                done |= {d.drawn for d in turn.deeds if d.drawn is not None}
                assert told == done


def test_you_are_you_and_others_have_names(app: Flask) -> None:
    replay = replay_of("REPLAY-1")
    first = replay.spans[0].turns()[0]
    with app.test_request_context():
        assert turn_sentence(CAST, first).startswith("Ana ")
        assert turn_sentence(Cast(CAST.names, 0), first).startswith("You ")


def test_the_table_and_the_replay_tell_a_computers_turn_alike(app: Flask) -> None:
    site: Services = app.extensions[EXTENSION]
    game_id = site.days.begin(site.days.today(), "a-player")
    choose = bot_named("heaviest").choose
    told: list[str] = []
    with app.test_request_context(), site.games.opened(game_id) as game:
        cast = cast_of(game.setup)
        while not game.finished:
            site.games.act(game, game.at, str(choose(game.view())))
            told += turn_sentences(cast, [h for h in game.recent if h.event.seat])
        turns = [turn for span in Replay(game.match).spans for turn in span.turns() if turn.seat]
        again = [turn_sentence(cast, turn) for turn in turns]
    # Who looks back may know a tile that nobody saw drawn.
    again = [re.sub(r"drew \d+-\d+", "drew a tile", words) for words in again]
    assert len(told) > 50
    assert told == again


# The page


def finished(visitor: AppVisitor) -> tuple[str, Truth]:
    game = begin(visitor, "/")
    truth = Truth.daily(SECRET, date.fromisoformat(DAY))
    for action in play_out(visitor, game, heaviest):
        truth.do(action)
    return game, truth


def test_every_moment_shows_every_hand(visitor: AppVisitor) -> None:
    game, truth = finished(visitor)
    replay = Replay(truth.match)
    span = replay.spans[1]
    for at in (0, span.first, span.first + 7, span.last, replay.last):
        answer = visitor.get(f"{game}/replay?at={at}")
        assert answer.status == 200
        shown = tiles_shown(answer.text.partition("lookback__rest")[0], DAY, game)
        stand = replay.moment(at).round
        held = {tile for hand in stand.hands for tile in tiles_in(hand)}
        assert shown == held | {*tiles_in(stand.table.lying)}


def test_all_steps_are_links(visitor: AppVisitor) -> None:
    game, truth = finished(visitor)
    replay = Replay(truth.match)
    at = replay.spans[2].first + 9
    page = Page(visitor.get(f"{game}/replay?at={at}").text)
    steps = {
        e.attributes["data-step"]: e.attributes["href"]
        for e in page.elements
        if e.tag == "a" and "data-step" in e.attributes
    }
    stops = replay.stops()
    expected = {
        "first": 0,
        "turn_back": max(stop for stop in stops if stop < at),
        "back": at - 1,
        "on": at + 1,
        "turn_on": min(stop for stop in stops if stop > at),
        "last": replay.last,
    }
    assert steps == {name: f"{game}/replay?at={to}" for name, to in expected.items()}
    for span in replay.spans:
        assert f"{game}/replay?at={span.first}" in page.links
    for turn in replay.spans[2].turns():
        assert f"{game}/replay?at={turn.last}" in page.links
    assert not page.faults


def test_the_ends_lead_nowhere_further(visitor: AppVisitor) -> None:
    game, truth = finished(visitor)
    last = Replay(truth.match).last
    for at, dead in ((0, {"first", "turn_back", "back"}), (last, {"on", "turn_on", "last"})):
        page = Page(visitor.get(f"{game}/replay?at={at}").text)
        still = {
            e.attributes["data-step"]
            for e in page.elements
            if e.attributes.get("aria-disabled") == "true"
        }
        assert still == dead


def test_there_is_no_page_for_a_moment_that_never_was(visitor: AppVisitor) -> None:
    game = begin(visitor, "/seed/SHORT?rounds=1")
    play_by_script(visitor, game)
    for at in ("-1", "99999", "x", "", "1e3", "%D9%A3"):
        assert visitor.get(f"{game}/replay?at={at}").status == 404, at


def test_scripts_get_the_same_moments_by_the_dozen(visitor: AppVisitor) -> None:
    game, truth = finished(visitor)
    replay = Replay(truth.match)
    some = visitor.ask("GET", f"{game}/replay/moments?from=24", None, JSON).json["moments"]
    assert [moment["at"] for moment in some] == list(range(24, 36))
    for moment in some:
        page = visitor.get(f"{game}/replay?at={moment['at']}").text
        assert moment["html"].strip() in page
        assert moment["place"] in page
    end = visitor.ask("GET", f"{game}/replay/moments?from={replay.last}", None, JSON).json
    assert [moment["at"] for moment in end["moments"]] == [replay.last]
    turns = Page(visitor.get(f"{game}/replay/turns/4").text).links
    assert turns == [f"{game}/replay?at={turn.last}" for turn in replay.spans[3].turns()]
    assert visitor.get(f"{game}/replay/turns/5").status == 404
    assert visitor.get(f"{game}/replay/moments?from={replay.last + 1}").status == 404


def test_the_record_can_be_taken_once_the_day_has_closed_and_verifies(
    visitor: AppVisitor, app: Flask, clock: FrozenDateTimeFactory, tmp_path: Path
) -> None:
    game, truth = finished(visitor)
    assert visitor.get(f"{game}/record.json").status == 404
    assert f"{game}/record.json" not in Page(visitor.get(f"{game}/replay").text).links
    clock.move_to("2026-12-11 00:01:00")
    for who in (visitor, AppVisitor(app)):
        assert f"{game}/record.json" in Page(who.get(f"{game}/replay").text).links
        file = tmp_path / "game.json"
        file.write_bytes(who.get(f"{game}/record.json").body)
        command = [sys.executable, "-m", "dailytrain", "verify", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert Replay.from_record(json.loads(file.read_text())).last == Replay(truth.match).last


def test_a_strangers_replay_names_them_and_no_you(app: Flask, visitor: AppVisitor) -> None:
    game = begin(visitor, "/")
    play_by_script(visitor, game, lightest)
    other = AppVisitor(app)
    play_by_script(other, begin(other, "/"), heaviest)
    other.post("/you/name", {"name": "Bea"})
    theirs = Page(other.get(f"{game}/replay?at=12").text)
    assert "Your train" not in theirs.words
    assert "Your hand" not in theirs.words
    own = Page(visitor.get(f"{game}/replay?at=12").text)
    assert "Your train" in own.words
