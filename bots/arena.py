"""The command `dailytrain arena`: bots on the same deals from every seat, and who did better."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TextIO

from dailytrain.deal import shared_seed_text
from dailytrain.errors import DailyTrainError, brief
from dailytrain.reading import options_in, read_json
from dailytrain.rules import PRESETS, preset_rules

from .contract import BotError, bot_from, bots_offered
from .standings import Standings, standings_of
from .tournament import DealResult, Line, play_deal

_LONGEST_PREFIX: Final = 30
_BAR: Final = 30
_HEADS: Final = (
    "bot",
    "seats",
    "matches won",
    "points a round",
    "minus others'",
    "choices",
    "median",
    "worst",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    offered = ", ".join(offer.key for offer in bots_offered())
    parser.description = (
        "Play the same deals with the seats rotated and print means with 95 % intervals."
    )
    parser.epilog = f"The bots are {offered}; another's is named by module:Class."
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a bot for each seat, 2 to 10")
    parser.add_argument(
        "--deals", type=_count, default=100, help="how many matches each seat plays (100)"
    )
    parser.add_argument(
        "--preset", choices=PRESETS, default="daily", help="the rules to stand on (daily)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change an option of the rules, such as rounds=1 or highest_pip=9; may be repeated",
    )
    parser.add_argument("--seed", default="ARENA", help="the text that the deals are made from")
    parser.add_argument(
        "--workers", type=_count, default=os.cpu_count() or 1, help="how many processes (all cores)"
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="keep each deal's result there, and go on where an earlier run stopped",
    )


def run(args: argparse.Namespace) -> int:
    """Do what was asked; give the exit status."""
    try:
        line = _line(args)
    except (DailyTrainError, ValueError) as wrong:
        print(f"dailytrain arena: {wrong}", file=sys.stderr)
        return 2
    try:
        results = _all_results(line, args.deals, args.workers, args.results)
    except (DailyTrainError, OSError) as wrong:
        print(f"dailytrain arena: {wrong}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        kept = f" What was played is kept in {args.results}." if args.results else ""
        print(f"\ndailytrain arena: stopped.{kept}", file=sys.stderr)
        return 1
    bots = [str(key) for key in _described(line)["bots"]]
    print(format_standings(standings_of(bots, results)))
    return 0


def _count(text: str) -> int:
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError(f"{brief(text)} is not allowed; write a number from 1")
    return int(text)


def _line(args: argparse.Namespace) -> Line:
    """Read who plays what; refuses what cannot be with an error that says why."""
    rules = preset_rules(args.preset, **options_in(args.option))
    rules.hand_size_for(len(args.bots))
    seed = shared_seed_text(args.seed)
    if len(seed) > _LONGEST_PREFIX:
        raise ValueError(f"--seed: at most {_LONGEST_PREFIX} characters, as numbers follow it")
    for bot in args.bots:
        bot_from(bot)
    return Line(bots=tuple(args.bots), rules=rules, seed=seed)


def _described(line: Line) -> dict[str, Any]:
    return json.loads(json.dumps(line.described()))  # type: ignore[no-any-return] # it is an object


def _all_results(line: Line, deals: int, workers: int, file: Path | None) -> list[DealResult]:
    """Give the results of all deals, those kept in the file and those played now."""
    kept = _kept_results(line, file) if file else {}
    wanted = [deal for deal in range(1, deals + 1) if deal not in kept]
    results = [result for deal, result in kept.items() if deal <= deals]
    if not wanted:
        return results
    progress = _Progress(sys.stderr, deals, len(results))
    out = file.open("a", encoding="utf-8") if file else None
    try:
        if out and not out.tell():
            _write_line(out, _described(line))
        for result in _played(line, wanted, workers):
            results.append(result)
            if out:
                _write_line(out, result.as_json())
            progress.step()
    finally:
        progress.close()
        if out:
            out.close()
    return results


def _played(line: Line, wanted: list[int], workers: int) -> Iterator[DealResult]:
    """Play the deals, in as many processes as there are workers."""
    if workers == 1:
        yield from map(partial(play_deal, line), wanted)
        return
    # A fresh process each, as a copy of one that has threads can hang.
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, _begin_worker, (sys.path,)) as pool:
        try:
            yield from pool.map(partial(play_deal, line), wanted)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin_worker(path: list[str]) -> None:
    sys.path[:] = path


def _write_line(out: TextIO, value: dict[str, Any]) -> None:
    out.write(json.dumps(value, separators=(",", ":")) + "\n")
    out.flush()


def _kept_results(line: Line, file: Path) -> dict[int, DealResult]:
    """Read what an earlier run kept; refuses a file of another line-up with `BotError`."""
    if not file.exists() or not file.stat().st_size:
        return {}
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    try:
        described, *results = map(read_json, whole.splitlines())
        kept = [DealResult.from_json(result) for result in results]
    except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError) as wrong:
        raise BotError("results_file", f"{file}: this is no results file of an arena") from wrong
    if described != _described(line):
        raise BotError(
            "results_file", f"{file}: these are results of {brief(described)}; give another file"
        )
    if len(whole) < len(text):
        # The last line was being written when the run stopped; that deal is played again.
        file.write_bytes(whole)
    return {result.deal: result for result in kept}


class _Progress:
    """A bar on a terminal; nothing where nobody looks."""

    def __init__(self, out: TextIO, total: int, done: int) -> None:
        self.out = out
        self.total = total
        self.done = done
        self.shows = out.isatty()
        self._draw()

    def step(self) -> None:
        self.done += 1
        self._draw()

    def _draw(self) -> None:
        if self.shows:
            filled = self.done * _BAR // self.total
            bar = "█" * filled + "·" * (_BAR - filled)
            self.out.write(f"\r{bar} {self.done} of {self.total} deals")
            self.out.flush()

    def close(self) -> None:
        if self.shows:
            self.out.write("\n")


def format_standings(standings: Standings) -> str:
    """Write the table of an arena."""
    rows = [
        (
            standing.bot,
            str(standing.places),
            standing.won.text(3),
            standing.points.text(2),
            standing.difference.text(2),
            str(standing.choices),
            f"{standing.median / 1000:.2f} ms",
            f"{standing.slowest / 1000:.2f} ms",
        )
        for standing in standings.table
    ]
    widths = [max(map(len, column)) for column in zip(_HEADS, *rows, strict=True)]
    lines = []
    for row in (_HEADS, *rows):
        name, *cells = row
        padded = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *padded]))
    places = sum(standing.places for standing in standings.table)
    share = 100 * standings.blocked / standings.rounds
    lines.append(
        f"{standings.deals} deals, {standings.matches} matches, {standings.rounds} rounds, "
        f"{share:.1f} % of them blocked; an even share of matches is {1 / places:.3f}; "
        "± is half a 95 % interval."
    )
    lines += [
        f"{above} wins {ratio.text(2)} times as many matches as {below}."
        for above, below, ratio in standings.ratios
    ]
    return "\n".join(lines)
