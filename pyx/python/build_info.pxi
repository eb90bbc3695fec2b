# For Python: how the core was compiled, and how many threads it can run.

from launch cimport STACK_NEEDED as BYTES_OF_STACK
from launch cimport (OTHELLO_OPENMP, launched_stack, launched_threads, lost_threads, most_threads,
                     n_processors, share_one_arena, threads_can_start, watch_forks)
from types cimport MAX_THREADS

cdef extern from *:
    """
    #ifndef OTHELLO_DEBUG
    #define OTHELLO_DEBUG 0
    #endif

    #define OTHELLO_TEXT_(x) #x
    #define OTHELLO_TEXT(x) OTHELLO_TEXT_(x)
    #if defined(__clang__)
    #define OTHELLO_COMPILER "Clang " OTHELLO_TEXT(__clang_major__) "." \\
        OTHELLO_TEXT(__clang_minor__) "." OTHELLO_TEXT(__clang_patchlevel__)
    #elif defined(__GNUC__)
    #define OTHELLO_COMPILER "GCC " OTHELLO_TEXT(__GNUC__) "." \\
        OTHELLO_TEXT(__GNUC_MINOR__) "." OTHELLO_TEXT(__GNUC_PATCHLEVEL__)
    #elif defined(_MSC_VER)
    #define OTHELLO_COMPILER "MSVC " OTHELLO_TEXT(_MSC_VER)
    #else
    #define OTHELLO_COMPILER "unknown compiler"
    #endif
    """
    const char* OTHELLO_COMPILER
    bint OTHELLO_DEBUG

COMPILER = OTHELLO_COMPILER.decode("ascii")
OPENMP = OTHELLO_OPENMP
DEBUG = OTHELLO_DEBUG
STACK_NEEDED = BYTES_OF_STACK    # bytes, of a thread that searches

watch_forks()


def max_threads():
    """Return the largest number of threads a search may use, 1 without OpenMP."""
    return most_threads()


def processors():
    """Return how many processors this process may use, 1 without OpenMP."""
    return n_processors()


def room_for_threads(int threads):
    """Return whether the system has room for `threads` more threads."""
    return threads_can_start(threads)


def allocate_from_one_arena():
    """Let threads that are started from now on share the first one's memory; see launch.pxd.

    For processes whose threads allocate little.
    """
    share_one_arena()


cdef int launch(int threads) except 0:
    """How many threads to launch if `threads` are wanted: 1 if there are no others to be had."""
    if not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"expected 1 to {MAX_THREADS} threads, got {threads}")
    return launched_threads(threads)


def thread_stack():
    """Return the bytes of stack that launched threads have, very many if that is not known.

    With less than STACK_NEEDED none are launched.
    """
    return launched_stack()


def threads_lost():
    """Return whether this process was forked from one in the middle of a launch.

    Only the parent has OpenMP's threads then, and all work is done by one thread.
    """
    return lost_threads()
