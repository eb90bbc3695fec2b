# cython: language_level=3
"""Which variants of the core this processor, and its operating system, can run."""

cdef extern from *:
    """
    #if defined(__x86_64__) || defined(_M_X64)
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <immintrin.h>
    #include <intrin.h>

    static int has_bits(unsigned int value, unsigned int bits) { return (value & bits) == bits; }

    /* The level of the x86-64 psABI, 1 to 4. */
    static int x86_64_level(void) {
        int leaf1[4], leaf7[4] = {0}, extended[4] = {0}, highest[4];
        unsigned long long saved = 0;  /* register files that the operating system saves */
        __cpuid(highest, 0);
        __cpuid(leaf1, 1);
        if (highest[0] >= 7) __cpuidex(leaf7, 7, 0);
        __cpuid(highest, 0x80000000);
        if ((unsigned int)highest[0] >= 0x80000001u) __cpuid(extended, 0x80000001);
        /* SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF */
        if (!has_bits(leaf1[2], 1u | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23)) return 1;
        if (!has_bits(extended[2], 1u)) return 1;
        /* FMA, MOVBE, XSAVE in use, AVX, F16C; LZCNT; BMI1, AVX2, BMI2 */
        if (has_bits(leaf1[2], 1u << 27)) saved = _xgetbv(0);
        if (!has_bits(leaf1[2], 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29)) return 2;
        if (!has_bits(extended[2], 1u << 5)) return 2;
        if (!has_bits(leaf7[1], 1u << 3 | 1u << 5 | 1u << 8)) return 2;
        if ((saved & 0x6) != 0x6) return 2;
        /* AVX-512 F, DQ, CD, BW, VL */
        if (!has_bits(leaf7[1], 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31)) return 3;
        return (saved & 0xE6) == 0xE6 ? 4 : 3;
    }
    #else
    /* GCC before 12 and Clang before 18 do not take the names of the levels here. */
    #define OTHELLO_HAS(feature) (__builtin_cpu_supports(feature) != 0)

    static int x86_64_level(void) {
        __builtin_cpu_init();
        if (!OTHELLO_HAS("sse3") || !OTHELLO_HAS("ssse3") || !OTHELLO_HAS("sse4.1")
            || !OTHELLO_HAS("sse4.2") || !OTHELLO_HAS("popcnt")) return 1;
        if (!OTHELLO_HAS("avx") || !OTHELLO_HAS("avx2") || !OTHELLO_HAS("bmi")
            || !OTHELLO_HAS("bmi2") || !OTHELLO_HAS("fma")) return 2;
        if (!OTHELLO_HAS("avx512f") || !OTHELLO_HAS("avx512bw") || !OTHELLO_HAS("avx512cd")
            || !OTHELLO_HAS("avx512dq") || !OTHELLO_HAS("avx512vl")) return 3;
        return 4;
    }
    #endif
    #else
    static int x86_64_level(void) { return 1; }
    #endif
    """
    int x86_64_level() nogil

LEVELS = {"generic": 1, "v2": 2, "v3": 3, "v4": 4}


def supports(isa):
    """Return whether the variant `isa` of the core runs here, False for an unknown name."""
    return x86_64_level() >= LEVELS.get(isa, 5)
