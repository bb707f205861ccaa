"""How deals are sealed: in plain words, as a list for programs, and published before their days."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, Final

from flask import Blueprint, abort, jsonify, render_template, request
from werkzeug.wrappers import Response

from web.kept.connection import StoreDown
from web.play.fairness import AHEAD, SealedDay
from web.results.history import Month, month_of, parse_month
from web.services import services
from web.words.wording import gettext as _

pages = Blueprint("fair", __name__)
_DAY: Final = timedelta(days=1)
_LATELY: Final = 14
"""Closed days listed on the page; a month of the list for programs has them all."""


@pages.before_app_request
def publish_the_days_ahead() -> None:
    """Publish commitments with the first request of a day, whatever it asks for."""
    if request.endpoint == "static":
        return
    try:
        services().fairness.publish_daily()
    except StoreDown:
        # The request itself will say so, and the next one tries again.
        return


@pages.get("/fair")
def page() -> str:
    """Explain how deals are sealed, and let a day be checked."""
    site = services()
    today = site.days.today().date
    asked = _asked_day(request.args.get("day"))
    closed = site.fairness.days(today - (_LATELY + 2) * _DAY, today - 2 * _DAY)
    return render_template(
        "fair.html",
        deals_are_public=site.settings.deals_are_public,
        days_ahead=AHEAD,
        ahead=site.fairness.days(today - _DAY, today + AHEAD * _DAY),
        closed=closed[::-1],
        day=asked or (closed[-1] if closed else None),
        is_asked=asked is not None,
        today=today,
        first_day=site.settings.first_day,
        last_day=site.fairness.last(),
    )


def _asked_day(text: str | None) -> SealedDay | None:
    """Give the day that the form asks for, or 404 where there is no such day."""
    if text is None:
        return None
    try:
        asked = date.fromisoformat(text)
    except ValueError:
        asked = None
    found = services().fairness.day(asked) if asked else None
    if found is None or found.date.isoformat() != text:
        abort(404, _("Choose a day from the first one on, up to a month ahead."))
    return found


@pages.get("/fair.json")
def as_json() -> Response:
    """List the days with their commitments, and the seeds of those that have closed.

    Without `month=YYYY-MM` it gives the last and the next 30 days.
    """
    site = services()
    today = site.days.today().date
    first, last = today - AHEAD * _DAY, today + AHEAD * _DAY
    if "month" in request.args:
        month = _month(request.args["month"])
        first, last = month.first, month.last
    return jsonify(
        {
            "format": "dailytrain/1 sealed days",
            "commitment": "hex of SHA-256(b'dailytrain/1 commit ' + the 16 bytes of the seed)",
            "today": today.isoformat(),
            "zone": site.settings.day_zone.key,
            "deals_are_public": site.settings.deals_are_public,
            "days": [_told(day) for day in site.fairness.days(first, last)],
        }
    )


def _month(text: str) -> Month:
    month, site = parse_month(text), services()
    first, last = month_of(site.settings.first_day), month_of(site.fairness.last())
    if month is None or not first.first <= month.first <= last.first:
        abort(404)
    return month


def _told(day: SealedDay) -> dict[str, Any]:
    return {
        "date": day.date.isoformat(),
        "number": day.number,
        "commitment": day.commitment,
        "published": _moment(day.published),
        "begins": _moment(day.begins),
        "closes": _moment(day.closes),
        "seed": day.seed,
    }


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None
