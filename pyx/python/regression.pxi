# For Python: the sums over positions of the regression that fits the pattern weights.

from cython.parallel cimport prange
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from atomics cimport store32
from checks cimport all_below, check_features, check_numbers, check_size
from othello._common cimport launch

cdef enum:
    # Sums over positions are computed in this many parts, which are added in order: so rounding,
    # and with it the weights, does not depend on the number of threads.
    N_PARTS = 16


cdef double row_sum(const int32_t* row, Py_ssize_t n_features, const double* weights,
                    Py_ssize_t n_weights, int* unknown) noexcept nogil:
    """The sum of the weights of a position whose features are `row`.

    OUT `unknown`: set if a feature has no weight.
    """
    cdef double total = 0
    cdef Py_ssize_t i
    if not all_below(row, n_features, n_weights):
        store32(unknown, True)
        return 0
    for i in range(n_features):
        total += weights[row[i]]
    return total


def regression_predict(const int32_t[:, ::1] features, const double[::1] weights,
                       double[::1] values, int threads=1):
    """OUT `values`: for each position the sum of the weights of its features."""
    cdef Py_ssize_t i, n = features.shape[0], n_features = features.shape[1]
    cdef int n_threads, unknown = False
    check_regression(features, values)
    n_threads = launch(threads)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            values[i] = row_sum(&features[i, 0], n_features, &weights[0], weights.shape[0],
                                &unknown)
    if unknown:
        check_numbers("features", features, weights.shape[0])


cdef void add_part(const int32_t* features, Py_ssize_t n_features, const double* values,
                   Py_ssize_t n, double* sums, Py_ssize_t n_sums, int* unknown) noexcept nogil:
    """OUT `sums`: those of `regression_gather` over `n` positions; `unknown` as in `row_sum`."""
    cdef Py_ssize_t i, k
    memset(sums, 0, n_sums * sizeof(double))
    for i in range(n):
        if not all_below(features + i * n_features, n_features, n_sums):
            store32(unknown, True)
            return
        for k in range(n_features):
            sums[features[i * n_features + k]] += values[i]


def regression_gather(const int32_t[:, ::1] features, const double[::1] values,
                      double[::1] sums, int threads=1):
    """OUT `sums`: for each weight the sum of the `values` of positions with its feature.

    A position that has the feature twice counts twice.
    """
    cdef Py_ssize_t n = features.shape[0], part, first, length = (n + N_PARTS - 1) // N_PARTS
    cdef Py_ssize_t n_features = features.shape[1], n_sums = sums.shape[0], i
    cdef double* parts
    cdef int n_threads, unknown = False
    check_regression(features, values)
    n_threads = launch(threads)
    parts = <double*> malloc(N_PARTS * n_sums * sizeof(double))
    if parts == NULL:
        raise MemoryError("no memory for the sums of the regression")
    with nogil:
        for part in prange(N_PARTS, num_threads=n_threads, schedule="static",
                           chunksize=1):
            first = min(part * length, n)
            add_part(&features[0, 0] + first * n_features, n_features, &values[0] + first,
                     min(length, n - first), parts + part * n_sums, n_sums, &unknown)
        for i in range(n_sums):
            sums[i] = 0
            for part in range(N_PARTS):
                sums[i] += parts[part * n_sums + i]
    free(parts)
    if unknown:
        check_numbers("features", features, n_sums)


cdef check_regression(const int32_t[:, ::1] features, const double[::1] values):
    check_features(features.shape[0], features.shape[1])
    check_size("values", features.shape[0], values.shape[0])
