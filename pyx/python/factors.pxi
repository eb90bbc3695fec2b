# For Python: training the rows of the pattern evaluation, weights and factors together, on the
# positions of a phase.
#
# The method is gradient descent with Adam (D. Kingma and J. Ba, 2015), a small batch of positions
# at a time. Only the rows that a batch uses are changed. All is done in single precision by one
# thread: a pass takes some microseconds a position, and the same positions in the same order give
# the same rows.

from libc.math cimport powf, sqrtf
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free

from types cimport DISC
from checks cimport check_features, check_numbers, check_size
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error
from pattern_sizes cimport LATENT_SHIFT, N_LATENT

cdef enum:
    MAX_LATENT = 127            # the largest that a file holds
    WEIGHT = N_LATENT           # the place of the weight in a row: after its factors
    ROW = N_LATENT + 2         # the last place is always zero: 16 numbers fill a cache line

PATTERN_ROW = ROW

cdef struct DescentRow:
    float value[ROW]
    float first_moment[ROW]     # running mean of the gradient
    float second_moment[ROW]    # running mean of its square
    float gradient[ROW]         # of the batch; zero between batches

cdef struct Descent:
    DescentRow* rows
    uint8_t* touched            # for each row, whether the batch uses it
    int32_t* list               # the rows that the batch uses
    int n_touched               # their number
    Py_ssize_t n_features       # of each position
    float* sum_gradient         # of the squared error of each position, by the sums of its rows
    float rate
    float weight_rate
    float decay


cdef inline float rows_value(const DescentRow* rows, const int32_t* features,
                             Py_ssize_t n_features, float* sums) noexcept nogil:
    """The value of a position in discs; OUT `sums`: the sum of its rows, place by place."""
    cdef float value = 0
    cdef int i, k
    cdef const float* row
    for k in range(ROW):
        sums[k] = 0
    for i in range(n_features):
        row = rows[features[i]].value
        for k in range(ROW):
            sums[k] += row[k]
    for k in range(0, N_LATENT, 2):
        value += sums[k] * sums[k] - sums[k + 1] * sums[k + 1]
    return (value / (1 << LATENT_SHIFT) + sums[WEIGHT]) / DISC


cdef void add_gradient(Descent* descent, const int32_t* features,
                       const float* sum_gradient) noexcept nogil:
    """Add a position's gradient to that of each of its rows."""
    cdef float* gradient
    cdef int i, k, row
    for i in range(descent.n_features):
        row = features[i]
        if not descent.touched[row]:
            descent.touched[row] = True
            descent.list[descent.n_touched] = row
            descent.n_touched += 1
        gradient = descent.rows[row].gradient
        for k in range(ROW):
            gradient[k] += sum_gradient[k]


cdef void descend(Descent* descent, int n, float progress, int64_t step) noexcept nogil:
    """Make step number `step` (from 1) of Adam with the gradient of a batch of `n` positions.

    `progress` grows from 0 to 1 over the whole descent; the steps shrink with it.
    """
    cdef float first_decay = 0.9, second_decay = 0.999    # what Adam's authors advise
    cdef float first_scale = 1 / (1 - powf(first_decay, step))
    cdef float second_scale = 1 / (1 - powf(second_decay, step))
    cdef int i, k
    cdef float gradient
    cdef float rates[ROW]
    cdef DescentRow* row
    for k in range(ROW):
        rates[k] = descent.rate * (1 - progress)
    rates[WEIGHT] = descent.weight_rate * (1 - progress)
    for i in range(descent.n_touched):
        row = &descent.rows[descent.list[i]]
        descent.touched[descent.list[i]] = False
        # Not the weight: the regression it comes from has shrunk it already.
        for k in range(N_LATENT):
            row.gradient[k] += descent.decay * row.value[k]
        for k in range(ROW):
            gradient = row.gradient[k] / n
            row.gradient[k] = 0
            row.first_moment[k] = first_decay * row.first_moment[k] + (1 - first_decay) * gradient
            row.second_moment[k] = (second_decay * row.second_moment[k]
                                    + (1 - second_decay) * gradient * gradient)
            row.value[k] -= rates[k] * row.first_moment[k] * first_scale / (
                sqrtf(row.second_moment[k] * second_scale) + <float> 1e-9)
        for k in range(N_LATENT):
            row.value[k] = max(<float> -MAX_LATENT, min(<float> MAX_LATENT, row.value[k]))
    descent.n_touched = 0


cdef void descend_batch(Descent* descent, const int32_t* features, const float* values,
                        const int32_t* order, int n, float progress, int64_t step) noexcept nogil:
    """Make the step of the batch whose `n` positions `order` lists.

    A constant factor of the gradient is left out: it only changes the weight of the decay.
    """
    cdef float sums[ROW]
    cdef float error
    cdef float* sum_gradient
    cdef int i, k
    for i in range(n):
        error = rows_value(descent.rows, features + order[i] * descent.n_features,
                           descent.n_features, sums) - values[order[i]]
        sum_gradient = descent.sum_gradient + ROW * i
        for k in range(0, N_LATENT, 2):
            sum_gradient[k] = error * sums[k]
            sum_gradient[k + 1] = -error * sums[k + 1]
        sum_gradient[WEIGHT] = error
        sum_gradient[WEIGHT + 1] = 0
    for i in range(n):
        add_gradient(descent, features + order[i] * descent.n_features,
                     descent.sum_gradient + ROW * i)
    descend(descent, n, progress, step)


