# For Python: sets of squares that are known only when the program runs.

from cython.parallel cimport prange
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from types cimport N_PLIES as PLIES
from bits cimport N_SYMMETRIES, bit, lowest, symmetric
from checks cimport check_positions, check_size
from own_squares cimport MOST_PATTERNS, N_RANKS, RANK_SETS, Squares, look_up
from pattern_sizes cimport MAX_LENGTH, N_MOBILITIES, N_SCALARS
from othello._common cimport launch

cdef enum:
    MOST_TABLE_ROWS = 1000000   # of all patterns, before equal rows are counted once
    LANES_APART = 32            # lanes are rounded up to this many, for SIMD

PATTERN_SQUARES = MAX_LENGTH
PATTERN_SETS = MOST_PATTERNS
PATTERN_TABLE_ROWS = MOST_TABLE_ROWS


cdef int image_number(const int* places, int length, int number) noexcept nogil:
    """The ternary number whose digit at places[i] is digit i of `number`."""
    cdef int powers[MAX_LENGTH]
    cdef int i, image = 0
    powers[0] = 1
    for i in range(1, length):
        powers[i] = 3 * powers[i - 1]
    for i in range(length):
        image += number % 3 * powers[places[i]]
        number //= 3
    return image


cdef int rows_in_table(pattern):
    """The number of rows in a pattern's table: 3 to the power of its number of squares."""
    cdef int size = 1
    for _ in pattern:
        size *= 3
    return size


cdef class PatternSet:
    """Sets of squares with their images, and the numbers of the rows that a position looks up.

    Parameters
    ----------
    patterns : sequence of sequences of int
        For each pattern its squares, 0 to 63, the lowest digit first;
        `othello.weights.patterns` checks them.
    """

    cdef Squares squares
    cdef readonly int n_rows        # of a phase: rows that a symmetry makes equal count once
    cdef readonly int n_features    # rows that a position adds up

    def __cinit__(self, patterns):
        cdef Py_ssize_t n_table_rows
        cdef int offset = 0
        for pattern in patterns:
            if not 1 <= len(pattern) <= MAX_LENGTH or not 0 <= min(pattern) <= max(pattern) < 64:
                raise ValueError(f"expected patterns of 1 to {MAX_LENGTH} squares 0..63, got "
                                 f"{pattern!r}")
        n_table_rows = sum([rows_in_table(pattern) for pattern in patterns])
        if not 1 <= len(patterns) <= MOST_PATTERNS or n_table_rows > MOST_TABLE_ROWS:
            raise ValueError(f"expected 1 to {MOST_PATTERNS} patterns of {MOST_TABLE_ROWS} rows, "
                             f"got {len(patterns)} of {n_table_rows}")
        images = [self.images(pattern) for pattern in patterns]
        self.squares.n_instances = sum(map(len, images))
        self.squares.n_lanes = (self.squares.n_instances + LANES_APART - 1) \
            // LANES_APART * LANES_APART
        self.squares.sums = <uint16_t*> calloc(N_RANKS * RANK_SETS * self.squares.n_lanes,
                                               sizeof(uint16_t))
        self.squares.canonical_index = <int32_t*> malloc(n_table_rows * sizeof(int32_t))
        if self.squares.sums == NULL or self.squares.canonical_index == NULL:
            raise MemoryError("no memory for the sets of squares")
        self.squares.n_instances = 0
        for pattern, pictured in zip(patterns, images):
            for image in pictured:
                self.add_instance(image, offset)
            self.number_rows(pattern, offset)
            offset += rows_in_table(pattern)
        self.squares.n_rows += 2 * N_MOBILITIES + PLIES
        self.n_rows = self.squares.n_rows
        self.n_features = self.squares.n_instances + N_SCALARS

    def __dealloc__(self):
        free(self.squares.sums)
        free(self.squares.canonical_index)

    cdef list images(self, pattern):
        """The squares of each image of a pattern; images with the same set count once."""
        cdef int symmetry, square
        found = {}
        for symmetry in range(N_SYMMETRIES):
            image = [lowest(symmetric(bit(square), symmetry)) for square in pattern]
            found.setdefault(frozenset(image), image)
        return list(found.values())

    cdef add_instance(self, list image, int offset):
        """Add an image as the next instance, with its table at `offset`."""
        cdef int rank, file, taken, power = 1
        cdef int instance = self.squares.n_instances
        cdef uint16_t* sums
        for square in image:
            rank, file = divmod(square, 8)
            for taken in range(RANK_SETS):
                if taken >> file & 1:
                    sums = self.squares.sums + (RANK_SETS * rank + taken) * self.squares.n_lanes
                    sums[instance] += power
            power *= 3
        self.squares.offset[instance] = offset
        self.squares.n_instances += 1

    cdef number_rows(self, pattern, int offset):
        """Give the rows of a pattern, whose table is at `offset`, the next canonical indices.

        Rows that a symmetry makes equal get the same number.
        """
        cdef int places[N_SYMMETRIES][MAX_LENGTH]
        cdef int32_t* indices = self.squares.canonical_index + offset
        cdef int length = len(pattern), size = rows_in_table(pattern)
        cdef int n_kept = 0, symmetry, i, number, first, square
        cdef int n_rows = self.squares.n_rows
        # The symmetries that keep the set of squares: each moves the digits to other places.
        own = list(pattern)
        for symmetry in range(N_SYMMETRIES):
            image = [lowest(symmetric(bit(square), symmetry)) for square in own]
            if set(image) == set(own):
                for i in range(length):
                    places[n_kept][i] = own.index(image[i])
                n_kept += 1
        with nogil:
            for number in range(size):
                first = number
                for i in range(n_kept):
                    first = min(first, image_number(places[i], length, number))
                if first < number:
                    indices[number] = indices[first]
                else:
                    indices[number] = n_rows
                    n_rows += 1
        self.squares.n_rows = n_rows

    def features(self, const uint64_t[:] player, const uint64_t[:] opponent,
                 int32_t[:, ::1] features, int threads=1):
        """List the features of each position: the canonical indices of the rows that it adds up.

        Parameters
        ----------
        player, opponent : arrays of uint64
            The positions.
        features : array of int32, shape (positions, n_features)
            OUT: the numbers, from 0.
        """
        cdef Py_ssize_t i, n = player.shape[0]
        cdef int n_threads
        check_positions(player, opponent, features.shape[0])
        check_size("features a position", self.n_features, features.shape[1])
        n_threads = launch(threads)
        with nogil:
            for i in prange(n, num_threads=n_threads, schedule="static"):
                look_up(&self.squares, player[i], opponent[i], &features[i, 0])
