# cython: language_level=3
"""The engine's core, compiled for x86-64-v2 (SSE4.2, popcnt)."""

ISA = "v2"

include "build_info.pxi"
include "core.pxi"
