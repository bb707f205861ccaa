"""The pages around the table: whole, honest, linked, and the same without scripts."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from html import unescape
from itertools import pairwise

import pytest
from flask import Flask
from freezegun.api import FrozenDateTimeFactory

from dailytrain import Match, preset_rules, shared_seed
from dailytrain.options import Scoring
from web import create_app
from web.kept.connection import StoreDown
from web.kept.keys import daily_board
from web.kept.store import Result, Store
from web.kept.wrong_codes import WINDOW_SECONDS
from web.settings import load_settings
from web.show.payoff import marks_in_words, place_at_table, spread

from .helpers.pages import Page
from .helpers.playing import begin, heaviest, lightest, moments, play_out
from .helpers.servers import DAY
from .helpers.visitors import AppVisitor

YESTERDAY = "2026-12-08"
BOARD = daily_board(date.fromisoformat(DAY))
# Where anyone may look, and words that only that page has.
OPEN_PAGES = {
    "/": "Sit down and play",
    f"/daily/{DAY}": "Sit down and play",
    f"/daily/{YESTERDAY}": "A game from the archive does not count",
    f"/daily/{YESTERDAY}/board": "Nobody has finished this game yet.",
    "/archive": "Past days",
    "/seeds": "The same tiles for your friends",
    "/seed/HELLO": "Whoever opens this link gets exactly this game",
    "/seed/HELLO?players=10&preset=standard&blank_points=25": "10 seats",
    "/rules": "The rules of Mexican Train",
    "/score-sheet": "Mexican Train score sheet",
    "/about": "What is kept, and why",
    "/fair": "sealed",
}


def is_well_made(text: str) -> Page:
    """Check what every page must be, whatever it says."""
    page = Page(text)
    assert not page.faults
    assert not page.unclosed
    assert len(page.ids) == len(set(page.ids))
    levels = [int(e.tag[1]) for e in page.elements if re.fullmatch("h[1-6]", e.tag)]
    assert levels.count(1) == 1
    levels = levels[levels.index(1) :]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for element in page.elements:
        attributes = element.attributes
        assert element.tag != "style"
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        if element.tag == "script":
            assert "src" in attributes or attributes.get("type") == "application/json"
        for name in ("src", "href", "action"):
            link = attributes.get(name, "/")
            assert link.startswith(("/", "#", "http://localhost/")), link
        for name in ("aria-labelledby", "aria-describedby", "for"):
            for target in attributes.get(name, "").split():
                assert target in page.ids, target
        if element.tag == "use":
            assert attributes["href"].removeprefix("#") in page.ids
    return page


@pytest.mark.parametrize("path", OPEN_PAGES)
def test_a_page_is_there_and_well_made(path: str, visitor: AppVisitor) -> None:
    answer = visitor.get(path)
    assert answer.status == 200
    assert OPEN_PAGES[path] in is_well_made(answer.text).words
    # Whoever only looks leaves no trace.
    assert not [cookie for cookie in answer.cookies if cookie.startswith("player=")]


def test_the_privacy_page_tells_what_a_wrong_code_leaves(visitor: AppVisitor) -> None:
    words = Page(visitor.get("/about").text).words
    assert f"a digest of your address is kept for {WINDOW_SECONDS // 60} minutes" in words


def test_every_link_leads_somewhere(visitor: AppVisitor) -> None:
    play_out(visitor, begin(visitor, "/"), lightest)
    play_out(visitor, begin(visitor, "/seed/LINKS?rounds=1"), lightest)
    waiting, seen, alike = ["/", "/seed/LINKS?rounds=1", *OPEN_PAGES], set[str](), Counter[str]()
    while waiting:
        path = waiting.pop().partition("#")[0]
        # Two days, rounds, moments or pages of a list tell as much as a hundred.
        kind = re.sub(r"\d+", "0", path)
        if path in seen or alike[kind] >= 2 or not path.startswith("/"):
            continue
        if "as=" in path:
            continue  # a computer plays a whole game through for these
        seen.add(path)
        alike[kind] += 1
        answer = visitor.get(path)
        assert answer.status in {200, 303}, (path, answer.status)
        if answer.status == 200 and "text/html" in (answer.header("Content-Type") or ""):
            waiting += map(unescape, Page(answer.text).links)
    assert {"/you", "/learn", "/score-sheet", "/seeds"} <= seen


def test_the_anchors_of_the_guide_are_there(visitor: AppVisitor) -> None:
    for path in OPEN_PAGES:
        for link in Page(visitor.get(path).text).links:
            target, _hash, anchor = link.partition("#")
            if anchor:
                assert anchor in Page(visitor.get(target or path).text).ids


def someone_finishes(store: Store, name: str, total: int) -> None:
    """Put a result of another person on today's board, as a finished game would."""
    game = f"game of {name}"
    store.claim_attempt(BOARD, name, game)
    store.set_name(name, name)
    detail = f"[[{total},0,0,0],[100,100]]"
    result = Result(game_id=game, rank_key=total * 1000, total=total, detail=detail)
    store.record_result(BOARD, name, result)


