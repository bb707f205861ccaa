"""The store, against a real server: each change whole, once, and repeatable."""

from __future__ import annotations

import os
import re
import signal
import statistics
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from freezegun import freeze_time
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from web.kept import keys
from web.kept.connection import Link, limiter_storage
from web.kept.store import (
    Appended,
    Attempt,
    NotTheAttempt,
    Ranked,
    Result,
    SecretChanged,
    Standing,
    Store,
    StoreDown,
    UnknownGame,
)
from web.settings import Settings, load_settings

T = TypeVar("T")
BOARD = keys.daily_board(date(2026, 11, 30))
SETUP = {"kind": "daily", "seats": ["you", "Wren"], "word": "Zoë"}


def result(rank_key: int, *, game_id: str = "game", total: int | None = None) -> Result:
    return Result(
        game_id=game_id,
        rank_key=rank_key,
        total=rank_key if total is None else total,
        detail="[1,2,3,4]",
    )


def finish(store: Store, player: str, rank_key: int, *, total: int | None = None) -> None:
    store.claim_attempt(BOARD, player, f"game of {player}")
    outcome = result(rank_key, game_id=f"game of {player}", total=total)
    assert store.record_result(BOARD, player, outcome) == outcome


def at_once(count: int, work: Callable[[int], T]) -> list[T]:
    """Do the work in so many threads that start together."""
    barrier = threading.Barrier(count)

    def wait_and_work(number: int) -> T:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(wait_and_work, range(count)))


# --- games ------------------------------------------------------------------------------------


def test_a_game_is_its_setup_and_its_actions(store: Store) -> None:
    store.create_game("g", SETUP)
    assert store.append("g", 0, ["5-8@P0", "draw"], finished=False) == Appended(ok=True, length=2)
    assert store.append("g", 2, ["pass"], finished=False) == Appended(ok=True, length=3)
    row = store.game("g")
    assert row is not None
    assert row.setup == SETUP
    assert row.actions == ("5-8@P0", "draw", "pass")
    assert row.length == 3
    assert not row.is_finished


@pytest.mark.parametrize(
    ("known", "actions"), [(0, ("a", "b", "c")), (2, ("c",)), (3, ()), (9, ())]
)
def test_only_unknown_actions_travel(store: Store, known: int, actions: tuple[str, ...]) -> None:
    store.create_game("g", SETUP)
    store.append("g", 0, ["a", "b", "c"], finished=False)
    row = store.game("g", known)
    assert row is not None
    assert row.actions == actions
    assert row.length == 3


def test_a_game_made_twice_stays_the_first(store: Store) -> None:
    store.create_game("g", SETUP)
    store.append("g", 0, ["draw"], finished=False)
    store.create_game("g", {"kind": "other"})
    row = store.game("g")
    assert row is not None
    assert (row.setup, row.length) == (SETUP, 1)


def test_an_unknown_game_is_none_and_takes_no_actions(store: Store) -> None:
    assert store.game("g") is None
    with pytest.raises(UnknownGame):
        store.append("g", 0, ["draw"], finished=False)
    assert store.link.call("DBSIZE") == 0


@pytest.mark.parametrize("expected", [0, 2, -1])
def test_a_stale_or_early_append_changes_nothing(store: Store, expected: int) -> None:
    store.create_game("g", SETUP)
    store.append("g", 0, ["draw"], finished=False)
    assert store.append("g", expected, ["pass"], finished=True) == Appended(ok=False, length=1)
    row = store.game("g")
    assert row is not None
    assert (row.actions, row.is_finished) == (("draw",), False)


def test_a_finished_game_takes_no_more(store: Store) -> None:
    store.create_game("g", SETUP)
    store.append("g", 0, ["draw"], finished=True)
    assert store.append("g", 1, ["pass"], finished=False) == Appended(ok=False, length=1)
    row = store.game("g")
    assert row is not None
    assert row.is_finished


