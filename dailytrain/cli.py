"""The command `dailytrain`: what a shell can ask of the game, each answer on standard output.

Exit status: 0 when all is well, 1 when something that was read does not hold, 2 for bad usage.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, NoReturn

from .actions import Action
from .deal import (
    PUBLIC_SECRET,
    Seed,
    commitment,
    daily_seed,
    seed_from_hex,
    shared_seed,
)
from .errors import MOST_QUOTED, DailyTrainError, RecordError, RulesError, brief, printable
from .events import events_of
from .match import Match
from .position import parse_position
from .reading import options_in, values_in
from .record import (
    RoundRecord,
    format_match_record,
    parse_match_record,
    parse_round_record,
    replay_match,
    replay_round,
    trace,
    verify_match,
)
from .requests import answer_request, dealt, parse_date, requests_in
from .round import Round
from .rules import OPTION_NAMES, PRESETS, Rules, preset_rules
from .terminal import Player, Stopped, draw_table, play_match, round_summary, sentence

OK: Final = 0
DOES_NOT_HOLD: Final = 1
BAD_USAGE: Final = 2
STOPPED: Final = 130
"""What a shell gives for Ctrl+C."""

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
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # One that has been read from already stays as it is.
            with suppress(OSError):
                stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        _complain("standard output is closed: there is nowhere to answer")
        return BAD_USAGE
    try:
        try:
            args = _parser(argv[0] if argv else "").parse_args(argv)
            status: int = args.run(args)
        finally:
            # What cannot be written is noticed here, not while the interpreter ends.
            sys.stdout.flush()
    except DailyTrainError as wrong:
        _complain(str(wrong))
        return BAD_USAGE
    except BrokenPipeError:
        # Whoever read us has seen enough.
        _leave_nothing_to_flush()
        return OK
    except OSError as wrong:
        if not wrong.filename:
            _leave_nothing_to_flush()
        _complain(f"{wrong.filename or 'the answer cannot be written'}: {wrong.strerror}")
        return BAD_USAGE
    except KeyboardInterrupt:
        _complain("stopped")
        return STOPPED
    return status


def _leave_nothing_to_flush() -> None:
    """Give the interpreter nothing to fail on at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong with a command line in one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with the message and where to read more."""
        self.exit(BAD_USAGE, f"{self.prog}: {printable(message)}; {self.prog} --help says more\n")


def _whole_number(text: str) -> int:
    """Read a whole number of an argument, in plain digits."""
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{brief(text)} is not allowed; write a whole number")
    return int(text)


def _parser(chosen: str) -> argparse.ArgumentParser:
    """Describe the command line; what the opponents bring is loaded only where it is chosen."""
    parser = _Parser(
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
    deal.add_argument(
        "--round", type=_whole_number, default=1, help="the round, from 1 (default 1)"
    )
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
        loaded = _loaded(name, module) if chosen == name else None
        sub = command(name, loaded.run if loaded else _replay, text)
        if loaded:
            loaded.add_arguments(sub)
    return parser


def _loaded(name: str, module: str) -> Any:  # noqa: ANN401 - what it has is known by agreement
    """Load the module of a command that opponents or site bring."""
    try:
        return import_module(module)
    except ModuleNotFoundError as wrong:
        raise RulesError(
            "command", f"{name} needs the package {wrong.name}, which is not installed"
        ) from wrong


def _add_deal_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="TEXT", help="a shared seed")
    parser.add_argument("--hex", metavar="HEX", help="the 16 bytes of a seed")
    parser.add_argument("--day", metavar="YYYY-MM-DD", help="the daily deal of a date")
    parser.add_argument("--secret", default=PUBLIC_SECRET, help="the site's secret, for --day")
    parser.add_argument("--preset", default="daily", help=f"{', '.join(PRESETS)} (default daily)")
    parser.add_argument("--players", type=_whole_number, help="how many seats (default 3)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"change an option of the preset: {', '.join(OPTION_NAMES)}",
    )


def _rules_from(args: argparse.Namespace) -> Rules:
    """Read the preset and the options of a command line."""
    return preset_rules(args.preset, **options_in(args.option))


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


# Answering


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
        if any(given is not None for given in (args.seed, args.hex, args.day)):
            raise RulesError(
                "seed", "give either a file of requests or one of --seed, --hex, --day"
            )
        requests = chain.from_iterable(map(requests_in, values_in(args.file)))
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

    return _answer_each(_unwrapped(values_in(args.file), "position"), answer)


def _trace(args: argparse.Namespace) -> int:
    values = _unwrapped(values_in(args.file), "record")
    return _answer_each(values, lambda value: trace(parse_round_record(value)))


def _is_round_record(value: object) -> bool:
    return isinstance(value, dict) and "hands" in value


def _steps(record: RoundRecord) -> Iterator[tuple[Round, Action, Round]]:
    """Replay a round; refuses what `replay_round` does and says at which action, from 0."""
    steps = replay_round(record)
    for number in count():
        try:
            step = next(steps, None)
        except DailyTrainError as wrong:
            raise RecordError(wrong.reason, f"action {number}: {wrong}") from wrong
        if step is None:
            return
        yield step


def _each_record(name: str, show: Callable[[Any], None]) -> int:
    """Show each record of a file, and say of each that does not hold why."""
    status, number = OK, 0
    for number, value in enumerate(_unwrapped(values_in(name), "record"), 1):
        try:
            if isinstance(value, RecordError):
                raise value
            show(value)
        except DailyTrainError as wrong:
            status = DOES_NOT_HOLD
            _say(f"record {number} does not hold: {printable(str(wrong))}")
            if wrong.reason == "no_text":
                # Pictures and programs have lines by chance.
                break
    if not number:
        raise RecordError("file", f"{name} is empty: there is no record in it")
    return status


def _verify(args: argparse.Namespace) -> int:
    def show(value: object) -> None:
        if _is_round_record(value):
            record = parse_round_record(value)
            ends = [after.ended for _, _, after in _steps(record)]
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
    for before, action, after in _steps(record):
        if tables:
            _say(draw_table(before.table, names, [hand.bit_count() for hand in before.hands]))
        for event in events_of(before, action, after):
            _say(sentence(event, names))
        if after.ended:
            _say(f"Scores: {', '.join(map(str, after.scores()))}.")


def _replay_match(value: object, *, tables: bool) -> None:
    record = parse_match_record(value)
    names = [_shown(str(seat["name"])) for seat in record.seats]
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
    status = OK
    if args.record:
        # A game is not played and then lost for the name of a folder.
        Path(args.record).open("a").close()
    try:
        play_match(match, players)
    except (Stopped, KeyboardInterrupt) as stopped:
        _say("Stopped.")
        status = OK if isinstance(stopped, Stopped) else STOPPED
    if args.record:
        record = format_match_record(match, [player.recorded for player in players])
        Path(args.record).write_text(json.dumps(record) + "\n", encoding="utf-8")
    return status


def _player(name: str, seat: int) -> Player:
    """Find who sits at a seat: the person here, or a computer by its name."""
    if name == "you":
        return Player("You", {"name": "You"}, None)
    bot = import_module("bots").bot_from(name)
    shown = f"{_shown(bot.name)} {seat}"
    return Player(shown, {"name": shown, "bot": bot.name, "version": bot.version}, bot.choose)


def _shown(name: str) -> str:
    """Write a name so that it stays on its line, whoever made it up."""
    text = printable(name)
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _complain(text: str) -> None:
    """Tell what is wrong in one line; where nobody can be told, the exit status must do."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"dailytrain: {printable(text)}\n")
