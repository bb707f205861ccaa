"""Requests for deals, as the command `dailytrain deal` reads and answers them."""

from __future__ import annotations

from datetime import date
from itertools import chain
from typing import Final

from .checks import checked_number, checked_object
from .deal import (
    PUBLIC_SECRET,
    Seed,
    commitment,
    daily_seed,
    deal_tiles,
    seed_from_hex,
    shared_seed,
)
from .errors import RecordError, brief
from .rules import MAX_PLAYERS, Rules, parse_rules

_GROUPS: Final = ("daily_seeds", "shared_seeds", "deals")
_SEED_KEYS: Final = ("seed", "text", "secret", "date")
_DEAL_KEYS: Final = ("rules", "players", "hand", "round", "highest_pip", "engine_source")
_ANSWER_KEYS: Final = ("commitment", "engine", "hands", "boneyard")
"""What an answer adds; in a request they are passed over, so that an answer can be asked again."""


def answer_request(value: object) -> dict[str, object]:
    """Answer one request: a seed by `seed`, `text` or `date`, and what to deal from it.

    Refuses with a `DailyTrainError` what is no request and what cannot be dealt.
    """
    data = checked_object(
        value, "a request", required=(), optional=(*_SEED_KEYS, *_DEAL_KEYS, *_ANSWER_KEYS)
    )
    if "text" in data:
        seed = shared_seed(data["text"])
        answer = {"text": data["text"], "seed": seed.hex()}
    elif "date" in data:
        secret = data.get("secret", PUBLIC_SECRET)
        if not isinstance(secret, str):
            raise RecordError("secret", f"secret must be a text, not {brief(secret)}")
        seed = daily_seed(secret, parse_date(data["date"]))
        answer = {"date": data["date"], "seed": seed.hex(), "commitment": commitment(seed)}
    elif "seed" in data:
        seed = seed_from_hex(data["seed"])
        answer = {"seed": seed.hex()}
    else:
        raise RecordError("key_missing", "a request must have a seed, a text or a date")
    if "players" not in data:
        return answer
    changes = {
        option: data[key]
        for key, option in (
            ("hand", "hand_size"),
            ("highest_pip", "highest_pip"),
            ("engine_source", "engine_source"),
        )
        if key in data
    }
    given = data.get("rules", "standard")
    parse_rules(given)
    base = {"preset": given} if isinstance(given, str) else given
    rules = parse_rules({**base, **changes})
    players = checked_number(data["players"], "players", MAX_PLAYERS)
    number = checked_number(data.get("round", 1), "round", rules.highest_pip + 1)
    return {**answer, **dealt(seed, rules, players, number)}


def dealt(seed: Seed, rules: Rules, players: int, number: int) -> dict[str, object]:
    """Write the deal of a round as JSON holds it."""
    deal = deal_tiles(seed, rules, players, number)
    return {
        "players": players,
        "hand": len(deal.hands[0]),
        "round": number,
        "highest_pip": rules.highest_pip,
        "engine_source": rules.engine_source,
        "engine": deal.engine,
        "hands": [[str(tile) for tile in hand] for hand in deal.hands],
        "boneyard": [str(tile) for tile in deal.boneyard],
    }


def requests_in(value: object) -> list[object]:
    """List the requests of a document that groups them, or the one that the value is."""
    if isinstance(value, dict) and value and all(key in _GROUPS for key in value):
        groups = [value.get(key, []) for key in _GROUPS]
        return [*chain.from_iterable(g if isinstance(g, list) else [g] for g in groups)]
    return [value]


def parse_date(text: object) -> date:
    """Read a calendar date.

    Refuses anything but `YYYY-MM-DD` with `RecordError`.
    """
    try:
        day = date.fromisoformat(str(text))
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise RecordError("date", f"{brief(text)} is no date: write YYYY-MM-DD")
    return day
