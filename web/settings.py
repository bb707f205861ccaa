"""What the site is told from outside: environment variables, checked once, and the two secrets.

Every bad value is refused with a sentence that names the variable, its problem and what is allowed.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

PUBLIC_DAILY_SECRET: Final = "dailytrain public"  # noqa: S105 - the one secret that is none
"""The command line's secret: a site set to it says on its page that its deals can be computed."""

SHORTEST_SECRET: Final = 16
_REDIS_SCHEMES: Final = ("redis", "rediss", "unix")
_DEFAULT_RATE: Final = 600


@dataclass(frozen=True, slots=True)
class Variable:
    """A line of the settings' table in the README."""

    name: str
    default: str
    meaning: str


VARIABLES: Final = (
    Variable(
        "REDIS_URL",
        "an embedded Valkey",
        "`redis://`, `rediss://` or `unix://`; several nodes of a cluster are separated by commas",
    ),
    Variable("DATA_DIR", "`data`", "where the embedded server and the generated secrets are kept"),
    Variable(
        "SECRET_KEY",
        "generated once",
        "signs cookies; several keys are separated by commas, the first signs, all are accepted",
    ),
    Variable("DAILY_SECRET", "generated once", "makes the daily deals"),
    Variable(
        "OLD_DAILY_SECRETS",
        "none",
        "daily secrets of before, separated by commas: commitments made with them stay true",
    ),
    Variable("SITE_URL", "as requested", "the site's one origin, such as `https://train.example`"),
    Variable("DAY_ZONE", "`UTC`", "the time zone by whose midnight days begin, an IANA name"),
    Variable("FIRST_DAY", "`2026-01-01`", "the date of the daily number 1"),
    Variable(
        "DAILY_TRAIN_ENV", "`production`", "`production`, `development` or `testing`: how strict"
    ),
    Variable("TODAY", "the clock's date", "another date for today; never in production"),
    Variable("PORT", "`8000`", "where the site listens, 1 to 65535"),
    Variable("WEB_WORKERS", "one a core", "processes, 1 to 64"),
    Variable("WEB_THREADS", "`16`", "threads a process, 1 to 256"),
    Variable(
        "RATE_LIMITS",
        "`on`",
        "`off`, `on` or how many requests a minute one address may make, 1 to 1000000",
    ),
    Variable(
        "SERVICE_WORKER",
        "`on`",
        "`off` takes the service worker away from every device that has it, on its next visit",
    ),
    Variable(
        "TRUSTED_PROXIES", "`0`", "how many proxies stand in front and add `X-Forwarded-*`, 0 to 10"
    ),
)


class SettingsError(ValueError):
    """A setting that the site refuses to start with."""

    def __init__(self, variable: str, problem: str, allowed: str) -> None:
        super().__init__(f"{variable} {problem}. Allowed: {allowed}.")
        self.variable = variable
        self.problem = problem
        self.allowed = allowed


