"""Friends' groups: who may get in, and who may change what."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import Final

from web import clock
from web.kept.groups import GroupRow, GroupsStore, Joined, Member
from web.kept.keys import GroupId, PlayerId
from web.kept.store import Store
from web.kept.wrong_codes import WrongCodes
from web.settings import Settings

from .known import Known
from .names import clean_name

MOST_MEMBERS: Final = 200
MOST_GROUPS: Final = 20
"""Groups that one person may be in."""
LONGEST_GROUP_NAME: Final = 30

_GROUP_BYTES: Final = 12
_GROUP_ID: Final = re.compile(r"[A-Za-z0-9_-]{16}", re.ASCII)
_CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 8
_MISREAD: Final = str.maketrans("OIL", "011", " -–")


class NoSuchGroup(LookupError):  # noqa: N818 - named for what is the matter
    """There is no such group, or the person is not in it, which is not told apart."""


class TooManyGroups(RuntimeError):  # noqa: N818 - named for what is the matter
    """The person is in as many groups as one may be in."""


class GroupIsFull(RuntimeError):  # noqa: N818 - named for what is the matter
    """The group has as many members as it may have."""


class NotTheMaker(RuntimeError):  # noqa: N818 - named for what is the matter
    """Only who looks after the group may do this."""


class Groups:
    """All groups, through the store."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._kept = GroupsStore(store.link)
        self._tries = WrongCodes(store.link, "group", settings.secret_keys[0])
        self._known: Known[GroupId, GroupRow] = Known()

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

        Raises `NoSuchGroup` for a wrong one, and `TooManyCodes` after several. What cannot be a
        code guesses nothing and is not counted.
        """
        plain = plain_code(code)
        if len(plain) != _CODE_LENGTH or not set(plain) <= set(_CODE_LETTERS):
            raise NoSuchGroup(code)
        self._tries.begin(address)
        group_id = self._kept.group_of_code(plain)
        row = self._kept.group(group_id) if group_id else None
        if row is None or row.code != plain:
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
        if not _GROUP_ID.fullmatch(group_id):
            raise NoSuchGroup(group_id)
        row = self._kept.group(group_id, self._known.get(group_id))
        if row is None or row.member(player) is None:
            raise NoSuchGroup(group_id)
        self._known.keep(group_id, row)
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
