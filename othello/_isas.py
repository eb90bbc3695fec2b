"""The instruction sets that the core is compiled for: one table for the build and for the choice.

`tools/build_ext.py` reads it without importing the package.
"""

from typing import NamedTuple


class InstructionSet(NamedTuple):
    """A variant of the core, `_core_NAME`: its compiler flags, and the processor that it needs."""

    name: str
    machine: str | None  # the only one it is for; None for all
    kernels: tuple[str, ...]  # folders of pyx/kernels/: the first that has a file counts
    flags: tuple[str, ...]  # of GCC and Clang
    msvc_flags: tuple[str, ...]
    level: int  # of that machine, that the processor must have (`_cpu.level`)


#: The instruction sets; each for one machine is a superset of the one before.
TABLE = (
    InstructionSet("generic", None, ("scalar",), (), (), 0),
    # MSVC needs no flag: it accepts the intrinsics of v2 on every x64.
    InstructionSet("v2", "x86_64", ("scalar",), ("-march=x86-64-v2",), (), 2),
    InstructionSet("v3", "x86_64", ("avx2",), ("-march=x86-64-v3",), ("/arch:AVX2",), 3),
    # With 512 bits the look-ups of patterns are no faster: they are those of AVX2.
    InstructionSet("v4", "x86_64", ("avx512", "avx2"), ("-march=x86-64-v4",), ("/arch:AVX512",), 4),
    # Every 64-bit Arm processor has NEON, and compilers use it without a flag.
    InstructionSet("neon", "aarch64", ("neon", "scalar"), (), (), 1),
    # WebAssembly. Its shifts are the same in all lanes, so moves and flips are the plain ones.
    InstructionSet("simd128", "wasm32", ("wasm", "scalar"), ("-msimd128",), (), 1),
)
