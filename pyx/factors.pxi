# Training the factors of the pattern evaluation: passes over the positions of a phase.
#
# Gradient descent by D. Kingma and J. Ba (Adam, 2015), a small batch of positions at a time. Only
# the rows that a batch uses are moved. In single precision and by one thread: a pass takes some
# microseconds a position, and the same positions in the same order give the same factors.

from libc.math cimport powf, sqrtf
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free

cdef enum:
    LARGEST_FACTOR = 127        # what a file holds
    WEIGHT = pattern.N_FACTORS  # the place of a row's weight, behind its factors
    ROW = 16                    # numbers in a row: factors, weight, and one that stays zero

cdef struct DescentRow:
    float value[ROW]
    float slope[ROW]            # running mean of the gradient
    float spread[ROW]           # running mean of its square
    float gradient[ROW]         # of the batch; zero between batches

cdef struct Descent:
    DescentRow* rows
    uint8_t* touched
    int32_t* list               # rows that are
    int n_touched
    float* pull                 # of each position of the batch, on the sums of its rows


cdef inline float value_of(const DescentRow* rows, const int32_t* features,
                           float* sums) noexcept nogil:
    """What the rows of a position add to its value, in discs; OUT `sums`."""
    cdef float value = 0
    cdef int i, k
    cdef const float* row
    for k in range(ROW):
        sums[k] = 0
    for i in range(pattern.N_FEATURES):
        row = rows[features[i]].value
        for k in range(ROW):
            sums[k] += row[k]
    for k in range(0, pattern.N_FACTORS, 2):
        value += sums[k] * sums[k] - sums[k + 1] * sums[k + 1]
    return (value / (1 << pattern.FACTOR_SHIFT) + sums[WEIGHT]) / DISC


cdef void add_gradient(Descent* descent, const int32_t* features, const float* pull) noexcept nogil:
    cdef float* gradient
    cdef int i, k, row
    for i in range(pattern.N_FEATURES):
        row = features[i]
        if not descent.touched[row]:
            descent.touched[row] = True
            descent.list[descent.n_touched] = row
            descent.n_touched += 1
        gradient = descent.rows[row].gradient
        for k in range(ROW):
            gradient[k] += pull[k]


cdef void descend(Descent* descent, int n, float rate, float weight_rate, float decay,
                  int64_t step) noexcept nogil:
    """Move the touched rows against the gradient of a batch of `n` positions."""
    cdef float keep_slope = 0.9, keep_spread = 0.999    # what Adam's authors advise
    cdef float slope_scale = 1 / (1 - powf(keep_slope, step))
    cdef float spread_scale = 1 / (1 - powf(keep_spread, step))
    cdef int i, k
    cdef float gradient, value
    cdef float rates[ROW]
    cdef DescentRow* row
    for k in range(ROW):
        rates[k] = rate if k < pattern.N_FACTORS else 0
    rates[WEIGHT] = weight_rate
    for i in range(descent.n_touched):
        row = &descent.rows[descent.list[i]]
        descent.touched[descent.list[i]] = False
        for k in range(ROW):
            gradient = (row.gradient[k] + decay * row.value[k]) / n
            row.gradient[k] = 0
            row.slope[k] = keep_slope * row.slope[k] + (1 - keep_slope) * gradient
            row.spread[k] = keep_spread * row.spread[k] + (1 - keep_spread) * gradient * gradient
            value = row.value[k] - rates[k] * row.slope[k] * slope_scale / (
                sqrtf(row.spread[k] * spread_scale) + <float> 1e-9)
            row.value[k] = value
        for k in range(pattern.N_FACTORS):
            value = row.value[k]
            row.value[k] = max(<float> -LARGEST_FACTOR, min(<float> LARGEST_FACTOR, value))
    descent.n_touched = 0


cdef void descend_batch(Descent* descent, const int32_t* features, const float* values,
                        const int64_t* order, int n, float rate, float weight_rate, float decay,
                        int64_t step) noexcept nogil:
    cdef float sums[ROW]
    cdef float error
    cdef float* pull
    cdef const int32_t* row
    cdef int i, k
    for i in range(n):
        row = features + order[i] * pattern.N_FEATURES
        error = value_of(descent.rows, row, sums) - values[order[i]]
        pull = descent.pull + ROW * i
        for k in range(0, pattern.N_FACTORS, 2):
            pull[k] = error * sums[k]
            pull[k + 1] = -error * sums[k + 1]
        # The slope of the weight has another unit; the method does not care.
        pull[WEIGHT] = error
        for k in range(WEIGHT + 1, ROW):
            pull[k] = 0
    for i in range(n):
        add_gradient(descent, features + order[i] * pattern.N_FEATURES, descent.pull + ROW * i)
    descend(descent, n, rate, weight_rate, decay, step)


