"""Work put off to worker processes: judging a finished game, playing a day's par.

Nothing waits for it: a page is complete without, and says that it is still to come.
"""

from __future__ import annotations

import logging
from datetime import date, timedelta
from typing import Final

from redis import Redis, RedisError
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job, JobStatus

from web.clock import now
from web.kept.connection import is_cluster
from web.kept.keys import GameId

QUEUE: Final = "dailytrain"
_RETRY: Final = Retry(max=3, interval=[10, 60, 300])
_SECONDS: Final = 300
"""After so long a job is given up and tried again."""
_KEPT_SECONDS: Final = 3600
_PATIENCE: Final = timedelta(minutes=10)
"""How long a page says that a judgement is on its way; one takes seconds."""

_log = logging.getLogger(__name__)


class Jobs:
    """The queue between the pages and the workers."""

    def __init__(self, url: str) -> None:
        # The queue's library needs all its keys on one node.
        self.is_offered = not is_cluster(url)
        self.url = url
        self._queue: Queue | None = None

    def queue(self) -> Queue:
        """Give the queue that the workers serve."""
        if self._queue is None:
            self._queue = Queue(QUEUE, connection=Redis.from_url(self.url))
        return self._queue

    def forget(self) -> None:
        """Let go of the queue; it is reached anew when it is next wanted."""
        self._queue = None

    def judge(self, game_id: GameId) -> None:
        """Have a finished game judged, once, however often it is asked."""
        self._put(_judging(game_id), "web.worker.judge_game", str(game_id))

    def is_overdue(self, game_id: GameId) -> bool:
        """Tell whether a game has waited so long that nobody may be there to judge it."""
        if not self.is_offered:
            return False
        try:
            job = Job.fetch(_judging(game_id), connection=self.queue().connection)
            return job.get_status() is JobStatus.FAILED or now() - job.created_at > _PATIENCE
        except (RedisError, NoSuchJobError):
            return False

    def play_par(self, day: date) -> None:
        """Have the par of a day played, once, however often it is asked."""
        self._put(f"par-{day.isoformat()}", "web.worker.play_par", day.isoformat())

    def _put(self, job_id: str, function: str, argument: str) -> None:
        if not self.is_offered:
            return
        try:
            queue = self.queue()
            if self._is_waiting(job_id, queue):
                return
            queue.enqueue(
                function,
                argument,
                job_id=job_id,
                job_timeout=_SECONDS,
                retry=_RETRY,
                result_ttl=0,
                failure_ttl=_KEPT_SECONDS,
            )
        except (RedisError, DuplicateJobError) as wrong:
            # A result never waits for its judgement; the next look at it asks again.
            _log.warning("%s not queued: %s", job_id, wrong)

    @staticmethod
    def _is_waiting(job_id: str, queue: Queue) -> bool:
        """Tell whether a job is there already, waiting, at work or given up a short while ago."""
        try:
            status = Job.fetch(job_id, connection=queue.connection).get_status()
        except NoSuchJobError:
            return False
        return status is not JobStatus.FINISHED


def _judging(game_id: GameId) -> str:
    """Name the job that judges a game."""
    return f"judge-{game_id}"
