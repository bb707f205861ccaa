"""The site on a port of the test's own process, where a deploy puts another in its place."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from web import create_app
from web.kept.store import Store
from web.serving.assets import EXTENSION, Assets
from web.settings import Settings


class Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002, ANN401 - as it is called
        pass


class Deployed:
    """The site on a port of this process; a deploy changes what its address serves."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings, self._store = settings, store
        self.posts: list[str] = []
        self.is_hasty = False
        """Whether its worker waits for a page for a second only, to spare a test the rest."""
        self._held = ""
        self._going_on = threading.Event()
        self.app = create_app(settings, store)
        self._server = make_server(
            "127.0.0.1", 0, self._answer, threaded=True, request_handler=Quiet
        )
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _answer(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if environ["REQUEST_METHOD"] == "POST":
            self.posts.append(path)
        if path == self._held:
            self._going_on.wait(20)
        is_changed = path == "/sw.js" and self.is_hasty
        if is_changed:
            environ.pop("HTTP_ACCEPT_ENCODING", None)
        answer: Iterable[bytes] = self.app(environ, start)
        if is_changed:
            answer = [b"".join(answer).replace(b"PATIENCE = 6000;", b"PATIENCE = 1000;")]
        return answer

    def deploy(self, number: int, **changes: Any) -> None:  # noqa: ANN401 - any setting
        """Serve a site whose first style sheet says which one it is."""
        app = create_app(replace(self._settings, **changes), self._store)
        app.extensions[EXTENSION] = _files_saying(app, number)
        self.app = app

    def hold(self, path: str) -> None:
        """Let whoever asks for this path wait."""
        self._held = path

    def go_on(self) -> None:
        """Answer those who wait."""
        self._going_on.set()

    def close(self) -> None:
        """Stop serving."""
        self.go_on()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _files_saying(app: Flask, number: int) -> Callable[[], Assets]:
    plain: Assets = app.extensions[EXTENSION]()
    sheet = plain.files["css/base.css"] + b"\n:root { --deploy: %d; }\n" % number
    changed = Assets({**plain.files, "css/base.css": sheet}, f"{number:012x}")
    return lambda: changed
