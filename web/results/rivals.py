"""A computer in the person's seat: the same deal, against the same computers, to its end.

What it plays is a pure function of the setup and the bot. It is worked out when somebody asks, for
at most a moment in each request, and goes on from there in the next one.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final, TypeAlias

from bots import Bot, BotError, bot_named, bots_offered, key_of
from dailytrain import Match
from web.play.lineup import OpponentGone
from web.play.setups import HUMAN, Setup

SECONDS: Final = 1.0
"""How long one request may think; the answer does not depend on it, only how soon it is there."""

_KEPT: Final = 256

_Deal: TypeAlias = tuple[object, ...]


class RivalGone(OpponentGone):
    """A computer that a comparison needs is not offered any more in its version."""


def rival_named(text: str) -> Bot:
    """Give the bot that is to take a person's seat, as a link names it.

    Raises `RivalGone` where it is offered, but not in that version any more. Refuses what never
    was a bot with the registry's error.
    """
    try:
        return bot_named(text)
    except BotError as error:
        name, _, version = text.partition("@")
        if version.isdecimal() and name in {offer.name for offer in bots_offered()}:
            raise RivalGone(text) from error
        raise


def play_on(match: Match, bots: Sequence[Bot], may_go_on: Callable[[], bool]) -> None:
    """Let the bots, one a seat, play a match on until it ends or may not go on."""
    while not match.finished and may_go_on():
        seat = match.turn
        match.play(bots[seat].choose(match.view(seat)))


def seated_bots(setup: Setup, rival: Bot) -> list[Bot]:
    """Give who decides in each seat when this bot takes the person's.

    Raises `RivalGone` for a setup with a computer that is not offered any more.
    """
    try:
        bots = [computer.opponent() for computer in setup.computers]
    except OpponentGone as error:
        raise RivalGone(*error.args) from error
    bots.insert(HUMAN, rival)
    return bots


def rival_match(setup: Setup, rival: Bot) -> Match:
    """Play the whole match with this bot in the person's seat, however long it takes."""
    match = setup.new_match()
    play_on(match, seated_bots(setup, rival), lambda: True)
    return match


class Rivals:
    """The matches of computers in people's seats, kept in this process as far as they got."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._kept: OrderedDict[_Deal, tuple[str, ...]] = OrderedDict()
        self._thinking = Lock()

    def match(self, setup: Setup, rival: Bot) -> Match:
        """Give the match with this bot in the person's seat, as far as it could be played by now.

        An unfinished one is further on when it is asked for again.
        """
        deal = _deal(setup, rival)
        match = setup.new_match()
        for action in self._kept.get(deal, ()):
            match.play(action)
        # One request at a time thinks; the others answer with what is there.
        if not match.finished and self._thinking.acquire(blocking=False):
            try:
                until = time.monotonic() + self._seconds
                bots = seated_bots(setup, rival)
                play_on(match, bots, lambda: time.monotonic() < until)
                self._keep(deal, match)
            finally:
                self._thinking.release()
        return match

    def _keep(self, deal: _Deal, match: Match) -> None:
        actions = (str(action) for played in match.played for action in played.actions)
        self._kept[deal] = tuple(actions)
        self._kept.move_to_end(deal)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def _deal(setup: Setup, rival: Bot) -> _Deal:
    """Name all that decides the match, whoever asks for it."""
    computers = tuple(computer.key for computer in setup.computers)
    return setup.seed, setup.parsed_rules(), computers, key_of(rival)
