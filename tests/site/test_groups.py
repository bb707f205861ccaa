"""Friends' groups: who gets in, who sees what when, and every figure worked out by hand."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import TypeVar

import pytest
from flask import Flask
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from web import create_app
from web.kept.connection import Client, Link
from web.kept.groups import GroupRow, GroupsStore, Member
from web.kept.judged import JudgedStore
from web.kept.keys import daily_board
from web.kept.store import Store
from web.kept.trust import TrustStore
from web.people.group_boards import GroupBoard, GroupBoards
from web.people.group_figures import FORM, Line, Tally
from web.people.groups import (
    MOST_GROUPS,
    MOST_MEMBERS,
    GroupIsFull,
    Groups,
    NoSuchGroup,
    TooManyGroups,
    plain_code,
    shown_code,
)
from web.play.days import Days
from web.play.games import Games
from web.results.ranking import rank_key
from web.settings import Settings, load_settings

from .helpers.pages import Page
from .helpers.people import DAILY, code_of, give_result, join, make_group, player_of
from .helpers.playing import begin, first, heaviest, lightest, play_out
from .helpers.visitors import AppVisitor

DAY = timedelta(days=1)
TODAY = date(2026, 12, 9)

T = TypeVar("T")
Results = Mapping[str, Mapping[date, Sequence[int]]]


@pytest.fixture
def groups(site_settings: Settings, store: Store, clock: FrozenDateTimeFactory) -> Groups:
    return Groups(site_settings, store)


@pytest.fixture
def boards(site_settings: Settings, store: Store, clock: FrozenDateTimeFactory) -> GroupBoards:
    return boards_over(site_settings, store)


def boards_over(settings: Settings, store: Store) -> GroupBoards:
    return GroupBoards(settings, store, Days(settings, store, Games(store)))


def group_of(groups: Groups, players: Sequence[str]) -> GroupRow:
    """Make a group of these players, who go by their IDs."""
    maker, *others = players
    group_id = groups.make("", "Sunday table", maker, maker)
    for player in others:
        groups.join(groups.group(group_id, maker), player, player)
    return groups.group(group_id, maker)


# --- in and out -----------------------------------------------------------------------------------


def test_a_group_is_made_and_joined_by_link_and_by_code(app: Flask, visitor: AppVisitor) -> None:
    group = make_group(visitor)
    code = code_of(visitor, group)
    by_link, by_code = AppVisitor(app), AppVisitor(app)
    assert "Sunday table" in by_link.get(f"/join/{code}").text
    assert join(by_link, code, "Grandma").path == group
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    led = by_code.post("/friends/code", {"code": typed})
    assert (led.status, led.path) == (303, f"/join/{code}")
    assert join(by_code, code, "Tom").path == group
    for who in (visitor, by_link, by_code):
        words = Page(who.get(group).text).words
        assert all(name in words for name in ("Zoë", "Grandma", "Tom", "0 of 3 have finished"))
    assert group in Page(by_code.get("/friends").text).links


def test_the_pasted_link_will_do_for_the_code(app: Flask, visitor: AppVisitor) -> None:
    code = code_of(visitor, make_group(visitor))
    led = AppVisitor(app).post("/friends/code", {"code": f" http://localhost/join/{code} "})
    assert led.path == f"/join/{code}"


def test_posting_again_makes_and_joins_nothing_twice(app: Flask, visitor: AppVisitor) -> None:
    form = Page(visitor.get("/friends").text).form_to("/friends")
    fields = {**form.fields, "name": "Sunday table", "own_name": "Zoë"}
    paths = {visitor.post("/friends", fields).path for _ in range(3)}
    assert len(paths) == 1
    other = AppVisitor(app)
    code = code_of(visitor, paths.pop())
    for name in ("Tom", "Tom", "Xaver"):
        assert other.post(f"/join/{code}", {"own_name": name}).status == 303
    assert Page(visitor.get("/friends").text).words.count("of 2 have finished today") == 1
    assert "Xaver" not in visitor.get(other.get(f"/join/{code}").path).text


def test_an_id_of_somebody_elses_group_makes_another_one(app: Flask, visitor: AppVisitor) -> None:
    group = make_group(visitor)
    thief = AppVisitor(app)
    answer = thief.post(
        "/friends", {"id": group.rpartition("/")[2], "name": "Mine", "own_name": "Eve"}
    )
    assert answer.path != group
    assert thief.get(group).status == 404
    assert thief.get(answer.path).status == 200


@pytest.mark.parametrize("name", ["", "x", "y" * 31, "a\u202eb", "\u200b\u200b"])
def test_a_name_that_cannot_be_is_refused_and_nothing_made(visitor: AppVisitor, name: str) -> None:
    answer = visitor.post("/friends", {"name": name, "own_name": "Zoë"})
    assert answer.status == 422
    answer = visitor.post("/friends", {"name": "Sunday table", "own_name": name})
    assert answer.status == 422
    assert "have finished today" not in Page(visitor.get("/friends").text).words


def test_who_is_not_in_it_learns_nothing(app: Flask, visitor: AppVisitor) -> None:
    group = make_group(visitor, name="Secret circle")
    stranger = AppVisitor(app)
    for path in (group, f"{group}/settings", "/friends/AAAAAAAAAAAAAAAA", "/friends/%00"):
        answer = stranger.get(path)
        assert answer.status == 404
        assert "Secret circle" not in answer.text
    for deed in ("name", "rename", "code", "remove"):
        assert stranger.post(f"{group}/{deed}").status == 404
    for deed in ("leave", "delete"):
        assert stranger.post(f"{group}/{deed}").status == 303
    assert visitor.get(group).status == 200


def test_only_who_looks_after_it_may_change_it(app: Flask, visitor: AppVisitor) -> None:
    group = make_group(visitor)
    other = AppVisitor(app)
    join(other, code_of(visitor, group), "Tom")
    before = code_of(visitor, group)
    for deed, fields in (
        ("rename", {"name": "Mine now"}),
        ("code", {}),
        ("remove", {"member": "x"}),
        ("delete", {}),
    ):
        assert other.post(f"{group}/{deed}", fields).status == 403
    assert code_of(visitor, group) == before
    assert "Mine now" not in visitor.get(group).text
    page = Page(other.get(f"{group}/settings").text)
    assert not any(page.has_form_to(f"/{deed}") for deed in ("rename", "code", "remove", "delete"))
    assert page.has_form_to("/leave")


def test_names_are_changed_and_always_escaped(app: Flask, visitor: AppVisitor) -> None:
    group = make_group(visitor)
    assert visitor.post(f"{group}/rename", {"name": "<b>Us</b>"}).status == 303
    assert visitor.post(f"{group}/name", {"own_name": "<i>Me</i>"}).status == 303
    text = visitor.get(group).text
    assert "<b>Us" not in text
    assert "<i>Me" not in text
    assert "<b>Us</b>" in Page(text).words
    assert "<i>Me</i>" in Page(text).words
    assert visitor.post(f"{group}/name", {"own_name": "x"}).status == 422
    # The group's name for oneself is no other's business.
    assert "<i>Me</i>" not in Page(visitor.get("/you").text).words


def test_who_is_removed_is_out_and_the_old_link_is_dead(app: Flask, visitor: AppVisitor) -> None:
    group = make_group(visitor)
    code = code_of(visitor, group)
    other = AppVisitor(app)
    join(other, code, "Tom")
    page = Page(visitor.get(f"{group}/settings").text)
    form = page.form_to("/remove")
    assert visitor.post(form.action, form.fields).status == 303
    assert other.get(group).status == 404
    assert other.get(f"/join/{code}").status == 404
    assert code_of(visitor, group) != code
    assert visitor.post(form.action, form.fields).status == 303  # again: nothing is the matter
    assert group not in Page(other.get("/friends").text).links


def test_when_its_maker_leaves_the_longest_member_looks_after_it(
    app: Flask, visitor: AppVisitor, clock: FrozenDateTimeFactory
) -> None:
    group = make_group(visitor)
    code = code_of(visitor, group)
    others = [AppVisitor(app), AppVisitor(app)]
    for other, name in zip(others, ("Tom", "Kit"), strict=True):
        clock.tick(5)
        join(other, code, name)
    assert visitor.post(f"{group}/leave").path == "/friends"
    assert visitor.get(group).status == 404
    assert Page(others[0].get(f"{group}/settings").text).has_form_to("/delete")
    assert not Page(others[1].get(f"{group}/settings").text).has_form_to("/delete")
    assert join(visitor, code, "Zoë again").path == group  # the link lets one back in


def test_the_last_one_out_closes_the_group(visitor: AppVisitor, store: Store) -> None:
    group = make_group(visitor)
    code = code_of(visitor, group)
    visitor.post(f"{group}/leave")
    assert visitor.get(f"/join/{code}").status == 404
    left = [key for key in store.link.call("KEYS", "*") if "{f:" in key or "{c:" in key]
    assert left == []


def test_a_deleted_group_is_gone_for_everyone(
    app: Flask, visitor: AppVisitor, store: Store
) -> None:
    group = make_group(visitor)
    other = AppVisitor(app)
    join(other, code_of(visitor, group), "Tom")
    other.get(group)
    assert visitor.post(f"{group}/delete").path == "/friends"
    assert visitor.post(f"{group}/delete").path == "/friends"
    assert other.get(group).status == 404
    kinds = ("{f:", "{c:", ":groups")
    assert [k for k in store.link.call("KEYS", "*") if any(kind in k for kind in kinds)] == []


def test_a_new_code_replaces_the_one_before(app: Flask, visitor: AppVisitor) -> None:
    group = make_group(visitor)
    old = code_of(visitor, group)
    visitor.post(f"{group}/code")
    assert AppVisitor(app).get(f"/join/{old}").status == 404
    assert AppVisitor(app).get(f"/join/{code_of(visitor, group)}").status == 200


# --- limits ---------------------------------------------------------------------------------------


def test_a_group_takes_two_hundred(groups: Groups, store: Store) -> None:
    group_id = groups.make("", "Big one", "player-0", "Me")
    kept = GroupsStore(store.link)
    for number in range(1, MOST_MEMBERS - 1):
        member = Member(player=f"player-{number}", handle=str(number), name="Me", joined=number)
        kept.join(group_id, member, MOST_MEMBERS)
    row = groups.group(group_id, "player-0")
    groups.join(row, "the two hundredth", "Last")
    with pytest.raises(GroupIsFull):
        groups.join(row, "one too many", "More")
    assert groups.groups_of("one too many") == []
    groups.join(row, "player-5", "Me")  # who is in stays in
    assert len(groups.group(group_id, "player-0").members) == MOST_MEMBERS


def test_a_person_can_be_in_twenty_groups(groups: Groups) -> None:
    made = [groups.make("", f"Group {number}", "me", "Me") for number in range(MOST_GROUPS)]
    with pytest.raises(TooManyGroups):
        groups.make("", "One more", "me", "Me")
    other = groups.group(groups.make("", "Theirs", "you", "You"), "you")
    with pytest.raises(TooManyGroups):
        groups.join(other, "me", "Me")
    groups.leave(made[0], "me")
    groups.join(other, "me", "Me")
    assert "Theirs" in [row.name for row in groups.groups_of("me")]


def test_codes_cannot_be_guessed_not_even_by_several_processes(
    app: Flask, visitor: AppVisitor, site_settings: Settings, store: Store
) -> None:
    code = code_of(visitor, make_group(visitor))
    apps = (app, create_app(site_settings, store))
    answers = [AppVisitor(apps[n % 2]).get(f"/join/AAAA-{n:04}") for n in range(20)]
    statuses = [answer.status for answer in answers]
    assert statuses[:10] == [404] * 10
    assert statuses[10:] == [429] * 10
    assert 0 < int(answers[-1].header("Retry-After") or 0) <= 15 * 60
    assert "Too many wrong codes" in answers[-1].text
    # Even the right one has to wait then, from this address.
    assert AppVisitor(app).get(f"/join/{code}").status == 429
    other = AppVisitor(app)
    other.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert other.get(f"/join/{code}").status == 200


def test_right_codes_are_not_counted(app: Flask, visitor: AppVisitor) -> None:
    code = code_of(visitor, make_group(visitor))
    for _ in range(25):
        assert AppVisitor(app).get(f"/join/{code}").status == 200


@pytest.mark.parametrize("typed", ["", "x", "AAAA-AAA", "AAAA-AAAAA", "AAAA-AA!A", "ÄÄÄÄ-ÄÄÄÄ"])
def test_what_cannot_be_a_code_is_not_counted(app: Flask, visitor: AppVisitor, typed: str) -> None:
    code = code_of(visitor, make_group(visitor))
    for _ in range(12):
        assert AppVisitor(app).post("/friends/code", {"code": typed}).status == 422
    assert AppVisitor(app).get(f"/join/{code}").status == 200


def test_one_household_is_one_address(app: Flask) -> None:
    statuses = []
    for number in range(12):
        guesser = AppVisitor(app)
        guesser.client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2:{number:x}::1"
        statuses.append(guesser.get("/join/AAAA-0000").status)
    assert statuses == [404] * 10 + [429] * 2


def test_codes_are_written_and_read_as_people_do() -> None:
    assert plain_code(" k7qf–3mol ") == "K7QF3M01"
    assert shown_code("K7QF3M01") == "K7QF-3M01"


# --- who sees what --------------------------------------------------------------------------------


def test_points_are_shown_only_once_ones_own_game_is_finished(
    app: Flask, visitor: AppVisitor
) -> None:
    group = make_group(visitor)
    code = code_of(visitor, group)
    others = [AppVisitor(app) for _ in range(3)]
    totals, games = [], []
    for other, name, choose in zip(
        others, ("Ann", "Bea", "Cis"), (heaviest, lightest, first), strict=True
    ):
        # Joining after finishing counts.
        game = begin(other, "/daily/2026-12-09")
        play_out(other, game, choose)
        join(other, code, name)
        games.append(game.rpartition("/")[2])
        found = re.search(r'"(\d+) points?', other.get("/you/data.json").text)
        assert found is None
        totals.append(other.get("/you/data.json").json["results"][0]["points"])
    game = begin(visitor, "/daily/2026-12-09")
    for path in (group, f"{group}?span=ever", "/friends", f"{group}/settings"):
        answer = visitor.get(path)
        words = Page(answer.text).words
        for total, other_game in zip(totals, games, strict=True):
            assert other_game not in answer.text
            assert not re.search(rf"\b{total}(\.0)?\b", words), (path, total, words)
    assert "3 of 4 have finished" in Page(visitor.get(group).text).words
    play_out(visitor, game, heaviest)
    answer = visitor.get(group)
    rows = dict(re.findall(r'arrived__name">(\w+).*?<b>(\d+)</b>', answer.text, re.DOTALL))
    assert rows["Ann"] == rows["Zoë"] == str(totals[0])
    assert (rows["Bea"], rows["Cis"]) == (str(totals[1]), str(totals[2]))
    own = game.rpartition("/")[2]
    for other_game in games:
        compare = f"/compare/{own}/{other_game}"
        assert compare in answer.text
        assert visitor.get(compare).status == 200
    assert "4 of 4 have finished" in Page(answer.text).words


def test_todays_order_tells_nothing_before_ones_own_game(
    groups: Groups, boards: GroupBoards, store: Store
) -> None:
    row = group_of(groups, ["me", "anna", "berta", "carl"])
    for player, points in (("carl", 1), ("anna", 50), ("berta", 9)):
        give_result(store, player, TODAY, [points, 0, 0, 0])
    board = boards.board(row, "me")
    assert [line.member.name for line in board.lines.today] == ["anna", "berta", "carl", "me"]
    assert [line.has_finished for line in board.lines.today] == [True, True, True, False]
    assert {(line.rank, line.points) for line in board.lines.today} == {(None, None)}
    assert {line.figures.ever.days for line in board.lines.today} == {0}
    give_result(store, "me", TODAY, [9, 0, 0, 0])
    board = boards.board(row, "me")
    assert [(line.member.name, line.rank, line.points) for line in board.lines.today] == [
        ("carl", 1, 1),
        ("berta", 2, 9),
        ("me", 2, 9),
        ("anna", 4, 50),
    ]


def test_yesterday_stays_covered_while_ones_own_game_of_it_runs(
    groups: Groups, boards: GroupBoards, store: Store, clock: FrozenDateTimeFactory
) -> None:
    row = group_of(groups, ["me", "you"])
    store.claim_attempt(daily_board(TODAY), "me", "still running")
    give_result(store, "you", TODAY, [5, 5, 5, 5])
    clock.tick(DAY)
    board = boards.board(row, "me")
    assert board.waits_for == TODAY
    assert {line.figures.ever.days for line in board.lines.today} == {0}
    assert boards.board(row, "you").waits_for is None
    clock.tick(DAY)  # now the day is closed: nothing of it is a secret any more
    board = boards.board(row, "me")
    assert board.waits_for is None
    assert {line.member.name: line.figures.ever.points for line in board.lines.today} == {
        "me": 0,
        "you": 20,
    }


def test_a_hidden_result_counts_for_nothing_among_friends(
    groups: Groups, boards: GroupBoards, store: Store, clock: FrozenDateTimeFactory
) -> None:
    row = group_of(groups, ["me", "you"])
    for back in (0, 1, 5):
        give_result(store, "you", TODAY - back * DAY, [1, 0, 0, 0])
        give_result(store, "me", TODAY - back * DAY, [30, 0, 0, 0])
    assert figures(boards.board(row, "me"), "week")["you"] == (3, 3, 3)
    for back in (0, 5):
        TrustStore(store.link).hide_result(daily_board(TODAY - back * DAY), "you")
    groups.results_changed("you")
    board = boards.board(groups.group(row.group_id, "me"), "me")
    assert figures(board, "week") == {"me": (3, 90, 2), "you": (1, 1, 1)}
    assert [line.has_finished for line in board.lines.today] == [True, False]


# --- figures --------------------------------------------------------------------------------------


def figures(board: GroupBoard, span: str) -> dict[str, tuple[int, int, int]]:
    found = {}
    for line in board.lines.today:
        tally: Tally = getattr(line.figures, span)
        found[line.member.player] = (tally.days, tally.points, tally.wins)
    return found


def by_hand(results: Results, first_day: date, last_day: date) -> dict[str, tuple[int, int, int]]:
    """Count days, points and wins from the first to the last day, from the rounds alone."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    day = first_day
    while day <= last_day:
        keys = {
            player: (sum(rounds), -rounds.count(0), min((r for r in rounds if r), default=0))
            for player, of_player in results.items()
            if (rounds := [*of_player.get(day, ())])
        }
        for player, key in keys.items():
            found[player][0] += 1
            found[player][1] += key[0]
            found[player][2] += key == min(keys.values())
        day += DAY
    return {player: (*found[player],) for player in results}  # type: ignore[misc] # of three


