# cython: language_level=3
"""The engine's core, compiled for x86-64-v4 (AVX-512)."""

ISA = "v4"

include "build_info.pxi"
include "core.pxi"
