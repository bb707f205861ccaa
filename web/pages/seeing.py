"""Games asked for by others than their owners: shown, sealed or unknown."""

from __future__ import annotations

from web.kept.store import UnknownGame
from web.play.games import Game
from web.results.sight import SealedError, Sight, sight_of
from web.services import services
from web.serving.access import known_player


def require_sight(game: Game) -> Sight:
    """Tell whether a game is open to the person who asks, or their own.

    Refuses another's game with `UnknownGame` while it is played, and with `SealedError` while the
    person could still learn its deal from it.
    """
    site = services()
    sight = sight_of(game, known_player(), site.days, site.store)
    if sight is Sight.HIDDEN:
        raise UnknownGame(game.game_id)
    if sight is Sight.SEALED:
        raise SealedError(game)
    return sight
