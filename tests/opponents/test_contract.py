"""What holds for every bot that is offered, whoever wrote it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from bots import contract
from bots.contract import BotError, bot_from, bot_named, bots_offered, key_of
from dailytrain.errors import IllegalAction
from dailytrain.tiles import Tile
from dailytrain.view import format_view, parse_view, view_of

from .moments import choices, random_round, view_at, with_hidden_tiles_moved

KEYS = [offer.key for offer in bots_offered(earlier=True)]
MOMENTS = {"strong": 10}
"""How many moments a bot is tried at where it thinks long; the others get a few hundred."""


def moments_for(key: str) -> int:
    return MOMENTS.get(key.partition("@")[0], 300)


@pytest.mark.parametrize("key", KEYS)
def test_a_bot_plays_what_is_legal_by_any_rules_at_any_table(key: str) -> None:
    bot = bot_named(key)
    for now, history in choices(moments_for(key)):
        assert bot.choose(view_at(now, history)) in now.legal_actions()


@pytest.mark.parametrize("key", KEYS)
def test_an_equal_view_gets_an_equal_answer(key: str) -> None:
    bot = bot_named(key)
    for number, (now, history) in enumerate(choices(moments_for(key))):
        view = view_at(now, history)
        moved = with_hidden_tiles_moved(now, f"moved {number}")
        answer = bot.choose(view)
        assert bot.choose(replace(view)) == answer
        assert bot.choose(parse_view(format_view(view))) == answer
        assert bot.choose(view_at(moved, history)) == answer


ANSWERS = """
from bots.contract import bot_named
from tests.opponents.moments import choices, view_at
bot = bot_named({key!r})
print([str(bot.choose(view_at(*moment))) for moment in choices({count})])
"""


@pytest.mark.parametrize("key", KEYS)
def test_answers_do_not_depend_on_the_process_or_its_hash_seed(key: str) -> None:
    script = ANSWERS.format(key=key, count=min(100, moments_for(key)))
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


@pytest.mark.parametrize("key", KEYS)
def test_a_seat_whose_turn_it_is_not_has_nothing_to_choose(key: str) -> None:
    start = random_round("waiting")
    waiting = view_of(start, (start.turn + 1) % len(start.hands))
    with pytest.raises(IllegalAction):
        bot_named(key).choose(waiting)


@pytest.mark.parametrize("key", KEYS)
def test_a_bot_is_found_by_its_name_and_by_its_full_name(key: str) -> None:
    name = key.partition("@")[0]
    assert key_of(bot_named(key)) == key
    assert bot_named(name).name == name
    assert bot_named(name).character.endswith(".")


@pytest.mark.parametrize("name", ["", "nobody", "planner@999", "os:system", "planner@", None])
def test_a_name_that_is_not_offered_is_refused_and_told_what_is(name: object) -> None:
    with pytest.raises(BotError, match="planner@1") as refused:
        bot_named(name)  # type: ignore[arg-type] # what a request may hold
    assert refused.value.reason == "bot_unknown"


def test_a_command_line_may_name_any_class() -> None:
    assert bot_from("bots.simple:Heaviest").name == "heaviest"
    for wrong in ("nowhere:Bot", "bots.simple:Nobody", "dailytrain.tiles:Tile", "json:dumps", ":"):
        with pytest.raises(BotError) as refused:
            bot_from(wrong)
        assert refused.value.reason == "bot_broken"


class Guest:
    name = "guest"
    version = 3
    character = "Came from elsewhere."


class Tiler(Guest):
    def choose(self, view: object) -> Tile:
        raise NotImplementedError


def test_other_packages_offer_bots_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("guest", f"{__name__}:Tiler", contract.ENTRY_POINTS),
        EntryPoint("lame", f"{__name__}:Guest", contract.ENTRY_POINTS),
    ]
    monkeypatch.setattr(contract, "entry_points", lambda **_: points)
    contract._offered.cache_clear()
    try:
        assert key_of(bot_named("guest")) == "guest@3"
        assert "lame" not in {offer.name for offer in bots_offered()}
        with pytest.raises(BotError, match="lacks"):
            bot_named("lame")
    finally:
        contract._offered.cache_clear()
