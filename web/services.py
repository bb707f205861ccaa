"""The services of one site, made once and handed to its pages."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from bots import bots_offered

from .days import Days
from .fairness import Fairness
from .games import Games
from .group_boards import GroupBoards
from .groups import Groups
from .jobs import Jobs
from .judged_store import JudgedStore
from .people import People
from .recovery import Recovery
from .seeds import Seeds
from .settings import Settings
from .store import Store
from .trust import Trust

EXTENSION = "dailytrain"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the pages ask."""

    settings: Settings
    store: Store
    games: Games
    days: Days
    seeds: Seeds
    groups: Groups
    group_boards: GroupBoards
    recovery: Recovery
    people: People
    trust: Trust
    fairness: Fairness
    judged: JudgedStore
    jobs: Jobs
    characters: dict[str, str]
    """How each bot plays, in one line, by its name."""

    @classmethod
    def over(cls, settings: Settings, store: Store) -> Services:
        """Set the services up over a store."""
        games = Games(store)
        days = Days(settings, store, games)
        groups = Groups(settings, store)
        recovery = Recovery(settings, store, games, groups)
        return cls(
            settings=settings,
            store=store,
            games=games,
            days=days,
            seeds=Seeds(store, games),
            groups=groups,
            group_boards=GroupBoards(settings, store, days),
            recovery=recovery,
            people=People(store, groups, recovery),
            trust=Trust(store, games, days, groups),
            fairness=Fairness(settings, store, days),
            judged=JudgedStore(store.link),
            jobs=Jobs(store.link.url),
            characters={offer.name: offer.character for offer in bots_offered()},
        )


def services() -> Services:
    """Give the services of the site that answers the present request."""
    found: Services = current_app.extensions[EXTENSION]
    return found
