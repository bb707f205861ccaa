"""How gunicorn serves the site: processes, threads, logs, the embedded server's life."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from web import embedded
from web.settings import SettingsError, load_settings

try:
    _settings = load_settings(os.environ)
except SettingsError as error:
    sys.exit(f"Daily Train does not start: {error}")

bind = f"127.0.0.1:{_settings.port}"
worker_class = "gthread"
workers = _settings.web_workers
threads = _settings.web_threads
# Only a heartbeat with threads: a process that does not even say so is replaced.
timeout = 60
graceful_timeout = 20
keepalive = 5
max_requests = 50_000
max_requests_jitter = 5_000
# The heartbeat's file must not wait for a disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - gunicorn's own file
control_socket_disable = True
# TRUSTED_PROXIES decides whom to believe, in the application.
forwarded_allow_ips = ""
accesslog = "-"
errorlog = "-"
# One JSON object a line. No query, cookie, referrer or address: they may identify or unlock.
access_log_format = (
    '{"time":"%(t)s","method":"%(m)s","path":"%(U)s","status":%(s)s,"bytes":"%(B)s","ms":%(M)s}'
)


def on_starting(server: Any) -> None:  # noqa: ANN401 - gunicorn ships no types
    """Start the embedded server, or attach to the one that runs, before any worker needs it.

    The handle is the arbiter's, as HUP runs this file again.
    """
    if not _settings.is_embedded:
        return
    try:
        server.embedded = embedded.attach(_settings.data_dir)
    except embedded.EmbeddedServerError as error:
        sys.exit(f"Daily Train does not start: {error}")


def on_exit(server: Any) -> None:  # noqa: ANN401 - gunicorn ships no types
    """Let go of the embedded server, which stops when its last user has gone."""
    held: embedded.EmbeddedServer | None = getattr(server, "embedded", None)
    if held is not None:
        held.close()
