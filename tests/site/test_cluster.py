"""The same store on a real cluster of three nodes: no script reaches across them."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from web import embedded
from web.kept import keys
from web.kept.connection import Link
from web.kept.store import Attempt, Result, Store, StoreDown
from web.people.group_boards import GroupBoards
from web.people.groups import Groups
from web.people.person import People
from web.people.recovery import Recovery
from web.play.days import Days
from web.play.games import Games
from web.settings import Settings

from .helpers.people import give_result, leave_every_trace

SLOTS = ((0, 5460), (5461, 10922), (10923, 16383))


def free_port() -> int:
    """Find a port whose cluster port, ten thousand above, is one too."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port < 55_000:
            return port


@pytest.fixture(scope="module")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    ports = [free_port() for _ in SLOTS]
    with contextlib.ExitStack() as stack:
        nodes = [stack.enter_context(node(port, tmp_path_factory.mktemp("node"))) for port in ports]
        for (first, last), link in zip(SLOTS, nodes, strict=True):
            link.call("CLUSTER ADDSLOTSRANGE", first, last)
        for epoch, link in enumerate(nodes, 1):
            link.call("CLUSTER SET-CONFIG-EPOCH", epoch)
        for port in ports[1:]:
            nodes[0].call("CLUSTER MEET", "127.0.0.1", port)
        deadline = time.monotonic() + 30
        while not all(knows_all(link) for link in nodes):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield ",".join(f"redis://127.0.0.1:{port}" for port in ports)


@contextlib.contextmanager
def node(port: int, folder: Path) -> Iterator[Link]:
    command = [embedded.find_server(), "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--cluster-enabled", "yes", "--dir", str(folder), "--save", ""]
    link = Link(f"redis://127.0.0.1:{port}")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(link)
            yield link
        finally:
            link.close()
            server.terminate()


def wait_for(link: Link) -> None:
    for _ in range(10):
        with contextlib.suppress(StoreDown):
            link.call("PING")
            return
    pytest.fail("a node does not start")


def knows_all(link: Link) -> bool:
    info = link.call("CLUSTER INFO")
    return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == "3")


def test_a_player_is_followed_from_the_first_game_to_the_last_trace(cluster_url: str) -> None:
    store = Store(Link(cluster_url))
    board = keys.daily_board(date(2026, 11, 30))
    players = [f"player {number}" for number in range(12)]
    for number, player in enumerate(players):
        game_id = f"game-{number}"
        store.create_game(game_id, {"player": player}, player=player)
        assert store.claim_attempt(board, player, game_id) == game_id
        assert store.append(game_id, 0, ["draw", "pass"], finished=True).ok
        outcome = Result(game_id=game_id, rank_key=number // 2, total=number // 2, detail="[]")
        assert store.record_result(board, player, outcome) == outcome
        assert store.name_or(player, f"Name {number}") == f"Name {number}"
        assert store.history(player) == {board: Attempt(game_id, outcome)}
    assert len(store.names(players)) == 12
    assert len(store.results(board, players)) == 12
    assert [line.rank for line in store.page(board, 0, 5)] == [1, 1, 3, 3, 5]
    standing = store.standing(board, 3)
    assert (standing.players, standing.rank, standing.mean, standing.median) == (12, 7, 2.5, 2.5)
    assert store.histogram(board) == dict.fromkeys(range(6), 2)
    assert store.note_day(date(2026, 12, 1), "commitment") == "commitment"
    assert store.probe("this")
    for player in players:
        store.delete_player(player)
    assert store.standing(board, 0).players == 0
    assert store.game("game-3") is None
    store.close()


def test_people_join_move_and_leave_across_the_nodes(
    cluster_url: str, site_settings: Settings
) -> None:
    store = Store(Link(cluster_url))
    leave_every_trace(store, "somebody")
    games = Games(store)
    days = Days(site_settings, store, games)
    groups = Groups(site_settings, store)
    boards = GroupBoards(site_settings, store, days)
    recovery = Recovery(site_settings, store, games, groups)
    people = People(store, groups, recovery)
    players = [f"person-{number}" for number in range(8)]
    group = groups.make("", "Sunday table", players[0], "Maker")
    for number, player in enumerate(players):
        groups.join(groups.group(group, players[0]), player, player)
        give_result(store, player, days.today().date, [number, 1, 2, 3])
    row = groups.group(group, players[3])
    board = boards.board(row, players[3])
    assert [line.points for line in board.lines.today] == list(range(6, 14))
    assert boards.finished_today([row]) == [8]
    assert groups.find(row.code or "", "192.0.2.1").group_id == group
    recovery.new_code(players[0], "en")
    assert recovery.redeem_ticket(recovery.new_ticket(players[1])) == players[1]
    recovery.merge(players[1], players[0])
    assert people.file(players[0], "Maker")["results"][0]["points"] == 6
    for player in players:
        people.forget(player)
    assert groups.groups_of(players[0]) == []
    store.close()
