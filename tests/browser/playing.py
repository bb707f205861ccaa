"""A person at the table in a browser: what they see, and how they play by touch, keys or words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Error, Page

from dailytrain import parse_action

MOST_ACTIONS = 300

SEEN = """() => {
  const table = document.getElementById("table");
  if (!table) return null;
  const shown = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const x = left + width / 2, y = top + height / 2;
    const within = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const hit = document.elementFromPoint(x, y);
    return { x, y, width, height, free: within && element.contains(hit) };
  };
  const focused = document.activeElement;
  return {
    at: Number(table.dataset.at),
    round: Number(table.dataset.round),
    dialog: Boolean(document.querySelector("#round-end")?.open),
    focus: focused && focused !== document.body ? focused.tagName : "",
    onTrain: Boolean(focused?.closest(".train")),
    fits: [...table.querySelectorAll(".ht.fits")].map((ht) => ({
      tile: ht.closest(".slot").dataset.tile, plays: ht.dataset.plays.split(" "), ...shown(ht),
    })),
    acts: [...table.querySelectorAll(".say__acts [data-act]")].map((act) => ({
      word: act.value, ...shown(act),
    })),
    targets: [...table.querySelectorAll(".train.is-target")].map((row) => ({
      train: row.dataset.train, ...shown(row.querySelector("[data-pick]")),
    })),
    order: [...table.querySelectorAll(".slot")].map((slot) => slot.dataset.tile),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}"""

MOVED_ON = """(at) => {
  const table = document.getElementById("table");
  return !table || document.querySelector("#round-end")?.open || Number(table.dataset.at) !== at;
}"""


@dataclass(frozen=True)
class Spot:
    """Something on the table that can be pressed."""

    name: str
    plays: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    free: bool
    """All of it is in view, and nothing lies over it."""


@dataclass(frozen=True)
class Seen:
    """The table as it stands in the browser."""

    at: int
    round: int
    dialog: bool
    focus: str
    on_train: bool
    """The focus is on a train."""
    fits: tuple[Spot, ...]
    acts: tuple[Spot, ...]
    targets: tuple[Spot, ...]
    order: tuple[str, ...]
    wide: int
    """By how many pixels the page is wider than the window."""

    @property
    def actions(self) -> list[str]:
        words = [act.name for act in self.acts if act.name != "undo"]
        return [action for spot in self.fits for action in spot.plays] + words


def become(context: BrowserContext, base: str, cookies: Mapping[str, str]) -> None:
    """Let a browser be known to a site as whoever has these cookies."""
    context.add_cookies(
        [{"name": name, "value": value, "url": base} for name, value in cookies.items()]
    )


def look(page: Page) -> Seen | None:
    """See the table; None on a page without one."""
    raw = page.evaluate(SEEN)
    if raw is None:
        return None

    def spots(name: str, key: str) -> tuple[Spot, ...]:
        return tuple(
            Spot(
                name=each[key],
                plays=tuple(each.get("plays", ())),
                **{part: each[part] for part in ("x", "y", "width", "height", "free")},
            )
            for each in raw[name]
        )

    return Seen(
        fits=spots("fits", "tile"),
        acts=spots("acts", "word"),
        targets=spots("targets", "train"),
        order=tuple(raw["order"]),
        on_train=raw["onTrain"],
        **{name: raw[name] for name in ("at", "round", "dialog", "focus", "wide")},
    )


def heaviest(actions: Sequence[str]) -> str:
    """Choose the heaviest tile, on the first of its trains."""
    parsed = [parse_action(text) for text in actions]
    return str(max(parsed, key=lambda a: (a.is_play and a.tile.pips, -int(a))))


def settle(page: Page) -> None:
    """Wait until the page has done what follows from what was just seen, such as a dialog's end."""
    # The page may also be left meanwhile, for the result.
    with suppress(Error):
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


Way = Callable[[Page, Seen, str], None]
"""A way to do an action."""


def moments(page: Page, way: Way, go_on: Callable[[Page], None]) -> Iterator[Seen]:
    """Play until there is no table any more: every state of it, before the action that follows."""
    for _ in range(MOST_ACTIONS):
        seen = look(page)
        if seen is None:
            return
        if seen.dialog:
            go_on(page)
            page.wait_for_function("() => !document.querySelector('#round-end')?.open")
            settle(page)
            continue
        yield seen
        way(page, seen, heaviest(seen.actions))
        page.wait_for_function(MOVED_ON, arg=seen.at, timeout=60_000)
        if "/result" in page.url:
            page.wait_for_load_state()
    raise AssertionError("the game does not end")


def by_touch(page: Page, seen: Seen, action: str) -> None:
    """Tap the tile where it is seen, then its train where there are several; never scroll."""
    if "@" not in action:
        press(page, next(act for act in seen.acts if act.name == action))
        return
    tile, _, train = action.partition("@")
    spot = next(fit for fit in seen.fits if fit.name == tile)
    press(page, spot)
    if len(spot.plays) > 1:
        now = look(page)
        assert now is not None
        assert {target.name for target in now.targets} == {p.split("@")[1] for p in spot.plays}
        press(page, next(target for target in now.targets if target.name == train))


def press(page: Page, spot: Spot) -> None:
    assert spot.free, f"{spot.name} cannot be reached"
    page.touchscreen.tap(spot.x, spot.y)


def by_keys(page: Page, seen: Seen, action: str) -> None:
    """Go to the tile by arrows and press Enter, then to its train; letters for all else."""
    keys = {"draw": "d", "pass": "p", "done": "e"}
    if action in keys:
        page.keyboard.press(keys[action])
        return
    tile, _, train = action.partition("@")
    if seen.on_train:
        page.keyboard.press("End")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    for _ in range(seen.order.index(tile)):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    spot = next(fit for fit in seen.fits if fit.name == tile)
    if len(spot.plays) > 1:
        targets = [each.name for each in (look(page) or seen).targets]
        for _ in range(targets.index(train)):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")


def by_words(page: Page, seen: Seen, action: str) -> None:
    """Type the action on the command line."""
    tile, at, train = action.partition("@")
    letters = {"M": "m", "P0": "a", "P1": "b", "P2": "c"}
    page.keyboard.type(f"{tile} {letters[train]}" if at else action)
    page.keyboard.press("Enter")