class Environment(StrEnum):
    """How strict the site is."""

    PRODUCTION = "production"
    DEVELOPMENT = "development"
    TESTING = "testing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything the site was told, already checked."""

    environment: Environment
    redis_url: str | None
    """None: the site starts its own embedded server in `data_dir`."""
    data_dir: Path
    secret_keys: tuple[str, ...] = field(repr=False)
    """The first signs cookies; all are accepted."""
    daily_secret: str = field(repr=False)
    old_daily_secrets: tuple[str, ...] = field(repr=False)
    site_url: str | None
    """An origin without a slash at its end, or None: whatever origin was asked."""
    day_zone: ZoneInfo
    first_day: date
    fixed_today: date | None
    """`TODAY`: a date that overrides the clock's; always None in production."""
    port: int
    web_workers: int
    web_threads: int
    rate_limit: int | None
    """Requests a minute that one address may make; None: any number."""
    service_worker: bool
    trusted_proxies: int

    @property
    def is_embedded(self) -> bool:
        """Tell whether the site runs its own store."""
        return self.redis_url is None

    @property
    def is_https(self) -> bool:
        """Tell whether the site's own address is an https one."""
        return self.site_url is not None and self.site_url.startswith("https://")

    @property
    def is_production(self) -> bool:
        """Tell whether real people are served."""
        return self.environment is Environment.PRODUCTION

    @property
    def deals_are_public(self) -> bool:
        """Tell whether anyone can compute the deals ahead; the page must then say so."""
        return self.daily_secret == PUBLIC_DAILY_SECRET


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings; a missing secret of an embedded site is generated once and kept.

    Raises SettingsError for the first value that cannot be.
    """
    redis_url = _redis_url(environ)
    data_dir = _data_dir(environ, must_be_writable=redis_url is None)
    environment = _environment(environ)
    fixed_today = _date(environ, "TODAY")
    if fixed_today is not None and environment is Environment.PRODUCTION:
        raise SettingsError(
            "TODAY",
            "is set in production, where the clock alone says what day it is",
            "unset it, or set DAILY_TRAIN_ENV to development or testing",
        )
    keep = data_dir if redis_url is None else None
    return Settings(
        environment=environment,
        redis_url=redis_url,
        data_dir=data_dir,
        secret_keys=_keys(_secret(environ, "SECRET_KEY", keep)),
        daily_secret=_checked("DAILY_SECRET", _secret(environ, "DAILY_SECRET", keep)),
        old_daily_secrets=_secrets_in("OLD_DAILY_SECRETS", environ.get("OLD_DAILY_SECRETS", "")),
        site_url=_site_url(environ),
        day_zone=_zone(environ),
        first_day=_date(environ, "FIRST_DAY") or date(2026, 1, 1),
        fixed_today=fixed_today,
        port=_number(environ, "PORT", default=8000, allowed=range(1, 65536)),
        web_workers=_number(
            environ, "WEB_WORKERS", default=min(os.cpu_count() or 1, 64), allowed=range(1, 65)
        ),
        web_threads=_number(environ, "WEB_THREADS", default=16, allowed=range(1, 257)),
        rate_limit=_rate_limit(environ),
        service_worker=_switch(environ, "SERVICE_WORKER"),
        trusted_proxies=_number(environ, "TRUSTED_PROXIES", default=0, allowed=range(11)),
    )


def _text(environ: Mapping[str, str], name: str) -> str:
    """Give the value without spaces around it; an empty one counts as not set."""
    return environ.get(name, "").strip()


def _environment(environ: Mapping[str, str]) -> Environment:
    text = _text(environ, "DAILY_TRAIN_ENV") or Environment.PRODUCTION
    try:
        return Environment(text)
    except ValueError:
        raise SettingsError(
            "DAILY_TRAIN_ENV", f"is {text!r}", "production, development or testing"
        ) from None


def _redis_url(environ: Mapping[str, str]) -> str | None:
    text = _text(environ, "REDIS_URL")
    if not text:
        return None
    allowed = "redis://HOST:PORT/DB, rediss://…, unix://PATH, or cluster nodes separated by commas"
    nodes = [node.strip() for node in text.split(",")]
    schemes = set()
    for node in nodes:
        # A URL may hold a password: no part of it is repeated in the message.
        try:
            parts = urlsplit(node)
            is_complete = bool(parts.path if parts.scheme == "unix" else parts.hostname)
            _ = parts.port
        except ValueError:
            raise SettingsError("REDIS_URL", "holds an address that is none", allowed) from None
        if parts.scheme not in _REDIS_SCHEMES or not is_complete:
            raise SettingsError("REDIS_URL", "holds an address of an unknown kind", allowed)
        if len(nodes) > 1 and (parts.scheme == "unix" or parts.path not in ("", "/", "/0")):
            raise SettingsError(
                "REDIS_URL", "names a cluster's node with a path or a database number", allowed
            )
        schemes.add(parts.scheme)
    if len(schemes) > 1:
        raise SettingsError("REDIS_URL", "mixes redis:// and rediss:// in one cluster", allowed)
    return ",".join(nodes)


def _data_dir(environ: Mapping[str, str], *, must_be_writable: bool) -> Path:
    path = Path(_text(environ, "DATA_DIR") or "data").absolute()
    if must_be_writable:
        allowed = "a folder that the site may create or write to"
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError(
                "DATA_DIR", f"is {path}, which cannot be made: {error.strerror}", allowed
            ) from None
        if not os.access(path, os.W_OK | os.X_OK):
            raise SettingsError("DATA_DIR", f"is {path}, which cannot be written to", allowed)
    return path


def _site_url(environ: Mapping[str, str]) -> str | None:
    text = _text(environ, "SITE_URL").rstrip("/")
    if not text:
        return None
    allowed = "an origin alone, such as https://train.example or http://127.0.0.1:8000"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise SettingsError("SITE_URL", f"is {text!r}, which is no address", allowed) from None
    host = parts.hostname
    if parts.scheme not in ("http", "https") or not host:
        raise SettingsError("SITE_URL", f"is {text!r}", allowed)
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        raise SettingsError("SITE_URL", f"is {text!r}, which is more than an origin", allowed)
    # Browsers leave the scheme's own port out of the Origin they send.
    default_port = 443 if parts.scheme == "https" else 80
    shown_host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown_host}" + (
        f":{port}" if port is not None and port != default_port else ""
    )


def _zone(environ: Mapping[str, str]) -> ZoneInfo:
    text = _text(environ, "DAY_ZONE") or "UTC"
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SettingsError(
            "DAY_ZONE", f"is {text!r}, which is no time zone", "an IANA name such as Europe/Paris"
        ) from None


def _date(environ: Mapping[str, str], name: str) -> date | None:
    text = _text(environ, name)
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # fromisoformat also takes 20261130 and week dates; one way to write a date is enough.
    if day is None or day.isoformat() != text:
        raise SettingsError(name, f"is {text!r}, which is no date", "a date such as 2026-11-30")
    return day


def _number(environ: Mapping[str, str], name: str, *, default: int, allowed: range) -> int:
    text = _text(environ, name)
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) in allowed):
        raise SettingsError(
            name, f"is {text!r}", f"a whole number from {allowed[0]} to {allowed[-1]}"
        )
    return int(text)


def _rate_limit(environ: Mapping[str, str]) -> int | None:
    text = _text(environ, "RATE_LIMITS").lower()
    if text == "off":
        return None
    if text in ("", "on"):
        return _DEFAULT_RATE
    try:
        return _number(environ, "RATE_LIMITS", default=_DEFAULT_RATE, allowed=range(1, 1_000_001))
    except SettingsError:
        raise SettingsError(
            "RATE_LIMITS", f"is {text!r}", "off, on, or requests a minute from 1 to 1000000"
        ) from None


def _switch(environ: Mapping[str, str], name: str) -> bool:
    text = _text(environ, name).lower() or "on"
    if text not in ("on", "off"):
        raise SettingsError(name, f"is {text!r}", "on or off")
    return text == "on"


def _secret(environ: Mapping[str, str], name: str, keep: Path | None) -> str:
    """Give the secret that is set, else the one kept in the folder, else a new one kept there."""
    given = environ.get(name, "")
    if given:
        return given
    if keep is None:
        raise SettingsError(
            name,
            "is not set although REDIS_URL is, and every process must know the same one",
            f"a secret of at least {SHORTEST_SECRET} characters",
        )
    return _kept_secret(name, keep / name.lower())


def _kept_secret(name: str, path: Path) -> str:
    """Read the kept secret, or make one so that processes starting together agree."""
    try:
        if not path.exists():
            _create_once(path, secrets.token_urlsafe(32))
        return path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            name, f"is kept in {path}, which cannot be used: {error}", "a readable file"
        ) from None


def _create_once(path: Path, text: str) -> None:
    """Create the file whole or not at all; whoever comes second leaves the first one's as it is."""
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # mode 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            # Unlike a rename, a link refuses to replace what another process made meanwhile.
            os.link(scratch, path)
        except FileExistsError:
            return
    finally:
        Path(scratch).unlink()


def _secrets_in(name: str, text: str) -> tuple[str, ...]:
    return tuple(_checked(name, part.strip()) for part in text.split(",") if part.strip())


def _keys(text: str) -> tuple[str, ...]:
    keys = _secrets_in("SECRET_KEY", text)
    if not keys:
        raise SettingsError("SECRET_KEY", "holds no key", "one key, or several separated by commas")
    return keys


def _checked(name: str, secret: str) -> str:
    if len(secret) < SHORTEST_SECRET:
        raise SettingsError(
            name,
            f"holds a secret of {len(secret)} characters, which can be guessed",
            f"at least {SHORTEST_SECRET} characters; `openssl rand -hex 32` makes a good one",
        )
    if secret != secret.strip() or not secret.isprintable():
        raise SettingsError(
            name, "has spaces around it or characters that do not print", "plain printable text"
        )
    return secret
