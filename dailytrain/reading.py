"""What the command reads: JSON values from a file, and what it says of everything that is none."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from .errors import RecordError, RulesError, brief

LONGEST: Final = 1 << 26
"""How many bytes a line may have, or a document over several lines: 64 MB."""


def values_in(name: str) -> Iterator[object]:
    """Read the JSON values of a file (`-`: standard input): one a line, or one document.

    A document over several lines that is a list gives its items. What is no JSON is given as a
    `RecordError`, so that the values around it still count. Refuses with `RecordError` a file that
    cannot be read, and a line that is too long.
    """
    try:
        with _opened(name) as file:
            yield from _values(file)
    except OSError as wrong:
        raise _unreadable(name, str(wrong.strerror)) from wrong


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name != "-":
        try:
            return Path(name).open("rb")
        except ValueError as wrong:
            raise _unreadable(name, "no name of a file") from wrong
    if sys.stdin is None:
        raise _unreadable(name, "standard input is closed")
    return nullcontext(sys.stdin.buffer)


def _unreadable(name: str, why: str) -> RecordError:
    return RecordError(
        "file", f"{name}: {why}; give a file of JSON, one value a line, or - for standard input"
    )


def _values(file: BinaryIO) -> Iterator[object]:
    lines = _lines(file)
    first = next(lines, None)
    if first is None:
        return
    value = read_json(first)
    # What is whole in its first line is no document over several.
    if isinstance(value, RecordError):
        read = [first]
        size = len(first)
        while size <= LONGEST and (line := next(lines, None)) is not None:
            read.append(line)
            size += len(line)
        if size <= LONGEST and len(read) > 1:
            document = read_json(b"".join(read))
            if isinstance(document, list):
                yield from document
                return
            if not isinstance(document, RecordError) or _is_broken_document(read):
                yield document
                return
        lines = chain(read[1:], lines)
    yield value
    yield from map(read_json, lines)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Give the lines that are not blank."""
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise RecordError("file", f"line {number} is longer than {LONGEST >> 20} MB")
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            yield line


def _is_broken_document(lines: list[bytes]) -> bool:
    """Tell whether lines are the pieces of one document with a mistake, not a value each."""
    begins = lines[0].strip()
    if begins in {b"{", b"["}:
        return True
    opens = begins.startswith((b"{", b"[")) and begins.endswith((b"{", b"[", b","))
    return opens and not any(isinstance(read_json(line), dict) for line in lines)


class _NoJson(ValueError):  # noqa: N818 - it never leaves this module
    """Say what Python would read, but JSON has not."""


def read_json(data: bytes | str) -> Any:  # noqa: ANN401 - whatever it holds
    """Give the JSON value that this text is, or a `RecordError` that says why it is none."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError as wrong:
        return RecordError("no_text", f"this is no text in UTF-8, from byte {wrong.start} on")
    except (_NoJson, json.JSONDecodeError) as wrong:
        why = str(wrong)
    except RecursionError:
        why = "it is nested too deep"
    except ValueError:
        why = "a number in it has too many digits"
    return RecordError("no_json", f"this is no JSON: {why}")


def options_in(texts: Iterable[str]) -> dict[str, object]:
    """Read options from texts such as `highest_pip=9`; what is no JSON value stands for itself.

    Refuses a text without `=` with `RulesError`.
    """
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise RulesError("option", f"--option {brief(text)}: write NAME=VALUE")
        read = read_json(value)
        options[name] = value if isinstance(read, RecordError) else read
    return options


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object, where no key may be given twice: readers differ in which one counts."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NoJson(f"the key {brief(twice)} is given twice in one object")
    return made


def _no_constant(name: str) -> NoReturn:
    raise _NoJson(f"{name} is no number")
