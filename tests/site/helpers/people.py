"""Everything that groups, moving and reports keep, written once."""

from __future__ import annotations

from web.groups_store import GroupsStore, Member
from web.recovery_store import RecoveryStore
from web.store import Store
from web.trust_store import TrustStore
from web.wrong_codes import WrongCodes


def leave_every_trace(store: Store, player: str) -> None:
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
