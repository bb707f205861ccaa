"""Who a browser is: a player's id in a signed cookie, without an account.

A cookie that was forged, cut short, signed with a forgotten key or left for 400 days makes a new
player, never an error.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from itsdangerous import BadSignature, Signer

from web import clock
from web.kept.keys import PlayerId
from web.settings import Settings

COOKIE_NAME: Final = "player"
LIFETIME: Final = timedelta(days=400)
"""As long as browsers keep a cookie; it begins anew whenever the cookie is renewed."""
_RENEWED_AFTER: Final = timedelta(days=1)
_PLAYER_BYTES: Final = 16
_VALUE: Final = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9]{1,11})", re.ASCII)
_LONGEST_COOKIE: Final = 200


@dataclass(frozen=True, slots=True)
class Identity:
    """A player, and whether the browser must be given a cookie with this answer."""

    player: PlayerId
    is_new: bool
    """Made just now: the player has never been here, or can no longer show it."""
    must_send: bool
    """The cookie is missing, a day old, or signed with a key that is being replaced."""


class Identities:
    """Reads and writes the cookie with the site's keys."""

    def __init__(self, settings: Settings) -> None:
        # The signer signs with its last key.
        keys = [*reversed(settings.secret_keys)]
        self._signer = _signer(keys)
        self._newest = _signer(keys[-1:])
        self._is_https = settings.is_https

    def read(self, cookie: str | None, moment: datetime | None = None) -> Identity:
        """Give the identity that the cookie shows, or a new one."""
        at = moment or clock.now()
        signed = (cookie or "")[:_LONGEST_COOKIE].encode("utf-8", "replace")
        try:
            value = self._signer.unsign(signed).decode("ascii")
        except (BadSignature, UnicodeDecodeError):
            return _stranger()
        match = _VALUE.fullmatch(value)
        if match is None:
            return _stranger()
        age = at - datetime.fromtimestamp(int(match[2]), UTC)
        if age > LIFETIME:
            return _stranger()
        must_send = age > _RENEWED_AFTER or not self._newest.validate(signed)
        return Identity(match[1], is_new=False, must_send=must_send)

    def write(self, player: PlayerId, moment: datetime | None = None) -> str:
        """Give the cookie's text for a player, valid from now on."""
        at = moment or clock.now()
        return self._newest.sign(f"{player}.{int(at.timestamp())}").decode("ascii")

    def cookie(
        self, player: PlayerId, *, is_secure: bool = False, moment: datetime | None = None
    ) -> dict[str, Any]:
        """Give the arguments of Flask's `set_cookie`; `is_secure`: this request came by https."""
        return {
            "key": COOKIE_NAME,
            "value": self.write(player, moment),
            "max_age": LIFETIME,
            "httponly": True,
            "samesite": "Lax",
            "secure": self._is_https or is_secure,
            "path": "/",
        }


def new_player() -> PlayerId:
    """Make up a player's id: 128 random bits as 22 characters."""
    return secrets.token_urlsafe(_PLAYER_BYTES)


def _stranger() -> Identity:
    return Identity(new_player(), is_new=True, must_send=True)


def _signer(keys: list[str]) -> Signer:
    return Signer(keys, salt="dailytrain player", digest_method=hashlib.sha256)
