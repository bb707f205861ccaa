"""What others chose, drew or passed on tells what they hold, and no more than is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from bots import beliefs, bot_named, encode, fast, sim
from bots.beliefs import PAST_CHOICES
from bots.knowledge import known_from
from bots.linear import LINEAR_SCRATCH
from bots.past import choices_seen, past_choices
from bots.regular import scored
from bots.strong import Strong
from bots.weights import REGULAR
from bots.worlds import Assumptions, Worlds
from dailytrain.actions import DONE, DRAW, Action, parse_action
from dailytrain.deal import deal_round, shared_seed
from dailytrain.round import Round, start_round
from dailytrain.rules import preset_rules
from dailytrain.table import Table
from dailytrain.tiles import Tile, parse_tile, tiles_in
from dailytrain.view import Seen, View, seen, view_of

from .moments import choices, moments, random_round

NODES = 20


def by_the_score(view: View) -> Action:
    """What a player does that thinks just as search takes it to."""
    return max(scored(view, REGULAR, NODES), key=lambda item: item[0])[1]


def played(
    label: str, choose: Callable[[View], Action] = by_the_score
) -> Iterator[tuple[Round, tuple[Seen, ...]]]:
    """The moments of a daily round between three who choose like this."""
    now = deal_round(shared_seed(label), preset_rules("daily"), 3)
    history: list[Seen] = []
    while not now.ended:
        yield now, tuple(history)
        action = choose(view_of(now, now.turn, history=history))
        history.append(seen(now, action))
        now = now.play(action)


def stood(table: Table, counts: list[int]) -> list[int]:
    """A table as a flat state, the hands only counted."""
    state = encode.table_state(table)
    state[sim.COUNTS : sim.COUNTS + len(counts)] = counts
    return state


def test_past_choices_stand_as_they_stood() -> None:
    for number in range(60):
        label = f"past {number}"
        expected, views = {}, []
        for now, history in moments(random_round(label), label):
            counts = [hand.bit_count() for hand in now.hands]
            expected[len(history)] = now.turn, stood(now.table, counts)
            views.append(view_of(now, now.turn, history=history))
        for view in views[-1:]:
            found = choices_seen(view)
            steps = [
                step
                for step, entry in enumerate(view.history)
                if entry.seat != view.seat and (entry.action.is_play or entry.action == DONE)
            ]
            assert [choice.step for choice in found] == steps
            for choice in found:
                if choice.step not in expected:
                    continue  # it was forced, and nobody looked
                state = choice.state.copy()
                state[sim.LAST] -= state[sim.NEXT]
                state[sim.NEXT] = 0
                # Places of the lists after their length hold what was there before.
                for place in range(sim.OPEN, sim.ENDS):
                    state[place] = expected[choice.step][1][place] = 0
                assert (state[sim.TURN], state) == expected[choice.step]


def test_nothing_is_told_of_empty_hands() -> None:
    """In a first turn after someone went out by a run of its own, the others hold nothing."""
    rules = preset_rules("standard", first_turn="private_run", hand_size=3, rounds=1)
    hands = (["5-12", "3-5", "1-3"], ["4-12", "7-12", "0-1"])
    boneyard = [Tile.of(low, 11) for low in range(8, 12)]
    now = start_round(rules, 12, 0, [list(map(parse_tile, hand)) for hand in hands], boneyard)
    history = []
    for text in ("5-12@P0", "3-5@P0", "1-3@P0"):
        history.append(seen(now, parse_action(text)))
        now = now.play(history[-1].action)
    view = view_of(now, 1, history=history)
    assert view.hand_counts[0] == 0
    for way in (fast.PLAIN, fast.warm()):
        assert Strong(way).choose(view) in view.legal_actions()


def test_what_was_held_at_each_choice_is_counted_right() -> None:
    for now, history in choices(200):
        view = view_of(now, now.turn, history=history)
        held = known_from(view).held
        for choice in choices_seen(view):
            seat = choice.state[sim.TURN]
            assert len(held[choice.step]) == choice.state[sim.COUNTS + seat]


def test_a_history_that_leads_elsewhere_tells_no_choices() -> None:
    now, history = next(moment for moment in choices(50) if len(moment[1]) > 10)
    view = view_of(now, now.turn, history=history[:5])
    assert choices_seen(view) == []
    assert past_choices(view, known_from(view))[PAST_CHOICES] == 0


def doubts(view: View, hands: tuple[int, ...]) -> int:
    """How doubtful what the others chose is if they hold these hands."""
    knowledge = known_from(view)
    past = past_choices(view, knowledge)
    left = {seat: tiles_in(hand) for seat, hand in enumerate(hands)}
    dealt = [encode.tile_code(left[slot.seat].pop()) for slot in knowledge.slots]
    total = 0
    for seat in left:
        total += beliefs.doubt(
            list(encode.rules_numbers(view.table.rules, view.table.players)),
            past,
            dealt,
            seat,
            1 << 40,
            list(REGULAR),
            NODES,
            [0] * sim.STATE_SIZE,
            [0] * sim.MOST_ACTIONS,
            [0] * sim.MOST_ACTIONS,
            [0] * LINEAR_SCRATCH,
        )
    return total


def test_the_hands_that_are_held_leave_no_doubt() -> None:
    """Between players of the score, as long as nobody has drawn: then all slots are alike."""
    doubtful = 0
    for number in range(3):
        for now, history in played(f"DOUBT-{number}"):
            if any(entry.action == DRAW for entry in history):
                break
            view = view_of(now, now.turn, history=history)
            assert doubts(view, now.hands) == 0
            one, other = ((now.turn + turned) % 3 for turned in (1, 2))
            hands = list(now.hands)
            if hands[one].bit_count() == hands[other].bit_count():
                hands[one], hands[other] = hands[other], hands[one]
                doubtful += doubts(view, tuple(hands))
    assert doubtful > 0


def test_worlds_are_nearer_the_truth_for_what_others_chose() -> None:
    right = {reads: [0, 0] for reads in (False, True)}
    for number in range(6):
        for now, history in played(f"TRUTH-{number}"):
            if len(history) % 7 != 6:
                continue
            view = view_of(now, now.turn, history=history)
            slots = known_from(view).slots
            holders = {encode.tile_code(t): s for s, h in enumerate(now.hands) for t in tiles_in(h)}
            for reads, counted in right.items():
                for dealt in worlds_of(view, reads_choices=reads):
                    counted[0] += sum(
                        holders.get(tile) == slot.seat
                        for tile, slot in zip(dealt, slots, strict=False)
                    )
                    counted[1] += len(slots)
    deaf, listening = (Fraction(*right[reads]) for reads in (False, True))
    # By chance alone about a seventh of the slots are right.
    assert listening > deaf * Fraction(115, 100)


def worlds_of(view: View, *, reads_choices: bool) -> Iterator[list[int]]:
    """Deals of the unseen tiles as search makes them; the slots hold the first of them."""
    worlds = Worlds(view, "truth", Assumptions(REGULAR, reads_choices=reads_choices))
    unseen = worlds.way.listed(worlds._unseen)
    if reads_choices:
        pool = worlds.way.listed(worlds._pool)
        yield from (pool[at : at + len(unseen)] for at in range(0, len(pool), len(unseen)))
        return
    slots = worlds.way.listed(worlds._slots)
    for word in range(1, 101):
        beliefs.deal_slots(slots, len(slots) // beliefs.SLOT_SIZE, unseen, len(unseen), [word])
        yield unseen


def test_pooled_worlds_hold_every_unseen_tile_where_it_can_be() -> None:
    for now, history in choices(60):
        view = view_of(now, now.turn, history=history)
        known = known_from(view)
        for dealt in worlds_of(view, reads_choices=True):
            assert sorted(dealt) == sorted(map(encode.tile_code, tiles_in(known.unseen)))


def test_whose_run_ended_by_itself_holds_nothing_that_fits() -> None:
    told = 0
    for now, history in played("RUN", bot_named("gentle").choose):
        if len(history) == 0:
            continue
        last = history[-1]
        in_first_turn = (
            len({entry.seat for entry in history}) == now.table.had_turn.bit_count() <= 2
        )
        if not in_first_turn or last.action.train != last.seat:
            continue
        view = view_of(now, now.turn, history=history)
        end = now.table.ends[last.seat]
        for slot in known_from(view).slots:
            if slot.seat == last.seat:
                told += 1
                assert not any(slot.fits(Tile.of(end, number)) for number in range(13))
    assert told > 0
