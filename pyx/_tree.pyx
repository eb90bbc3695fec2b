# cython: language_level=3
"""A tree of positions that grows by batches of leaves, for evaluations that want many at once.

Compiled once, for any processor: the evaluation takes the time.
"""

include "tree.pxi"
