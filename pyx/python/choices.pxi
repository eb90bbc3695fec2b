# For Python: fitting a model of which move is chosen, out of those that a position has.
#
# The model gives each move a number by a small network. Its inputs are numbers of the move, and the
# sum of its rows: those of the patterns after it. The probability of a move is the softmax of the
# numbers in its position (conditional logit), and the fit minimises minus the logarithm of that of
# the move played.
#
# The method is gradient descent in single precision by one thread: by Adam for the layers, a batch
# of positions at a time, and by Adagrad (J. Duchi et al., 2011) for the rows, which few positions
# share, after each position. The same positions in the same order give the same model.

from libc.math cimport expf, logf, powf, sqrtf
from libc.stdint cimport int16_t, int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from checks cimport check_numbers, check_size
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error

cdef enum:
    PARTS = 16                  # of the sum of the rows, which are inputs of the network
    CHOICE_ROW = PARTS + 1      # the last is added to the number of the move as it is
    HIDDEN = 32                 # units of each of the two hidden layers
    INPUT_UNIT = 256            # inputs are whole multiples of a 256th
    BATCH = 64                  # positions in a step
    MOST_CHOICES = 64

CHOICE_PARTS, CHOICE_HIDDEN, CHOICE_UNIT, CHOICE_BATCH = PARTS, HIDDEN, INPUT_UNIT, BATCH

cdef struct Choice:
    # What the network computes of a move.
    float sums[CHOICE_ROW]
    float first[HIDDEN]
    float second[HIDDEN]
    float value

cdef struct Fit:
    float* rows
    float* squares              # for each number of the rows, the sum of its squared gradients
    float* layers
    float* first_moment         # running mean of the gradient of the layers
    float* second_moment        # running mean of its square
    float* gradient             # of the batch
    Py_ssize_t n_rows           # of each move
    Py_ssize_t n_inputs         # of each move, beside the parts
    Py_ssize_t n_layers         # numbers of all layers
    float rate
    float row_rate


cdef inline Py_ssize_t layer_numbers(Py_ssize_t n_inputs) noexcept nogil:
    """The numbers of all layers: weights and biases of two hidden ones, weights of the last."""
    return (n_inputs + PARTS + 1 + HIDDEN + 1 + 1) * HIDDEN


cdef void value_move(const Fit* fit, const int16_t* inputs, const int32_t* rows,
                     Choice* choice) noexcept nogil:
    """OUT `choice`: the number of a move, and what led to it."""
    cdef const float* layer = fit.layers
    cdef const float* row
    cdef float number
    cdef Py_ssize_t i
    cdef int k
    memset(choice, 0, sizeof(Choice))
    for i in range(fit.n_rows):
        row = fit.rows + <Py_ssize_t> rows[i] * CHOICE_ROW
        for k in range(CHOICE_ROW):
            choice.sums[k] += row[k]
    for i in range(fit.n_inputs + PARTS):
        if i < fit.n_inputs:
            number = <float> inputs[i] / INPUT_UNIT
        else:
            number = choice.sums[i - fit.n_inputs]
        if number != 0:
            for k in range(HIDDEN):
                choice.first[k] += number * layer[k]
        layer += HIDDEN
    for k in range(HIDDEN):
        choice.first[k] = max(<float> 0, choice.first[k] + layer[k])
    layer += HIDDEN
    for i in range(HIDDEN):
        number = choice.first[i]
        if number != 0:
            for k in range(HIDDEN):
                choice.second[k] += number * layer[k]
        layer += HIDDEN
    for k in range(HIDDEN):
        choice.second[k] = max(<float> 0, choice.second[k] + layer[k])
    layer += HIDDEN
    choice.value = choice.sums[PARTS]
    for k in range(HIDDEN):
        choice.value += layer[k] * choice.second[k]


