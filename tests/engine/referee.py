"""Referees a round a second time, naively, from the words of docs/rules.md and nothing else.

Plain lists, sets and loops; slow on purpose. It shares no code with the game and knows nothing of
how the game keeps a round: the two are compared at every step of many random rounds.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Pair = tuple[int, int]
Move = tuple[Pair, str]

STANDARD: dict[str, Any] = {
    "highest_pip": 12,
    "first_turn": "single",
    "mexican_train_start": "any_turn",
    "own_train_first": False,
    "marker_removal": "own_play",
    "marker_when_double_blocks": True,
    "after_double": "extra_tile",
    "open_double_binds": "everyone",
    "cover_order": "oldest",
    "cover_waived_when_exhausted": False,
    "doubles_per_turn": "unlimited",
    "draws": "per_tile",
    "blank_points": 0,
    "double_blank_points": None,
    "scoring": "pips",
}
"""The options that matter within a round, as the preset `standard` has them."""


def pair(text: str) -> Pair:
    """Read a tile, either number first."""
    one, other = (int(number) for number in text.split("-"))
    return min(one, other), max(one, other)


class Foul(Exception):  # noqa: N818 - a referee's word for it
    """An action that the rules do not allow."""


class Referee:
    """One round, changed in place by each action."""

    def __init__(
        self,
        options: Mapping[str, Any],
        engine: int,
        starter: int,
        *,
        hands: Sequence[Sequence[str]],
        boneyard: Sequence[str],
    ) -> None:
        self.option = STANDARD | dict(options)
        self.engine = engine
        self.hands = [[pair(tile) for tile in hand] for hand in hands]
        self.boneyard = [pair(tile) for tile in boneyard]
        self.players = len(hands)
        self.trains: dict[str, list[Pair]] = {f"P{seat}": [] for seat in range(self.players)}
        self.trains["M"] = []
        self.markers: set[int] = set()
        self.open_doubles: list[str] = []
        self.turns_ended = [0] * self.players
        self.went_out: list[int] = []
        self.passes = 0
        self.ended: str | None = None
        self.begin_turn(starter)

    # What happens within a turn.

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.laid: list[str] = []
        self.owing = True
        self.drawn = False
        self.bound = self.binding()
        self.running = False

    def act(self, text: str) -> None:
        if text not in self.legal():
            raise Foul(text)
        if text == "draw":
            self.hands[self.turn].append(self.boneyard.pop(0))
            self.drawn = True
        elif text == "pass":
            blocked_by_double = self.bound is not None and not self.is_private()
            if self.option["marker_when_double_blocks"] or not blocked_by_double:
                self.markers.add(self.turn)
            self.end_turn(passed=True)
        elif text == "done":
            self.end_turn(passed=False)
        else:
            tile, train = text.split("@")
            self.play(pair(tile), train)

    def play(self, tile: Pair, train: str) -> None:
        first = not self.laid
        end = self.open_end(train)
        self.hands[self.turn].remove(tile)
        self.trains[train].append((end, tile[1] if tile[0] == end else tile[0]))
        self.laid.append(train)
        if train in self.open_doubles:
            self.open_doubles.remove(train)

        removal = self.option["marker_removal"]
        if removal == "own_play" and train == self.own():
            self.markers.discard(self.turn)
        if removal == "any_play_on_it" and train != "M":
            self.markers.discard(int(train[1:]))
        if removal == "owner_plays_anywhere":
            self.markers.discard(self.turn)

        if (
            first
            and self.is_first_turn()
            and self.option["first_turn"] == "run"
            and self.bound is None
            and train == self.own()
        ):
            self.running = True

        self.owing = tile[0] == tile[1] and not self.is_private()
        if self.option["after_double"] == "cover" and self.is_waived(tile[0]):
            self.owing = False
        if self.option["draws"] == "per_tile":
            self.drawn = False

        if not self.hands[self.turn]:
            self.went_out.append(self.turn)
            self.end_turn(passed=False)
        elif not self.owing and not (
            (self.running or self.is_private()) and self.plays_on([self.own()])
        ):
            self.end_turn(passed=False)

    def end_turn(self, *, passed: bool) -> None:
        for train in self.laid:
            if self.shows_double(train) and train not in self.open_doubles:
                self.open_doubles.append(train)
        self.turns_ended[self.turn] += 1
        self.passes = self.passes + 1 if passed else 0
        if self.went_out and (self.option["first_turn"] != "private_run" or all(self.turns_ended)):
            self.ended = "out"
        self.begin_turn((self.turn + 1) % self.players)
        if self.ended is None and not self.boneyard and self.passes >= self.players:
            going_on = self.turn
            if not any(self.could_play(seat) for seat in range(self.players)):
                self.ended = "blocked"
            self.begin_turn(going_on)

    def could_play(self, seat: int) -> bool:
        self.begin_turn(seat)
        return bool(self.moves())

    # What is legal.

    def legal(self) -> list[str]:
        """List the texts of all legal actions, sorted by code point."""
        if self.ended is not None:
            return []
        texts = [f"{low}-{high}@{train}" for (low, high), train in self.moves()]
        if not texts:
            may_draw = bool(self.boneyard) and not self.drawn and not self.is_private()
            texts = ["draw" if may_draw else "pass"]
        elif self.laid and not self.owing:
            texts.append("done")
        return sorted(texts)

    def moves(self) -> list[Move]:
        if self.is_private() or self.running:
            return self.plays_on([self.own()])
        if not self.laid:
            return self.plays_on(self.start_places() if self.bound is None else [self.bound])
        if self.option["after_double"] == "cover":
            return self.plays_on([self.laid[-1]])
        places = set(self.start_places()) | set(self.laid)
        return [move for move in self.plays_on(sorted(places)) if self.within_limit(move)]

    def within_limit(self, move: Move) -> bool:
        """Tell whether the limit on doubles lets this tile follow the doubles already laid."""
        (low, high), train = move
        limit = self.option["doubles_per_turn"]
        if limit == "one":
            return low != high
        if limit == "two_if_followed" and len(self.laid) >= 2:
            return low != high and train in self.laid
        if limit == "two_if_followed" and low == high:
            rest = [tile for tile in self.hands[self.turn] if tile != (low, high)]
            numbers = {low, self.open_end(self.laid[0])}
            follows = [tile for tile in rest if tile[0] != tile[1] and numbers & set(tile)]
            return not rest or bool(follows)
        return True

    def start_places(self) -> list[str]:
        own = self.own()
        if self.option["own_train_first"] and not self.trains[own]:
            return [own]
        places = [own] + [f"P{seat}" for seat in self.markers if seat != self.turn]
        if (
            self.option["mexican_train_start"] == "any_turn"
            or self.trains["M"]
            or self.turns_ended[self.turn] >= 1
        ):
            places.append("M")
        return places

    def plays_on(self, places: Sequence[str]) -> list[Move]:
        return [
            (tile, train)
            for tile in self.hands[self.turn]
            for train in places
            if self.open_end(train) in tile
        ]

    # What is so.

    def own(self) -> str:
        return f"P{self.turn}"

    def is_first_turn(self) -> bool:
        return self.turns_ended[self.turn] == 0

    def is_private(self) -> bool:
        return self.is_first_turn() and self.option["first_turn"] == "private_run"

    def open_end(self, train: str) -> int:
        return self.trains[train][-1][1] if self.trains[train] else self.engine

    def shows_double(self, train: str) -> bool:
        return bool(self.trains[train]) and self.trains[train][-1][0] == self.trains[train][-1][1]

    def is_waived(self, number: int) -> bool:
        if not self.option["cover_waived_when_exhausted"]:
            return False
        lying = {(min(tile), max(tile)) for train in self.trains.values() for tile in train}
        lying.add((self.engine, self.engine))
        numbers = range(self.option["highest_pip"] + 1)
        return all((min(number, n), max(number, n)) in lying for n in numbers)

    def binding(self) -> str | None:
        """Name the train with the open double that must be covered by whoever begins a turn."""
        if self.option["open_double_binds"] == "nobody":
            return None
        binding = [t for t in self.open_doubles if not self.is_waived(self.open_end(t))]
        if not binding:
            return None
        return binding[0] if self.option["cover_order"] == "oldest" else binding[-1]

    # What it comes to.

    def points(self, hand: Sequence[Pair]) -> int:
        total = 0
        for low, high in hand:
            if (low, high) == (0, 0) and self.option["double_blank_points"] is not None:
                total += self.option["double_blank_points"]
            else:
                total += sum(end or self.option["blank_points"] for end in (low, high))
        return total

    def scores(self) -> list[int] | list[Fraction]:
        held = [self.points(hand) for hand in self.hands]
        if self.option["scoring"] == "pips":
            return held
        if self.ended == "out":
            winners = set(self.went_out)
        else:
            winners = {seat for seat in range(self.players) if held[seat] == min(held)}
        pot = sum(held[seat] for seat in range(self.players) if seat not in winners)
        return [
            Fraction(pot, len(winners)) if seat in winners else Fraction(0)
            for seat in range(self.players)
        ]

    def position(self) -> dict[str, Any]:
        """Describe this moment as formats.md describes a position."""
        return {
            "rules": self.option,
            "engine": self.engine,
            "turn": self.turn,
            "hands": [[f"{low}-{high}" for low, high in hand] for hand in self.hands],
            "trains": {
                name: [f"{near}-{far}" for near, far in tiles]
                for name, tiles in self.trains.items()
            },
            "markers": [seat in self.markers for seat in range(self.players)],
            "boneyard": [f"{low}-{high}" for low, high in self.boneyard],
            "open_doubles": list(self.open_doubles),
            "turns_ended": list(self.turns_ended),
            "laid": list(self.laid),
            "drawn": self.drawn,
        }
