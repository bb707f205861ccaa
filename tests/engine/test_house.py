"""The house: imports point one way, web to bots to dailytrain, and within each from the ground up.

The order below is the plan of the house: a module may import only those listed before it. A new
module is added to its package's list, below all that it imports. The site's own packages are listed
whole, one after another, so that each imports only from those before it.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from .data import ROOT


def room(name: str, modules: str) -> tuple[str, ...]:
    """List the modules of one package of the site, from the ground up."""
    return tuple(f"{name}.{module}" for module in ("__init__", *modules.split()))


ORDER: Final[dict[str, tuple[str, ...]]] = {
    "dailytrain": (
        *("errors", "tiles", "actions", "options", "rules", "checks", "table", "refusal", "round"),
        *("deal", "events", "view", "match", "record", "position", "requests", "reading"),
        *("terminal",),
        *("__init__", "cli", "__main__"),
    ),
    "bots": (
        *("contract", "knowledge", "longest", "sim", "weights"),
        *("__init__", "encode", "longest_command", "scoring", "simple", "tournament"),
        *("paths", "standings"),
        *("arena", "gentle", "linear", "planner"),
        *("beliefs",),
        *("past", "search"),
        *("compiled",),
        *("fast",),
        *("regular", "worlds"),
        *("judge", "strong"),
        *("chart", "earlier"),
        *("analyse",),
    ),
    "web": (
        *("settings", "clock", "embedded"),
        *room(
            "kept",
            "keys scripts connection values groups judged recovery store trust wrong_codes",
        ),
        *room("play", "lineup setups games days seeds fairness"),
        *room("results", "history jobs ranking replays rivals sight verdicts"),
        *room(
            "people",
            "identity known names group_figures group_boards groups recovery trust person",
        ),
        *room(
            "words",
            "wording characters house_rules languages phrases narrate refusals retelling",
        ),
        *room(
            "show",
            "drawing pieces scene tablemodel"
            " chains diagrams lessons lookback pictures sharing payoff tables",
        ),
        *("services", "admin", "gunicorn_conf", "worker"),
        *room("serving", "access assets errors headers installed"),
        *room(
            "pages",
            "fair health installed language lesson move reports seeing texts you board groups"
            " game home replay seeds compare pictures verdict",
        ),
        *("__init__", "wsgi"),
    ),
}

MAY_IMPORT: Final = {
    "dailytrain": {"dailytrain"},
    "bots": {"dailytrain", "bots"},
    "web": {"dailytrain", "bots", "web"},
}

PURE: Final = {
    *("__future__", "collections", "dataclasses", "enum", "fractions", "functools", "heapq"),
    *("bisect", "hashlib", "hmac", "html", "itertools", "json", "math", "operator", "re", "string"),
    *("textwrap", "types", "typing"),
}
"""What a module may use of the standard library and stay a pure function of what it is given."""

EDGES: Final = {
    "dailytrain.cli": "the command line",
    "dailytrain.reading": "reads the files of the command line",
    "dailytrain.terminal": "a game in the terminal",
    "dailytrain.__main__": "starts the command",
    "bots.arena": "a command that prints, and plays in several processes",
    "bots.tournament": "measures how long the bots take",
    "bots.longest_command": "a command that prints",
    "bots.analyse": "a command that prints",
    "bots.compiled": "has numba compile the search",
    "bots.fast": "keeps what was compiled in a folder",
}
"""The modules at the edge, which read, print or measure."""

ALSO: Final = {
    "dailytrain.deal": {"datetime"},  # `date`, whose value is given
    "dailytrain.requests": {"datetime"},
    "bots.chart": {"html"},  # escapes what it writes
    "bots.contract": {"importlib", "pathlib", "sys"},  # bots are loaded by name, also from here
}


@cache
def modules(package: str) -> dict[str, Path]:
    """Find the modules of a package by their names within it, such as `pages.home`."""
    folder = ROOT / package
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts): path
        for path in sorted(folder.rglob("*.py"))
    }


@cache
def imports(package: str, module: str) -> tuple[str, ...]:
    """List what a module imports at any place in it, as full names."""
    tree = ast.parse(modules(package)[module].read_text("utf-8"))
    return tuple(name for node in ast.walk(tree) for name in imported(node, f"{package}.{module}"))


def imported(node: ast.AST, importer: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        above = importer.split(".")[: -node.level] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            # `from . import keys` names a module, `from .keys import day_key` a thing in it.
            package, _, rest = f"{base}.{alias.name}".partition(".")
            is_module = package in ORDER and rest in modules(package)
            yield f"{base}.{alias.name}" if is_module else base


def within(package: str, module: str) -> set[str]:
    """Give the modules of its own package that a module imports, by their names within it."""
    names = set()
    for full in imports(package, module):
        head, _, rest = full.partition(".")
        if head == package:
            found = rest if rest in modules(package) else f"{rest}.__init__".removeprefix(".")
            names.add(found)
    return names - {module}


def from_the_ground_up(package: str) -> list[str]:
    """Work out an order that the imports of a package allow, to help whoever adds a module."""
    left = {module: within(package, module) for module in modules(package)}
    order: list[str] = []
    while left:
        ready = sorted(name for name, needs in left.items() if needs <= set(order))
        assert ready, f"{package}: these import each other: {sorted(left)}"
        order += ready
        for name in ready:
            del left[name]
    return order


@pytest.mark.parametrize("package", ORDER)
def test_every_module_has_its_place(package: str) -> None:
    assert sorted(ORDER[package]) == sorted(modules(package)), (
        f"ORDER must list the modules of {package}; this order would do: "
        f"{' '.join(from_the_ground_up(package))}"
    )


@pytest.mark.parametrize("package", ORDER)
def test_a_module_imports_only_what_stands_above_it(package: str) -> None:
    order = ORDER[package]
    for place, module in enumerate(order):
        below = within(package, module) - set(order[:place])
        assert not below, f"{package}.{module} imports {sorted(below)}, which stand below it"


def test_the_packages_of_the_site_stand_one_above_the_other() -> None:
    heads = [module.partition(".")[0] for module in ORDER["web"] if "." in module]
    rooms = [head for place, head in enumerate(heads) if head not in heads[place - 1 : place]]
    assert len(rooms) == len(set(rooms)), f"each is to be listed in one piece: {rooms}"
    for name in rooms:
        text = modules("web")[f"{name}.__init__"].read_text("utf-8")
        assert len(ast.parse(text).body) == 1, f"web/{name}/__init__.py is its sentence alone"


@pytest.mark.parametrize("package", ORDER)
def test_packages_import_one_way(package: str) -> None:
    for module in modules(package):
        heads = {name.partition(".")[0] for name in imports(package, module)}
        wrong = heads & {"dailytrain", "bots", "web", "tests"} - MAY_IMPORT[package]
        assert not wrong, f"{package}.{module} imports {sorted(wrong)}"


def test_below_its_words_the_site_knows_neither_pages_nor_languages() -> None:
    order = ORDER["web"]
    for module in order[: order.index("words.__init__")]:
        heads = {full.partition(".")[0] for full in imports("web", module)}
        assert not heads & {"flask", "flask_babel", "werkzeug"}, f"web.{module} knows of pages"


@pytest.mark.parametrize("package", ["dailytrain", "bots"])
def test_what_decides_has_no_clock_chance_environment_or_files(package: str) -> None:
    for module in modules(package):
        name = f"{package}.{module}"
        if name in EDGES:
            continue
        heads = {full.partition(".")[0] for full in imports(package, module)}
        allowed = PURE | MAY_IMPORT[package] | ALSO.get(name, set())
        if package == "bots":
            allowed |= {"numba", "numpy"}
        assert heads <= allowed, f"{name} imports {sorted(heads - allowed)}"


@pytest.mark.parametrize("package", ["dailytrain", "bots"])
def test_what_decides_opens_asks_and_prints_nothing(package: str) -> None:
    for module, path in modules(package).items():
        if f"{package}.{module}" in EDGES:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        wrong = called & {"open", "input", "print", "id", "hash", "eval", "exec", "globals"}
        # `hash` differs between processes for texts; only `__hash__` itself may use it.
        if (package, module) in {("dailytrain", "table"), ("dailytrain", "round")}:
            wrong -= {"hash"}
        assert not wrong, f"{package}.{module} calls {sorted(wrong)}"


def test_of_dates_only_the_calendar_is_used() -> None:
    for module in ("deal", "requests"):
        text = modules("dailytrain")[module].read_text("utf-8")
        assert "from datetime import date\n" in text
        assert "today" not in text.replace("first_starter", "")


@pytest.mark.parametrize("package", ORDER)
def test_modules_are_short_and_say_what_they_decide(package: str) -> None:
    for module, path in modules(package).items():
        text = path.read_text("utf-8")
        doc = ast.get_docstring(ast.parse(text))
        assert doc, f"{package}.{module} has no docstring"
        assert len(text.splitlines()) <= 430, f"{package}.{module} is due to be split"
