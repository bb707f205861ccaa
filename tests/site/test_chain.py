"""The hand as a chain: only where nothing counts, a real train from the end, and the longest."""

from __future__ import annotations

import re
from datetime import date

import pytest
from flask import Flask

from bots.longest import longest_train
from dailytrain import parse_tile
from web.kept.keys import GameId, board_day
from web.play import lineup
from web.play.setups import Kind, Setup
from web.services import EXTENSION, Services

from .helpers.playing import act, begin, form_to_act, heaviest, play_by_script
from .helpers.visitors import AppVisitor

TODAY = "/daily/2026-12-09"


def chain_on(html: str) -> list[str] | None:
    """Read the chain that the page's script lays out; None where it is not offered."""
    assert ('data-sort="chain"' in html) == ("data-chain=" in html)
    found = re.search(r'data-chain="([^"]*)"', html)
    return found[1].split() if found else None


def setup_of(app: Flask, game: str) -> Setup:
    services: Services = app.extensions[EXTENSION]
    with services.games.opened(GameId(game.rsplit("/", 1)[1])) as opened:
        return opened.setup


def test_a_counted_game_does_not_offer_it(visitor: AppVisitor) -> None:
    for path in (TODAY, "/seed/CHAIN"):
        assert chain_on(visitor.get(begin(visitor, path)).text) is None
    assert "js-never" not in visitor.seen[-1].text


def test_games_that_do_not_count_offer_it(visitor: AppVisitor, app: Flask) -> None:
    play_by_script(visitor, begin(visitor, "/seed/CHAIN?rounds=1"))
    again = begin(visitor, "/seed/CHAIN?rounds=1")
    assert setup_of(app, again).kind is Kind.PRACTICE
    past = begin(visitor, "/daily/2026-12-01")
    assert setup_of(app, past).kind is Kind.ARCHIVE
    lesson = visitor.post("/learn").path
    for game in (again, past, lesson):
        assert chain_on(visitor.get(game).text) is not None


def test_a_day_may_allow_it_and_then_the_game_says_so(
    visitor: AppVisitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "Chain day"
    monkeypatch.setattr(lineup, "CHAIN_DAYS", frozenset({date(2026, 12, 9).weekday()}))
    game = begin(visitor, TODAY)
    # The game keeps what its day allowed when it began.
    monkeypatch.setattr(lineup, "CHAIN_DAYS", frozenset())
    assert setup_of(app, game).counts
    assert board_day(setup_of(app, game).board) == date(2026, 12, 9)
    table = visitor.get(game).text
    assert chain_on(table)
    assert words in table
    play_by_script(visitor, game)
    assert words in visitor.get(f"{game}/result").text


def test_it_is_a_real_chain_and_the_longest_all_through_a_game(visitor: AppVisitor) -> None:
    game = visitor.post("/learn").path
    html = visitor.get(game).text
    lengths = set()
    while form := form_to_act(html):
        chain = chain_on(html)
        mine = html.partition('data-train="P0"')[2]
        end = int(re.findall(r"data-end>(\d+)<", mine)[0])
        held = re.findall(r'data-tile="([\d-]+)"', html)
        hand = sum(1 << parse_tile(text) for text in held)
        assert chain == [str(tile) for tile in longest_train(hand, end).tiles]
        written = re.findall(r"(\d+)-(\d+) ", html.partition("like this:")[2].partition("</p>")[0])
        assert len(written) == len(chain)
        for text, (near, far) in zip(chain, written, strict=True):
            assert text in held
            assert int(near) == end
            assert {near, far} == {*text.split("-")}
            end = int(far)
        lengths.add(len(chain))
        action = heaviest(form.actions)
        html = act(visitor, game, int(form.fields["at"]), action).json["html"]
    assert len(lengths) > 3
