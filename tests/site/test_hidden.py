"""What is hidden stays hidden: no byte of any answer depends on it before it is due."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

import dailytrain.match
from dailytrain import (
    IllegalAction,
    Round,
    Seed,
    Tile,
    daily_seed,
    deal_round,
    parse_action,
    start_round,
    tiles_in,
)
from dailytrain.actions import DRAW
from web.kept import keys
from web.play.days import GRACE
from web.services import EXTENSION, Services
from web.settings import Settings

from .helpers.pages import tiles_shown
from .helpers.playing import (
    MOST_ACTIONS,
    Choice,
    Truth,
    act,
    begin,
    first,
    heaviest,
    lightest,
    play_by_script,
    table_form,
)
from .helpers.servers import DAY, SECRET
from .helpers.visitors import JSON, Answer, AppVisitor

TODAY = date.fromisoformat(DAY)


def all_tiles_of(truth: Truth, number: int) -> set[Tile]:
    """Give what may be known of a round that has ended: all but its boneyard."""
    last = truth.match.played[number - 1].last
    assert last is not None
    held = {tile for hand in last.hands for tile in tiles_in(hand)}
    return held | {*tiles_in(last.table.lying)}


def secrets_of(settings: Settings, *others: str) -> list[bytes]:
    """List the bytes that no answer may hold on the day."""
    seeds = [daily_seed(settings.daily_secret, TODAY + timedelta(days=n)) for n in range(4)]
    texts = [settings.daily_secret, *settings.secret_keys, *others]
    for seed in seeds:
        texts += [seed.hex(), seed.hex().upper(), base64.b64encode(seed).decode()[:21]]
        texts += [base64.urlsafe_b64encode(seed).decode()[:21], str(int.from_bytes(seed))]
        texts += [str([*seed]).replace(" ", ""), str([*seed])]
    return [text.encode() for text in texts] + [bytes(seed) for seed in seeds]


def look_around(visitor: AppVisitor, game: str, truth: Truth) -> Iterator[Answer]:
    """Ask for all that there is of a game without going on with it, and for what there is not."""
    form = table_form(visitor.get(game))
    assert form is not None
    number = int(form.fields["at"])
    hidden = sorted(truth.hidden)
    some = hidden[len(hidden) // 2]
    for path in (game, "/", f"{game}/round/{truth.match.number}", f"{game}/round/1"):
        yield visitor.get(path)
    for action in (f"{some}@P0", f"{some}@M", f"{hidden[0]}@P1"):
        yield act(visitor, game, number, action)
    yield visitor.post(f"{game}/act", {"at": str(number), "action": f"{hidden[-1]}@P0"})
    yield visitor.get(game)
    yield act(visitor, game, number + 1, "draw")
    if number > 0:
        yield act(visitor, game, number - 1, "draw")
    yield visitor.ask("POST", f"{game}/undo", {"at": "0"}, JSON)


EVERYWHERE = 30
"""The person's action before which every page is asked for."""


def look_elsewhere(visitor: AppVisitor, game: str) -> Iterator[Answer]:
    """Ask for every page and file that there is, of this game and this day where it has one."""
    known: dict[str, str | int] = {
        "game_id": game.rpartition("/")[2],
        "text": DAY,
        "number": 1,
        "lang": "en",
    }
    known |= {"other_id": known["game_id"], "code": "KNOWN-TO-NOBODY", "group_id": "unknown"}
    adapter = visitor.app.url_map.bind("localhost")
    for rule in visitor.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint == "static":
            continue
        path = adapter.build(rule.endpoint, {name: known[name] for name in rule.arguments})
        answer = visitor.get(path)
        # Some pages are another each time: they make up a seed, or an identity for a form.
        if answer == visitor.get(path):
            yield answer
            yield visitor.get(path, Accept="application/json")
    for path in ("/daily/2026-12-10", "/nowhere"):
        yield visitor.get(path)
    yield visitor.ask("HEAD", game)
    yield visitor.ask("OPTIONS", game)
    yield visitor.post(f"/daily/{DAY}/play")


def known_tiles(truth: Truth) -> set[Tile]:
    """Give every tile that the person may be told of now."""
    match = truth.match
    known = truth.own | truth.lying
    has_acted = any(before.turn == 0 for before in positions(match.played[-1].start, truth))
    if match.number > 1 and not has_acted:
        # How the last round ended is still being told.
        known |= all_tiles_of(truth, match.number - 1)
    return known


