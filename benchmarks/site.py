"""Measures what a posted action costs the site, beside a bare Flask route, and what a game keeps.

Run it from the checkout: `python benchmarks/site.py`. Two servers with the same gunicorn settings
and stores of their own take turns, so that whatever else the machine does meets both. With
`--record` one line is added to results.md.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from results import add_line

from bots import bot_named
from dailytrain import Match, daily_seed, preset_rules
from web.kept import keys
from web.kept.connection import Link
from web.play.lineup import daily_lineup

ROOT: Final = Path(__file__).resolve().parent.parent
HEADING: Final = "## Site"
DAY: Final = date(2026, 12, 9)
SECRET: Final = "a secret for the benchmark alone"
CLIENTS: Final = 8
GOES: Final = 5
WORKERS, THREADS = 2, 16
ABOUT: Final = (
    f"`python benchmarks/site.py --record`, on two cores: {WORKERS} processes of {THREADS} "
    f"threads, {CLIENTS} clients."
)
TARGET: Final = 0.4
CLOCK: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Served:
    """A server that runs, and where its store is."""

    port: int
    process: subprocess.Popen[bytes]
    folder: Path

    @property
    def workers(self) -> list[int]:
        """List the processes that answer."""
        pid = self.process.pid
        return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def processor_time(self) -> float:
        """Give the seconds of processor time that its workers have used."""
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2] for pid in self.workers]
        return sum(int(f.split()[11]) + int(f.split()[12]) for f in fields) / CLOCK

    def link(self) -> Link:
        """Open a way to its store."""
        place = (self.folder / "data/store/socket-folder").read_text("utf-8").partition("\n")[2]
        return Link(f"unix://{place}/valkey.sock")


@contextmanager
def served(app: str, folder: Path) -> Iterator[Served]:
    """Serve an app by the site's own gunicorn settings."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}",
        "DATA_DIR": str(folder / "data"),
        "DAILY_TRAIN_ENV": "testing",
        "DAILY_SECRET": SECRET,
        "TODAY": DAY.isoformat(),
        "RATE_LIMITS": "off",
        "WEB_WORKERS": str(WORKERS),
        "WEB_THREADS": str(THREADS),
        "PORT": str(port),
    }
    command = [sys.executable, "-m", "gunicorn", "--config", "web/gunicorn_conf.py", app]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 30
        while not answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit((folder / "log").read_text("utf-8", "replace"))
            time.sleep(0.05)
        yield Served(port, process, folder)
    finally:
        process.terminate()
        process.wait(30)


def answers(port: int) -> bool:
    """Tell whether a server listens."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


class Client:
    """One connection that is kept, as a browser keeps it, with as little of its own as can be."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self._connection: socket.socket | None = None

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, bytes]:
        """Post a form as the page's script does; give the status and all else."""
        body = urlencode(fields)
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        request = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n{cookie}"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()
        if self._connection is None:
            self._connection = socket.create_connection(("127.0.0.1", self.port), 30)
        self._connection.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            part = self._connection.recv(65536)
            if not part:
                raise ConnectionError("the server has hung up")
            received += part
        head, _, rest = received.partition(b"\r\n\r\n")
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-len")]
        missing = int(lengths[0].split(b":")[1]) - len(rest)
        while missing > 0:
            part = self._connection.recv(65536)
            missing -= len(part)
        if b"connection: close" in head.lower():
            self._connection.close()
            self._connection = None
        return int(head.split()[1]), head


Post = tuple[str, dict[str, str]]


@cache
def script() -> list[tuple[int, str]]:
    """Work out the day's game beforehand: what the person does, and at which length."""
    computers = daily_lineup(DAY)
    match = Match(daily_seed(SECRET, DAY), preset_rules("daily"), 1 + len(computers))
    done: list[tuple[int, str]] = []
    while not match.finished:
        if match.turn == 0:
            action = bot_named("planner").choose(match.view(0))
            done.append((match.length, str(action)))
        else:
            action = bot_named(computers[match.turn - 1].key).choose(match.view(match.turn))
        match.play(action)
    return done


def new_game(port: int) -> tuple[Client, str]:
    """Begin the day's game as someone new."""
    stranger = Client(port)
    _status, head = stranger.post(f"/daily/{DAY}/play", {})
    lines = {
        line.partition(b": ")[0].lower(): line.partition(b": ")[2] for line in head.split(b"\r\n")
    }
    cookie = lines[b"set-cookie"].partition(b";")[0].decode()
    return Client(port, cookie), lines[b"location"].decode()


