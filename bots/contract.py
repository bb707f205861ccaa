"""What a bot is, and which ones there are: a view in, an action out, found by name and version.

A bot decides from the view alone, with whole numbers alone: no seed of the deal, no clock, no
environment, nothing remembered between two calls that could change an answer. Its budget is counted
in nodes. Equal views get equal answers in every process and on every machine.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final, Protocol

from dailytrain.actions import Action
from dailytrain.errors import DailyTrainError, IllegalAction
from dailytrain.view import View

ENTRY_POINTS: Final = "dailytrain.bots"
"""The entry-point group by which other people's packages offer their bots."""


class Bot(Protocol):
    """An opponent."""

    name: str
    """How it is asked for: lower-case letters, digits and hyphens."""
    version: int
    """Raised whenever an answer may change, so that old games can say who played them."""
    character: str
    """What it plays like, in one line."""

    def choose(self, view: View) -> Action:
        """Give one of the view's legal actions."""
        ...


class BotError(DailyTrainError):
    """Say that no such bot is offered, or that what is offered is no bot."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A bot that can be asked for."""

    name: str
    version: int
    character: str

    @property
    def key(self) -> str:
        """Its full name, such as `planner@1`, which games and records are stamped with."""
        return f"{self.name}@{self.version}"


_HOUSE: Final = (
    "bots.gentle:Gentle",
    "bots.regular:Regular",
    "bots.earlier:Regular1",
    "bots.strong:Strong",
    "bots.earlier:Strong1",
    "bots.planner:Planner",
    "bots.simple:Heaviest",
    "bots.simple:Random",
)
"""The bots of the house, named like everyone's so that all are loaded the same way, when wanted."""


def key_of(bot: Bot) -> str:
    """Give the full name of a bot, such as `planner@1`."""
    return f"{bot.name}@{bot.version}"


def bots_offered(*, earlier: bool = False) -> tuple[Offer, ...]:
    """List every bot that can be asked for in its newest version, the house's first.

    With `earlier` the versions that can still be asked for follow each, the newest first. A package
    whose bot does not load is left out; asking for it by name says what is wrong.
    """
    offers = [Offer(bot.name, bot.version, bot.character) for bot in _offered()]
    if earlier:
        return tuple(offers)
    newest: dict[str, Offer] = {}
    for offer in offers:
        newest.setdefault(offer.name, offer)
    return tuple(newest.values())


def bot_named(text: str) -> Bot:
    """Give the bot of this name in its newest version, or exactly the one of `name@version`.

    Refuses a name that is not offered with `BotError`, which lists what is.
    """
    if isinstance(text, str):
        for bot in _offered():
            if text in (bot.name, key_of(bot)):
                return bot
        name, _, version = text.partition("@")
        for point in entry_points(group=ENTRY_POINTS):
            if point.name == name and not version:
                return _made(point.value)
    offered = ", ".join(offer.key for offer in bots_offered(earlier=True))
    raise BotError("bot_unknown", f"{text!r} is no bot; the bots are {offered}")


def bot_from(text: str) -> Bot:
    """Give a bot by its name or, as command lines may, by `module:Class`, which runs that module.

    A module is also looked for in the folder where the command is typed. Refuses what is not there
    or is no bot with `BotError`.
    """
    if ":" not in text:
        return bot_named(text)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return _made(text)


def make_ready(bot: Bot) -> None:
    """Let a bot do beforehand what takes it long, if it has a method `warm`; no answer changes."""
    warm = getattr(bot, "warm", None)
    if callable(warm):
        warm()


def legal_for(view: View) -> tuple[Action, ...]:
    """List the actions that a bot has to choose from.

    Refuses a view of a seat that has nothing to choose with `IllegalAction`.
    """
    legal = view.legal_actions()
    if not legal:
        raise IllegalAction("not_your_turn", f"seat {view.seat} has nothing to choose now")
    return legal


@cache
def _offered() -> tuple[Bot, ...]:
    found: dict[str, Bot] = {}
    for bot in (*map(_made, _HOUSE), *_guests()):
        found.setdefault(key_of(bot), bot)
    names = list(dict.fromkeys(bot.name for bot in found.values()))
    return tuple(sorted(found.values(), key=lambda bot: (names.index(bot.name), -bot.version)))


def _guests() -> Iterator[Bot]:
    """Load what other packages offer, in an order that no installation changes."""
    points: list[EntryPoint] = sorted(
        entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)
    )
    for point in points:
        if point.value not in _HOUSE:
            try:
                yield _made(point.value)
            except BotError:
                continue


@cache
def _made(reference: str) -> Bot:
    """Load a class by `module:Class` and make a bot of it."""
    module, _, name = reference.partition(":")
    try:
        made = getattr(importlib.import_module(module), name)()
    except Exception as wrong:
        # Another's code may fail in any way; the one who asked for it is told how.
        raise BotError("bot_broken", f"{reference}: {type(wrong).__name__}: {wrong}") from wrong
    named = isinstance(getattr(made, "name", None), str) and made.name
    numbered = type(getattr(made, "version", None)) is int
    told = isinstance(getattr(made, "character", None), str)
    if not (named and numbered and told and callable(getattr(made, "choose", None))):
        raise BotError(
            "bot_broken",
            f"{reference}: it lacks a name, a number as version, a character or choose",
        )
    bot: Bot = made
    return bot