cdef void learn_move(Fit* fit, const int16_t* inputs, const int32_t* rows, const Choice* choice,
                     float excess) noexcept nogil:
    """Add the gradient of a move whose probability is too large by `excess`; change its rows."""
    cdef Py_ssize_t last = fit.n_layers - HIDDEN
    cdef Py_ssize_t second = last - (HIDDEN + 1) * HIDDEN
    cdef float[HIDDEN] of_second
    cdef float[HIDDEN] of_first
    cdef float[CHOICE_ROW] of_sums
    cdef float number, product
    cdef float* layer
    cdef float* gradient
    cdef float* row
    cdef float* squares
    cdef Py_ssize_t i
    cdef int k
    gradient, layer = fit.gradient + last, fit.layers + last
    for k in range(HIDDEN):
        gradient[k] += excess * choice.second[k]
        of_second[k] = excess * layer[k] if choice.second[k] > 0 else 0
        gradient[k - HIDDEN] += of_second[k]
    gradient, layer = fit.gradient + second, fit.layers + second
    for i in range(HIDDEN):
        of_first[i] = 0
        if choice.first[i] > 0:
            product = 0
            for k in range(HIDDEN):
                gradient[k] += choice.first[i] * of_second[k]
                product += layer[k] * of_second[k]
            of_first[i] = product
        gradient += HIDDEN
        layer += HIDDEN
    gradient, layer = fit.gradient, fit.layers
    for i in range(fit.n_inputs):
        number = <float> inputs[i] / INPUT_UNIT
        if number != 0:
            for k in range(HIDDEN):
                gradient[k] += number * of_first[k]
        gradient += HIDDEN
        layer += HIDDEN
    for i in range(PARTS):
        product = 0
        for k in range(HIDDEN):
            gradient[k] += choice.sums[i] * of_first[k]
            product += layer[k] * of_first[k]
        of_sums[i] = product
        gradient += HIDDEN
        layer += HIDDEN
    for k in range(HIDDEN):
        gradient[k] += of_first[k]
    of_sums[PARTS] = excess
    for i in range(fit.n_rows):
        row = fit.rows + <Py_ssize_t> rows[i] * CHOICE_ROW
        squares = fit.squares + <Py_ssize_t> rows[i] * CHOICE_ROW
        for k in range(CHOICE_ROW):
            squares[k] += of_sums[k] * of_sums[k]
            row[k] -= fit.row_rate * of_sums[k] / sqrtf(squares[k])


cdef float learn_position(Fit* fit, const int16_t* inputs, const int32_t* rows, int n_moves,
                          int played) noexcept nogil:
    """Learn from the move `played` in a position with `n_moves`; returns minus its log-probability.
    """
    cdef Choice[MOST_CHOICES] choices
    cdef float[MOST_CHOICES] shares
    cdef float most, total = 0
    cdef int i
    for i in range(n_moves):
        value_move(fit, inputs + i * fit.n_inputs, rows + i * fit.n_rows, &choices[i])
    most = choices[0].value
    for i in range(n_moves):
        most = max(most, choices[i].value)
    for i in range(n_moves):
        shares[i] = expf(choices[i].value - most)
        total += shares[i]
    for i in range(n_moves):
        learn_move(fit, inputs + i * fit.n_inputs, rows + i * fit.n_rows, &choices[i],
                   shares[i] / total - (i == played))
    return logf(total) - (choices[played].value - most)


cdef void step_layers(Fit* fit, int64_t step) noexcept nogil:
    """Make step number `step` (from 1) of Adam with the gradient of a batch of positions."""
    cdef float first_decay = 0.9, second_decay = 0.999    # what Adam's authors advise
    cdef float first_scale = 1 / (1 - powf(first_decay, step))
    cdef float second_scale = 1 / (1 - powf(second_decay, step))
    cdef float gradient
    cdef Py_ssize_t i
    for i in range(fit.n_layers):
        gradient = fit.gradient[i] / BATCH
        fit.gradient[i] = 0
        fit.first_moment[i] += (1 - first_decay) * (gradient - fit.first_moment[i])
        fit.second_moment[i] += (1 - second_decay) * (gradient * gradient - fit.second_moment[i])
        fit.layers[i] -= fit.rate * fit.first_moment[i] * first_scale / (
            sqrtf(fit.second_moment[i] * second_scale) + <float> 1e-8)


