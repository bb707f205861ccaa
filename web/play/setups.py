"""What a game is made from: kind, deal, rules and seats, fixed when it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from dailytrain import Match, Rules, parse_rules, seed_from_hex
from web.kept.keys import Board, PlayerId

from .lineup import Computer

HUMAN: Final = 0
"""The seat of the person; the computers follow in turn order."""


class Kind(StrEnum):
    """What a game counts for."""

    DAILY = "daily"
    """The one counted attempt at a day."""
    PRACTICE = "practice"
    """A day's or a seed's deal again: it does not count."""
    ARCHIVE = "archive"
    """A past day's deal: it does not count."""
    LESSON = "lesson"
    """The guided first round: it does not count."""
    SEED = "seed"
    """A first attempt at a shared seed: it counts on that seed's board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything that decides a game but the person's choices."""

    kind: Kind
    board: Board
    """The board of results that the deal belongs to."""
    day: str
    """The date of the daily deal, or of the day on which the game began."""
    seed_text: str
    """The shared seed, or empty for a daily deal."""
    seed: str
    """The 16 bytes of the deal, as hex."""
    rules: str | dict[str, object]
    """As in a record."""
    computers: tuple[Computer, ...]
    player: PlayerId
    """Whose game it is."""
    chain: bool = False
    """Its day offers the hand laid out as a chain, though the game counts."""

    @property
    def counts(self) -> bool:
        """Whether its result goes on a board."""
        return self.kind in {Kind.DAILY, Kind.SEED}

    @property
    def offers_chain(self) -> bool:
        """Whether the hand may be shown laid out as the longest train that it can form."""
        return self.chain or not self.counts

    @property
    def players(self) -> int:
        """The number of seats."""
        return 1 + len(self.computers)

    def parsed_rules(self) -> Rules:
        """Give the rules that it is played by."""
        return parse_rules(self.rules)

    def new_match(self) -> Match:
        """Deal its first round."""
        return Match(seed_from_hex(self.seed), self.parsed_rules(), self.players)

    def seat_name(self, seat: int, you: str) -> str:
        """Name a seat, the person's by the word or name given."""
        return you if seat == HUMAN else self.computers[seat - 1].name

    def recorded_seats(self, name: str) -> list[dict[str, object]]:
        """Write the seats as a match record has them, the person under this name."""
        return [
            {"name": name},
            *({"name": c.name, "bot": c.bot, "version": c.version} for c in self.computers),
        ]

    def to_json(self) -> dict[str, Any]:
        """Write it as the store keeps it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """Read it as the store keeps it."""
        return cls(
            **{
                **data,
                "kind": Kind(data["kind"]),
                "computers": tuple(Computer(**computer) for computer in data["computers"]),
            }
        )
