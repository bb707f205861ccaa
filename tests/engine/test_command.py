"""The command `dailytrain`, called as the shell calls it."""

import io
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dailytrain import (
    Match,
    commitment,
    daily_seed,
    format_match_record,
    format_round_record,
    parse_match_record,
    preset_rules,
    shared_seed,
    verify_match,
)
from dailytrain.cli import main
from dailytrain.deal import PUBLIC_SECRET
from dailytrain.requests import parse_date

from .data import ROOT, ROUNDS
from .test_bad_input import MATCH, POSITION, RECORD


class Answer(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command with these words, and this on standard input."""

    def run_command(*words: str, given: str | bytes = "") -> Answer:
        data = given if isinstance(given, bytes) else given.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        try:
            status = main(words)
        except SystemExit as left:
            status = int(left.code or 0)
        return Answer(status, *capsys.readouterr())

    return run_command


def lines_of(*values: object) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


# deal


def test_a_shared_seed_is_dealt(run: Run) -> None:
    [dealt] = run("deal", "--seed", "grandma-2026", "--players", "2").lines
    assert dealt["seed"] == shared_seed("GRANDMA-2026").hex()
    assert [len(hand) for hand in dealt["hands"]] == [15, 15]
    assert (dealt["engine"], len(dealt["boneyard"])) == (12, 60)


def test_a_day_is_dealt_with_its_commitment_and_the_public_secret(run: Run) -> None:
    [dealt] = run("deal", "--day", "2026-11-29").lines
    seed = daily_seed(PUBLIC_SECRET, parse_date("2026-11-29"))
    assert (dealt["seed"], dealt["commitment"]) == (seed.hex(), commitment(seed))
    assert len(dealt["hands"]) == 3
    [other] = run("deal", "--day", "2026-11-29", "--secret", "a site's own").lines
    assert other["seed"] != dealt["seed"]


def test_a_round_and_options_can_be_chosen(run: Run) -> None:
    words = ("--round", "2", "--preset", "puremco", "--option", "highest_pip=9", "--players", "4")
    [dealt] = run("deal", "--hex", "00" * 16, *words).lines
    assert (dealt["engine"], dealt["highest_pip"], dealt["hand"]) == (8, 9, 11)
    [holder] = run("deal", "--seed", "A", "--option", "engine_source=holder").lines
    assert sum(map(len, holder["hands"])) + len(holder["boneyard"]) == 91


def test_an_answer_can_be_asked_again(run: Run) -> None:
    [dealt] = run("deal", "--seed", "A", "--players", "4").lines
    assert run("deal", "-", given=lines_of(dealt)).lines == [dealt]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("deal",), "--seed"),
        (("deal", "--seed", "A", "--day", "2026-11-29"), "one of --seed, --hex and --day"),
        (("deal", "--seed", "not a seed"), "1 to 40"),
        (("deal", "--hex", "12"), "32 hex"),
        (("deal", "--day", "2026-02-29"), "YYYY-MM-DD"),
        (("deal", "--day", "20261129"), "YYYY-MM-DD"),
        (("deal", "--seed", "A", "--players", "1"), "from 2 to 10"),
        (("deal", "--seed", "A", "--players", "0"), "from 2 to 10"),
        (("deal", "--seed", "A", "--players", "5"), "hand_size"),
        (("deal", "--seed", "A", "--round", "14"), "from 1 to 13"),
        (("deal", "--seed", "A", "--round", "0"), "from 1 to 13"),
        (("deal", "--seed", "A", "--preset", "weekly"), "daily"),
        (("deal", "--seed", "A", "--option", "rounds"), "NAME=VALUE"),
        (("deal", "--seed", "A", "--option", "name=1"), "no such option"),
        (("deal", "--seed", "A", "--option", "rounds=true"), "rounds"),
        (("deal", "--seed", "A", "--secret", "\udcff", "--day", "2026-11-29"), "--seed"),
        (("deal", "--secret", "\udcff", "--day", "2026-11-29"), "UTF-8"),
        (("trace", "no-such-file"), "no-such-file"),
        (("legal", "/"), "/"),
        (("play", "--seed", "A", "--seats", "you,nobody-knows"), "nobody-knows"),
        (("play", "--seed", "A", "--players", "3", "--seats", "random,random"), "--seats"),
        (("deal", "--seed", "A", "--round", "１"), "write a whole number"),
        (("deal", "--seed", "A", "--players", "9" * 5000), "write a whole number"),
        (("deal", "--seed", "A", "--option", "rounds=" + "[" * 5000), "from 1 to 19"),
        (("deal", "--seed", "A", "--option", "rounds=NaN"), "from 1 to 19"),
        (("deal", "requests.json", "--seed", "A"), "either a file"),
        (("verify", "/dev/null"), "no record"),
        (("trace", "a\nb\x1b[2J"), r"a\nb\x1b[2J: No such file"),
        (("play", "--seed", "A", "--seats", "you,random", "--record", "/"), "/: Is a directory"),
        (("frobnicate\x1b",), r"invalid choice: 'frobnicate\x1b'"),
        ((), "COMMAND"),
    ],
    ids=str,
)
def test_bad_usage_is_told_on_standard_error_with_status_2(
    run: Run, words: tuple[str, ...], told: str
) -> None:
    answer = run(*words)
    assert answer.status == 2
    assert told in answer.err
    assert len(answer.err.splitlines()) == 1
    assert answer.out == ""


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({}, "seed"),
        ({"seed": "zz"}, "32 hex"),
        ({"text": "ß"}, "1 to 40"),
        ({"text": 5}, "1 to 40"),
        ({"date": "tomorrow"}, "YYYY-MM-DD"),
        ({"date": 20261129}, "YYYY-MM-DD"),
        ({"date": "2026-11-29", "secret": "\ud800"}, "UTF-8"),
        ({"date": "2026-11-29", "secret": 5}, "secret must be a text"),
        ({"date": "2026-11-29", "secret": None}, "secret must be a text"),
        ({"text": "A", "players": 1}, "from 2 to 10"),
        ({"text": "A", "players": "3"}, "players"),
        ({"text": "A", "players": 3, "round": 14}, "round"),
        ({"text": "A", "players": 3, "hand": 31}, "hand_size"),
        ({"text": "A", "players": 3, "rules": 5}, "rules"),
        ({"text": "A", "players": 3, "rules": {"name": 5}}, "no such option"),
        ({"text": "A", "colour": 3}, "colour"),
        ({"deals": 5}, "object"),
        ({"deals": [5]}, "object"),
        ([], "object"),
        (None, "object"),
    ],
    ids=str,
)
def test_a_request_that_cannot_be_answered_is_told_in_its_place(
    run: Run, request_: object, told: str
) -> None:
    answer = run("deal", "-", given=lines_of(request_, {"text": "A"}))
    wrong, right = answer.lines
    assert told in wrong["error"]["message"]
    assert right["seed"] == shared_seed("A").hex()
    assert answer.status == 1


# legal and trace


def test_positions_are_answered_line_by_line(run: Run) -> None:
    wrong = {**POSITION, "engine": 13}
    answer = run("legal", "-", given=lines_of(POSITION, wrong, POSITION))
    first, second, third = answer.lines
    assert first == third == ["draw"]
    assert "engine" in second["error"]["message"]
    assert "engine" in answer.err
    assert answer.status == 1


def test_a_position_may_be_written_over_several_lines(run: Run) -> None:
    answer = run("legal", "-", given=json.dumps(POSITION, indent=2))
    assert len(answer.lines) == 1
    assert answer.status == 0


def test_a_trace_stops_at_an_action_that_is_not_legal_and_goes_on_with_the_next(run: Run) -> None:
    wrong = {**RECORD, "actions": ["12-5@P0", "draw", "0-3@P0", "pass"]}
    answer = run("trace", "-", given=lines_of(wrong, {**RECORD, "actions": ["5-12@P0"]}))
    first, second = answer.lines
    assert [step["action"] for step in first["steps"]] == ["5-12@P0", "draw"]
    assert first["error"]["step"] == 2
    assert "0-3@P0" in first["error"]["message"]
    assert (first["ended"], first["scores"]) == (None, None)
    assert "error" not in second
    assert answer.status == 1


def test_an_action_after_the_end_is_an_error_too(run: Run) -> None:
    vector = next(v for v in ROUNDS if v["trace"]["ended"])
    record = {**vector["record"], "actions": [*vector["record"]["actions"], "pass"]}
    answer = run("trace", "-", given=lines_of(record))
    [traced] = answer.lines
    error = traced.pop("error")
    assert traced == vector["trace"]
    assert error["step"] == len(vector["record"]["actions"])
    assert "ended" in error["message"]
    assert answer.status == 1


@pytest.mark.parametrize(
    "line",
    ["nonsense", "5", "null", "[]", "{}", '{"rules": "standard"}', "[" * 2000, "NaN", '"\\ud800"'],
)
def test_a_line_that_is_no_record_gets_a_line_with_only_an_error(run: Run, line: str) -> None:
    answer = run("trace", "-", given=f"{line}\n{json.dumps(RECORD)}\n")
    wrong, right = answer.lines
    assert list(wrong) == ["error"]
    assert wrong["error"]["message"]
    assert right["steps"] == []
    assert answer.status == 1


def test_bytes_that_are_no_text_are_told_not_raised(run: Run) -> None:
    answer = run("trace", "-", given=b"\xff\xfe\n" + json.dumps(RECORD).encode() + b"\n")
    wrong, _ = answer.lines
    assert list(wrong) == ["error"]
    answer = run("trace", "-", given=b'{"rules": "\xff"}')
    assert answer.status == 1


def test_it_can_be_called_where_input_has_been_read_from_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read = io.TextIOWrapper(io.BytesIO(b"one\ntwo\n"), "utf-8")
    monkeypatch.setattr("sys.stdin", read)
    assert read.readline() == "one\n"
    assert main(["deal", "--seed", "A"]) == 0
    assert '"engine": 12' in capsys.readouterr().out


def test_empty_input_gives_no_lines(run: Run) -> None:
    assert run("trace", "-") == Answer(0, "", "")


@pytest.mark.parametrize("command", ["deal", "legal", "trace", "verify", "replay"])
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xff", "no text in UTF-8"),
        (b'{"rules": "\xff"}', "no text in UTF-8"),
        (b"{", "no JSON"),
        (b"NaN", "NaN is no number"),
        (b'{"seed": -Infinity}', "-Infinity is no number"),
        (b'{"rules": "daily", "rules": "standard"}', "'rules' is given twice"),
        (b'{"a": {"b": [{"c\\n": 1, "c\\n": 1}]}}', r"'c\n' is given twice"),
        (b"[" * 100_000, "nested too deep"),
        (b"1" * 5000, "too many digits"),
        (b'{\n "rules": "daily",\n "engine" 12,\n "starter":\n0\n}', "line 3 column 11"),
        (b'[\n {"rules": "daily"},\n {"rules": "daily"}\n', "line 4 column 1"),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_what_cannot_be_read_is_told_in_one_line(
    run: Run, command: str, data: bytes, told: str
) -> None:
    answer = run(command, "-", given=data)
    assert answer.status == 1
    lines = (answer.err or answer.out).splitlines()
    assert len(lines) == 1
    assert told in lines[0]


def test_a_file_that_is_no_text_is_told_once_where_people_read_the_answer(run: Run) -> None:
    picture = b"\x89PNG\r\n\x1a\n\0\xff\n\xfe\n"
    for command in ("verify", "replay"):
        answer = run(command, "-", given=picture)
        assert answer == Answer(1, "record 1 does not hold: " + NO_TEXT, "")
    assert len(run("trace", "-", given=picture).lines) == 4


NO_TEXT = "this is no text in UTF-8, from byte 0 on\n"


def test_a_line_without_end_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dailytrain.reading.LONGEST", 1 << 20)
    given = lines_of(RECORD) + " " * (1 << 20)
    answer = run("trace", "-", given=given + "\n")
    assert len(answer.lines) == 1
    assert answer.err == "dailytrain: line 2 is longer than 1 MB\n"
    assert answer.status == 2
    # Lines that together are longer than a document may be are still a value each.
    many = "nonsense\n" + lines_of(RECORD) * (1 + (1 << 20) // len(lines_of(RECORD)))
    answers = run("trace", "-", given=many).lines
    assert len(answers) == many.count("\n")
    assert [n for n, answer in enumerate(answers) if "error" in answer] == [0]


def test_a_byte_order_mark_is_passed_over(run: Run) -> None:
    assert run("trace", "-", given=b"\xef\xbb\xbf" + lines_of(RECORD).encode()).status == 0


def test_records_in_one_list_over_several_lines_are_read(run: Run) -> None:
    answer = run("trace", "-", given=json.dumps([RECORD, RECORD], indent=1))
    assert len(answer.lines) == 2


# verify and replay


def a_match() -> Match:
    match = Match(shared_seed("COMMAND"), preset_rules("daily", rounds=2), 3)
    while not match.finished:
        match.play(match.legal_actions()[0])
    return match


def record_of(match: Match) -> dict[str, object]:
    return format_match_record(match, [{"name": n} for n in ("Ann", "Ben", "Cleo")])


def test_a_match_that_holds_is_said_to_hold(run: Run) -> None:
    answer = run("verify", "-", given=lines_of(record_of(a_match())))
    assert answer.status == 0
    assert "holds" in answer.out
    assert ", ".join(map(str, a_match().totals)) in answer.out


def test_what_does_not_hold_is_said(run: Run) -> None:
    wrong = {**record_of(a_match()), "totals": [0, 0, 0]}
    answer = run("verify", "-", given=lines_of(wrong, MATCH))
    assert answer.status == 1
    first, second = answer.out.splitlines()
    assert "record 1 does not hold: totals" in first
    assert "holds" in second


EVIL = "Ann\x1b[2J\x07\r\n\u202eBen\u2028\x9b"


@pytest.mark.parametrize("tables", [(), ("--tables",)])
def test_a_name_from_a_record_commands_no_terminal(run: Run, tables: tuple[str, ...]) -> None:
    match = a_match()
    record = format_match_record(match, [{"name": name} for name in (EVIL, "Ben", "C" * 100_000)])
    answer = run("replay", "-", *tables, given=lines_of(record))
    assert answer.status == 0
    assert all(line.isprintable() for line in answer.out.split("\n"))
    assert r"Ann\x1b[2J\x07\r\n\u202eBen\u2028\x9b plays " in answer.out
    assert max(map(len, answer.out.split("\n"))) < 500


def test_what_a_record_says_is_quoted_safely(run: Run) -> None:
    record = record_of(a_match())
    for key in record:
        for command in ("verify", "replay"):
            answer = run(command, "-", given=lines_of({**record, key: EVIL}))
            assert answer.status == 1
            assert all(line.isprintable() for line in answer.out.split("\n"))
    wrong = {**record_of(a_match()), EVIL: 1}
    assert run("verify", "-", given=lines_of(wrong)).out.count("\n") == 1


def test_the_action_at_which_a_round_fails_is_named(run: Run) -> None:
    wrong = lines_of({**RECORD, "actions": ["12-5@P0", "draw", "0-3@P0", "pass"]})
    for command in ("verify", "replay"):
        last = run(command, "-", given=wrong).out.splitlines()[-1]
        assert last.startswith("record 1 does not hold: action 2: 0-3@P0")


def test_a_record_beside_its_trace_is_verified(run: Run) -> None:
    answer = run("verify", "-", given=lines_of(*ROUNDS[:2]))
    assert answer.status == 0
    assert answer.out.count("The round holds") == 2


def test_a_bot_that_nobody_knows_is_no_reason_to_refuse_a_match(run: Run) -> None:
    seats: list[dict[str, object]] = [
        {"name": "Ann"},
        {"name": "Ben", "bot": "nobody-knows", "version": 99},
        {"name": "Cleo", "bot": "planner", "version": "0.0-beta"},
    ]
    record = format_match_record(a_match(), seats)
    assert run("verify", "-", given=lines_of(record)).status == 0
    assert run("replay", "-", given=lines_of(record)).status == 0


@pytest.mark.parametrize("words", [("verify", "-"), ("replay", "-")])
@pytest.mark.parametrize("value", [None, 5, [], {}, {"format": "x"}, {"hands": 5}, "text"], ids=str)
def test_what_is_no_record_is_said_and_the_next_is_read(
    run: Run, words: tuple[str, ...], value: object
) -> None:
    answer = run(*words, given=lines_of(value, record_of(a_match())))
    assert answer.status == 1
    assert answer.out.startswith("record 1 does not hold: ")
    assert len(answer.out.splitlines()) > 1


def test_rounds_are_verified_too(run: Run) -> None:
    held = [vector["record"] for vector in ROUNDS[:3]]
    wrong = {**RECORD, "actions": ["pass"]}
    answer = run("verify", "-", given=lines_of(*held, wrong))
    assert answer.status == 1
    *said, last = answer.out.splitlines()
    assert [line.startswith("The round holds: ") for line in said] == [True] * 3
    assert last.startswith("record 4 does not hold: ")


@pytest.mark.parametrize("tables", [(), ("--tables",)])
def test_a_match_is_shown_as_it_was_played(run: Run, tables: tuple[str, ...]) -> None:
    match = a_match()
    answer = run("replay", "-", *tables, given=lines_of(record_of(match)))
    assert answer.status == 0
    assert answer.err == ""
    for name, total in zip(("Ann", "Ben", "Cleo"), match.totals, strict=True):
        assert f"{name} plays " in answer.out
        assert f"{name} {total}" in answer.out
    assert answer.out.count("Round 1") >= 1
    assert answer.out.count("Round 2") >= 1
    assert ("Mexican train  " in answer.out) == bool(tables)


def test_a_round_is_shown_as_it_was_played(run: Run) -> None:
    vector = next(v for v in ROUNDS if v["trace"]["ended"] == "blocked")
    answer = run("replay", "-", "--tables", given=lines_of(vector["record"]))
    assert answer.status == 0
    assert answer.out.count(" passes.") == vector["record"]["actions"].count("pass")
    assert answer.out.count(" draws a tile.") == vector["record"]["actions"].count("draw")
    assert "Scores: " + ", ".join(map(str, vector["trace"]["scores"])) in answer.out


# play


def test_computers_play_a_match_that_verifies(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = (
        "--seed",
        "A",
        "--seats",
        "random,random",
        "--option",
        "rounds=1",
        "--record",
        str(file),
    )
    assert run("play", *words).status == 0
    record = json.loads(file.read_text("utf-8"))
    assert [seat["bot"] for seat in record["seats"]] == ["random", "random"]
    assert verify_match(parse_match_record(record)).finished
    assert run("verify", str(file)).status == 0


def test_a_person_plays_by_number_by_text_and_may_ask_and_stop(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ("--seed", "A", "--seats", "you,random", "--record", str(file))
    answer = run("play", *words, given="?\n99\nnonsense\n18-18@P0\n1\nq\n")
    assert answer.status == 0
    assert "Type a number" in answer.out
    assert "is no action" in answer.out
    assert "18-18@P0 is not legal now" in answer.out
    assert "Stopped." in answer.out
    record = parse_match_record(json.loads(file.read_text("utf-8")))
    assert verify_match(record).length >= 1


def test_answers_that_are_none_are_told_and_asked_again(run: Run) -> None:
    given = b"\xff\n" + b"9" * 5000 + b"\n\x1b[2J\n0\n-1\n" + "１\n1\nq\n".encode()
    answer = run("play", "--seed", "A", "--seats", "you,random", given=given)
    assert answer.status == 0
    assert answer.out.count("is no action") == 6
    assert answer.out.count("You plays ") == 1
    assert "\x1b" not in answer.out


def test_the_end_of_input_stops_a_game(run: Run) -> None:
    assert "Stopped." in run("play", "--seed", "A", "--seats", "you,random").out


# As a program


def test_it_runs_from_a_plain_checkout(tmp_path: Path) -> None:
    """formats.md: from a plain checkout, nothing installed; so without site packages."""
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "dailytrain", "trace", "-"],
        input=lines_of(RECORD),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert json.loads(ran.stdout)["ended"] is None


def test_a_reader_that_closes_the_pipe_is_no_error() -> None:
    lines = lines_of(*[ROUNDS[0]["record"]] * 200)
    ran = subprocess.run(
        [
            "bash",
            "-c",
            f"{sys.executable} -m dailytrain trace - | head -n 1; exit ${{PIPESTATUS[0]}}",
        ],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Let a shell run the command, in which `$D` is the program."""
    return subprocess.run(
        ["bash", "-c", f'D="{sys.executable} -m dailytrain"; {command}'],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


@pytest.mark.parametrize(
    ("command", "status", "told"),
    [
        # One line stays in the buffer until the end.
        ("$D deal --seed A | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("$D --help | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("$D deal --seed A >&-", 2, "standard output is closed"),
        ("$D trace - <&-", 2, "standard input is closed"),
        ("$D deal --seed A 2>&- >&-", 2, ""),
        ("$D deal --seed a_ 2>&-", 2, ""),
        ("$D deal --seed A > /dev/full", 2, "No space left"),
        ("$D play --seed A --seats you,random <&- | tail -n 1 >&2", 0, "Stopped."),
    ],
)
def test_streams_that_are_closed_or_full(command: str, status: int, told: str) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    ran = shell(command)
    assert ran.returncode == status
    assert told in ran.stderr
    assert ran.stderr.count("\n") == bool(told)


def test_a_command_that_lacks_a_package_says_which() -> None:
    ran = shell(f"{sys.executable} -S -m dailytrain admin log")
    assert ran.returncode == 2
    assert re.fullmatch(r"dailytrain: admin needs the package \w+, [a-z ]+\n", ran.stderr)


@pytest.fixture
def heeded_interrupts() -> Iterator[None]:
    """Let what we start heed Ctrl-C: a shell's background jobs, and what they start, do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded_interrupts")
@pytest.mark.parametrize(
    "words", [["trace", "-"], ["play", "--seed", "A", "--seats", "you,random"]]
)
def test_ctrl_c_stops_in_one_line_and_keeps_the_game(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    playing = words[0] == "play"
    command = [sys.executable, "-u", "-m", "dailytrain", *words]
    with subprocess.Popen(
        [*command, "--record", str(file)] if playing else command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as ran:
        assert ran.stdin is not None
        assert ran.stdout is not None
        if playing:
            ran.stdout.read(1)
        else:
            # It has begun to read once it has answered.
            ran.stdin.write(lines_of(RECORD))
            ran.stdin.flush()
            time.sleep(2)
        ran.send_signal(signal.SIGINT)
        out, err = ran.communicate(timeout=60)
    assert ran.returncode == 130
    assert "Traceback" not in err
    if playing:
        assert out.endswith("Stopped.\n")
        assert run_verify(file) == 0
    else:
        assert err == "dailytrain: stopped\n"


def run_verify(file: Path) -> int:
    return main(["verify", str(file)])


def test_help_names_every_command_and_says_how(run: Run) -> None:
    answer = run("--help")
    assert answer.status == 0
    for word in ("deal", "legal", "trace", "replay", "verify", "play", "arena"):
        assert f"    {word} " in answer.out
    assert run("trace", "--help").status == 0


def test_a_round_record_written_by_the_game_is_read_by_the_command(run: Run) -> None:
    match = a_match()
    records = [format_round_record(p.start, p.actions) for p in match.played]
    traced = run("trace", "-", given=lines_of(*records)).lines
    assert [line["scores"] for line in traced] == [list(p.scores or ()) for p in match.played]
