"""The rules' options and presets in plain words, and which preset chooses what.

What a preset chooses is asked of the game itself, so that the words cannot disagree with the play.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from dailytrain import PRESETS, Rules, RulesError, preset_rules
from dailytrain.rules import MAX_PLAYERS, MIN_PLAYERS

from .wording import gettext as _

SEATS: Final = range(MIN_PLAYERS, MAX_PLAYERS + 1)


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option."""

    value: str
    """As links and records write it."""
    words: str
    presets: tuple[str, ...]
    """The presets that choose it, by their names for people."""


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option: what it is about, and what each of its values means."""

    name: str
    title: str
    choices: tuple[Choice, ...]

    @property
    def is_disputed(self) -> bool:
        """Tell whether the presets differ here."""
        return sum(1 for choice in self.choices if choice.presets) > 1

    def words_for(self, rules: Rules) -> str:
        """Say what these rules choose."""
        value = _text(getattr(rules, self.name))
        return next(choice.words for choice in self.choices if choice.value == value)

    def chosen_by(self, preset: str) -> str:
        """Say what a preset chooses."""
        return self.words_for(preset_rules(preset))


@dataclass(frozen=True, slots=True)
class PresetWords:
    """A preset: its name for people, and what is special about it in one line."""

    key: str
    name: str
    words: str
    hands: tuple[int | None, ...]
    """Tiles in each hand, by the number of seats from 2 on; None where it has none."""


def preset_name(key: str) -> str:
    """Give a preset's name for people."""
    return {
        "daily": _("Daily"),
        "standard": _("Standard"),
        "pagat": _("Pagat"),
        "puremco": _("Puremco"),
        "playboard": _("Playboard"),
    }[key]


def presets_in_words() -> tuple[PresetWords, ...]:
    """List the presets, the one of the daily game first."""
    words = {
        "daily": _(
            "Four rounds. Each first turn may be a run of tiles, a double is covered at once,"
            " the double-blank costs 50."
        ),
        "standard": _(
            "The usual way: thirteen rounds; after a double one more tile wherever it fits,"
            " and whatever stays uncovered binds everyone."
        ),
        "pagat": _(
            "Whoever was dealt the engine starts; everyone first lays a train of their own in"
            " peace; the Mexican train waits for second turns."
        ),
        "puremco": _(
            "Big hands, four to eight seats, at most two doubles in a turn, and only if the"
            " second can be followed."
        ),
        "playboard": _(
            "Your own train first; cover your double or open your train; open doubles bind"
            " nobody; one draw in a turn."
        ),
    }
    order = sorted(PRESETS, key=lambda key: key != "daily")
    return tuple(
        PresetWords(key, preset_name(key), words[key], hands_by_seats(preset_rules(key)))
        for key in order
    )


def options_in_words() -> tuple[OptionWords, ...]:
    """List the options that have a meaning each, in the order in which a round meets them."""
    return tuple(
        OptionWords(
            name,
            title,
            tuple(Choice(value, words, _choosers(name, value)) for value, words in values.items()),
        )
        for name, (title, values) in _meanings().items()
    )