def test_an_action_taken_back_is_gone_and_counted(store: Store) -> None:
    store.create_game("g", SETUP)
    store.append("g", 0, ["a", "b"], finished=False)
    assert store.undo("g", 1, undone=0) == Appended(ok=False, length=2)
    assert store.undo("g", 2, undone=0) == Appended(ok=True, length=1)
    assert store.undo("g", 1, undone=0) == Appended(ok=False, length=1)
    row = store.game("g")
    assert row is not None
    assert (row.actions, row.undone) == (("a",), 1)


def test_a_length_reached_by_another_way_is_not_the_expected_one(store: Store) -> None:
    store.create_game("g", SETUP)
    store.append("g", 0, ["a"], finished=False)
    store.undo("g", 1, undone=0)
    assert not store.append("g", 0, ["late"], finished=False).ok
    assert store.append("g", 0, ["b"], finished=False, undone=1).ok


def test_a_finished_game_and_an_empty_one_take_nothing_back(store: Store) -> None:
    store.create_game("g", SETUP)
    assert not store.undo("g", 0, undone=0).ok
    store.append("g", 0, ["a"], finished=True)
    assert not store.undo("g", 1, undone=0).ok
    with pytest.raises(UnknownGame):
        store.undo("nowhere", 1, undone=0)


def test_of_fifty_appends_at_once_one_is_done(store: Store) -> None:
    store.create_game("g", SETUP)
    done = at_once(50, lambda number: store.append("g", 0, [f"by {number}", "x"], finished=True))
    assert [appended.ok for appended in done].count(True) == 1
    assert {appended.length for appended in done} == {2}
    row = store.game("g")
    assert row is not None
    assert row.actions[0] == f"by {[appended.ok for appended in done].index(True)}"


def test_a_long_answer_is_appended_whole(store: Store) -> None:
    store.create_game("g", SETUP)
    actions = [f"{number}@P0" for number in range(2000)]
    assert store.append("g", 0, actions, finished=False).length == 2000
    row = store.game("g", 1990)
    assert row is not None
    assert row.actions == tuple(actions[1990:])


def time_left(store: Store, game_id: str) -> tuple[int, int]:
    """Give the seconds that a game and its actions have left; -1 for ever, -2 where none is."""
    game, actions = store.link.together(("TTL", keys.game(game_id)), ("TTL", keys.actions(game_id)))
    return game, actions


def test_a_counted_game_is_kept_for_ever(store: Store) -> None:
    store.create_game("g", SETUP)
    store.append("g", 0, ["draw"], finished=False)
    assert time_left(store, "g") == (-1, -1)


def test_an_uncounted_game_lives_on_while_it_is_played_and_for_ever_once_finished(
    store: Store,
) -> None:
    store.create_game("g", SETUP, lifetime=keys.IDLE_LIFETIME)
    whole = int(keys.IDLE_LIFETIME.total_seconds())
    assert whole - 5 < time_left(store, "g")[0] <= whole
    store.link.call("EXPIRE", keys.game("g"), 60)
    store.append("g", 0, ["draw"], finished=False)
    assert min(time_left(store, "g")) > whole - 5
    store.link.call("EXPIRE", keys.game("g"), 60)
    store.create_game("g", SETUP, lifetime=timedelta(days=1))
    store.append("g", 0, ["stale"], finished=True)
    assert time_left(store, "g")[0] <= 60
    store.append("g", 1, ["done"], finished=True)
    assert time_left(store, "g") == (-1, -1)


def test_a_players_games_are_listed_the_latest_first(store: Store) -> None:
    with freeze_time("2026-12-01") as frozen:
        for game_id in ("first", "second", "third"):
            store.create_game(game_id, SETUP, player="me")
            frozen.tick(1)
        store.create_game("first", SETUP, player="me")
    store.create_game("theirs", SETUP, player="them")
    assert store.games_of("me") == ["third", "second", "first"]
    assert store.games_of("me", 1) == ["third"]


# --- attempts and results -----------------------------------------------------------------------


