"""The headers every answer carries: what a browser may load, frame, send and keep."""

from __future__ import annotations

from typing import Final

from flask import request
from werkzeug.wrappers import Response

_DIRECTIVES: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
CONTENT_SECURITY_POLICY: Final = "; ".join(f"{name} {to}" for name, to in _DIRECTIVES.items())

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_FOR_DOCUMENTS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_NO_DOCUMENTS: Final = frozenset({"text/css", "text/javascript", "image/png"})
"""Kinds that no browser opens as a page; the table needs many of them, each with its headers."""


def add_headers(response: Response) -> Response:
    """Add the headers; pages are made for one person and one moment, so nobody keeps them."""
    is_bare = request.endpoint == "static" and response.mimetype in _NO_DOCUMENTS
    for name, value in (_ALWAYS if is_bare else _ALWAYS | _FOR_DOCUMENTS).items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