def changes_in_words(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Say what these rules change on top of their preset: what it is about, and what holds."""
    base = preset_rules(rules.preset)
    changes = []
    if rules.highest_pip != base.highest_pip:
        changes.append((_("The set"), _("Up to %(number)s.", number=rules.highest_pip)))
    if rules.hand_size is not None:
        changes.append((_("Tiles in each hand"), _("%(number)s.", number=rules.hand_size)))
    changes += [
        (option.title, option.words_for(rules))
        for option in options_in_words()
        if getattr(rules, option.name) != getattr(base, option.name)
    ]
    return tuple(changes)


def _text(value: object) -> str:
    """Write an option's value as links do."""
    return str(value) if isinstance(value, str) else json.dumps(value)


def _choosers(name: str, value: str) -> tuple[str, ...]:
    return tuple(
        preset_name(key) for key in PRESETS if _text(getattr(preset_rules(key), name)) == value
    )


def hands_by_seats(rules: Rules) -> tuple[int | None, ...]:
    """Give the tiles in each hand for each number of `SEATS`; None where the rules have none."""
    return tuple(_hand(rules, seats) for seats in SEATS)


def _hand(rules: Rules, seats: int) -> int | None:
    try:
        return rules.hand_size_for(seats)
    except RulesError:
        return None


def _meanings() -> dict[str, tuple[str, dict[str, str]]]:
    """Give every option's title, and the words of each of its values."""
    return {**_of_the_start(), **_of_markers(), **_of_doubles(), **_of_scores()}


def _of_the_start() -> dict[str, tuple[str, dict[str, str]]]:
    return {
        "engine_source": (
            _("The engine"),
            {
                "set_out": _("Taken out before the shuffle; the seats take turns to start."),
                "holder": _("Shuffled in; whoever was dealt it lays it and starts."),
            },
        ),
        "first_turn": (
            _("The first turn"),
            {
                "single": _("A turn like any other."),
                "run": _("If its first tile goes on your own train, more may follow there."),
                "private_run": _(
                    "As many tiles as you like on your own train, nowhere else; no double needs"
                    " covering yet."
                ),
            },
        ),
        "mexican_train_start": (
            _("Starting the Mexican train"),
            {
                "any_turn": _("Anyone, at any turn."),
                "second_turn": _("Only from your second turn on."),
            },
        ),
        "own_train_first": (
            _("Own train first"),
            {
                "false": _("You may play elsewhere before you have begun your own train."),
                "true": _("Until your own train has a tile, you may play nowhere else."),
            },
        ),
        "draws": (
            _("Drawing"),
            {
                "per_tile": _("One draw for every tile you owe, so one more after each double."),
                "per_turn": _("One draw in a turn."),
            },
        ),
    }


def _of_markers() -> dict[str, tuple[str, dict[str, str]]]:
    return {
        "marker_removal": (
            _("Your marker comes in"),
            {
                "own_play": _("When you play on your own train."),
                "any_play_on_it": _("When anyone plays on your train."),
                "owner_plays_anywhere": _("When you play any tile anywhere."),
            },
        ),
        "marker_when_double_blocks": (
            _("Stopped by someone else’s double"),
            {
                "true": _("Your marker goes out, as after any pass."),
                "false": _("Your marker stays in: it was not your double."),
            },
        ),
    }


def _of_doubles() -> dict[str, tuple[str, dict[str, str]]]:
    return {
        "after_double": (
            _("After a double"),
            {
                "extra_tile": _("One more tile, on the double or wherever else you may play."),
                "cover": _("One more tile, on that double and nowhere else."),
            },
        ),
        "doubles_per_turn": (
            _("Doubles in one turn"),
            {
                "unlimited": _("As many as fit."),
                "one": _("One."),
                "two_if_followed": _("Two, if the second can be followed or is your last tile."),
            },
        ),
        "open_double_binds": (
            _("An open double binds"),
            {
                "everyone": _("Everyone: it must be covered before anything else is played."),
                "nobody": _("Nobody: its train is played on like any other."),
            },
        ),
        "cover_order": (
            _("Several open doubles"),
            {
                "oldest": _("The one laid first is covered first."),
                "newest": _("The one laid last is covered first."),
            },
        ),
        "cover_waived_when_exhausted": (
            _("When no tile of that number is left"),
            {
                "false": _("The double still has to be covered."),
                "true": _("The double no longer has to be covered."),
            },
        ),
    }


def _of_scores() -> dict[str, tuple[str, dict[str, str]]]:
    return {
        "blank_points": (
            _("A blank end in the hand"),
            {"0": _("Counts nothing."), "25": _("Counts 25.")},
        ),
        "double_blank_points": (
            _("The double-blank in the hand"),
            {"null": _("Counts its two blank ends."), "50": _("Counts 50.")},
        ),
        "scoring": (
            _("Scoring"),
            {
                "pips": _("Everyone counts what is left in hand; the lowest total wins."),
                "winner_takes": _(
                    "The winner of a round gets what the others still hold; the highest total wins."
                ),
            },
        ),
    }
