# Checks of the sizes of arrays that Python passes in.

cdef check_size(str what, Py_ssize_t expected, Py_ssize_t found):
    """Raise ValueError unless as many were found as expected; `what` names them."""
    if found != expected:
        raise ValueError(f"expected {expected} {what}, got {found}")


cdef check_lengths(Py_ssize_t n, Py_ssize_t second, Py_ssize_t third):
    """Raise ValueError unless three arrays have the same length."""
    if second != n or third != n:
        raise ValueError(f"expected arrays of one length, got {n}, {second} and {third}")


cdef check_features(Py_ssize_t n_positions, Py_ssize_t n_features):
    """Raise ValueError unless there are positions, and features of them."""
    if n_positions == 0 or n_features == 0:
        raise ValueError(f"expected positions with features, got {n_positions} with {n_features}")