def test_the_first_game_holds_the_attempt(store: Store) -> None:
    assert store.attempt(BOARD, "me") is None
    assert store.claim_attempt(BOARD, "me", "first") == "first"
    assert store.claim_attempt(BOARD, "me", "second") == "first"
    assert store.claim_attempt(BOARD, "me", "first") == "first"
    assert store.attempt(BOARD, "me") == Attempt("first", None)
    assert store.result(BOARD, "me") is None
    assert store.history("me") == {BOARD: Attempt("first", None)}


def test_fifty_claims_at_once_agree(store: Store) -> None:
    held = at_once(50, lambda number: store.claim_attempt(BOARD, "me", f"game {number}"))
    assert len(set(held)) == 1


def test_a_result_is_recorded_once_and_a_repeat_is_answered_with_it(store: Store) -> None:
    store.claim_attempt(BOARD, "me", "game")
    assert store.record_result(BOARD, "me", result(145)) == result(145)
    assert store.record_result(BOARD, "me", result(3)) == result(145)
    assert store.result(BOARD, "me") == result(145)
    assert store.history("me") == {BOARD: Attempt("game", result(145))}
    assert store.standing(BOARD, 145).players == 1
    assert store.histogram(BOARD) == {145: 1}
    assert store.claim_attempt(BOARD, "me", "again") == "game"
    assert store.result(BOARD, "me") == result(145)


def test_fifty_results_at_once_are_one(store: Store) -> None:
    store.claim_attempt(BOARD, "me", "game")
    stored = at_once(50, lambda number: store.record_result(BOARD, "me", result(number)))
    assert len(set(stored)) == 1
    assert store.standing(BOARD, 0).players == 1
    assert store.histogram(BOARD) == {stored[0].total: 1}
    assert store.standing(BOARD, 0).mean == stored[0].total


def test_another_game_has_no_way_to_a_result(store: Store) -> None:
    store.claim_attempt(BOARD, "me", "game")
    with pytest.raises(NotTheAttempt) as refused:
        store.record_result(BOARD, "me", result(1, game_id="practice"))
    assert refused.value.held_by == "game"
    store.record_result(BOARD, "me", result(100))
    with pytest.raises(NotTheAttempt):
        store.record_result(BOARD, "me", result(1, game_id="practice"))
    assert store.result(BOARD, "me") == result(100)
    assert store.standing(BOARD, 1).players == 1


def test_a_players_own_copy_is_mended_by_the_next_call(store: Store) -> None:
    store.claim_attempt(BOARD, "me", "game")
    store.link.call("DEL", keys.history("me"))
    store.claim_attempt(BOARD, "me", "game")
    assert store.history("me") == {BOARD: Attempt("game", None)}
    store.record_result(BOARD, "me", result(7))
    store.link.call("DEL", keys.history("me"))
    store.record_result(BOARD, "me", result(7))
    assert store.history("me") == {BOARD: Attempt("game", result(7))}


def test_the_details_text_comes_back_as_the_same_value(store: Store) -> None:
    store.claim_attempt(BOARD, "me", "game")
    given_result = Result(game_id="game", rank_key=-5, total=0, detail='{"a": ["Zoë", null]}')
    stored = store.record_result(BOARD, "me", given_result)
    assert stored.detail == '{"a":["Zoë",null]}'
    assert (stored.rank_key, stored.total) == (-5, 0)


# --- boards -------------------------------------------------------------------------------------


def test_equals_share_a_rank_and_the_next_is_behind_them_all(store: Store) -> None:
    for player, rank_key in {"a": 10, "b": 20, "c": 20, "d": 20, "e": 30}.items():
        finish(store, player, rank_key)
    assert [store.standing(BOARD, key).rank for key in (10, 20, 30)] == [1, 2, 5]
    lines = store.page(BOARD, 0, 10)
    assert [line.rank for line in lines] == [1, 2, 2, 2, 5]
    assert [line.result.rank_key for line in lines] == [10, 20, 20, 20, 30]
    assert lines[0] == Ranked(1, "a", result(10, game_id="game of a"))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 10])
