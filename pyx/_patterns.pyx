# cython: language_level=3, binding=False, embedsignature=True, embedsignature.format=clinic
"""The pattern evaluation for sets of squares of one's own.

Compiled once, for any processor. The sets that are shipped are compiled into the core, and faster.
"""

include "pattern_set.pxi"
include "own_patterns.pxi"
