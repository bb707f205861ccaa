"""The choices that house rules leave, one enumeration an option (rules.md)."""

from __future__ import annotations

from enum import StrEnum


class EngineSource(StrEnum):
    """Where the engine of a round comes from."""

    SET_OUT = "set_out"
    """It is taken out before the shuffle."""
    HOLDER = "holder"
    """Whoever was dealt it lays it and starts (Pagat)."""


class FirstTurn(StrEnum):
    """What a seat's first turn of a round is."""

    SINGLE = "single"
    """A turn like any other."""
    RUN = "run"
    """A first tile on the own train begins a run of tiles there."""
    PRIVATE_RUN = "private_run"
    """A run on the own train and nothing else; no double owes a tile (Pagat)."""


class MexicanTrainStart(StrEnum):
    """When the Mexican train may get its first tile."""

    ANY_TURN = "any_turn"
    SECOND_TURN = "second_turn"


class MarkerRemoval(StrEnum):
    """What takes a marker off again."""

    OWN_PLAY = "own_play"
    """Its owner plays on the own train."""
    ANY_PLAY_ON_IT = "any_play_on_it"
    """Anyone plays on that train."""
    OWNER_PLAYS_ANYWHERE = "owner_plays_anywhere"
    """Its owner plays any tile."""


class AfterDouble(StrEnum):
    """Where the tile owed after a double may go."""

    EXTRA_TILE = "extra_tile"
    """On the double, on another double of this turn, or wherever a turn may play."""
    COVER = "cover"
    """On that double, nowhere else."""


class OpenDoubleBinds(StrEnum):
    """Whom an open double binds."""

    EVERYONE = "everyone"
    NOBODY = "nobody"


class CoverOrder(StrEnum):
    """Which of several open doubles must be covered."""

    OLDEST = "oldest"
    NEWEST = "newest"


class DoublesPerTurn(StrEnum):
    """How many doubles a seat may lay in one turn."""

    ONE = "one"
    TWO_IF_FOLLOWED = "two_if_followed"
    UNLIMITED = "unlimited"


class Draws(StrEnum):
    """How many tiles a seat may draw in one turn."""

    PER_TILE = "per_tile"
    """One for each tile owed."""
    PER_TURN = "per_turn"


class Scoring(StrEnum):
    """How a round is scored."""

    PIPS = "pips"
    """Everyone counts what is left in hand; the lowest total wins."""
    WINNER_TAKES = "winner_takes"
    """The winners share what the others hold; the highest total wins."""
