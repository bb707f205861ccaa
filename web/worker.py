"""The worker: judges finished games and plays the par of each day, one job after another.

Start it with `python -m web.worker`; several may run. It finds its settings as the site does.
"""

from __future__ import annotations

import logging
import os
import sys
from datetime import date
from functools import cache

from rq import SimpleWorker

from bots import bot_named, fast
from bots.judge import judge_match
from dailytrain import parse_match_record

from .kept.keys import GameId
from .kept.store import Store
from .play.lineup import PAR_BOT
from .play.setups import HUMAN
from .results.jobs import QUEUE, Jobs
from .results.rivals import rival_match
from .results.verdicts import format_verdict, verdict_of
from .services import Services
from .settings import SettingsError, load_settings


@cache
def _site() -> Services:
    """Open the site's services once for all jobs of this process."""
    settings = load_settings(os.environ)
    return Services.over(settings, Store.open(settings))


def judge_game(game_id: str) -> None:
    """Judge a finished game's choices, and keep what they cost; a repeated job changes nothing."""
    site = _site()
    with site.games.opened(GameId(game_id)) as game:
        if not game.finished:
            return
        setup, record = game.setup, game.record("")
    judgement = judge_match(parse_match_record(record), HUMAN)
    verdict = verdict_of(judgement)
    site.judged.keep_judgement(GameId(game_id), format_verdict(verdict))
    if setup.counts:
        site.judged.keep_skill(setup.board, setup.player, verdict.tenths)


def play_par(day: str) -> None:
    """Play a day with the house's strongest opponent in the person's seat, and keep its total."""
    site = _site()
    when = date.fromisoformat(day)
    match = rival_match(site.days.house_setup(when), bot_named(PAR_BOT))
    site.judged.keep_par(when, int(match.totals[HUMAN]))


def main() -> int:
    """Work until stopped."""
    logging.basicConfig(level=logging.INFO)
    try:
        site = _site()
    except SettingsError as wrong:
        sys.stderr.write(f"The worker does not start: {wrong}\n")
        return 1
    fast.warm()
    jobs = Jobs(site.store.link.url)
    if not jobs.is_offered:
        sys.stderr.write("The worker's queue needs one server: give it by REDIS_URL.\n")
        return 1
    # In this process itself: a process made for each job would load the compiled search anew.
    SimpleWorker([QUEUE], connection=jobs.queue().connection).work(with_scheduler=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
