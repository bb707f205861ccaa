"""The judge: a blunder is named, sound play costs next to nothing, and all of it adds up."""

from __future__ import annotations

import argparse
import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bots import analyse
from bots.contract import bot_named
from bots.judge import Judgement, judge_match
from bots.regular import scored
from bots.tournament import play_match
from bots.weights import REGULAR
from dailytrain.actions import Action
from dailytrain.deal import shared_seed
from dailytrain.errors import RecordError
from dailytrain.match import Match
from dailytrain.record import format_match_record, parse_match_record
from dailytrain.rules import preset_rules
from dailytrain.view import View

Chooser = Callable[[View], Action]


def record_of(choosers: Sequence[Chooser], seed: str, **options: object) -> dict[str, Any]:
    """The record of a match between these, as JSON gives it back."""
    match = play_match(shared_seed(seed), preset_rules("daily", **options), choosers)
    seats: list[dict[str, object]] = [{"name": "Ada"}]
    seats += [{"name": f"C{seat}", "bot": "regular", "version": 1} for seat in (1, 2)]
    record: dict[str, Any] = json.loads(json.dumps(format_match_record(match, seats)))
    return record


def judged(record: dict[str, Any], seat: int = 0) -> Judgement:
    return judge_match(parse_match_record(record), seat)


@cache
def sound(seat: int) -> Judgement:
    return judged(json.loads(sound_record()), seat)


class Blunderer:
    """Plays like *strong*, but for one choice, where it takes what looks worst by far."""

    def __init__(self) -> None:
        self.blunder: tuple[int, str] | None = None

    def choose(self, view: View) -> Action:
        if self.blunder is None and len(view.legal_actions()) > 2:
            weights = scored(view, REGULAR)
            least = min(weights)
            if max(weights)[0] - least[0] > 12_000:
                self.blunder = view.number, str(least[1])
                return least[1]
        return bot_named("strong").choose(view)


@cache
def sound_record() -> str:
    strong, regular = bot_named("strong").choose, bot_named("regular").choose
    return json.dumps(record_of((strong, regular, regular), "SOUND"))


def test_a_planted_blunder_is_named() -> None:
    blunderer, regular = Blunderer(), bot_named("regular").choose
    judgement = judged(record_of((blunderer.choose, regular, regular), "BLUNDER"))
    assert blunderer.blunder
    (worst,) = judgement.costliest(1)
    assert (worst.round, worst.action) == blunderer.blunder
    assert worst.cost > 5


def test_a_game_played_by_strong_costs_nearly_nothing() -> None:
    assert sound(0).cost < 10


def test_choices_and_luck_add_up_to_the_result() -> None:
    record = json.loads(sound_record())
    for seat in (0, 2):
        judgement = sound(seat)
        totals = record["totals"]
        result = totals[seat] - (sum(totals) - totals[seat]) / 2
        assert judgement.result == pytest.approx(result, abs=0.05)
        assert judgement.cost + judgement.luck == pytest.approx(judgement.result)
        assert sum(c.cost for c in judgement.choices) == pytest.approx(judgement.cost)
        for one in judgement.rounds:
            assert one.cost + one.luck == pytest.approx(one.result)
            assert one.cost == pytest.approx(
                sum(c.cost for c in judgement.choices if c.round == one.number)
            )


def test_every_real_choice_is_judged_with_every_action_that_was_legal() -> None:
    record = json.loads(sound_record())
    found = []
    match = Match(shared_seed("SOUND"), preset_rules("daily"), 3)
    for number, played in enumerate(record["rounds"], 1):
        for step, action in enumerate(played["actions"]):
            legal = match.legal_actions()
            if match.turn == 2 and len(legal) > 1:
                found.append((number, step, action, [str(a) for a in legal]))
            match.play(action)
    told = [(c.round, c.step, c.action, [o.action for o in c.options]) for c in sound(2).choices]
    assert told == found


def test_a_judgement_is_the_same_again() -> None:
    regular, gentle = bot_named("regular").choose, bot_named("gentle").choose
    record = record_of((gentle, regular, regular), "SMALL", rounds=2, hand_size=4)
    first = judged(record)
    assert judged(record) == first
    assert json.loads(json.dumps(first.as_json()))["luck"] == first.luck


def test_winning_points_is_judged_too() -> None:
    regular = bot_named("regular").choose
    record = record_of((regular,) * 3, "POT", rounds=1, scoring="winner_takes")
    judgement = judged(record)
    assert judgement.cost + judgement.luck == pytest.approx(judgement.result)


def test_what_cannot_be_judged_is_refused() -> None:
    record = json.loads(sound_record())
    with pytest.raises(RecordError, match="seat: 3"):
        judged(record, 3)
    with pytest.raises(RecordError, match="seat: -1"):
        judged(record, -1)
    del record["rounds"][2:]
    record["totals"] = None
    with pytest.raises(RecordError):
        judged(record)


def said(*words: str) -> int:
    parser = argparse.ArgumentParser()
    analyse.add_arguments(parser)
    return analyse.run(parser.parse_args(words))


def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, drawing = tmp_path / "match.json", tmp_path / "match.svg"
    record.write_text(sound_record(), encoding="utf-8")
    assert said(str(record), "--seat", "1", "--svg", str(drawing)) == 0
    out = capsys.readouterr().out
    assert "C1, seat 1" in out
    assert "real choices cost" in out
    assert ET.fromstring(drawing.read_text(encoding="utf-8")).tag.endswith("svg")
    assert said(str(record), "--json") == 0
    assert json.loads(capsys.readouterr().out)["seat"] == 0


def test_a_name_from_a_record_commands_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(sound_record())
    record["seats"][0]["name"] = "A\x1b[2J"
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert said(str(file), "--seat", "0") == 0
    out = capsys.readouterr().out
    assert "A\\x1b[2J, seat 0" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"format": 1}', "\x00", "[" * 100_000, "1\n2", '{"format": NaN}']
)
def test_what_is_no_record_is_told_in_a_sentence(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert said("-") == 1
    assert capsys.readouterr().err.startswith("dailytrain analyse: ")


def test_a_file_that_is_not_there_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert said("/nowhere/match.json") == 1
    assert "dailytrain analyse: " in capsys.readouterr().err
