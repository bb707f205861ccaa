"""Agree with the conformance files, through the Python interface and through the command."""

import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from dailytrain import (
    PRESETS,
    Round,
    commitment,
    daily_seed,
    deal_tiles,
    parse_position,
    parse_round_record,
    preset_rules,
    replay_round,
    seed_from_hex,
    shared_seed,
    trace,
)

from .data import DEALS, FOLDER, POSITIONS, ROOT, ROUNDS


def command(*args: str, given: str = "") -> list[Any]:
    """Run `python -m dailytrain` from the checkout, and read the JSON lines that it prints."""
    ran = subprocess.run(
        [sys.executable, "-m", "dailytrain", *args],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


# Through Python


@pytest.mark.parametrize("vector", DEALS["daily_seeds"], ids=lambda v: f"{v['secret']} {v['date']}")
def test_daily_seeds(vector: dict[str, Any]) -> None:
    seed = daily_seed(vector["secret"], date.fromisoformat(vector["date"]))
    assert seed.hex() == vector["seed"]
    assert commitment(seed) == vector["commitment"]


@pytest.mark.parametrize("vector", DEALS["shared_seeds"], ids=lambda v: v["text"])
def test_shared_seeds(vector: dict[str, Any]) -> None:
    assert shared_seed(vector["text"]).hex() == vector["seed"]
    assert shared_seed(vector["text"].lower()).hex() == vector["seed"]


@pytest.mark.parametrize("vector", DEALS["deals"], ids=lambda v: f"{v['seed'][:4]} {v['round']}")
def test_deals(vector: dict[str, Any]) -> None:
    rules = preset_rules(
        "standard",
        highest_pip=vector["highest_pip"],
        engine_source=vector["engine_source"],
        hand_size=vector["hand"],
    )
    deal = deal_tiles(seed_from_hex(vector["seed"]), rules, vector["players"], vector["round"])
    assert deal.engine == vector["engine"]
    assert [[str(tile) for tile in hand] for hand in deal.hands] == vector["hands"]
    assert [str(tile) for tile in deal.boneyard] == vector["boneyard"]


@pytest.mark.parametrize("vector", POSITIONS, ids=lambda v: v["name"])
def test_positions(vector: dict[str, Any]) -> None:
    legal = parse_position(vector["position"]).legal_actions()
    assert sorted(map(str, legal)) == vector["legal"]


@pytest.mark.parametrize(
    "vector", ROUNDS, ids=lambda v: v.get("event", str(v["record"]["rules"])[:40])
)
def test_rounds(vector: dict[str, Any]) -> None:
    assert json.loads(json.dumps(trace(parse_round_record(vector["record"])))) == vector["trace"]


def test_the_files_have_rounds_of_every_kind() -> None:
    """Guard against a file that was cut short: all presets, endings, and more than a few rounds."""
    starts = [parse_round_record(vector["record"]).start for vector in ROUNDS]
    assert {start.rules.preset for start in starts} >= set(PRESETS)
    assert {vector["trace"]["ended"] for vector in ROUNDS} >= {"out", "blocked"}
    assert len(ROUNDS) > 100


def test_equal_moments_of_different_replays_are_equal() -> None:
    def moments(vector: dict[str, Any]) -> list[Round]:
        return [after for _, _, after in replay_round(parse_round_record(vector["record"]))]

    for vector in ROUNDS[:10]:
        once, again = moments(vector), moments(vector)
        assert once == again
        assert list(map(hash, once)) == list(map(hash, again))
        assert len(set(once)) == len(once)


# Through the command


def test_the_command_traces_rounds() -> None:
    lines = "".join(json.dumps(vector["record"]) + "\n" for vector in ROUNDS)
    assert command("trace", "-", given=lines) == [vector["trace"] for vector in ROUNDS]


def test_the_command_reads_the_files_as_they_are() -> None:
    for name in ("rounds.jsonl", "rare.jsonl"):
        count = len((FOLDER / name).read_text("utf-8").splitlines())
        assert len(command("trace", str(FOLDER / name))) == count


def test_the_command_lists_what_is_legal(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text("".join(json.dumps(vector["position"]) + "\n" for vector in POSITIONS), "utf-8")
    assert command("legal", str(file)) == [vector["legal"] for vector in POSITIONS]


def test_the_command_deals() -> None:
    answers = command("deal", str(FOLDER / "deals.json"))
    vectors = [*DEALS["daily_seeds"], *DEALS["shared_seeds"], *DEALS["deals"]]
    for answer, vector in zip(answers, vectors, strict=True):
        assert {key: answer[key] for key in vector if key != "secret"} == {
            key: value for key, value in vector.items() if key != "secret"
        }
