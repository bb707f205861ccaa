"""What the store keeps of friends' groups: who is in which, by what code one gets in.

A group's own keys change together, in one step. The code and the members' lists of groups lie
elsewhere; they are written so that failing half-way leaves the group whole, and mended when seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final, NamedTuple

from . import keys
from .connection import Link
from .keys import Board, GroupId, PlayerId
from .scripts import Script
from .values import compact

_SUMS_SECONDS: Final = 40 * 24 * 3600

_CREATE: Final = Script("""
-- KEYS: group, members; ARGV: maker, name, second, member
if redis.call('HSETNX', KEYS[1], 'maker', ARGV[1]) == 1 then
    redis.call('HSET', KEYS[1], 'name', ARGV[2], 'made', ARGV[3], 'version', 1)
    redis.call('HSET', KEYS[2], ARGV[1], ARGV[4])
    return 1
end
return redis.call('HEXISTS', KEYS[2], ARGV[1])
""")

_JOIN: Final = Script("""
-- KEYS: group, members; ARGV: player, member, most members
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 2 end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('HINCRBY', KEYS[1], 'version', 1)
return 1
""")

_LEAVE: Final = Script("""
-- KEYS: group, members, sums; ARGV: player. Answers the code of a group that nobody is left in.
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return false end
local left = redis.call('HGETALL', KEYS[2])
if #left == 0 then
    local code = redis.call('HGET', KEYS[1], 'code')
    redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
    return code
end
redis.call('HINCRBY', KEYS[1], 'version', 1)
if redis.call('HGET', KEYS[1], 'maker') == ARGV[1] then
    local heir, since
    for i = 1, #left, 2 do
        local joined = cjson.decode(left[i + 1])[3]
        if not since or joined < since or (joined == since and left[i] < heir) then
            heir, since = left[i], joined
        end
    end
    redis.call('HSET', KEYS[1], 'maker', heir)
end
return false
""")

_REPLACE: Final = Script("""
-- KEYS: group, members; ARGV: old player, new player, member
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSETNX', KEYS[2], ARGV[2], ARGV[3])
if redis.call('HGET', KEYS[1], 'maker') == ARGV[1] then
    redis.call('HSET', KEYS[1], 'maker', ARGV[2])
end
redis.call('HINCRBY', KEYS[1], 'version', 1)
return 1
""")

_RENAME: Final = Script("""
-- KEYS: group; ARGV: name
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'name', ARGV[1]) end
return 1
""")

_KEEP_MEMBER: Final = Script("""
-- KEYS: group, members; ARGV: player, member
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('HINCRBY', KEYS[1], 'names', 1)
return 1
""")

_GIVE_CODE: Final = Script("""
-- KEYS: group; ARGV: code. Answers the code it had, or its own when there is no such group.
if redis.call('EXISTS', KEYS[1]) == 0 then return ARGV[1] end
local old = redis.call('HGET', KEYS[1], 'code')
redis.call('HSET', KEYS[1], 'code', ARGV[1])
return old
""")

_TOUCH: Final = Script("""
-- KEYS: group
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HINCRBY', KEYS[1], 'version', 1) end
return 1
""")

_ENROL: Final = Script("""
-- KEYS: the player's groups; ARGV: group, second, most groups
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person in a group."""

    player: PlayerId
    handle: str
    """What pages call them by; it tells nothing and is of no use elsewhere."""
    name: str
    """What they go by in this group."""
    joined: int
    """The second at which they joined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """A group as it is kept."""

    group_id: GroupId
    name: str
    maker: PlayerId
    code: str | None
    version: int
    """Grows with every change that may change its figures."""
    names: int
    """Grows with every change of a member's name."""
    made: int
    """The second at which it was made."""
    members: tuple[Member, ...]
    """In the order in which they joined."""

    @property
    def stamp(self) -> tuple[int, int, int]:
        """Give what differs after any change of members, of their names or of their results."""
        return self.made, self.version, self.names

    def member(self, player: PlayerId | None) -> Member | None:
        """Give the member that a player is, if one."""
        return next((member for member in self.members if member.player == player), None)