def test_the_lobby_invites_and_gives_nothing_away(visitor: AppVisitor, store: Store) -> None:
    someone_finishes(store, "Hazel Finch", 61)
    lobby = visitor.get("/").text
    page = Page(lobby)
    assert page.form_to(f"/daily/{DAY}/play").method == "post"
    assert "Daily Train" in page.words
    assert "Wednesday, December 9, 2026" in page.words
    assert "Hazel Finch" not in lobby
    # Ten in the morning: fourteen hours are left.
    assert 'data-seconds-left="50400"' in lobby
    assert "14 h 0 min" in page.words
    assert "The rules, with pictures" in page.words
    assert "Never played?" in page.words
    # Who has sat at a table before is not told how.
    begin(visitor, "/seed/KNOWN?rounds=1")
    assert "Never played?" not in visitor.get("/").text


def test_todays_board_stays_closed_until_one_has_finished(
    app: Flask, visitor: AppVisitor, store: Store
) -> None:
    for number in range(12):
        someone_finishes(store, f"Hazel Finch {number}", number)
    game = begin(visitor, "/")
    for who in (visitor, AppVisitor(app)):
        closed = who.get(f"/daily/{DAY}/board")
        assert closed.status == 403
        assert "The board is still closed" in is_well_made(closed.text).words
        assert "Hazel Finch" not in closed.text
        assert "Hazel Finch" not in who.get("/").text
    play_out(visitor, game, heaviest)
    board = visitor.get(f"/daily/{DAY}/board").text
    assert is_well_made(board).words.count("Hazel Finch") == 12
    result = visitor.get("/").text
    # The ten best, and the own line below them.
    assert is_well_made(result).words.count("Hazel Finch") == 10
    assert result.count('<tr class="is-you">') == 1
    assert "rank of 13" in Page(result).words
    assert '<ol class="bars"' in result


def test_the_result_says_all_of_it(visitor: AppVisitor, store: Store) -> None:
    game = begin(visitor, "/")
    play_out(visitor, game, heaviest)
    text = visitor.get("/").text
    page = is_well_made(text)
    line = store.page(BOARD, 0, 1)[0]
    rounds = [int(n) for n in re.findall(r'class="stop__points count">(\d+)<', text)]
    assert len(rounds) == 4
    assert sum(rounds) == line.result.total
    assert f"<b>{line.result.total}</b>" in text
    # The table of rounds has a line a round and the totals of all three seats.
    body = re.search(r'<table class="data rounds">.*?</table>', text, re.DOTALL)
    assert body is not None
    cells = [
        [int(n) for n in re.findall(r'<td class="num[^"]*">(\d+)', row)]
        for row in body[0].split("<tr>")[2:]
    ]
    assert [row[0] for row in cells[:4]] == rounds
    assert [sum(column) for column in zip(*cells[:4], strict=True)] == cells[4]
    # Every round unfolds to what was left in every hand.
    assert text.count('<details class="unfold">') == 4
    for unfolded in re.findall(r'<details class="unfold">.*?</details>', text, re.DOTALL):
        assert unfolded.count('<li class="end') == 3
    assert "You are the first to finish this game." in page.words
    assert "The next table is set in" in page.words
    assert page.form_to(f"/daily/{DAY}/play").method == "post"
    assert f"{game}/replay" in page.links
    area = re.search(r"<textarea[^>]* readonly>(.*?)</textarea>", text, re.DOTALL)
    assert area is not None
    lines = unescape(area[1]).splitlines()
    assert lines[0].endswith(f"· {DAY}")
    link = lines[-1].removeprefix("http://localhost")
    assert link.startswith("/")
    assert visitor.get(link).status in {200, 303}
    # The day's seed is sealed while others play.
    assert f"{game}/record.json" not in page.links


