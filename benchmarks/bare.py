"""The yardstick for the site: a Flask route that reads and writes one key, and no more."""

from __future__ import annotations

import os

import redis
from flask import Flask

from web import embedded
from web.settings import load_settings

app = Flask(__name__)
_server = embedded.attach(load_settings(os.environ).data_dir)
_client = redis.Redis(unix_socket_path=str(_server.socket_path))


@app.post("/act")
def act() -> dict[str, int]:
    """Read a number and write the next one."""
    kept = _client.get("bare")
    number = int(kept) if isinstance(kept, bytes) else 0
    _client.set("bare", number + 1)
    return {"number": number}
