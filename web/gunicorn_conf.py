"""How gunicorn serves the site: processes, threads, logs, the embedded server's life."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from bots import fast
from web.embedded import EmbeddedServerError
from web.kept.store import SecretChanged, Store, StoreDown
from web.services import Services
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
    """Open the store, with its embedded server if need be, before any worker needs it.

    Whatever no worker could start with ends the site here, once, rather than each worker for ever.
    The store is the arbiter's, as HUP runs this file again; so is the code that it imports, so
    that new code takes a new start.
    """
    try:
        server.store = Store.open(_settings)
        Services.over(_settings, server.store).days.check_secret()
    except StoreDown:
        server.log.warning("the store is not there yet")
    except (EmbeddedServerError, SecretChanged) as error:
        sys.exit(f"Daily Train does not start: {error}")


def post_worker_init(_worker: Any) -> None:  # noqa: ANN401 - gunicorn ships no types
    """Load the compiled search while the first pages are served, so that no move waits for it."""
    fast.warm_in_background()


def on_exit(server: Any) -> None:  # noqa: ANN401 - gunicorn ships no types
    """Let go of the store; an embedded server stops when its last user has gone."""
    store: Store | None = getattr(server, "store", None)
    if store is not None:
        store.close()
