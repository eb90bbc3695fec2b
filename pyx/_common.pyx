# cython: language_level=3
"""What the variants of the core share: threads, the weights in use, and the searcher.

Compiled once, for any processor. What takes a search's time is in the variants: a searcher calls it
by the pointers of a `Variant`.
"""

include "one_user.pxi"
include "build_info.pxi"
include "packing.pxi"
include "weights.pxi"
include "tuning.pxi"
include "workers.pxi"
include "searcher.pxi"
