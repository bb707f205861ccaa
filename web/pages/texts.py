"""Pages that explain: the rules, the site, how deals are sealed."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.services import services

pages = Blueprint("texts", __name__)


@pages.get("/rules")
def rules() -> str:
    """Explain the rules, next to the table."""
    return render_template("rules.html", nav="rules")


@pages.get("/about")
def about() -> str:
    """Say what the site is and what it keeps."""
    return render_template("about.html")


@pages.get("/fair")
def fair() -> str:
    """Explain how deals are sealed."""
    settings = services().settings
    return render_template("fair.html", deals_are_public=settings.deals_are_public)
