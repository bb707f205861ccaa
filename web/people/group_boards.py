"""What a member sees of a friends' group.

A group compares the counted daily results of its present members, whenever they joined. Nothing of
a day's points is shown to a member whose own game of that day has still to be finished.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from web.kept.groups import GroupRow, GroupsStore, Mark, Member
from web.kept.keys import GameId, GroupId, PlayerId, daily_board
from web.kept.store import Store
from web.play.days import Days
from web.results.ranking import points_of
from web.settings import Settings

from .group_figures import (
    FORMAT,
    MONTH,
    DayMarks,
    Line,
    Tally,
    add_days,
    closed_until,
    days_between,
    format_lines,
    parse_lines,
    without_recent,
)
from .known import Known

_DAYS_AT_ONCE: Final = 60
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A member as another one sees them."""

    member: Member
    has_finished: bool
    """Today's game."""
    rank: int | None
    """Among the group today, shared by equals; None while it may not be seen."""
    points: int | None
    figures: Line


@dataclass(frozen=True, slots=True)
class GroupLines:
    """What all members who may see as much see alike."""

    basis: tuple[object, ...]
    """All that it follows from."""
    today: tuple[GroupLine, ...]
    """Who has finished by rank, or by name while ranks may not be seen; then the others."""
    tables: dict[str, tuple[GroupLine, ...]] = field(default_factory=dict)

    def table(self, span: str) -> tuple[GroupLine, ...]:
        """Order the members by wins, then by the lowest mean; who has not played stands last.

        The span is `week`, `month` or `ever`.
        """
        if span not in self.tables:
            self.tables[span] = tuple(sorted(self.today, key=lambda line: _order(line, span)))
        return self.tables[span]


@dataclass(frozen=True, slots=True)
class GroupBoard:
    """A group as one of its members sees it today."""

    group: GroupRow
    you: Member
    lines: GroupLines
    is_open: bool
    """Whether today's points are shown: the member has finished today's game."""
    waits_for: date | None
    """An earlier day whose points are left out, as the member's own game of it still runs."""

    @property
    def finished(self) -> int:
        """How many have finished today's game."""
        return sum(line.has_finished for line in self.lines.today)


class GroupBoards:
    """What is seen of all groups, through the store."""

    def __init__(self, settings: Settings, store: Store, days: Days) -> None:
        self._settings = settings
        self._store = store
        self._days = days
        self._kept = GroupsStore(store.link)
        self._known: Known[tuple[GroupId, int, bool], GroupLines] = Known()

    def finished_today(self, rows: list[GroupRow]) -> list[int]:
        """Count in each of these groups who has finished today's game."""
        board = daily_board(self._days.today().date)
        members = [member.player for row in rows for member in row.members]
        found = self._kept.rank_keys([board], members)[0]
        finished = {p for p, key in zip(members, found, strict=True) if key is not None}
        return [sum(member.player in finished for member in row.members) for row in rows]

    def board(self, row: GroupRow, player: PlayerId) -> GroupBoard:
        """Give what a member sees of the group now, for the same few questions at any size.

        Raises `LookupError` for a player who is not in it.
        """
        you = row.member(player)
        if you is None:
            raise LookupError(row.group_id)
        today = self._days.today()
        players = [member.player for member in row.members]
        yesterday = today.date - _DAY
        boards = [daily_board(yesterday), daily_board(today.date)]
        of_yesterday, of_today = self._kept.marks(boards, players)
        own = self._store.attempt(boards[0], player)
        waits = own is not None and own.result is None
        is_open = self._days.is_board_open(today, player)
        seen = {} if waits else {yesterday: of_yesterday}
        if is_open:
            seen[today.date] = of_today
        lines = self._lines(row, today.date, seen, of_today)
        return GroupBoard(row, you, lines, is_open, yesterday if waits else None)

    def _lines(
        self, row: GroupRow, today: date, seen: dict[date, list[Mark | None]], of_today: DayMarks
    ) -> GroupLines:
        """Work out what is seen with these days, unless it was and nothing has changed since."""
        kind = (row.group_id, len(seen), today in seen)
        basis = (row.stamp, today, seen, of_today)
        known = self._known.get(kind)
        if known is not None and known.basis == basis:
            return known
        figures = self._closed(row, today)
        add_days(figures, seen, today=today)
        in_order = sorted(mark.rank_key for mark in seen.get(today, ()) if mark is not None)
        lines = [
            GroupLine(
                member=member,
                has_finished=mark is not None,
                rank=bisect_left(in_order, mark.rank_key) + 1 if in_order and mark else None,
                points=points_of(mark.rank_key) if in_order and mark else None,
                figures=line,
            )
            for member, mark, line in zip(row.members, of_today, figures, strict=True)
        ]
        return self._known.keep(kind, GroupLines(basis, tuple(sorted(lines, key=_today))))

    def games_of(self, board: GroupBoard, lines: Iterable[GroupLine]) -> dict[str, GameId]:
        """Give today's games of these lines by handle, once the member may see them."""
        if not board.is_open:
            return {}
        finished = {line.member.player: line.member.handle for line in lines if line.has_finished}
        today = daily_board(self._days.today().date)
        attempts = self._store.attempts(today, [*finished])
        return {finished[player]: attempt.game_id for player, attempt in attempts.items()}

    def _closed(self, row: GroupRow, today: date) -> list[Line]:
        """Give the figures of all days of which no result can come in any more."""
        until, first = closed_until(today), self._settings.first_day
        kept = self._kept.sums(row.group_id) or {}
        of_this = (kept.get("format"), kept.get("version")) == (FORMAT, row.version)
        counted = date.fromisoformat(kept["until"]) if of_this else None
        if counted == until:
            return parse_lines(kept["lines"])
        recent = max(first, today - (MONTH - 1) * _DAY)
        if counted is None or not recent <= counted < until:
            counted, recent = None, first
            lines = [Line() for _ in row.members]
        else:
            lines = without_recent(parse_lines(kept["lines"]))
        players = [member.player for member in row.members]
        days = days_between(recent, until)
        for start in range(0, len(days), _DAYS_AT_ONCE):
            some = days[start : start + _DAYS_AT_ONCE]
            found = self._kept.marks(list(map(daily_board, some)), players)
            add_days(lines, dict(zip(some, found, strict=True)), today=today, counted=counted)
        fresh = {
            "format": FORMAT,
            "version": row.version,
            "until": until.isoformat(),
            "lines": format_lines(lines),
        }
        self._kept.keep_sums(row.group_id, fresh)
        return lines


def _today(line: GroupLine) -> tuple[bool, int, str, str]:
    name = line.member.name.casefold()
    return not line.has_finished, line.rank or 0, name, line.member.handle


def _order(line: GroupLine, span: str) -> tuple[bool, int, float, str]:
    tally: Tally = getattr(line.figures, span)
    mean = tally.mean
    return mean is None, -tally.wins, mean or 0.0, line.member.name.casefold()
