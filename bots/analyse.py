"""The command `dailytrain analyse`: what choices in a finished match cost, in words and drawn."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import islice
from pathlib import Path
from typing import Final, TextIO

from dailytrain.errors import DailyTrainError, RecordError, printable
from dailytrain.reading import values_in
from dailytrain.record import MatchRecord, parse_match_record

from .chart import judgement_svg
from .judge import Choice, Judgement, judge_match

_BAR: Final = 24
_SHOWN: Final = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.description = (
        "Judge every real choice of a seat in a finished match: what it cost, in pips, compared "
        "with the best that could be known. What is left of the result was luck."
    )
    parser.add_argument("record", metavar="RECORD", help="a match record, or - for standard input")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="the seat to judge (the first that no computer holds)"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the choices there")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--top", type=int, default=_SHOWN, metavar="N", help=f"how many choices to list ({_SHOWN})"
    )


def run(args: argparse.Namespace) -> int:
    """Do what was asked; give the exit status."""
    try:
        record = _read(args.record)
        seat = _seat_of(record) if args.seat is None else args.seat
        progress = _Progress(sys.stderr)
        judgement = judge_match(record, seat, progress=progress.show)
        progress.close()
        if args.svg:
            args.svg.write_text(judgement_svg(judgement, _name_of(record, seat)), encoding="utf-8")
    except (DailyTrainError, OSError) as wrong:
        sys.stderr.write(f"dailytrain analyse: {wrong}\n")
        return 1
    if args.json:
        sys.stdout.write(json.dumps(judgement.as_json()) + "\n")
    else:
        sys.stdout.write(format_judgement(judgement, _name_of(record, seat), max(0, args.top)))
    return 0


def _read(name: str) -> MatchRecord:
    """Read a record; refuses a file that is not one match record with `RecordError`."""
    values = list(islice(values_in(name), 2))
    if len(values) != 1:
        held = "nothing" if not values else "more than one value"
        raise RecordError("file", f"{name}: it holds {held}; give the record of one match")
    if isinstance(values[0], RecordError):
        raise values[0]
    return parse_match_record(values[0])


def _seat_of(record: MatchRecord) -> int:
    """Give the first seat that no computer holds, or seat 0."""
    people = (number for number, seat in enumerate(record.seats) if "bot" not in seat)
    return next(people, 0)


def _name_of(record: MatchRecord, seat: int) -> str:
    return printable(str(record.seats[seat]["name"]))


class _Progress:
    """A line on a terminal that says which round has been judged."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.shows = out.isatty()

    def show(self, done: int, total: int) -> None:
        if self.shows:
            filled = done * _BAR // total
            bar = "█" * filled + "·" * (_BAR - filled)
            self.out.write(f"\r{bar} {done} of {total} rounds judged")
            self.out.flush()

    def close(self) -> None:
        if self.shows:
            self.out.write("\r" + " " * (_BAR + 30) + "\r")


def format_judgement(judgement: Judgement, name: str, shown: int) -> str:
    """Write a judgement as a terminal shows it."""
    head = f"{name}, seat {judgement.seat}, by {judgement.judge}."
    foot = (
        f"{len(judgement.choices)} real choices cost {judgement.cost:.1f} ± {judgement.error:.1f}"
    )
    lines = [
        f"{head} All in pips minus the others' mean; fewer is better.",
        "",
        f"{'round':>6} {'result':>9} {'choices':>9} {'luck':>9}",
        *(
            f"{one.number:>6} {one.result:>+9.1f} {one.cost:>+9.1f} {one.luck:>+9.1f}"
            for one in judgement.rounds
        ),
        f"{'all':>6} {judgement.result:>+9.1f} {judgement.cost:>+9.1f} {judgement.luck:>+9.1f}",
        "",
        f"{foot} pips (a standard error); the rest was luck.",
    ]
    costliest = judgement.costliest(shown)
    if costliest:
        lines += ["", "What cost most:"]
        most = costliest[0].cost
        lines += [_line_of(choice, most) for choice in costliest]
    return "\n".join(lines) + "\n"


def _line_of(choice: Choice, most: float) -> str:
    bar = "█" * max(1, round(_BAR * choice.cost / most))
    return (
        f"  {choice.cost:>6.1f} ± {choice.error:<4.1f} {bar:<{_BAR}} round {choice.round}, "
        f"action {choice.step}: {choice.action} instead of {choice.best}"
    )
