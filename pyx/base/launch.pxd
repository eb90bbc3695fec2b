"""Checks before threads are launched, which the OpenMP library does not make itself.

Where the system has no room for a thread, or a thread has too little stack, the library ends the
process.

GCC's library keeps the threads of a launch for the next one by the same thread, whichever part of
the process makes it. After a fork it would wait for ever for those that only the parent has. So a
thread that forks lets its own end before: both processes start new ones when they need some. Where
that cannot be, as in the middle of a launch, the child gets no threads. LLVM's library looks after
forks itself, also where it stands in for GCC's.

glibc reserves 64 MB of addresses, an arena, for each thread that allocates memory. They count where
addresses are limited (`ulimit -v`), and then a later thread may not start.
"""
from libc.stdint cimport int64_t
from types cimport MAX_THREADS

cdef extern from *:
    """
    #include <stdint.h>

    /* A search takes 2.5 kB of stack a ply, 150 kB at most; an evaluation of the user's has the
       rest. */
    enum { STACK_NEEDED = 256 << 10 };

    #ifdef _OPENMP
    #include <omp.h>
    #define OTHELLO_OPENMP 1
    #define othello_n_processors() omp_get_num_procs()
    #else
    #define OTHELLO_OPENMP 0
    #define othello_n_processors() 1
    #endif

    #if defined(_WIN32)
      static int threads_can_start(int n) { (void)n; return 1; }
      static int launched_threads(int n) { return n; }
      static int64_t launched_stack(void) { return INT64_MAX; }
      static int lost_threads(void) { return 0; }
      static void watch_forks(void) {}
    #else
      #include <dlfcn.h>
      #include <pthread.h>
      #include <stdlib.h>   /* tells whether the library is glibc */
      #if defined(_OPENMP)
        #include <omp.h>
      #endif

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

      /* How many threads the last launch by this thread had. OpenMP's library keeps them. */
      static __thread int n_kept = 1;
      /* Whether this process was forked by a thread whose launched threads could not end. */
      static int threads_are_lost = 0;
      static int lost_threads(void) { return threads_are_lost; }

      #if defined(_OPENMP)
        /* Ends the threads that are kept for the calling thread, if a fork would lose them; false
           if it cannot: the library is older, or the thread is in a launch. */
        static int (*pause_all)(int kind);
        static int forks_by_itself;
        static int end_kept_threads(void)
        {
            enum { SOFTLY = 1 };
            return forks_by_itself || (pause_all && pause_all(SOFTLY) == 0);
        }
        /* Whether the fork that this thread begins loses no threads. */
        static __thread int forks_well;
        static void before_fork(void)
        {
            n_kept = 1;
            forks_well = !threads_are_lost && end_kept_threads();
        }
        static void in_child(void) { threads_are_lost |= !forks_well; }
        /* What the library can do is looked up: it may be another one than that of the build. */
        static void watch_forks(void)
        {
            Dl_info own, llvms;
            void *only_llvms = dlsym(RTLD_DEFAULT, "kmp_get_blocktime");
            forks_by_itself = only_llvms && dladdr(only_llvms, &llvms)
                              && dladdr((void *)omp_get_num_threads, &own)
                              && own.dli_fbase == llvms.dli_fbase;
            *(void **)&pause_all = dlsym(RTLD_DEFAULT, "omp_pause_resource_all");
            pthread_atfork(before_fork, NULL, in_child);
        }
      #else
        static void watch_forks(void) {}
      #endif

      /* The size of the calling thread's stack. */
      static int64_t own_stack(void)
      {
      #if defined(__APPLE__)
          return pthread_get_stacksize_np(pthread_self());
      #elif defined(__linux__)
          pthread_attr_t attributes;
          void *lowest;
          size_t size = 0;
          if (pthread_getattr_np(pthread_self(), &attributes) != 0)
              return INT64_MAX;
          pthread_attr_getstack(&attributes, &lowest, &size);
          pthread_attr_destroy(&attributes);
          return (int64_t)size;
      #else
          return INT64_MAX;
      #endif
      }
      /* What a launched thread's stack has: all are alike. It is found out once, by one of them. */
      static int64_t launched_stack(void)
      {
          static int64_t found = 0;
          int64_t stack = __atomic_load_n(&found, __ATOMIC_RELAXED);
          if (stack == 0 && !lost_threads() && threads_can_start(1)) {
      #if defined(_OPENMP)
              #pragma omp parallel num_threads(2)
              {
                  if (omp_get_thread_num() == 1)
                      __atomic_store_n(&found, own_stack(), __ATOMIC_RELAXED);
              }
              end_kept_threads();
      #endif
              stack = __atomic_load_n(&found, __ATOMIC_RELAXED);
          }
          return stack ? stack : INT64_MAX;
      }

      static int launched_threads(int n)
      {
          if (n <= 1 || lost_threads())
              return 1;
          if (n > n_kept && (!threads_can_start(n - 1) || launched_stack() < STACK_NEEDED))
              return 1;
          n_kept = n;
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
    enum:
        STACK_NEEDED            # bytes, of a thread that searches
    bint OTHELLO_OPENMP
    int n_processors "othello_n_processors"() nogil     # those that this process may use
    # Whether the system has room for `n` more threads.
    bint threads_can_start(int n) nogil
    # How many threads to launch if `n` are wanted: `n`, or 1 if the system has no room for them, a
    # fork has lost them or their stack is too small. To look for room takes some 30 microseconds a
    # thread; it is done only if the last launch had fewer threads.
    int launched_threads(int n) nogil
    # The bytes of stack that a launched thread has; very many if that is not known.
    int64_t launched_stack() nogil
    # Whether this process was forked from one in the middle of a launch.
    bint lost_threads() nogil
    # Be ready for forks from now on.
    void watch_forks() nogil
    # Let all threads that are started from now on allocate from the arena of the first one.
    void share_one_arena() nogil


cdef inline int most_threads() noexcept nogil:
    """The largest number of threads a search may use, 1 without OpenMP."""
    return MAX_THREADS if OTHELLO_OPENMP else 1