def positions(start: Round, truth: Truth) -> Iterator[Round]:
    """Give the round before each of its actions."""
    for action in truth.match.played[-1].actions:
        yield start
        start = start.play(action)


@pytest.mark.parametrize("choose", [first, lightest])
def test_no_answer_tells_a_hidden_tile(visitor: AppVisitor, choose: Choice) -> None:
    game = begin(visitor, "/")
    truth = Truth.daily(SECRET, TODAY)
    for _ in range(MOST_ACTIONS):
        shown = visitor.get(game)
        form = table_form(shown)
        if form is None:
            break
        assert tiles_shown(shown.text, game) <= known_tiles(truth)
        assert truth.own <= tiles_shown(shown.text, game)
        action, number = choose(form.actions), truth.match.number
        truth.do(action)
        answer = act(visitor, game, int(form.fields["at"]), action)
        if truth.match.finished:
            break
        has_ended = truth.match.number > number
        assert bool(answer.json["round_end"]) == has_ended
        assert tiles_shown(answer.text, game) <= known_tiles(truth)
        if has_ended:
            assert tiles_shown(answer.json["round_end"]) <= all_tiles_of(truth, number)
    assert truth.match.finished


def test_no_answer_holds_a_seed_a_secret_or_a_player(
    visitor: AppVisitor, app: Flask, site_settings: Settings
) -> None:
    game = begin(visitor, "/")
    cookie = visitor.client.get_cookie("player")
    assert cookie is not None
    player = cookie.value.partition(".")[0]
    other = AppVisitor(app)
    begin(other, "/")
    secrets = secrets_of(site_settings)
    truth = Truth.daily(SECRET, TODAY)
    for turn in range(MOST_ACTIONS):
        form = table_form(visitor.get(game))
        if form is None:
            break
        if turn % 30 == 0:
            asked = [*look_around(visitor, game, truth)]
            if turn == EVERYWHERE:
                asked += look_elsewhere(visitor, game)
            assert all(answer.status < 500 for answer in asked)
        action = first(form.actions)
        truth.do(action)
        visitor.post(form.action, {**form.fields, "action": action})
    board = f"/daily/{DAY}/board"
    for path in ("/", game, f"{game}/result", board, f"{game}/record.json"):
        visitor.get(path)
    assert truth.match.finished
    for answer in visitor.seen:
        everything = answer.everything(without_cookies=True)
        assert player.encode() not in everything
        assert [secret for secret in secrets if secret in everything] == []
        for line in answer.cookies:
            assert [secret for secret in secrets if secret in line.encode()] == []


def test_a_days_seed_is_told_once_it_has_closed_and_no_earlier(
    visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    play_by_script(visitor, game := begin(visitor, "/"), first)
    day_closes = datetime(2026, 12, 10, tzinfo=UTC) + GRACE
    seed = daily_seed(SECRET, TODAY).hex()
    clock.move_to(day_closes - timedelta(seconds=1))
    assert visitor.get(f"{game}/record.json").status == 404
    clock.move_to(day_closes)
    record = visitor.get(f"{game}/record.json")
    assert record.json["seed"] == seed
    tomorrow = begin(visitor, "/")
    assert seed not in visitor.get(tomorrow).text
    assert visitor.get(f"{tomorrow}/record.json").status == 404


# The hidden tiles permuted: the same bytes.


def permuted(truth: Truth, stream: Random, *, boneyard_only: bool = False) -> Round:
    """Deal the round in play otherwise, so that everything seen so far would have been the same."""
    played = truth.match.played[-1]
    now = truth.match.round
    others = {tile for hand in now.hands[1:] for tile in tiles_in(hand)}
    hidden = sorted({*now.boneyard_left} | (set() if boneyard_only else others))
    start = played.start
    for _ in range(30 if len(hidden) > 1 else 0):
        one, other = stream.sample(hidden, 2)
        swapped = with_swapped(start, one, other)
        if leads_to_the_same(swapped, truth):
            start = swapped
    return start


def with_swapped(start: Round, one: Tile, other: Tile) -> Round:
    turned = {one: other, other: one}
    hands = [[turned.get(tile, tile) for tile in tiles_in(hand)] for hand in start.hands]
    boneyard = [turned.get(tile, tile) for tile in start.boneyard]
    return start_round(start.table.rules, start.table.engine, start.turn, hands, boneyard)


def leads_to_the_same(start: Round, truth: Truth) -> bool:
    """Tell whether all the actions of the round are legal from here and show the same table."""
    try:
        for action in truth.match.played[-1].actions:
            start = start.play(action)
    except IllegalAction:
        return False
    now = truth.match.round
    same_hand = start.hands[0] == now.hands[0]
    return same_hand and start.table == now.table and start.ended == now.ended


@contextmanager
def dealt(site: Services, number: int, start: Round | None) -> Iterator[None]:
    """Have the site deal this round so, and all later ones from another seed."""

    def deal(seed: Seed, *rest: object, **named: object) -> Round:
        if start is not None and rest[-1] == number:
            return start
        if start is not None and int(str(rest[-1])) > number:
            seed = Seed(bytes(16))
        return deal_round(seed, *rest, **named)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dailytrain.match, "deal_round", deal)
        site.games._worked_out.clear()
        yield
    site.games._worked_out.clear()


