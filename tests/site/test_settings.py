"""What the site refuses to start with, and what it makes for itself."""

from __future__ import annotations

import multiprocessing
import stat
from datetime import date
from pathlib import Path

import pytest

from web.settings import VARIABLES, Environment, Settings, SettingsError, load_settings

SECRETS = {"SECRET_KEY": "0123456789abcdef", "DAILY_SECRET": "fedcba9876543210"}


def load(tmp_path: Path, **environ: str) -> Settings:
    return load_settings({"DATA_DIR": str(tmp_path / "data"), **environ})


def test_nothing_set_is_a_complete_embedded_site(tmp_path: Path) -> None:
    settings = load(tmp_path)
    assert settings.is_embedded
    assert settings.is_production
    assert settings.first_day == date(2026, 1, 1)
    assert str(settings.day_zone) == "UTC"
    assert settings.fixed_today is None
    assert settings.port == 8000
    assert settings.web_threads == 16
    assert settings.rate_limit == 600
    assert settings.service_worker
    assert settings.site_url is None
    assert not settings.is_https
    assert not settings.deals_are_public


def test_empty_values_count_as_not_set(tmp_path: Path) -> None:
    blank = {variable.name: "" for variable in VARIABLES if variable.name != "DATA_DIR"}
    assert load(tmp_path, **blank).port == 8000


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("REDIS_URL", "http://example.org", "redis://HOST"),
        ("REDIS_URL", "localhost:6379", "redis://HOST"),
        ("REDIS_URL", "redis://", "unknown kind"),
        ("REDIS_URL", "unix://", "unknown kind"),
        ("REDIS_URL", "redis://a:port", "address that is none"),
        ("REDIS_URL", "redis://a,unix:///tmp/s", "cluster's node"),
        ("REDIS_URL", "redis://a/1,redis://b/1", "database number"),
        ("REDIS_URL", "redis://a,rediss://b", "mixes"),
        ("DATA_DIR", "/dev/null/data", "cannot be made"),
        ("SECRET_KEY", "short", "5 characters"),
        ("SECRET_KEY", "0123456789abcdef,short", "at least 16"),
        ("SECRET_KEY", " , ", "holds no key"),
        ("DAILY_SECRET", "short", "at least 16"),
        ("DAILY_SECRET", "0123456789abcdef\n", "spaces around it"),
        ("DAILY_SECRET", "01234567\x0089abcdef", "do not print"),
        ("OLD_DAILY_SECRETS", "0123456789abcdef,short", "at least 16"),
        ("SITE_URL", "train.example", "an origin alone"),
        ("SITE_URL", "ftp://train.example", "an origin alone"),
        ("SITE_URL", "https://train.example/daily", "more than an origin"),
        ("SITE_URL", "https://me@train.example", "more than an origin"),
        ("SITE_URL", "https://train.example:x", "no address"),
        ("DAY_ZONE", "Mars/Olympus", "IANA"),
        ("DAY_ZONE", "../etc/passwd", "IANA"),
        ("DAY_ZONE", "Europe", "IANA"),
        ("FIRST_DAY", "30.11.2026", "2026-11-30"),
        ("FIRST_DAY", "20261130", "2026-11-30"),
        ("FIRST_DAY", "2026-02-30", "no date"),
        ("DAILY_TRAIN_ENV", "prod", "production, development or testing"),
        ("TODAY", "2026-12-01", "is set in production"),
        ("PORT", "0", "1 to 65535"),
        ("PORT", "65536", "1 to 65535"),
        ("PORT", "http", "whole number"),
        ("PORT", "8000.0", "whole number"),
        ("PORT", "²", "whole number"),
        ("PORT", "9" * 5000, "whole number"),
        ("SERVICE_WORKER", "yes", "on or off"),
        ("WEB_WORKERS", "-1", "1 to 64"),
        ("WEB_THREADS", "257", "1 to 256"),
        ("RATE_LIMITS", "maybe", "off, on"),
        ("RATE_LIMITS", "0", "off, on"),
        ("TRUSTED_PROXIES", "11", "0 to 10"),
    ],
)
def test_a_bad_value_is_refused_by_name_with_what_is_allowed(
    tmp_path: Path, name: str, value: str, says: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        load_settings({"DATA_DIR": str(tmp_path), **SECRETS, name: value})
    assert refused.value.variable == name
    assert str(refused.value).startswith(f"{name} ")
    assert "Allowed: " in str(refused.value)
    assert says in str(refused.value)


def test_no_message_repeats_a_password_or_secret(tmp_path: Path) -> None:
    for name, value in (
        ("REDIS_URL", "redis://:hunter2@host:none"),
        ("REDIS_URL", "http://:hunter2@host"),
        ("SECRET_KEY", "hunter2"),
        ("DAILY_SECRET", "hunter2"),
    ):
        with pytest.raises(SettingsError) as refused:
            load_settings({"DATA_DIR": str(tmp_path), **SECRETS, name: value})
        assert "hunter2" not in str(refused.value)


def test_what_is_printed_of_the_settings_holds_no_secret(tmp_path: Path) -> None:
    shown = repr(load(tmp_path, **SECRETS, OLD_DAILY_SECRETS="an older daily secret"))
    assert not any(secret in shown for secret in (*SECRETS.values(), "an older daily secret"))


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DAILY_SECRET"])
def test_with_a_store_elsewhere_a_missing_secret_is_a_refusal(tmp_path: Path, missing: str) -> None:
    given = {name: value for name, value in SECRETS.items() if name != missing}
    with pytest.raises(SettingsError, match=f"{missing} is not set although REDIS_URL is"):
        load(tmp_path, REDIS_URL="redis://localhost:6379/0", **given)
    assert not (tmp_path / "data").exists()


def test_generated_secrets_are_kept_for_the_owner_alone(tmp_path: Path) -> None:
    first, second = load(tmp_path), load(tmp_path)
    assert first.secret_keys == second.secret_keys
    assert first.daily_secret == second.daily_secret
    assert first.secret_keys[0] != first.daily_secret
    kept = {path.name: path for path in (tmp_path / "data").iterdir()}
    assert sorted(kept) == ["daily_secret", "secret_key"]
    for path in kept.values():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def _load_both(data_dir: str) -> tuple[str, str]:
    settings = load_settings({"DATA_DIR": data_dir})
    return settings.secret_keys[0], settings.daily_secret


def test_processes_that_start_together_agree_on_generated_secrets(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(4) as pool:
        for number in range(5):
            folder = str(tmp_path / str(number))
            assert len(set(pool.map(_load_both, [folder] * 8, chunksize=1))) == 1


def test_a_kept_secret_that_was_emptied_is_refused(tmp_path: Path) -> None:
    load(tmp_path)
    (tmp_path / "data" / "daily_secret").write_text("")
    with pytest.raises(SettingsError, match="DAILY_SECRET holds a secret of 0 characters"):
        load(tmp_path)


def test_several_keys_may_be_given_and_the_first_signs(tmp_path: Path) -> None:
    settings = load(tmp_path, SECRET_KEY="the new key for now, the old key of before")
    assert settings.secret_keys == ("the new key for now", "the old key of before")


def test_the_command_lines_secret_makes_public_deals(tmp_path: Path) -> None:
    assert load(tmp_path, DAILY_SECRET="dailytrain public").deals_are_public


@pytest.mark.parametrize("environment", ["development", "testing"])
def test_today_may_be_set_outside_production(tmp_path: Path, environment: str) -> None:
    settings = load(tmp_path, DAILY_TRAIN_ENV=environment, TODAY="2028-02-29")
    assert settings.environment is Environment(environment)
    assert settings.fixed_today == date(2028, 2, 29)


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://Train.Example/", "https://train.example"),
        ("https://train.example:443", "https://train.example"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_the_origin_is_written_as_browsers_write_it(
    tmp_path: Path, given: str, origin: str
) -> None:
    settings = load(tmp_path, SITE_URL=given)
    assert settings.site_url == origin
    assert settings.is_https == origin.startswith("https")


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "rediss://user:pass@host:6380/2",
        "unix:///run/valkey.sock?db=1",
        "redis://a:7000,redis://b:7001,redis://c:7002",
    ],
)
def test_addresses_of_servers_and_clusters_are_taken(tmp_path: Path, url: str) -> None:
    assert load(tmp_path, REDIS_URL=url, **SECRETS).redis_url == url


@pytest.mark.parametrize(("given", "limit"), [("off", None), ("ON", 600), ("30", 30)])
def test_rate_limits_are_off_on_or_a_number(tmp_path: Path, given: str, limit: int | None) -> None:
    assert load(tmp_path, RATE_LIMITS=given).rate_limit == limit


def test_the_readme_lists_every_variable() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    for variable in VARIABLES:
        assert f"| `{variable.name}` | {variable.default} | {variable.meaning} |" in text


def test_the_list_of_variables_is_complete(tmp_path: Path) -> None:
    asked: set[str] = set()

    class Environ(dict[str, str]):
        def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
            asked.add(name)
            return super().get(name, default)

    load_settings(Environ(DATA_DIR=str(tmp_path)))
    assert asked == {variable.name for variable in VARIABLES}
