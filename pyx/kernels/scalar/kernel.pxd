"""Moves and flips in plain 64-bit arithmetic, for processors without AVX2."""
from types cimport Bitboard
from bits cimport highest
from rays cimport rays_down, rays_up


cdef inline Bitboard ray_moves(Bitboard player, Bitboard inner, int step) noexcept nogil:
    """Squares at the end of a run of `inner` discs that begins at a player's disc, both ways.

    `step` is the direction's distance in bits. `inner` are the opponent's discs without those from
    which a step would leave the board. The caller removes squares that are not empty. A bracketed
    run has at most six discs: the first two are added one by one, then two pairs.
    """
    cdef Bitboard up = inner & (player << step)
    cdef Bitboard down = inner & (player >> step)
    cdef Bitboard pairs_up = inner & (inner << step)
    cdef Bitboard pairs_down = pairs_up >> step
    up |= inner & (up << step)
    down |= inner & (down >> step)
    up |= pairs_up & (up << 2 * step)
    down |= pairs_down & (down >> 2 * step)
    up |= pairs_up & (up << 2 * step)
    down |= pairs_down & (down >> 2 * step)
    return (up << step) | (down >> step)


cdef inline Bitboard moves(Bitboard player, Bitboard opponent) noexcept nogil:
    """The squares where `player` may move."""
    cdef Bitboard inner = opponent & 0x7E7E7E7E7E7E7E7EULL
    return (ray_moves(player, inner, 1) | ray_moves(player, opponent, 8)
            | ray_moves(player, inner, 7) | ray_moves(player, inner, 9)) & ~(player | opponent)


cdef inline Bitboard ray_flip_up(Bitboard player, Bitboard opponent, Bitboard ray) noexcept nogil:
    """The discs flipped on a ray towards higher bits: a run that a disc of the player ends."""
    cdef Bitboard blockers = ray & ~opponent
    cdef Bitboard outflank = blockers & (~blockers + 1) & player
    return (outflank - (outflank != 0)) & ray


cdef inline Bitboard ray_flip_down(Bitboard player, Bitboard opponent, Bitboard ray) noexcept nogil:
    """The discs flipped on a ray towards lower bits."""
    cdef Bitboard blockers = ray & ~opponent
    # An empty set has no highest bit; bit 0 is added, and `& player & ray` drops it again.
    cdef Bitboard outflank = ((<Bitboard> 1) << highest(blockers | 1)) & player & ray
    return ((~outflank + 1) << 1) & ray


cdef inline Bitboard flip(Bitboard player, Bitboard opponent, int square) noexcept nogil:
    """The discs that `player` flips by moving to the empty `square`; 0 if the move is illegal."""
    cdef const Bitboard* up = rays_up[square]
    cdef const Bitboard* down = rays_down[square]
    return (ray_flip_up(player, opponent, up[0]) | ray_flip_up(player, opponent, up[1])
            | ray_flip_up(player, opponent, up[2]) | ray_flip_up(player, opponent, up[3])
            | ray_flip_down(player, opponent, down[0]) | ray_flip_down(player, opponent, down[1])
            | ray_flip_down(player, opponent, down[2]) | ray_flip_down(player, opponent, down[3]))
