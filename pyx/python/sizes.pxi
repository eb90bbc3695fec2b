# Checks of what Python passes in: sizes of arrays, and what they hold.

from libc.stdint cimport int32_t, uint64_t

from types cimport Bitboard

cdef check_size(str what, Py_ssize_t expected, Py_ssize_t found):
    """Raise ValueError unless as many were found as expected; `what` names them."""
    if found != expected:
        raise ValueError(f"expected {expected} {what}, got {found}")


cdef check_lengths(Py_ssize_t n, Py_ssize_t second, Py_ssize_t third):
    """Raise ValueError unless three arrays have the same length."""
    if second != n or third != n:
        raise ValueError(f"expected arrays of one length, got {n}, {second} and {third}")


cdef check_apart(Bitboard player, Bitboard opponent):
    """Raise ValueError for a position that would be looked up outside the evaluation's tables."""
    if player & opponent:
        raise ValueError(f"player {player:#x} and opponent {opponent:#x} share squares")


cdef check_positions(const uint64_t[:] player, const uint64_t[:] opponent, Py_ssize_t n_results):
    """Raise ValueError unless there are as many opponents and results as players, all apart."""
    cdef Py_ssize_t i
    check_lengths(player.shape[0], opponent.shape[0], n_results)
    for i in range(player.shape[0]):
        if player[i] & opponent[i]:
            check_apart(player[i], opponent[i])


cdef check_numbers(str what, const int32_t[:, ::1] numbers, Py_ssize_t size):
    """Raise ValueError unless all numbers are 0 .. size - 1; `what` names them."""
    cdef int32_t least = 0, most = -1, number
    cdef Py_ssize_t i, k
    with nogil:
        for i in range(numbers.shape[0]):
            for k in range(numbers.shape[1]):
                number = numbers[i, k]
                least = min(least, number)
                most = max(most, number)
    if least < 0 or most >= size:
        raise ValueError(f"expected {what} of 0 to {size - 1}, got {least if least < 0 else most}")


cdef check_features(const int32_t[:, ::1] features, Py_ssize_t n_rows):
    """Raise ValueError unless there are positions, with features that are numbers of rows."""
    if features.shape[0] == 0 or features.shape[1] == 0:
        raise ValueError(f"expected positions with features, got {features.shape[0]} with "
                         f"{features.shape[1]}")
    check_numbers("features", features, n_rows)
