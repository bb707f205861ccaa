"""What makes the site an app on a device: its manifest, and which version of it is served."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from web.words.wording import gettext as _

PAPER: Final = "#f4eddf"
CARD: Final = "#fffaf0"
"""Colours of the style sheet: behind everything, and behind the head of each page."""

ICONS: Final = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
OFFLINE_FILES: Final = ("css/base.css", "icons/icon.svg", "js/boot.js", "js/offline.js")
"""What the page without a connection needs."""


def version_of(build: str, *folders: Path) -> str:
    """Give the version of a site: another where a static file or one of the folders' differs."""
    return hashlib.sha256(f"{build} {_digest(folders)}".encode()).hexdigest()[:12]


@cache
def _digest(folders: tuple[Path, ...]) -> str:
    """Sum up what the folders held when this process first asked."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                total.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return total.hexdigest()


def manifest(lang: str, link: Callable[[str], str]) -> dict[str, object]:
    """Describe the app to a device in the reader's language; `link` leads to a static file."""
    places = (
        (_("Today"), "/"),
        (_("Archive"), "/archive"),
        (_("Seeds"), "/seeds"),
        (_("You"), "/you"),
    )
    return {
        "id": "/",
        "name": _("Daily Train"),
        "short_name": _("Daily Train"),
        "description": _(
            "Mexican Train dominoes, every day: the same sealed deal for everyone, two honest "
            "computers, a board to compare on."
        ),
        "lang": lang,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": CARD,
        "categories": ["games"],
        "icons": [
            {"src": link(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
        "shortcuts": [
            {
                "name": name,
                "url": url,
                "icons": [{"src": link("icons/icon-192.png"), "sizes": "192x192"}],
            }
            for name, url in places
        ],
    }
