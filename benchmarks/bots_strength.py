"""Measures how strong the opponents are: line-ups on the same deals from every seat.

Run it from the checkout: `python benchmarks/bots_strength.py`. With `--record` the table is added
to results.md. The line-ups with *strong* take minutes; `--deals` shortens all of them.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from results import add_table

from bots import bot_named, key_of
from bots.standings import Standings, standings_of
from bots.tournament import Line, play_deal
from dailytrain import preset_rules

HEADING: Final = "## Opponents: strength"
HEADS: Final = (
    "line-up",
    "deals",
    "bot",
    "matches won",
    "points a round",
    "minus the others'",
    "blocked",
)
LINE_UPS: Final = (
    ("planner", "heaviest", "heaviest"),
    ("gentle", "heaviest", "heaviest"),
    ("regular", "planner", "planner"),
    ("regular", "gentle", "gentle"),
    ("strong", "planner", "planner"),
    ("strong", "regular", "regular"),
)


def measured(bots: tuple[str, ...], deals: int, workers: int) -> Standings:
    """Play a line-up on so many deals of the daily preset."""
    line = Line(bots=bots, rules=preset_rules("daily"), seed="STRENGTH")
    with ProcessPoolExecutor(workers) as pool:
        results = list(pool.map(partial(play_deal, line), range(1, deals + 1)))
    return standings_of([key_of(bot_named(bot)) for bot in bots], results)


def main() -> None:
    """Print what was measured, and keep it if told to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300, help="deals a line-up (300)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--record", action="store_true", help="add the table to results.md")
    args = parser.parse_args()
    rows = []
    for bots in LINE_UPS:
        standings = measured(bots, args.deals, args.workers)
        blocked = f"{100 * standings.blocked / standings.rounds:.1f} %"
        for one in standings.table:
            row = (
                ", ".join(bots),
                str(standings.deals),
                one.bot,
                one.won.text(3),
                one.points.text(1),
                one.difference.text(1),
                blocked,
            )
            print("  ".join(row), flush=True)
            rows.append(row)
    if args.record:
        add_table(HEADING, "python benchmarks/bots_strength.py", HEADS, rows)


if __name__ == "__main__":
    main()
