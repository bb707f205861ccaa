"""Moving to another device: a code of words, a link that works once, and what becomes of results.

Whoever shows a code or a link is the person it was made for; only digests of either are kept. Where
the other browser has results of its own they are taken along without counting any day twice.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from mnemonic import Mnemonic

from web.kept.keys import Board, GameId, PlayerId
from web.kept.recovery import USED, RecoveryStore
from web.kept.store import Store, UnknownGame
from web.kept.trust import TrustStore
from web.kept.wrong_codes import WrongCodes
from web.play.games import Games
from web.play.setups import Kind
from web.settings import Settings

from .groups import Groups

TICKET_SECONDS: Final = 10 * 60
"""How long a one-time link works."""
WORDS: Final = 12
_CODE_BITS: Final = 128
_TICKET_BYTES: Final = 16
_LONGEST_CODE: Final = 300
_PREFIX: Final = 4  # no two words of a list begin with the same four letters

_LISTS: Final = {"en": "english", "es": "spanish"}
"""The lists of words by language; a code may be entered in any of them."""


class WrongCode(LookupError):  # noqa: N818 - named for what is the matter
    """The words are no code, or none that leads to somebody."""


class LinkUsed(LookupError):  # noqa: N818 - named for what is the matter
    """The link has been used."""


class LinkExpired(LookupError):  # noqa: N818 - named for what is the matter
    """The link's time is over, a newer one has replaced it, or it never was one."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players have, before one is made the other."""

    here: int
    """Results of the browser that is here."""
    there: int
    """Results of the player to become."""
    both: int
    """Boards on which both began a game."""
    groups: int
    """Groups of the browser that is here."""

    @property
    def must_ask(self) -> bool:
        """Whether there is something here that could be lost."""
        return bool(self.here or self.both or self.groups)


class Recovery:
    """All codes and links, through the store."""

    def __init__(self, settings: Settings, store: Store, games: Games, groups: Groups) -> None:
        self._store = store
        self._games = games
        self._groups = groups
        self._kept = RecoveryStore(store.link)
        self._tries = WrongCodes(store.link, "recovery", settings.secret_keys[0])

    # --- the code ---------------------------------------------------------------------------

    def new_code(self, player: PlayerId, language: str) -> list[str]:
        """Make up a code of words that leads to the player; the one before it no longer does."""
        entropy = secrets.token_bytes(_CODE_BITS // 8)
        self._kept.set_code(player, _digest("recovery", entropy))
        return _words_of(_LISTS.get(language, "english")).to_mnemonic(entropy).split()

    def has_code(self, player: PlayerId) -> bool:
        """Tell whether a code leads to the player."""
        return self._kept.has_code(player)

    def revoke_code(self, player: PlayerId) -> None:
        """Let no code lead to the player."""
        self._kept.revoke_code(player)

    def player_of_code(self, text: str, address: str) -> PlayerId:
        """Give the player to whom a code leads.

        Raises `WrongCode` where it leads to nobody, and `TooManyCodes` after several such.
        """
        self._tries.begin(address)
        entropy = _entropy_of(text)
        player = self._kept.player_of_code(_digest("recovery", entropy)) if entropy else None
        if player is None:
            raise WrongCode
        self._tries.was_right(address)
        return player

    # --- the link ---------------------------------------------------------------------------

    def new_ticket(self, player: PlayerId) -> str:
        """Make up the secret part of a one-time link; the link before it no longer works."""
        ticket = secrets.token_urlsafe(_TICKET_BYTES)
        self._kept.issue_ticket(player, _digest("ticket", ticket.encode()), TICKET_SECONDS)
        return ticket

    def look_at_ticket(self, ticket: str) -> PlayerId:
        """Give the player whom a link makes known, leaving it unused.

        Raises `LinkUsed` and `LinkExpired`.
        """
        return _checked(self._kept.look_at_ticket(_digest("ticket", ticket.encode())))

    def redeem_ticket(self, ticket: str) -> PlayerId:
        """Give the player whom a link makes known, once; raises `LinkUsed` and `LinkExpired`."""
        return _checked(self._kept.redeem_ticket(_digest("ticket", ticket.encode())))

    def forget(self, player: PlayerId) -> None:
        """Let neither a code nor a link lead to the player."""
        self._kept.forget_codes(player)

    # --- becoming another player ------------------------------------------------------------

    def meeting(self, here: PlayerId, there: PlayerId) -> Meeting:
        """Tell what both have, before the one is made the other."""
        own, other = self._store.history(here), self._store.history(there)
        return Meeting(
            here=sum(attempt.result is not None for attempt in own.values()),
            there=sum(attempt.result is not None for attempt in other.values()),
            both=len(own.keys() & other.keys()),
            groups=len(self._groups.groups_of(here)),
        )

    def merge(self, old: PlayerId, new: PlayerId) -> None:
        """Make all that is the old player's the new one's, and forget the old one.

        A board on which both have a game keeps the new one's; the other becomes practice. Repeating
        this after it failed half-way finishes it.
        """
        if old == new:
            return
        self._groups.change_player(old, new)
        for board, attempt in self._store.history(old).items():
            self._move_attempt(board, attempt.game_id, old, new)
        for game_id, second in self._kept.all_games(old):
            self._hand_over(game_id, new)
            self._kept.move_game(game_id, second, old, new)
        trust = TrustStore(self._store.link)
        if trust.is_name_hidden(old):
            trust.hide_name(new)
        trust.settle(old)
        self.forget(old)
        self._kept.forget_judgements(old, [*self._store.history(new)], [])
        self._store.delete_player(old)
        self._groups.results_changed(new)

    def _move_attempt(self, board: Board, game_id: GameId, old: PlayerId, new: PlayerId) -> None:
        held = self._kept.take_over(board, old, new)
        if held is not None:
            self._kept.keep_line(board, new, held)
            # A game that lost its place must not claim another when its result is looked at.
            counts = held.game_id == game_id
            self._hand_over(game_id, new, **({} if counts else {"kind": Kind.PRACTICE}))
            if counts:
                self._kept.move_skill(board, old, new)
        self._kept.forget_line(board, old)

    def _hand_over(self, game_id: GameId, new: PlayerId, **changes: str) -> None:
        try:
            self._games.change(game_id, player=new, **changes)
        except UnknownGame:
            return  # nobody acted in it for too long


def _digest(kind: str, secret: bytes) -> str:
    """Give what is kept instead of a secret; long enough ones need no salt and no slow hash."""
    return hashlib.sha256(f"dailytrain {kind} ".encode() + secret).hexdigest()[:40]


def _checked(found: str | None) -> PlayerId:
    if found == USED:
        raise LinkUsed
    if found is None:
        raise LinkExpired
    return found


@cache
def _words_of(name: str) -> Mnemonic:
    return Mnemonic(name)


def _entropy_of(text: str) -> bytes | None:
    """Read the words of a code, of which the first four letters are enough."""
    plain = unicodedata.normalize("NFKD", text[:_LONGEST_CODE].casefold())
    typed = re.findall(r"[^\W\d_][\w\u0300-\u036f]*", plain)
    for name in _LISTS.values():
        words = _words_of(name)
        by_start = _by_start(name)
        whole = [by_start.get(_start(word), word) for word in typed]
        try:
            return bytes(words.to_entropy(whole))
        except (ValueError, LookupError):
            continue
    return None


def _start(word: str) -> str:
    """Give the first letters of a word, with the accents they carry left out."""
    letters = (c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    return "".join(letters)[:_PREFIX]


@cache
def _by_start(name: str) -> dict[str, str]:
    return {_start(word): word for word in _words_of(name).wordlist}
