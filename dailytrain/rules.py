"""The rules of a table: every option and preset of rules.md, and what cannot be played.

Options are data. The rest of the game asks `rules.after_double`, never which preset this is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final

from .errors import RulesError, brief
from .options import (
    AfterDouble,
    CoverOrder,
    DoublesPerTurn,
    Draws,
    EngineSource,
    FirstTurn,
    MarkerRemoval,
    MexicanTrainStart,
    OpenDoubleBinds,
    Scoring,
)
from .tiles import LARGEST_SET, SMALLEST_SET, set_size

RULES_VERSION: Final = 1
"""Stamped on every match record; raised when the meaning of an option changes."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 10


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of a table, as rules.md names them.

    Make one by `preset_rules` or `parse_rules`; what cannot be played is refused with `RulesError`.
    A plain text stands for the member with that value, wherever it is given.
    """

    preset: str = "standard"
    """The preset it stands on, which decides hand sizes that are not given."""
    players: int | None = None
    """The number of seats, where the rules fix it."""
    hand_size: int | None = None
    """Tiles dealt to each seat, where the preset's number is not wanted."""
    highest_pip: int = 12
    rounds: int = 13
    engine_source: EngineSource = EngineSource.SET_OUT
    first_turn: FirstTurn = FirstTurn.SINGLE
    mexican_train_start: MexicanTrainStart = MexicanTrainStart.ANY_TURN
    own_train_first: bool = False
    """Only the own train may be used while it has no tile."""
    marker_removal: MarkerRemoval = MarkerRemoval.OWN_PLAY
    marker_when_double_blocks: bool = True
    """A marker goes out also for failing to cover a double that others left open."""
    after_double: AfterDouble = AfterDouble.EXTRA_TILE
    open_double_binds: OpenDoubleBinds = OpenDoubleBinds.EVERYONE
    cover_order: CoverOrder = CoverOrder.OLDEST
    cover_waived_when_exhausted: bool = False
    """A double need not be covered once no tile with its number is left."""
    doubles_per_turn: DoublesPerTurn = DoublesPerTurn.UNLIMITED
    draws: Draws = Draws.PER_TILE
    blank_points: int = 0
    """What each blank end counts in a hand: 0 or 25."""
    double_blank_points: int | None = None
    """What the double-blank counts instead: 50, or None for its two blank ends."""
    scoring: Scoring = Scoring.PIPS

    # Asked at every turn, so worked out once: looking an enum member up costs more than the rule.
    runs: bool = field(init=False, repr=False, compare=False)
    runs_privately: bool = field(init=False, repr=False, compare=False)
    covers_only: bool = field(init=False, repr=False, compare=False)
    binds: bool = field(init=False, repr=False, compare=False)
    draws_per_tile: bool = field(init=False, repr=False, compare=False)
    mexican_waits: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check every option, make enum members of plain texts and work out the short answers."""
        decided = object.__setattr__
        for option in _OPTIONS.values():
            decided(self, option.name, option.read(getattr(self, option.name)))
        _check_limits(self)
        decided(self, "runs", self.first_turn is FirstTurn.RUN)
        decided(self, "runs_privately", self.first_turn is FirstTurn.PRIVATE_RUN)
        decided(self, "covers_only", self.after_double is AfterDouble.COVER)
        decided(self, "binds", self.open_double_binds is OpenDoubleBinds.EVERYONE)
        decided(self, "draws_per_tile", self.draws is Draws.PER_TILE)
        decided(self, "mexican_waits", self.mexican_train_start is MexicanTrainStart.SECOND_TURN)

    def hand_size_for(self, players: int) -> int:
        """Give the number of tiles dealt to each of this many seats.

        Refuses with `RulesError` a number of players outside 2 to 10, other than the rules fix, or
        too many for the set, and a preset that has no hand size for it.
        """
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise RulesError("players", f"players: {players} is not allowed; from 2 to 10 can play")
        if self.players not in (None, players):
            raise RulesError(
                "players", f"players: these rules are for {self.players}, not {players}"
            )
        size = self.hand_size
        if size is None:
            size = _PRESETS[self.preset].hand_sizes(self.highest_pip).get(players)
        most = self.largest_hand(players)
        if size is None or (self.hand_size is None and size > most):
            raise RulesError(
                "hand_size",
                f"hand_size: must be given, as {self.preset!r} has no number that fits {players} "
                f"players and highest_pip {self.highest_pip}; from {self._smallest_hand} to {most}",
            )
        if size > most:
            raise RulesError(
                "hand_size",
                f"hand_size: {size} for each of {players} players leaves nothing in the boneyard; "
                f"from {self._smallest_hand} to {most}",
            )
        return size

    def largest_hand(self, players: int) -> int:
        """Give the most tiles a hand may have so that one at least stays in the boneyard."""
        engine_apart = self.engine_source is EngineSource.SET_OUT
        return (set_size(self.highest_pip) - engine_apart - 1) // players

    @property
    def _smallest_hand(self) -> int:
        return 2 if self.engine_source is EngineSource.HOLDER else 1


@dataclass(frozen=True, slots=True)
class _Option:
    """The name of an option and the values it takes."""

    name: str
    kinds: type[StrEnum] | tuple[object, ...] | range
    optional: bool = False

    def read(self, value: object) -> Any:  # noqa: ANN401 - the option decides the type
        """Turn a value, plain as JSON holds it or the option's own already, into the option's own.

        Refuses a value that is not allowed with `RulesError`.
        """
        if self.optional and value is None:
            return None
        kinds = self.kinds
        if isinstance(value, StrEnum):
            value = value.value
        if isinstance(kinds, type):
            if isinstance(value, str) and value in kinds._value2member_map_:
                return kinds(value)
        # True equals 1 for Python, but no option takes a yes where it takes a number.
        elif any(value == kind and type(value) is type(kind) for kind in kinds):
            return value
        raise RulesError(self.name, f"{self.name}: {brief(value)} is not allowed; {self.allowed()}")

    def allowed(self) -> str:
        """Say in words which values it takes."""
        if isinstance(self.kinds, range):
            words = f"a whole number from {self.kinds[0]} to {self.kinds[-1]}"
        else:
            names = {True: "true", False: "false"}
            kinds = [names.get(k, str(k)) if isinstance(k, bool) else str(k) for k in self.kinds]
            words = " or ".join(kinds)
        return f"{words}{' or null' if self.optional else ''}"


_YES_NO: Final = (True, False)
_OPTIONS: Final = {
    option.name: option
    for option in (
        _Option("players", range(MIN_PLAYERS, MAX_PLAYERS + 1), optional=True),
        _Option("hand_size", range(1, set_size(LARGEST_SET)), optional=True),
        _Option("highest_pip", range(SMALLEST_SET, LARGEST_SET + 1)),
        _Option("rounds", range(1, LARGEST_SET + 2)),
        _Option("engine_source", EngineSource),
        _Option("first_turn", FirstTurn),
        _Option("mexican_train_start", MexicanTrainStart),
        _Option("own_train_first", _YES_NO),
        _Option("marker_removal", MarkerRemoval),
        _Option("marker_when_double_blocks", _YES_NO),
        _Option("after_double", AfterDouble),
        _Option("open_double_binds", OpenDoubleBinds),
        _Option("cover_order", CoverOrder),
        _Option("cover_waived_when_exhausted", _YES_NO),
        _Option("doubles_per_turn", DoublesPerTurn),
        _Option("draws", Draws),
        _Option("blank_points", (0, 25)),
        _Option("double_blank_points", (50,), optional=True),
        _Option("scoring", Scoring),
    )
}

OPTION_NAMES: Final = tuple(_OPTIONS)
"""The names of all options, in the order of rules.md."""


def _unknown_preset(name: object) -> RulesError:
    return RulesError("preset", f"preset: {brief(name)} is unknown; {' or '.join(_PRESETS)}")


def _check_limits(rules: Rules) -> None:
    """Refuse options that are fine alone but cannot be played together."""
    if rules.preset not in PRESETS:
        raise _unknown_preset(rules.preset)
    if rules.rounds > rules.highest_pip + 1:
        raise RulesError(
            "rounds",
            f"rounds: {rules.rounds} is too many, as each has an engine of its own; from 1 to "
            f"{rules.highest_pip + 1} with highest_pip {rules.highest_pip}",
        )
    if rules.hand_size == 1 and rules.engine_source is EngineSource.HOLDER:
        raise RulesError(
            "hand_size", "hand_size: 1 is not allowed with engine_source holder; 2 or more"
        )
    if rules.players is not None and rules.hand_size is not None:
        rules.hand_size_for(rules.players)


@dataclass(frozen=True, slots=True)
class _Preset:
    """What a preset sets: hand sizes by players for the set of 12 (and of 9), rounds, options."""

    hands: Mapping[int, int]
    options: Mapping[str, object]
    rounds: int = 13
    hands_of_nine: Mapping[int, int] | None = None

    def hand_sizes(self, highest_pip: int) -> Mapping[int, int]:
        """Give the hand sizes by number of players for a set."""
        if highest_pip == 9 and self.hands_of_nine is not None:
            return self.hands_of_nine
        return self.hands


_STANDARD_HANDS: Final = {
    **dict.fromkeys((2, 3, 4), 15),
    **dict.fromkeys((5, 6), 12),
    **dict.fromkeys((7, 8), 10),
    **dict.fromkeys((9, 10), 8),
}

_PRESETS: Final[Mapping[str, _Preset]] = {
    "standard": _Preset(_STANDARD_HANDS, {}),
    "pagat": _Preset(
        _STANDARD_HANDS,
        {
            "engine_source": EngineSource.HOLDER,
            "first_turn": FirstTurn.PRIVATE_RUN,
            "mexican_train_start": MexicanTrainStart.SECOND_TURN,
        },
    ),
    "puremco": _Preset(
        {4: 18, 5: 14, 6: 12, 7: 10, 8: 9},
        {"doubles_per_turn": DoublesPerTurn.TWO_IF_FOLLOWED},
        hands_of_nine={2: 20, 3: 14, 4: 11, 5: 9, 6: 7},
    ),
    "playboard": _Preset(
        {2: 16, 3: 15, 4: 15},
        {
            "own_train_first": True,
            "after_double": AfterDouble.COVER,
            "open_double_binds": OpenDoubleBinds.NOBODY,
            "draws": Draws.PER_TURN,
        },
        rounds=4,
    ),
    "daily": _Preset(
        {2: 15, 3: 13, 4: 11},
        {
            "first_turn": FirstTurn.RUN,
            "after_double": AfterDouble.COVER,
            "double_blank_points": 50,
        },
        rounds=4,
    ),
}

PRESETS: Final = tuple(_PRESETS)
"""The names of the presets."""


@cache
def _preset(name: str) -> Rules:
    preset = _PRESETS[name]
    # The options check their own values, which the type checker cannot see.
    return Rules(preset=name, rounds=preset.rounds, **preset.options)  # type: ignore[arg-type]


def preset_rules(name: object, /, **options: object) -> Rules:
    """Give the rules of a preset, with these options changed.

    Refuses an unknown preset or option, and what cannot be played, with `RulesError`.

    >>> preset_rules("daily").hand_size_for(3)
    13
    """
    return _changed(name, options)


def _changed(name: object, options: Mapping[str, object]) -> Rules:
    """Give the rules of a preset with options changed, whatever their names are."""
    if not isinstance(name, str) or name not in _PRESETS:
        raise _unknown_preset(name)
    changes = {}
    for key, value in options.items():
        if key not in _OPTIONS:
            raise RulesError(
                "option", f"{brief(key)}: no such option; the options are {', '.join(_OPTIONS)}"
            )
        changes[key] = _OPTIONS[key].read(value)
    base = _preset(name)
    if "rounds" not in changes:
        # Fewer engines than the preset has rounds: then as many rounds as there are engines.
        changes["rounds"] = min(base.rounds, changes.get("highest_pip", base.highest_pip) + 1)
    return replace(base, **changes)


def parse_rules(value: object) -> Rules:
    """Read rules as a record holds them: a preset's name, or an object of options.

    An object stands on `standard`, or on the preset that its key `preset` names. Refuses anything
    else, an unknown option and what cannot be played with `RulesError`.
    """
    if isinstance(value, str):
        return preset_rules(value)
    if isinstance(value, Mapping):
        options = dict(value)
        preset = options.pop("preset", "standard")
        return _changed(preset, options)
    raise RulesError(
        "rules", f"rules: {brief(value)} is neither a preset's name nor an object of options"
    )


def format_rules(rules: Rules) -> str | dict[str, object]:
    """Write rules as `parse_rules` reads them, in the shortest way: only what differs."""
    base = preset_rules(rules.preset, highest_pip=rules.highest_pip)
    changed: dict[str, object] = {
        name: getattr(rules, name)
        for name in OPTION_NAMES
        if getattr(rules, name) != getattr(base, name)
    }
    if rules.highest_pip != _preset(rules.preset).highest_pip:
        changed["highest_pip"] = rules.highest_pip
    if not changed:
        return rules.preset
    plain = {k: v.value if isinstance(v, StrEnum) else v for k, v in changed.items()}
    return {"preset": rules.preset, **plain}