class Mark(NamedTuple):
    """A result, as far as groups compare it."""

    rank_key: int
    cost: int | None
    """What the choices cost, in tenths of a point; None while it is not judged."""


class Joined(IntEnum):
    """What became of a wish to join."""

    GONE = -1
    FULL = 0
    NOW = 1
    ALREADY = 2


class GroupsStore:
    """The groups' part of the store. Every method may raise StoreDown."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def create(self, group_id: GroupId, name: str, maker: Member) -> bool:
        """Keep a new group; a repeat changes nothing. False: somebody else's has this ID."""
        names = (keys.group(group_id), keys.members(group_id))
        values = (maker.player, name, maker.joined, _member_text(maker))
        return bool(self._link.script(_CREATE, names, *values))

    def group(self, group_id: GroupId, known: GroupRow | None = None) -> GroupRow | None:
        """Give a group with its members, which are read only if they changed since it was known."""
        if known is None:
            return self.groups([group_id])[0]
        fields = self._link.call("HGETALL", keys.group(group_id))
        fresh = _group_row(group_id, fields, {})
        if fresh and fresh.stamp == known.stamp:
            return replace(fresh, members=known.members)
        return self.groups([group_id])[0] if fresh else None

    def groups(self, group_ids: Sequence[GroupId]) -> list[GroupRow | None]:
        """Give several groups with their members in one round trip, None for what is none."""
        found = self._link.together(
            *(("HGETALL", keys.group(group_id)) for group_id in group_ids),
            *(("HGETALL", keys.members(group_id)) for group_id in group_ids),
        )
        count = len(group_ids)
        return [
            _group_row(group_id, fields, members)
            for group_id, fields, members in zip(
                group_ids, found[:count], found[count:], strict=True
            )
        ]

    def join(self, group_id: GroupId, member: Member, most: int) -> Joined:
        """Let somebody in, unless there are already so many members."""
        names = (keys.group(group_id), keys.members(group_id))
        return Joined(self._link.script(_JOIN, names, member.player, _member_text(member), most))

    def leave(self, group_id: GroupId, player: PlayerId) -> None:
        """Take somebody out; a group that nobody is left in is deleted, and its code with it.

        When its maker goes, who joined first of the others takes the maker's place.
        """
        names = (keys.group(group_id), keys.members(group_id), keys.sums(group_id))
        code = self._link.script(_LEAVE, names, player)
        if code:
            self._link.call("DEL", keys.invitation(code))
        self._link.call("ZREM", keys.memberships(player), group_id)

    def replace(self, group_id: GroupId, old: PlayerId, member: Member) -> None:
        """Put another player in a member's place; one who is in already stays as they are."""
        names = (keys.group(group_id), keys.members(group_id))
        self._link.script(_REPLACE, names, old, member.player, _member_text(member))
        self._link.call("ZREM", keys.memberships(old), group_id)

    def rename(self, group_id: GroupId, name: str) -> None:
        """Give a group that is there another name."""
        self._link.script(_RENAME, (keys.group(group_id),), name)

    def keep_member(self, group_id: GroupId, member: Member) -> None:
        """Keep what a member goes by, if they are still one."""
        names = (keys.group(group_id), keys.members(group_id))
        self._link.script(_KEEP_MEMBER, names, member.player, _member_text(member))

    def delete(self, row: GroupRow) -> None:
        """Delete a group, so that nobody gets in meanwhile, and take it off its members' lists."""
        if row.code:
            self._link.call("DEL", keys.invitation(row.code))
        group_id = row.group_id
        self._link.call("DEL", keys.group(group_id), keys.members(group_id), keys.sums(group_id))
        self._link.together(
            *(("ZREM", keys.memberships(member.player), group_id) for member in row.members)
        )

    # --- codes ------------------------------------------------------------------------------

    def give_code(self, group_id: GroupId, code: str) -> bool:
        """Let this code lead to the group, and no other any longer; False if it is taken."""
        key = keys.invitation(code)
        if not self._link.call("SET", key, group_id, "NX"):
            return False
        old = self._link.script(_GIVE_CODE, (keys.group(group_id),), code)
        if old:
            self._link.call("DEL", keys.invitation(old))
        return True

    def group_of_code(self, code: str) -> GroupId | None:
        """Give the group that a code leads to."""
        found: GroupId | None = self._link.call("GET", keys.invitation(code))
        return found

    # --- a player's groups ------------------------------------------------------------------

    def enrol(self, player: PlayerId, group_id: GroupId, second: int, most: int) -> bool:
        """List a group among a player's; False when there are so many already."""
        return bool(self._link.script(_ENROL, (keys.memberships(player),), group_id, second, most))

    def strike(self, player: PlayerId, group_id: GroupId) -> None:
        """Take a group off a player's list."""
        self._link.call("ZREM", keys.memberships(player), group_id)

    def groups_of(self, player: PlayerId) -> list[GroupId]:
        """List a player's groups, in the order in which they were joined."""
        return [*self._link.call("ZRANGE", keys.memberships(player), 0, -1)]

    def forget_lists(self, player: PlayerId) -> None:
        """Forget that there was a list of groups."""
        self._link.call("DEL", keys.memberships(player))

    # --- figures ----------------------------------------------------------------------------

    def rank_keys(
        self, boards: Sequence[Board], players: Sequence[PlayerId]
    ) -> list[list[int | None]]:
        """Give on each board the rank keys of the players' results, None without a shown one."""
        if not players:
            return [[] for _ in boards]
        found = self._link.together(*(("ZMSCORE", keys.ranks(board), *players) for board in boards))
        return [[None if key is None else int(key) for key in row] for row in found]

    def marks(
        self, boards: Sequence[Board], players: Sequence[PlayerId]
    ) -> list[list[Mark | None]]:
        """Give on each board what there is of the players, None without a shown result."""
        if not players:
            return [[] for _ in boards]
        found = self._link.together(
            *(("ZMSCORE", keys.ranks(board), *players) for board in boards),
            *(("HMGET", keys.skills(board), *players) for board in boards),
        )
        ranks, costs = found[: len(boards)], found[len(boards) :]
        return [
            [
                None if key is None else Mark(int(key), None if cost is None else int(cost))
                for key, cost in zip(of_board, costs_of_board, strict=True)
            ]
            for of_board, costs_of_board in zip(ranks, costs, strict=True)
        ]

    def sums(self, group_id: GroupId) -> Any:  # noqa: ANN401 - the JSON that was kept
        """Give the figures that were kept of a group, whatever their age."""
        text = self._link.call("GET", keys.sums(group_id))
        return json.loads(text) if text else None

    def keep_sums(self, group_id: GroupId, sums: object) -> None:
        """Keep figures of a group, for as long as somebody looks at them now and then."""
        self._link.call("SET", keys.sums(group_id), compact(sums), "EX", _SUMS_SECONDS)

    def touch(self, group_ids: Sequence[GroupId]) -> None:
        """Let the figures of these groups be worked out anew when they are next asked for."""
        for group_id in group_ids:
            self._link.script(_TOUCH, (keys.group(group_id),))


def _member_text(member: Member) -> str:
    return compact([member.handle, member.name, member.joined])


def _group_row(
    group_id: GroupId, fields: dict[str, str], members: dict[str, str]
) -> GroupRow | None:
    if "maker" not in fields:
        return None
    # One text for all: parsing two hundred small ones would take most of the time.
    told = json.loads(f"[{','.join(members.values())}]")
    listed = [
        Member(player=player, handle=handle, name=name, joined=joined)
        for player, (handle, name, joined) in zip(members, told, strict=True)
    ]
    listed.sort(key=lambda member: (member.joined, member.player))
    return GroupRow(
        group_id=group_id,
        name=fields["name"],
        maker=fields["maker"],
        code=fields.get("code"),
        version=int(fields["version"]),
        names=int(fields.get("names", 0)),
        made=int(fields["made"]),
        members=tuple(listed),
    )
