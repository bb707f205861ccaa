"""The public side of a round: what lies on the table, and what the seat to act may do with a hand.

Everything here is known to everyone at the table. What is legal depends on the table and on the one
hand that is given, and on nothing hidden: a view can ask it as well as the round can.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .actions import DONE, DRAW, MEXICAN, PASS, PLAYS, Action, train_name
from .options import CoverOrder, DoublesPerTurn, MarkerRemoval
from .rules import Rules
from .tiles import DOUBLES, PIPS, WITH, Tile

NO_TILES: Final[tuple[Tile, ...]] = ()


@lru_cache(maxsize=1 << 14)
def _own_and_marked(players: int, seat: int, markers: int, mexican: bool) -> tuple[int, ...]:  # noqa: FBT001 - a cache key
    """List the own train, the marked ones and, where it may be used, the Mexican train."""
    trains = [t for t in range(players) if t == seat or markers >> t & 1]
    return (*trains, players) if mexican else tuple(trains)


def _is_waived(rules: Rules, number: int, lying: int) -> bool:
    waivable = rules.cover_waived_when_exhausted
    return waivable and (lying & WITH[number]).bit_count() == rules.highest_pip + 1


class Table:
    """What everyone sees of a round between two actions; it never changes, an action makes another.

    Trains are numbered by seat, and the Mexican train comes last: its number is `players`. Masks of
    seats have bit `seat` set, masks of tiles bit `tile`.
    """

    __slots__ = (
        "boneyard_count",
        "drawn",
        "ends",
        "engine",
        "fresh",
        "had_turn",
        "lying",
        "markers",
        "open_doubles",
        "passes",
        "players",
        "rules",
        "running",
        "trains",
        "turn",
    )

    rules: Rules
    engine: int
    """The number in the middle."""
    players: int
    """The number of seats."""
    turn: int
    """The seat to act."""
    trains: tuple[tuple[Tile, ...], ...]
    """The tiles of each train, the one at the engine first."""
    ends: tuple[int, ...]
    """The number that each train shows: the engine's while it is empty."""
    markers: int
    """The mask of seats whose marker is out."""
    open_doubles: tuple[int, ...]
    """The trains with an open double, in the order in which the doubles were laid."""
    boneyard_count: int
    had_turn: int
    """The mask of seats that have ended a turn in this round."""
    passes: int
    """How many turns in a row, up to now, ended in a pass."""
    lying: int
    """The mask of tiles on the trains and in the middle."""
    fresh: tuple[int, ...]
    """The trains with an uncovered double that was laid in this turn, in that order."""
    running: bool
    """A first-turn run has begun."""
    drawn: bool
    """The draw for the tile owed now (with `draws: per_turn`, this turn's draw) is used."""

    def __init__(  # noqa: PLR0913, PLR0917 - one argument a field; keywords would double the cost of an action
        self,
        rules: Rules,
        engine: int,
        players: int,
        turn: int,
        trains: tuple[tuple[Tile, ...], ...],
        ends: tuple[int, ...],
        markers: int,
        open_doubles: tuple[int, ...],
        boneyard_count: int,
        had_turn: int,
        passes: int,
        lying: int,
        fresh: tuple[int, ...],
        running: bool,  # noqa: FBT001 - see above
        drawn: bool,  # noqa: FBT001 - see above
    ) -> None:
        """Take the fields as they are; `fresh_table` makes the one that a round begins with."""
        self.rules = rules
        self.engine = engine
        self.players = players
        self.turn = turn
        self.trains = trains
        self.ends = ends
        self.markers = markers
        self.open_doubles = open_doubles
        self.boneyard_count = boneyard_count
        self.had_turn = had_turn
        self.passes = passes
        self.lying = lying
        self.fresh = fresh
        self.running = running
        self.drawn = drawn

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        """Hold two tables equal when everything on them is."""
        return self._key() == other._key() if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._key())

    def __repr__(self) -> str:
        """Sketch it: behind the number that a train shows, `*` is a marker and `!` a double."""
        players, doubles = self.players, (*self.open_doubles, *self.fresh)
        trains = " ".join(
            f"{train_name(t, players)}:{end}{'*' * (self.markers >> t & 1)}{'!' * (t in doubles)}"
            for t, end in enumerate(self.ends)
        )
        left = f"boneyard {self.boneyard_count}"
        return f"<Table: engine {self.engine}, P{self.turn}'s turn, {trains}, {left}>"

    def ends_of_train(self, train: int) -> list[tuple[int, int]]:
        """List the tiles of a train as they lie, as pairs of numbers, nearest the engine first."""
        near = self.engine
        lying = []
        for tile in self.trains[train]:
            lying.append((near, tile.other(near)))
            near = tile.other(near)
        return lying

    # What may be done

    def legal_actions(self, hand: int) -> tuple[Action, ...]:
        """List what the seat to act may do if it holds this hand, in the canonical order."""
        plays = self._plays(hand)
        if plays:
            if self.running and not self.owes:
                plays.append(DONE)
            return tuple(plays)
        return (DRAW,) if self.can_draw else (PASS,)

    @property
    def can_draw(self) -> bool:
        """Whether the seat to act has a draw left, should nothing fit."""
        return bool(self.boneyard_count) and not self.drawn and not self.in_private_turn

    @property
    def in_private_turn(self) -> bool:
        """Whether the seat to act is in a first turn that only its own train concerns."""
        return self.rules.runs_privately and not self.had_turn >> self.turn & 1

    @property
    def owes(self) -> bool:
        """Whether the seat to act owes a tile for a double it has laid."""
        # In a run only the last tile can be an uncovered double; else no turn goes on without one.
        return bool(self.fresh) and (
            not self.running
            or self._double_owes(self.ends[self.turn], self.lying, running=self.running)
        )

    def _double_owes(self, number: int, lying: int, *, running: bool) -> bool:
        """Tell whether a double just laid, with these tiles lying then, owes another tile."""
        rules = self.rules
        if running and rules.runs_privately:
            return False
        return not (rules.covers_only and _is_waived(rules, number, lying))

    def is_waived(self, number: int) -> bool:
        """Tell whether a double with this number need not be covered, as all its tiles lie."""
        return _is_waived(self.rules, number, self.lying)

    @property
    def binding_train(self) -> int | None:
        """The train whose open double must be covered by whoever begins a turn, or None."""
        if not self.open_doubles or not self.rules.binds:
            return None
        binding = [t for t in self.open_doubles if not self.is_waived(self.ends[t])]
        if not binding:
            return None
        return binding[0 if self.rules.cover_order is CoverOrder.OLDEST else -1]

    @property
    def is_bound(self) -> bool:
        """Whether the seat to act must cover a double that others left open."""
        return (
            not (self.fresh or self.running)
            and not self.in_private_turn
            and self.binding_train is not None
        )

    def trains_at_start(self, seat: int) -> tuple[int, ...]:
        """List the trains that a seat beginning a turn now may play on."""
        if self.rules.runs_privately and not self.had_turn >> seat & 1:
            return (seat,)
        if self.open_doubles:
            binding = self.binding_train
            if binding is not None:
                return (binding,)
        return self._unbound_trains(seat)

    def _unbound_trains(self, seat: int) -> tuple[int, ...]:
        """List the trains a seat may play on when no open double binds it."""
        if self.rules.own_train_first and not self.trains[seat]:
            return (seat,)
        mexican = (
            not self.rules.mexican_waits
            or bool(self.trains[self.players])
            or bool(self.had_turn >> seat & 1)
        )
        return _own_and_marked(self.players, seat, self.markers, mexican)

    def open_trains(self) -> tuple[int, ...]:
        """List the trains that the seat to act may play on now, whatever it holds."""
        if self.running:
            return (self.turn,)
        if not self.fresh:
            return self.trains_at_start(self.turn)
        rules = self.rules
        if rules.covers_only:
            return self.fresh
        if len(self.fresh) > 1 and rules.doubles_per_turn is DoublesPerTurn.TWO_IF_FOLLOWED:
            return tuple(sorted(self.fresh))
        return tuple(sorted({*self._unbound_trains(self.turn), *self.fresh}))

    def allowed_tiles(self, hand: int) -> int:
        """Narrow a hand to the tiles that the limits on doubles allow next."""
        fresh = self.fresh
        if not fresh or self.running or self.rules.doubles_per_turn is DoublesPerTurn.UNLIMITED:
            return hand
        single = hand & ~DOUBLES
        if self.rules.doubles_per_turn is DoublesPerTurn.ONE or len(fresh) > 1:
            return single
        # A second double: it must be the last tile, or one of the two uncovered can be followed.
        if single & WITH[self.ends[fresh[0]]]:
            return hand
        allowed = single
        doubles = hand & DOUBLES
        for number in range(self.rules.highest_pip + 1):
            double = doubles & WITH[number]
            if double and (single & WITH[number] or double == hand):
                allowed |= double
        return allowed

    def _plays(self, hand: int) -> list[Action]:
        """List the tiles of the hand that may be laid now, each with its train, in order."""
        plays = []
        hand = self.allowed_tiles(hand)
        players = self.players
        for train in self.open_trains():
            fitting = hand & WITH[self.ends[train]]
            if fitting:
                of_train = PLAYS[train if train < players else MEXICAN]
                while fitting:
                    lowest = fitting & -fitting
                    plays.append(of_train[lowest.bit_length() - 1])
                    fitting ^= lowest
        return plays

    def could_play(self, seat: int, hand: int) -> bool:
        """Tell whether a seat with this hand could play anything were it its turn now."""
        return any(hand & WITH[self.ends[train]] for train in self.trains_at_start(seat))

    # What an action makes of it

    def after_play(self, action: Action, hand: int) -> Table:
        """Give the table after a legal play that leaves this hand, with the turn ended if it is."""
        players, rules, seat = self.players, self.rules, self.turn
        tile, train = action.tile, min(action.train, players)
        trains, ends = self.trains, self.ends
        end = PIPS[tile] - ends[train]
        open_doubles, fresh = self.open_doubles, self.fresh
        if open_doubles and train in open_doubles:
            open_doubles = tuple(t for t in open_doubles if t != train)
        if fresh and train in fresh:
            fresh = tuple(t for t in fresh if t != train)
        is_double = end == ends[train]
        if is_double:
            fresh = (*fresh, train)
        lying = self.lying | 1 << tile
        running = self.running or (train == seat and self._begins_run())
        had_turn, passes = self.had_turn, self.passes
        drawn = self.drawn and not rules.draws_per_tile
        owes = is_double and self._double_owes(end, lying, running=running)
        if not hand or not (owes or (running and hand & WITH[end])):
            # The turn is over; its doubles are open from now on.
            seat = (seat + 1) % players
            had_turn |= 1 << self.turn
            open_doubles += fresh
            fresh, running, drawn, passes = (), False, False, 0
        return Table(
            rules,
            self.engine,
            players,
            seat,
            (*trains[:train], (*trains[train], tile), *trains[train + 1 :]),
            (*ends[:train], end, *ends[train + 1 :]),
            self._markers_after_play(train),
            open_doubles,
            self.boneyard_count,
            had_turn,
            passes,
            lying,
            fresh,
            running,
            drawn,
        )

    def _begins_run(self) -> bool:
        """Tell whether a tile on the own train makes the present turn a first-turn run."""
        rules = self.rules
        if self.had_turn >> self.turn & 1 or self.fresh:
            return False
        return rules.runs_privately or (rules.runs and self.binding_train is None)

    def _markers_after_play(self, train: int) -> int:
        """Give the markers after the seat to act has played on this train."""
        seat, removal = self.turn, self.rules.marker_removal
        if removal is MarkerRemoval.OWN_PLAY:
            off = train if train == seat else None
        elif removal is MarkerRemoval.ANY_PLAY_ON_IT:
            off = train
        else:
            off = seat
        return self.markers if off is None else self.markers & ~(1 << off)

    def after_draw(self) -> Table:
        """Give the table after the seat to act has drawn one tile."""
        return Table(
            self.rules,
            self.engine,
            self.players,
            self.turn,
            self.trains,
            self.ends,
            self.markers,
            self.open_doubles,
            self.boneyard_count - 1,
            self.had_turn,
            self.passes,
            self.lying,
            self.fresh,
            self.running,
            True,  # noqa: FBT003 - see __init__
        )

    def after_pass(self) -> Table:
        """Give the table after the seat to act has passed."""
        return self._with_turn_ended(passed=True)

    def after_done(self) -> Table:
        """Give the table after the seat to act has ended its run."""
        return self._with_turn_ended(passed=False)

    def _with_turn_ended(self, *, passed: bool) -> Table:
        """Give the table as the next seat finds it."""
        seat = self.turn
        markers = self.markers
        if passed and (self.rules.marker_when_double_blocks or not self.is_bound):
            markers |= 1 << seat
        return Table(
            self.rules,
            self.engine,
            self.players,
            (seat + 1) % self.players,
            self.trains,
            self.ends,
            markers,
            self.open_doubles + self.fresh,
            self.boneyard_count,
            self.had_turn | 1 << seat,
            self.passes + 1 if passed else 0,
            self.lying,
            (),
            False,  # noqa: FBT003 - see __init__
            False,  # noqa: FBT003 - see __init__
        )


def fresh_table(
    rules: Rules, engine: int, players: int, starter: int, boneyard_count: int
) -> Table:
    """Give the table of a round about to begin: only the engine lies in the middle."""
    return Table(
        rules,
        engine,
        players,
        starter,
        (NO_TILES,) * (players + 1),
        (engine,) * (players + 1),
        0,
        (),
        boneyard_count,
        0,
        0,
        1 << Tile.of(engine, engine),
        (),
        False,  # noqa: FBT003 - see Table
        False,  # noqa: FBT003 - see Table
    )


def changed_table(table: Table, **fields: object) -> Table:
    """Give a table that differs in these fields; for positions and searches, not for play."""
    values = {name: getattr(table, name) for name in Table.__slots__}
    return Table(**{**values, **fields})


def format_train(table: Table, train: int) -> list[str]:
    """Write the tiles of a train as they lie: `12-5`, `5-8`."""
    return [f"{near}-{far}" for near, far in table.ends_of_train(train)]
