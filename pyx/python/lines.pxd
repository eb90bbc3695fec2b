"""Lines of play that a search found: whose value is a bound, and which are images of others."""
from types cimport Bitboard, DISC, PASS as PASS_MOVE
from bits cimport N_SYMMETRIES, bit, lowest, symmetric, take_lowest

cdef enum:
    # Whether a line's value is a bound; in the order of BOUNDS in othello/result.py.
    IS_VALUE
    AT_LEAST
    AT_MOST


cdef inline int sign_of(int value) noexcept:
    """Who wins, as a value of one disc: all that a search for win, loss or draw tells."""
    return DISC * ((value > 0) - (value < 0))


cdef inline dict images_of_moves(Bitboard player, Bitboard opponent, Bitboard legal):
    """The moves of `legal` that are images of others by a symmetry of the position.

    A dictionary from a move to its images, pairs (square, symmetry); empty if there are none.
    """
    cdef Bitboard image
    cdef int square
    symmetries = [i for i in range(1, N_SYMMETRIES)
                  if symmetric(player, i) == player and symmetric(opponent, i) == opponent]
    images = {}
    while symmetries and legal:
        square = take_lowest(&legal)
        for i in symmetries:
            image = symmetric(bit(square), i) & legal
            if image:
                legal ^= image
                images.setdefault(square, []).append((lowest(image), i))
    return images


cdef inline image_of(line, int symmetry):
    """The line after one of the eight symmetries of the board."""
    return line._replace(pv=tuple([
        move if move == PASS_MOVE else lowest(symmetric(bit(move), symmetry))
        for move in line.pv]))
