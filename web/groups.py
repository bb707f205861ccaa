"""Friends' groups: who may get in, who may change what, and what a member sees of the others.

A group compares the counted daily results of its present members, whenever they joined. Nothing of
a day's points is shown to a member whose own game of that day has still to be finished.
"""

from __future__ import annotations

import re
import secrets
from bisect import bisect_left
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from . import clock
from .days import Days
from .group_figures import (
    MONTH,
    Line,
    add_days,
    closed_until,
    days_between,
    format_lines,
    parse_lines,
    without_recent,
)
from .groups_store import GroupRow, GroupsStore, Joined, Member
from .keys import GameId, GroupId, PlayerId, daily_board
from .names import clean_name
from .results import points_of
from .settings import Settings
from .store import Store
from .wrong_codes import WrongCodes

MOST_MEMBERS: Final = 200
MOST_GROUPS: Final = 20
"""Groups that one person may be in."""
LONGEST_GROUP_NAME: Final = 30

_GROUP_BYTES: Final = 12
_GROUP_ID: Final = re.compile(r"[A-Za-z0-9_-]{16}", re.ASCII)
_CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 8
_MISREAD: Final = str.maketrans("OIL", "011", " -–")
_DAYS_AT_ONCE: Final = 60
_DAY: Final = timedelta(days=1)


class NoSuchGroup(LookupError):  # noqa: N818 - named for what is the matter
    """There is no such group, or the person is not in it, which is not told apart."""


class TooManyGroups(RuntimeError):  # noqa: N818 - named for what is the matter
    """The person is in as many groups as one may be in."""


class GroupIsFull(RuntimeError):  # noqa: N818 - named for what is the matter
    """The group has as many members as it may have."""


class NotTheMaker(RuntimeError):  # noqa: N818 - named for what is the matter
    """Only who looks after the group may do this."""


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A member as another one sees them."""

    member: Member
    is_you: bool
    is_maker: bool
    has_finished: bool
    """Today's game."""
    rank: int | None
    """Among the group today, shared by equals; None while it may not be seen."""
    points: int | None
    game_id: GameId | None
    figures: Line


@dataclass(frozen=True, slots=True)
class GroupBoard:
    """A group as one of its members sees it today."""

    group: GroupRow
    you: Member
    lines: tuple[GroupLine, ...]
    """Today's order: who has finished by rank, or by name while ranks may not be seen."""
    is_open: bool
    """Whether today's points are shown: the member has finished today's game."""
    waits_for: date | None
    """An earlier day whose points are left out, as the member's own game of it still runs."""

    @property
    def finished(self) -> int:
        """How many have finished today's game."""
        return sum(line.has_finished for line in self.lines)


