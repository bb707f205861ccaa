"""Moving to another device: a code of words to keep, a link that works once, and the arrival."""

from __future__ import annotations

import segno
from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response

from web.kept.keys import PlayerId
from web.kept.wrong_codes import TooManyCodes
from web.people.recovery import LinkExpired, LinkUsed, WrongCode
from web.services import services
from web.serving.access import become, known_player, own_origin, player, player_name
from web.words.wording import gettext as _

pages = Blueprint("move", __name__, url_prefix="/move")

Answer = str | Response | tuple[str, int]


@pages.get("")
def page() -> str:
    """Show the ways from here to another device, and from another one to here."""
    return _page()


def _page(**more: object) -> str:
    who = known_player()
    recovery = services().recovery
    return render_template(
        "move.html",
        nav="you",
        name=player_name(who) if who else None,
        has_code=bool(who) and recovery.has_code(who or ""),
        **more,
    )


# --- away from here ---------------------------------------------------------------------------


@pages.post("/code")
def new_code() -> Answer:
    """Make a recovery code and show it, this once; the one before it no longer works."""
    who = player()
    had_one = services().recovery.has_code(who)
    words = services().recovery.new_code(who, str(get_locale() or "en"))
    return render_template("move_code.html", nav="you", words=words, had_one=had_one)


@pages.post("/code/revoke")
def revoke_code() -> Response:
    """Let no recovery code work any longer."""
    who = known_player()
    if who is not None:
        services().recovery.revoke_code(who)
    flash(_("No recovery code works any longer."), "success")
    return redirect(url_for("move.page"), 303)


@pages.post("/link")
def new_link() -> str:
    """Make a link that works once within ten minutes, and show it as a picture too."""
    who = player()
    link = own_origin() + url_for("move.arrive", t=services().recovery.new_ticket(who))
    code = segno.make(link, error="m", micro=False)
    return render_template(
        "move_link.html",
        nav="you",
        name=player_name(who),
        link=link,
        picture=code.svg_data_uri(border=3, scale=6, dark="#23211c", light="#ffffff"),
        side=code.symbol_size(scale=6, border=3)[0],
    )


# --- to here ----------------------------------------------------------------------------------


@pages.post("/recover")
def recover() -> Answer:
    """Make who asks the person whom a recovery code leads to, asking first if that costs anything.

    A wrong code is answered with 422, one too many with 429.
    """
    try:
        there = services().recovery.player_of_code(
            request.form.get("code", ""), request.remote_addr or ""
        )
    except WrongCode:
        flash(
            _("These words lead to nobody. Check each word and their order; there are twelve."),
            "warning",
        )
        return _page(is_wrong=True), 422
    except TooManyCodes as error:
        return _too_many(error)
    here = known_player()
    if here == there or not _must_ask(here, there):
        return _become(there)
    # From here on the code counts for ten minutes, as a link does.
    ticket = services().recovery.new_ticket(there)
    return redirect(url_for("move.arrive", t=ticket), 303)


def _too_many(error: TooManyCodes) -> Response:
    minutes = -(-error.seconds // 60)
    words = _(
        "Too many wrong codes came from your connection. Try again in %(minutes)s minutes.",
        minutes=minutes,
    )
    flash(words, "warning")
    response = Response(_page(), status=429, mimetype="text/html")
    response.headers["Retry-After"] = str(error.seconds)
    return response


def _must_ask(here: PlayerId | None, there: PlayerId) -> bool:
    return here is not None and services().recovery.meeting(here, there).must_ask


@pages.get("/here")
def arrive() -> Answer:
    """Ask, on the new device, whether to become the person whom a link is for; nothing is used up.

    A link that was used is answered with 410, one that is too old with 404.
    """
    return _arrival(request.args.get("t", ""))


def _arrival(ticket: str, **more: object) -> Answer:
    try:
        there = services().recovery.look_at_ticket(ticket)
    except (LinkUsed, LinkExpired) as over:
        return _link_is_over(over)
    here = known_player()
    return render_template(
        "move_here.html",
        nav="you",
        ticket=ticket,
        name=player_name(there),
        own_name=player_name(here) if here else None,
        is_same=here == there,
        meeting=services().recovery.meeting(here, there) if here and here != there else None,
        **more,
    )


def _link_is_over(over: LinkUsed | LinkExpired) -> tuple[str, int]:
    is_used = isinstance(over, LinkUsed)
    page = render_template("move_here.html", nav="you", is_over=True, is_used=is_used)
    return page, 410 if is_used else 404


@pages.post("/here")
def become_known() -> Answer:
    """Become the person whom a link is for, and use the link up.

    Where this browser has results of its own, the form must say what becomes of them: `bring` or
    `leave`; without that nothing happens.
    """
    recovery, ticket, here = services().recovery, request.form.get("t", ""), known_player()
    how = request.form.get("how", "")
    try:
        there = recovery.look_at_ticket(ticket)
        if here != there and _must_ask(here, there) and how not in {"bring", "leave"}:
            flash(_("Choose what becomes of this browser’s results."), "warning")
            page = _arrival(ticket, must_choose=True)
            return (page, 422) if isinstance(page, str) else page
        there = recovery.redeem_ticket(ticket)
    except (LinkUsed, LinkExpired) as over:
        return _link_is_over(over)
    if here is not None and here != there and how == "bring":
        recovery.merge(here, there)
    return _become(there)


def _become(there: PlayerId) -> Response:
    become(there)
    flash(
        _("Welcome back, %(name)s. This browser knows you now.", name=player_name(there)), "success"
    )
    return redirect(url_for("you.page"), 303)
