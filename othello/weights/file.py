"""Files of evaluation weights: read, check and write them.

A file has these parts; all numbers are little-endian:

=========  =====================================================================
8 bytes    ``OTHELLOW``
uint32     version of this format, 3
uint32     length of the header
uint32     length of the body
header     JSON: `patterns` (the patterns and phases that the weights are for: the shipped
           patterns or others), `probcut` (coefficients of `probcut.Model`; the default model
           if missing), `factors` (for each phase, how many factors its rows have),
           `provenance` (how the weights were made)
body       first, compressed by zlib, a bit for each row of each phase, set if the row is not
           zero; the phase with the fewest empties comes first, symmetric rows are one
           (`patterns.pattern_set` numbers them). Then the rows that are not zero,
           uncompressed as they hardly compress: an int16 weight in 1/128 disc, then int8
           factors
uint32     CRC-32 of all bytes before it
=========  =====================================================================

Files of version 2, without `factors` in the header, have six factors in each row.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from typing import Any, NamedTuple

from othello._core import core
from othello.errors import WeightsError, counted, quote
from othello.files.access import FilePath, reading
from othello.files.shipped import shipped
from othello.weights.probcut import DEFAULT_MODEL, Model, read_model

MAGIC = b"OTHELLOW"
VERSION = 3
VERSION_OF_SIX_FACTORS = 2
START = struct.Struct("<8sIII")
CHECKSUM = struct.Struct("<I")

#: Bytes of a file at most, and those that are read at once; weights files are smaller.
MOST_BYTES = 1 << 28
PART_BYTES = 1 << 20

#: The shipped file, in the package's folder `data`.
DEFAULT_WEIGHTS = "weights.bin"


class Weights(NamedTuple):
    """The contents of a weights file.

    Attributes
    ----------
    values : array of 16-bit integers
        `rows_of_phase(patterns)` weights for each of `core.PATTERN_PHASES` phases.
    factors : array of 8-bit integers
        `core.PATTERN_FACTORS` for each weight.
    provenance : dict
        How the weights were made: data, command, held-out error of each phase.
    probcut : probcut.Model
        The model of how far shallow searches with these weights differ from deep ones.
    patterns : tuple of str
        The squares of each pattern; by default those that the core is compiled for.
    """

    values: array[int]
    factors: array[int]
    provenance: dict[str, Any]
    probcut: Model = DEFAULT_MODEL
    patterns: tuple[str, ...] = core.PATTERNS

    def to_bytes(self) -> bytes:
        """Return the contents of the weights file."""
        import json

        bits, counts, rows = core.pack_rows(self.values, self.factors)
        header = {
            "patterns": described(self.patterns),
            "probcut": self.probcut._asdict(),
            "factors": list(counts),
            "provenance": self.provenance,
        }
        text = json.dumps(header, sort_keys=True).encode()
        body = zlib.compress(bits, 9) + rows
        contents = START.pack(MAGIC, VERSION, len(text), len(body)) + text + body
        return contents + CHECKSUM.pack(zlib.crc32(contents))


def described(patterns: tuple[str, ...]) -> dict[str, Any]:
    """Return patterns and phases, on which the numbering of the weights depends, for a header."""
    return {
        "squares": list(patterns),
        "scalars": list(core.PATTERN_SCALARS),
        "phases": core.PATTERN_PHASES,
        "empties_per_phase": core.PATTERN_PHASE_EMPTIES,
    }


def rows_of_phase(patterns: tuple[str, ...]) -> int:
    """Return how many weights a phase has.

    >>> rows_of_phase(core.PATTERNS) == core.PATTERN_WEIGHTS
    True
    >>> rows_of_phase(("a1",)) - rows_of_phase(("a1", "b1"))  # empty, own, the other's
    -3
    """
    if patterns == core.PATTERNS:
        return core.PATTERN_WEIGHTS
    from othello.weights.patterns import pattern_set  # as in all of this module: few need it

    return pattern_set(patterns).n_rows


def read_weights(contents: bytes, name: str = "weights") -> Weights:
    """Return the weights in a file's `contents`; `name` is the file's name in errors.

    Raises
    ------
    WeightsError
        If it is no weights file, is damaged or cut short, or was made for other phases.
    """
    packed = read_packed(contents, name)
    n_rows = rows_of_phase(packed.patterns)
    values = array("h", [0]) * (core.PATTERN_PHASES * n_rows)
    factors = zero_factors(n_rows)
    try:
        core.unpack_rows(packed.bits, packed.counts, packed.rows, values, factors)
    except ValueError as error:
        raise WeightsError(f"{name} is malformed: {error}") from None
    return Weights(values, factors, packed.provenance, packed.probcut, packed.patterns)


class Packed(NamedTuple):
    """The parts of a weights file, its rows still packed as `core.pack_rows` returns them."""

    bits: bytes
    counts: bytes
    rows: memoryview
    provenance: dict[str, Any]
    probcut: Model
    patterns: tuple[str, ...]


def read_packed(contents: bytes, name: str) -> Packed:
    """Return the parts of a file; its rows are not checked. Raises as `read_weights` does."""
    import json

    if contents[: len(MAGIC)] != MAGIC:
        start = quote(bytes(contents[: len(MAGIC)]))
        raise WeightsError(f"{name} is no weights file: it begins with {start}, not {MAGIC!r}")
    if len(contents) < START.size:
        raise WeightsError(f"{name} is cut short: {counted(len(contents), 'byte')}")
    _, version, header_size, body_size = START.unpack_from(contents)
    if version not in (VERSION_OF_SIX_FACTORS, VERSION):
        raise WeightsError(
            f"{name} has version {version} of the format, expected {VERSION_OF_SIX_FACTORS} or "
            f"{VERSION}"
        )
    expected = START.size + header_size + body_size + CHECKSUM.size
    if len(contents) != expected:
        raise WeightsError(f"{name} has {counted(len(contents), 'byte')}, expected {expected}")
    end = expected - CHECKSUM.size
    view = memoryview(contents)  # slices of it are no copies
    if (checksum := zlib.crc32(view[:end])) != CHECKSUM.unpack_from(contents, end)[0]:
        raise WeightsError(f"{name} is damaged: its checksum is not {checksum:08x}")
    try:
        header = json.loads(contents[START.size : START.size + header_size])
        provenance = header["provenance"]
        patterns = patterns_in(header["patterns"], name)
        probcut = read_model(header["probcut"]) if "probcut" in header else DEFAULT_MODEL
        six = [6] * core.PATTERN_PHASES
        counts = bytes([*(six if version == VERSION_OF_SIX_FACTORS else header["factors"])])
        if len(counts) != core.PATTERN_PHASES or not isinstance(provenance, dict):
            raise ValueError(f"expected factors of {core.PATTERN_PHASES} phases, and a provenance")
        bits, rows = unpacked(view[START.size + header_size : end], rows_of_phase(patterns))
    except WeightsError:
        raise
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, zlib.error) as error:
        raise WeightsError(f"{name} is malformed: {error!r}") from None
    return Packed(bits, counts, rows, provenance, probcut, patterns)


def patterns_in(found: Any, name: str) -> tuple[str, ...]:
    """Return the patterns that a header describes.

    Raises WeightsError if there are none, or if the phases are not those of this version.
    """
    import json

    squares = found.get("squares") if isinstance(found, dict) else None
    if not isinstance(squares, list) or found != described(tuple(squares)):
        raise WeightsError(
            f"{name} is for other phases than this version's: {quote(json.dumps(found))}"
        )
    if tuple(squares) == core.PATTERNS:
        return core.PATTERNS
    from othello.weights.patterns import checked_patterns

    texts = enumerate(map(str, squares), 1)
    return checked_patterns(((f"{name}, pattern {n}", text) for n, text in texts), name)


def unpacked(body: memoryview, n_rows: int) -> tuple[bytes, memoryview]:
    """Return the decompressed first part of a body with `n_rows` a phase, and the bytes after it.

    Raises ValueError if the first part is longer than a bit for each row: a small file could fill
    the memory.
    """
    size = (core.PATTERN_PHASES * n_rows + 7) // 8
    stream = zlib.decompressobj()
    start = body[: size + size // 1000 + 64]  # zlib never writes more; what it leaves it copies
    contents = stream.decompress(start, size + 1)
    if len(contents) > size:
        raise ValueError(f"it unpacks to more than {size} bytes")
    return contents, body[len(start) - len(stream.unused_data) :]


def zero_factors(n_rows: int = core.PATTERN_WEIGHTS) -> array[int]:
    """Return factors that are all zero, for an evaluation of `n_rows` weights a phase only."""
    return array("b", [0]) * (core.PATTERN_PHASES * n_rows * core.PATTERN_FACTORS)


def read_weights_file(path: FilePath) -> Weights:
    """Return the weights in a file; raise WeightsError if it cannot be used."""
    return read_weights(read_contents(path), str(path))


def read_contents(path: FilePath) -> bytes:
    """Return the contents of a file, but not more than its first bytes say it has, and one byte.

    Raises WeightsError if that is more than `MOST_BYTES`.
    """
    with reading(path) as file:
        start = file.read(START.size)
        if len(start) < START.size or not start.startswith(MAGIC):
            return start
        _, _, header_size, body_size = START.unpack(start)
        rest = header_size + body_size + CHECKSUM.size
        if rest > MOST_BYTES:
            raise WeightsError(f"{path} states {rest} bytes: expected {MOST_BYTES} at most")
        parts = [start]
        while rest >= 0 and (part := file.read(min(rest + 1, PART_BYTES))):
            parts.append(part)
            rest -= len(part)
        return b"".join(parts)


def checksum_in(contents: bytes) -> str:
    """Return the checksum at the end of a file of weights, in hexadecimal."""
    return f"{CHECKSUM.unpack_from(contents, len(contents) - CHECKSUM.size)[0]:08x}"


def default_weights() -> Weights:
    """Return the shipped weights."""
    return read_weights(shipped_contents(), f"the package's {DEFAULT_WEIGHTS}")


def shipped_contents() -> bytes:
    """Return the contents of the shipped weights file."""
    return shipped(DEFAULT_WEIGHTS)
