"""The headers every answer carries: what a browser may load, frame, send and keep."""

from __future__ import annotations

from typing import Final

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
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def add_headers(response: Response) -> Response:
    """Add the headers; pages are made for one person and one moment, so nobody keeps them."""
    for name, value in _ALWAYS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
