"""Friends' groups: a person's own, one with all its figures, the way in by link or code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from babel.numbers import get_decimal_symbol
from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response

from web.kept.groups import GroupRow, Member
from web.kept.keys import PlayerId
from web.kept.wrong_codes import TooManyCodes
from web.people.group_boards import GroupLine
from web.people.group_figures import FORM
from web.people.groups import (
    MOST_GROUPS,
    MOST_MEMBERS,
    GroupIsFull,
    NoSuchGroup,
    NotTheMaker,
    TooManyGroups,
    new_group_id,
    shown_code,
)
from web.people.names import NameRefused
from web.services import services
from web.serving.access import known_player, own_origin, player, player_name
from web.serving.errors import error_answer
from web.words.refusals import sentence_of
from web.words.wording import gettext as _

pages = Blueprint("groups", __name__)
_SPANS: Final = ("week", "month", "ever")
_ALL: Final = 20
_FIRST: Final = 10
"""Up to how many members are all shown; of more, only so many at first, so that large groups answer
as soon as small ones."""

Answer = str | Response | tuple[str, int]


@pages.errorhandler(NoSuchGroup)
def no_such_group(_error: NoSuchGroup) -> tuple[str, int]:
    """Say that there is no such group for the person who asks."""
    words = _("There is no such group, or you are not in it. Who is in it can send you its link.")
    return _index_page(warning=words), 404


@pages.errorhandler(NotTheMaker)
def not_the_maker(_error: NotTheMaker) -> Response:
    """Say that only who looks after a group may do this."""
    words = _("Only the person who looks after the group can do that.")
    return error_answer(403, "not_the_maker", _("Not yours to do"), words)


@pages.errorhandler(TooManyCodes)
def too_many_codes(error: TooManyCodes) -> Response:
    """Say when the next code may be tried."""
    minutes = -(-error.seconds // 60)
    words = _(
        "Too many wrong codes came from your connection. Try again in %(minutes)s minutes.",
        minutes=minutes,
    )
    response = Response(_index_page(warning=words), status=429, mimetype="text/html")
    response.headers["Retry-After"] = str(error.seconds)
    return response


# --- a person's groups ------------------------------------------------------------------------


@pages.get("/friends")
def index() -> str:
    """Show a person's groups, and the ways to make or join one."""
    return _index_page()


def _index_page(warning: str = "", **typed: str) -> str:
    if warning:
        flash(warning, "warning")
    who = known_player()
    rows = services().groups.groups_of(who) if who else []
    return render_template(
        "groups.html",
        nav="friends",
        groups=list(zip(rows, services().group_boards.finished_today(rows), strict=True)),
        own_name=_own_name(who),
        new_id=new_group_id(),
        most_groups=MOST_GROUPS,
        **typed,
    )


def _own_name(who: PlayerId | None) -> str:
    return player_name(who) if who else ""


@pages.post("/friends")
def make() -> Answer:
    """Make a group; the form brings the new group's ID, so that a repeated post makes no other."""
    form = request.form
    name, own_name = form.get("name", ""), form.get("own_name", "")
    try:
        group_id = services().groups.make(form.get("id", ""), name, player(), own_name)
    except NameRefused as wrong:
        return _index_page(sentence_of(wrong), typed_name=name, typed_own=own_name), 422
    except TooManyGroups:
        return _index_page(_too_many_groups(), typed_name=name, typed_own=own_name), 422
    return redirect(url_for("groups.group", group_id=group_id), 303)


def _too_many_groups() -> str:
    return _(
        "One person can be in %(most)s groups. Leave one before you join another.",
        most=MOST_GROUPS,
    )


# --- the way in -------------------------------------------------------------------------------


@pages.post("/friends/code")
def enter_code() -> Answer:
    """Lead from a typed code to the group's invitation."""
    code = request.form.get("code", "").strip().rpartition("/")[2]
    try:
        row = services().groups.find(code, _address())
    except NoSuchGroup:
        words = _("No group has this code. Codes have eight letters and digits: ABCD-2345.")
        return _index_page(words, typed_code=code[:40]), 422
    return redirect(_invitation(row), 303)


@pages.get("/join/<code>")
def invitation(code: str) -> Answer:
    """Show what a group's link leads to."""
    row = services().groups.find(code, _address())
    who = known_player()
    if row.member(who):
        return redirect(url_for("groups.group", group_id=row.group_id), 303)
    return _invitation_page(row, _own_name(who))


def _invitation_page(row: GroupRow, own_name: str) -> str:
    maker = row.member(row.maker)
    return render_template(
        "group_join.html",
        nav="friends",
        group=row,
        maker_name=maker.name if maker else "",
        code=shown_code(row.code or ""),
        own_name=own_name,
        is_full=len(row.members) >= MOST_MEMBERS,
    )


@pages.post("/join/<code>")
def join(code: str) -> Answer:
    """Join a group under a name; whoever is in it already is led to it."""
    row = services().groups.find(code, _address())
    own_name = request.form.get("own_name", "")
    try:
        services().groups.join(row, player(), own_name)
    except NameRefused as wrong:
        flash(sentence_of(wrong), "warning")
        return _invitation_page(row, own_name), 422
    except TooManyGroups:
        return _index_page(_too_many_groups()), 422
    except GroupIsFull:
        words = _("This group is full: it has %(most)s members.", most=MOST_MEMBERS)
        return _index_page(words), 422
    return redirect(url_for("groups.group", group_id=row.group_id), 303)


