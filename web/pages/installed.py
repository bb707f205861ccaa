"""What a device asks for to install the site: the manifest, the worker, the page when offline."""

from __future__ import annotations

import json
from typing import Final

from flask import Blueprint, Response, current_app, render_template, request, url_for
from flask_babel import force_locale, get_locale

from web.services import services
from web.serving.assets import assets
from web.serving.installed import OFFLINE_FILES, manifest, version_of
from web.words.languages import CATALOGUES, EXTENSION, SOURCE

pages = Blueprint("installed", __name__)
TEMPLATES: Final = CATALOGUES.with_name("templates")


@pages.get("/manifest.webmanifest")
def manifest_file() -> Response:
    """Describe the app in the language that the link names, else in the reader's."""
    asked = request.args.get("lang", "")
    known = asked in current_app.extensions[EXTENSION]
    lang = asked if known else str(get_locale() or SOURCE)
    with force_locale(lang):
        text = json.dumps(manifest(lang, _static_link), ensure_ascii=False)
    return _checked_each_time(Response(text, mimetype="application/manifest+json"))


@pages.get("/sw.js")
def worker() -> Response:
    """Give the service worker; where the site is set to have none, one that takes itself away."""
    if not services().settings.service_worker:
        text = render_template("sw_off.js")
    else:
        text = render_template(
            "sw.js",
            version=version_of(assets().build, TEMPLATES, CATALOGUES),
            build=assets().build,
            files=[_static_link(name) for name in OFFLINE_FILES],
        )
    return _checked_each_time(Response(text, mimetype="text/javascript"))


@pages.get("/offline")
def offline() -> str:
    """Say that there is no connection; kept on devices, so the same for everyone."""
    return render_template("offline.html")


def _static_link(name: str) -> str:
    return url_for("static", filename=name)


def _checked_each_time(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
