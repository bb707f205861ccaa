"""The services of one site, made once and handed to its pages."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from bots import bots_offered

from .days import Days
from .games import Games
from .seeds import Seeds
from .settings import Settings
from .store import Store

EXTENSION = "dailytrain"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the pages ask."""

    settings: Settings
    store: Store
    games: Games
    days: Days
    seeds: Seeds
    characters: dict[str, str]
    """How each bot plays, in one line, by its name."""

    @classmethod
    def over(cls, settings: Settings, store: Store) -> Services:
        """Set the services up over a store."""
        games = Games(store)
        return cls(
            settings=settings,
            store=store,
            games=games,
            days=Days(settings, store, games),
            seeds=Seeds(store, games),
            characters={offer.name: offer.character for offer in bots_offered()},
        )


def services() -> Services:
    """Give the services of the site that answers the present request."""
    found: Services = current_app.extensions[EXTENSION]
    return found
