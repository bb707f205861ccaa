"""Whether search runs compiled: what it does on flat lists of numbers, made fast by numba.

They are the same functions either way, on whole numbers alone, so every answer is the same; only
the time differs. Where numba is not installed, or does not work, everything runs as plain Python.

What is compiled is kept in a folder of its own for each text of those functions, so that a new
version never runs what was compiled for another.
"""

# ruff: noqa: PLR0913, PLR0917 - functions that compile take no objects

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
import threading
from collections.abc import Sequence
from inspect import getsource
from pathlib import Path
from typing import Final, Protocol

from dailytrain.deal import Seed, deal_round
from dailytrain.rules import preset_rules

from . import beliefs, linear, paths, scoring, search, sim
from .encode import round_state, rules_numbers
from .sim import Ints
from .weights import REGULAR

_SOURCES: Final = (sim, scoring, paths, linear, beliefs, search)
"""What is compiled, each module using those before it."""

_PLAYERS: Final = 3
_NODES: Final = 20

_log = logging.getLogger(__name__)


class Numbers(Protocol):
    """The functions of search, and how to make the lists that they take."""

    is_compiled: bool

    def ints(self, values: Sequence[int]) -> Ints:
        """Make a list of numbers that the functions can read and write."""
        ...

    def listed(self, numbers: Ints) -> list[int]:
        """Give such a list as a plain one."""
        ...

    def score_actions(
        self, r: Ints, s: Ints, weights: Ints, nodes: int, legal: Ints, scores: Ints
    ) -> int:
        """List what the seat to act may do and how each weighs; give how much that is."""
        ...

    def try_actions(
        self,
        r: Ints,
        known: Ints,
        slots: Ints,
        unseen: Ints,
        pool: Ints,
        codes: Ints,
        worlds: int,
        weights: Ints,
        nodes: int,
        lots: Ints,
        losses: Ints,
    ) -> None:
        """Play so many worlds to their end from each action."""
        ...

    def fill_pool(
        self,
        r: Ints,
        slots: Ints,
        unseen: Ints,
        past: Ints,
        swaps: int,
        weights: Ints,
        nodes: int,
        lots: Ints,
        pool: Ints,
    ) -> None:
        """Fill a pool with worlds in which what others chose makes sense."""
        ...

    def play_many_at_random(
        self, r: Ints, start: Ints, boneyard: Ints, rounds: int, lots: Ints, end: Ints
    ) -> int:
        """Play so many rounds at random; give how many actions that took."""
        ...


class Plain:
    """Plain Python, which works everywhere."""

    is_compiled = False

    def ints(self, values: Sequence[int]) -> Ints:
        """Make a list."""
        return list(values)

    def listed(self, numbers: Ints) -> list[int]:
        """Give the list itself."""
        return numbers

    def score_actions(
        self, r: Ints, s: Ints, weights: Ints, nodes: int, legal: Ints, scores: Ints
    ) -> int:
        """List what the seat to act may do and how each weighs; give how much that is."""
        w = [0] * linear.LINEAR_SCRATCH
        return linear.score_actions(r, s, weights, nodes, legal, scores, w)

    def try_actions(
        self,
        r: Ints,
        known: Ints,
        slots: Ints,
        unseen: Ints,
        pool: Ints,
        codes: Ints,
        worlds: int,
        weights: Ints,
        nodes: int,
        lots: Ints,
        losses: Ints,
    ) -> None:
        """Play so many worlds to their end from each action."""
        search.try_actions(
            r,
            known,
            slots,
            len(slots) // beliefs.SLOT_SIZE,
            unseen,
            len(unseen),
            pool,
            len(pool) // max(1, len(unseen)),
            codes,
            len(codes),
            worlds,
            weights,
            nodes,
            lots,
            losses,
            [0] * sim.STATE_SIZE,
            [0] * sim.STATE_SIZE,
            [0] * sim.MOST_ACTIONS,
            [0] * sim.MOST_ACTIONS,
            [0] * linear.LINEAR_SCRATCH,
        )

    def fill_pool(
        self,
        r: Ints,
        slots: Ints,
        unseen: Ints,
        past: Ints,
        swaps: int,
        weights: Ints,
        nodes: int,
        lots: Ints,
        pool: Ints,
    ) -> None:
        """Fill a pool with worlds in which what others chose makes sense."""
        beliefs.fill_pool(
            r,
            slots,
            len(slots) // beliefs.SLOT_SIZE,
            unseen,
            len(unseen),
            past,
            swaps,
            len(pool) // max(1, len(unseen)),
            weights,
            nodes,
            lots,
            pool,
            [0] * (sim.SEATS + 1),
            [0] * sim.STATE_SIZE,
            [0] * sim.MOST_ACTIONS,
            [0] * sim.MOST_ACTIONS,
            [0] * linear.LINEAR_SCRATCH,
        )

    def play_many_at_random(
        self, r: Ints, start: Ints, boneyard: Ints, rounds: int, lots: Ints, end: Ints
    ) -> int:
        """Play so many rounds at random; give how many actions that took."""
        legal = [0] * sim.MOST_ACTIONS
        return search.play_many_at_random(
            r, start, boneyard, len(boneyard), rounds, lots, end, legal
        )


