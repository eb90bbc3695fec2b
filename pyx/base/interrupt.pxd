"""Python's signals, heard during long work that runs without the interpreter's lock.

Python runs signal handlers in its main thread only, so only work that was called there listens, and
of its threads only the calling one. What a handler raises is kept until the work has ended: Python
code must not run while an exception is pending. An evaluation written in Python raises in the same
way.
"""
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from atomics cimport load32, store32
from clock cimport monotonic_seconds

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef extern from *:
    const double SIGNAL_SECONDS "0.005"     # between two looks at Python's signals


cdef struct Interrupt:
    double next_check           # on the monotonic clock; 0: the work is not the main thread's
    PyObject* raised            # by a signal handler, or an evaluation; owned, NULL if nothing was
    int heard                   # something was raised; read by all threads


cdef inline void listen(Interrupt* interrupt):
    """Begin to listen, if this is the main thread."""
    import threading
    is_main = threading.current_thread() is threading.main_thread()
    interrupt.next_check = monotonic_seconds() if is_main else 0.0
    interrupt.raised = NULL
    store32(&interrupt.heard, 0)


cdef inline bint interrupted_by_signal(Interrupt* interrupt, int thread) noexcept nogil:
    """Whether to drop the work; thread 0 runs Python's signal handlers when it is time."""
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
    """End the work by an exception, unless there is one already."""
    if interrupt.raised == NULL:
        Py_INCREF(error)
        interrupt.raised = <PyObject*> error
        store32(&interrupt.heard, 1)


cdef inline int raise_heard(Interrupt* interrupt) except -1:
    """After the work: raise what a signal handler raised meanwhile."""
    if interrupt.raised != NULL:
        error = <object> interrupt.raised
        interrupt.raised = NULL
        Py_DECREF(error)
        raise error
    return 0
