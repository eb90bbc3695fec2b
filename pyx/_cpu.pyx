# cython: language_level=3
"""Which variants of the core this processor and its operating system can run.

The levels are those of the x86-64 psABI. They are read with the processor's own instructions, as
the names of the levels are new to `__builtin_cpu_supports` and MSVC has no such function.
"""

cdef extern from *:
    """
    #if defined(__x86_64__) || defined(_M_X64)
    #ifdef _MSC_VER
    #include <immintrin.h>
    #include <intrin.h>
    #define othello_xgetbv() ((unsigned int)_xgetbv(0))
    static void othello_cpuid(unsigned int leaf, unsigned int registers[4]) {
        __cpuidex((int *)registers, (int)leaf, 0);
    }
    #else
    #include <cpuid.h>
    static unsigned int othello_xgetbv(void) {
        unsigned int low, high;
        __asm__ volatile ("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        return low;
    }
    static void othello_cpuid(unsigned int leaf, unsigned int registers[4]) {
        __cpuid_count(leaf, 0, registers[0], registers[1], registers[2], registers[3]);
    }
    #endif

    #define OTHELLO_HAS(bits, mask) (((bits) & (mask)) == (mask))
    #define OTHELLO_BIT(i) (1u << (i))

    /* 1 to 4; 1 is what every x86-64 has. */
    static int othello_x86_64_level(void) {
        enum { EAX, EBX, ECX, EDX };
        unsigned int highest[4], basic[4], structured[4] = {0}, extended[4] = {0};
        unsigned int saved = 0;  /* the registers that the operating system saves */
        unsigned int avx = 0x06, avx512 = 0xE6;

        othello_cpuid(0, highest);
        othello_cpuid(1, basic);
        if (highest[EAX] >= 7) othello_cpuid(7, structured);
        othello_cpuid(0x80000000u, highest);
        if (highest[EAX] >= 0x80000001u) othello_cpuid(0x80000001u, extended);
        if (OTHELLO_HAS(basic[ECX], OTHELLO_BIT(27))) saved = othello_xgetbv();

        /* SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF */
        if (!OTHELLO_HAS(basic[ECX], OTHELLO_BIT(0) | OTHELLO_BIT(9) | OTHELLO_BIT(13)
                         | OTHELLO_BIT(19) | OTHELLO_BIT(20) | OTHELLO_BIT(23))
            || !OTHELLO_HAS(extended[ECX], OTHELLO_BIT(0))) return 1;
        /* FMA, MOVBE, AVX, F16C; LZCNT; BMI1, AVX2, BMI2 */
        if (!OTHELLO_HAS(basic[ECX], OTHELLO_BIT(12) | OTHELLO_BIT(22) | OTHELLO_BIT(28)
                         | OTHELLO_BIT(29))
            || !OTHELLO_HAS(extended[ECX], OTHELLO_BIT(5))
            || !OTHELLO_HAS(structured[EBX], OTHELLO_BIT(3) | OTHELLO_BIT(5) | OTHELLO_BIT(8))
            || !OTHELLO_HAS(saved, avx)) return 2;
        /* AVX-512 F, DQ, CD, BW, VL */
        if (!OTHELLO_HAS(structured[EBX], OTHELLO_BIT(16) | OTHELLO_BIT(17) | OTHELLO_BIT(28)
                         | OTHELLO_BIT(30) | OTHELLO_BIT(31))
            || !OTHELLO_HAS(saved, avx512)) return 3;
        return 4;
    }
    #else
    static int othello_x86_64_level(void) { return 1; }
    #endif
    """
    int othello_x86_64_level() nogil

LEVELS = {"generic": 1, "v2": 2, "v3": 3, "v4": 4}


def supports(isa):
    """Return whether the variant `isa` of the core runs here, False for an unknown name."""
    return othello_x86_64_level() >= LEVELS.get(isa, 5)
