"""Measures how long opponents, search, the longest train and the judge take.

Run it from the checkout: `python benchmarks/bots_speed.py`. Times are processor time of one core.
With `--record` a table is added to results.md; with `--plain` search runs without the compiler.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from results import add_table

from bots import bot_named
from bots.encode import round_state, rules_numbers
from bots.fast import PLAIN, Numbers, warm
from bots.judge import judge_match
from bots.longest import longest_train
from bots.regular import Regular
from bots.strong import Strong
from bots.tournament import play_match
from dailytrain import (
    Rules,
    View,
    deal_round,
    format_match_record,
    parse_match_record,
    preset_rules,
    shared_seed,
    view_of,
)
from dailytrain.deal import shuffled, words
from dailytrain.view import Seen, seen

DAILY: Final = preset_rules("daily")
BIG: Final = preset_rules("daily", hand_size=30, highest_pip=15)
HEADING: Final = "## Opponents: speed"
Row = tuple[str, str]


def views(rules: Rules, rounds: int) -> Iterator[View]:
    """Give what seats see at real choices, in rounds between regulars."""
    regular = bot_named("regular")
    for number in range(rounds):
        now = deal_round(shared_seed(f"SPEED-{number}"), rules, 3, 1 + number % rules.rounds)
        history: list[Seen] = []
        while not now.ended:
            view = view_of(now, now.turn, history=history)
            if len(view.legal_actions()) > 1:
                yield view
            action = regular.choose(view)
            history.append(seen(now, action))
            now = now.play(action)


def timed(doing: Callable[[], object]) -> float:
    """Give the processor time of doing it, in milliseconds."""
    begin = process_time()
    doing()
    return (process_time() - begin) * 1000


def spread(times: Sequence[float]) -> str:
    """Write the median and the worst of some times."""
    ordered = sorted(times)
    return f"median {ordered[len(ordered) // 2]:.2f} ms, worst {ordered[-1]:.2f} ms"


def random_rounds(way: Numbers, count: int) -> str:
    """Give how many random rounds of a daily table a second are played."""
    start = deal_round(shared_seed("SPEED"), DAILY, 3)
    s, boneyard = map(way.ints, round_state(start))
    r, lots = way.ints(rules_numbers(DAILY, 3)), way.ints([1])
    best = min(
        timed(lambda: way.play_many_at_random(r, s, boneyard, count, lots, way.ints(s)))
        for _ in range(3)
    )
    return f"{count / best * 1000:,.0f}/s"


def decisions(way: Numbers) -> Iterator[Row]:
    """Give the times of decisions at the daily table, and with thirty tiles in hand."""
    daily = list(views(DAILY, 6))
    big = list(views(BIG, 2))
    few = slice(None, None, 4 if way.is_compiled else 40)
    bots = [bot_named("gentle"), Regular(way), Strong(way), bot_named("planner")]
    for bot in bots:
        some = slice(None) if bot.name != "strong" else few
        for name, seen_ in (("", daily), (", 30 tiles", big)):
            times = [timed(lambda v=view, b=bot: b.choose(v)) for view in seen_[some]]  # type: ignore[misc] # bound now
            yield f"{bot.name}{name}", spread(times)


def longest(size: int) -> str:
    """Give the times of longest trains of hands of this size."""
    lots = words(hashlib.sha256(b"speed").digest(), "longest")
    hands = [sum(1 << t for t in shuffled(range(91), lots)[:size]) for _ in range(200)]
    times = [timed(lambda h=hand: longest_train(h, 12)) for hand in hands]  # type: ignore[misc] # bound now
    return f"mean {sum(times) / len(times):.2f} ms, worst {max(times):.2f} ms"


def judged(way: Numbers) -> str:
    """Give the time of judging a match of four rounds."""
    regular, gentle = bot_named("regular").choose, bot_named("gentle").choose
    match = play_match(shared_seed("SPEED"), DAILY, (gentle, regular, regular))
    seats: list[dict[str, object]] = [{"name": name} for name in "ABC"]
    record = json.loads(json.dumps(format_match_record(match, seats)))
    seconds = timed(lambda: judge_match(parse_match_record(record), 0, way=way)) / 1000
    return f"{seconds:.2f} s"


def rows(way: Numbers) -> Iterator[Row]:
    """Measure everything, one row after another."""
    kind = "compiled" if way.is_compiled else "plain Python"
    yield f"random daily rounds, {kind}", random_rounds(way, 100_000 if way.is_compiled else 300)
    yield from ((f"a decision, {name}", text) for name, text in decisions(way))
    if way.is_compiled:
        yield "a match of four rounds judged", judged(way)
        yield "longest train, 20 tiles", longest(20)
        yield "longest train, 25 tiles", longest(25)


def main() -> None:
    """Print what was measured, and keep it if told to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="add a table to results.md")
    parser.add_argument("--plain", action="store_true", help="search without the compiler")
    args = parser.parse_args()
    way = PLAIN if args.plain else warm()
    found = []
    for name, text in rows(way):
        print(f"{name:<42} {text}", flush=True)
        found.append((name, text))
    if args.record:
        add_table(HEADING, "python benchmarks/bots_speed.py", ("measured", "result"), found)


if __name__ == "__main__":
    main()
