"""Static files with their hash in the link, so that browsers keep each version for ever."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from flask import Flask, request
from werkzeug.wrappers import Response

_FOR_EVER = "public, max-age=31536000, immutable"


def add_hashed_links(app: Flask) -> None:
    """Add `v=HASH` to every link to a static file, and let a link with the right hash be kept."""
    folder = Path(app.static_folder or "")
    hashes = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and values.get("filename") in hashes:
            values.setdefault("v", hashes[values["filename"]])

    @app.after_request
    def keep_for_ever(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == 200:
            name = (request.view_args or {}).get("filename")
            if request.args.get("v") == hashes.get(str(name)):
                response.headers["Cache-Control"] = _FOR_EVER
            else:
                response.headers["Cache-Control"] = "no-cache"
        return response