def latest_by_hand(results: Results, last_day: date) -> dict[str, list[int]]:
    return {
        player: [sum(rounds) for day, rounds in sorted(of_player.items()) if day <= last_day][
            -FORM:
        ]
        for player, of_player in results.items()
    }


def some_results(players: Sequence[str], first_day: date, days: int, seed: int) -> Results:
    """Make results up: gaps, equal results, zeros, and players who hardly ever play."""
    chance = random.Random(seed)
    return {
        player: {
            first_day + number * DAY: [chance.choice((0, 0, 5, 5, 10, 40)) for _ in range(4)]
            for number in range(days)
            if chance.random() < (0.9, 0.5, 0.1)[place % 3]
        }
        for place, player in enumerate(players)
    }


@pytest.mark.parametrize("seed", range(4))
def test_every_figure_is_what_counting_by_hand_gives(
    seed: int, site_environ: dict[str, str], store: Store
) -> None:
    """Looked at day after day, with days left out, joined and left in between, kept or fresh."""
    first_day = date(2027, 12, 20)  # a year's end and a leap day lie ahead
    settings = load_settings({**site_environ, "FIRST_DAY": first_day.isoformat()})
    players = ["ann", "bob", "cis", "dan", "eva"]
    results = some_results(players, first_day, 80, seed)
    with freeze_time("2027-12-20 12:00:00") as frozen:
        groups, boards = Groups(settings, store), boards_over(settings, store)
        row = group_of(groups, players[:3])
        for number in range(80):
            today = first_day + number * DAY
            frozen.move_to(f"{today.isoformat()} 12:00:00")
            for player in players:
                if today in results[player]:
                    give_result(store, player, today, results[player][today])
            if number == 30:
                groups.join(groups.group(row.group_id, "ann"), "dan", "dan")
            if number == 50:
                groups.leave(row.group_id, "bob")
                groups.join(groups.group(row.group_id, "ann"), "eva", "eva")
            if number % 7 in (2, 3):
                continue  # nobody looks
            row = groups.group(row.group_id, "ann")
            board = boards.board(row, "ann")
            last = today if today in results["ann"] else today - DAY
            members = {m.player: results[m.player] for m in row.members}
            for span, since in (("week", 6), ("month", 29), ("ever", 1000)):
                expected = by_hand(members, max(first_day, today - since * DAY), last)
                assert figures(board, span) == expected, (today, span)
            assert {
                line.member.player: line.figures.latest for line in board.lines.today
            } == latest_by_hand(members, last)
        kept = boards.board(groups.group(row.group_id, "ann"), "ann")
        groups.results_changed("ann")
        fresh = boards.board(groups.group(row.group_id, "ann"), "ann")
        assert fresh.lines.today == kept.lines.today