def choices_learn(const int16_t[:, ::1] inputs, const int32_t[:, ::1] rows,
                  const int32_t[::1] first, const int32_t[::1] played, float[:, :, ::1] of_rows,
                  float[:, ::1] of_layers, int64_t step, tuple rates):
    """Fit a model to the moves played in some positions, in one pass; return the mean loss.

    Parameters
    ----------
    inputs : array of int16, shape (moves, inputs)
        The numbers of each move of each position, in units of 1 / CHOICE_UNIT.
    rows : array of int32, shape (moves, rows of a move)
        The rows of each move.
    first : array of int32, shape (positions + 1,)
        Where the moves of each position begin, and where the last ones end.
    played : array of int32, shape (positions,)
        The number of the move played, 0 for the first of its position.
    of_rows : array of float32, shape (2, rows, CHOICE_PARTS + 1)
        IN and OUT: the numbers of the rows, and the sums of their squared gradients, above 0.
    of_layers : array of float32, shape (3, numbers of the layers)
        IN and OUT: the layers, and both moments of Adam.
    step : int
        Steps that have been made. Each has CHOICE_BATCH positions; a last one of fewer is left out.
    rates : (float, float)
        Size of the steps of layers and of rows.

    Returns
    -------
    float
        The mean of minus the logarithm of the probability of the move played, before it was learnt.
    """
    cdef Fit fit
    cdef Py_ssize_t n = played.shape[0], i
    cdef double loss = 0
    cdef Interrupt interrupt
    check_choices(inputs, rows, first, played, of_rows, of_layers)
    begin_interruptible(&interrupt)
    fit.rows, fit.squares = &of_rows[0, 0, 0], &of_rows[1, 0, 0]
    fit.layers = &of_layers[0, 0]
    fit.first_moment, fit.second_moment = &of_layers[1, 0], &of_layers[2, 0]
    fit.n_rows, fit.n_inputs, fit.n_layers = rows.shape[1], inputs.shape[1], of_layers.shape[1]
    fit.rate, fit.row_rate = rates
    fit.gradient = <float*> malloc(fit.n_layers * sizeof(float))
    if fit.gradient == NULL:
        raise MemoryError("no memory for the layers of the model")
    with nogil:
        memset(fit.gradient, 0, fit.n_layers * sizeof(float))
        for i in range(n):
            loss += learn_position(&fit, &inputs[first[i], 0], &rows[first[i], 0],
                                   first[i + 1] - first[i], played[i])
            if (i + 1) % BATCH == 0:
                if interrupted_by_signal(&interrupt, 0):
                    break
                step += 1
                step_layers(&fit, step)
    free(fit.gradient)
    raise_error(&interrupt)
    return loss / n


cdef check_choices(const int16_t[:, ::1] inputs, const int32_t[:, ::1] rows,
                   const int32_t[::1] first, const int32_t[::1] played,
                   const float[:, :, ::1] of_rows, const float[:, ::1] of_layers):
    cdef Py_ssize_t n = played.shape[0], i
    if n == 0:
        raise ValueError("expected positions with the move played in each, got none")
    check_size("places where moves begin", n + 1, first.shape[0])
    check_size("moves", first[n], inputs.shape[0])
    check_size("moves with rows", first[n], rows.shape[0])
    check_size("arrays of rows", 2, of_rows.shape[0])
    check_size("numbers of a row", CHOICE_ROW, of_rows.shape[2])
    check_size("arrays of layers", 3, of_layers.shape[0])
    check_size("numbers of the layers", layer_numbers(inputs.shape[1]), of_layers.shape[1])
    check_numbers("rows", rows, of_rows.shape[1])
    for i in range(n):
        if not 0 <= played[i] < first[i + 1] - first[i] <= MOST_CHOICES:
            raise ValueError(
                f"expected a move of 0 to {first[i + 1] - first[i] - 1}, got {played[i]}")
