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
    PyObject* raised            # what a signal handler or an evaluation raised (owned), or NULL
    int heard                   # whether there is one; read by all threads
    int claimed                 # whether a thread keeps one, or is about to


cdef inline void listen(Interrupt* interrupt):
    """Prepare `interrupt` for work that begins now; signals count if this is the main thread."""
    import threading
    is_main = threading.current_thread() is threading.main_thread()
    interrupt.next_check = monotonic_seconds() if is_main else 0.0
    interrupt.raised = NULL
    store32(&interrupt.heard, 0)
    store32(&interrupt.claimed, 0)


cdef inline bint interrupted_by_signal(Interrupt* interrupt, int thread) noexcept nogil:
    """Whether a handler has raised, so that the work is to end; thread 0 runs handlers when due."""
    cdef double now
    if thread == 0 and interrupt.next_check > 0:
        now = monotonic_seconds()
        if now >= interrupt.next_check:
            interrupt.next_check = now + SIGNAL_SECONDS
            run_handlers(interrupt)
    return load32(&interrupt.heard)


cdef inline void run_handlers(Interrupt* interrupt) noexcept with gil:
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        keep(interrupt, error)


cdef inline void keep(Interrupt* interrupt, object error) noexcept:
    """End the work by an exception, unless there is one already.

    Of threads that come at once, the first keeps its own: without the interpreter's lock, as in a
    free-threaded CPython, they run side by side.
    """
    if swap32(&interrupt.claimed, 1) == 0:
        Py_INCREF(error)
        interrupt.raised = <PyObject*> error
        store32(&interrupt.heard, 1)


cdef inline int raise_heard(Interrupt* interrupt) except -1:
    """Raise, after the work, the exception that a signal handler or an evaluation raised."""
    if interrupt.raised != NULL:
        error = <object> interrupt.raised
        interrupt.raised = NULL
        Py_DECREF(error)
        raise error
    return 0
