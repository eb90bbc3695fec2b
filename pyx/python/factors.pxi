# For Python: training the factors of the pattern evaluation on the positions of a phase.
#
# The method is gradient descent with Adam (D. Kingma and J. Ba, 2015), a small batch of positions
# at a time. Only the rows that a batch uses are changed. All is done in single precision by one
# thread: a pass takes some microseconds a position, and the same positions in the same order give
# the same factors.

from libc.math cimport powf, sqrtf
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free

from types cimport DISC
from interrupt cimport Interrupt, interrupted_by_signal, listen, raise_heard
from pattern_sizes cimport COMPACT_SIZE, FACTOR_SHIFT, N_FACTORS, N_FEATURES

cdef enum:
    LARGEST_FACTOR = 127        # the largest that a file holds

cdef struct Descent:
    float* factors              # N_FACTORS for each row, and so the next three
    float* first_moment         # running mean of the gradient
    float* second_moment        # running mean of its square
    float* gradient             # of the batch; zero between batches
    uint8_t* touched            # for each row, whether the batch uses it
    int32_t* list               # the rows that the batch uses
    int n_touched               # their number
    float* sum_gradient         # of the squared error of each position, by the sums of its factors


cdef inline float factors_value(const float* factors, const int32_t* row,
                                float* sums) noexcept nogil:
    """What factors add to a position's value, in discs; OUT `sums`: the sum of each factor.

    `row` lists the position's features.
    """
    cdef float value = 0
    cdef int i, k
    cdef const float* factor
    for k in range(N_FACTORS):
        sums[k] = 0
    for i in range(N_FEATURES):
        factor = factors + N_FACTORS * row[i]
        for k in range(N_FACTORS):
            sums[k] += factor[k]
    for k in range(0, N_FACTORS, 2):
        value += sums[k] * sums[k] - sums[k + 1] * sums[k + 1]
    return value / ((1 << FACTOR_SHIFT) * DISC)


cdef void add_gradient(Descent* descent, const int32_t* row,
                       const float* sum_gradient) noexcept nogil:
    """Add a position's gradient to that of each row in its features `row`."""
    cdef float* gradient
    cdef int i, k
    for i in range(N_FEATURES):
        if not descent.touched[row[i]]:
            descent.touched[row[i]] = True
            descent.list[descent.n_touched] = row[i]
            descent.n_touched += 1
        gradient = descent.gradient + N_FACTORS * row[i]
        for k in range(N_FACTORS):
            gradient[k] += sum_gradient[k]


cdef void descend(Descent* descent, int n, float rate, float decay, int64_t step) noexcept nogil:
    """Make step number `step` (from 1) of Adam with the gradient of a batch of `n` positions."""
    cdef float first_decay = 0.9, second_decay = 0.999    # what Adam's authors advise
    cdef float first_scale = 1 / (1 - powf(first_decay, step))
    cdef float second_scale = 1 / (1 - powf(second_decay, step))
    cdef Py_ssize_t first, k
    cdef int i
    cdef float gradient, factor
    for i in range(descent.n_touched):
        first = N_FACTORS * <Py_ssize_t> descent.list[i]
        descent.touched[descent.list[i]] = False
        for k in range(first, first + N_FACTORS):
            gradient = (descent.gradient[k] + decay * descent.factors[k]) / n
            descent.gradient[k] = 0
            descent.first_moment[k] = (first_decay * descent.first_moment[k]
                                       + (1 - first_decay) * gradient)
            descent.second_moment[k] = (second_decay * descent.second_moment[k]
                                        + (1 - second_decay) * gradient * gradient)
            factor = descent.factors[k] - rate * descent.first_moment[k] * first_scale / (
                sqrtf(descent.second_moment[k] * second_scale) + <float> 1e-9)
            descent.factors[k] = max(<float> -LARGEST_FACTOR, min(<float> LARGEST_FACTOR, factor))
    descent.n_touched = 0


cdef void descend_batch(Descent* descent, const int32_t* features, const float* values,
                        const int64_t* order, int n, float rate, float decay,
                        int64_t step) noexcept nogil:
    """Make the step of the batch whose `n` positions `order` lists.

    A constant factor of the gradient is left out: it only changes the weight of `decay`.
    """
    cdef float sums[N_FACTORS]
    cdef float error
    cdef float* sum_gradient
    cdef const int32_t* row
    cdef int i, k
    for i in range(n):
        row = features + order[i] * N_FEATURES
        error = factors_value(descent.factors, row, sums) - values[order[i]]
        sum_gradient = descent.sum_gradient + N_FACTORS * i
        for k in range(0, N_FACTORS, 2):
            sum_gradient[k] = error * sums[k]
            sum_gradient[k + 1] = -error * sums[k + 1]
    for i in range(n):
        add_gradient(descent, features + order[i] * N_FEATURES,
                     descent.sum_gradient + N_FACTORS * i)
    descend(descent, n, rate, decay, step)


