# cython: language_level=3
"""The engine's core, compiled once for each instruction set (othello/_isas.py)."""

include "build_info.pxi"
include "core.pxi"
