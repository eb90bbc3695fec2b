# For Python: the sums over positions of the regression that fits the pattern weights.

from cython.parallel cimport prange
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from pattern_sizes cimport COMPACT_SIZE, N_FEATURES

from othello._core import core

cdef enum:
    # Sums over positions are computed in this many parts, which are added in order: so rounding,
    # and with it the weights, does not depend on the number of threads.
    N_PARTS = 16


cdef double row_sum(const int32_t* row, const double* weights) noexcept nogil:
    """The sum of the weights of a position whose features are `row`."""
    cdef double total = 0
    cdef int i
    for i in range(N_FEATURES):
        total += weights[row[i]]
    return total


def regression_predict(const int32_t[:, ::1] features, const double[::1] weights,
                       double[::1] values, int threads=1):
    """OUT `values`: for each position the sum of the weights of its features."""
    cdef Py_ssize_t i, n = features.shape[0]
    cdef int n_threads = core.launched(threads)
    check_regression(features, weights, values)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            values[i] = row_sum(&features[i, 0], &weights[0])


cdef void add_part(const int32_t* features, const double* values, Py_ssize_t n,
                   double* sums) noexcept nogil:
    """OUT `sums`: those of `regression_gather` over `n` positions."""
    cdef Py_ssize_t i
    cdef int k
    memset(sums, 0, COMPACT_SIZE * sizeof(double))
    for i in range(n):
        for k in range(N_FEATURES):
            sums[features[i * N_FEATURES + k]] += values[i]


def regression_gather(const int32_t[:, ::1] features, const double[::1] values,
                      double[::1] sums, int threads=1):
    """OUT `sums`: for each weight the sum of the `values` of positions with its feature.

    A position that has the feature twice counts twice.
    """
    cdef Py_ssize_t n = features.shape[0], part, first, length = (n + N_PARTS - 1) // N_PARTS
    cdef double* parts
    cdef int i, n_threads = core.launched(threads)
    check_regression(features, sums, values)
    parts = <double*> malloc(N_PARTS * COMPACT_SIZE * sizeof(double))
    if parts == NULL:
        raise MemoryError("no memory for the sums of the regression")
    with nogil:
        for part in prange(N_PARTS, num_threads=n_threads, schedule="static",
                           chunksize=1):
            first = min(part * length, n)
            add_part(&features[0, 0] + first * N_FEATURES, &values[0] + first,
                     min(length, n - first), parts + part * COMPACT_SIZE)
        for i in range(COMPACT_SIZE):
            sums[i] = 0
            for part in range(N_PARTS):
                sums[i] += parts[part * COMPACT_SIZE + i]
    free(parts)


cdef check_regression(const int32_t[:, ::1] features, const double[::1] weights,
                      const double[::1] values):
    if features.shape[0] == 0:
        raise ValueError("expected at least one position")
    if features.shape[1] != N_FEATURES:
        raise ValueError(
            f"expected {N_FEATURES} features a position, got {features.shape[1]}")
    if weights.shape[0] != COMPACT_SIZE:
        raise ValueError(f"expected {COMPACT_SIZE} weights, got {weights.shape[0]}")
    if values.shape[0] != features.shape[0]:
        raise ValueError(f"expected {features.shape[0]} values, got {values.shape[0]}")
