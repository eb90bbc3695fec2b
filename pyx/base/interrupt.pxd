"""Python's signal handlers, run during long work that does not hold the interpreter's lock.

Python runs signal handlers in its main thread only. Work therefore runs them only if the main
thread called it, and only in its thread 0, which is the caller. An exception that a handler raises
is kept until the work has ended, because no Python code may run while an exception is pending. So
is one that an evaluation written in Python raises, in any thread.
"""
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from atomics cimport load32, store32, swap32
from clock cimport monotonic_seconds

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef extern from *:
    const double SIGNAL_SECONDS "0.005"     # between two checks for Python's signals


cdef struct Interrupt:
    double next_check           # on the monotonic clock; 0 if the caller is not the main thread
    PyObject* error             # what a signal handler or an evaluation raised (owned), or NULL
    int has_error               # whether there is one; read by all threads
    int error_taken             # whether a thread has stored one, or is about to


cdef inline void begin_interruptible(Interrupt* interrupt):
    """Prepare `interrupt` for work that begins now; signals count if this is the main thread."""
    import threading
    is_main = threading.current_thread() is threading.main_thread()
    interrupt.next_check = monotonic_seconds() if is_main else 0.0
    interrupt.error = NULL
    store32(&interrupt.has_error, 0)
    store32(&interrupt.error_taken, 0)


cdef inline bint interrupted_by_signal(Interrupt* interrupt, int thread) noexcept nogil:
    """Whether a handler has raised, so that the work is to end; thread 0 runs handlers when due."""
    cdef double now
    if thread == 0 and interrupt.next_check > 0:
        now = monotonic_seconds()
        if now >= interrupt.next_check:
            interrupt.next_check = now + SIGNAL_SECONDS
            run_handlers(interrupt)
    return load32(&interrupt.has_error)


cdef inline void run_handlers(Interrupt* interrupt) noexcept with gil:
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        store_error(interrupt, error)


cdef inline void store_error(Interrupt* interrupt, object error) noexcept:
    """Store the exception that ends the work, unless there is one already.

    Without the interpreter's lock, as in a free-threaded CPython, several threads may come at once:
    the first one's exception counts.
    """
    if swap32(&interrupt.error_taken, 1) == 0:
        Py_INCREF(error)
        interrupt.error = <PyObject*> error
        store32(&interrupt.has_error, 1)


cdef inline int raise_error(Interrupt* interrupt) except -1:
    """Raise, after the work, the exception that a signal handler or an evaluation raised."""
    if interrupt.error != NULL:
        error = <object> interrupt.error
        interrupt.error = NULL
        Py_DECREF(error)
        raise error
    return 0
