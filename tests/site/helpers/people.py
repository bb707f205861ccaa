"""People on the site with a past: who they are, results given to them, everything they leave."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date

from dailytrain import preset_rules
from web.kept.groups import GroupsStore, Member
from web.kept.keys import PlayerId, daily_board
from web.kept.recovery import RecoveryStore
from web.kept.store import Result, Store
from web.kept.trust import TrustStore
from web.kept.wrong_codes import WrongCodes
from web.people.identity import Identities
from web.results.ranking import rank_key
from web.settings import Settings

from .pages import Page
from .visitors import Answer, AppVisitor

DAILY = preset_rules("daily")


def player_of(visitor: AppVisitor, settings: Settings) -> PlayerId:
    """Tell who a visitor is to the store."""
    cookie = visitor.client.get_cookie("player")
    assert cookie is not None
    identity = Identities(settings).read(cookie.value)
    assert not identity.is_new
    return identity.player


def give_result(
    store: Store, player: PlayerId, day: date, rounds: Sequence[int], game_id: str = ""
) -> Result:
    """Give a player a result of a day, as if a game had been played."""
    game_id = game_id or f"game-{day.isoformat()}-{player[:4]}"
    board = daily_board(day)
    store.claim_attempt(board, player, game_id)
    result = Result(
        game_id=game_id,
        rank_key=rank_key(DAILY, rounds),
        total=sum(rounds),
        detail=json.dumps([list(rounds), [90, 80]], separators=(",", ":")),
    )
    return store.record_result(board, player, result)


def make_group(visitor: AppVisitor, name: str = "Sunday table", own_name: str = "Zoë") -> str:
    """Make a group by its form; give its path."""
    form = Page(visitor.get("/friends").text).form_to("/friends")
    answer = visitor.post(form.action, {**form.fields, "name": name, "own_name": own_name})
    assert answer.status == 303, answer.text[:500]
    return answer.path


def code_of(visitor: AppVisitor, group: str) -> str:
    """Read a group's code on its page."""
    found = re.search(r'class="code">([0-9A-Z]{4}-[0-9A-Z]{4})<', visitor.get(group).text)
    assert found is not None
    return found[1]


def join(visitor: AppVisitor, code: str, own_name: str) -> Answer:
    """Join a group by its link."""
    form = Page(visitor.get(f"/join/{code}").text).form_to(f"/join/{code}")
    return visitor.post(form.action, {**form.fields, "own_name": own_name})


def leave_every_trace(store: Store, player: PlayerId) -> None:
    """Write everything that groups, moving and reports keep."""
    groups = GroupsStore(store.link)
    groups.enrol(player, "group", 1, 10)
    groups.create("group", "Family", Member(player=player, handle="a", name="Zoë", joined=1))
    groups.give_code("group", "ABCD1234")
    groups.keep_sums("group", {})
    moving = RecoveryStore(store.link)
    moving.set_code(player, "digest")
    moving.issue_ticket(player, "digest", 600)
    WrongCodes(store.link, "group", "secret").begin("192.0.2.1")
    trust = TrustStore(store.link)
    trust.report(player, "somebody", "Zoë")
    trust.hide_name(player)
    trust.log({"who": "operator"})
