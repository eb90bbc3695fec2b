# cython: language_level=3
"""Fitting the pattern evaluation: sums over positions, and gradient descent.

Compiled once, for any processor: it works on lists of features, generates no moves, and is limited
by the speed of memory.
"""

include "regression.pxi"
include "factors.pxi"
