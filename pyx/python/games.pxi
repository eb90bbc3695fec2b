# For Python: moves on arrays of positions, given or random, and games replayed from the start.
#
# Arrays are as in batch.pxi.

from cython.parallel cimport prange, threadid
from libc.stdint cimport int8_t, uint8_t, uint64_t

from types cimport Bitboard, N_PLIES as PLIES
from bits cimport lowest, popcount
from checks cimport check_lengths, check_size
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error
from random cimport next_random
from rules cimport Sides, child_of
cimport kernel
cimport rules
from othello._common cimport launch


cdef bint hand_over(Bitboard* player, Bitboard* opponent) noexcept nogil:
    """Pass if the side to move must; false, and both sets 0, if the game is over."""
    if kernel.moves(player[0], opponent[0]):
        return True
    player[0], opponent[0] = opponent[0], player[0]
    if kernel.moves(player[0], opponent[0]):
        return True
    player[0] = 0
    opponent[0] = 0
    return False


cdef void play_square(Bitboard* player, Bitboard* opponent, int square,
                      Bitboard flipped) noexcept nogil:
    """Play, in place, the move to `square` that flips the discs `flipped`."""
    cdef Sides child = child_of(player[0], opponent[0], square, flipped)
    player[0], opponent[0] = child.player, child.opponent


def play_moves(uint64_t[::1] player, uint64_t[::1] opponent, const uint8_t[::1] moves):
    """Play a move on each position, in place, and a pass that it forces.

    A game that ends leaves 0 for player and opponent. Raises ValueError for an illegal move.
    """
    cdef Py_ssize_t i, n = player.shape[0]
    cdef Bitboard flipped
    check_lengths(n, opponent.shape[0], moves.shape[0])
    for i in range(n):
        flipped = rules.legal_flip(player[i], opponent[i], moves[i])
        if flipped == 0:
            raise ValueError(f"move {moves[i]} is illegal in position {i}")
        play_square(&player[i], &opponent[i], moves[i], flipped)
        hand_over(&player[i], &opponent[i])


cdef int replay_game(const uint8_t* moves, int n_moves, Bitboard* positions,
                     uint8_t* whites) noexcept nogil:
    """Replay one game; OUT `positions`, `whites`: its rows in `replay_games`.

    Returns the number of moves played.
    """
    cdef Bitboard player = 0x0000000810000000
    cdef Bitboard opponent = 0x0000001008000000
    cdef Bitboard before, flipped
    cdef bint white = False
    cdef int ply
    for ply in range(PLIES):
        positions[2 * ply] = 0
        positions[2 * ply + 1] = 0
        whites[ply] = 0
    for ply in range(PLIES):
        before = player
        if not hand_over(&player, &opponent):
            return ply
        white ^= player != before
        positions[2 * ply] = player
        positions[2 * ply + 1] = opponent
        whites[ply] = white
        flipped = rules.legal_flip(player, opponent, moves[ply]) if ply < n_moves else 0
        if flipped == 0:
            return ply
        play_square(&player, &opponent, moves[ply], flipped)
        white = not white
    return PLIES


def replay_games(const uint8_t[:, ::1] moves, uint64_t[:, :, ::1] positions,
                 uint8_t[:, ::1] white, uint8_t[::1] played, int threads=1):
    """Replay games from the start; their moves are given without passes.

    Parameters
    ----------
    moves : array of uint8, shape (games, at most 60)
        Squares 0..63. Another number, or an illegal move, ends the game.
    positions : array of uint64, shape (games, 61, 2)
        OUT: player and opponent before each move, after a forced pass; 0 after the game's end.
    white : array of uint8, shape (games, 61)
        OUT: whether White is to move in each of these positions.
    played : array of uint8
        OUT: the number of moves played in each game.
    """
    cdef Py_ssize_t i, n = moves.shape[0]
    cdef int n_threads
    cdef int n_moves = moves.shape[1]
    cdef Interrupt interrupt
    if n_moves >= PLIES:
        raise ValueError(f"expected at most {PLIES - 1} moves a game, got {n_moves}")
    check_lengths(n, positions.shape[0], white.shape[0])
    check_size("numbers of moves", n, played.shape[0])
    check_size("positions a game", PLIES, positions.shape[1])
    check_size("sides to move a game", PLIES, white.shape[1])
    check_size("bitboards a position", 2, positions.shape[2])
    n_threads = launch(threads)
    begin_interruptible(&interrupt)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            if not interrupted_by_signal(&interrupt, threadid()):
                played[i] = replay_game(&moves[i, 0], n_moves, &positions[i, 0, 0], &white[i, 0])
    raise_error(&interrupt)


cdef int random_square(Bitboard legal, uint64_t* state) noexcept nogil:
    """A random square of a set, which must not be empty."""
    cdef int skipped = <int> (next_random(state) % <uint64_t> popcount(legal))
    for _ in range(skipped):
        legal &= legal - 1
    return lowest(legal)


cdef uint64_t seed_of_row(uint64_t seed, Py_ssize_t row) noexcept nogil:
    """A seed of its own for each row of an array."""
    return seed + <uint64_t> row * 0xD1342543DE82EF95ULL


cdef void play_random_moves(Bitboard* player, Bitboard* opponent, int n_moves,
                            uint64_t seed) noexcept nogil:
    """Play `n_moves` random moves in place, and the passes between and after them."""
    cdef int i, square
    for i in range(n_moves + 1):
        if not hand_over(player, opponent) or i == n_moves:
            return
        square = random_square(kernel.moves(player[0], opponent[0]), &seed)
        play_square(player, opponent, square, kernel.flip(player[0], opponent[0], square))


def play_randomly(uint64_t[::1] player, uint64_t[::1] opponent, const uint8_t[::1] n_moves,
                  uint64_t seed):
    """Play random moves on each position, in place; a game that ends leaves 0 for both sides.

    Parameters
    ----------
    player, opponent : arrays of uint64
        IN and OUT: the positions; afterwards the side to move has a move.
    n_moves : array of uint8
        How many moves to play on each.
    seed : int
        The moves depend on it and on the position's place in the array.
    """
    cdef Py_ssize_t i, n = player.shape[0]
    check_lengths(n, opponent.shape[0], n_moves.shape[0])
    with nogil:
        for i in range(n):
            play_random_moves(&player[i], &opponent[i], n_moves[i], seed_of_row(seed, i))


cdef int playout_score(Bitboard player, Bitboard opponent, uint64_t seed) noexcept nogil:
    """The score, for the side to move now, after random moves to the end of the game."""
    cdef Bitboard legal
    cdef bint swapped = False
    cdef int square, score
    while True:
        legal = kernel.moves(player, opponent)
        if legal == 0:
            if kernel.moves(opponent, player) == 0:
                break
            player, opponent = opponent, player
        else:
            square = random_square(legal, &seed)
            play_square(&player, &opponent, square, kernel.flip(player, opponent, square))
        swapped = not swapped
    score = rules.final_score(player, opponent)
    return -score if swapped else score


def playout_scores(const uint64_t[:] player, const uint64_t[:] opponent, int8_t[::1] scores,
                   uint64_t seed, int threads=1):
    """OUT `scores`: for each position the score, for its side to move, of a random game from it.

    The moves depend on `seed` and on a position's place in the array.
    """
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef Interrupt interrupt
    check_lengths(n, opponent.shape[0], scores.shape[0])
    n_threads = launch(threads)
    begin_interruptible(&interrupt)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            if not interrupted_by_signal(&interrupt, threadid()):
                scores[i] = playout_score(player[i], opponent[i], seed_of_row(seed, i))
    raise_error(&interrupt)
