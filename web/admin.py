"""The operator's command `dailytrain admin`: look, hide, show again, play again, publish.

It works on the store of the site's settings, also while the site runs. Everything it does is noted
in the store's log, where nothing is ever changed, and on standard output.
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from dailytrain import commitment, daily_seed

from .embedded import EmbeddedServerError
from .kept.keys import GameId, PlayerId, daily_board
from .kept.store import Store, StoreDown
from .kept.trust import TrustStore
from .people.person import day_results
from .people.trust import Found
from .play.days import NoSuchDay
from .results.ranking import scorecard
from .services import Services
from .settings import SettingsError, load_settings

OK: Final = 0
DOES_NOT_HOLD: Final = 1
BAD_USAGE: Final = 2

_GAME: Final = re.compile(r"(?:.*/(?:game|compare)/)?([A-Za-z0-9_-]{16})(?:/.*)?", re.ASCII)
_PLAYER: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_LONGEST_NOTE: Final = 500
_LOOKS: Final = {"game", "player", "day", "reports", "log"}


class Refused(Exception):  # noqa: N818 - named for what is the matter
    """What was asked for cannot be done; the sentence says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's own commands."""
    parser.add_argument("--by", default=None, help="who does this, for the log (default: the user)")
    commands = parser.add_subparsers(metavar="WHAT", required=True)

    def command(
        name: str, do: Callable[[Services, Any], object], text: str, *arguments: str
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        sub.set_defaults(do=do, did=name)
        for argument in arguments:
            sub.add_argument(argument.lower(), metavar=argument, help=_ARGUMENTS[argument])
        return sub

    command("game", _game, "show a game: its setup, its owner, its result", "GAME")
    command("player", _player, "show a player: name, results, groups", "WHO")
    day = command("day", _day, "list a day's results with their games and players", "DAY")
    day.add_argument("--count", type=int, default=20, help="how many (default 20)")
    command("verify", _verify, "play a game again and say what does not hold", "GAME")
    command("hide-name", _hide_name, "let boards call a player Someone", "WHO")
    command("show-name", _show_name, "let boards show a player's name again", "WHO")
    command("hide-result", _hide_result, "take a game's result off its board", "GAME")
    command("show-result", _show_result, "put a hidden result back", "GAME")
    command("reports", _reports, "list the names that were reported").add_argument(
        "--count", type=int, default=20, help="how many (default 20)"
    )
    command("settle", _settle, "forget the reports of a name that is fine", "WHO")
    command("publish", _publish, "publish the commitments of today and the next 30 days")
    command("secrets", _secrets, "tell which days' commitments each known secret makes")
    command("log", _log, "show what operators did").add_argument(
        "--count", type=int, default=20, help="how many lines (default 20)"
    )


_ARGUMENTS: Final = {
    "GAME": "a game's link or ID",
    "WHO": "a player's ID, or a game of theirs",
    "DAY": "a date, such as 2026-11-30",
}


def run(args: argparse.Namespace) -> int:
    """Do one command, note it, and give the exit status."""
    try:
        settings = load_settings(os.environ)
        with closing(Store.open(settings)) as store:
            return _noted(Services.over(settings, store), args)
    except (SettingsError, EmbeddedServerError) as wrong:
        _complain(str(wrong))
        return BAD_USAGE
    except StoreDown as wrong:
        _complain(f"the store does not answer: {wrong}")
        return DOES_NOT_HOLD


def _noted(site: Services, args: argparse.Namespace) -> int:
    """Do it, print what came of it, and write both down."""
    target = _printable(getattr(args, "game", None) or getattr(args, "who", None) or _of_day(args))
    try:
        answer = args.do(site, args)
        status = DOES_NOT_HOLD if isinstance(answer, list) and answer else OK
    except Refused as wrong:
        answer, status = {"refused": str(wrong)}, DOES_NOT_HOLD
    line = {
        "who": _printable(args.by or getpass.getuser()),
        "did": args.did,
        "to": target,
        # What was only looked at is nobody's business for ever.
        "answer": "shown" if args.did in _LOOKS and status == OK else _note(answer),
    }
    TrustStore(site.store.link).log(line)
    _say(_as_json(answer, indent=2))
    _say(f"Noted: {line['who']} did {args.did} {target}".rstrip() + ".")
    return status


def _note(answer: object) -> str:
    return _as_json(answer)[:_LONGEST_NOTE]


def _as_json(answer: object, indent: int | None = None) -> str:
    """Write an answer for the terminal: the letters of all languages as they are, and no more."""
    text = json.dumps(answer, ensure_ascii=False, indent=indent, default=str)
    # The lines that are indented stay; a line's end within a text is escaped by now.
    return "\n".join(map(_printable, text.split("\n")))


def _printable(text: str) -> str:
    """Escape, as JSON does, what could steer a terminal or turn the direction of what follows."""
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def _of_day(args: argparse.Namespace) -> str:
    return getattr(args, "day", None) or ""


# Finding


def _found(site: Services, text: str) -> Found:
    match = _GAME.fullmatch(text.strip())
    found = site.trust.find(GameId(match[1])) if match else None
    if found is None:
        raise Refused(f"{text!r} is no game; give its link or its ID")
    return found


def _who(site: Services, text: str) -> PlayerId:
    if _PLAYER.fullmatch(text):
        return text
    return _found(site, text).setup.player


# The commands: each gives what is printed. A list that is not empty means that something is amiss.


def _game(site: Services, args: argparse.Namespace) -> object:
    found = _found(site, args.game)
    setup = found.setup
    is_sealed = not setup.seed_text and not site.days.is_closed(date.fromisoformat(setup.day))
    return {
        "game": found.game_id,
        "player": setup.player,
        "name": site.store.name(setup.player),
        "kind": setup.kind,
        "board": setup.board,
        "day": setup.day,
        "seed": "sealed until the day has closed" if is_sealed else setup.seed,
        "computers": [computer.key for computer in setup.computers],
        "actions": len(found.actions),
        "finished": found.is_finished,
        "result": found.result and asdict(found.result),
        "result_is_hidden": found.is_hidden,
    }


def _player(site: Services, args: argparse.Namespace) -> object:
    who = _who(site, args.who)
    history = site.store.history(who)
    return {
        "player": who,
        "name": site.store.name(who),
        "name_is_hidden": site.trust.is_name_hidden(who),
        "daily_results": [
            {"day": result.date, "points": result.total, "game": result.game_id}
            for result in day_results(history)
        ],
        "other_boards": sum(not board.startswith("d:") for board in history),
        "groups": len(site.groups.groups_of(who)),
        "has_recovery_code": site.recovery.has_code(who),
    }


def _day(site: Services, args: argparse.Namespace) -> object:
    try:
        day = site.days.day(args.day)
    except NoSuchDay:
        raise Refused(f"{args.day!r} is no day of this site") from None
    lines = site.store.page(daily_board(day.date), 0, args.count)
    names = site.store.names([line.player for line in lines])
    return {
        "day": day.iso,
        "number": day.number,
        "results": [
            {
                "rank": line.rank,
                "points": scorecard(line.result).total,
                "game": line.result.game_id,
                "player": line.player,
                "name": names.get(line.player),
            }
            for line in lines
        ],
    }


def _verify(site: Services, args: argparse.Namespace) -> object:
    found = _found(site, args.game)
    return site.trust.faults(found) or {"game": found.game_id, "holds": True}


def _hide_name(site: Services, args: argparse.Namespace) -> object:
    who = _who(site, args.who)
    site.trust.hide_name(who)
    return {"player": who, "name": site.store.name(who), "boards_show": "Someone"}


def _show_name(site: Services, args: argparse.Namespace) -> object:
    who = _who(site, args.who)
    site.trust.show_name(who)
    return {"player": who, "boards_show": site.store.name(who)}


def _hide_result(site: Services, args: argparse.Namespace) -> object:
    found = _found(site, args.game)
    if not site.trust.hide_result(found):
        raise Refused("no board shows a result of this game")
    return {"game": found.game_id, "board": found.setup.board, "hidden": True}


def _show_result(site: Services, args: argparse.Namespace) -> object:
    found = _found(site, args.game)
    if not site.trust.show_result(found):
        raise Refused("no result of this game is hidden")
    return {"game": found.game_id, "board": found.setup.board, "hidden": False}


def _reports(site: Services, args: argparse.Namespace) -> object:
    return {
        "reported": [
            {
                "player": reported.player,
                "reports": reported.count,
                "names": reported.names,
                "name_now": site.store.name(reported.player),
                "hidden": site.trust.is_name_hidden(reported.player),
            }
            for reported in site.trust.reported(args.count)
        ]
    }


def _settle(site: Services, args: argparse.Namespace) -> object:
    who = _who(site, args.who)
    site.trust.settle(who)
    return {"player": who, "reports": 0}


def _publish(site: Services, _args: argparse.Namespace) -> object:
    new = site.fairness.publish()
    return {"published_until": site.fairness.last(), "newly_published": new}


def _secrets(site: Services, _args: argparse.Namespace) -> object:
    """Tell which published days each secret makes, without telling any secret."""
    settings = site.settings
    known = {
        "DAILY_SECRET": settings.daily_secret,
        **{
            f"OLD_DAILY_SECRETS[{number}]": secret
            for number, secret in enumerate(settings.old_daily_secrets)
        },
    }
    first, last = settings.first_day, site.fairness.last()
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    noted = site.store.noted_days(days)
    made: dict[str, list[str]] = {name: [] for name in (*known, "unknown")}
    for day, published in noted.items():
        makers = [n for n, s in known.items() if commitment(daily_seed(s, day)) == published]
        made[makers[0] if makers else "unknown"].append(day.isoformat())
    return {
        name: {"days": len(days), **({"first": days[0], "last": days[-1]} if days else {})}
        for name, days in made.items()
    }


def _log(site: Services, args: argparse.Namespace) -> object:
    return {
        "log": [
            f"{_when(line.at)} {line.who}: {line.did} {line.to} → {line.answer}"
            for line in TrustStore(site.store.link).log_lines(args.count)
        ]
    }


def _when(at: str) -> str:
    milliseconds = int(at.partition("-")[0])
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _complain(text: str) -> None:
    sys.stderr.write(f"dailytrain admin: {_printable(text)}\n")
