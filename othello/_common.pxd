"""What other compiled modules, and the files of `_common`, use of it."""

from libc.stdint cimport int32_t, uint64_t

from pattern cimport PatternWeights
from probcut cimport Sigmas


cdef int launch(int threads) except 0
cdef const int32_t* canonical_numbering()


cdef class _OneUser:
    cdef int busy               # a flag

    cdef begin(self)
    cdef void end(self) noexcept


cdef class _Loaded:
    cdef object tables                  # _PatternTables, or None until some weights are loaded
    cdef PatternWeights weights         # where the tables are
    cdef Sigmas sigmas                  # ProbCut's; zero until some are loaded
    cdef uint64_t number                # another one for each; they count up


cdef _Loaded loaded()
cdef _Loaded loaded_for(str evaluation)


cdef inline const PatternWeights* weights_of(_Loaded used, str evaluation):
    """The weights of the evaluation by patterns, NULL for the classic one."""
    return &used.weights if evaluation == "pattern" else NULL
