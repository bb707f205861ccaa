"""The command `dailytrain`: what a shell can ask of the game, each answer on standard output.

Exit status: 0 when all is well, 1 when something that was read does not hold, 2 for bad usage.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import Any, Final

from .deal import (
    PUBLIC_SECRET,
    Seed,
    commitment,
    daily_seed,
    seed_from_hex,
    shared_seed,
)
from .errors import DailyTrainError, RecordError, RulesError
from .events import events_of
from .match import Match
from .position import parse_position
from .record import (
    format_match_record,
    parse_match_record,
    parse_round_record,
    replay_match,
    replay_round,
    trace,
    verify_match,
)
from .requests import answer_request, dealt, parse_date, requests_in
from .rules import OPTION_NAMES, PRESETS, Rules, preset_rules
from .terminal import Player, Stopped, draw_table, play_match, round_summary, sentence

OK: Final = 0
DOES_NOT_HOLD: Final = 1
BAD_USAGE: Final = 2

_BOT_COMMANDS: Final = {
    "arena": ("bots.arena", "let computers play each other on the same deals"),
    "longest": ("bots.longest_command", "find the longest and the heaviest train of a hand"),
    "analyse": ("bots.analyse", "judge the choices of a finished match"),
    "admin": ("web.admin", "look after a site: inspect, hide, verify, publish"),
}
"""Commands that opponents and site bring. The game must not import them, so they are named."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and give its exit status."""
    argv = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    args = _parser(argv[0] if argv else "").parse_args(argv)
    try:
        status: int = args.run(args)
    except DailyTrainError as wrong:
        _complain(str(wrong))
        return BAD_USAGE
    except BrokenPipeError:
        # Whoever read us has seen enough; leave nothing for the interpreter to flush and fail on.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return 130
    return status


def _parser(chosen: str) -> argparse.ArgumentParser:
    """Describe the command line; what the opponents bring is loaded only where it is chosen."""
    parser = argparse.ArgumentParser(
        prog="dailytrain", description="Mexican Train dominoes: deal, play, check and replay."
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[Any], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        sub.set_defaults(run=run)
        return sub

    deal = command("deal", _deal, "deal the tiles of a round, or of each request in a file")
    deal.add_argument(
        "file", nargs="?", help="requests as JSON, one a line; - reads standard input"
    )
    _add_deal_options(deal)
    deal.add_argument("--round", type=int, default=1, help="the round, from 1 (default 1)")
    for name, run, text in (
        ("legal", _legal, "list the legal actions of each position in a file"),
        ("trace", _trace, "go through each round record in a file, step by step"),
        ("replay", _replay, "show each match or round record in a file as it was played"),
        (
            "verify",
            _verify,
            "check each match or round record in a file and say what does not hold",
        ),
    ):
        sub = command(name, run, text)
        sub.add_argument("file", help="JSON, one value a line; - reads standard input")
        if name == "replay":
            sub.add_argument("--tables", action="store_true", help="draw the table at every turn")
    play = command("play", _play, "play a game in the terminal")
    _add_deal_options(play)
    play.add_argument(
        "--seats",
        default="you,planner,planner",
        help="who sits where, by comma: you, or a computer's name (default you,planner,planner)",
    )
    play.add_argument("--record", metavar="FILE", help="write the match record there")
    for name, (module, text) in _BOT_COMMANDS.items():
        loaded = import_module(module) if chosen == name else None
        sub = command(name, loaded.run if loaded else _replay, text)
        if loaded:
            loaded.add_arguments(sub)
    return parser


def _add_deal_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="TEXT", help="a shared seed")
    parser.add_argument("--hex", metavar="HEX", help="the 16 bytes of a seed")
    parser.add_argument("--day", metavar="YYYY-MM-DD", help="the daily deal of a date")
    parser.add_argument("--secret", default=PUBLIC_SECRET, help="the site's secret, for --day")
    parser.add_argument("--preset", default="daily", help=f"{', '.join(PRESETS)} (default daily)")
    parser.add_argument("--players", type=int, help="how many seats (default 3)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"change an option of the preset: {', '.join(OPTION_NAMES)}",
    )


