"""Requests as bytes on the wire, for what no well-behaved client would send."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Sequence
from urllib.parse import urlencode

from web.kept.connection import Link

from .visitors import FORM, Answer

Header = tuple[str, str | bytes]


def request_bytes(
    method: str, path: str | bytes, headers: Sequence[Header] = (), body: bytes | None = None
) -> bytes:
    """Write a request; what is given stands as it is, headers of one's own before the usual."""
    lines = [b"%s %s HTTP/1.1" % (method.encode(), _bytes(path))]
    names = {name.lower() for name, _value in headers}
    lines += [b"%s: %s" % (name.encode(), _bytes(value)) for name, value in headers]
    if "host" not in names:
        lines.append(b"Host: 127.0.0.1")
    lines.append(b"Connection: close")
    if body is not None and not names & {"content-length", "transfer-encoding"}:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")


def form_bytes(
    path: str | bytes, fields: dict[str, str] | bytes, headers: Sequence[Header] = ()
) -> bytes:
    """Write a post of a form."""
    body = fields if isinstance(fields, bytes) else urlencode(fields).encode()
    names = {name.lower() for name, _value in headers}
    kind = [] if "content-type" in names else [("Content-Type", FORM)]
    return request_bytes("POST", path, [*headers, *kind], body)


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("latin-1")


def send(port: int, request: bytes, within: float = 10.0) -> Answer:
    """Send the bytes and read the answer; status 0 where the server only hangs up."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), within) as connection:
        # A server that refuses early closes while the rest is still being sent.
        with contextlib.suppress(OSError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionResetError):
            while part := connection.recv(65536):
                received += part
    return parsed(received)


def parsed(received: bytes) -> Answer:
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    status = int(first.split()[1]) if first.startswith("HTTP/") else 0
    pairs = [line.partition(":") for line in lines]
    return Answer(status, tuple((name, value.strip()) for name, _, value in pairs), body)


def everything_stored(link: Link) -> dict[str, object]:
    """Give all that the store holds, but for the probe of `/readyz` and the counts of requests."""
    readers: dict[str, tuple[str | int, ...]] = {
        "string": ("GET",),
        "hash": ("HGETALL",),
        "list": ("LRANGE", 0, -1),
        "zset": ("ZRANGE", 0, -1, "WITHSCORES"),
    }
    held = {}
    for name in link.call("KEYS", "dt1:*"):
        if name != "dt1:{probe}":
            command, *rest = readers[link.call("TYPE", name)]
            held[name] = link.call(command, name, *rest)
    return held
