"""Moves and flips with NEON: a board and its reverse, so that all directions go up."""
from types cimport Bitboard
from rays cimport rays_both

cdef extern from "arm_neon.h" nogil:
    ctypedef struct uint8x16_t:
        pass
    ctypedef struct uint64x2_t:
        pass
    ctypedef struct uint64x2x4_t:
        uint64x2_t val[4]
    uint8x16_t vreinterpretq_u8_u64(uint64x2_t a)
    uint64x2_t vreinterpretq_u64_u8(uint8x16_t a)
    uint64x2_t vdupq_n_u64(Bitboard a)
    uint64x2x4_t vld1q_u64_x4(const Bitboard* p)
    uint64x2_t vsetq_lane_u64(Bitboard a, uint64x2_t b, int lane)
    Bitboard vgetq_lane_u64(uint64x2_t a, int lane)
    uint64x2_t vandq_u64(uint64x2_t a, uint64x2_t b)
    uint64x2_t vorrq_u64(uint64x2_t a, uint64x2_t b)
    uint64x2_t vornq_u64(uint64x2_t a, uint64x2_t b)
    uint64x2_t vbslq_u64(uint64x2_t mask, uint64x2_t a, uint64x2_t b)
    uint64x2_t vaddq_u64(uint64x2_t a, uint64x2_t b)
    uint64x2_t vqsubq_u64(uint64x2_t a, uint64x2_t b)
    uint8x16_t vaddq_u8(uint8x16_t a, uint8x16_t b)

cdef extern from *:
    """
    /* The 64 bits in reverse order: square 0 becomes square 63. */
    static inline uint64_t othello_reversed(uint64_t a)
    {
    #if defined(__GNUC__)
        uint64_t reversed;
        __asm__("rbit %0, %1" : "=r"(reversed) : "r"(a));
        return reversed;
    #else
        return __rbitll(a);
    #endif
    }

    /* Clang wants the count of vshlq_n_u64 as a number in the source, which an argument is not. */
    static inline uint64x2_t othello_up(uint64x2_t a, int count)
    {
    #if defined(__GNUC__)
        return a << count;
    #else
        return vshlq_u64(a, vdupq_n_s64(count));
    #endif
    }
    """
    uint64x2_t up "othello_up"(uint64x2_t a, int count) nogil
    Bitboard reversed_bits "othello_reversed"(Bitboard a) nogil


cdef inline uint64x2_t both_ways(Bitboard a) noexcept nogil:
    """A board and its reverse."""
    return vsetq_lane_u64(reversed_bits(a), vdupq_n_u64(a), 1)


cdef inline Bitboard either_way(uint64x2_t a) noexcept nogil:
    """The squares that are set in a board or in the other, reversed one."""
    return vgetq_lane_u64(a, 0) | reversed_bits(vgetq_lane_u64(a, 1))


cdef inline uint64x2_t ends(uint64x2_t own, uint64x2_t inner, int step) noexcept nogil:
    """Squares behind a run of `inner` discs that begins at a player's disc, `step` bits apart.

    A bracketed run has at most six discs: the first two are added one by one, then two pairs.
    """
    cdef uint64x2_t run = vandq_u64(inner, up(own, step))
    cdef uint64x2_t pairs = vandq_u64(inner, up(inner, step))
    run = vbslq_u64(up(run, step), inner, run)     # the same as run | (inner & shifted)
    run = vorrq_u64(run, vandq_u64(pairs, up(run, 2 * step)))
    run = vorrq_u64(run, vandq_u64(pairs, up(run, 2 * step)))
    return up(run, step)


cdef inline Bitboard moves(Bitboard player, Bitboard opponent) noexcept nogil:
    """The squares where `player` may move.

    Along a rank an addition finds them: it carries through a run to the square behind it.
    """
    cdef uint64x2_t own = both_ways(player)
    cdef uint64x2_t other = both_ways(opponent)
    # Only the file direction may touch the left and right border.
    cdef uint64x2_t inner = vandq_u64(other, vdupq_n_u64(0x7E7E7E7E7E7E7E7E))
    cdef uint64x2_t found = vreinterpretq_u64_u8(vaddq_u8(
        vreinterpretq_u8_u64(inner), vreinterpretq_u8_u64(vandq_u64(inner, up(own, 1)))))
    found = vorrq_u64(found, ends(own, other, 8))
    found = vorrq_u64(found, ends(own, inner, 7))
    found = vorrq_u64(found, ends(own, inner, 9))
    return either_way(found) & ~(player | opponent)


cdef inline uint64x2_t runs(uint64x2_t own, uint64x2_t other, uint64x2_t ray) noexcept nogil:
    """All bits below the disc of the player that ends a run on a ray; none if no run is ended.

    Where all bits but the ray's and the opponent's are set, adding 1 carries to the first blocker.
    """
    cdef uint64x2_t carried = vaddq_u64(vornq_u64(other, ray), vdupq_n_u64(1))
    return vqsubq_u64(vandq_u64(carried, vandq_u64(own, ray)), vdupq_n_u64(1))


cdef inline Bitboard flip(Bitboard player, Bitboard opponent, int square) noexcept nogil:
    """The discs that `player` flips by moving to the empty `square`; 0 if the move is illegal."""
    cdef uint64x2_t own = both_ways(player)
    cdef uint64x2_t other = both_ways(opponent)
    cdef uint64x2x4_t rays = vld1q_u64_x4(rays_both[square][0])
    cdef uint64x2_t flipped = vandq_u64(runs(own, other, rays.val[0]), rays.val[0])
    flipped = vbslq_u64(rays.val[1], runs(own, other, rays.val[1]), flipped)
    flipped = vbslq_u64(rays.val[2], runs(own, other, rays.val[2]), flipped)
    flipped = vbslq_u64(rays.val[3], runs(own, other, rays.val[3]), flipped)
    return either_way(flipped)
