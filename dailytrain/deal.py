"""Seeds, streams, shuffles and deals: pure functions, the same tiles for ever (formats.md).

Nothing here may change: links, published commitments and other people's programs depend on it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NewType, TypeVar

from .errors import ParseError, RulesError, brief
from .options import EngineSource
from .round import Round, start_round
from .rules import Rules
from .tiles import Tile

DEAL_VERSION: Final = 1
"""Stamped on every match record, and part of every label below."""

PUBLIC_SECRET: Final = "dailytrain public"  # noqa: S105 - public on purpose
"""The secret of the command line where none is given."""

SEED_BYTES: Final = 16
Seed = NewType("Seed", bytes)
"""The 16 bytes that a deal is made from."""

T = TypeVar("T")

_SHARED_TEXT: Final = re.compile(r"[A-Z0-9-]{1,40}")
_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MADE_UP_LENGTH: Final = 10


def daily_seed(secret: str, day: date) -> Seed:
    """Give the seed of a day on the site with this secret.

    Refuses a secret that UTF-8 cannot write, such as half a character, with `ParseError`.
    """
    message = f"dailytrain/1 daily {day.isoformat()}"
    try:
        key = secret.encode()
    except UnicodeEncodeError as wrong:
        raise ParseError("secret", "the secret is no text that UTF-8 can write") from wrong
    return Seed(_hmac(key, message.encode())[:SEED_BYTES])


def shared_seed_text(text: object) -> str:
    """Bring the text of a shared seed into its one form, upper case.

    Refuses anything but 1 to 40 letters A to Z, digits and hyphens with `ParseError`.

    >>> shared_seed_text("grandma-2026")
    'GRANDMA-2026'
    """
    # Only ASCII may be folded: other letters have upper-case forms that are ASCII (ı, ſ).
    upper = text.upper() if isinstance(text, str) and text.isascii() else ""
    if not _SHARED_TEXT.fullmatch(upper):
        raise ParseError(
            "seed_text", f"{brief(text)} is no seed: write 1 to 40 letters A-Z, digits and hyphens"
        )
    return upper


def shared_seed(text: object) -> Seed:
    """Give the seed that a shared text stands for.

    Refuses what `shared_seed_text` refuses, with `ParseError`.
    """
    upper = shared_seed_text(text)
    return Seed(hashlib.sha256(f"dailytrain/1 seed {upper}".encode()).digest()[:SEED_BYTES])


def made_up_seed_text(random_bytes: bytes) -> str:
    """Turn at least ten random bytes into the text of a new shared seed, such as `K7QF3-M2P9D`."""
    letters = "".join(_CROCKFORD[byte % 32] for byte in random_bytes[:_MADE_UP_LENGTH])
    return f"{letters[:5]}-{letters[5:]}"


def seed_from_hex(text: object) -> Seed:
    """Read the 16 bytes of a seed from hexadecimal digits.

    Refuses anything but 32 of them with `ParseError`.
    """
    if not isinstance(text, str) or not re.fullmatch(r"[0-9a-fA-F]{32}", text):
        raise ParseError(
            "seed_hex", f"{brief(text)} is no seed: write its 16 bytes as 32 hex digits"
        )
    return Seed(bytes.fromhex(text))


def commitment(seed: Seed) -> str:
    """Give the text that is published before a day, so that its deal cannot be changed after."""
    return hashlib.sha256(b"dailytrain/1 commit " + seed).hexdigest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """Stream the 32-bit words of a label, without end.

    Each purpose has a label of its own, so that a draw more in one place shifts nothing elsewhere.
    """
    block = 0
    while True:
        digest = _hmac(seed, label.encode() + b"\0" + block.to_bytes(4, "big"))
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """Draw a number from 0 up to, not including, this bound, all equally likely."""
    limit = 2**32 - 2**32 % bound
    while True:
        word = next(stream)
        if word < limit:
            return word % bound


def shuffled(items: Sequence[T], stream: Iterator[int]) -> list[T]:
    """Give the items in the order that the stream decides."""
    shuffled_items = list(items)
    for last in range(len(shuffled_items) - 1, 0, -1):
        chosen = below(stream, last + 1)
        shuffled_items[last], shuffled_items[chosen] = shuffled_items[chosen], shuffled_items[last]
    return shuffled_items


@dataclass(frozen=True, slots=True)
class Deal:
    """The tiles of a round as dealt, before a holder lays the engine."""

    engine: int
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    """The next tile to be drawn first."""


def deal_tiles(seed: Seed, rules: Rules, players: int, number: int) -> Deal:
    """Deal round `number` (from 1) to this many seats.

    Refuses with `RulesError` a number of players that the rules do not seat, and a round that the
    set has no engine for.
    """
    hand_size = rules.hand_size_for(players)
    highest = rules.highest_pip
    if not 1 <= number <= highest + 1:
        raise RulesError(
            "round", f"round: {number} is not allowed; from 1 to {highest + 1} with this set"
        )
    engine = highest + 1 - number
    in_order = [
        Tile.of(low, high) for low in range(highest + 1) for high in range(low, highest + 1)
    ]
    if rules.engine_source is EngineSource.SET_OUT:
        in_order.remove(Tile.of(engine, engine))
    tiles = shuffled(in_order, words(seed, f"dailytrain/1 deal {highest} {number}"))
    hands = tuple(tuple(tiles[s * hand_size : (s + 1) * hand_size]) for s in range(players))
    return Deal(engine, hands, tuple(tiles[players * hand_size :]))


def deal_round(
    seed: Seed, rules: Rules, players: int, number: int = 1, *, first_starter: int = 0
) -> Round:
    """Deal round `number` and bring it to the moment when the first turn begins.

    Refuses what `deal_tiles` refuses, and a first starter who has no seat, with `RulesError`.
    """
    deal = deal_tiles(seed, rules, players, number)
    if not 0 <= first_starter < players:
        raise RulesError(
            "first_starter",
            f"first_starter: {first_starter} is not allowed; from 0 to {players - 1}",
        )
    starter = (first_starter + number - 1) % players
    if rules.engine_source is EngineSource.SET_OUT:
        return start_round(rules, deal.engine, starter, deal.hands, deal.boneyard)
    return _after_engine_is_found(rules, deal, starter)


def _after_engine_is_found(rules: Rules, deal: Deal, starter: int) -> Round:
    """Let the seats draw until one holds the engine and lays it (rules.md, `holder`)."""
    engine = Tile.of(deal.engine, deal.engine)
    hands = [list(hand) for hand in deal.hands]
    boneyard = list(deal.boneyard)
    while not any(engine in hand for hand in hands):
        if len(boneyard) < len(hands):
            boneyard.remove(engine)
            return start_round(rules, deal.engine, starter, hands, boneyard)
        for hand in hands:
            hand.append(boneyard.pop(0))
    holder = next(seat for seat, hand in enumerate(hands) if engine in hand)
    hands[holder].remove(engine)
    return start_round(rules, deal.engine, holder, hands, boneyard)


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()
