"""Measures what boards cost on a day with a thousand results and on one with a million.

Run it from the checkout: `python benchmarks/boards.py`. One server of its own holds both days; they
are asked in turns, question by question, so that whatever else the machine does meets both. Each
figure is the median of two thousand questions. With `--record` one line is added to results.md.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from results import add_line

from dailytrain import preset_rules
from web import embedded
from web.kept import keys, scripts
from web.kept.connection import Link, connect
from web.kept.groups import GroupsStore, Member
from web.kept.keys import Board, PlayerId
from web.kept.store import Result, Store
from web.kept.values import Attempt, copy_text, entry_text
from web.people.group_boards import GroupBoards
from web.people.groups import MOST_MEMBERS, Groups
from web.play.days import Days
from web.play.games import Games
from web.results.ranking import board_lines, rank_key
from web.settings import Settings, load_settings

HEADING: Final = "## Boards"
ABOUT: Final = "`python benchmarks/boards.py --record`: with a thousand results, with a million."
FEW_DAY, MANY_DAY = date(2026, 12, 1), date(2026, 12, 20)
FEW: Final = 1_000
DIFFERENT: Final = 1_000
BATCH: Final = 2_000
QUESTIONS: Final = 2_000
LINES: Final = 50
ALLOWED_GROWTH: Final = 1.3
ALLOWED_BYTES: Final = 200
RULES: Final = preset_rules("daily")


@dataclass(frozen=True)
class Full:
    """A day full of results."""

    day: date
    players: list[PlayerId]
    groups: Groups
    boards: GroupBoards
    group: str
    member: PlayerId

    @property
    def board(self) -> Board:
        """Name its board."""
        return keys.daily_board(self.day)


def results(count: int, seed: int) -> Iterator[tuple[PlayerId, Result]]:
    """Make up players and results as they look: IDs of the real length, totals like real ones."""
    chance = random.Random(seed)
    games = []
    for _ in range(DIFFERENT):
        rounds = [0 if chance.random() < 0.2 else int(chance.gammavariate(2, 15)) for _ in range(4)]
        computers = [int(chance.gammavariate(8, 12)) for _ in range(2)]
        detail = json.dumps([rounds, computers], separators=(",", ":"))
        games.append((rank_key(RULES, rounds), sum(rounds), detail))
    for number in range(count):
        key, total, detail = games[number % DIFFERENT]
        game_id = secrets.token_urlsafe(12)
        result = Result(game_id=game_id, rank_key=key, total=total, detail=detail)
        yield secrets.token_urlsafe(16), result


def fill(link: Link, board: Board, count: int) -> tuple[list[PlayerId], float]:
    """Record so many results by the site's own script; list the players, and the bytes a result."""
    names = (keys.entries(board), keys.ranks(board), keys.totals(board))
    client = connect(link.url)
    before = memory(link)
    players: list[PlayerId] = []
    rest = results(count, count)
    link.call("SCRIPT LOAD", scripts.RECORD.text)
    while len(players) < count:
        pipeline = client.pipeline(transaction=False)
        for _, (player, result) in zip(range(min(BATCH, count - len(players))), rest, strict=False):
            running, done = entry_text(result.game_id), entry_text(result.game_id, result)
            values = (player, running, done, result.rank_key, result.total)
            pipeline.execute_command("EVALSHA", scripts.RECORD.digest, len(names), *names, *values)
            players.append(player)
        pipeline.execute()
    client.close()
    return players, (memory(link) - before) / count


def memory(link: Link) -> int:
    """Give the bytes that the server's data take."""
    return int(link.call("INFO", "memory")["used_memory"])


def copies(link: Link) -> float:
    """Give the bytes that a result's copy takes in its player's history, with a year of others."""
    before, people = memory(link), 200
    for _ in range(people):
        player = secrets.token_urlsafe(16)
        for number, (_, result) in enumerate(results(365, people)):
            day = date.fromordinal(FEW_DAY.toordinal() + number)
            text = copy_text(Attempt(result.game_id, result))
            link.call("HSET", keys.history(player), keys.daily_board(day), text)
    return (memory(link) - before) / people / 365