cdef inline float squares_of(const float* factors, const int32_t* row, float* sums) noexcept nogil:
    """What the factors of a position add to its value, in discs; OUT `sums`."""
    cdef float value = 0
    cdef int i, k
    cdef const float* factor
    for k in range(pattern.N_FACTORS):
        sums[k] = 0
    for i in range(pattern.N_FEATURES):
        factor = factors + pattern.N_FACTORS * row[i]
        for k in range(pattern.N_FACTORS):
            sums[k] += factor[k]
    for k in range(0, pattern.N_FACTORS, 2):
        value += sums[k] * sums[k] - sums[k + 1] * sums[k + 1]
    return value / ((1 << pattern.FACTOR_SHIFT) * DISC)


def factors_predict(const int32_t[:, ::1] features, const float[:, ::1] factors,
                    double[::1] values):
    """OUT `values`: for each position what its factors add to its value, in discs."""
    cdef float sums[pattern.N_FACTORS]
    cdef Py_ssize_t i
    check_factors(features, factors)
    check_size("values", features.shape[0], values.shape[0])
    with nogil:
        for i in range(features.shape[0]):
            values[i] = squares_of(&factors[0, 0], &features[i, 0], sums)


def factors_descend(const int32_t[:, ::1] features, const float[::1] values,
                    const int64_t[::1] order, float[:, ::1] rows, float[:, ::1] slopes,
                    float[:, ::1] spreads, int batch, float rate, float last_rate,
                    float weight_rate, float decay, int64_t first_step=0):
    """lab: one pass; rows float32 (W, 16)"""
    cdef Descent descent
    cdef Py_ssize_t n = order.shape[0], n_rows = rows.shape[0], first
    cdef Py_ssize_t n_batches = (n + batch - 1) // batch, i, k
    cdef float part
    descent.rows = <DescentRow*> calloc(n_rows, sizeof(DescentRow))
    descent.touched = <uint8_t*> calloc(n_rows, 1)
    descent.list = <int32_t*> calloc(batch * pattern.N_FEATURES, sizeof(int32_t))
    descent.pull = <float*> calloc(batch * ROW, sizeof(float))
    descent.n_touched = 0
    with nogil:
        for i in range(n_rows):
            for k in range(ROW):
                descent.rows[i].value[k] = rows[i, k]
                descent.rows[i].slope[k] = slopes[i, k]
                descent.rows[i].spread[k] = spreads[i, k]
        for k in range(n_batches):
            first = k * batch
            part = <float> k / n_batches
            descend_batch(&descent, &features[0, 0], &values[0], &order[first],
                          min(<Py_ssize_t> batch, n - first),
                          rate + (last_rate - rate) * part,
                          (rate + (last_rate - rate) * part) * weight_rate, decay,
                          first_step + k + 1)
        for i in range(n_rows):
            for k in range(ROW):
                rows[i, k] = descent.rows[i].value[k]
                slopes[i, k] = descent.rows[i].slope[k]
                spreads[i, k] = descent.rows[i].spread[k]
    free(descent.rows)
    free(descent.touched)
    free(descent.list)
    free(descent.pull)
    return n_batches


def rows_predict(const int32_t[:, ::1] features, const float[:, ::1] rows, float[::1] values):
    """lab"""
    cdef float sums[ROW]
    cdef Py_ssize_t i, j, k
    cdef DescentRow* r = <DescentRow*> calloc(rows.shape[0], sizeof(DescentRow))
    for i in range(rows.shape[0]):
        for k in range(ROW):
            r[i].value[k] = rows[i, k]
    with nogil:
        for i in range(features.shape[0]):
            values[i] = value_of(r, &features[i, 0], sums)
    free(r)


cdef check_factors(const int32_t[:, ::1] features, const float[:, ::1] factors):
    if features.shape[0] == 0 or features.shape[1] != pattern.N_FEATURES:
        raise ValueError(f"expected positions with {pattern.N_FEATURES} features each, got "
                         f"{features.shape[0]} with {features.shape[1]}")
    if factors.shape[0] != pattern.COMPACT_SIZE or factors.shape[1] != pattern.N_FACTORS:
        raise ValueError(f"expected {pattern.COMPACT_SIZE} rows of {pattern.N_FACTORS} factors, "
                         f"got {factors.shape[0]} of {factors.shape[1]}")
