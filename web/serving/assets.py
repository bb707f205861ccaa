"""Static files: links that change when any of them does, and each file compressed once, in memory.

A process serves the files as they were when it started: what a deploy lays over them meanwhile is
for the processes that start after it, under links of its own. So a link of one build never leads to
a file of another, neither in a browser's memory nor in a service worker's.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import brotli  # type: ignore[import-untyped]
from flask import Flask, Response, abort, current_app, request, url_for
from markupsafe import Markup

EXTENSION: Final = "dailytrain-assets"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_TEXTS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_KINDS: Final = {**_TEXTS, ".png": "image/png"}
_IMPORT: Final = re.compile(r'^(?:import|export|\})[^;"]*"\./([\w-]+\.js)";', re.MULTILINE)
_PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": lambda plain: bytes(brotli.compress(plain, quality=11)),
    "gzip": lambda plain: gzip.compress(plain, 9, mtime=0),
}
"""The ways to compress, the best first."""


@dataclass(frozen=True, slots=True)
class Assets:
    """The static files of one build by their names below the folder, such as `css/base.css`."""

    files: dict[str, bytes]
    build: str
    """Stands for every byte of every file."""

    @classmethod
    def read(cls, folder: Path) -> Assets:
        """Read the files of a folder; one of a kind that the site does not serve is left out."""
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in _KINDS
        }
        total = hashlib.sha256()
        for name, plain in files.items():
            total.update(f"{name}\0{len(plain)}\0".encode() + plain)
        return cls(files, total.hexdigest()[:12])

    def modules_behind(self, name: str) -> list[str]:
        """List the modules that a module imports, and those that these import, in that order."""
        found: dict[str, None] = {name: None}
        for each in _while_growing(found):
            folder = each.rpartition("/")[0]
            text = self.files.get(each, b"").decode()
            found.update(dict.fromkeys(f"{folder}/{other}" for other in _IMPORT.findall(text)))
        return [each for each in found if each != name]


def _while_growing(names: dict[str, None]) -> Iterator[str]:
    """Give every name of a dict, those too that are added meanwhile."""
    place = 0
    while place < len(names):
        yield list(names)[place]
        place += 1


def add_assets(app: Flask, *, is_live: bool = False) -> None:
    """Serve the files of the static folder; when live, as they are at each moment, kept by nobody.

    The endpoint is `static`, as everywhere; links name the build.
    """
    folder = Path(__file__).parents[1] / "static"
    at_start = Assets.read(folder)
    app.extensions[EXTENSION] = lambda: Assets.read(folder) if is_live else at_start

    @app.url_defaults
    def name_the_build(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and values.get("filename") in assets().files:
            values.setdefault("build", assets().build)

    def serve(filename: str, build: str = "") -> Response:
        return _file_answer(assets(), filename, keep=build == assets().build and not is_live)

    app.add_url_rule("/static/v-<build>/<path:filename>", "static", serve)
    app.add_url_rule("/static/<path:filename>", "static", serve)
    app.jinja_env.globals["module"] = module_tags


def assets() -> Assets:
    """Give the static files that the site serves."""
    now: Callable[[], Assets] = current_app.extensions[EXTENSION]
    return now()


def module_tags(name: str) -> Markup:
    """Write the tags for a script and for all that it imports, so that all are fetched at once."""
    tags = [
        Markup('<link rel="modulepreload" href="{}">').format(url_for("static", filename=each))
        for each in assets().modules_behind(name)
    ]
    script = Markup('<script type="module" src="{}"></script>')
    return Markup("\n").join([*tags, script.format(url_for("static", filename=name))])


def _file_answer(kept: Assets, name: str, *, keep: bool) -> Response:
    """Answer with a file, compressed as the browser likes best; 404 for what is not served."""
    plain = kept.files.get(name)
    if plain is None:
        abort(404)
    suffix = Path(name).suffix
    how = ""
    if suffix in _TEXTS:
        how = next((each for each in _PACKERS if request.accept_encodings[each] > 0), "")
    body, tag = _packed(plain, how)
    response = Response(body, mimetype=_KINDS[suffix])
    if how:
        response.headers["Content-Encoding"] = how
    if suffix in _TEXTS:
        response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = _FOR_EVER if keep else "no-cache"
    response.set_etag(tag)
    response.make_conditional(request)
    return response


@cache
def _packed(plain: bytes, how: str) -> tuple[bytes, str]:
    """Compress a file, and tag what comes of it, once for all; a process's sites share it."""
    body = _PACKERS[how](plain) if how else plain
    return body, hashlib.sha256(body).hexdigest()[:16]
