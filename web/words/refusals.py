"""Why something was refused, in the reader's language.

The game and the names say it in English, exactly. In other languages the reason's own sentence says
it, without the details.
"""

from __future__ import annotations

from flask_babel import get_locale

from dailytrain import DailyTrainError
from web.people.names import NameRefused

from .house_rules import options_in_words
from .languages import SOURCE
from .wording import gettext as _


def clause_of(error: DailyTrainError) -> str:
    """Say why the game refuses something, as a clause without a full stop."""
    if str(get_locale() or SOURCE) == SOURCE:
        return str(error)
    clauses = {**_of_turns(), **_of_tables()}
    if error.reason in clauses:
        return clauses[error.reason]
    titles = {option.name: option.title for option in options_in_words()}
    if error.reason in titles:
        return _("“%(what)s” cannot be chosen like that", what=titles[error.reason])
    return _("the rules do not allow it")


def sentence_of(error: DailyTrainError | NameRefused) -> str:
    """Say why something is refused in a sentence."""
    if isinstance(error, DailyTrainError):
        clause = clause_of(error)
        return f"{clause}." if clause == str(error) else f"{clause[:1].upper()}{clause[1:]}."
    if str(get_locale() or SOURCE) == SOURCE:
        return str(error)
    return {
        "character": _("The name holds a character that cannot be seen; leave it out."),
        "length": _("The name is too short or too long."),
        "marks": _("The name has accents without letters to carry them."),
    }[error.reason]


def _of_turns() -> dict[str, str]:
    """Give the reasons that speak against an action."""
    return {
        "action_text": _("there is no such action"),
        "can_draw": _("a tile must be drawn first"),
        "can_play": _("a tile of the hand fits, and whoever can play must play"),
        "double_first": _("a double must be covered first"),
        "double_limit": _("the limit on doubles in a turn does not allow it"),
        "no_draw": _("there is no draw left"),
        "no_fit": _("that tile does not fit that train"),
        "no_run": _("there is no run to end"),
        "no_train": _("there is no such train"),
        "not_in_hand": _("that tile is not in your hand"),
        "round_ended": _("the round has ended"),
        "tile_owed": _("the double just laid asks for another tile"),
        "tile_text": _("that is no tile"),
        "tile_unknown": _("the set has no such tile"),
        "train_closed": _("that train is closed to you now"),
        "train_text": _("there is no such train"),
    }


def _of_tables() -> dict[str, str]:
    """Give the reasons that speak against a seed or a table."""
    return {
        "bot_unknown": _("there is no such computer"),
        "bots": _("name one computer, or one for each seat but yours"),
        "hand_size": _("so many tiles in each hand do not go with so many seats"),
        "option": _("there is no such choice"),
        "players": _("these rules do not go with so many seats"),
        "rounds": _("there are not so many rounds with this set"),
        "seed_text": _("a seed has 1 to 40 letters from A to Z, digits and hyphens"),
    }
