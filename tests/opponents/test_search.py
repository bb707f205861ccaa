"""The flat round that search plays is the game's own, compiled or not; and what search may know."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

from bots import encode, fast, scoring, sim
from bots.contract import Bot, bot_named
from bots.knowledge import Slot, known_from
from bots.regular import Regular
from bots.strong import Strong
from bots.weights import REGULAR
from bots.worlds import Assumptions, Tried, Worlds
from dailytrain.deal import Seed, below, deal_round
from dailytrain.options import DoublesPerTurn, Scoring
from dailytrain.round import Round
from dailytrain.rules import preset_rules
from dailytrain.tiles import Tile, parse_tile, tiles_in
from dailytrain.view import Seen, View, seen, view_of

from .moments import choices, random_round, stream, view_at

ROUNDS = 2000
LOOK = 10
"""Legal actions are compared at every step, the whole state at each tenth and at the end."""


def assert_same_state(now: Round, s: list[int]) -> None:
    """Everything that the game knows of this moment is in the flat state, and the same."""
    table = now.table
    expected, _ = encode.round_state(now)
    assert s[sim.LAST] - s[sim.NEXT] == table.boneyard_count
    assert tuple(s[sim.OPEN : sim.OPEN + s[sim.OPEN_COUNT]]) == table.open_doubles
    assert tuple(s[sim.FRESH : sim.FRESH + s[sim.FRESH_COUNT]]) == table.fresh
    # The boneyard's places count from where it began; lists were compared up to their length.
    for place in (sim.NEXT, sim.LAST, *range(sim.OPEN, sim.ENDS)):
        expected[place] = s[place]
    if now.ended:
        expected[sim.TURN] = s[sim.TURN]
    assert s == expected


def assert_same_scores(now: Round, r: list[int], s: list[int]) -> None:
    scores = now.scores()
    players = len(scores)
    for seat, points in enumerate(scores):
        minus_others = points - Fraction(sum(scores) - points, players - 1)
        if now.rules.scoring is Scoring.WINNER_TAKES:
            # Shares are rounded down to a 2520th.
            assert abs(minus_others * 2520 + scoring.loss(r, s, seat)) < 2
        else:
            assert minus_others * 2520 == scoring.loss(r, s, seat)


@pytest.mark.parametrize("part", range(4))
def test_the_flat_round_is_the_games_round_under_every_option(part: int) -> None:
    legal = [0] * sim.MOST_ACTIONS
    for number in range(part, ROUNDS, 4):
        now = random_round(f"flat {number}")
        lots = stream(f"flat {number}")
        r = list(encode.rules_numbers(now.rules, len(now.hands)))
        s, boneyard = encode.round_state(now)
        steps = 0
        while not now.ended:
            count = sim.legal_codes(r, s, legal)
            actions = tuple(encode.action_of(code, now.table) for code in legal[:count])
            assert actions == now.legal_actions()
            action = actions[below(lots, count)]
            sim.act(r, s, boneyard, encode.code_of(action, now.table))
            now = now.play(action)
            steps += 1
            if steps % LOOK == 0 or now.ended:
                assert_same_state(now, s)
        assert_same_scores(now, r, s)


def compiled() -> fast.Numbers:
    way = fast.warm()
    if not way.is_compiled:
        pytest.skip("numba is not installed")
    return way


def test_compiled_random_rounds_are_the_plain_ones() -> None:
    """Each ends in the same state after as many actions, so each action was the same."""
    ends = []
    for way in (fast.PLAIN, compiled()):
        ended = []
        for number in range(300):
            start = random_round(f"compiled {number}")
            r = way.ints(encode.rules_numbers(start.rules, len(start.hands)))
            s, boneyard = map(way.ints, encode.round_state(start))
            lots, end = way.ints([number + 1]), way.ints([0] * sim.STATE_SIZE)
            steps = way.play_many_at_random(r, s, boneyard, 2, lots, end)
            ended.append((steps, way.listed(lots), way.listed(boneyard), way.listed(end)))
        ends.append(ended)
    assert ends[0] == ends[1]


WITHOUT = """
import sys
sys.modules["numba"] = None
from bots import fast
from bots.contract import bot_named
from tests.opponents.moments import choices, view_at
assert not fast.warm().is_compiled
print([str(bot_named("regular").choose(view_at(*moment))) for moment in choices(20)])
"""


def test_a_machine_without_the_compiler_plays_the_same() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    regular = bot_named("regular")
    assert ran.stdout.strip() == str(
        [str(regular.choose(view_at(*moment))) for moment in choices(20)]
    )


def test_a_compiler_that_miscounts_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    class Miscounting(fast.Plain):
        def __init__(self, folder: object) -> None:
            """Take the folder that the real one takes."""

        def listed(self, numbers: list[int]) -> list[int]:
            return [number + 1 for number in numbers]

    monkeypatch.setattr(fast, "Compiled", Miscounting)
    assert fast._compiled(None) is None


@pytest.mark.parametrize(("kind", "count"), [(Regular, 300), (Strong, 4)])
def test_a_bot_answers_the_same_compiled_or_not(kind: type[Regular | Strong], count: int) -> None:
    quick: Bot = kind(compiled())
    plain: Bot = kind(fast.PLAIN)
    for moment in choices(count):
        view = view_at(*moment)
        assert quick.choose(view) == plain.choose(view)


def test_search_scores_actions_alike_in_many_worlds() -> None:
    for moment in choices(12):
        view = view_at(*moment)
        found = []
        for way in (fast.PLAIN, compiled()):
            tried = [Tried(action) for action in view.legal_actions()][:3]
            Worlds(view, "test", Assumptions(REGULAR), way=way).play(tried, 2)
            found.append([one.losses for one in tried])
        assert found[0] == found[1]


def can_be_dealt(slots: list[Slot], tiles: list[Tile]) -> bool:
    """Whether each tile of a hand can have a slot of its own."""
    taken: dict[int, int] = {}

    def place(tile: int, tried: set[int]) -> bool:
        for number, slot in enumerate(slots):
            if number not in tried and slot.fits(tiles[tile]):
                tried.add(number)
                if number not in taken or place(taken[number], tried):
                    taken[number] = tile
                    return True
        return False

    return all(place(tile, set()) for tile in range(len(tiles)))


def assert_possible(now: Round, view: View) -> None:
    """What is known from this view leaves every other seat its hand."""
    by_seat: dict[int, list[Slot]] = {}
    for slot in known_from(view).slots:
        by_seat.setdefault(slot.seat, []).append(slot)
    for seat, slots in by_seat.items():
        assert len(slots) == view.hand_counts[seat]
        assert can_be_dealt(slots, tiles_in(now.hands[seat]))
    others = sum(hand for seat, hand in enumerate(now.hands) if seat != view.seat)
    assert others & ~known_from(view).unseen == 0


def test_what_is_known_of_a_hand_never_excludes_the_hand() -> None:
    for now, history in choices(400):
        assert_possible(now, view_at(now, history))


@pytest.mark.parametrize("label", ["s440", "s465", "s1076"])
def test_what_a_draw_makes_legal_need_not_be_what_was_drawn(label: str) -> None:
    """In these rounds a limit bars a double until a draw brings a tile that would cover it."""
    now, lots = random_round(label), stream(f"{label}p")
    assert now.rules.doubles_per_turn is DoublesPerTurn.TWO_IF_FOLLOWED
    history: list[Seen] = []
    while not now.ended:
        legal = now.legal_actions()
        history.append(seen(now, legal[below(lots, len(legal))]))
        now = now.play(history[-1].action)
        viewer = (history[-1].seat + 1) % now.table.players
        assert_possible(now, view_of(now, viewer, history=history))


def test_who_passes_holds_nothing_that_fitted() -> None:
    """Seat 1 cannot follow the engine and draws in vain: neither old nor new tile has a 12."""
    rules = preset_rules("daily", hand_size=2, rounds=1)
    hands = [["12-3", "1-1"], ["4-5", "6-7"], ["2-2", "3-3"]]
    start = deal_round(Seed(bytes(16)), rules, 3)
    hidden = [tile for hand in start.hands for tile in tiles_in(hand)] + list(start.boneyard)
    given = [[parse_tile(text) for text in hand] for hand in hands]
    rest = [tile for tile in hidden if not any(tile in hand for hand in given)]
    vain = next(
        tile for tile in rest if 12 not in (tile.low, tile.high) and 3 not in (tile.low, tile.high)
    )
    rest.remove(vain)
    now = Round(
        start.table, tuple(sum(1 << tile for tile in hand) for hand in given), (vain, *rest)
    )
    history = []
    for text in ("3-12@P0", "draw", "pass"):
        action = next(a for a in now.legal_actions() if str(a) == text)
        history.append(seen(now, action))
        now = now.play(action)
    known = known_from(view_of(now, 0, history=history))
    slots = [slot for slot in known.slots if slot.seat == 1]
    assert len(slots) == 3
    for slot in slots:
        assert not slot.fits(parse_tile("12-5"))
        assert not slot.fits(parse_tile("12-12"))
        assert slot.fits(parse_tile("3-5"))
