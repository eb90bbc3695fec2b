# cython: language_level=3
"""The engine's core, compiled for any processor, plain C."""

ISA = "generic"

include "build_info.pxi"
include "core.pxi"