def test_the_page_tells_the_figures(
    app: Flask, visitor: AppVisitor, store: Store, site_settings: Settings
) -> None:
    group = make_group(visitor)
    other = AppVisitor(app)
    join(other, code_of(visitor, group), "Tom")
    me, tom = (player_of(v, site_settings) for v in (visitor, other))
    for back, (mine, theirs) in enumerate([(40, 41), (50, 50), (60, 10), (70, 80), (30, 90)]):
        give_result(store, me, TODAY - back * DAY, [mine, 0, 0, 0])
        give_result(store, tom, TODAY - back * DAY, [theirs, 0, 0, 0])
    table = re.search(r"<tbody>.*</tbody>", visitor.get(group).text, re.DOTALL)
    assert table is not None
    assert Page(table[0]).words == "Zoë you 4 5 50.0 50.0 Tom 2 5 54.2 54.2"
    for span in ("month", "ever"):
        assert "Tom 2 5 54.2" in Page(visitor.get(f"{group}?span={span}").text).words
    assert visitor.get(f"{group}?span=never").status == 404


def test_skill_stands_beside_the_points_once_games_are_judged(
    app: Flask, visitor: AppVisitor, store: Store, site_settings: Settings
) -> None:
    group = make_group(visitor)
    me, judged = player_of(visitor, site_settings), JudgedStore(store.link)
    for back in range(4):
        give_result(store, me, TODAY - back * DAY, [40, 0, 0, 0])
    assert "Skill" not in Page(visitor.get(group).text).words
    for back, tenths in ((0, 45), (1, 0), (3, 120)):
        judged.keep_skill(daily_board(TODAY - back * DAY), me, tenths)
    Groups(site_settings, store).results_changed(me)
    words = Page(visitor.get(group).text).words
    assert "Form Skill Zoë you 4 4 40.0 40.0 5.5 " in words


