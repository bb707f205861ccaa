"""Measures what the game costs: rounds, single steps, views, a match record, and the planner.

Run it from the checkout: `python benchmarks/engine.py`. Each figure is the least processor time of
several goes, and is also given in turns of a plain loop measured in the same run, so that machines
can be compared. With `--record` one line is added to results.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from results import add_line

from bots import bot_named
from dailytrain import (
    Action,
    Match,
    Round,
    deal_round,
    format_match_record,
    format_view,
    parse_match_record,
    parse_view,
    preset_rules,
    shared_seed,
    verify_match,
    view_of,
)

HEADING: Final = "## Engine"
ABOUT: Final = "`python benchmarks/engine.py --record`, on two cores."
DAILY: Final = preset_rules("daily")
SEATS: Final = 3
ROUNDS: Final = 40
LOOP: Final = 200_000
REPEATS: Final = 7


@dataclass(frozen=True)
class Figure:
    """One thing measured: what one of it costs, in seconds."""

    name: str
    seconds: float
    unit: str = "µs"

    def shown(self) -> str:
        """Write it in its unit."""
        if self.unit == "1/s":
            return f"{1 / self.seconds:,.0f}/s"
        factor = {"ns": 1e9, "µs": 1e6, "ms": 1e3}[self.unit]
        return f"{self.seconds * factor:.2f} {self.unit}"


def choices(number: int) -> Iterator[int]:
    """Stream numbers to choose by, cheaper than the game's own stream and as repeatable."""
    state = number + 1
    while True:
        state = (
            state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407 & 0xFFFF_FFFF_FFFF_FFFF
        )
        yield state >> 33


def played_out(start: Round, number: int) -> Iterator[tuple[Round, Action]]:
    """Play a round at random through the checked way, and give each moment with what is done."""
    now, stream = start, choices(number)
    while now.ended is None:
        legal = now.legal_actions()
        action = legal[next(stream) % len(legal)]
        yield now, action
        now = now.play(action)


def best(work: Callable[[], int]) -> float:
    """Give the seconds that one of the things takes of which `work` does so many."""
    fastest = float("inf")
    for _ in range(REPEATS):
        began = process_time()
        count = work()
        fastest = min(fastest, (process_time() - began) / count)
    return fastest


def loop() -> int:
    """Do nothing but count: the yardstick."""
    total = 0
    for number in range(LOOP):
        total += number & 7
    return LOOP


def starts() -> list[Round]:
    """Deal the rounds that are played."""
    seed = shared_seed("BENCHMARK")
    return [deal_round(seed, DAILY, SEATS, 1 + number % 13) for number in range(ROUNDS)]


def drain(moments: Iterable[object]) -> int:
    """Go through all of them, and count."""
    return sum(1 for _ in moments)


def measure_rounds() -> list[Figure]:
    """Measure rounds played at random, from dealt rounds and with the dealing."""
    dealt = starts()

    def play() -> int:
        for number, start in enumerate(dealt):
            drain(played_out(start, number))
        return ROUNDS

    def deal_and_play() -> int:
        for number, start in enumerate(starts()):
            drain(played_out(start, number))
        return ROUNDS

    return [
        Figure("random rounds", best(play), "1/s"),
        Figure("random rounds, dealing too", best(deal_and_play), "1/s"),
        Figure("one deal", best(lambda: len(starts()))),
    ]


def measure_steps() -> list[Figure]:
    """Measure single calls, each over all moments of the rounds."""
    steps = [s for n, start in enumerate(starts()) for s in played_out(start, n)]

    def each(call: Callable[[Round, Action], object]) -> float:
        def work() -> int:
            for now, action in steps:
                call(now, action)
            return len(steps)

        return best(work)

    views = [view_of(now, now.turn) for now, _ in steps]
    texts = [format_view(view) for view in views[:500]]

    def read_views() -> int:
        for text in texts:
            parse_view(text)
        return len(texts)

    return [
        Figure("legal actions", each(lambda now, _: now.table.legal_actions(now.hands[now.turn]))),
        Figure("play", each(lambda now, action: now.play(action))),
        Figure("view", each(lambda now, _: view_of(now, now.turn))),
        Figure("view to text", each(lambda now, _: format_view(view_of(now, now.turn)))),
        Figure("view from text", best(read_views)),
    ]


def random_match(number: int) -> Match:
    """Play a whole match of the daily game at random."""
    match, stream = Match(shared_seed(f"BENCHMARK-{number}"), DAILY, SEATS), choices(number)
    while not match.finished:
        legal = match.legal_actions()
        match.play(legal[next(stream) % len(legal)])
    return match


def measure_records() -> list[Figure]:
    """Measure reading a match of four rounds from its text, and checking all of it."""
    names = [{"name": name} for name in "ABC"]
    texts = [json.dumps(format_match_record(random_match(number), names)) for number in range(10)]

    def verify() -> int:
        for text in texts:
            verify_match(parse_match_record(json.loads(text)))
        return len(texts)

    return [Figure("a match record verified", best(verify), "ms")]


def measure_quarters() -> tuple[list[Figure], float]:
    """Measure an action with its view early and late in a round: it must not cost more and more."""
    seed = shared_seed("BENCHMARK")
    one = preset_rules("daily", rounds=1)
    script = [action for _, action in played_out(deal_round(seed, one, SEATS), 0)]

    def quarter(which: int) -> float:
        fastest = float("inf")
        for _ in range(REPEATS):
            spent, count = 0.0, 0
            for _ in range(20):
                match = Match(seed, one, SEATS)
                for place, action in enumerate(script):
                    seat = match.turn
                    began = process_time()
                    match.view(seat)
                    match.play(action)
                    if place * 4 // len(script) == which:
                        spent += process_time() - began
                        count += 1
            fastest = min(fastest, spent / count)
        return fastest

    first, last = quarter(0), quarter(3)
    return [
        Figure("a view and an action, first quarter", first),
        Figure("a view and an action, last quarter", last),
    ], last / first


def measure_planner() -> list[Figure]:
    """Measure rounds between three planners, each choosing from its view."""
    planner = bot_named("planner")

    def play() -> int:
        for start in starts()[:8]:
            now = start
            while now.ended is None:
                now = now.play(planner.choose(view_of(now, now.turn)))
        return 8

    return [Figure("planner rounds", best(play), "1/s")]


def main() -> None:
    """Measure, print, and add a line to the results if that is asked for."""
    parser = argparse.ArgumentParser(description="Measure what the game costs.")
    parser.add_argument("--record", action="store_true", help="add a line to results.md")
    asked = parser.parse_args()
    before = best(loop)
    quarters, growth = measure_quarters()
    figures = [
        *measure_rounds(),
        *measure_steps(),
        *measure_records(),
        *quarters,
        *measure_planner(),
    ]
    turn = min(before, best(loop))
    print(f"loop turn {turn * 1e9:.1f} ns")
    for figure in figures:
        print(f"{figure.name:<36} {figure.shown():>12} {figure.seconds / turn:>10,.0f} loop turns")
    print(f"late actions cost {growth:.2f} times what early ones do")
    if asked.record:
        shown = [Figure("loop turn", turn, "ns"), *figures]
        add_line(HEADING, ABOUT, {figure.name: figure.shown() for figure in shown})


if __name__ == "__main__":
    main()
