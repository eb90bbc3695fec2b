# cython: language_level=3
"""The engine's core, compiled once for each instruction set (othello/_isas.py)."""

include "variant.pxi"
include "position.pxi"
include "features.pxi"
include "batch.pxi"
include "games.pxi"
include "sampling.pxi"
include "plain_search.pxi"
include "solving.pxi"
include "searched.pxi"
