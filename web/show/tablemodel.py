"""What the page shows of a game: plain values that a template can draw without knowing a rule.

Every value here is public or the reader's own: it is built from a view, never from a round.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TileFace:
    """A tile as it lies: on a train the end nearer the engine comes first."""

    text: str
    """The tile's own text, lower number first, whatever way it lies."""
    first: int
    second: int

    @property
    def is_double(self) -> bool:
        """Tell whether both ends show the same number, so that it lies crosswise."""
        return self.first == self.second


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One place where a tile of the hand may go now."""

    action: str
    """The action text that is posted: `5-8@P0`."""
    train: str
    """The train's key: `P0` … or `M`."""
    label: str
    """The button's words: `5-8 on your train`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTile:
    """A tile of the reader's hand and every place where it fits now."""

    face: TileFace
    plays: tuple[Play, ...]
    is_new: bool
    """Drawn since the reader's last action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainRow:
    """One train of the table."""

    key: str
    """`P0` … for a seat's train, `M` for the Mexican train."""
    name: str
    """`Your train`, `Wren's train`, `Mexican train`."""
    is_mine: bool
    tiles: tuple[TileFace, ...]
    end: int
    """The number it shows: the engine's while it is empty."""
    has_marker: bool
    has_open_double: bool
    must_cover: bool
    """Its open double binds whoever's turn it is."""
    is_playable: bool
    """At least one tile of the reader's hand may go here now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBadge:
    """Who sits where, and how they stand."""

    seat: int
    name: str
    character: str
    """One line on a computer's way of playing; empty for a person."""
    tiles_left: int
    total: str
    """Points so far over the finished rounds, as text (fractions with `winner_takes`)."""
    is_you: bool
    is_turn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that happened since the reader's last look, in order, with its sentence."""

    kind: str
    """As in `EventKind`: `play`, `draw`, `pass`, `done`, `marker_on`, `marker_off`, …"""
    seat: int
    text: str
    """`Wren played 5-8 on the Mexican train.`"""
    tile: TileFace | None
    """The tile laid, as it lies; for a draw only the reader's own tile, never another's."""
    train: str | None

    def as_json(self) -> dict[str, object]:
        """Write it as a script reads it."""
        tile = self.tile
        laid = tile and {"text": tile.text, "first": tile.first, "second": tile.second}
        return {
            "kind": self.kind,
            "seat": self.seat,
            "text": self.text,
            "tile": laid,
            "train": self.train,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """One seat's line in the result of a round."""

    name: str
    is_you: bool
    is_winner: bool
    tiles: tuple[TileFace, ...]
    """What the seat still held, shown to all now that the round is over."""
    points: str
    total: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """How a finished round ended."""

    number: int
    engine: int
    reason: str
    """`out` or `blocked`."""
    headline: str
    """`Wren went out.` or `Nobody could play.`"""
    rows: tuple[RoundRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A guide's word to the present moment of a first ride."""

    topic: str
    title: str
    text: str
    met: int
    """How many of the topics have come up."""
    topics: int


@dataclass(frozen=True, slots=True)
class TableHead:
    """What stands above the table."""

    title: str
    """`Daily Train 12` or the seed's text."""
    subtitle: str
    """`Monday, 30 November 2026`"""
    notice: str
    """`Practice: this game does not count.`, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """Everything one drawing of the table needs."""

    game_id: str
    kind: str
    """`daily`, `practice`, `archive` or `seed`."""
    title: str
    """`Daily Train 12` or the seed's text."""
    subtitle: str
    """`Monday, 30 November 2026`"""
    notice: str
    """`Practice: this game does not count.`, or empty."""
    at: int
    """How the game stood: posted back with an action, so that a stale page is noticed."""
    round_number: int
    rounds: int
    engine: int
    seats: tuple[SeatBadge, ...]
    trains: tuple[TrainRow, ...]
    """The reader's own train first, then the other seats in turn order, the Mexican train last."""
    hand: tuple[HandTile, ...]
    chain: tuple[TileFace, ...] | None
    """The longest train that the hand can lay from the own train's end, as its tiles would lie
    there; None where the game does not offer it."""
    playable_count: int
    boneyard: int
    is_your_turn: bool
    can_draw: bool
    can_pass: bool
    can_done: bool
    can_undo: bool
    """The last tile can be taken back: posted to /game/ID/undo with `at`."""
    status: str
    """Whose turn it is and what may be done: `Your turn: 4 of your tiles fit.`"""
    steps: tuple[Step, ...]
    turns: tuple[str, ...]
    """What each seat did since the reader's last look, one sentence a turn."""
    lesson: Lesson | None
    """The guide's word, in a first ride."""
    ended_round: RoundResult | None
    """The round that ended since the reader's last action, if one did."""
    finished: bool
