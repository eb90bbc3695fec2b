# What arrays that Python hands over must have.

cdef check_size(str what, Py_ssize_t expected, Py_ssize_t found):
    if found != expected:
        raise ValueError(f"expected {expected} {what}, got {found}")


cdef check_lengths(Py_ssize_t n, Py_ssize_t second, Py_ssize_t third):
    if second != n or third != n:
        raise ValueError(f"expected arrays of one length, got {n}, {second} and {third}")
