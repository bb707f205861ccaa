"""The levels: each wins clearly more than the one below, and rounds seldom end blocked.

The deals are fixed and so is every answer, so what comes out is the same in every run. How strong
the levels are is measured on many more deals by benchmarks/bots_strength.py.
"""

from __future__ import annotations

from bots.contract import bot_named, key_of
from bots.scoring import PIP
from bots.standings import Standing, standings_of
from bots.tournament import Line, play_deal, play_match
from bots.weights import REGULAR
from bots.worlds import Assumptions, Tried, Worlds
from dailytrain.deal import deal_round, shared_seed
from dailytrain.round import Ending
from dailytrain.rules import preset_rules
from dailytrain.view import Seen, seen, view_of


def standings(*bots: str, deals: int) -> dict[str, Standing]:
    line = Line(bots=bots, rules=preset_rules("daily"), seed="LEVELS")
    keys = [key_of(bot_named(bot)) for bot in bots]
    table = standings_of(keys, [play_deal(line, deal) for deal in range(deals)]).table
    return {standing.bot: standing for standing in table}


def test_regular_wins_half_as_many_again_as_gentle() -> None:
    table = standings("regular", "gentle", "gentle", deals=25)
    regular, gentle = table["regular@2"], table["gentle@1"]
    assert regular.won.value > 1.5 * gentle.won.value
    assert regular.difference.value < -2.5


def test_strong_chooses_what_does_better_in_worlds_it_has_not_seen() -> None:
    """So few deals as a test can play tell nothing of *strong*; many worlds a choice do."""
    strong, regular = bot_named("strong"), bot_named("regular")
    gained = []
    for number in range(3):
        now = deal_round(shared_seed(f"LEVELS-{number}"), preset_rules("daily"), 3)
        history: list[Seen] = []
        while not now.ended:
            view = view_of(now, now.turn, history=history)
            action = regular.choose(view)
            better = strong.choose(view)
            if better != action:
                one, other = tried = Tried(better), Tried(action)
                Worlds(view, "unseen by the bot", Assumptions(REGULAR)).play(tried, 400)
                gained.append(other.total - one.total)
            history.append(seen(now, action))
            now = now.play(action)
    assert len(gained) > 10
    # Where they differ, by half a pip at least on average.
    assert 2 * sum(gained) > len(gained) * 400 * PIP


def test_few_standard_rounds_end_blocked() -> None:
    regular = bot_named("regular")
    ended = [
        played.ended
        for number in range(4)
        for played in play_match(
            shared_seed(f"BLOCKED-{number}"), preset_rules("standard"), [regular.choose] * 3
        ).played
    ]
    assert ended.count(Ending.BLOCKED) < 0.15 * len(ended)