class Compiled:
    """The same functions compiled; making it takes seconds the first time on a machine."""

    is_compiled = True

    def __init__(self, folder: Path) -> None:
        """Compile into this folder, or load what is there; raises what numba raises."""
        from . import compiled  # noqa: PLC0415 - numba is imported only where it is wanted

        self.ints = compiled.as_array
        self.listed = compiled.as_list
        entries = compiled.compile_all(_SOURCES, folder / _digest())
        self.score_actions = entries["score_actions"]
        self.try_actions = entries["try_actions"]
        self.fill_pool = entries["fill_pool"]
        self.play_many_at_random = entries["play_many_at_random"]


PLAIN: Final = Plain()

_lock = threading.Lock()
_made: list[Numbers] = []


def _forget_others_lock() -> None:
    """Begin anew in a forked process: the thread that held the lock was left behind."""
    global _lock  # noqa: PLW0603 - the only way to let go of a lock that nobody holds any more
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_others_lock)


def numbers() -> Numbers:
    """Give the fastest way there is now; the first call may take seconds.

    While another thread compiles, that is plain Python, so that nobody has to wait.
    """
    if _made:
        return _made[0]
    return PLAIN if _lock.locked() else warm()


def warm(folder: Path | None = None) -> Numbers:
    """Compile, or load what was compiled before, and give the fastest way there is.

    What is compiled is kept in `folder`, which several processes may share. Unless given, that is
    beside the code if it can be written to, else in the user's cache.
    """
    with _lock:
        if not _made:
            _made.append(_compiled(folder) or PLAIN)
        return _made[0]


def warm_in_background(folder: Path | None = None) -> None:
    """Do as `warm` does, in a thread of its own."""
    threading.Thread(target=warm, args=(folder,), name="compile the search", daemon=True).start()


def _compiled(folder: Path | None) -> Numbers | None:
    try:
        way = Compiled(folder or _default_folder())
        if _tried_out(way) == _tried_out(PLAIN):
            return way
        _log.warning("what numba compiled here is wrong: the opponents think in plain Python")
    except ImportError:
        _log.info("numba is not installed: the opponents think in plain Python")
    except Exception:  # noqa: BLE001 - see below
        # A compiler can fail in any way on a machine nobody has tried; we go on without it.
        _log.warning("numba fails here: the opponents think in plain Python", exc_info=True)
    return None


def _tried_out(way: Numbers) -> list[list[int]]:
    """Play a little, to see that a way to search gives what plain Python gives."""
    start = deal_round(Seed(bytes(16)), preset_rules("daily"), _PLAYERS)
    ints = way.ints
    r, weights = ints(rules_numbers(start.rules, _PLAYERS)), ints(REGULAR)
    state, boneyard = map(ints, round_state(start))
    lots, end = ints([1]), ints([0] * sim.STATE_SIZE)
    way.play_many_at_random(r, state, boneyard, 2, lots, end)
    legal, scores = (ints([0] * sim.MOST_ACTIONS) for _ in range(2))
    count = way.score_actions(r, state, weights, _NODES, legal, scores)
    # One tile is hidden, as if the seat to act had drawn it unseen, and has chosen before.
    state[sim.LAST] -= 1
    slots = ints([start.table.turn, 0, 0])
    past = ints([1, 1, way.listed(legal)[0], 1, 0, *way.listed(state)])
    pool, losses = ints([0] * 2 * len(boneyard)), ints([0] * count)
    way.fill_pool(r, slots, boneyard, past, 3, weights, _NODES, lots, pool)
    codes = ints(way.listed(legal)[:count])
    way.try_actions(r, state, slots, boneyard, pool, codes, 1, weights, _NODES, lots, losses)
    return [way.listed(n) for n in (end, lots, boneyard, legal, scores, pool, losses)]


def _default_folder() -> Path:
    """Give a folder that only this user can write to, as what it holds is run."""
    beside = Path(__file__).parent / "__pycache__"
    for folder in (beside, Path("~/.cache/dailytrain").expanduser()):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="dailytrain-"))


def _digest() -> str:
    """Name the text of everything that is compiled, and of how."""
    text = "".join(map(getsource, _SOURCES))
    text += Path(__file__).with_name("compiled.py").read_text(encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    # `python -m bots.fast` compiles once and for all, so that no game has to wait for it. It is the
    # package's module that must do so, as this one is only a copy of it named __main__.
    from bots.fast import warm as warm_package

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    warm_package()
