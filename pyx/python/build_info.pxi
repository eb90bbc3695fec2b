# For Python: how this variant of the core was compiled, and how many threads it can run.

from launch cimport launched_threads, lost_threads, share_one_arena, threads_can_start
from types cimport MAX_THREADS

cdef extern from *:
    """
    #ifdef _OPENMP
    #include <omp.h>
    #define OTHELLO_OPENMP 1
    #define n_processors() omp_get_num_procs()
    #else
    #define OTHELLO_OPENMP 0
    #define n_processors() 1
    #endif

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
    bint OTHELLO_OPENMP
    int n_processors() nogil
    bint OTHELLO_DEBUG

COMPILER = OTHELLO_COMPILER.decode("ascii")
OPENMP = OTHELLO_OPENMP
DEBUG = OTHELLO_DEBUG


def max_threads():
    """Return the largest number of threads a search may use, 1 without OpenMP."""
    return MAX_THREADS if OPENMP else 1


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


def launched(int threads):
    """Return how many threads to launch if `threads` are wanted: 1 if `threads_lost()`."""
    return launched_threads(threads)


def threads_lost():
    """Return whether this process was forked from one that had launched threads.

    Only the parent has OpenMP's threads then, and all work is done by one thread.
    """
    return lost_threads()
