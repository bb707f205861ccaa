"""The site: made from its settings by `create_app`, which wires services, pages and headers."""

from __future__ import annotations

import os
import sys
from typing import Final

from flask import Flask, current_app, g, request
from flask_babel import get_locale
from flask_compress import Compress
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from werkzeug.middleware.proxy_fix import ProxyFix

from .kept.connection import StoreDown, limiter_storage
from .kept.store import SecretChanged, Store
from .pages import (
    compare,
    fair,
    game,
    groups,
    health,
    home,
    installed,
    language,
    lesson,
    move,
    pictures,
    replay,
    reports,
    seeds,
    texts,
    verdict,
    you,
)
from .people.identity import Identities
from .services import EXTENSION, Services
from .serving import access
from .serving.assets import add_assets
from .serving.errors import add_error_pages
from .serving.headers import add_headers
from .settings import Environment, Settings, SettingsError, load_settings
from .show import drawing
from .show.pieces import piece
from .words.languages import EXTENSION as LANGUAGES
from .words.languages import SOURCE, add_languages

DRAWN: Final = (
    "bar",
    "brand",
    "half",
    "icon",
    "laid",
    "laid_all",
    "resting",
    "laid_flat",
    "sprite",
    "standing",
)
"""What templates may draw."""

LARGEST_POST: Final = 64 * 1024
"""Bytes; the largest form of the site has a few hundred."""


def create_app(settings: Settings | None = None, store: Store | None = None) -> Flask:
    """Make the site; unless given, settings come from the environment, the store from them.

    Ends the process with a sentence where a setting is wrong.
    """
    if settings is None:
        try:
            settings = load_settings(os.environ)
        except SettingsError as wrong:
            sys.exit(f"Daily Train does not start: {wrong}")
    if store is None:
        store = Store.open(settings)
    app = Flask(__name__, static_folder=None)
    app.secret_key = settings.secret_keys[0]
    app.config.update(
        SECRET_KEY_FALLBACKS=list(settings.secret_keys[1:]),
        MAX_CONTENT_LENGTH=LARGEST_POST,
        MAX_FORM_PARTS=50,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.is_https,
        COMPRESS_MIMETYPES=["text/html", "text/css", "text/javascript", "application/json"],
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops, hops)  # type: ignore[method-assign] # as its documentation has it
    site = Services.over(settings, store)
    try:
        site.days.check_secret()
    except SecretChanged as wrong:
        sys.exit(f"Daily Train does not start: {wrong}")
    except StoreDown:
        # The site answers 503 until the store is there, and checks again when it next starts.
        app.logger.warning("the store is not there yet")
    app.extensions[EXTENSION] = site
    app.extensions[access.EXTENSION] = Identities(settings)
    add_languages(app)
    Compress(app)
    add_error_pages(app)
    add_assets(app, is_live=settings.environment is Environment.DEVELOPMENT)
    app.before_request(access.refuse_foreign_posts)
    app.after_request(access.keep_identity)
    app.after_request(add_headers)
    app.context_processor(_for_every_page)
    app.jinja_env.globals.update({name: getattr(drawing, name) for name in DRAWN}, piece=piece)
    for topic in (
        *(home, game, replay, compare, verdict, pictures, seeds, groups, you, move, reports),
        *(texts, fair, language, lesson, installed, health),
    ):
        app.register_blueprint(topic.pages)
    _limit_requests(app, settings, store)
    return app


def _limit_requests(app: Flask, settings: Settings, store: Store) -> None:
    """Bound how many requests one address may make; the store counts them for all processes."""
    if settings.rate_limit is None:
        return
    uri, options = limiter_storage(store.link.url)
    limiter = Limiter(
        get_remote_address,
        app=app,
        application_limits=[f"{settings.rate_limit} per minute"],
        storage_uri=uri,
        storage_options=options,
        # Counting must not take the site down: with the store away there are other worries.
        swallow_errors=True,
        headers_enabled=False,
    )
    limiter.exempt(health.pages)
    limiter.request_filter(lambda: request.endpoint == "static")


def _for_every_page() -> dict[str, object]:
    return {
        "lang": str(get_locale() or SOURCE),
        "languages": current_app.extensions[LANGUAGES],
        "has_worker": current_app.extensions[EXTENSION].settings.service_worker,
        "player_known": g.get("is_wanted", False),
    }
