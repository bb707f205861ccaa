"""Reads the conformance files: made by an independent referee, never changed to fit a program."""

import json
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent.parent / "data"
ROOT: Final = FOLDER.parent.parent


def read_json(name: str) -> Any:  # noqa: ANN401 - whatever the file holds
    return json.loads((FOLDER / name).read_text("utf-8"))


def read_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


DEALS: Final[dict[str, list[dict[str, Any]]]] = read_json("deals.json")
POSITIONS: Final[list[dict[str, Any]]] = read_json("positions.json")
ROUNDS: Final = [*read_lines("rounds.jsonl"), *read_lines("rare.jsonl")]
