"""Checks before threads are launched, which the OpenMP library does not make itself.

Where the system has no room for a thread, the library ends the process. In a process that was
forked from one with threads, the library waits for ever for threads that only the parent has.

glibc reserves 64 MB of addresses, an arena, for each thread that allocates memory. They count where
addresses are limited (`ulimit -v`), and then a later thread may not start.
"""

cdef extern from *:
    """
    #if defined(_WIN32)
      static int threads_can_start(int n) { (void)n; return 1; }
      static int launched_threads(int n) { return n; }
      static int lost_threads(void) { return 0; }
    #else
      #include <pthread.h>
      #include <stdlib.h>   /* tells whether the library is glibc */
      #include <unistd.h>
      static void *pass_gate(void *gate)
      {
          pthread_mutex_lock((pthread_mutex_t *)gate);
          pthread_mutex_unlock((pthread_mutex_t *)gate);
          return NULL;
      }
      /* Starts n threads, holds them at a lock until all are started, then lets them end. */
      static int threads_can_start(int n)
      {
          enum { MOST = 256 };
          pthread_t started[MOST];
          pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
          int i, n_started = 0;
          n = n < MOST ? n : MOST;
          pthread_mutex_lock(&gate);
          while (n_started < n
                 && pthread_create(&started[n_started], NULL, pass_gate, &gate) == 0)
              n_started++;
          pthread_mutex_unlock(&gate);
          for (i = 0; i < n_started; i++)
              pthread_join(started[i], NULL);
          return n_started == n;
      }
      /* The process that first launched threads; a child that it forks inherits the number. */
      static pid_t launching_process = 0;
      static int lost_threads(void)
      {
          pid_t launching = __atomic_load_n(&launching_process, __ATOMIC_RELAXED);
          return launching != 0 && launching != getpid();
      }
      /* How many threads the last launch by this thread had. OpenMP's library keeps them. */
      static __thread int n_kept = 1;
      static int launched_threads(int n)
      {
          if (n <= 1 || lost_threads() || (n > n_kept && !threads_can_start(n - 1)))
              return 1;
          n_kept = n;
          __atomic_store_n(&launching_process, getpid(), __ATOMIC_RELAXED);
          return n;
      }
    #endif

    #ifdef __GLIBC__
      #include <malloc.h>
      static void share_one_arena(void) { mallopt(M_ARENA_MAX, 1); }
    #else
      static void share_one_arena(void) {}
    #endif
    """
    # Whether the system has room for `n` more threads.
    bint threads_can_start(int n) nogil
    # How many threads to launch if `n` are wanted: `n`, or 1 if the system has no room for them or
    # a fork has lost the threads. To look for room takes some 30 microseconds a thread; it is done
    # only if the last launch had fewer threads.
    int launched_threads(int n) nogil
    # Whether this process was forked from one that had launched threads.
    bint lost_threads() nogil
    # Let all threads that are started from now on allocate from the arena of the first one.
    void share_one_arena() nogil
