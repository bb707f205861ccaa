"""Mexican Train dominoes: rules, deals, rounds, views, matches and records, pure and exact.

The names here are the public interface; docs and README use nothing else.
"""

from .actions import Action, parse_action
from .deal import (
    Deal,
    Seed,
    commitment,
    daily_seed,
    deal_round,
    deal_tiles,
    seed_from_hex,
    shared_seed,
)
from .errors import DailyTrainError, IllegalAction, ParseError, RecordError, RulesError
from .events import Event, EventKind, events_of
from .match import Match, standing_key
from .position import Position, parse_position
from .record import (
    format_match_record,
    format_round_record,
    parse_match_record,
    parse_round_record,
    replay_match,
    replay_round,
    trace,
    verify_match,
)
from .round import Ending, Round, Score, start_round
from .rules import PRESETS, Rules, format_rules, parse_rules, preset_rules
from .table import Table
from .tiles import Tile, parse_tile, tiles_in
from .view import Seen, View, format_view, parse_view, view_of

__all__ = [
    "PRESETS",
    "Action",
    "DailyTrainError",
    "Deal",
    "Ending",
    "Event",
    "EventKind",
    "IllegalAction",
    "Match",
    "ParseError",
    "Position",
    "RecordError",
    "Round",
    "Rules",
    "RulesError",
    "Score",
    "Seed",
    "Seen",
    "Table",
    "Tile",
    "View",
    "commitment",
    "daily_seed",
    "deal_round",
    "deal_tiles",
    "events_of",
    "format_match_record",
    "format_round_record",
    "format_rules",
    "format_view",
    "parse_action",
    "parse_match_record",
    "parse_position",
    "parse_round_record",
    "parse_rules",
    "parse_tile",
    "parse_view",
    "preset_rules",
    "replay_match",
    "replay_round",
    "seed_from_hex",
    "shared_seed",
    "standing_key",
    "start_round",
    "tiles_in",
    "trace",
    "verify_match",
    "view_of",
]
