"""Checks of what Python passes in: sizes of arrays, and what they hold."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from types cimport Bitboard


cdef inline int check_size(str what, Py_ssize_t expected, Py_ssize_t found) except -1:
    """Raise ValueError unless as many were found as expected; `what` names them."""
    if found != expected:
        raise ValueError(f"expected {expected} {what}, got {found}")


cdef inline int check_lengths(Py_ssize_t n, Py_ssize_t second, Py_ssize_t third) except -1:
    """Raise ValueError unless three arrays have the same length."""
    if second != n or third != n:
        raise ValueError(f"expected arrays of one length, got {n}, {second} and {third}")


cdef inline int check_apart(Bitboard player, Bitboard opponent) except -1:
    """Raise ValueError for a position that would be looked up outside the evaluation's tables."""
    if player & opponent:
        raise ValueError(f"player {player:#x} and opponent {opponent:#x} share squares")


cdef inline int check_positions(const uint64_t[:] player, const uint64_t[:] opponent,
                                Py_ssize_t n_results) except -1:
    """Raise ValueError unless there are as many opponents and results as players, all apart."""
    cdef Py_ssize_t i
    check_lengths(player.shape[0], opponent.shape[0], n_results)
    for i in range(player.shape[0]):
        if player[i] & opponent[i]:
            check_apart(player[i], opponent[i])


cdef inline bint all_below(const int32_t* numbers, Py_ssize_t n, Py_ssize_t size) noexcept nogil:
    """Whether all numbers are 0 .. size - 1; several at a time, as none is compared."""
    cdef uint32_t most = <uint32_t> (min(size, <Py_ssize_t> 1 << 31) - 1), signs = 0
    cdef Py_ssize_t i
    for i in range(n):
        signs |= <uint32_t> numbers[i] | (most - <uint32_t> numbers[i])
    return signs >> 31 == 0


cdef inline int check_numbers(str what, const int32_t[:, ::1] numbers, Py_ssize_t size) except -1:
    """Raise ValueError unless all numbers are 0 .. size - 1; `what` names them."""
    cdef Py_ssize_t i, k
    for i in range(numbers.shape[0]):
        if not all_below(&numbers[i, 0], numbers.shape[1], size):
            for k in range(numbers.shape[1]):
                if not 0 <= numbers[i, k] < size:
                    raise ValueError(f"expected {what} of 0 to {size - 1}, got {numbers[i, k]}")


cdef inline int check_features(Py_ssize_t n_positions, Py_ssize_t n_features) except -1:
    """Raise ValueError unless there are positions, and features of them."""
    if n_positions == 0 or n_features == 0:
        raise ValueError(f"expected positions with features, got {n_positions} with {n_features}")
