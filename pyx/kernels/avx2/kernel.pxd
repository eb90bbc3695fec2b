"""Moves and flips with AVX2: four directions a register."""
from types cimport Bitboard
from rays cimport rays_down, rays_up
from registers cimport (__m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi64,
                        _mm256_cmpgt_epi64, _mm256_load_si256, _mm256_or_si256,
                        _mm256_set1_epi64x, _mm256_set_epi64x, _mm256_setzero_si256,
                        _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
                        _mm256_xor_si256, union4)


cdef inline Bitboard moves_in_lanes(__m256i own, __m256i other) noexcept nogil:
    """The squares where the side with the discs `own` may move, the opponent's being `other`.

    Both are given in every lane. Runs of opponent discs grow from the player's discs in four
    directions at once. A bracketed run has at most six discs: the first two are added one by one,
    then two pairs.
    """
    cdef __m256i step = _mm256_set_epi64x(7, 9, 8, 1)
    cdef __m256i two_steps = _mm256_set_epi64x(14, 18, 16, 2)
    # Only the file direction may touch the left and right border.
    cdef __m256i inner = _mm256_and_si256(
        other, _mm256_set_epi64x(0x7E7E7E7E7E7E7E7E, 0x7E7E7E7E7E7E7E7E, -1, 0x7E7E7E7E7E7E7E7E))
    cdef __m256i up = _mm256_and_si256(inner, _mm256_sllv_epi64(own, step))
    cdef __m256i down = _mm256_and_si256(inner, _mm256_srlv_epi64(own, step))
    cdef __m256i pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, step))
    cdef __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step)
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, step)))
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, step)))
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)))
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)))
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)))
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)))
    return union4(_mm256_andnot_si256(
        _mm256_or_si256(own, other),
        _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step))))


cdef inline Bitboard moves(Bitboard player, Bitboard opponent) noexcept nogil:
    """The squares where `player` may move."""
    return moves_in_lanes(_mm256_set1_epi64x(<long long> player),
                          _mm256_set1_epi64x(<long long> opponent))


cdef inline __m256i flips_in_lanes(__m256i own, __m256i other, int square) noexcept nogil:
    """The discs flipped by a move to `square`, two directions in each lane.

    `own`, `other`: the discs of the side that moves and of the other one, in every lane.
    """
    cdef __m256i zero = _mm256_setzero_si256()
    cdef __m256i step = _mm256_set_epi64x(7, 9, 8, 1)
    cdef __m256i ray, blockers, outflank, discs, up, down

    # Upwards the first blocker is the lowest bit. Its negative has all bits above it; without an
    # outflanking disc, -1 takes its place.
    ray = _mm256_load_si256(<const __m256i*> rays_up[square])
    blockers = _mm256_andnot_si256(other, ray)
    outflank = _mm256_and_si256(_mm256_sub_epi64(zero, blockers), _mm256_and_si256(ray, own))
    up = _mm256_andnot_si256(_mm256_sub_epi64(_mm256_cmpeq_epi64(outflank, zero), outflank), ray)

    # Downwards it is the highest bit. It is a disc of the player's if these, as a number, are more
    # than the empty squares (bit 63 is on no ray downwards). The discs are spread down to the
    # border: what is left of the ray lies before the first of them.
    ray = _mm256_load_si256(<const __m256i*> rays_down[square])
    blockers = _mm256_andnot_si256(other, ray)
    discs = _mm256_and_si256(ray, own)
    outflank = _mm256_cmpgt_epi64(discs, _mm256_xor_si256(blockers, discs))
    discs = _mm256_or_si256(discs, _mm256_srlv_epi64(discs, step))
    discs = _mm256_or_si256(discs, _mm256_srlv_epi64(discs, _mm256_set_epi64x(14, 18, 16, 2)))
    discs = _mm256_or_si256(discs, _mm256_srlv_epi64(discs, _mm256_set_epi64x(28, 36, 32, 4)))
    down = _mm256_and_si256(outflank, _mm256_andnot_si256(discs, ray))
    return _mm256_or_si256(up, down)


cdef inline Bitboard flip(Bitboard player, Bitboard opponent, int square) noexcept nogil:
    """The discs that `player` flips by moving to the empty `square`; 0 if the move is illegal."""
    return union4(flips_in_lanes(_mm256_set1_epi64x(<long long> player),
                                 _mm256_set1_epi64x(<long long> opponent), square))
