"""The table as it is shown: every train, tile and count as it stands, and only what is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest
from flask import Flask

from bots import bots_offered
from dailytrain import shared_seed, tiles_in
from dailytrain.actions import train_name
from web.play.seeds import seed_table
from web.services import EXTENSION, Services

from .helpers.pages import Page, forms_in
from .helpers.playing import Truth, act, begin, first, heaviest, lightest, moments, table_form
from .helpers.visitors import Answer, AppVisitor
from .test_headers import faults_of

SEED = "/seed/TABLE"


def truth_of(path: str = SEED) -> Truth:
    text, _, query = path.removeprefix("/seed/").partition("?")
    table = seed_table(text, dict(part.split("=") for part in query.split("&") if part))
    bots = [computer.key for computer in table.computers]
    return Truth.of(shared_seed(table.text), bots, table.rules)


class Shown:
    """The table as a page or an answer's fragment shows it."""

    def __init__(self, html: str) -> None:
        self.page = Page(html)
        self.elements = self.page.elements
        rows = re.split(r'<li class="train[ "]', html.partition("</section>")[0])[1:]
        self.rows = {re.findall(r'data-train="(\w+)"', row)[0]: row for row in rows}

    def tiles_of(self, train: str) -> list[tuple[int, int]]:
        named = re.findall(r'role="img" aria-label="(\d+)-(\d+)"', self.rows[train])
        return [(int(a), int(b)) for a, b in named]

    def flags_of(self, train: str) -> set[str]:
        return {*self.rows[train].partition('"')[0].split()}

    def end_of(self, train: str) -> int:
        return int(re.findall(r"data-end>(\d+)<", self.rows[train])[0])

    def count_of(self, mark: str) -> list[int]:
        return [int(n) for n in re.findall(rf"{mark}>(\d+)<", self.page.source)]

    @property
    def hand(self) -> list[str]:
        return [e.attributes["data-tile"] for e in self.elements if "data-tile" in e.attributes]

    @property
    def status(self) -> str:
        found: list[str] = re.findall(r'id="status">([^<]*)<', self.page.source)
        return found[0]


def check(shown: Shown, truth: Truth) -> None:
    """Compare all that is shown with the match as it stands."""
    view = truth.match.view(0)
    table = view.table
    for train in range(table.players + 1):
        key = train_name(train, table.players)
        flags = shown.flags_of(key)
        assert shown.tiles_of(key) == table.ends_of_train(train)
        assert shown.end_of(key) == table.ends[train]
        assert ("has-marker" in flags) == bool(table.markers >> train & 1)
        open_doubles = {*table.open_doubles, *table.fresh}
        assert bool(flags & {"has-double", "must-cover"}) == (train in open_doubles)
        if table.is_bound:
            assert ("must-cover" in flags) == (train == table.binding_train)
        legal = {action.train for action in view.legal_actions() if action.is_play}
        plays_on = 10 if train == table.players else train
        assert ("is-playable" in flags) == (plays_on in legal)
    assert [*shown.rows] == [train_name(t, table.players) for t in range(table.players + 1)]
    assert shown.count_of("data-boneyard") == [table.boneyard_count]
    assert shown.count_of("data-left") == [*view.hand_counts]
    in_order = sorted(view.tiles, key=lambda tile: (tile.low, tile.high))
    assert shown.hand == [str(tile) for tile in in_order]
    (form,) = [form for form in shown.page.forms if form.action.endswith("/act")]
    assert sorted(form.actions) == sorted(truth.legal)
    for word in ("draw", "pass", "done"):
        assert (word in form.actions) == (word in truth.legal)
    playable = {action.tile for action in view.legal_actions() if action.is_play}
    if playable:
        assert str(len(playable)) in re.findall(r"\d+", shown.status)
    else:
        assert "draw" in shown.status or "pass" in shown.status