def test_a_practice_game_says_so_and_is_on_no_board(visitor: AppVisitor) -> None:
    path = "/seed/AGAIN?rounds=1"
    play_out(visitor, begin(visitor, path), heaviest)
    again = visitor.post("/seed/AGAIN/play?rounds=1")
    play_out(visitor, again.path, lightest)
    page = is_well_made(visitor.get(again.path).text)
    assert "Practice: this game does not count." in page.words
    assert "Where it would stand" in page.words
    board = visitor.get("/seed/AGAIN/board?rounds=1").text
    assert board.count('<th scope="row">') == 1


def test_a_seeds_result_links_its_board_and_record(visitor: AppVisitor) -> None:
    path = "/seed/HELLO?preset=playboard&rounds=1&players=2"
    game = begin(visitor, path)
    play_out(visitor, game, heaviest)
    page = is_well_made(visitor.get(path).text)
    assert f"{game}/record.json" in page.links
    board = visitor.get("/seed/HELLO/board?preset=playboard&rounds=1&players=2")
    assert board.status == 200
    assert "Board of first attempts" in is_well_made(board.text).words
    assert visitor.get("/seed/HELLO/board?preset=playboard&rounds=2").status == 403


def test_a_round_page_leads_on(visitor: AppVisitor) -> None:
    game = begin(visitor, "/seed/ROUNDS?rounds=2")
    ends = []
    for _form, _action, answer in moments(visitor, game, heaviest):
        if "/round/" in answer.path:
            ends.append(is_well_made(visitor.get(answer.path).text))
    assert [game in ends[0].links, f"{game}/result" in ends[1].links] == [True, True]
    assert "On to round 2" in ends[0].words
    assert "See the result" in ends[1].words
    assert visitor.get(f"{game}/round/3").status == 404


def test_the_archive_tells_what_was_played(
    visitor: AppVisitor, clock: FrozenDateTimeFactory, app: Flask
) -> None:
    play_out(visitor, begin(visitor, "/"), heaviest)
    clock.move_to("2026-12-10 10:00:00")
    begin(visitor, "/")
    clock.move_to("2026-12-13 10:00:00")
    page = visitor.get("/archive").text
    lines = re.findall(r'<li class="departure.*?</li>', page, re.DOTALL)
    words = [" ".join(re.sub("<[^>]*>", " ", line).split()) for line in lines]
    assert words[0].endswith("Today the table is open")
    assert "not played" in words[1]
    assert "begun, not finished" in words[3]
    assert re.search(r"Wed, Dec 9, 2026 \d+ points?$", words[4])
    assert "points" not in AppVisitor(app).get("/archive").text


def test_the_archive_has_pages(
    site_environ: dict[str, str], store: Store, clock: FrozenDateTimeFactory
) -> None:
    settings = load_settings({**site_environ, "FIRST_DAY": "2026-10-01"})
    visitor = AppVisitor(create_app(settings, store))
    first = Page(visitor.get("/archive").text)
    assert "/archive?page=2" in first.links
    assert "/archive?page=1" in Page(visitor.get("/archive?page=2").text).links
    assert "no days before" in Page(visitor.get("/archive?page=999").text).words
    for wrong in ("0", "-1", "x", "1.5", "99999"):
        assert visitor.get(f"/archive?page={wrong}").status == 404


def test_a_seed_is_made_by_a_form(visitor: AppVisitor) -> None:
    form = {"text": "hello", "preset": "standard", "players": "4", "rounds": "2", "bots": "planner"}
    made = visitor.post("/seeds", {**form, "blank_points": "25", "scoring": "", "hand_size": ""})
    assert made.status == 303
    assert made.path.startswith("/seed/HELLO?")
    page = is_well_made(visitor.get(made.path).text)
    assert "Standard rules" in page.words
    assert "2 rounds" in page.words
    assert "A blank end in the hand: Counts 25." in page.words
    assert visitor.post("/seeds", {"text": ""}).path.startswith("/seed/")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"players": "11"}, "players"),
        ({"rounds": "99"}, "rounds"),
        ({"preset": "puremco", "players": "2"}, "hand_size"),
        ({"highest_pip": "6", "players": "10"}, "hand_size"),
        ({"text": "no spaces allowed"}, "text"),
        ({"bots": "nobody"}, "bots"),
    ],
)
def test_a_seed_that_cannot_be_is_refused_in_place(
    wrong: dict[str, str], field: str, visitor: AppVisitor
) -> None:
    answer = visitor.post("/seeds", {"text": "KEPT", **wrong})
    assert answer.status == 422
    page = is_well_made(answer.text)
    assert any("notice--warning" in e.attributes.get("class", "") for e in page.elements)
    marked = {e.attributes["id"] for e in page.elements if "aria-invalid" in e.attributes}
    assert field in marked
    # What was typed is still there.
    typed = next(e for e in page.elements if e.attributes.get("id") == "text")
    assert typed.attributes["value"] == wrong.get("text", "KEPT")