def factors_predict(const int32_t[:, ::1] features, const float[:, ::1] factors,
                    double[::1] values):
    """OUT `values`: for each position, what its factors add to its value, in discs."""
    cdef float sums[N_FACTORS]
    cdef Py_ssize_t i
    check_factors(features, factors)
    check_size("values", features.shape[0], values.shape[0])
    with nogil:
        for i in range(features.shape[0]):
            values[i] = factors_value(&factors[0, 0], &features[i, 0], sums)


def factors_descend(const int32_t[:, ::1] features, const float[::1] values,
                    const int64_t[:, ::1] orders, float[:, ::1] factors, int batch, float rate,
                    float decay):
    """Fit factors to what the weights leave of the values, by passes of gradient descent.

    Parameters
    ----------
    features : array of int32, shape (positions, PATTERN_FEATURES)
        As `pattern_features` lists them.
    values : array of float32
        For each position its value minus the sum of its weights, in discs.
    orders : array of int64, shape (passes, positions)
        The order in which each pass takes the positions.
    factors : array of float32, shape (PATTERN_WEIGHTS, PATTERN_FACTORS)
        IN and OUT.
    batch : int
        Positions in a step.
    rate : float
        Size of the first steps, in units of factors; it falls linearly to zero.
    decay : float
        The penalty on the squares of the factors that a batch uses.
    """
    cdef Descent descent
    cdef Py_ssize_t n = features.shape[0], n_factors = factors.shape[0] * factors.shape[1], first
    cdef Py_ssize_t n_batches = (n + batch - 1) // batch, i, k
    cdef int64_t step = 0
    cdef Interrupt interrupt
    check_factors(features, factors)
    check_size("values", n, values.shape[0])
    check_size("places in an order", n, orders.shape[1])
    descent.factors = &factors[0, 0]
    descent.first_moment = <float*> calloc(n_factors, sizeof(float))
    descent.second_moment = <float*> calloc(n_factors, sizeof(float))
    descent.gradient = <float*> calloc(n_factors, sizeof(float))
    descent.touched = <uint8_t*> calloc(factors.shape[0], 1)
    descent.list = <int32_t*> calloc(batch * N_FEATURES, sizeof(int32_t))
    descent.sum_gradient = <float*> calloc(batch * N_FACTORS, sizeof(float))
    descent.n_touched = 0
    if (descent.first_moment == NULL or descent.second_moment == NULL or descent.gradient == NULL
            or descent.touched == NULL or descent.list == NULL
            or descent.sum_gradient == NULL):
        free_descent(&descent)
        raise MemoryError("no memory for the descent of the factors")
    listen(&interrupt)
    with nogil:
        for i in range(orders.shape[0]):
            for k in range(n_batches):
                if interrupted_by_signal(&interrupt, 0):
                    break
                first = k * batch
                descend_batch(&descent, &features[0, 0], &values[0], &orders[i, first],
                              min(<Py_ssize_t> batch, n - first),
                              rate * (1 - <float> step / (n_batches * orders.shape[0])), decay,
                              step + 1)
                step += 1
    free_descent(&descent)
    raise_heard(&interrupt)


cdef void free_descent(Descent* descent) noexcept:
    free(descent.first_moment)
    free(descent.second_moment)
    free(descent.gradient)
    free(descent.touched)
    free(descent.list)
    free(descent.sum_gradient)


cdef check_factors(const int32_t[:, ::1] features, const float[:, ::1] factors):
    if features.shape[0] == 0 or features.shape[1] != N_FEATURES:
        raise ValueError(f"expected positions with {N_FEATURES} features each, got "
                         f"{features.shape[0]} with {features.shape[1]}")
    if factors.shape[0] != COMPACT_SIZE or factors.shape[1] != N_FACTORS:
        raise ValueError(f"expected {COMPACT_SIZE} rows of {N_FACTORS} factors, "
                         f"got {factors.shape[0]} of {factors.shape[1]}")