def is_turn_kept(truth: Truth, action: str) -> bool:
    """Tell whether it is a play after which the person is to act again."""
    after = truth.match.round.play(parse_action(action))
    return "@" in action and after.turn == 0 and not after.ended


def tried(visitor: AppVisitor, site: Services, game: str, action: str) -> bytes:
    """Give the answer to an action, and put the game back."""
    game_id = game.rpartition("/")[2]
    row = site.store.game(game_id)
    assert row is not None
    answer = act(visitor, game, row.length, action)
    present = site.store.game(game_id)
    assert present is not None
    if present.length > row.length:
        name = keys.actions(game_id)
        site.store.link.call("RPOP", name, present.length - row.length)
    site.games._worked_out.clear()
    return answer.everything()


@pytest.mark.parametrize("choose", [heaviest, first])
def test_hidden_tiles_permuted_change_no_byte(
    visitor: AppVisitor, app: Flask, choose: Choice
) -> None:
    site: Services = app.extensions[EXTENSION]
    stream = Random(choose.__name__)
    game = begin(visitor, "/")
    truth = Truth.daily(SECRET, TODAY)
    compared = kept_turn = 0
    for turn in range(MOST_ACTIONS):
        form = table_form(visitor.get(game))
        if form is None:
            break
        action, number = choose(form.actions), truth.match.number
        if turn % 6 == 0:
            other = permuted(truth, stream)
            compared += other != truth.match.played[-1].start
            keeps_turn = is_turn_kept(truth, action)
            kept_turn += keeps_turn
            answers = []
            for start in (None, other):
                with dealt(site, number, start):
                    asked = [*look_around(visitor, game, truth)]
                    if turn == EVERYWHERE:
                        asked += look_elsewhere(visitor, game)
                    answers.append([answer.everything() for answer in asked])
                    if keeps_turn:
                        answers[-1].append(tried(visitor, site, game, action))
            assert answers[0] == answers[1]
        truth.do(action)
        visitor.post(form.action, {**form.fields, "action": action})
    assert truth.match.finished
    assert compared > 5
    assert kept_turn


def test_the_order_of_the_boneyard_changes_no_byte_until_someone_draws(
    visitor: AppVisitor, app: Flask
) -> None:
    site: Services = app.extensions[EXTENSION]
    stream = Random("boneyard")
    game = begin(visitor, "/")
    truth = Truth.daily(SECRET, TODAY)
    compared = 0
    for turn in range(MOST_ACTIONS):
        form = table_form(visitor.get(game))
        if form is None:
            break
        action, number, before = heaviest(form.actions), truth.match.number, truth.match.length
        other = permuted(truth, stream, boneyard_only=True) if turn % 3 == 0 else None
        truth.do(action)
        if other and truth.match.number == number and DRAW not in truth.actions[before:]:
            answers = []
            for start in (None, other):
                with dealt(site, number, start):
                    answers.append(tried(visitor, site, game, action))
            assert answers[0] == answers[1]
            compared += 1
        visitor.post(form.action, {**form.fields, "action": action})
    assert truth.match.finished
    assert compared > 5
