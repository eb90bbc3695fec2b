"""A lock with a condition variable, on which workers without work sleep.

Made of POSIX threads' calls or Windows's. As with all condition variables, a wait may end early and
for no reason: the caller must test again what it waits for.
"""

cdef extern from *:
    """
    #if defined(_WIN32)
      #include <windows.h>
      typedef struct { SRWLOCK lock; CONDITION_VARIABLE changed; } Monitor;
      static void monitor_init(Monitor *monitor)
      {
          InitializeSRWLock(&monitor->lock);
          InitializeConditionVariable(&monitor->changed);
      }
      static void monitor_destroy(Monitor *monitor) { (void)monitor; }
      static void monitor_lock(Monitor *monitor) { AcquireSRWLockExclusive(&monitor->lock); }
      static void monitor_unlock(Monitor *monitor) { ReleaseSRWLockExclusive(&monitor->lock); }
      static void monitor_wake_all(Monitor *monitor)
      {
          WakeAllConditionVariable(&monitor->changed);
      }
      static void monitor_wait(Monitor *monitor)
      {
          SleepConditionVariableSRW(&monitor->changed, &monitor->lock, INFINITE, 0);
      }
      static void monitor_wait_1_ms(Monitor *monitor)
      {
          SleepConditionVariableSRW(&monitor->changed, &monitor->lock, 1, 0);
      }
    #else
      #include <pthread.h>
      #include <time.h>
      typedef struct { pthread_mutex_t lock; pthread_cond_t changed; } Monitor;
      static void monitor_init(Monitor *monitor)
      {
          pthread_condattr_t attributes;
          pthread_mutex_init(&monitor->lock, NULL);
          pthread_condattr_init(&attributes);
      #if !defined(__APPLE__)
          /* The monotonic clock: setting the time of day must not change a wait. */
          pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
      #endif
          pthread_cond_init(&monitor->changed, &attributes);
          pthread_condattr_destroy(&attributes);
      }
      static void monitor_destroy(Monitor *monitor)
      {
          pthread_cond_destroy(&monitor->changed);
          pthread_mutex_destroy(&monitor->lock);
      }
      static void monitor_lock(Monitor *monitor) { pthread_mutex_lock(&monitor->lock); }
      static void monitor_unlock(Monitor *monitor) { pthread_mutex_unlock(&monitor->lock); }
      static void monitor_wake_all(Monitor *monitor) { pthread_cond_broadcast(&monitor->changed); }
      static void monitor_wait(Monitor *monitor)
      {
          pthread_cond_wait(&monitor->changed, &monitor->lock);
      }
      static void monitor_wait_1_ms(Monitor *monitor)
      {
          struct timespec end = {0, 1000000};
      #if defined(__APPLE__)
          pthread_cond_timedwait_relative_np(&monitor->changed, &monitor->lock, &end);
      #else
          clock_gettime(CLOCK_MONOTONIC, &end);
          end.tv_nsec += 1000000;
          if (end.tv_nsec >= 1000000000) {
              end.tv_nsec -= 1000000000;
              end.tv_sec += 1;
          }
          pthread_cond_timedwait(&monitor->changed, &monitor->lock, &end);
      #endif
      }
    #endif
    #if defined(__x86_64__) || defined(_M_X64)
      #include <immintrin.h>
      #define othello_relax_processor() _mm_pause()
    #elif defined(__aarch64__) && defined(__GNUC__)
      #define othello_relax_processor() __asm__ volatile("yield")
    #else
      #define othello_relax_processor() ((void)0)
    #endif
    """
    ctypedef struct Monitor:
        pass
    void monitor_init(Monitor* monitor) nogil
    void monitor_destroy(Monitor* monitor) nogil
    void monitor_lock(Monitor* monitor) nogil
    void monitor_unlock(Monitor* monitor) nogil
    void monitor_wake_all(Monitor* monitor) nogil
    # The caller holds the lock, which is free during the wait and held again afterwards.
    void monitor_wait(Monitor* monitor) nogil
    void monitor_wait_1_ms(Monitor* monitor) nogil
    # Tells the processor that a loop only waits, so that another thread of its core may run.
    void relax_processor "othello_relax_processor"() nogil