@pytest.mark.parametrize(
    ("path", "choose"),
    [(f"{SEED}?rounds=2", heaviest), (f"{SEED}?rounds=2&players=4&preset=playboard", first)],
)
def test_every_moment_of_a_game_is_shown_as_it_stands(
    visitor: AppVisitor, path: str, choose: object
) -> None:
    assert callable(choose)
    game = begin(visitor, path)
    truth = truth_of(path)
    markers = doubles = 0
    check(Shown(visitor.get(game).text), truth)
    while True:
        action = choose(truth.legal)
        answer = act(visitor, game, truth.match.length, action)
        assert answer.status == 200
        truth.do(action)
        if truth.match.finished:
            break
        shown = Shown(answer.json["html"])
        check(shown, truth)
        markers += bool(truth.match.round.table.markers)
        doubles += bool(truth.match.round.table.open_doubles)
    assert markers
    assert doubles


def test_the_page_and_the_scripts_fragment_are_one_drawing(visitor: AppVisitor) -> None:
    game = begin(visitor, SEED)
    truth = truth_of()
    for _ in range(15):
        action = heaviest(truth.legal)
        answer = act(visitor, game, truth.match.length, action)
        truth.do(action)
        assert answer.json["html"].strip() in visitor.get(game).text


def test_what_everyone_did_is_told_in_order_one_sentence_a_turn(visitor: AppVisitor) -> None:
    game = begin(visitor, SEED)
    truth = truth_of()
    for _ in range(40):
        number, before = truth.match.number, len(truth.match.played[-1].actions)
        action = lightest(truth.legal)
        answer = act(visitor, game, truth.match.length, action)
        truth.do(action)
        if truth.match.number > number:
            break
        did = truth.match.view(0).history[before:]
        seats = [seen.seat for seen in did]
        turns = [seat for n, seat in enumerate(seats) if n == 0 or seats[n - 1] != seat]
        starts = ("You", "Wren", "Marlow")
        assert [turn.split()[0] for turn in answer.json["turns"]] == [starts[s] for s in turns]
        kinds = [step["kind"] for step in answer.json["steps"]]
        told = [kind for kind in kinds if kind in {"play", "draw", "pass", "done"}]
        assert told == ["play" if s.action.is_play else str(s.action) for s in did]
        for step in answer.json["steps"]:
            assert step["text"].endswith(".")
            if step["kind"] == "draw" and step["seat"] != 0:
                assert step["tile"] is None
        shown = Page(answer.json["html"]).words
        assert all(turn in shown for turn in answer.json["turns"])


def test_a_drawn_tile_is_told_to_its_owner_alone(visitor: AppVisitor) -> None:
    game = begin(visitor, SEED)
    truth = truth_of()
    while (action := first(truth.legal)) != "draw":
        act(visitor, game, truth.match.length, action)
        truth.do(action)
    own = truth.own
    answer = act(visitor, game, truth.match.length, "draw")
    truth.do("draw")
    drawn = answer.json["steps"][0]["tile"]["text"]
    assert drawn not in map(str, own)
    new = re.findall(r'class="slot is-new" data-tile="([\d-]+)"', answer.json["html"])
    assert new == ([drawn] if drawn in map(str, truth.own) else [])
    assert answer.json["turns"][0].startswith(f"You drew {drawn}")


def round_ends(visitor: AppVisitor, game: str, truth: Truth) -> Iterator[tuple[int, Answer]]:
    """Play on; give each round that ends, with the answer that ended it."""
    while not truth.match.finished:
        number, action = truth.match.number, heaviest(truth.legal)
        answer = act(visitor, game, truth.match.length, action)
        truth.do(action)
        if truth.match.number > number or truth.match.finished:
            yield number, answer


