"""Who may see a finished game: its owner, and whoever can no longer gain from it.

A finished game shows every hand of its deal. Another person may see it after finishing the same
deal; once a deal's day is over, unless an attempt of theirs at it is still running; and once its
day has closed.
"""

from __future__ import annotations

from enum import StrEnum

from web.kept.keys import PlayerId, board_day
from web.kept.store import Attempt, Store
from web.play.days import Days
from web.play.games import Game


class SealedError(Exception):
    """Say that a finished game may not be seen yet by whoever asks."""

    def __init__(self, game: Game) -> None:
        super().__init__("the viewer has not finished this deal")
        self.setup = game.setup


class Sight(StrEnum):
    """How much of a game somebody may see."""

    OWN = "own"
    """It is theirs."""
    OPEN = "open"
    """All of it: it is finished, and so is their own attempt at its deal, or its day is over."""
    SEALED = "sealed"
    """Nothing yet: they would learn a deal that they have still to play."""
    HIDDEN = "hidden"
    """Nothing at all: it is another's, and still being played."""


def decide(
    *, is_own: bool, finished: bool, attempt: Attempt | None, day_is_over: bool, day_is_closed: bool
) -> Sight:
    """Decide from what is known of a game and of the viewer's own attempt at its deal.

    Neither is a day ever over nor closed for a shared seed.
    """
    if is_own:
        return Sight.OWN
    if not finished:
        return Sight.HIDDEN
    if day_is_closed:
        # The seed is public, and an attempt that still runs counts no more.
        return Sight.OPEN
    has_finished = attempt is not None and attempt.result is not None
    if has_finished or (attempt is None and day_is_over):
        return Sight.OPEN
    return Sight.SEALED


def sight_of(game: Game, viewer: PlayerId | None, days: Days, store: Store) -> Sight:
    """Tell how much of a game this person, or somebody unknown, may see.

    Practice and archive games show the same deal as the counted ones, so the board of the deal
    decides for all of them.
    """
    board = game.setup.board
    day = board_day(board)
    return decide(
        is_own=viewer is not None and game.setup.player == viewer,
        finished=game.finished,
        attempt=store.attempt(board, viewer) if viewer else None,
        day_is_over=day is not None and day < days.today().date,
        day_is_closed=day is not None and days.is_closed(day),
    )
