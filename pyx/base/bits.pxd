"""Bit twiddling: counting and scanning sets of squares, and the symmetries of the board."""
from types cimport Bitboard

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      #define OTHELLO_ALIGN(n) __declspec(align(n))
    #else
      #define OTHELLO_ALIGN(n) __attribute__((aligned(n)))
    #endif

    /* Before a loop of a constant number of rounds: lay them out one after the other. */
    #if defined(__clang__)
      #define OTHELLO_UNROLL _Pragma("clang loop unroll(full)")
    #elif defined(__GNUC__)
      #define OTHELLO_UNROLL _Pragma("GCC unroll 64")
    #else
      #define OTHELLO_UNROLL
    #endif

    static inline int bb_popcount(uint64_t b)
    {
    #if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
        return __builtin_popcountll(b);
    #elif defined(_M_X64) && defined(__AVX2__)
        return (int)__popcnt64(b);
    #else
        /* Without the POPCNT instruction GCC's builtin calls a slow routine with a table. */
        b = b - ((b >> 1) & 0x5555555555555555ULL);
        b = (b & 0x3333333333333333ULL) + ((b >> 2) & 0x3333333333333333ULL);
        b = (b + (b >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((b * 0x0101010101010101ULL) >> 56);
    #endif
    }

    static inline int bb_lowest(uint64_t b)
    {
    #if defined(_MSC_VER) && !defined(__clang__)
        unsigned long i;
        _BitScanForward64(&i, b);
        return (int)i;
    #else
        return __builtin_ctzll(b);
    #endif
    }

    /* 64 for an empty set. */
    static inline int bb_lowest_or_64(uint64_t b)
    {
        return b ? bb_lowest(b) : 64;
    }

    static inline int bb_highest(uint64_t b)
    {
    #if defined(_MSC_VER) && !defined(__clang__)
        unsigned long i;
        _BitScanReverse64(&i, b);
        return (int)i;
    #else
        return 63 - __builtin_clzll(b);
    #endif
    }

    static inline uint64_t bb_swap_bytes(uint64_t b)
    {
    #if defined(_MSC_VER) && !defined(__clang__)
        return _byteswap_uint64(b);
    #else
        return __builtin_bswap64(b);
    #endif
    }

    /* High and low half of the 128-bit product, folded: mixes every bit of both factors. */
    static inline uint64_t bb_fold_product(uint64_t a, uint64_t b)
    {
    #if defined(_MSC_VER) && !defined(__clang__)
        return a * b ^ __umulh(a, b);       /* on x64 and on ARM64 */
    #else
        unsigned __int128 product = (unsigned __int128)a * b;
        return (uint64_t)product ^ (uint64_t)(product >> 64);
    #endif
    }
    """
    int popcount "bb_popcount"(Bitboard b) nogil
    int lowest "bb_lowest"(Bitboard b) nogil                # b must not be empty
    int highest "bb_highest"(Bitboard b) nogil              # b must not be empty
    Bitboard swap_bytes "bb_swap_bytes"(Bitboard b) nogil
    Bitboard fold_product "bb_fold_product"(Bitboard a, Bitboard b) nogil

    const Bitboard CORNER_SQUARES "0x8100000000000081ULL"
    const Bitboard X_SQUARES "0x0042000000004200ULL"        # b2, g2, b7 and g7

cdef enum:
    N_SYMMETRIES = 8


cdef inline Bitboard bit(int square) noexcept nogil:
    return (<Bitboard> 1) << square


cdef inline int take_lowest(Bitboard* squares) noexcept nogil:
    """Remove the lowest square of a set and return it; the set must not be empty."""
    cdef int square = lowest(squares[0])
    squares[0] &= squares[0] - 1
    return square


cdef inline Bitboard neighbours(Bitboard b) noexcept nogil:
    """The squares of `b` and all that touch one of them."""
    cdef Bitboard wide = b | ((b << 1) & 0xFEFEFEFEFEFEFEFEULL) | ((b >> 1) & 0x7F7F7F7F7F7F7F7FULL)
    return wide | (wide << 8) | (wide >> 8)


cdef inline Bitboard mirror_files(Bitboard b) noexcept nogil:
    """Return `b` with left and right exchanged (a1 <-> h1)."""
    b = ((b >> 1) & 0x5555555555555555ULL) | ((b & 0x5555555555555555ULL) << 1)
    b = ((b >> 2) & 0x3333333333333333ULL) | ((b & 0x3333333333333333ULL) << 2)
    return ((b >> 4) & 0x0F0F0F0F0F0F0F0FULL) | ((b & 0x0F0F0F0F0F0F0F0FULL) << 4)


cdef inline Bitboard transpose(Bitboard b) noexcept nogil:
    """Return `b` mirrored on the diagonal a1-h8 (b1 <-> a2)."""
    cdef Bitboard t = (b ^ (b >> 7)) & 0x00AA00AA00AA00AAULL
    b = b ^ t ^ (t << 7)
    t = (b ^ (b >> 14)) & 0x0000CCCC0000CCCCULL
    b = b ^ t ^ (t << 14)
    t = (b ^ (b >> 28)) & 0x00000000F0F0F0F0ULL
    return b ^ t ^ (t << 28)


cdef inline Bitboard symmetric(Bitboard b, int symmetry) noexcept nogil:
    """The image of `b` under one of the eight symmetries; 0 is the identity.

    Bit 0 of `symmetry` exchanges left and right, bit 1 top and bottom; bit 2 then transposes.
    """
    if symmetry & 1:
        b = mirror_files(b)
    if symmetry & 2:
        b = swap_bytes(b)
    if symmetry & 4:
        b = transpose(b)
    return b
