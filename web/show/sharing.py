"""The text that people share: words first, few emoji, nothing that spoils the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dailytrain import Score
from dailytrain.options import Scoring
from web.kept.store import Standing
from web.play.setups import Setup
from web.results.ranking import Scorecard
from web.words.wording import gettext as _
from web.words.wording import ngettext

from .tablemodel import TableHead

_MOST_EMOJI: Final = 8
_LIGHT: Final = 25
_HEAVY: Final = 50
"""Up to how many points a round was a light or a middling one; sound players leave about 25."""


def share_text(  # noqa: PLR0913 - what the text's lines are made from, one by one
    head: TableHead,
    setup: Setup,
    card: Scorecard,
    standing: Standing | None,
    *,
    par: int | None,
    url: str,
) -> str:
    """Write what is shared: title and date, the result in words, a mark a round, the link.

    `standing` is None for a result that is on no board.
    """
    title = f"{head.title} · {setup.day}" if not setup.seed_text else head.title
    highest_wins = setup.parsed_rules().scoring is Scoring.WINNER_TAKES
    rounds = len(card.rounds)
    lines = [
        title,
        ngettext(
            "%(points)s points in %(num)s round",
            "%(points)s points in %(num)s rounds",
            rounds,
            points=str(card.total),
        ),
        _table_words(card, highest_wins=highest_wins),
    ]
    if standing and (beaten := standing.percent_beaten):
        lines.append(_("Better than %(percent)s%% of the others", percent=beaten))
    if par is not None:
        lines.append(par_words(card.total, par))
    if not setup.counts:
        lines.append(_("Practice"))
    if rounds < _MOST_EMOJI and not highest_wins:
        lines.append("🚂" + "".join(map(_mark, card.rounds)))
    return "\n".join([*lines, url])


def par_words(total: Score, par: int) -> str:
    """Say how a total compares with par: `7 under par`."""
    over = int(total) - par
    if over == 0:
        return _("Exactly par")
    if over < 0:
        return ngettext("%(num)s under par", "%(num)s under par", -over)
    return ngettext("%(num)s over par", "%(num)s over par", over)


def _table_words(card: Scorecard, *, highest_wins: bool) -> str:
    better = [t for t in card.computers if (t > card.total if highest_wins else t < card.total)]
    place = 1 + len(better)
    seats = 1 + len(card.computers)
    return _("Place %(place)s of %(seats)s at the table", place=place, seats=seats)


def _mark(points: Score) -> str:
    """Give a round one emoji; its number of points is not told."""
    if points == 0:
        return "🏁"
    if points <= _LIGHT:
        return "🟢"
    return "🟡" if points <= _HEAVY else "🔴"


def marks(rounds: Sequence[Score]) -> str:
    """Give the row of marks of a result."""
    return "".join(map(_mark, rounds))
