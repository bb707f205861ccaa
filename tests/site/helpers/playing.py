"""Games played through pages, as a person without scripts plays them, and the truth beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from bots import bot_named
from dailytrain import (
    Action,
    Match,
    Rules,
    Seed,
    Tile,
    daily_seed,
    parse_action,
    preset_rules,
    tiles_in,
)
from web.play.lineup import daily_lineup

from .pages import Form, Page, forms_in
from .visitors import JSON, Answer, Visitor

Choice = Callable[[Sequence[str]], str]
MOST_ACTIONS = 400
"""More than a person ever needs for four rounds."""


def heaviest(actions: Sequence[str]) -> str:
    """Play the heaviest tile, on the first of its trains."""
    parsed = [parse_action(text) for text in actions]
    return str(max(parsed, key=lambda a: (a.is_play and a.tile.pips, -int(a))))


def lightest(actions: Sequence[str]) -> str:
    """Play the lightest tile, on the last of its trains."""
    parsed = [parse_action(text) for text in actions]
    return str(min(parsed, key=lambda a: (a.is_play and a.tile.pips, -int(a))))


def first(actions: Sequence[str]) -> str:
    """Do the first thing in the canonical order."""
    return str(min(map(parse_action, actions)))


def begin(visitor: Visitor, path: str) -> str:
    """Press Play on a page; give the path of the game."""
    page = Page(visitor.get(path).text)
    form = page.form_to("/play")
    assert form.method == "post"
    answer = visitor.post(form.action, form.fields)
    assert answer.status == 303, answer.body[:500]
    assert answer.path.startswith("/game/")
    return answer.path


def table_form(answer: Answer) -> Form | None:
    """Give the form of the table on a page, or None where there is none to play on."""
    assert answer.status == 200, answer.body[:500]
    return form_to_act(answer.text)


def form_to_act(html: str) -> Form | None:
    for form in forms_in(html):
        if form.action.endswith("/act") and form.actions:
            return form
    return None


def moments(visitor: Visitor, game: str, choose: Choice) -> Iterator[tuple[Form, str, Answer]]:
    """Play a game to its end by forms: at each moment the form, the choice and its answer."""
    form = table_form(visitor.get(game))
    for _ in range(MOST_ACTIONS):
        if form is None:
            return
        action = choose(form.actions)
        answer = visitor.post(form.action, {**form.fields, "action": action})
        assert answer.status == 303, answer.body[:500]
        yield form, action, answer
        shown = visitor.get(answer.path)
        if "/round/" in answer.path:
            assert shown.status == 200
            links = Page(shown.text).links
            assert {game, f"{game}/result"} & {*links}
            shown = visitor.get(game)
        form = table_form(shown)
    raise AssertionError("the game does not end")


def play_out(visitor: Visitor, game: str, choose: Choice = heaviest) -> list[str]:
    """Play a game to its end by forms; list what the person did."""
    return [action for _form, action, _answer in moments(visitor, game, choose)]


def act(visitor: Visitor, game: str, at: int, action: str) -> Answer:
    """Post an action as a script does."""
    return visitor.ask("POST", f"{game}/act", {"at": str(at), "action": action}, JSON)


def play_by_script(
    visitor: Visitor, game: str, choose: Choice = heaviest, *, before_last: Truth | None = None
) -> tuple[int, str, Answer | None]:
    """Play a game as the page's script does; give the last `at`, its action and its answer.

    Given the truth of the game, the action that ends it is found but not done.
    """
    form = table_form(visitor.get(game))
    answer: Answer | None = None
    at, action = 0, ""
    for _ in range(MOST_ACTIONS):
        if form is None:
            return at, action, answer
        at, action = int(form.fields["at"]), choose(form.actions)
        if before_last is not None:
            before_last.do(action)
            if before_last.match.finished:
                return at, action, None
        answer = act(visitor, game, at, action)
        assert answer.status == 200, answer.body[:500]
        form = form_to_act(answer.json["html"])
    raise AssertionError("the game does not end")


@dataclass(slots=True)
class Truth:
    """The match as it really stands, hidden tiles and all, worked out beside the site."""

    match: Match
    bots: tuple[str, ...]

    @classmethod
    def of(cls, seed: Seed, bots: Sequence[str], rules: Rules | None = None) -> Truth:
        match = Match(seed, rules or preset_rules("daily"), 1 + len(bots))
        truth = cls(match, tuple(bots))
        truth.answer()
        return truth

    @classmethod
    def daily(cls, secret: str, day: date) -> Truth:
        """Begin the game of a day on the site with this secret."""
        bots = [computer.key for computer in daily_lineup(day)]
        return cls.of(daily_seed(secret, day), bots)

    def do(self, text: str) -> None:
        """Do what the person does, and what the computers answer."""
        self.match.play(text)
        self.answer()

    def answer(self) -> None:
        while not self.match.finished and self.match.turn != 0:
            seat = self.match.turn
            self.match.play(bot_named(self.bots[seat - 1]).choose(self.match.view(seat)))

    @property
    def legal(self) -> list[str]:
        return [] if self.match.finished else [str(a) for a in self.match.legal_actions()]

    @property
    def actions(self) -> list[Action]:
        return [action for played in self.match.played for action in played.actions]

    @property
    def own(self) -> set[Tile]:
        return set(tiles_in(self.match.round.hands[0]))

    @property
    def lying(self) -> set[Tile]:
        return set(tiles_in(self.match.round.table.lying))

    @property
    def hidden(self) -> set[Tile]:
        """The tiles that the person may not know of."""
        round_ = self.match.round
        others = {tile for hand in round_.hands[1:] for tile in tiles_in(hand)}
        return others | set(round_.boneyard_left)