def _rules_from(args: argparse.Namespace) -> Rules:
    """Read the preset and the options of a command line."""
    options: dict[str, object] = {}
    for item in args.option:
        name, equals, value = item.partition("=")
        if not equals:
            raise RulesError("option", f"--option {item}: write NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return preset_rules(args.preset, **options)


def _seed_from(args: argparse.Namespace) -> Seed:
    """Read the one seed that a command line names."""
    given = [name for name in ("seed", "hex", "day") if getattr(args, name) is not None]
    if len(given) != 1:
        raise RulesError("seed", "name the deal by one of --seed, --hex and --day")
    if args.seed is not None:
        return shared_seed(args.seed)
    if args.hex is not None:
        return seed_from_hex(args.hex)
    return daily_seed(args.secret, parse_date(args.day))


# Reading


def _values(name: str) -> Iterator[object]:
    """Read the JSON values of a file: one a line, or one document over several lines.

    What is no JSON is given as a `RecordError`, so that the values around it still count.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as wrong:
        raise RecordError("file", f"{name}: {wrong.strerror}") from wrong
    text = data.decode("utf-8", "surrogateescape")
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1:
        document = _json(text)
        if isinstance(document, list):
            yield from document
            return
        if not isinstance(document, RecordError):
            yield document
            return
    yield from map(_json, lines)


def _json(text: str) -> Any:  # noqa: ANN401 - whatever the text holds
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as wrong:
        return RecordError("no_json", f"this is no JSON: {wrong}")


def _answer_each(values: Iterable[object], answer: Callable[[Any], object]) -> int:
    """Print a line of JSON for each value, and tell on standard error which failed and why."""
    status = OK
    for number, value in enumerate(values, 1):
        try:
            if isinstance(value, RecordError):
                raise value
            result = answer(value)
        except DailyTrainError as wrong:
            result = {"error": {"reason": wrong.reason, "message": str(wrong)}}
            _complain(f"value {number}: {wrong}")
        if isinstance(result, dict) and "error" in result:
            status = DOES_NOT_HOLD
        _say(json.dumps(result))
    return status


def _unwrapped(values: Iterable[object], key: str) -> Iterator[object]:
    """Take each value out of an object that holds it beside what is expected of it."""
    for value in values:
        yield value[key] if isinstance(value, dict) and key in value else value


# The commands


def _deal(args: argparse.Namespace) -> int:
    if args.file is not None:
        requests = chain.from_iterable(map(requests_in, _values(args.file)))
        return _answer_each(requests, answer_request)
    rules = _rules_from(args)
    answer: dict[str, object] = {"seed": _seed_from(args).hex()}
    if args.seed is None:
        answer["commitment"] = commitment(_seed_from(args))
    players = 3 if args.players is None else args.players
    _say(json.dumps({**answer, **dealt(_seed_from(args), rules, players, args.round)}))
    return OK


def _legal(args: argparse.Namespace) -> int:
    def answer(value: object) -> object:
        return sorted(map(str, parse_position(value).legal_actions()))

    return _answer_each(_unwrapped(_values(args.file), "position"), answer)


def _trace(args: argparse.Namespace) -> int:
    values = _unwrapped(_values(args.file), "record")
    return _answer_each(values, lambda value: trace(parse_round_record(value)))


def _is_round_record(value: object) -> bool:
    return isinstance(value, dict) and "hands" in value


def _each_record(name: str, show: Callable[[Any], None]) -> int:
    """Show each record of a file, and say of each that does not hold why."""
    status = OK
    for number, value in enumerate(_values(name), 1):
        try:
            if isinstance(value, RecordError):
                raise value
            show(value)
        except DailyTrainError as wrong:
            status = DOES_NOT_HOLD
            _say(f"record {number} does not hold: {wrong}")
    return status


def _verify(args: argparse.Namespace) -> int:
    def show(value: object) -> None:
        if _is_round_record(value):
            record = parse_round_record(value)
            ends = [after.ended for _, _, after in replay_round(record)]
            _say(f"The round holds: {(ends and ends[-1]) or 'still in play'}.")
            return
        match = verify_match(parse_match_record(value))
        totals = ", ".join(map(str, match.totals))
        state = "finished" if match.finished else "still in play"
        _say(f"The match holds: {len(match.played)} rounds, totals {totals}, {state}.")

    return _each_record(args.file, show)


def _replay(args: argparse.Namespace) -> int:
    def show(value: object) -> None:
        if _is_round_record(value):
            _replay_round(value, tables=args.tables)
        else:
            _replay_match(value, tables=args.tables)

    return _each_record(args.file, show)


def _replay_round(value: object, *, tables: bool) -> None:
    record = parse_round_record(value)
    names = [f"Seat {seat}" for seat in range(record.start.table.players)]
    for before, action, after in replay_round(record):
        if tables:
            _say(draw_table(before.table, names, [hand.bit_count() for hand in before.hands]))
        for event in events_of(before, action, after):
            _say(sentence(event, names))
        if after.ended:
            _say(f"Scores: {', '.join(map(str, after.scores()))}.")


def _replay_match(value: object, *, tables: bool) -> None:
    record = parse_match_record(value)
    names = [str(seat["name"]) for seat in record.seats]
    shown = 0
    for step in replay_match(record):
        before = step.before
        played = next(p for p in step.match.played if p.engine == before.table.engine)
        if played.number > shown:
            shown = played.number
            _say(f"Round {shown}, engine {played.engine}")
            for seat, name in enumerate(names):
                _say(f"  {name}: {' '.join(map(str, before.hand(seat)))}")
        if tables:
            _say(draw_table(before.table, names, [hand.bit_count() for hand in before.hands]))
        for event in step.events:
            _say(sentence(event, names))
        if played.ended:
            _say(round_summary(played, step.match, names))


def _play(args: argparse.Namespace) -> int:
    names = [name.strip() for name in args.seats.split(",")]
    if args.players not in (None, len(names)):
        raise RulesError("players", f"--players {args.players}: --seats names {len(names)}")
    players = [_player(name, seat) for seat, name in enumerate(names)]
    match = Match(_seed_from(args), _rules_from(args), len(players))
    try:
        play_match(match, players)
    except Stopped:
        _say("Stopped.")
    if args.record:
        record = format_match_record(match, [player.recorded for player in players])
        try:
            Path(args.record).write_text(json.dumps(record) + "\n", encoding="utf-8")
        except OSError as wrong:
            raise RecordError("file", f"{args.record}: {wrong.strerror}") from wrong
    return OK


def _player(name: str, seat: int) -> Player:
    """Find who sits at a seat: the person here, or a computer by its name."""
    if name == "you":
        return Player("You", {"name": "You"}, None)
    bot = import_module("bots").bot_from(name)
    shown = f"{bot.name} {seat}"
    return Player(shown, {"name": shown, "bot": bot.name, "version": bot.version}, bot.choose)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _complain(text: str) -> None:
    sys.stderr.write(f"dailytrain: {text}\n")
