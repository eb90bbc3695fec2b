# For Python: rows of weights as a weights file holds them, without what is zero.

from libc.stdint cimport int8_t, int16_t, uint8_t
from libc.string cimport memcpy

from checks cimport check_size
from packed_rows cimport WEIGHT_BYTES, check_packed, is_packed, used_latent
from pattern_sizes cimport N_LATENT, N_PHASES


def pack_rows(const int16_t[::1] weights, const int8_t[::1] factors):
    """Pack the rows of any patterns for a file, without what is zero.

    Returns
    -------
    bits : bytes
        A bit for each row, the lowest first, set if the row is not zero.
    counts : bytes
        For each phase the number of factors that are packed: those after them are zero in all rows.
    rows : bytes
        For each row that is not zero its weight, low byte first, and the factors of its phase.
    """
    cdef Py_ssize_t size = rows_of_phase(weights.shape[0]), n_rows = N_PHASES * size, row
    cdef bytearray bits = bytearray((n_rows + 7) // 8), packed = bytearray()
    cdef bytes latent, counts
    check_size("factors", n_rows * N_LATENT, factors.shape[0])
    counts = bytes(used_latent(factors, phase) for phase in range(N_PHASES))
    for row in range(n_rows):
        latent = bytes(factors[row * N_LATENT:row * N_LATENT + counts[row // size]])
        if weights[row] != 0 or any(latent):
            bits[row >> 3] |= 1 << (row & 7)
            packed += (<int> weights[row]).to_bytes(2, "little", signed=True) + latent
    return bytes(bits), counts, bytes(packed)


cdef Py_ssize_t rows_of_phase(Py_ssize_t n_weights) except -1:
    """The number of rows in each phase if there are `n_weights` in all."""
    if n_weights == 0 or n_weights % N_PHASES:
        raise ValueError(f"expected a multiple of {N_PHASES} weights, got {n_weights}")
    return n_weights // N_PHASES


cdef const uint8_t* unpack_phase(const uint8_t* bits, Py_ssize_t first, Py_ssize_t n_rows,
                                 int count, const uint8_t* cursor, int16_t* weights,
                                 int8_t* factors) noexcept:
    """Unpack `n_rows` rows from `cursor` on, the bit of the first being `first`.

    Returns where the next row begins. OUT `weights`, `factors`: they must be zero before.
    """
    cdef Py_ssize_t row
    for row in range(n_rows):
        if is_packed(bits, first + row):
            weights[row] = <int16_t> (cursor[0] | cursor[1] << 8)
            memcpy(&factors[row * N_LATENT], cursor + WEIGHT_BYTES, count)
            cursor += WEIGHT_BYTES + count
    return cursor


def unpack_rows(const uint8_t[::1] bits, const uint8_t[::1] counts, const uint8_t[::1] packed,
                int16_t[::1] weights, int8_t[::1] factors):
    """Undo `pack_rows`. OUT `weights` and `factors`, which must be all zero before."""
    cdef Py_ssize_t size = rows_of_phase(weights.shape[0])
    cdef const uint8_t* cursor = NULL
    cdef int phase
    check_size("factors", N_PHASES * size * N_LATENT, factors.shape[0])
    check_packed(bits, counts, packed, size)
    if packed.shape[0]:
        cursor = &packed[0]
    for phase in range(N_PHASES):
        cursor = unpack_phase(&bits[0], phase * size, size, counts[phase], cursor,
                              &weights[phase * size], &factors[phase * size * N_LATENT])
