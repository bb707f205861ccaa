"""Whether the process lives, and whether the site can serve."""

from __future__ import annotations

import secrets

from flask import Blueprint, jsonify
from werkzeug.wrappers import Response

from web.kept.connection import StoreDown
from web.services import services

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def healthz() -> Response:
    """Answer that the process lives."""
    return jsonify({"status": "ok"})


@pages.get("/readyz")
def readyz() -> Response:
    """Answer whether the store can be written and read, and today's deal is made."""
    site = services()
    checks = {"store": False, "day": False}
    try:
        checks["store"] = site.store.probe(secrets.token_hex(8))
        site.days.make(site.days.today())
        checks["day"] = True
    except StoreDown:
        pass
    ready = all(checks.values())
    response = jsonify({"status": "ok" if ready else "not ready", **checks})
    response.status_code = 200 if ready else 503
    return response
