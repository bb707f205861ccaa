"""Pages that explain: the rules, the site, how deals are sealed; and a score sheet to print."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, render_template, request

from dailytrain import parse_tile, preset_rules
from dailytrain.round import hand_points
from dailytrain.tiles import LARGEST_SET, SMALLEST_SET
from web.show.diagrams import diagrams
from web.words.house_rules import SEATS, options_in_words, presets_in_words

pages = Blueprint("texts", __name__)
_SETS: Final = range(SMALLEST_SET, LARGEST_SET + 1)
_COUNTED_HAND: Final = ("0-0", "0-4", "3-5", "11-12")
"""The hand that the guide counts."""


@pages.get("/rules")
def rules() -> str:
    """Explain the rules, next to the table."""
    return render_template(
        "rules.html",
        nav="rules",
        d=diagrams(),
        options=options_in_words(),
        presets=presets_in_words(),
        seats=SEATS,
        sum=_counted_hand(),
    )


@pages.get("/score-sheet")
def score_sheet() -> str:
    """Show a score sheet for a table of one's own; 404 for a table that nobody could sit at."""
    players = _one_of(SEATS, request.args.get("players", "4"))
    highest = _one_of(_SETS, request.args.get("set", "12"))
    return render_template(
        "score_sheet.html",
        nav="rules",
        players=players,
        highest=highest,
        seats=SEATS,
        sets=_SETS,
        engines=range(highest, -1, -1),
    )


@pages.get("/about")
def about() -> str:
    """Say what the site is and what it keeps."""
    return render_template("about.html")


def _counted_hand() -> dict[str, object]:
    """Count a hand as the rules do, tile by tile."""
    tiles = [parse_tile(text) for text in _COUNTED_HAND]
    daily, standard = preset_rules("daily"), preset_rules("standard")
    return {
        "tiles": [
            {"low": t.low, "high": t.high, "points": hand_points(daily, 1 << t)} for t in tiles
        ],
        "daily": sum(hand_points(daily, 1 << tile) for tile in tiles),
        "standard": sum(hand_points(standard, 1 << tile) for tile in tiles),
    }


def _one_of(numbers: range, text: str) -> int:
    """Read a number that must be among these, or answer that there is no such page."""
    if text not in {str(number) for number in numbers}:
        abort(404)
    return int(text)
