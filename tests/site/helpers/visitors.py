"""Visitors of the site with a cookie jar each: in this process, or over the wire to a server."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

from flask import Flask

JSON = {"Accept": "application/json"}
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Answer:
    """A response, whole."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever was answered
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        return ", ".join(found) if found else None

    @property
    def cookies(self) -> list[str]:
        return [value for key, value in self.headers if key.lower() == "set-cookie"]

    @property
    def path(self) -> str:
        """Where it leads on to."""
        location = self.header("Location")
        assert location is not None, (self.status, self.body[:300])
        return location

    def everything(self, *, without_cookies: bool = False) -> bytes:
        """Give every byte of it, headers too."""
        lines = [
            f"{name}: {value}"
            for name, value in self.headers
            if not (without_cookies and name.lower() == "set-cookie")
        ]
        return "\n".join([str(self.status), *lines]).encode() + b"\n\n" + self.body


Form = Mapping[str, str] | bytes


class Visitor(Protocol):
    """Someone with a browser, who keeps every answer."""

    seen: list[Answer]

    def ask(
        self, method: str, path: str, data: Form | None = None, headers: Mapping[str, str] = ...
    ) -> Answer: ...

    def get(self, path: str, **headers: str) -> Answer: ...

    def post(self, path: str, data: Form | None = None, **headers: str) -> Answer: ...


def _header_names(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


class AppVisitor:
    """A visitor in this process: the clock may be moved."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()
        self.seen: list[Answer] = []

    def ask(
        self,
        method: str,
        path: str,
        data: Form | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        is_form = data is not None and not isinstance(data, bytes)
        body = data if data is None or isinstance(data, bytes) else urlencode(data)
        sent = {**({"Content-Type": FORM} if is_form else {}), **(headers or {})}
        response = self.client.open(path, method=method, data=body, headers=sent)
        self.seen.append(Answer(response.status_code, tuple(response.headers), response.data))
        return self.seen[-1]

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, _header_names(headers))

    def post(self, path: str, data: Form | None = None, **headers: str) -> Answer:
        return self.ask("POST", path, data if data is not None else {}, _header_names(headers))

    def twin(self) -> AppVisitor:
        """Open another tab of the same browser."""
        other = AppVisitor(self.app)
        cookie = self.client.get_cookie("player")
        assert cookie is not None
        other.client.set_cookie("player", cookie.value)
        return other


class WireVisitor:
    """A visitor over HTTP; not to be shared by threads, a `twin` is."""

    def __init__(self, base: str, cookies: Mapping[str, str] | None = None) -> None:
        parts = urlsplit(base)
        self.base = base
        self.cookies = dict(cookies or {})
        self.seen: list[Answer] = []
        self._connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port or 80, timeout=20
        )

    def ask(
        self,
        method: str,
        path: str,
        data: Form | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        body = data if data is None or isinstance(data, bytes) else urlencode(data).encode()
        sent = {"Connection": "close"}
        if data is not None and not isinstance(data, bytes):
            sent["Content-Type"] = FORM
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self._connection.request(method, path, body, {**sent, **(headers or {})})
            response = self._connection.getresponse()
            answer = Answer(response.status, tuple(response.getheaders()), response.read())
        finally:
            self._connection.close()
        for line in answer.cookies:
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
        self.seen.append(answer)
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, _header_names(headers))

    def post(self, path: str, data: Form | None = None, **headers: str) -> Answer:
        return self.ask("POST", path, data if data is not None else {}, _header_names(headers))

    def twin(self) -> WireVisitor:
        """Open another tab of the same browser."""
        return WireVisitor(self.base, self.cookies)
