# For Python: what a variant of the core has for the searcher, and all that the variants share.

from cpython.pycapsule cimport PyCapsule_New

from types cimport Bitboard
from atomics cimport load32
from custom cimport custom_value
from iteration cimport Variant
from minimax cimport run_textbook_worker
from root cimport run_worker
from tuning cimport set_tunable
from worker cimport Shared, Worker, check_limits, end_by_limit, stopped
cimport kernel

from othello import _common
from othello._common import (
    ALGORITHMS, COMPILER, DEBUG, EVALUATIONS, N_PLIES, OPENMP, PASS, PATTERN_EMPTIES,
    PATTERN_FACTORS, PATTERN_NARROW_FACTORS, PATTERN_PHASE_EMPTIES, PATTERN_PHASES,
    PATTERN_SCALARS, PATTERN_WEIGHTS, PATTERNS, SELECTIVITIES, STACK_NEEDED, TUNABLES, TUNING,
    VALUE_PER_DISC, allocate_from_one_arena, load_packed, load_probcut, load_weights,
    max_threads, pack_rows, processors, room_for_threads, shallow_depth, thread_stack,
    threads_lost, unpack_rows, weights_loaded)

ISA = __name__.rpartition("_core_")[2]

cdef Variant variant
variant.run_worker = run_worker
variant.run_textbook_worker = run_textbook_worker
variant.custom_static_value = custom_static_value


class Searcher(_common.Searcher):
    """A searcher by this variant; see `_common.Searcher`."""

    __slots__ = ()
    VARIANT = PyCapsule_New(&variant, "othello.Variant", NULL)


def tune(str name, int value):
    """Give a constant of the search another value, in the whole process.

    Raises
    ------
    ValueError
        If this build's constants are fixed, none has the name, or the value is out of range.
    """
    _common.tune(name, value)       # checks it; searcher and variant have a copy each
    set_tunable(name.encode(), value)


cdef int custom_static_value(void* any_worker, Bitboard player, Bitboard opponent) noexcept nogil:
    """The value of the evaluation from outside; means nothing once that has failed.

    A side that must pass is given the other side's value.
    """
    cdef Worker* worker = <Worker*> any_worker
    cdef Shared* shared = worker.shared
    cdef int value
    if stopped(worker):
        return 0
    if kernel.moves(player, opponent):
        value = custom_value(&shared.settings.custom, &shared.interrupt, player, opponent)
    else:
        value = -custom_value(&shared.settings.custom, &shared.interrupt, opponent, player)
    worker.countdown -= shared.settings.custom.n_nodes
    if worker.countdown <= 0:
        check_limits(worker)
    if load32(&shared.interrupt.has_error):
        end_by_limit(shared)
    return value
