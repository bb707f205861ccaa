"""What holds for every preset and any mix of options, whatever is played."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dailytrain import (
    PRESETS,
    Action,
    IllegalAction,
    Match,
    Round,
    Tile,
    deal_round,
    events_of,
    format_match_record,
    format_round_record,
    parse_action,
    parse_match_record,
    parse_round_record,
    preset_rules,
    replay_round,
    shared_seed,
    tiles_in,
    verify_match,
    view_of,
)
from dailytrain.actions import DONE, DRAW, PASS, PLAYS
from dailytrain.deal import shuffled, words
from dailytrain.events import EventKind
from dailytrain.round import Ending
from dailytrain.tiles import set_size
from dailytrain.view import seen
from tests.strategies import (
    MOST_ACTIONS,
    Chooser,
    Playout,
    actions,
    choosers,
    matches,
    play_out,
    playouts,
    rounds,
)

pytestmark = pytest.mark.timeout(120)

EVERY_ACTION = [*(play for train in PLAYS for play in train), DRAW, PASS, DONE]


def tiles_of(now: Round) -> list[Tile]:
    """List every tile wherever it is, the engine in the middle among them."""
    table = now.table
    lying = [tile for train in table.trains for tile in train]
    held = [tile for hand in now.hands for tile in tiles_in(hand)]
    return sorted([Tile.of(table.engine, table.engine), *lying, *held, *now.boneyard_left])


@given(played=playouts())
def test_every_tile_is_somewhere_once_at_every_moment(played: Playout) -> None:
    at_first = tiles_of(played.start)
    assert len(set(at_first)) == len(at_first)
    for moment in played.moments:
        assert tiles_of(moment) == at_first
        lying = [tile for train in moment.table.trains for tile in train]
        engine = Tile.of(moment.table.engine, moment.table.engine)
        assert set(tiles_in(moment.table.lying)) == {engine, *lying}


@given(played=playouts())
def test_trains_touch_end_to_end(played: Playout) -> None:
    table = played.last.table
    for train, end in enumerate(table.ends):
        shown = table.engine
        for near, far in table.ends_of_train(train):
            assert near == shown
            shown = far
        assert shown == end


@given(now=rounds(), tried=st.lists(actions(), max_size=20))
def test_what_is_legal_is_accepted_and_all_else_refused_with_nothing_changed(
    now: Round, tried: list[Action]
) -> None:
    before = (now.table, now.hands, now.boneyard_left, now.ended)
    legal = now.legal_actions()
    for action in (*legal, *tried):
        if action in legal:
            after = now.play(action)
            assert after != now
            assert after == now.play(str(action))
        else:
            with pytest.raises(IllegalAction) as refused:
                now.play(action)
            assert refused.value.reason
            assert str(action) in str(refused.value)
        assert (now.table, now.hands, now.boneyard_left, now.ended) == before
        assert now.legal_actions() == legal


@settings(max_examples=15)
@given(now=rounds())
def test_of_all_actions_there_are_only_the_legal_ones_are_accepted(now: Round) -> None:
    legal = now.legal_actions()
    for action in EVERY_ACTION:
        if action not in legal:
            with pytest.raises(IllegalAction):
                now.play(action)


@given(now=rounds())
def test_legal_actions_are_different_and_in_the_canonical_order(now: Round) -> None:
    legal = now.legal_actions()
    assert list(legal) == sorted(set(legal))
    assert bool(legal) == (now.ended is None)
    if legal and not legal[0].is_play:
        assert legal in ((DRAW,), (PASS,))


@given(played=playouts())
def test_every_round_ends_within_a_bound(played: Playout) -> None:
    assert played.last.ended is not None
    assert len(played.actions) < MOST_ACTIONS
    # Each tile is drawn and laid at most once; more passes in a row than twice the seats cannot be:
    # a pass can only open a train, and by then every train has been open to everyone.
    seats = played.start.table.players
    tiles = set_size(played.start.rules.highest_pip)
    assert len(played.actions) <= 3 * tiles + 2 * seats * (tiles + 1)


@given(played=playouts())
def test_a_round_that_ended_says_why(played: Playout) -> None:
    last = played.last
    out = any(hand == 0 for hand in last.hands)
    assert last.ended is (Ending.OUT if out else Ending.BLOCKED)
    assert not (last.ended is Ending.BLOCKED and last.boneyard_left)
    assert len(last.scores()) == last.table.players
    assert all(score >= 0 for score in last.scores())


@given(played=playouts())
def test_a_record_replays_to_the_same_moments(played: Playout) -> None:
    text = json.dumps(format_round_record(played.start, played.actions))
    record = parse_round_record(json.loads(text))
    replayed = [record.start, *(after for _, _, after in replay_round(record))]
    assert replayed == played.moments
    assert list(map(hash, replayed)) == list(map(hash, played.moments))


@given(match=matches())
def test_a_match_record_verifies_and_comes_to_the_same(match: Match) -> None:
    seats = [{"name": f"Seat {seat}"} for seat in range(match.players)]
    record = json.loads(json.dumps(format_match_record(match, seats)))
    again = verify_match(parse_match_record(record))
    assert again.round == match.round
    assert again.totals == match.totals
    assert again.finished == match.finished
    assert again.length == match.length
    assert [again.view(seat) for seat in range(again.players)] == [
        match.view(seat) for seat in range(match.players)
    ]
    assert json.loads(json.dumps(format_match_record(again, seats))) == record


def with_hidden_mixed(now: Round, seat: int, number: int) -> Round:
    """Give the same moment for this seat, with all tiles that it cannot see dealt anew."""
    counts = [hand.bit_count() for hand in now.hands]
    hidden = [
        *(tile for other, hand in enumerate(now.hands) if other != seat for tile in tiles_in(hand)),
        *now.boneyard_left,
    ]
    mixed = shuffled(hidden, words(number.to_bytes(8, "big"), "test hidden"))
    hands = []
    for other, count in enumerate(counts):
        if other == seat:
            hands.append(now.hands[seat])
        else:
            hands.append(sum(1 << tile for tile in mixed[:count]))
            del mixed[:count]
    return Round(now.table, tuple(hands), tuple(mixed), now.ended)


@given(now=rounds(), number=st.integers(0, 2**32))
def test_a_view_does_not_change_when_hidden_tiles_are_permuted(now: Round, number: int) -> None:
    for seat in range(now.table.players):
        assert view_of(with_hidden_mixed(now, seat, number), seat) == view_of(now, seat)


@given(now=rounds())
def test_only_the_seat_to_act_may_do_anything(now: Round) -> None:
    for seat in range(now.table.players):
        legal = view_of(now, seat).legal_actions()
        assert legal == (now.legal_actions() if seat == now.turn else ())


@given(match=matches(), seat=st.integers(0, 3))
def test_a_view_tells_no_more_than_the_table_and_the_own_hand(match: Match, seat: int) -> None:
    view = match.view(seat % match.players)
    assert view.hand == match.round.hands[view.seat]
    assert view.table == match.round.table
    assert view.hand_counts == tuple(hand.bit_count() for hand in match.round.hands)
    assert [str(s.action) for s in view.history] == [str(a) for a in match.played[-1].actions]
    assert not any(told.numbers for told in view.history if told.action.is_play)


@given(played=playouts())
def test_who_draws_or_passes_has_none_of_the_numbers_that_are_open_to_it(played: Playout) -> None:
    for now, action in zip(played.moments, played.actions, strict=False):
        told = seen(now, action)
        assert (told.seat, told.action) == (now.turn, action)
        if action in {DRAW, PASS}:
            assert told.numbers
        lacking = sum(1 << number for number in told.numbers)
        limited = now.rules.doubles_per_turn != "unlimited" and now.table.fresh
        for tile in now.hand(now.turn):
            if not (tile.is_double and limited):
                assert not lacking & (1 << tile.low | 1 << tile.high)


@given(played=playouts())
def test_a_round_s_sketch_tells_nothing_hidden(played: Playout) -> None:
    for now in played.moments:
        assert repr(now) == repr(with_hidden_mixed(now, now.turn, 1))


def matters(now: Round, train: int) -> bool:
    """Tell whether anyone may still have to cover the double there, or could play on it."""
    is_over = now.ended or 0 in [hand.bit_count() for hand in now.hands]
    return not is_over and not now.table.is_waived(now.table.ends[train])


@given(played=playouts())
def test_events_tell_what_changed_on_the_table_and_nothing_hidden(played: Playout) -> None:
    moments = zip(played.moments, played.actions, played.moments[1:], strict=False)
    for before, action, after in moments:
        events = events_of(before, action, after)
        assert events[0].kind == (
            EventKind.PLAY if action.is_play else {DRAW: "draw", PASS: "pass", DONE: "done"}[action]
        )
        assert events[0].seat == before.turn
        markers = before.table.markers
        for event in events:
            if event.kind in (EventKind.MARKER_ON, EventKind.MARKER_OFF):
                assert event.train is not None
                markers ^= 1 << event.train
        assert markers == after.table.markers
        opened = [e.train for e in events if e.kind is EventKind.DOUBLE_OPEN]
        new = [t for t in after.table.open_doubles if t not in before.table.open_doubles]
        assert opened == [t for t in new if matters(after, t)]
        assert (events[-1].kind is EventKind.ROUND_END) == (after.ended is not None)
        if action == DRAW:
            hidden = with_hidden_mixed(after, before.turn, 1)
            assert events == events_of(before, action, hidden)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 11))
def test_a_whole_match_of_every_preset_can_be_played(preset: str, players: int) -> None:
    given = {} if preset in ("standard", "pagat") else {"hand_size": 7}
    rules = preset_rules(preset, rounds=3, **given)
    match = Match(shared_seed(f"{preset}-{players}"), rules, players)
    chooser = Chooser(players)
    while not match.finished:
        match.play(chooser.pick(match.length, match.legal_actions()))
    assert match.number == 3
    assert match.totals == tuple(sum(match.scores_of(seat)) for seat in range(players))
    assert set(match.winners()) <= set(range(players))
    assert match.legal_actions() == ()
    with pytest.raises(IllegalAction):
        match.play("pass")


@given(chooser=choosers())
def test_the_order_of_a_hand_in_a_record_decides_nothing(chooser: Chooser) -> None:
    start = deal_round(shared_seed("ORDER"), preset_rules("daily"), 3)
    played = play_out(start, chooser)
    record = format_round_record(start, played.actions)
    hands: list[list[str]] = record["hands"]  # type: ignore[assignment]
    backwards = {**record, "hands": [hand[::-1] for hand in hands]}
    moments = list(replay_round(parse_round_record(backwards)))
    assert moments[-1][2] == played.last


ORDER = """
0-1@P0 1-1@P0 0-2@P0 0-1@P1 0-1@P9 0-1@M 5-12@M 0-13@M 18-18@M draw pass done
"""


def test_the_canonical_order_is_pinned() -> None:
    """By train, the Mexican one last; on it by the higher number, then the lower; then words."""
    texts = ORDER.split()
    assert sorted(map(parse_action, texts)) == [
        parse_action(text)
        for text in (
            *("0-1@P0", "1-1@P0", "0-2@P0", "0-1@P1", "0-1@P9", "0-1@M"),
            *("5-12@M", "0-13@M", "18-18@M", "draw", "pass", "done"),
        )
    ]
    start = deal_round(shared_seed("SNAPSHOT"), preset_rules("standard"), 2)
    legal = start.legal_actions()
    by_hand = sorted((a.train, a.tile.high, a.tile.low, str(a)) for a in legal)
    assert [str(action) for action in legal] == [text for *_, text in by_hand]


def test_the_numbers_of_tiles_are_pinned() -> None:
    """Saved masks and every tie-break depend on them: `high * (high + 1) / 2 + low`."""
    assert [str(Tile.of(*pair)) for pair in ((0, 0), (0, 1), (1, 1), (0, 2))] == [
        *("0-0", "0-1", "1-1", "0-2"),
    ]
    assert [
        int(Tile.of(*pair)) for pair in ((0, 0), (0, 1), (1, 1), (0, 2), (12, 12), (18, 18))
    ] == [
        *(0, 1, 2, 3, 90, 189),
    ]
