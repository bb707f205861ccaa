"""Records of rounds and matches: read, written, replayed, traced and verified (formats.md).

A record is not trusted: everything in it is checked, and what does not hold is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

from .actions import Action, parse_action, train_name
from .checks import (
    check_tiles_differ,
    checked_list,
    checked_number,
    checked_object,
    checked_players,
    checked_tiles,
    is_same_json,
)
from .deal import DEAL_VERSION, Seed, seed_from_hex
from .errors import DailyTrainError, RecordError, brief
from .events import Event, events_of
from .match import Match
from .round import Round, Score, start_round
from .rules import RULES_VERSION, Rules, format_rules, parse_rules
from .table import format_train
from .tiles import Tile

MATCH_FORMAT: Final = "dailytrain match 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A round as it was dealt, and what was done in it."""

    start: Round
    """The round when its first turn begins."""
    actions: tuple[object, ...]
    """What the record says was done, not yet read: each should be an action's text."""


def parse_round_record(value: object) -> RoundRecord:
    """Read a round record from its JSON object; its actions are read when it is replayed.

    Refuses with `RecordError`, `RulesError` or `ParseError` anything that is no record: a key
    missing or unknown, a tile twice or not of the set, a seat or an engine that cannot be.
    """
    keys = ("rules", "engine", "starter", "hands", "boneyard", "actions")
    data = checked_object(value, "a round record", required=keys)
    rules = parse_rules(data["rules"])
    engine = checked_number(data["engine"], "engine", rules.highest_pip)
    hands = [
        checked_tiles(hand, f"the hand of seat {seat}")
        for seat, hand in enumerate(checked_list(data["hands"], "hands"))
    ]
    checked_players(len(hands), rules)
    starter = checked_number(data["starter"], "starter", len(hands) - 1)
    for seat, hand in enumerate(hands):
        if not hand:
            raise RecordError("hand_empty", f"the hand of seat {seat} has no tile to begin with")
    boneyard = checked_tiles(data["boneyard"], "the boneyard")
    check_tiles_differ(rules, chain([Tile.of(engine, engine)], *hands, boneyard))
    actions = tuple(checked_list(data["actions"], "actions"))
    return RoundRecord(start=start_round(rules, engine, starter, hands, boneyard), actions=actions)


def format_round_record(start: Round, actions: Sequence[Action]) -> dict[str, object]:
    """Write a round record as the JSON object that `parse_round_record` reads."""
    return {
        "rules": format_rules(start.rules),
        "engine": start.table.engine,
        "starter": start.turn,
        "hands": [[str(t) for t in start.hand(seat)] for seat in range(len(start.hands))],
        "boneyard": [str(tile) for tile in start.boneyard_left],
        "actions": [str(action) for action in actions],
    }


def replay_round(record: RoundRecord) -> Iterator[tuple[Round, Action, Round]]:
    """Go through a round action by action: the round before, what was done, the round after.

    Refuses an action that is not legal, or is none, with `IllegalAction` or `ParseError`.
    """
    before = record.start
    for text in record.actions:
        action = parse_action(text)
        after = before.play(action)
        yield before, action, after
        before = after


def trace(record: RoundRecord) -> dict[str, object]:
    """Give what `dailytrain trace` prints for a record: each step, and what came of the round."""
    steps: list[dict[str, object]] = []
    last = record.start
    error = None
    try:
        for before, action, after in replay_round(record):
            legal = sorted(map(str, before.legal_actions()))
            steps.append({"seat": before.turn, "legal": legal, "action": str(action)})
            last = after
    except DailyTrainError as wrong:
        error = {"step": len(steps), "message": str(wrong)}
    table = last.table
    traced: dict[str, object] = {
        "steps": steps,
        "ended": last.ended,
        "scores": format_scores(last.scores()) if last.ended else None,
        "markers": [bool(table.markers >> seat & 1) for seat in range(table.players)],
        "trains": {
            train_name(train, table.players): format_train(table, train)
            for train in (*range(table.players), table.players)
        },
    }
    if error:
        traced["error"] = error
    return traced


