"""How often an address may enter a wrong code: counted in the store, for all processes together.

A try is counted before its code is looked at, and taken back when the code was right, so that tries
sent at once are no more than tries sent in turn.
"""

from __future__ import annotations

import hashlib
from ipaddress import IPv6Address, ip_address
from typing import Final

from . import keys
from .connection import Link
from .scripts import Script

ALLOWED: Final = 10
"""Wrong codes of one kind an address may enter within the window."""
WINDOW_SECONDS: Final = 15 * 60
_HOME_BITS: Final = 64  # one household has so many bits of an IPv6 address to itself

_COUNT: Final = Script("""
-- KEYS: counter; ARGV: seconds until it begins anew
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('TTL', KEYS[1])}
""")

_TAKE_BACK: Final = Script("""
-- KEYS: counter
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end
return 1
""")


class TooManyCodes(RuntimeError):  # noqa: N818 - named for what is the matter
    """Too many wrong codes came from this address."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"the next code may be tried in {seconds} seconds")
        self.seconds = seconds


class WrongCodes:
    """The tries at one kind of code."""

    def __init__(self, link: Link, kind: str, secret: str) -> None:
        self._link = link
        self._kind = kind
        self._secret = secret

    def begin(self, address: str) -> None:
        """Count a try that begins; raises `TooManyCodes` when there were enough."""
        count, seconds = self._link.script(_COUNT, (self._key(address),), WINDOW_SECONDS)
        if count > ALLOWED:
            raise TooManyCodes(max(1, seconds))

    def was_right(self, address: str) -> None:
        """Take a counted try back, as its code was right."""
        self._link.script(_TAKE_BACK, (self._key(address),))

    def _key(self, address: str) -> str:
        # Which address it was can be read from the counter's name only by who has the secret.
        text = f"{self._secret}\n{_household(address)}"
        return keys.wrong_codes(self._kind, hashlib.sha256(text.encode()).hexdigest()[:20])


def _household(address: str) -> str:
    """Give the part of an address that one household shares."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return f"{int(parsed) >> _HOME_BITS:x}::/64"
    return str(parsed)
