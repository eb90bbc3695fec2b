# For Python: what a search says of a line, (depth, selectivity, value, bound, exact, pv).

from types cimport DISC

cdef enum:
    # Whether a line's value is a bound; in the order of BOUNDS in othello/result.py.
    IS_VALUE
    AT_LEAST
    AT_MOST


cdef int sign_of(int value) noexcept:
    """Who wins, as a value of one disc: all that a search for win, loss or draw tells."""
    return DISC * ((value > 0) - (value < 0))


cdef bint is_proven(tuple line):
    """Whether a line's value is the exact score."""
    _, _, _, _, exact, _ = line
    return exact
