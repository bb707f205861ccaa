"""What the boards of days and seeds share: their lines, their figures, their pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from flask import abort
from werkzeug.wrappers import Response

from web.kept.keys import Board, PlayerId
from web.results.ranking import board_lines
from web.services import services
from web.serving.access import given_name
from web.serving.errors import error_answer
from web.words.wording import gettext as _

LINES: Final = 50


def board_context(board: Board, who: PlayerId | None, page: str = "1") -> dict[str, Any]:
    """Give what a template needs to show a page of a board; 404 for a page that is no number."""
    if not (page.isascii() and page.isdigit() and 0 < len(page) < 7 and int(page) > 0):
        abort(404)
    number = int(page)
    store = services().store
    first = (number - 1) * LINES
    # One line more than is shown tells whether there is another page.
    wanted = slice(first, first + LINES + 1)
    lines = [
        line if line.name else replace(line, name=_("Someone"))
        for line in board_lines(store, board, who, wanted, nameless=given_name)
    ]
    return {
        "lines": lines[:LINES],
        "board_page": number,
        "board_has_more": len(lines) > LINES,
    }


def board_still_closed() -> Response:
    """Answer that others' results are not shown before one's own is there."""
    return error_answer(
        403,
        "board_closed",
        _("The board is still closed"),
        _("It opens once you have finished the game. Nobody sees others’ results before."),
    )
