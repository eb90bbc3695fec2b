# cython: language_level=3
"""The engine's core, compiled for x86-64-v3 (AVX2, BMI)."""

ISA = "v3"

include "build_info.pxi"
include "core.pxi"