class Groups:
    """All groups, through the store."""

    def __init__(self, settings: Settings, store: Store, days: Days) -> None:
        self._settings = settings
        self._store = store
        self._days = days
        self._kept = GroupsStore(store.link)
        self._tries = WrongCodes(store.link, "group", settings.secret_keys[0])

    # --- in and out -------------------------------------------------------------------------

    def make(self, group_id: str, name: str, player: PlayerId, own_name: str) -> GroupId:
        """Make a group under an ID that the form brought, so that a repeated post makes no other.

        Refuses names with `NameRefused`, one group too many with `TooManyGroups`.
        """
        name, own_name = clean_name(name, longest=LONGEST_GROUP_NAME), clean_name(own_name)
        if not _GROUP_ID.fullmatch(group_id):
            group_id = new_group_id()
        second = int(clock.now().timestamp())
        maker = _new_member(player, own_name, second)
        if not self._kept.enrol(player, group_id, second, MOST_GROUPS):
            raise TooManyGroups
        if not self._kept.create(group_id, name, maker):
            self._kept.strike(player, group_id)
            return self.make("", name, player, own_name)
        row = self._kept.group(group_id)
        if row and not row.code:
            self._new_code(group_id)
        return group_id

    def find(self, code: str, address: str) -> GroupRow:
        """Give the group that a code leads to.

        Raises `NoSuchGroup` for a wrong one, and `TooManyCodes` after several.
        """
        self._tries.begin(address)
        group_id = self._kept.group_of_code(plain_code(code))
        row = self._kept.group(group_id) if group_id else None
        if row is None or row.code != plain_code(code):
            raise NoSuchGroup(code)
        self._tries.was_right(address)
        return row

    def join(self, row: GroupRow, player: PlayerId, own_name: str) -> None:
        """Let a person in under a name; who is in already stays as they are.

        Refuses names with `NameRefused`, and raises `TooManyGroups`, `GroupIsFull`, `NoSuchGroup`.
        """
        second = int(clock.now().timestamp())
        member = _new_member(player, clean_name(own_name), second)
        if not self._kept.enrol(player, row.group_id, second, MOST_GROUPS):
            raise TooManyGroups
        joined = self._kept.join(row.group_id, member, MOST_MEMBERS)
        if joined in {Joined.FULL, Joined.GONE}:
            self._kept.strike(player, row.group_id)
            raise GroupIsFull if joined is Joined.FULL else NoSuchGroup

    def group(self, group_id: str, player: PlayerId | None) -> GroupRow:
        """Give a group to one of its members; raises `NoSuchGroup` for anyone else."""
        row = self._kept.group(group_id) if _GROUP_ID.fullmatch(group_id) else None
        if row is None or row.member(player) is None:
            raise NoSuchGroup(group_id)
        if not row.code:
            # It was made by a process that died before the code was given.
            self._new_code(group_id)
            return self.group(group_id, player)
        return row

    def groups_of(self, player: PlayerId) -> list[GroupRow]:
        """List a person's groups, in the order in which they joined."""
        group_ids = self._kept.groups_of(player)
        rows = []
        for group_id, row in zip(group_ids, self._kept.groups(group_ids), strict=True):
            if row is None or row.member(player) is None:
                self._kept.strike(player, group_id)
            else:
                rows.append(row)
        return rows

    def leave(self, group_id: GroupId, player: PlayerId) -> None:
        """Take a person out; the last one out closes the group."""
        self._kept.leave(group_id, player)

    def leave_all(self, player: PlayerId) -> None:
        """Take a person out of every group."""
        for group_id in self._kept.groups_of(player):
            self._kept.leave(group_id, player)
        self._kept.forget_lists(player)

    # --- changes ----------------------------------------------------------------------------

    def call_oneself(self, row: GroupRow, player: PlayerId, own_name: str) -> None:
        """Change the name that a member goes by in the group; refuses names with `NameRefused`."""
        member = row.member(player)
        if member is not None:
            self._kept.keep_member(row.group_id, replace(member, name=clean_name(own_name)))

    def rename(self, row: GroupRow, player: PlayerId, name: str) -> None:
        """Give the group another name; for its maker, else `NotTheMaker`."""
        _only_maker(row, player)
        self._kept.rename(row.group_id, clean_name(name, longest=LONGEST_GROUP_NAME))

    def renew_code(self, row: GroupRow, player: PlayerId) -> None:
        """Let another code lead in, and the present one no longer; for its maker."""
        _only_maker(row, player)
        self._new_code(row.group_id)

    def remove(self, row: GroupRow, player: PlayerId, handle: str) -> Member | None:
        """Take another member out, and let another code lead in; for its maker."""
        _only_maker(row, player)
        gone = next((m for m in row.members if m.handle == handle and m.player != player), None)
        if gone is not None:
            self._kept.leave(row.group_id, gone.player)
            self._new_code(row.group_id)
        return gone

    def delete(self, row: GroupRow, player: PlayerId) -> None:
        """Delete the group for everyone; for its maker."""
        _only_maker(row, player)
        self._kept.delete(row)

    def change_player(self, old: PlayerId, new: PlayerId) -> None:
        """Put a person in another's place in all groups, but for those that they are in too."""
        for row in self.groups_of(old):
            member = row.member(old)
            if member is not None:
                # Two full lists fit into one: nobody is left out for having moved.
                self._kept.enrol(new, row.group_id, member.joined, MOST_GROUPS + MOST_GROUPS)
                self._kept.replace(row.group_id, old, replace(member, player=new))
        self._kept.forget_lists(old)

    def results_changed(self, player: PlayerId) -> None:
        """Have the figures of a person's groups worked out anew: a past result has changed."""
        self._kept.touch(self._kept.groups_of(player))

    def _new_code(self, group_id: GroupId) -> None:
        while not self._kept.give_code(group_id, _made_up_code()):
            pass

    def finished_today(self, rows: list[GroupRow]) -> list[int]:
        """Count in each of these groups who has finished today's game."""
        board = daily_board(self._days.today().date)
        members = [member.player for row in rows for member in row.members]
        found = self._kept.rank_keys([board], members)[0]
        finished = {p for p, key in zip(members, found, strict=True) if key is not None}
        return [sum(member.player in finished for member in row.members) for row in rows]

    # --- what a member sees -----------------------------------------------------------------

    def board(self, row: GroupRow, player: PlayerId) -> GroupBoard:
        """Give what a member sees of the group now, for the same few questions at any size."""
        you = row.member(player)
        if you is None:
            raise NoSuchGroup(row.group_id)
        today = self._days.today()
        players = [member.player for member in row.members]
        yesterday = today.date - _DAY
        boards = [daily_board(yesterday), daily_board(today.date)]
        of_yesterday, of_today = self._kept.rank_keys(boards, players)
        own = self._store.attempt(boards[0], player)
        waits = own is not None and own.result is None
        is_open = self._days.is_board_open(today, player)
        lines = self._closed(row, today.date)
        seen = {} if waits else {yesterday: of_yesterday}
        if is_open:
            seen[today.date] = of_today
        add_days(lines, seen, today=today.date)
        attempts = self._store.attempts(boards[1], players) if is_open else {}
        in_order = sorted(key for key in of_today if key is not None)
        shown = [
            GroupLine(
                member=member,
                is_you=member == you,
                is_maker=member.player == row.maker,
                has_finished=key is not None,
                rank=bisect_left(in_order, key) + 1 if is_open and key is not None else None,
                points=points_of(key) if is_open and key is not None else None,
                game_id=attempts[member.player].game_id if is_open and key is not None else None,
                figures=line,
            )
            for member, key, line in zip(row.members, of_today, lines, strict=True)
        ]
        shown.sort(key=_todays_order)
        return GroupBoard(row, you, tuple(shown), is_open, yesterday if waits else None)

    def _closed(self, row: GroupRow, today: date) -> list[Line]:
        """Give the figures of all days of which no result can come in any more."""
        until, first = closed_until(today), self._settings.first_day
        kept = self._kept.sums(row.group_id) or {}
        of_this = kept.get("version") == row.version
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
            found = self._kept.rank_keys(list(map(daily_board, some)), players)
            add_days(lines, dict(zip(some, found, strict=True)), today=today, counted=counted)
        fresh = {
            "version": row.version,
            "until": until.isoformat(),
            "lines": format_lines(lines),
        }
        self._kept.keep_sums(row.group_id, fresh)
        return lines


def new_group_id() -> GroupId:
    """Make up the ID of a new group."""
    return secrets.token_urlsafe(_GROUP_BYTES)


def plain_code(text: str) -> str:
    """Bring a code as people write it into the form that is kept: 8 letters and digits.

    >>> plain_code("k7qf-3mol")
    'K7QF3M01'
    """
    return text.upper().translate(_MISREAD)


def shown_code(code: str) -> str:
    """Write a code as people read it.

    >>> shown_code("K7QF3M01")
    'K7QF-3M01'
    """
    return f"{code[: _CODE_LENGTH // 2]}-{code[_CODE_LENGTH // 2 :]}"


def _made_up_code() -> str:
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def _new_member(player: PlayerId, name: str, second: int) -> Member:
    return Member(player=player, handle=secrets.token_hex(4), name=name, joined=second)


def _only_maker(row: GroupRow, player: PlayerId) -> None:
    if row.maker != player:
        raise NotTheMaker


def _todays_order(line: GroupLine) -> tuple[bool, int, str, str]:
    name = line.member.name.casefold()
    return not line.has_finished, line.rank or 0, name, line.member.handle
