"""Who asks, and whether a post comes from the site's own pages.

The person is known by a signed cookie alone. It is made when it is first needed, by a post, so that
whoever only looks at a page leaves no trace.
"""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

from flask import Response, abort, current_app, g, request

from web.kept.keys import PlayerId
from web.people.identity import COOKIE_NAME, Identities, Identity
from web.people.names import made_up_name
from web.services import services
from web.words.wording import gettext as _

EXTENSION = "dailytrain-identities"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def known_player() -> PlayerId | None:
    """Give the person who asks, if the cookie says so."""
    if "identity" not in g:
        identities: Identities = current_app.extensions[EXTENSION]
        g.identity = identities.read(request.cookies.get(COOKIE_NAME))
        g.is_wanted = not g.identity.is_new
    player: PlayerId = g.identity.player
    return player if g.is_wanted else None


def player() -> PlayerId:
    """Give the person who asks, made known now if need be; the answer then carries the cookie."""
    known_player()
    g.is_wanted = True
    made: PlayerId = g.identity.player
    return made


def player_name(known: PlayerId) -> str:
    """Give a person's name, the given one if none was ever chosen."""
    return services().store.name_or(known, given_name(known))


def given_name(known: PlayerId) -> str:
    """Make up the name that a person goes by until they choose one; it is always the same."""
    return made_up_name(int.from_bytes(hashlib.sha256(known.encode()).digest()[:8]))


def shown_name(known: PlayerId) -> str:
    """Give the name by which others may know a person."""
    names = services().store.names([known])
    return names.get(known, given_name(known)) or _("Someone")


def become(other: PlayerId) -> None:
    """Make who asks this player from now on; the answer then carries their cookie."""
    g.identity = Identity(other, is_new=False, must_send=True)
    g.is_wanted = True


def be_forgotten() -> None:
    """Let the answer take the cookie back, so that nobody knows who asked."""
    g.is_forgotten = True


def keep_identity(response: Response) -> Response:
    """Send the cookie where it is new or due for renewal, or take it back."""
    if g.get("is_forgotten"):
        response.delete_cookie(COOKIE_NAME, httponly=True, samesite="Lax")
    elif "identity" in g and g.is_wanted and g.identity.must_send:
        identities: Identities = current_app.extensions[EXTENSION]
        arguments = identities.cookie(g.identity.player, is_secure=request.is_secure)
        response.set_cookie(**arguments)
        response.headers["Cache-Control"] = "no-store"
    return response


def refuse_foreign_posts() -> None:
    """Refuse with 403 a post that a browser made for another site, with 413 one that is too long.

    Browsers tell with every post where it comes from; a program that tells nothing is not led by
    another site and may post. `Sec-Fetch-Site` is the browser's own word, which no page can put
    there, and is right behind a proxy that the settings do not mention; older browsers have but
    an origin, to be compared with the one that was asked.
    """
    if request.method in _SAFE:
        return
    # Else only those would be refused whose form is read.
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)
    site = request.headers.get("Sec-Fetch-Site")
    if site == "same-origin":
        return
    if site is not None and site != "none":
        abort(403)
    for header in ("Origin", "Referer"):
        told = request.headers.get(header)
        if told is not None:
            if _origin_of(told) != own_origin():
                abort(403)
            return


def _origin_of(address: str) -> str:
    """Give the origin that an address begins with, or nothing where it makes no sense."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def own_origin() -> str:
    """Give the site's one origin, without a slash at its end."""
    return services().settings.site_url or request.host_url.rstrip("/")
