"""Atomic loads and stores of words that threads share without a lock, and flags that are taken.

A word is read and written whole. In which order threads see each other's writes is left open, but
for two pairs: who takes a flag sees all that was written before it was dropped, and who acquires a
word sees all that was written before the value it reads was released.
"""
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      /* An aligned volatile word is read and written whole on every machine MSVC targets. */
      #define othello_load64(p) (*(volatile uint64_t *)(p))
      #define othello_store64(p, v) (*(volatile uint64_t *)(p) = (v))
      #define othello_load32(p) (*(volatile int *)(p))
      #define othello_store32(p, v) (*(volatile int *)(p) = (v))
      #define othello_acquire32(p) _InterlockedOr((volatile long *)(p), 0)
      #define othello_release32(p, v) ((void)_InterlockedExchange((volatile long *)(p), (v)))
      #define othello_swap32(p, v) _InterlockedExchange((volatile long *)(p), (v))
      #define othello_take_flag(p) (_InterlockedExchange((volatile long *)(p), 1) == 0)
      #define othello_drop_flag(p) ((void)_InterlockedExchange((volatile long *)(p), 0))
    #else
      #define othello_load64(p) __atomic_load_n((p), __ATOMIC_RELAXED)
      #define othello_store64(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
      #define othello_load32(p) __atomic_load_n((p), __ATOMIC_RELAXED)
      #define othello_store32(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
      #define othello_acquire32(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
      #define othello_release32(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
      #define othello_swap32(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)
      #define othello_take_flag(p) (__atomic_exchange_n((p), 1, __ATOMIC_ACQUIRE) == 0)
      #define othello_drop_flag(p) __atomic_store_n((p), 0, __ATOMIC_RELEASE)
    #endif
    #if defined(_MSC_VER) && !defined(__clang__) && defined(_M_ARM64)
      #define othello_prefetch(p) __prefetch(p)
    #elif defined(_MSC_VER) && !defined(__clang__)
      #define othello_prefetch(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
    #else
      #define othello_prefetch(p) __builtin_prefetch(p)
    #endif
    """
    uint64_t load64 "othello_load64"(const uint64_t* p) nogil
    void store64 "othello_store64"(uint64_t* p, uint64_t value) nogil
    int load32 "othello_load32"(const int* p) nogil
    void store32 "othello_store32"(int* p, int value) nogil
    int acquire32 "othello_acquire32"(const int* p) nogil
    void release32 "othello_release32"(int* p, int value) nogil
    # Writes `value` and returns what it replaces: of all threads that swap, one gets the old value.
    int swap32 "othello_swap32"(int* p, int value) nogil
    # Takes a flag, 0 or 1, that is not taken, and returns true; false if it is taken.
    bint take_flag "othello_take_flag"(int* p) nogil
    void drop_flag "othello_drop_flag"(int* p) nogil
    void prefetch "othello_prefetch"(const void* p) nogil