def test_the_end_of_a_round_shows_everyones_tiles_points_and_totals(visitor: AppVisitor) -> None:
    game = begin(visitor, f"{SEED}?rounds=3")
    truth = truth_of(f"{SEED}?rounds=3")
    ended = []
    for number, answer in round_ends(visitor, game, truth):
        played = truth.match.played[number - 1]
        assert played.last is not None
        assert played.scores is not None
        ended.append(number)
        by_page = visitor.get(f"{game}/round/{number}")
        for text in (answer.json["round_end"], by_page.text):
            words = Page(text).words
            for seat, hand in enumerate(played.last.hands):
                held = {str(tile) for tile in tiles_in(hand)}
                assert all(f'aria-label="{tile}"' in text for tile in held)
                assert f"+{played.scores[seat]}" in words
                total = sum(p.scores[seat] for p in truth.match.played[:number] if p.scores)
                assert str(total) in words.split()
            for seat in played.winners():
                assert ("You", "Wren", "Marlow")[seat] in words
            assert ("blocked" in words) == (str(played.ended) == "blocked")
        assert list(faults_of(by_page)) == []
    assert ended == [1, 2, 3]


def test_by_forms_a_rounds_end_has_a_page_of_its_own_that_leads_on(visitor: AppVisitor) -> None:
    game = begin(visitor, f"{SEED}?rounds=2")
    paths = [answer.path for _form, _action, answer in moments(visitor, game, heaviest)]
    assert [path for path in paths if path != game] == [f"{game}/round/1", f"{game}/round/2"]
    assert f"{game}/result" in Page(visitor.get(f"{game}/round/2").text).links


STATES = 14


def test_every_state_of_the_table_is_a_whole_page(visitor: AppVisitor) -> None:
    game = begin(visitor, SEED)
    for _moment in islice(moments(visitor, game, heaviest), STATES):
        answer = visitor.get(game)
        assert list(faults_of(answer)) == []
        page = Page(answer.text)
        for element in page.elements:
            # Every control has a name: of its own, or by the words in it.
            if element.tag == "summary" or "data-pick" in element.attributes:
                assert element.attributes.get("aria-label")
        named = [
            e for e in page.elements if e.tag == "button" and "ht" in e.attributes.get("class", "")
        ]
        assert all(" on " in button.attributes["aria-label"] for button in named)


def test_ten_seats_and_the_biggest_set_are_shown_too(visitor: AppVisitor) -> None:
    path = f"{SEED}?preset=standard&players=10&rounds=1&highest_pip=18&hand_size=12"
    game = begin(visitor, path)
    truth = truth_of(path)
    answer = visitor.get(game)
    assert list(faults_of(answer)) == []
    check(Shown(answer.text), truth)


def test_who_plays_how_is_told_for_every_opponent(app: Flask, visitor: AppVisitor) -> None:
    site: Services = app.extensions[EXTENSION]
    offered = {offer.name for offer in bots_offered()}
    assert {*site.characters} == offered
    form = table_form(visitor.get(begin(visitor, SEED)))
    assert form is not None
    assert any(line and line in visitor.seen[-1].text for line in site.characters.values())


def test_a_tile_can_be_taken_back_while_nothing_came_of_it(visitor: AppVisitor) -> None:
    path = f"{SEED}?rounds=1"
    game = begin(visitor, path)
    truth = truth_of(path)
    before = Shown(visitor.get(game).text)
    assert f'formaction="{game}/undo"' not in visitor.seen[-1].text
    action = heaviest(truth.legal)
    act(visitor, game, 0, action)
    page = visitor.get(game)
    (form,) = [form for form in forms_in(page.text) if form.action.endswith("/act")]
    assert f'formaction="{game}/undo"' in page.text
    answer = visitor.post(f"{game}/undo", {**form.fields, "action": "undo"})
    assert answer.status == 303
    after = Shown(visitor.get(game).text)
    check(after, truth)
    assert after.hand == before.hand
    # What is not the last action, or has passed on to the computers, stays.
    assert visitor.post(f"{game}/undo", {"at": "0"}).status == 303
    form_now = table_form(visitor.get(game))
    assert form_now is not None
    assert sorted(form_now.actions) == sorted(truth.legal)
