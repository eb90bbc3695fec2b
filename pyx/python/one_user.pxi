# For Python: objects that one call at a time may use, with the interpreter's lock or without it.

from atomics cimport drop_flag, take_flag


cdef class _OneUser:
    """What one call at a time may use: a second one, by another thread or from below, is refused.

    The interpreter's lock alone would not do: long work gives it up, and a free-threaded CPython
    has none.
    """

    cdef begin(self):
        """Use it until `end`; RuntimeError if another call does."""
        if not take_flag(&self.busy):
            raise RuntimeError(f"this {type(self).__name__} is in use by another call")

    cdef void end(self) noexcept:
        drop_flag(&self.busy)
