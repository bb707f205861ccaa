"""The person's own page: name, streak, calendar and figures, their data as a file, and its end."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response

from web.kept.judged import JudgedStore
from web.kept.keys import PlayerId, board_day
from web.people.names import NameRefused, clean_name
from web.people.person import day_results, days_still_open
from web.results.history import (
    Month,
    against_par,
    calendar,
    histogram,
    month_of,
    parse_month,
    streak,
    summary,
)
from web.services import services
from web.serving.access import be_forgotten, known_player, player, player_name
from web.words.refusals import sentence_of
from web.words.wording import gettext as _

pages = Blueprint("you", __name__, url_prefix="/you")


@pages.get("")
def page() -> str:
    """Show the person's name, streak, calendar and figures."""
    who = known_player()
    return _page(who, who and player_name(who))


def _page(who: PlayerId | None, name: str | None, **more: object) -> str:
    return render_template("you.html", nav="you", name=name, **_figures(who), **more)


def _figures(who: PlayerId | None) -> dict[str, Any]:
    """Give all figures; they are worked out from the list of results each time."""
    site = services()
    today = site.days.today()
    history = site.store.history(who) if who else {}
    results = day_results(history)
    first_day = site.settings.first_day
    month = _month(month_of(first_day), month_of(today.date))
    judged = JudgedStore(site.store.link)
    costs = judged.own_skills(who) if who else {}
    daily_costs = [cost for board, cost in costs.items() if board_day(board)]
    return {
        "today": today,
        "sum": summary(results),
        "streak": streak(
            [result.date for result in results], today.date, days_still_open(history, site.days)
        ),
        "bars": histogram(results),
        "par": against_par(results, judged.pars([result.date for result in results])),
        "choices_cost": sum(daily_costs) / len(daily_costs) / 10 if daily_costs else None,
        "month": month,
        "has_earlier": month.first > first_day,
        "has_later": month.last < today.date,
        "weeks": calendar(
            results,
            month,
            today=today.date,
            first_day=first_day,
            first_weekday=getattr(get_locale(), "first_week_day", 0),
        ),
        "other_games": sum(1 for board in history if not board_day(board)),
        "is_name_hidden": bool(who) and site.trust.is_name_hidden(who or ""),
    }


def _month(first: Month, last: Month) -> Month:
    """Give the month that the link asks for, by default the present one."""
    text = request.args.get("month")
    month = last if text is None else parse_month(text)
    if month is None or not first.first <= month.first <= last.first:
        abort(404)
    return month


@pages.post("/name")
def rename() -> Response | tuple[str, int]:
    """Keep another name."""
    text = request.form.get("name", "")
    try:
        name = clean_name(text)
    except NameRefused as wrong:
        flash(sentence_of(wrong), "warning")
        who = known_player()
        return _page(who, who and player_name(who), typed=text), 422
    services().store.set_name(player(), name)
    flash(_("From now on you are %(name)s.", name=name), "success")
    return redirect(url_for("you.page"), 303)


@pages.get("/data.json")
def data() -> Response:
    """Give all that the site keeps of the person, as a file."""
    who = known_player()
    if who is None:
        abort(404, _("This browser has played nothing here, so there is nothing to give."))
    response: Response = jsonify(services().people.file(who, player_name(who)))
    response.headers["Content-Disposition"] = 'attachment; filename="daily-train.json"'
    return response


@pages.get("/delete")
def ask_to_delete() -> str | Response:
    """Say what will be gone, and ask."""
    who = known_player()
    if who is None:
        return redirect(url_for("you.page"), 303)
    return _delete_page(who)


def _delete_page(who: PlayerId) -> str:
    site = services()
    history = site.store.history(who)
    return render_template(
        "you_delete.html",
        nav="you",
        name=player_name(who),
        results=sum(attempt.result is not None for attempt in history.values()),
        groups=site.groups.groups_of(who),
    )


@pages.post("/delete")
def delete() -> Response | tuple[str, int]:
    """Forget the person; once that is done, doing it again changes nothing."""
    who = known_player()
    if who is not None:
        if request.form.get("sure") != "yes":
            flash(_("Nothing was deleted: tick the box first."), "warning")
            return _delete_page(who), 422
        services().people.forget(who)
        be_forgotten()
    flash(_("All that this browser had played here is gone."), "success")
    return redirect(url_for("you.page"), 303)
