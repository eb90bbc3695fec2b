"""Clocks in seconds that need no Python: a monotonic one, and the processor time used so far."""

cdef extern from *:
    """
    #if defined(_WIN32)
      #include <windows.h>
      static double monotonic_seconds(void)
      {
          LARGE_INTEGER count, frequency;
          QueryPerformanceCounter(&count);
          QueryPerformanceFrequency(&frequency);
          return (double)count.QuadPart / (double)frequency.QuadPart;
      }
      static double processor_seconds(void)
      {
          FILETIME created, ended, kernel, user;
          ULARGE_INTEGER in_kernel, in_user;
          GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user);
          in_kernel.LowPart = kernel.dwLowDateTime;
          in_kernel.HighPart = kernel.dwHighDateTime;
          in_user.LowPart = user.dwLowDateTime;
          in_user.HighPart = user.dwHighDateTime;
          return 1e-7 * (double)(in_kernel.QuadPart + in_user.QuadPart);
      }
    #else
      #include <time.h>
      static double monotonic_seconds(void)
      {
          struct timespec now;
          clock_gettime(CLOCK_MONOTONIC, &now);
          return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
      }
      static double processor_seconds(void)
      {
          struct timespec used;
          clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
          return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
      }
    #endif
    """
    double monotonic_seconds() nogil
    # The processor time of all threads of this process together.
    double processor_seconds() nogil
