# cython: language_level=3
"""Which machine this is, and which level of it this processor and its operating system have.

Of x86-64 it is the level of the psABI. Every 64-bit Arm processor has level 1, and so has
WebAssembly: its SIMD cannot be asked for here, as a page with instructions that a browser lacks
does not load.

The instructions CPUID and XGETBV tell it: `__builtin_cpu_supports` knows the levels in new
compilers only, and MSVC has no such function.
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

    /* Returns the level of this machine, 1 to 4; every x86-64 processor has level 1. */
    static int othello_level(void) {
        enum { EAX, EBX, ECX, EDX };
        unsigned int highest[4], basic[4], structured[4] = {0}, extended[4] = {0};
        unsigned int saved = 0;  /* XCR0: which registers the operating system saves */
        unsigned int avx = 0x06, avx512 = 0xE6;

        othello_cpuid(0, highest);
        othello_cpuid(1, basic);
        if (highest[EAX] >= 7) othello_cpuid(7, structured);
        othello_cpuid(0x80000000u, highest);
        if (highest[EAX] >= 0x80000001u) othello_cpuid(0x80000001u, extended);
        if (OTHELLO_HAS(basic[ECX], OTHELLO_BIT(27))) saved = othello_xgetbv();

        /* Level 2: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF */
        if (!OTHELLO_HAS(basic[ECX], OTHELLO_BIT(0) | OTHELLO_BIT(9) | OTHELLO_BIT(13)
                         | OTHELLO_BIT(19) | OTHELLO_BIT(20) | OTHELLO_BIT(23))
            || !OTHELLO_HAS(extended[ECX], OTHELLO_BIT(0))) return 1;
        /* Level 3: FMA, MOVBE, AVX, F16C; LZCNT; BMI1, AVX2, BMI2 */
        if (!OTHELLO_HAS(basic[ECX], OTHELLO_BIT(12) | OTHELLO_BIT(22) | OTHELLO_BIT(28)
                         | OTHELLO_BIT(29))
            || !OTHELLO_HAS(extended[ECX], OTHELLO_BIT(5))
            || !OTHELLO_HAS(structured[EBX], OTHELLO_BIT(3) | OTHELLO_BIT(5) | OTHELLO_BIT(8))
            || !OTHELLO_HAS(saved, avx)) return 2;
        /* Level 4: AVX-512 F, DQ, CD, BW, VL */
        if (!OTHELLO_HAS(structured[EBX], OTHELLO_BIT(16) | OTHELLO_BIT(17) | OTHELLO_BIT(28)
                         | OTHELLO_BIT(30) | OTHELLO_BIT(31))
            || !OTHELLO_HAS(saved, avx512)) return 3;
        return 4;
    }
    #define OTHELLO_MACHINE "x86_64"
    #elif defined(__aarch64__) || defined(_M_ARM64)
    #define OTHELLO_MACHINE "aarch64"
    static int othello_level(void) { return 1; }
    #elif defined(__wasm__)
    #define OTHELLO_MACHINE "wasm32"
    static int othello_level(void) { return 1; }
    #else
    #define OTHELLO_MACHINE ""
    static int othello_level(void) { return 0; }
    #endif
    """
    const char* OTHELLO_MACHINE
    int othello_level() nogil


def machine():
    """Return ``x86_64``, ``aarch64`` or ``wasm32``; empty for another machine."""
    return OTHELLO_MACHINE.decode()


def level():
    """Return the level: 1 to 4 on x86-64, 1 on 64-bit Arm and WebAssembly, 0 on others."""
    return othello_level()