def test_a_score_sheet_fits_the_table(visitor: AppVisitor) -> None:
    sheet = visitor.get("/score-sheet?players=6&set=9").text
    assert sheet.count("<tr>") == 1 + 10 + 1
    assert sheet.count("<td>") == 6 * (1 + 10 + 1)
    for wrong in ("players=1", "players=11", "players=x", "set=5", "set=19", "players="):
        assert visitor.get(f"/score-sheet?{wrong}").status == 404


def test_errors_say_what_and_lead_on(visitor: AppVisitor) -> None:
    lost = visitor.get("/no/such/page")
    assert lost.status == 404
    page = is_well_made(lost.text)
    assert "There is no such page" in page.words
    assert {"/", "/archive", "/rules"} <= {*page.links}
    game = begin(visitor, "/seed/ERRORS")
    broken = visitor.post(f"{game}/act", {"action": "pass"})
    assert broken.status == 400
    assert game in is_well_made(broken.text).links


def test_a_store_that_is_down_is_said_honestly(
    visitor: AppVisitor, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(visitor, "/")

    def down(*_args: object, **_kwargs: object) -> None:
        raise StoreDown("gone")

    monkeypatch.setattr(store.link, "call", down)
    monkeypatch.setattr(store.link, "script", down)
    monkeypatch.setattr(store.link, "together", down)
    answers = [visitor.get("/"), visitor.post(f"{game}/act", {"action": "draw", "at": "0"})]
    for answer, again in zip(answers, ("/", game), strict=True):
        assert answer.status == 503
        page = is_well_made(answer.text)
        assert "Nothing is lost" in page.words
        assert again in page.links
    # What needs no memory still answers.
    assert visitor.get("/rules").status == 200


def test_a_site_with_public_deals_says_so(
    site_environ: dict[str, str], store: Store, visitor: AppVisitor
) -> None:
    warning = "the deals can be computed ahead"
    assert warning not in visitor.get("/").text
    store.link.call("FLUSHDB")
    settings = load_settings({**site_environ, "DAILY_SECRET": "dailytrain public"})
    assert warning in AppVisitor(create_app(settings, store)).get("/").text


# What the result says beyond the figures


def test_few_results_have_no_spread() -> None:
    daily = preset_rules("daily")
    assert spread(daily, {80: 4}, (20, 20, 20, 20)) == []
    shares = preset_rules("daily", scoring="winner_takes")
    assert spread(shares, {80: 40}, (20, 20, 20, 20)) == []


@pytest.mark.parametrize(
    "histogram",
    [{80: 5}, {0: 1, 400: 9}, {n: n % 3 + 1 for n in range(30, 230)}, {7: 3, 9: 3, 3000: 1}],
)
def test_a_spread_holds_everybody_once(histogram: dict[int, int]) -> None:
    yours = min(histogram)
    bands = spread(preset_rules("daily"), histogram, (yours,))
    assert 1 <= len(bands) <= 9
    assert sum(band.count for band in bands) == sum(histogram.values())
    assert [band.low for band in bands if band.is_yours] == [bands[0].low]
    assert all(one.high + 1 == next_.low for one, next_ in pairwise(bands))
    for band in bands:
        inside = sum(n for total, n in histogram.items() if band.low <= total <= band.high)
        assert band.count == inside


def finished(**options: object) -> Match:
    match = Match(shared_seed("PLACES"), preset_rules("daily", rounds=1, **options), 3)
    while not match.finished:
        match.play(match.legal_actions()[0])
    return match


@pytest.mark.parametrize("scoring", list(Scoring))
def test_the_place_at_the_table_is_the_winners_first(scoring: Scoring) -> None:
    match = finished(scoring=str(scoring))
    own = match.totals[0]
    others = match.totals[1:]
    ahead = [t for t in others if (t < own if scoring is Scoring.PIPS else t > own)]
    assert place_at_table(match) >= 1 + len(ahead)
    assert (place_at_table(match) == 1) == (0 in match.winners())


def test_a_round_is_marked_by_what_it_was_worth(app: Flask) -> None:
    daily = preset_rules("daily")
    with app.test_request_context():
        assert [m.kind for m in marks_in_words(daily, (0, 25, 50, 51))] == [
            "clear",
            "light",
            "middling",
            "heavy",
        ]
        shares = preset_rules("daily", scoring="winner_takes")
        assert [m.word for m in marks_in_words(shares, (0, 25))] == ["nothing", "won"]
