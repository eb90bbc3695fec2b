"""Memory in whole pages from the operating system, zeroed; they take room when they are first used.

Every look-up in a table hits another page. So pages of 2 MB, where the system has them, save most
of the address translations.
"""

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_WIN32)
      #include <windows.h>
      #include <errno.h>
      #include <malloc.h>
      static void *reserve_pages(size_t n_bytes)
      {
          return VirtualAlloc(NULL, n_bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
      }
      static void release_pages(void *memory, size_t n_bytes)
      {
          (void)n_bytes;
          VirtualFree(memory, 0, MEM_RELEASE);
      }
      static size_t physical_memory(void)
      {
          MEMORYSTATUSEX status;
          status.dwLength = sizeof status;
          return GlobalMemoryStatusEx(&status) ? (size_t)status.ullTotalPhys : SIZE_MAX;
      }
      static void *map_file(int descriptor, size_t n_bytes)
      {
          (void)descriptor;
          (void)n_bytes;
          errno = ENOSYS;
          return NULL;
      }
    #else
      #include <sys/mman.h>
      #include <unistd.h>
      static void *mapped_pages(size_t n_bytes, int flags, int descriptor)
      {
          void *memory = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
          if (memory == MAP_FAILED)
              return NULL;
      #ifdef MADV_HUGEPAGE
          if (n_bytes >= ((size_t)32 << 20))
              madvise(memory, n_bytes, MADV_HUGEPAGE);
      #endif
          return memory;
      }
      static void *reserve_pages(size_t n_bytes)
      {
          return mapped_pages(n_bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
      }
      static void *map_file(int descriptor, size_t n_bytes)
      {
          return mapped_pages(n_bytes, MAP_SHARED, descriptor);
      }
      static void release_pages(void *memory, size_t n_bytes) { munmap(memory, n_bytes); }
      static size_t physical_memory(void)
      {
          long n_pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
          return n_pages > 0 && page_bytes > 0 ? (size_t)n_pages * (size_t)page_bytes : SIZE_MAX;
      }
    #endif
    """
    # What cannot be had is NULL; then `errno` says why a file cannot.
    void* reserve_pages(size_t n_bytes) nogil
    void* map_file(int descriptor, size_t n_bytes) nogil    # shared with who else maps the file
    void release_pages(void* memory, size_t n_bytes) nogil
    size_t physical_memory() nogil      # in bytes; very many if that is not known