def test_the_pages_put_together_are_the_board(store: Store, size: int) -> None:
    for number in range(10):
        finish(store, f"p{number}", (5, 5, 5, 6, 7, 7, 8, 9, 9, 9)[number])
    whole = store.page(BOARD, 0, 200)
    pages = [line for start in range(0, 10, size) for line in store.page(BOARD, start, size)]
    assert pages == whole
    assert [line.rank for line in whole] == [1, 1, 1, 4, 5, 5, 7, 8, 8, 8]


@pytest.mark.parametrize(("start", "count"), [(0, 0), (-1, 5), (10, 5), (0, -3)])
def test_a_page_beside_the_board_is_empty(store: Store, start: int, count: int) -> None:
    finish(store, "me", 1)
    assert store.page(BOARD, start, count) == []


def test_an_empty_board_has_a_standing_too(store: Store) -> None:
    assert store.standing(BOARD, 5) == Standing(players=0, better=0, worse=0, mean=0, median=0)
    assert store.standing(BOARD, 5).percent_beaten is None
    assert store.page(BOARD, 0, 10) == []
    assert store.histogram(BOARD) == {}


def test_a_running_attempt_is_on_no_list(store: Store) -> None:
    store.claim_attempt(BOARD, "me", "game")
    finish(store, "you", 5)
    assert [line.player for line in store.page(BOARD, 0, 10)] == ["you"]
    assert store.results(BOARD, ["me", "you", "nobody"]) == {
        "you": result(5, game_id="game of you")
    }
    assert set(store.attempts(BOARD, ["me", "you", "nobody"])) == {"me", "you"}
    assert store.results(BOARD, []) == {}


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(totals=st.lists(st.integers(-50, 400), min_size=1, max_size=12))
def test_the_figures_are_those_of_the_plain_list(store: Store, totals: list[int]) -> None:
    store.link.call("FLUSHDB")
    for number, total in enumerate(totals):
        finish(store, f"p{number}", total * 1000 + number % 3, total=total)
    rank_keys = [total * 1000 + number % 3 for number, total in enumerate(totals)]
    for rank_key in rank_keys:
        standing = store.standing(BOARD, rank_key)
        assert standing.players == len(totals)
        assert standing.rank == 1 + sum(other < rank_key for other in rank_keys)
        assert standing.worse == sum(other > rank_key for other in rank_keys)
        assert standing.mean == pytest.approx(statistics.mean(totals))
        assert standing.median == statistics.median(totals)
    assert store.histogram(BOARD) == {total: totals.count(total) for total in sorted(set(totals))}


def test_percent_beaten_is_of_the_others_and_never_rounded_up() -> None:
    def beaten(worse: int, players: int) -> int | None:
        better = players - 1 - worse
        return Standing(
            players=players, better=better, worse=worse, mean=0, median=0
        ).percent_beaten

    assert beaten(0, 1) is None
    assert beaten(1, 2) == 100
    assert beaten(0, 2) == 0
    assert beaten(998, 1000) == 99
    assert beaten(2, 4) == 66


def test_boards_of_seeds_differ_by_all_that_makes_another_game() -> None:
    board = keys.seed_board("K7QF3-M2P9D", '{"preset":"daily","players":3}')
    assert board == keys.seed_board("K7QF3-M2P9D", '{"preset":"daily","players":3}')
    assert board != keys.seed_board("K7QF3-M2P9D", '{"preset":"daily","players":4}')
    assert board != keys.seed_board("K7QF3-M2P9E", '{"preset":"daily","players":3}')
    assert keys.board_day(board) is None
    assert keys.board_day(BOARD) == date(2026, 11, 30)


# --- players --------------------------------------------------------------------------------------


def test_a_made_up_name_is_kept_until_it_is_changed(store: Store) -> None:
    assert store.name("me") is None
    assert store.name_or("me", "Amber Otter") == "Amber Otter"
    assert store.name_or("me", "Quick Quail") == "Amber Otter"
    store.set_name("me", "Zoë")
    assert store.name("me") == "Zoë"
    assert store.names(["me", "nobody"]) == {"me": "Zoë"}
    assert store.names([]) == {}


