"""The arena: the same deals for every seat, results that can be resumed, errors in sentences."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from bots import arena
from bots.standings import Standings, standings_of
from bots.tournament import Line, play_deal
from dailytrain.actions import DRAW, Action
from dailytrain.rules import preset_rules
from dailytrain.view import View


def arena_exits(*words: str) -> int:
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    return arena.run(parser.parse_args(words))


def without_times(table: str) -> list[str]:
    """The lines of a table up to the times, which differ from run to run."""
    head = table.splitlines()[0]
    return [line[: head.index("median")].rstrip() for line in table.splitlines()]


def played(*bots: str, deals: int, **options: object) -> Standings:
    line = Line(bots=bots, rules=preset_rules("daily", **options), seed="TEST")
    keys = [f"{bot}@1" for bot in bots]
    return standings_of(keys, [play_deal(line, deal) for deal in range(deals)])


def test_one_planner_holds_14_pips_a_round_fewer_than_two_heaviest_players() -> None:
    standings = played("planner", "heaviest", "heaviest", deals=30)
    planner = next(s for s in standings.table if s.bot == "planner@1")
    assert planner.difference.value + planner.difference.margin < -14


def test_equal_players_share_the_wins() -> None:
    standings = played("heaviest", "heaviest", "heaviest", deals=2)
    (row,) = standings.table
    assert row.places == 3
    assert row.won.value == pytest.approx(1 / 3)
    assert row.difference.value == pytest.approx(0)


def test_the_line_up_turns_around_the_table() -> None:
    """With equal players, place 0 gets in turn 1 what place 1 gets in turn 0."""
    line = Line(bots=("heaviest",) * 3, rules=preset_rules("daily", rounds=1), seed="TURN")
    first, second, _ = play_deal(line, 1).scores
    assert first[0] == second[0][1:] + second[0][:1] or first[0] == second[0][-1:] + second[0][:-1]


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status = arena_exits(
        "planner", "random", "--deals", "3", "--option", "rounds=1", "--workers", "1"
    )
    out = capsys.readouterr().out
    assert status == 0
    assert "planner@1" in out
    assert "3 deals, 6 matches, 6 rounds" in out


def test_a_stopped_arena_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("planner", "heaviest", "--option", "rounds=1", "--workers", "1")
    assert arena_exits(*words, "--deals", "6", "--results", str(tmp_path / "whole")) == 0
    whole = without_times(capsys.readouterr().out)
    half = tmp_path / "half"
    assert arena_exits(*words, "--deals", "3", "--results", str(half)) == 0
    half.write_text(half.read_text() + '{"deal": 4, "sco')
    capsys.readouterr()
    assert arena_exits(*words, "--deals", "6", "--results", str(half)) == 0
    assert without_times(capsys.readouterr().out) == whole
    deals = [json.loads(line)["deal"] for line in half.read_text().splitlines()[1:]]
    assert sorted(deals) == [1, 2, 3, 4, 5, 6]


def test_results_of_another_line_up_are_not_mixed_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results"
    one = ("--deals", "1", "--option", "rounds=1", "--workers", "1", "--results", str(results))
    assert arena_exits("planner", "heaviest", *one) == 0
    assert arena_exits("random", "heaviest", *one) == 1
    assert "give another file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more", [b"", b'{"deal": 1e999}\n', b'{"deal": 1, "scores": [[["1/0"]]]}\n']
)
@pytest.mark.parametrize("first", [b"no results\n", b"\xff\xfe", b"[" * 100_000, None])
def test_a_file_that_holds_no_results_is_refused_and_left_as_it_is(
    first: bytes | None, more: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results"
    one = ("--deals", "1", "--option", "rounds=1", "--workers", "1", "--results", str(results))
    if first is None:
        assert arena_exits("planner", "heaviest", *one) == 0
        first = results.read_bytes()
    results.write_bytes(first + more)
    status = arena_exits("planner", "heaviest", *one)
    assert (status == 0) is (first.startswith(b"{") and not more)
    assert results.read_bytes() == first + more
    if status:
        assert str(results) in capsys.readouterr().err


def test_workers_play_what_one_process_plays(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("planner", "heaviest", "--deals", "4", "--option", "rounds=1")
    assert arena_exits(*words, "--workers", "2") == 0
    many = capsys.readouterr().out
    assert arena_exits(*words, "--workers", "1") == 0
    one = capsys.readouterr().out
    assert without_times(many) == without_times(one)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("planner", "nobody"), "'nobody' is no bot"),
        (("planner", "nowhere:Bot"), "nowhere:Bot"),
        (("planner",), "players"),
        (("planner", "planner", "--option", "players"), "NAME=VALUE"),
        (("planner", "planner", "--option", "highest_pip=5"), "highest_pip"),
        (("planner", "planner", "--seed", "no seed"), "'no seed' is no seed"),
        (("planner", "planner", "--seed", "X" * 40), "at most 30"),
        (("planner", "planner", "--option", "rounds=" + "[" * 100_000), "rounds"),
        (("planner", "planner", "--option", "rounds=" + "9" * 5_000), "rounds"),
    ],
)
def test_bad_usage_is_told_in_a_sentence(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena_exits(*words) == 2
    assert said in capsys.readouterr().err


class Drawer:
    name = "drawer"
    version = 1
    character = "Always draws."

    def choose(self, view: View) -> Action:  # noqa: ARG002 - that is its trouble
        return DRAW


class Failing(Drawer):
    def choose(self, view: View) -> Action:
        return Action(1 // (view.seat - view.seat))


@pytest.mark.parametrize(
    ("bot", "said"), [("Drawer", "drawer@1 chose draw"), ("Failing", "ZeroDivisionError")]
)
def test_a_bot_that_plays_wrong_is_named(
    bot: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--deals", "1", "--workers", "1")
    assert arena_exits(f"{__name__}:{bot}", "heaviest", *words) == 1
    assert said in capsys.readouterr().err
