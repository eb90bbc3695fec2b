"""Moves and flips with AVX-512: eight directions a register, rotates, leading-zero counts."""
from types cimport Bitboard
from rays cimport rays_down, rays_up
from registers cimport (__m128i, __m256i, _mm256_add_epi64, _mm256_and_si256,
                        _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_load_si256,
                        _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
                        _mm256_srlv_epi64, _mm256_sub_epi64, union4)

cdef extern from "immintrin.h" nogil:
    ctypedef struct __m512i:
        pass
    __m256i _mm256_min_epu64(__m256i a, __m256i b)
    __m256i _mm256_lzcnt_epi64(__m256i a)
    __m256i _mm256_ternarylogic_epi64(__m256i a, __m256i b, __m256i c, int table)
    __m256i _mm512_castsi512_si256(__m512i a)
    __m256i _mm512_extracti64x4_epi64(__m512i a, int half)
    __m512i _mm512_broadcastq_epi64(__m128i a)
    __m512i _mm512_set1_epi64(long long a)
    __m512i _mm512_set_epi64(long long h, long long g, long long f, long long e,
                             long long d, long long c, long long b, long long a)
    __m512i _mm512_and_epi64(__m512i a, __m512i b)
    __m512i _mm512_rolv_epi64(__m512i a, __m512i count)
    __m512i _mm512_ternarylogic_epi64(__m512i a, __m512i b, __m512i c, int table)

cdef enum:
    # Truth tables of VPTERNLOG for its operands a, b, c.
    OR_AND = 0xF8           # a | (b & c)
    AND_AND = 0x80          # a & b & c


cdef inline Bitboard moves_in_eight_lanes(__m512i own, __m512i other) noexcept nogil:
    """The squares where the side with the discs `own` may move, the opponent's being `other`.

    Both are given in every lane. Runs of the opponent's discs grow by one, three and six steps
    (parallel prefix, Kogge-Stone). Rotating left by 64 - n is rotating right by n, so one register
    holds all eight directions. Discs of the opponent from which a step would leave the board are
    removed first.
    """
    cdef __m512i step = _mm512_set_epi64(57, 55, 56, 63, 7, 9, 8, 1)
    cdef __m512i two_steps = _mm512_set_epi64(50, 46, 48, 62, 14, 18, 16, 2)
    cdef __m512i inner = _mm512_and_epi64(
        other,
        _mm512_set_epi64(
            0x007E7E7E7E7E7E00, 0x007E7E7E7E7E7E00, 0x00FFFFFFFFFFFF00, 0x7E7E7E7E7E7E7E7E,
            0x007E7E7E7E7E7E00, 0x007E7E7E7E7E7E00, 0x00FFFFFFFFFFFF00, 0x7E7E7E7E7E7E7E7E))
    cdef __m512i runs = _mm512_and_epi64(inner, _mm512_rolv_epi64(own, step))
    cdef __m512i pairs = _mm512_and_epi64(inner, _mm512_rolv_epi64(inner, step))
    cdef __m512i ends
    runs = _mm512_ternarylogic_epi64(runs, inner, _mm512_rolv_epi64(runs, step), OR_AND)
    runs = _mm512_ternarylogic_epi64(runs, pairs, _mm512_rolv_epi64(runs, two_steps), OR_AND)
    runs = _mm512_ternarylogic_epi64(runs, pairs, _mm512_rolv_epi64(runs, two_steps), OR_AND)
    ends = _mm512_rolv_epi64(runs, step)
    return union4(_mm256_andnot_si256(
        _mm256_or_si256(_mm512_castsi512_si256(own), _mm512_castsi512_si256(other)),
        _mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64(ends, 1))))


cdef inline Bitboard moves_in_lanes(__m256i own, __m256i other) noexcept nogil:
    """The same for boards in every lane of a shorter register."""
    return moves_in_eight_lanes(_mm512_broadcastq_epi64(_mm256_castsi256_si128(own)),
                                _mm512_broadcastq_epi64(_mm256_castsi256_si128(other)))


cdef inline Bitboard moves(Bitboard player, Bitboard opponent) noexcept nogil:
    """The squares where `player` may move."""
    return moves_in_eight_lanes(_mm512_set1_epi64(<long long> player),
                                _mm512_set1_epi64(<long long> opponent))


cdef inline __m256i flips_in_lanes(__m256i own, __m256i other, int square) noexcept nogil:
    """The discs flipped by a move to `square`, two directions in each lane.

    `own`, `other`: the discs of the side that moves and of the other one, in every lane.
    """
    cdef __m256i zero = _mm256_setzero_si256()
    cdef __m256i minus_one = _mm256_set1_epi64x(-1)
    cdef __m256i up = _mm256_load_si256(<const __m256i*> rays_up[square])
    cdef __m256i down = _mm256_load_si256(<const __m256i*> rays_down[square])
    cdef __m256i blockers, outflank, flipped

    # Upwards the first blocker is the lowest bit; everything below it on the ray is the run.
    # Without an outflanking disc (zero) the smaller of 0 and 0 - 1 leaves nothing.
    blockers = _mm256_andnot_si256(other, up)
    outflank = _mm256_ternarylogic_epi64(blockers, _mm256_sub_epi64(zero, blockers), own, AND_AND)
    flipped = _mm256_and_si256(
        _mm256_min_epu64(outflank, _mm256_add_epi64(outflank, minus_one)), up)

    # Downwards it is the highest bit; -2 times that bit has all bits above it, among them the run.
    blockers = _mm256_andnot_si256(other, down)
    outflank = _mm256_and_si256(_mm256_srlv_epi64(
        _mm256_set1_epi64x(<long long> 0x8000000000000000ULL), _mm256_lzcnt_epi64(blockers)), own)
    outflank = _mm256_sub_epi64(zero, outflank)
    return _mm256_ternarylogic_epi64(flipped, _mm256_add_epi64(outflank, outflank), down, OR_AND)


cdef inline Bitboard flip(Bitboard player, Bitboard opponent, int square) noexcept nogil:
    """The discs that `player` flips by moving to the empty `square`; 0 if the move is illegal."""
    return union4(flips_in_lanes(_mm256_set1_epi64x(<long long> player),
                                 _mm256_set1_epi64x(<long long> opponent), square))
