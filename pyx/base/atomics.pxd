"""Relaxed atomic loads and stores of words that threads share without a lock.

A word is read and written whole. In which order threads see each other's writes is left open.
"""
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
      /* An aligned volatile word is read and written whole on every machine MSVC targets. */
      #define atomic_load64(p) (*(volatile uint64_t *)(p))
      #define atomic_store64(p, v) (*(volatile uint64_t *)(p) = (v))
      #define atomic_load32(p) (*(volatile int *)(p))
      #define atomic_store32(p, v) (*(volatile int *)(p) = (v))
      #define atomic_swap32(p, v) _InterlockedExchange((volatile long *)(p), (v))
    #else
      #define atomic_load64(p) __atomic_load_n((p), __ATOMIC_RELAXED)
      #define atomic_store64(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
      #define atomic_load32(p) __atomic_load_n((p), __ATOMIC_RELAXED)
      #define atomic_store32(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
      #define atomic_swap32(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)
    #endif
    #if defined(_MSC_VER) && !defined(__clang__)
      #define prefetch_line(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
    #else
      #define prefetch_line(p) __builtin_prefetch(p)
    #endif
    """
    uint64_t load64 "atomic_load64"(const uint64_t* p) nogil
    void store64 "atomic_store64"(uint64_t* p, uint64_t value) nogil
    int load32 "atomic_load32"(const int* p) nogil
    void store32 "atomic_store32"(int* p, int value) nogil
    # Writes `value` and returns what it replaces: of all threads that swap, one gets the old value.
    int swap32 "atomic_swap32"(int* p, int value) nogil
    void prefetch "prefetch_line"(const void* p) nogil