def test_a_line_keeps_only_the_latest_games_as_its_form() -> None:
    line = Line()
    for points in range(1, 9):
        line.add_ever(points, won=False)
    assert line.latest == [4, 5, 6, 7, 8]
    assert line.form == 6.0
    assert Line().form is None


def test_the_rank_key_of_a_daily_result_tells_its_points() -> None:
    for rounds in ((0, 0, 0, 0), (0, 12, 30, 5), (150, 150, 150, 150)):
        assert rank_key(DAILY, rounds) // (32 * 8192) == sum(rounds)


# --- cost -----------------------------------------------------------------------------------------


class Counting(Link):
    """A line to the store that counts its round trips."""

    trips = 0

    def _run(self, work: Callable[[Client], T]) -> T:
        self.trips += 1
        return super()._run(work)


def test_two_hundred_members_cost_no_more_questions_than_five(
    groups: Groups, store: Store, site_settings: Settings, clock: FrozenDateTimeFactory
) -> None:
    trips = {}
    for count in (5, MOST_MEMBERS):
        players = [f"p{count}-{number}" for number in range(count)]
        row = group_of(groups, players)
        for back in range(9):
            for player in players[:: 1 + back % 2]:
                give_result(store, player, TODAY - back * DAY, [back, 1, 2, 3])
        link = Counting(store.link.url)
        counting = Groups(site_settings, Store(link))
        counted = boards_over(site_settings, Store(link))
        seen = []
        for _ in range(2):  # worked out, then kept
            link.trips = 0
            counted.board(counting.group(row.group_id, players[0]), players[0])
            seen.append(link.trips)
        trips[count] = seen
        link.close()
    assert trips[5] == trips[MOST_MEMBERS]
    assert trips[5][1] <= 8


def test_a_group_made_half_way_is_mended(groups: Groups, store: Store) -> None:
    kept = GroupsStore(store.link)
    kept.enrol("me", "A" * 16, 1, MOST_GROUPS)
    assert groups.groups_of("me") == []  # the list was written, the group was not
    kept.create("A" * 16, "Half", Member(player="me", handle="h", name="Me", joined=1))
    row = groups.group("A" * 16, "me")
    assert row.code
    assert groups.find(row.code, "192.0.2.1").group_id == row.group_id
    with pytest.raises(NoSuchGroup):
        groups.group("A" * 16, None)
