"""A game in the terminal: the table drawn as text, and a person asked what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .actions import Action, parse_action, train_name
from .errors import DailyTrainError
from .events import Event, EventKind
from .match import Match, PlayedRound
from .table import Table, format_train
from .tiles import tiles_in
from .view import View

Chooser = Callable[[View], Action]
"""Whoever decides for a seat."""

_HELP: Final = "Type a number from the list, an action such as 5-8@M, or q to stop."


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a name, how it is recorded, and who decides (None: the person here)."""

    name: str
    recorded: Mapping[str, object]
    choose: Chooser | None


class Stopped(Exception):  # noqa: N818 - no error: the person has had enough
    """Say that the person at the terminal wants to stop."""


def draw_table(table: Table, names: Sequence[str], counts: Sequence[int]) -> str:
    """Draw the table as text: a line a train with its owner, marker, tiles and open end."""
    width = max(len("Mexican train"), *map(len, names))
    rows = [f"engine {table.engine}-{table.engine}   boneyard {table.boneyard_count}"]
    for train in range(table.players + 1):
        is_seat = train < table.players
        owner = names[train] if is_seat else "Mexican train"
        tiles = " ".join(format_train(table, train)) or "-"
        notes = []
        if table.markers >> train & 1:
            notes.append("marker out")
        if train in (*table.open_doubles, *table.fresh):
            notes.append("double to cover" if _must_cover(table, train) else "double")
        if is_seat:
            notes.append(f"{counts[train]} in hand")
        key = train_name(train, table.players)
        rows.append(
            f"  {key:>2} {owner:<{width}}  {tiles}  [{table.ends[train]}]  {', '.join(notes)}"
        )
    return "\n".join(rows)


def _must_cover(table: Table, train: int) -> bool:
    """Tell whether the double at the end of a train binds somebody, now or at the next turn."""
    rules = table.rules
    binds = rules.binds or (rules.covers_only and train in table.fresh)
    return binds and not table.is_waived(table.ends[train])


def sentence(event: Event, names: Sequence[str]) -> str:
    """Say in one sentence what was seen to happen."""
    name = names[event.seat]
    where = ""
    if event.train is not None:
        mexican = event.train == len(names)
        where = "the Mexican train" if mexican else f"{names[event.train]}'s train"
    tile = f"{event.first}-{event.second}"
    sentences = {
        EventKind.PLAY: f"{name} plays {tile} on {where}.",
        EventKind.DRAW: f"{name} draws a tile.",
        EventKind.PASS: f"{name} passes.",
        EventKind.DONE: f"{name} ends the run.",
        EventKind.MARKER_ON: f"{name}'s marker goes out.",
        EventKind.MARKER_OFF: f"{name}'s marker comes in.",
        EventKind.DOUBLE_OPEN: f"The double on {where} is open.",
        EventKind.ROUND_END: "The round is over.",
    }
    return sentences[event.kind]


def round_summary(played: PlayedRound, match: Match, names: Sequence[str]) -> str:
    """Say how a round ended and what everyone scored."""
    how = "went out" if played.ended == "out" else "is blocked"
    scores = played.scores or ()
    points = ", ".join(f"{n} {s}" for n, s in zip(names, scores, strict=False))
    totals = ", ".join(f"{n} {t}" for n, t in zip(names, match.totals, strict=True))
    subject = "Somebody" if how == "went out" else "The round"
    return f"{subject} {how}. Round {played.number}: {points}. Totals: {totals}."


def play_match(match: Match, players: Sequence[Player]) -> None:
    """Play a match to its end, asking the person here where a seat has nobody to decide.

    Raises `Stopped` when the person wants to stop.
    """
    names = [player.name for player in players]
    _say(f"Round 1 of {match.rules.rounds}.")
    while not match.finished:
        number, seat = match.number, match.turn
        player = players[seat]
        view = match.view(seat)
        action = player.choose(view) if player.choose else _ask(view, names)
        for event in match.play(action):
            _say(sentence(event, names))
        ended = match.played[number - 1]
        if ended.ended:
            _say(round_summary(ended, match, names))
            if match.number > number:
                _say(f"\nRound {match.number} of {match.rules.rounds}.")
    winners = " and ".join(names[seat] for seat in match.winners())
    _say(f"Won by {winners}.")


def _ask(view: View, names: Sequence[str]) -> Action:
    """Show the table and ask the person here until an action comes that is legal."""
    legal = view.legal_actions()
    _say("\n" + draw_table(view.table, names, view.hand_counts))
    _say(f"Your hand: {' '.join(map(str, tiles_in(view.hand)))}")
    numbered = {str(number): action for number, action in enumerate(legal, 1)}
    _say("  ".join(f"{number}) {action}" for number, action in numbered.items()))
    while True:
        try:
            answer = input("> ").strip()
        except (EOFError, RuntimeError):
            # There is no more input, or there never was any.
            raise Stopped from None
        if answer in {"q", "quit"}:
            raise Stopped
        if answer in numbered:
            return numbered[answer]
        try:
            action = parse_action(answer)
        except DailyTrainError as wrong:
            _say(f"{wrong}. {_HELP}" if answer != "?" else _HELP)
            continue
        if action in legal:
            return action
        _say(f"{action} is not legal now. {_HELP}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
