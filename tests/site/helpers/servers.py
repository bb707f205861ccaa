"""A real site for a test: gunicorn, its workers and its embedded server, on a port of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from web.embedded import find_server
from web.kept.connection import Link, StoreDown

ROOT = Path(__file__).parents[3]
SECRET = "a daily secret for tests alone"
DAY = "2026-12-09"
"""The day on which the servers of tests stand still."""
LONGEST_START = 30.0


def wait_until(happens: Callable[[], bool], within: float = 10.0) -> None:
    deadline = time.monotonic() + within
    while not happens():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """A site that runs, may be stopped, killed in part, and started again on the same folder."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._environ = {
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(folder / "data"),
            "SECRET_KEY": "a key for tests alone",
            "DAILY_SECRET": SECRET,
            "DAILY_TRAIN_ENV": "testing",
            "FIRST_DAY": "2026-11-30",
            "TODAY": DAY,
            "RATE_LIMITS": "off",
            "WEB_WORKERS": "2",
            "WEB_THREADS": "8",
            "PORT": str(self.port),
            **environ,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.log = folder / "gunicorn.log"

    def start(self, **environ: str) -> Site:
        self._environ.update(environ)
        command = [sys.executable, "-m", "gunicorn", "--config", "web/gunicorn_conf.py"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "web.wsgi:app"], cwd=ROOT, env=self._environ, stdout=log, stderr=log
            )
        try:
            wait_until(self.is_ready, LONGEST_START)
        except AssertionError:
            self.stop()
            raise AssertionError(self.log.read_text("utf-8", "replace")[-3000:]) from None
        return self

    def is_ready(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text("utf-8", "replace")[-3000:]
        try:
            with urllib.request.urlopen(f"{self.base}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    @property
    def master(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """The processes that answer requests."""
        names = Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()
        return [int(name) for name in names]

    def link(self) -> Link:
        """Open a way to its embedded server that does not look after it."""
        record = self.folder / "data" / "store" / "socket-folder"
        place = record.read_text().partition("\n")[2]
        return Link(f"unix://{place}/valkey.sock")

    @property
    def store_process(self) -> int:
        link = self.link()
        number: int = link.call("INFO", "server")["process_id"]
        link.close()
        return number

    def stop(self) -> None:
        """Stop in good order; its embedded server stops with it."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def kill(self) -> None:
        """End every process of it but the embedded server at once, in mid-work."""
        assert self._process is not None
        workers = self.workers
        self._process.kill()
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        self._process.wait(10)
        self._process = None


@contextlib.contextmanager
def running_site(folder: Path, **environ: str) -> Iterator[Site]:
    """Run a site until the test is over."""
    site = Site(folder, **environ)
    try:
        yield site.start()
    finally:
        site.stop()


class OwnStore:
    """A store's server that a test may kill, freeze and start again; nobody else revives it."""

    def __init__(self, folder: Path, place: Path) -> None:
        self._folder = folder
        self._socket = place / "s"
        self.url = f"unix://{self._socket}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> OwnStore:
        options = {"port": "0", "unixsocket": str(self._socket), "dir": str(self._folder)}
        options |= {"save": "", "appendonly": "yes", "appendfsync": "always", "loglevel": "warning"}
        parts = [part for name, value in options.items() for part in (f"--{name}", value)]
        self._process = subprocess.Popen([find_server(), *parts], stdout=subprocess.DEVNULL)
        wait_until(self._answers)
        return self

    def _answers(self) -> bool:
        link = Link(self.url)
        try:
            return bool(link.call("PING"))
        except StoreDown:
            return False
        finally:
            link.close()

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let it accept connections and answer nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def own_store(folder: Path) -> Iterator[OwnStore]:
    """Run a store for one test."""
    # A socket's path must be short.
    with tempfile.TemporaryDirectory() as place:
        store = OwnStore(folder, Path(place))
        try:
            yield store.start()
        finally:
            store.kill()
