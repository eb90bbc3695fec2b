# cython: language_level=3
"""Fitting the pattern evaluation, and the model of what people play.

Compiled once, for any processor: it works on lists of features, generates no moves, and is limited
by the speed of memory.
"""

include "regression.pxi"
include "factors.pxi"
include "choices.pxi"
