"""How the functions of search are compiled by numba; importing this imports numba.

An array is handed on as the place of its numbers in memory: no reference is counted and no index is
checked, as in C. That is safe because every list is as long as the plain functions need it, which
find out of themselves when one is not.
"""

# ruff: noqa: ANN401, ARG001, ARG005, PLR0913, PLR0917, PLW0108 - numba decides what these look like

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from . import beliefs, linear, search, sim
from .sim import Ints, pointer

# To the type checker numba is a stranger: what stands for a list of numbers here is an array.
numba: Any = import_module("numba")
extending: Any = import_module("numba.extending")
ir: Any = import_module("llvmlite.ir")
np: Any = import_module("numpy")

_NUMBER: Final = numba.types.int64
_ARRAY: Final = numba.types.Array(_NUMBER, 1, "C")
_PLACE: Final = numba.types.CPointer(_NUMBER)


def _bit_instruction(name: str, *extra: Any) -> Any:
    """Make a function of the processor's instruction."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return getattr(builder, name)(*args, *extra)

    def typed(_typing: Any, mask: Any) -> Any:
        return _NUMBER(_NUMBER), emit

    return extending.intrinsic(typed)


_NEVER_ZERO: Final = ir.Constant(ir.IntType(1), 1)
_ones: Final = _bit_instruction("ctpop")
_zeros_below: Final = _bit_instruction("cttz", _NEVER_ZERO)
_zeros_above: Final = _bit_instruction("ctlz", _NEVER_ZERO)


def _place_typed(_typing: Any, array: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return _PLACE(array), emit


_place: Final = extending.intrinsic(_place_typed)


def _copy_numbers(to, source, first, count):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202 - numba compares the parameters
    def copy(to, source, first, count):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202 - likewise
        for i in range(count):
            to[i] = source[first + i]

    return copy


_INSTEAD: Final[dict[Any, Any]] = {
    sim.count_bits: lambda mask: lambda mask: _ones(np.int64(mask)),
    sim.lowest_bit: lambda mask: lambda mask: _zeros_below(np.int64(mask)),
    sim.highest_bit: lambda mask: lambda mask: 63 - _zeros_above(np.int64(mask)),
    sim.pointer: lambda numbers: lambda numbers: _place(numbers),
    sim.copy_numbers: _copy_numbers,
}
"""What is compiled in place of functions that Python has better words for."""


# What is called from outside, arrays in hand; the same as the methods of fast.Plain.


def _score_actions(r: Ints, s: Ints, weights: Ints, nodes: int, legal: Ints, scores: Ints) -> int:
    w = np.empty(linear.LINEAR_SCRATCH, np.int64)
    return linear.score_actions(
        pointer(r),
        pointer(s),
        pointer(weights),
        nodes,
        pointer(legal),
        pointer(scores),
        pointer(w),
    )


def _try_actions(
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
    world = np.empty(sim.STATE_SIZE, np.int64)
    s = np.empty(sim.STATE_SIZE, np.int64)
    legal = np.empty(sim.MOST_ACTIONS, np.int64)
    scores = np.empty(sim.MOST_ACTIONS, np.int64)
    w = np.empty(linear.LINEAR_SCRATCH, np.int64)
    search.try_actions(
        pointer(r),
        pointer(known),
        pointer(slots),
        len(slots) // beliefs.SLOT_SIZE,
        pointer(unseen),
        len(unseen),
        pointer(pool),
        len(pool) // max(1, len(unseen)),
        pointer(codes),
        len(codes),
        worlds,
        pointer(weights),
        nodes,
        pointer(lots),
        pointer(losses),
        pointer(world),
        pointer(s),
        pointer(legal),
        pointer(scores),
        pointer(w),
    )


def _fill_pool(
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
    doubts = np.empty(sim.SEATS + 1, np.int64)
    s = np.empty(sim.STATE_SIZE, np.int64)
    legal = np.empty(sim.MOST_ACTIONS, np.int64)
    scores = np.empty(sim.MOST_ACTIONS, np.int64)
    w = np.empty(linear.LINEAR_SCRATCH, np.int64)
    beliefs.fill_pool(
        pointer(r),
        pointer(slots),
        len(slots) // beliefs.SLOT_SIZE,
        pointer(unseen),
        len(unseen),
        pointer(past),
        swaps,
        len(pool) // max(1, len(unseen)),
        pointer(weights),
        nodes,
        pointer(lots),
        pointer(pool),
        pointer(doubts),
        pointer(s),
        pointer(legal),
        pointer(scores),
        pointer(w),
    )


def _play_many_at_random(
    r: Ints, start: Ints, boneyard: Ints, rounds: int, lots: Ints, end: Ints
) -> int:
    legal = np.empty(sim.MOST_ACTIONS, np.int64)
    return search.play_many_at_random(
        pointer(r),
        pointer(start),
        pointer(boneyard),
        len(boneyard),
        rounds,
        pointer(lots),
        pointer(end),
        pointer(legal),
    )


_ENTRIES: Final = {
    _score_actions: _NUMBER(*(_ARRAY,) * 3, _NUMBER, _ARRAY, _ARRAY),
    _fill_pool: numba.types.void(*(_ARRAY,) * 4, _NUMBER, _ARRAY, _NUMBER, *(_ARRAY,) * 2),
    _try_actions: numba.types.void(*(_ARRAY,) * 6, _NUMBER, _ARRAY, _NUMBER, *(_ARRAY,) * 2),
    _play_many_at_random: _NUMBER(*(_ARRAY,) * 3, _NUMBER, _ARRAY, _ARRAY),
}


def compile_all(modules: Iterable[ModuleType], folder: Path) -> dict[str, Any]:
    """Compile what is called from outside, or load it from the folder; raises what numba raises."""
    for plain, typed in _INSTEAD.items():
        extending.overload(plain, inline="always")(typed)
    for module in modules:
        for function in vars(module).values():
            if (
                isfunction(function)
                and function.__module__ == module.__name__
                and function not in _INSTEAD
            ):
                extending.register_jitable(function)
    folder.mkdir(parents=True, exist_ok=True)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        # While it runs, other threads of the process may, as every call has its own scratch.
        return {
            entry.__name__.removeprefix("_"): numba.njit(typed, cache=True, nogil=True)(entry)
            for entry, typed in _ENTRIES.items()
        }
    finally:
        numba.config.CACHE_DIR = before


def as_array(values: Sequence[int]) -> Any:
    """Make an array of 64-bit integers."""
    return np.array(values, dtype=np.int64)


def as_list(array: Any) -> list[int]:
    """Give the numbers of an array as plain ones."""
    listed: list[int] = array.tolist()
    return listed
