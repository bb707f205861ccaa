"""What the store changes or reads in one step: the text of each Lua script.

Each script touches keys of one hash tag, takes everything as KEYS and ARGV, and may be sent again
without harm when an answer was lost.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Script:
    """A constant script and the digest by which a server that has seen it knows it."""

    text: str
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        # SHA-1 is what EVALSHA asks for; nothing secret hangs on it.
        digest = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()
        object.__setattr__(self, "digest", digest)


CREATE: Final = Script("""
-- KEYS: game; ARGV: setup, lifetime in seconds or 0
if redis.call('HSETNX', KEYS[1], 'setup', ARGV[1]) == 1 and ARGV[2] ~= '0' then
    redis.call('HSET', KEYS[1], 'lifetime', ARGV[2])
    redis.call('EXPIRE', KEYS[1], ARGV[2])
end
return 1
""")

READ: Final = Script("""
-- KEYS: game, actions; ARGV: index of the first action wanted
local game = redis.call('HMGET', KEYS[1], 'setup', 'finished', 'undone')
return {game[1], game[2], redis.call('LLEN', KEYS[2]),
    redis.call('LRANGE', KEYS[2], ARGV[1], -1), tonumber(game[3] or 0)}
""")

APPEND: Final = Script("""
-- KEYS: game, actions; ARGV: expected length, expected number of undone actions,
-- 1 when this finishes the game, actions...
local game = redis.call('HMGET', KEYS[1], 'setup', 'lifetime', 'finished', 'undone')
if not game[1] then return {-1, 0} end
local length = redis.call('LLEN', KEYS[2])
if game[3] or length ~= tonumber(ARGV[1]) or (game[4] or '0') ~= ARGV[2] then
    return {0, length}
end
if #ARGV > 3 then length = redis.call('RPUSH', KEYS[2], unpack(ARGV, 4)) end
if ARGV[3] == '1' then
    redis.call('HSET', KEYS[1], 'finished', '1')
    redis.call('HDEL', KEYS[1], 'lifetime')
    redis.call('PERSIST', KEYS[1])
    redis.call('PERSIST', KEYS[2])
elseif game[2] then
    redis.call('EXPIRE', KEYS[1], game[2])
    redis.call('EXPIRE', KEYS[2], game[2])
end
return {1, length}
""")

UNDO: Final = Script("""
-- KEYS: game, actions; ARGV: expected length, expected number of undone actions
local game = redis.call('HMGET', KEYS[1], 'setup', 'finished', 'undone')
if not game[1] then return {-1, 0} end
local length = redis.call('LLEN', KEYS[2])
if game[2] or length == 0 or length ~= tonumber(ARGV[1]) or (game[3] or '0') ~= ARGV[2] then
    return {0, length}
end
redis.call('RPOP', KEYS[2])
redis.call('HINCRBY', KEYS[1], 'undone', 1)
return {1, length - 1}
""")

CHANGE_SETUP: Final = Script("""
-- KEYS: game; ARGV: setup as it was, setup as it shall be
if redis.call('HGET', KEYS[1], 'setup') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'setup', ARGV[2])
return 1
""")

RECORD: Final = Script("""
-- KEYS: entries, ranks, totals; ARGV: player, running entry, finished entry, rank key, total
local held = redis.call('HGET', KEYS[1], ARGV[1])
if held and held ~= ARGV[2] then return {held, redis.call('ZSCORE', KEYS[2], ARGV[1])} end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
redis.call('HINCRBY', KEYS[3], ARGV[5], 1)
redis.call('HINCRBY', KEYS[3], 'sum', ARGV[5])
return {ARGV[3], ARGV[4]}
""")

REMOVE: Final = Script("""
-- KEYS: entries, ranks, totals; ARGV: player
local held = redis.call('HGET', KEYS[1], ARGV[1])
if not held then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
if redis.call('ZREM', KEYS[2], ARGV[1]) == 1 then
    local total = cjson.decode(held)[2]
    local field = string.format('%.0f', total)
    if redis.call('HINCRBY', KEYS[3], field, -1) <= 0 then redis.call('HDEL', KEYS[3], field) end
    redis.call('HINCRBY', KEYS[3], 'sum', string.format('%.0f', 0 - total))
end
return 1
""")

STANDING: Final = Script("""
-- KEYS: entries, ranks, totals; ARGV: rank key
local players = redis.call('ZCARD', KEYS[2])
local better = redis.call('ZCOUNT', KEYS[2], '-inf', '(' .. ARGV[1])
local worse = redis.call('ZCOUNT', KEYS[2], '(' .. ARGV[1], '+inf')
if players == 0 then return {0, 0, 0, '0', {}} end
-- Totals are in the order of the rank keys, so the median's holders stand in the middle.
local middle = redis.call(
    'ZRANGE', KEYS[2], math.floor((players - 1) / 2), math.floor(players / 2))
return {players, better, worse, redis.call('HGET', KEYS[3], 'sum'),
    redis.call('HMGET', KEYS[1], unpack(middle))}
""")

PAGE: Final = Script("""
-- KEYS: entries, ranks; ARGV: first index, last index
local shown = redis.call('ZRANGE', KEYS[2], ARGV[1], ARGV[2], 'WITHSCORES')
if #shown == 0 then return {0, {}, {}, {}} end
local players, scores = {}, {}
for i = 1, #shown, 2 do
    players[#players + 1], scores[#scores + 1] = shown[i], shown[i + 1]
end
return {redis.call('ZCOUNT', KEYS[2], '-inf', '(' .. scores[1]), players, scores,
    redis.call('HMGET', KEYS[1], unpack(players))}
""")