def rows_predict(const int32_t[:, ::1] features, const float[:, ::1] rows, double[::1] values):
    """OUT `values`: the value of each position by `rows`, in discs."""
    cdef float sums[ROW]
    cdef DescentRow* loaded
    cdef Py_ssize_t i
    check_rows(features, rows)
    check_size("values", features.shape[0], values.shape[0])
    loaded = <DescentRow*> calloc(rows.shape[0], sizeof(DescentRow))
    if loaded == NULL:
        raise MemoryError("no memory for the rows of the evaluation")
    with nogil:
        copy_rows(rows, loaded)
        for i in range(features.shape[0]):
            values[i] = rows_value(loaded, &features[i, 0], features.shape[1], sums)
    free(loaded)


def rows_descend(const int32_t[:, ::1] features, const float[::1] values,
                 const int32_t[:, ::1] orders, float[:, ::1] rows, int batch, float rate,
                 float weight_rate, float decay):
    """Fit rows to the values of positions by passes of gradient descent.

    Parameters
    ----------
    features : array of int32, shape (positions, features)
        As `PatternSet.features` lists them.
    values : array of float32
        The value of each position, in discs.
    orders : array of int32, shape (passes, positions)
        The order in which each pass takes the positions.
    rows : array of float32, shape (rows, PATTERN_ROW)
        IN and OUT: each row has its factors, its weight in 1/128 disc, and a zero.
    batch : int
        Positions in a step.
    rate, weight_rate : float
        Size of the first steps of factors, in their units, and of weights, in 1/128 disc; both fall
        linearly to zero.
    decay : float
        The penalty on the squares of the factors that a batch uses.
    """
    cdef Descent descent
    cdef Py_ssize_t n = features.shape[0], n_rows = rows.shape[0], first, i, k
    cdef Py_ssize_t n_batches
    cdef int64_t step = 0, n_steps
    cdef Interrupt interrupt
    check_descent(features, values, orders, rows, batch)
    batch = min(<Py_ssize_t> batch, n)
    n_batches = (n + batch - 1) // batch
    n_steps = n_batches * orders.shape[0]
    begin_interruptible(&interrupt)
    descent.rate = rate
    descent.weight_rate = weight_rate
    descent.decay = decay
    descent.n_touched = 0
    descent.n_features = features.shape[1]
    descent.rows = <DescentRow*> calloc(n_rows, sizeof(DescentRow))
    descent.touched = <uint8_t*> calloc(n_rows, 1)
    descent.list = <int32_t*> calloc(min(batch * features.shape[1], n_rows), sizeof(int32_t))
    descent.sum_gradient = <float*> calloc(<size_t> batch * ROW, sizeof(float))
    if (descent.rows == NULL or descent.touched == NULL or descent.list == NULL
            or descent.sum_gradient == NULL):
        free_descent(&descent)
        raise MemoryError("no memory for the descent of the rows")
    with nogil:
        copy_rows(rows, descent.rows)
        for i in range(orders.shape[0]):
            for k in range(n_batches):
                if interrupted_by_signal(&interrupt, 0):
                    break
                first = k * batch
                descend_batch(&descent, &features[0, 0], &values[0], &orders[i, first],
                              min(<Py_ssize_t> batch, n - first), <float> step / n_steps, step + 1)
                step += 1
        copy_back(descent.rows, rows)
    free_descent(&descent)
    raise_error(&interrupt)


cdef void copy_rows(const float[:, ::1] rows, DescentRow* loaded) noexcept nogil:
    cdef Py_ssize_t i
    cdef int k
    for i in range(rows.shape[0]):
        for k in range(ROW):
            loaded[i].value[k] = rows[i, k]


cdef void copy_back(const DescentRow* loaded, float[:, ::1] rows) noexcept nogil:
    cdef Py_ssize_t i
    cdef int k
    for i in range(rows.shape[0]):
        for k in range(ROW):
            rows[i, k] = loaded[i].value[k]


cdef void free_descent(Descent* descent) noexcept:
    free(descent.rows)
    free(descent.touched)
    free(descent.list)
    free(descent.sum_gradient)


cdef check_rows(const int32_t[:, ::1] features, const float[:, ::1] rows):
    if rows.shape[0] == 0 or rows.shape[1] != ROW:
        raise ValueError(f"expected rows of {ROW} numbers, got {rows.shape[0]} of {rows.shape[1]}")
    check_features(features.shape[0], features.shape[1])
    check_numbers("features", features, rows.shape[0])


cdef check_descent(const int32_t[:, ::1] features, const float[::1] values,
                   const int32_t[:, ::1] orders, const float[:, ::1] rows, int batch):
    cdef Py_ssize_t n = features.shape[0]
    check_rows(features, rows)
    check_size("values", n, values.shape[0])
    check_size("places in an order", n, orders.shape[1])
    check_numbers("places in an order", orders, n)
    if batch < 1:
        raise ValueError(f"expected at least 1 position in a batch, got {batch}")