def full_day(store: Store, environ: dict[str, str], day: date, count: int) -> tuple[Full, float]:
    """Fill a day, and make a group of two hundred of its players."""
    settings: Settings = load_settings({**environ, "TODAY": day.isoformat()})
    players, size = fill(store.link, keys.daily_board(day), count)
    groups = Groups(settings, store)
    boards = GroupBoards(settings, store, Days(settings, store, Games(store)))
    step = count // MOST_MEMBERS
    members = players[::step][:MOST_MEMBERS]
    group = groups.make("", "Benchmark", members[0], "Member 0")
    kept = GroupsStore(store.link)
    for number, player in enumerate(members[1:], 1):
        member = Member(player=player, handle=f"{number:08x}", name=f"Member {number}", joined=1)
        kept.join(group, member, MOST_MEMBERS)
    return Full(day, players, groups, boards, group, members[0]), size


def questions(store: Store) -> dict[str, Callable[[Full, int], object]]:
    """List what is asked of a day; the number varies the question."""

    def standing(full: Full, number: int) -> object:
        return store.standing(full.board, (40 + number % 120) * 32 * 8192)

    def group(full: Full, _number: int) -> object:
        return full.boards.board(full.groups.group(full.group, full.member), full.member)

    def page(full: Full, number: int) -> object:
        start = number * 7919 % (len(full.players) - LINES)
        lines = slice(start, start + LINES)
        return board_lines(store, full.board, full.member, lines, nameless=str)

    return {
        "rank, percentile, mean, median": standing,
        "a group's board of 200": group,
        "a page of the day's list": page,
        "a person's own result": lambda full, n: store.attempt(
            full.board, full.players[n % len(full.players)]
        ),
        "histogram": lambda full, _: store.histogram(full.board),
    }


def timed(ask: Callable[[Full, int], object], few: Full, many: Full) -> tuple[float, float]:
    """Give the median seconds of a question to each of two days, asked in turns."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(QUESTIONS):
        for full, times in zip((few, many), taken, strict=True):
            began = perf_counter()
            ask(full, number)
            times.append(perf_counter() - began)
    return median(taken[0]), median(taken[1])


def measure(many: int) -> dict[str, str]:
    """Fill both days, ask them in turns, print, and give the cells of a line."""
    cells = {"results": f"{many:,}"}
    with tempfile.TemporaryDirectory() as folder:
        server = embedded.attach(Path(folder))
        store = Store(Link(f"unix://{server.socket_path}", server))
        # What is measured is asking; the filling need not wait for a disk.
        store.link.call("CONFIG SET", "appendonly", "no")
        environ: dict[str, Any] = {
            "DAILY_TRAIN_ENV": "testing",
            "DATA_DIR": folder,
            "FIRST_DAY": FEW_DAY.isoformat(),
        }
        few_full, _ = full_day(store, environ, FEW_DAY, FEW)
        began = perf_counter()
        many_full, size = full_day(store, environ, MANY_DAY, many)
        print(f"{many:,} results recorded in {perf_counter() - began:.0f} s")
        for name, ask in questions(store).items():
            few, lots = timed(ask, few_full, many_full)
            growth = lots / few
            held = "" if growth <= ALLOWED_GROWTH else f"  more than {ALLOWED_GROWTH}"
            print(f"{name:<34} {few * 1e6:>9,.0f} µs {lots * 1e6:>9,.0f} µs {growth:>6.2f}×{held}")
            cells[name] = f"{few * 1e6:,.0f} → {lots * 1e6:,.0f} µs, {growth:.2f}×"
        copy = copies(store.link)
        store.close()
    held = "" if size <= ALLOWED_BYTES else f"  more than {ALLOWED_BYTES}"
    print(f"bytes a result                     {size:>9,.1f}{held}")
    print(f"bytes its copy in the history      {copy:>9,.1f}")
    return {**cells, "bytes a result": f"{size:.0f}", "bytes its copy": f"{copy:.0f}"}


def main() -> None:
    """Measure, print, and add a line to the results if that is asked for."""
    parser = argparse.ArgumentParser(description="Measure what boards cost.")
    parser.add_argument("--many", type=int, default=1_000_000, help="results of the full day")
    parser.add_argument("--record", action="store_true", help="add a line to results.md")
    asked = parser.parse_args()
    cells = measure(asked.many)
    if asked.record:
        add_line(HEADING, ABOUT, cells)


if __name__ == "__main__":
    main()