def format_scores(scores: Sequence[Score]) -> list[int | str]:
    """Write scores for JSON: whole numbers, or exact fractions as texts."""
    return [score if isinstance(score, int) else str(score) for score in scores]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A whole match, or as much of it as was played."""

    rules: Rules
    seats: tuple[Mapping[str, object], ...]
    """Who sat where: a `name`, and for a computer its `bot` and `version`."""
    seed: Seed
    first_starter: int
    rounds: tuple[Mapping[str, object], ...]
    """What the record says of each round: `engine`, `starter`, `actions`, `scores`."""
    totals: object
    """What the record says the totals are."""


def format_match_record(match: Match, seats: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """Write a match record as the JSON object that `parse_match_record` reads."""
    return {
        "format": MATCH_FORMAT,
        "versions": {"rules": RULES_VERSION, "deal": DEAL_VERSION},
        "rules": format_rules(match.rules),
        "seats": [dict(seat) for seat in seats],
        "seed": match.seed.hex(),
        "first_starter": match.first_starter,
        "rounds": [
            {
                "engine": played.engine,
                "starter": played.starter,
                "actions": [str(action) for action in played.actions],
                "scores": None if played.scores is None else format_scores(played.scores),
            }
            for played in match.played
        ],
        "totals": format_scores(match.totals),
    }


def parse_match_record(value: object) -> MatchRecord:
    """Read a match record from its JSON object; whether it holds is for `verify` to say.

    Refuses with `RecordError`, `RulesError` or `ParseError` anything that is no match record.
    """
    keys = ("format", "versions", "rules", "seats", "seed", "first_starter", "rounds", "totals")
    data = checked_object(value, "a match record", required=keys, optional=("about",))
    if data["format"] != MATCH_FORMAT:
        said = brief(data["format"])
        raise RecordError("match_format", f"format: {said} is unknown; this reads {MATCH_FORMAT!r}")
    versions = {"rules": RULES_VERSION, "deal": DEAL_VERSION}
    if not is_same_json(data["versions"], versions):
        said = brief(data["versions"])
        raise RecordError("match_versions", f"versions: {said} are unknown; this reads {versions}")
    rules = parse_rules(data["rules"])
    seats = [
        _checked_seat(seat, f"seat {number}")
        for number, seat in enumerate(checked_list(data["seats"], "seats"))
    ]
    rules.hand_size_for(len(seats))
    rounds = [
        checked_object(item, f"round {i}", required=("engine", "starter", "actions", "scores"))
        for i, item in enumerate(checked_list(data["rounds"], "rounds"), 1)
    ]
    if not 1 <= len(rounds) <= rules.rounds:
        raise RecordError(
            "match_rounds", f"rounds: {len(rounds)} is not allowed; from 1 to {rules.rounds}"
        )
    return MatchRecord(
        rules=rules,
        seats=tuple(seats),
        seed=seed_from_hex(data["seed"]),
        first_starter=checked_number(data["first_starter"], "first_starter", len(seats) - 1),
        rounds=tuple(rounds),
        totals=data["totals"],
    )


def _checked_seat(value: object, what: str) -> dict[str, Any]:
    """Give who sits at a seat: a name, for a computer its bot and version; or refuse it.

    A bot that is not known here sits there all the same: what it did is checked, not who it is.
    """
    seat = checked_object(value, what, required=("name",), optional=("bot", "version"))
    for key in ("name", "bot"):
        if not isinstance(seat.get(key, ""), str):
            raise RecordError("seat", f"{what}: {key} must be a text, not {brief(seat[key])}")
    if type(seat.get("version", "")) not in {int, str}:
        raise RecordError(
            "seat", f"{what}: version must be a number or a text, not {brief(seat['version'])}"
        )
    return seat


class MatchStep(NamedTuple):
    """One action of a match that is being replayed."""

    match: Match
    """The match after the action; it moves on with the next step."""
    before: Round
    """The round as it stood before the action."""
    action: Action
    after: Round
    """The round that came of it, ended or not."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What everyone saw."""
        return events_of(self.before, self.action, self.after)


def replay_match(record: MatchRecord) -> Iterator[MatchStep]:
    """Go through a match action by action.

    Refuses with `RecordError` a round that is not the one the seed deals, an action that is not
    legal, and scores that are not what comes of it; the message says in which round and at which
    action.
    """
    match = _match_of(record)
    for number, said in enumerate(record.rounds, 1):
        if match.number != number:
            raise RecordError(
                "round_unfinished", f"round {number}: the round before it has not ended"
            )
        played = match.played[-1]
        _check_said(number, "engine", said["engine"], played.engine)
        _check_said(number, "starter", said["starter"], played.starter)
        for step, text in enumerate(checked_list(said["actions"], f"round {number}: actions")):
            before = match.round
            if match.number != number or match.finished:
                raise RecordError(
                    "round_ended", f"round {number}, action {step}: the round has ended before it"
                )
            try:
                action = parse_action(text)
                after = match.advance(action)
            except DailyTrainError as wrong:
                raise RecordError(
                    wrong.reason, f"round {number}, action {step}: {wrong}"
                ) from wrong
            yield MatchStep(match, before, action, after)
        scores = None if played.scores is None else format_scores(played.scores)
        _check_said(number, "scores", said["scores"], scores)
    totals = format_scores(match.totals)
    if not is_same_json(record.totals, totals):
        said_totals = brief(record.totals)
        raise RecordError("totals", f"totals: the record says {said_totals}, they are {totals}")


def verify_match(record: MatchRecord) -> Match:
    """Recompute deals, legality and scores of a match, and give it as it stands at its end.

    Refuses what `replay_match` refuses, with `RecordError`.
    """
    match = _match_of(record)
    for step in replay_match(record):
        match = step.match
    return match


def _match_of(record: MatchRecord) -> Match:
    """Deal the match of a record afresh."""
    return Match(record.seed, record.rules, len(record.seats), first_starter=record.first_starter)


def _check_said(number: int, name: str, said: object, truth: object) -> None:
    if not is_same_json(said, truth):
        raise RecordError(
            f"round_{name}",
            f"round {number}: the record says {name} {brief(said)}, it is {truth!r}",
        )
