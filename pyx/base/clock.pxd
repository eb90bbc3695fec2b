"""Clocks that need no Python: a monotonic one, and the processor time of the calling thread."""
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_WIN32)
      #include <windows.h>
      static double monotonic_seconds(void)
      {
          LARGE_INTEGER count, frequency;
          QueryPerformanceCounter(&count);
          QueryPerformanceFrequency(&frequency);
          return (double)count.QuadPart / (double)frequency.QuadPart;
      }
      static uint64_t thread_nanoseconds(void)
      {
          FILETIME created, ended, kernel, user;
          ULARGE_INTEGER in_kernel, in_user;
          GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
          in_kernel.LowPart = kernel.dwLowDateTime;
          in_kernel.HighPart = kernel.dwHighDateTime;
          in_user.LowPart = user.dwLowDateTime;
          in_user.HighPart = user.dwHighDateTime;
          return 100 * (in_kernel.QuadPart + in_user.QuadPart);
      }
    #elif defined(__EMSCRIPTEN__)
      /* Versions of Emscripten differ in the size of time_t, and so of timespec: whoever loads this
         may have been compiled by another. There is one thread, and no clock of what it used. */
      #include <emscripten.h>
      static double monotonic_seconds(void) { return 1e-3 * emscripten_get_now(); }
      static uint64_t thread_nanoseconds(void) { return (uint64_t)(1e6 * emscripten_get_now()); }
    #else
      #include <time.h>
      static double monotonic_seconds(void)
      {
          struct timespec now;
          clock_gettime(CLOCK_MONOTONIC, &now);
          return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
      }
      static uint64_t thread_nanoseconds(void)
      {
          struct timespec used;
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
          return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
      }
    #endif
    """
    double monotonic_seconds() nogil
    # The processor time that the calling thread has used.
    uint64_t thread_nanoseconds() nogil