def test_deleting_a_player_leaves_nothing_of_them(store: Store) -> None:
    seed = keys.seed_board("ABC", "daily")
    everyone = {"me": 7, "you": 7, "they": 0}
    for player, total in everyone.items():
        finish(store, player, total)
        store.name_or(player, f"Name of {player}")
        store.create_game(f"game of {player}", SETUP, player=player)
        store.append(f"game of {player}", 0, ["draw"], finished=True)
    store.claim_attempt(seed, "me", "another")
    store.create_game("another", SETUP, player="me")
    for player in ("me", "they"):
        store.delete_player(player)
        store.delete_player(player)
    assert store.histogram(BOARD) == {7: 1}
    assert store.standing(BOARD, 7) == Standing(players=1, better=0, worse=0, mean=7, median=7)
    left = store.link.call("KEYS", "*")
    assert not any(re.search(r"\bme\b|\bthey\b|another", key) for key in left)
    for key in left:
        kind = store.link.call("TYPE", key)
        if kind == "hash":
            assert "me" not in store.link.call("HKEYS", key)
    assert store.game("game of you") is not None


# --- the site -------------------------------------------------------------------------------------


def test_a_published_commitment_never_changes(store: Store) -> None:
    day, other = date(2026, 12, 1), date(2026, 12, 2)
    assert store.note_day(day, "one") == "one"
    assert store.note_day(day, "two") == "one"
    assert store.noted_days([day, other]) == {day: "one"}
    assert store.noted_days([]) == {}


def test_a_days_table_never_changes(store: Store) -> None:
    day = date(2026, 12, 1)
    assert store.pin_day(day, "[1]") == "[1]"
    assert store.pin_day(day, "[2]") == "[1]"


def test_the_daily_secret_may_not_vanish(store: Store) -> None:
    store.check_secret("first")
    store.check_secret("first")
    with pytest.raises(SecretChanged, match="OLD_DAILY_SECRETS"):
        store.check_secret("second")
    store.check_secret("first")
    store.check_secret("second", ["first"])
    store.check_secret("second")
    with pytest.raises(SecretChanged):
        store.check_secret("first")


def test_the_probe_writes_and_reads(store: Store) -> None:
    assert store.probe("this")
    assert 0 < store.link.call("TTL", keys.PROBE) <= 60


# --- the table of keys ----------------------------------------------------------------------------


SHAPES = {
    "hash": "hash",
    "list": "list",
    "sorted set": "zset",
    "stream": "stream",
    "string": "string",
}


def line_of(key: str) -> keys.KeyPattern:
    """Find the one line of the table that a key belongs to."""

    def fits(line: keys.KeyPattern) -> bool:
        pattern = re.escape(line.pattern).replace("BOARD", "[ds]:[^{}:]+")
        return re.fullmatch(re.sub(r"\b[A-Z]{3,}\b", "[^{}:]+", pattern), key) is not None

    [line] = filter(fits, keys.PATTERNS)
    return line


def test_every_key_that_is_written_is_in_the_table_with_its_shape(store: Store) -> None:
    finish(store, "me", 1)
    store.create_game("game", SETUP, player="me")
    store.append("game", 0, ["draw"], finished=False)
    store.name_or("me", "Amber Otter")
    store.note_day(date(2026, 12, 1), "commitment")
    store.pin_day(date(2026, 12, 1), "[]")
    store.check_secret("fingerprint")
    store.probe("this")
    written = store.link.call("KEYS", "*")
    assert written
    for key in written:
        assert store.link.call("TYPE", key) == SHAPES[line_of(key).shape]


def test_the_document_lists_the_table() -> None:
    text = (Path(__file__).parents[2] / "docs" / "store.md").read_text("utf-8")
    for line in keys.PATTERNS:
        row = f"| `{line.pattern}` | {line.shape} | {line.holds} | {line.lifetime} |"
        assert row in text
    assert text.count("| `dt1:") == len(keys.PATTERNS)


# --- when the store is down -----------------------------------------------------------------------


