"""The services of one site, made once and handed to its pages."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from bots import bots_offered

from .kept.judged import JudgedStore
from .kept.store import Store
from .people.group_boards import GroupBoards
from .people.groups import Groups
from .people.person import People
from .people.recovery import Recovery
from .people.trust import Trust
from .play.days import Days
from .play.fairness import Fairness
from .play.games import Games
from .play.seeds import Seeds
from .results.jobs import Jobs
from .settings import Settings

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
