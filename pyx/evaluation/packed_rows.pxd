"""Rows of weights as a weights file holds them, without what is zero.

A bit says of each row whether it is not zero. Such a row has its weight, low byte first, and as many
factors as are used in its phase.
"""
from libc.stdint cimport int8_t, uint8_t
from checks cimport check_size
from pattern_sizes cimport N_LATENT, N_PHASES

cdef enum:
    WEIGHT_BYTES = 2            # in a row of a file


cdef inline bint is_packed(const uint8_t* bits, Py_ssize_t row) noexcept nogil:
    """Whether a row is not zero, and so in the file."""
    return bits[row >> 3] >> (row & 7) & 1


cdef inline int used_latent(const int8_t[::1] factors, int phase) noexcept:
    """The number of factors up to the last one that is not zero in all rows of a phase."""
    cdef Py_ssize_t size = factors.shape[0] // (N_PHASES * N_LATENT), row
    cdef int k, used = 0
    for row in range(phase * size, (phase + 1) * size):
        for k in range(used, N_LATENT):
            if factors[row * N_LATENT + k]:
                used = k + 1
    return used


cdef inline int check_packed(const uint8_t[::1] bits, const uint8_t[::1] counts,
                             const uint8_t[::1] packed, Py_ssize_t phase_rows) except -1:
    """Raise ValueError for what `pack_rows` cannot have returned for phases of so many rows."""
    cdef Py_ssize_t size = 0, n_packed, row
    cdef int phase
    check_size("bytes of bits", (N_PHASES * phase_rows + 7) // 8, bits.shape[0])
    check_size("numbers of factors", N_PHASES, counts.shape[0])
    if max(counts) > N_LATENT:
        raise ValueError(f"expected at most {N_LATENT} factors in a row, got {max(counts)}")
    for phase in range(N_PHASES):
        n_packed = 0
        for row in range(phase * phase_rows, (phase + 1) * phase_rows):
            n_packed += is_packed(&bits[0], row)
        size += n_packed * (WEIGHT_BYTES + counts[phase])
    check_size("bytes of rows", size, packed.shape[0])