CALLS: tuple[Callable[[Store], object], ...] = (
    lambda store: store.create_game("g", SETUP),
    lambda store: store.game("g"),
    lambda store: store.append("g", 0, ["draw"], finished=True),
    lambda store: store.claim_attempt(BOARD, "me", "g"),
    lambda store: store.record_result(BOARD, "me", result(1)),
    lambda store: store.standing(BOARD, 1),
    lambda store: store.page(BOARD, 0, 10),
    lambda store: store.names(["me", "you"]),
    lambda store: store.probe("this"),
)


@pytest.mark.parametrize(
    "url",
    [
        "redis://127.0.0.1:1",
        "unix:///nowhere/at/all.sock",
        "redis://127.0.0.1:1,redis://127.0.0.1:2",
    ],
)
def test_a_store_that_is_not_there_is_down_and_says_so_soon(url: str) -> None:
    store = Store(Link(url))
    for call in CALLS[:2]:
        with pytest.raises(StoreDown):
            call(store)
    store.close()


def test_every_method_says_that_the_store_is_down(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    monkeypatch.setattr("web.kept.connection._TRIES", 0)
    down = Store(Link("unix:///nowhere/at/all.sock"))
    for call in CALLS:
        with pytest.raises(StoreDown):
            call(down)
    down.close()


def test_an_error_of_the_server_is_a_store_that_is_down(store: Store) -> None:
    store.link.call("SET", keys.game("g"), "not a hash")
    with pytest.raises(StoreDown, match="WRONGTYPE"):
        store.game("g")


def test_a_server_that_forgot_the_scripts_is_told_again(store: Store) -> None:
    store.create_game("g", SETUP)
    store.link.call("SCRIPT FLUSH")
    assert store.append("g", 0, ["draw"], finished=False).ok


def embedded_settings(folder: Path) -> Settings:
    return load_settings({"DATA_DIR": str(folder / "data")})


def test_nothing_acknowledged_is_lost_when_the_server_is_killed_over_and_over(
    tmp_path: Path,
) -> None:
    store = Store.open(embedded_settings(tmp_path))
    store.create_game("g", SETUP)
    stop = threading.Event()

    def kill_again_and_again() -> None:
        while not stop.wait(0.7):
            process: int = store.link.call("INFO", "server")["process_id"]
            os.kill(process, signal.SIGKILL)

    killer = threading.Thread(target=kill_again_and_again)
    killer.start()
    length = 0
    try:
        for number in range(4000):
            appended = store.append("g", length, [f"{number}"], finished=False)
            # A repeat after a lost answer finds the first one done: the length tells.
            assert appended.length == length + 1
            length = appended.length
            if killer.is_alive() and number > 3000:
                stop.set()
    finally:
        stop.set()
        killer.join()
    row = store.game("g")
    assert row is not None
    assert row.actions == tuple(str(number) for number in range(4000))
    store.close()


def test_a_final_result_waits_for_the_disk_where_the_server_can(tmp_path: Path) -> None:
    keeper = Store.open(embedded_settings(tmp_path))
    keeper.link.call("CONFIG SET", "appendfsync", "everysec")
    outside = Store(Link(keeper.link.url))
    finish(outside, "me", 5)
    assert outside.link._can_wait_for_disk
    keeper.link.call("CONFIG SET", "appendonly", "no")
    finish(outside, "you", 5)
    assert not outside.link._can_wait_for_disk
    finish(outside, "they", 5)
    assert keeper.standing(BOARD, 5).players == 3
    outside.close()
    keeper.close()


# --- the same store for Flask-Limiter -------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "storage"),
    [
        ("redis://h:1/2", "redis://h:1/2"),
        ("rediss://u:p@h", "rediss://u:p@h"),
        ("unix:///run/s.sock", "redis+unix:///run/s.sock"),
        ("redis://u:p@a,redis://b:2", "redis+cluster://u:p@a:6379,b:2"),
    ],
)
def test_the_limiter_counts_in_the_same_store(url: str, storage: str) -> None:
    assert limiter_storage(url)[0] == storage
