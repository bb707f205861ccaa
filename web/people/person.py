"""All that the site keeps of one person: told in a file, or forgotten."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Final

from web import clock
from web.kept.judged import JudgedStore
from web.kept.keys import Board, GameId, PlayerId, board_day
from web.kept.recovery import RecoveryStore
from web.kept.store import Attempt, Store
from web.kept.trust import TrustStore
from web.play.days import Days
from web.play.setups import Setup
from web.results.history import DayResult
from web.results.ranking import scorecard

from .groups import Groups
from .recovery import Recovery

FORMAT: Final = "dailytrain/1 person"


def day_results(history: dict[Board, Attempt]) -> list[DayResult]:
    """Give the finished counted daily games of a history, the first first."""
    results = [
        DayResult(day, scorecard(attempt.result).rounds, attempt.game_id)
        for board, attempt in history.items()
        if attempt.result and (day := board_day(board))
    ]
    return sorted(results, key=lambda result: result.date)


def days_still_open(history: dict[Board, Attempt], days: Days) -> list[date]:
    """Give the days whose counted game still runs and will count once it is finished."""
    return [
        day
        for board, attempt in history.items()
        if attempt.result is None and (day := board_day(board)) and not days.is_closed(day)
    ]


class People:
    """What is kept of a person, through the store."""

    def __init__(self, store: Store, groups: Groups, recovery: Recovery) -> None:
        self._store = store
        self._groups = groups
        self._recovery = recovery
        self._moving = RecoveryStore(store.link)
        self._trust = TrustStore(store.link)
        self._judged = JudgedStore(store.link)

    def file(self, player: PlayerId, name: str) -> dict[str, Any]:
        """Write all that is kept of a person; no seed is told that has still to be sealed."""
        history = self._store.history(player)
        costs = self._judged.own_skills(player)
        return {
            "format": FORMAT,
            "written": clock.now().isoformat(timespec="seconds"),
            "name": name,
            "name_is_hidden_on_boards": self._trust.is_name_hidden(player),
            "has_recovery_code": self._recovery.has_code(player),
            "results": [
                _result(board, attempt, costs.get(board)) for board, attempt in history.items()
            ],
            "groups": [
                {
                    "name": row.name,
                    "your_name": member.name,
                    "joined": _moment(member.joined),
                    "you_look_after_it": row.maker == player,
                }
                for row in self._groups.groups_of(player)
                if (member := row.member(player))
            ],
            "games": [
                game
                for game_id, second in self._moving.all_games(player)
                if (game := self._game(game_id, second))
            ],
        }

    def _game(self, game_id: GameId, second: int) -> dict[str, Any] | None:
        row = self._store.game(game_id)
        if row is None:
            return None
        setup = Setup.from_json(row.setup)
        return {
            "id": game_id,
            "begun": _moment(second),
            "kind": setup.kind,
            "day": setup.day,
            "seed": setup.seed_text or None,
            "rules": setup.rules,
            "computers": [{"name": c.name, "plays": c.key} for c in setup.computers],
            "finished": row.is_finished,
            "actions": list(row.actions),
        }

    def forget(self, player: PlayerId) -> None:
        """Forget a person: results, games, groups, codes and name. Repeating it finishes it."""
        self._groups.leave_all(player)
        self._recovery.forget(player)
        self._trust.settle(player)
        boards = [*self._store.history(player)]
        games = [game_id for game_id, _ in self._moving.all_games(player)]
        self._moving.forget_judgements(player, boards, games)
        self._store.delete_player(player)


def _result(board: Board, attempt: Attempt, cost: int | None) -> dict[str, Any]:
    day, result = board_day(board), attempt.result
    told: dict[str, Any] = {
        "day": day.isoformat() if day else None,
        "board": board,
        "game": attempt.game_id,
        "finished": result is not None,
    }
    if result is not None:
        card = scorecard(result)
        told["points"] = _plain(card.total)
        told["rounds"] = [_plain(points) for points in card.rounds]
        told["computers"] = [_plain(points) for points in card.computers]
    if cost is not None:
        told["choices_cost"] = cost / 10
    return told


def _plain(points: object) -> object:
    return points if isinstance(points, int) else str(points)


def _moment(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).isoformat()