def run(jobs: Sequence[tuple[Client, list[Post]]]) -> float:
    """Let all clients post what they have to, at once; give the requests a second."""
    barrier = threading.Barrier(len(jobs) + 1)
    refused: list[int] = []

    def work(client: Client, posts: list[Post]) -> None:
        barrier.wait()
        for path, fields in posts:
            status, _ = client.post(path, fields)
            if status != 200:
                refused.append(status)

    threads = [threading.Thread(target=work, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    barrier.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - began
    if refused:
        sys.exit(f"some requests were refused: {refused[:5]}")
    return sum(len(posts) for _client, posts in jobs) / spent


@dataclass(frozen=True)
class Speed:
    """How fast a server answered in one go."""

    rate: float
    processor: float
    """Seconds of its processor time for one request."""


def one_go(server: Served, jobs: Sequence[tuple[Client, list[Post]]]) -> Speed:
    """Measure one go of a server."""
    before = server.processor_time()
    rate = run(jobs)
    count = sum(len(posts) for _client, posts in jobs)
    return Speed(rate, (server.processor_time() - before) / count)


def site_jobs(server: Served) -> list[tuple[Client, list[Post]]]:
    """Begin a game for each client, and list all its actions."""
    jobs = []
    for _ in range(CLIENTS):
        client, game = new_game(server.port)
        posts = [(f"{game}/act", {"at": str(at), "action": action}) for at, action in script()]
        jobs.append((client, posts))
    return jobs


def measure_speed(site: Served, bare: Served) -> tuple[list[Speed], list[Speed]]:
    """Let the two servers take turns, so that whatever else the machine does meets both."""
    of_site, of_bare = [], []
    for go in range(GOES + 1):
        jobs = site_jobs(site)
        plain = [(Client(bare.port), [("/act", dict[str, str]())] * len(p)) for _, p in jobs]
        site_speed, bare_speed = one_go(site, jobs), one_go(bare, plain)
        if go:  # the first go warms up
            of_site.append(site_speed)
            of_bare.append(bare_speed)
    return of_site, of_bare


def measure_bytes(site: Served) -> tuple[int, int]:
    """Give the bytes that the store keeps of a game half-way, and of the same one at its end."""
    client, game = new_game(site.port)
    game_id = game.rpartition("/")[2]
    link = site.link()

    def kept() -> int:
        names = (keys.game(game_id), keys.actions(game_id))
        return sum(int(link.call("MEMORY", "USAGE", name, "SAMPLES", 0) or 0) for name in names)

    half = len(script()) // 2
    for at, action in script()[:half]:
        client.post(f"{game}/act", {"at": str(at), "action": action})
    running = kept()
    for at, action in script()[half:]:
        client.post(f"{game}/act", {"at": str(at), "action": action})
    finished = kept()
    link.close()
    return running, finished


def main() -> None:
    """Measure, print, and record where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="add a line to results.md")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        site = stack.enter_context(served("web.wsgi:app", folders[0]))
        bare = stack.enter_context(served("bare:app", folders[1]))
        of_site, of_bare = measure_speed(site, bare)
        running, finished = measure_bytes(site)
    share = median(s.rate / b.rate for s, b in zip(of_site, of_bare, strict=True))
    site_rate, bare_rate = (median(s.rate for s in all_) for all_ in (of_site, of_bare))
    site_time, bare_time = (min(s.processor for s in all_) for all_ in (of_site, of_bare))
    print(f"an action with the computers' answers  {site_rate:8.0f}/s")
    print(f"a bare route that reads and writes     {bare_rate:8.0f}/s")
    print(f"share (at least {TARGET} is wanted)          {share:8.2f}")
    print(f"processor time of an action            {site_time * 1000:8.2f} ms")
    print(f"processor time of the bare route       {bare_time * 1000:8.2f} ms")
    print(f"a game half-way keeps                  {running:8} bytes")
    print(f"a finished game keeps                  {finished:8} bytes")
    if asked.record:
        cells = {
            "actions": f"{site_rate:.0f}/s",
            "bare route": f"{bare_rate:.0f}/s",
            "share": f"{share:.2f}",
            "processor time": f"{site_time * 1000:.2f} ms",
            "bare": f"{bare_time * 1000:.2f} ms",
            "a running game": f"{running:,} bytes",
            "a finished game": f"{finished:,} bytes",
        }
        add_line(HEADING, ABOUT, cells)


if __name__ == "__main__":
    main()