def _invitation(row: GroupRow) -> str:
    return url_for("groups.invitation", code=shown_code(row.code or ""))


def _address() -> str:
    return request.remote_addr or ""


# --- one group --------------------------------------------------------------------------------


def _group_or_404(group_id: str) -> tuple[GroupRow, PlayerId]:
    """Give a group to its member who asks, or raise `NoSuchGroup`."""
    who = known_player()
    if who is None:
        raise NoSuchGroup(group_id)
    return services().groups.group(group_id, who), who


@pages.get("/friends/<group_id>")
def group(group_id: str) -> str:
    """Show a group to a member: who has played today, and how all did lately."""
    row, who = _group_or_404(group_id)
    span = request.args.get("span", _SPANS[0])
    if span not in _SPANS:
        abort(404)
    board = services().group_boards.board(row, who)
    table = board.lines.table(span)
    most = len(table) if len(table) <= _ALL or "all" in request.args else _FIRST
    today_lines = _first(board.lines.today, most, board.you)
    return render_template(
        "group.html",
        nav="friends",
        group=row,
        board=board,
        today_lines=today_lines,
        games=services().group_boards.games_of(board, today_lines),
        decimal=_decimal(),
        table=_first(table, most, board.you),
        has_skill=any(getattr(line.figures, span).judged for line in table),
        span=span,
        is_short=len(table) > most,
        games_of_form=FORM,
        day=services().days.today(),
        code=shown_code(row.code or ""),
        link=own_origin() + _invitation(row),
        is_maker=row.maker == who,
    )


def _decimal() -> Callable[[float | None], str]:
    """Give what writes a figure to one decimal; a table has hundreds of them."""
    point = get_decimal_symbol(get_locale() or "en")
    return lambda value: "–" if value is None else f"{value:.1f}".replace(".", point)


def _first(lines: tuple[GroupLine, ...], most: int, you: Member) -> list[GroupLine]:
    """Give the first lines, and one's own wherever it stands."""
    return [
        line for place, line in enumerate(lines) if place < most or line.member.handle == you.handle
    ]


# --- changes ----------------------------------------------------------------------------------


@pages.get("/friends/<group_id>/settings")
def settings(group_id: str) -> str:
    """Show what a member may change."""
    row, who = _group_or_404(group_id)
    return _settings_page(row, who)


def _settings_page(row: GroupRow, who: PlayerId, **typed: str) -> str:
    return render_template(
        "group_settings.html",
        nav="friends",
        group=row,
        you=row.member(who),
        is_maker=row.maker == who,
        code=shown_code(row.code or ""),
        **typed,
    )


def _changed(row: GroupRow, words: str) -> Response:
    flash(words, "success")
    return redirect(url_for("groups.settings", group_id=row.group_id), 303)


@pages.post("/friends/<group_id>/name")
def call_oneself(group_id: str) -> Answer:
    """Go by another name in a group."""
    row, who = _group_or_404(group_id)
    own_name = request.form.get("own_name", "")
    try:
        services().groups.call_oneself(row, who, own_name)
    except NameRefused as wrong:
        flash(sentence_of(wrong), "warning")
        return _settings_page(row, who, typed_own=own_name), 422
    return _changed(row, _("Your name in this group is changed."))


@pages.post("/friends/<group_id>/rename")
def rename(group_id: str) -> Answer:
    """Give a group another name."""
    row, who = _group_or_404(group_id)
    name = request.form.get("name", "")
    try:
        services().groups.rename(row, who, name)
    except NameRefused as wrong:
        flash(sentence_of(wrong), "warning")
        return _settings_page(row, who, typed_name=name), 422
    return _changed(row, _("The group has its new name."))


@pages.post("/friends/<group_id>/code")
def renew_code(group_id: str) -> Response:
    """Let another link and code lead into a group."""
    row, who = _group_or_404(group_id)
    services().groups.renew_code(row, who)
    return _changed(row, _("The group has a new link and code; the ones before no longer work."))


@pages.post("/friends/<group_id>/remove")
def remove(group_id: str) -> Response:
    """Take another member out."""
    row, who = _group_or_404(group_id)
    gone = services().groups.remove(row, who, request.form.get("member", ""))
    if gone is None:
        return _changed(row, _("That person is not in the group any more."))
    return _changed(
        row,
        _(
            "%(name)s is out. The group has a new link and code; the ones before let nobody in.",
            name=gone.name,
        ),
    )


@pages.post("/friends/<group_id>/leave")
def leave(group_id: str) -> Response:
    """Leave a group; leaving one that one is not in is the same."""
    try:
        row, who = _group_or_404(group_id)
    except NoSuchGroup:
        return redirect(url_for("groups.index"), 303)
    services().groups.leave(row.group_id, who)
    flash(_("You have left %(group)s.", group=row.name), "success")
    return redirect(url_for("groups.index"), 303)


@pages.post("/friends/<group_id>/delete")
def delete(group_id: str) -> Response:
    """Delete a group for everyone in it."""
    try:
        row, who = _group_or_404(group_id)
    except NoSuchGroup:
        return redirect(url_for("groups.index"), 303)
    services().groups.delete(row, who)
    flash(_("%(group)s is deleted.", group=row.name), "success")
    return redirect(url_for("groups.index"), 303)
