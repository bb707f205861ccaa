"""One round: the table with all hands and the boneyard, what an action makes of it, and its end.

It knows nothing of players, bots, seeds or time. A round never changes: `play` gives the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

from .actions import DRAW, PASS, Action, parse_action
from .errors import IllegalAction
from .options import Scoring
from .refusal import reason_against
from .rules import Rules
from .table import Table, fresh_table
from .tiles import TILES, Tile, tiles_in

Score = int | Fraction
"""Whole points, or with `winner_takes` an exact share."""


class Ending(StrEnum):
    """Why a round ended."""

    OUT = "out"
    """A seat played its last tile."""
    BLOCKED = "blocked"
    """Nobody could play, and nothing was left to draw."""


class Round:
    """One moment of a round, with everything hidden in it.

    Equal rounds compare equal: the same table, hands and boneyard, still in play or ended alike.
    """

    __slots__ = ("_legal", "boneyard", "ended", "hands", "table")

    table: Table
    hands: tuple[int, ...]
    """The hand of each seat, as a mask of tiles."""
    boneyard: tuple[Tile, ...]
    """The boneyard as the round began; the last `boneyard_count` of its tiles are still there."""
    ended: Ending | None

    def __init__(
        self,
        table: Table,
        hands: tuple[int, ...],
        boneyard: tuple[Tile, ...],
        ended: Ending | None = None,
    ) -> None:
        """Take the parts as they are; `start_round` makes the one that a deal begins with."""
        self.table = table
        self.hands = hands
        self.boneyard = boneyard
        self.ended = ended
        self._legal: tuple[Action, ...] | None = None

    def __eq__(self, other: object) -> bool:
        """Hold two rounds equal when they are the same moment of the same deal."""
        return self._key() == other._key() if isinstance(other, Round) else NotImplemented

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.table, self.hands, self.boneyard_left, self.ended

    def __repr__(self) -> str:
        """Sketch it, and say no more than everyone at the table knows.

        >>> hands = [[Tile.of(5, 12), Tile.of(3, 5)], [Tile.of(0, 1)]]
        >>> start_round(Rules(), 12, 0, hands, [Tile.of(0, 0)]).play("5-12@P0")
        <Round in play: hands 1 1, <Table: engine 12, P1's turn, P0:5 P1:12 M:12, boneyard 1>>
        """
        counts = " ".join(str(hand.bit_count()) for hand in self.hands)
        return f"<Round {self.ended or 'in play'}: hands {counts}, {self.table!r}>"

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.table.rules

    @property
    def turn(self) -> int:
        """The seat to act; of no meaning once the round has ended."""
        return self.table.turn

    @property
    def boneyard_left(self) -> tuple[Tile, ...]:
        """The tiles still in the boneyard, the next to be drawn first."""
        return self.boneyard[len(self.boneyard) - self.table.boneyard_count :]

    def hand(self, seat: int) -> list[Tile]:
        """List the tiles that a seat holds, lowest first."""
        return tiles_in(self.hands[seat])

    def legal_actions(self) -> tuple[Action, ...]:
        """List what the seat to act may do, in the canonical order; nothing once it has ended."""
        legal = self._legal
        if legal is None:
            table = self.table
            legal = () if self.ended else table.legal_actions(self.hands[table.turn])
            self._legal = legal
        return legal

    def play(self, action: Action | str) -> Round:
        """Give the round after the seat to act has done this; a text is read as an action.

        Refuses what is not legal now with `IllegalAction`, and a text that is no action with
        `ParseError`; this round stays as it is either way.
        """
        if not isinstance(action, Action):
            action = parse_action(action)
        if action not in self.legal_actions():
            raise self._refusal(action)
        return self.play_unchecked_for_search(action)

    def play_unchecked_for_search(self, action: Action) -> Round:
        """Give the round after an action from `legal_actions`; any other makes nonsense."""
        table, hands = self.table, self.hands
        seat = table.turn
        if action < DRAW:
            hand = hands[seat] ^ 1 << action.tile
            after = table.after_play(action, hand)
            hands = (*hands[:seat], hand, *hands[seat + 1 :])
        elif action == DRAW:
            drawn = self.boneyard[len(self.boneyard) - table.boneyard_count]
            hands = (*hands[:seat], hands[seat] | 1 << drawn, *hands[seat + 1 :])
            return Round(table.after_draw(), hands, self.boneyard)
        elif action == PASS:
            after = table.after_pass()
        else:
            after = table.after_done()
        ended = None
        if not all(hands) and _first_turns_are_over(after):
            ended = Ending.OUT
        elif action == PASS and _is_blocked(after, hands):
            ended = Ending.BLOCKED
        return Round(after, hands, self.boneyard, ended)

    def scores(self) -> tuple[Score, ...]:
        """Score an ended round: points a seat, whole numbers or, with `winner_takes`, exact shares.

        Refuses a round that is still in play with `IllegalAction`.
        """
        if self.ended is None:
            raise IllegalAction("not_ended", "the round is still in play: it has no scores yet")
        held = tuple(hand_points(self.rules, hand) for hand in self.hands)
        if self.rules.scoring is Scoring.PIPS:
            return held
        winners = self.winners()
        pot = sum(points for seat, points in enumerate(held) if seat not in winners)
        share = Fraction(pot, len(winners))
        return tuple(share if seat in winners else Fraction(0) for seat in range(len(held)))

    def winners(self) -> tuple[int, ...]:
        """List the seats that went out or, when blocked, all that hold the fewest points.

        Refuses a round that is still in play with `IllegalAction`.
        """
        if self.ended is None:
            raise IllegalAction("not_ended", "the round is still in play: nobody has won it yet")
        out = tuple(seat for seat, hand in enumerate(self.hands) if not hand)
        held = [hand_points(self.rules, hand) for hand in self.hands]
        return out or tuple(seat for seat, points in enumerate(held) if points == min(held))

    def _refusal(self, action: Action) -> IllegalAction:
        """Say why an action is not legal, and what is."""
        legal = self.legal_actions()
        if self.ended:
            return IllegalAction("round_ended", f"{action}: the round has ended")
        reason, why = reason_against(self.table, self.hands[self.turn], action)
        return IllegalAction(
            reason, f"{action}: {why}; seat {self.turn} may {', '.join(map(str, legal))}"
        )


def _first_turns_are_over(table: Table) -> bool:
    """Tell whether nobody still has a first turn that going out does not cut off."""
    return not table.rules.runs_privately or table.had_turn == (1 << table.players) - 1


def _is_blocked(table: Table, hands: tuple[int, ...]) -> bool:
    """Tell, after a pass, whether nobody can go on: now, and after any more passes."""
    return (
        table.passes >= table.players
        and not table.boneyard_count
        and not any(table.could_play(seat, hand) for seat, hand in enumerate(hands))
    )


def start_round(
    rules: Rules,
    engine: int,
    starter: int,
    hands: Sequence[Iterable[Tile]],
    boneyard: Iterable[Tile],
) -> Round:
    """Give a round about to begin, from the hands as they are when the first turn begins.

    The tiles must be different ones of the set, as `deal_round` and the records see to.
    """
    left = tuple(boneyard)
    masks = tuple(sum(1 << tile for tile in hand) for hand in hands)
    return Round(fresh_table(rules, engine, len(masks), starter, len(left)), masks, left)


def hand_points(rules: Rules, hand: int) -> int:
    """Count the points that a hand is worth under these rules, its blanks as the rules say."""
    points = 0
    for tile in tiles_in(hand):
        if tile == _DOUBLE_BLANK and rules.double_blank_points is not None:
            points += rules.double_blank_points
        else:
            blanks = (tile.low == 0) + (tile.high == 0)
            points += tile.pips + blanks * rules.blank_points
    return points


_DOUBLE_BLANK = TILES[0]
