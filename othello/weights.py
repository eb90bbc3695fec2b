"""Files of evaluation weights: read, check and write them, and load the shipped one.

A file has these parts; all numbers are little-endian:

=========  =====================================================================
8 bytes    ``OTHELLOW``
uint32     version of this format, 3
uint32     length of the header
uint32     length of the body
header     JSON: `patterns` (the patterns and phases that the weights are for), `probcut`
           (coefficients of `probcut.Model`; the default model if missing), `factors` (for each
           phase, how many factors its rows have), `provenance` (how the weights were made)
body       first, compressed by zlib, a bit for each row of each phase, set if the row is not
           zero; the phase with the fewest empties comes first, symmetric rows are one. Then
           the rows that are not zero, uncompressed as they hardly compress: an int16 weight
           in 1/128 disc, then int8 factors
uint32     CRC-32 of all bytes before it
=========  =====================================================================

Files of version 2, without `factors` in the header, have six factors in each row.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from pathlib import Path
from typing import Any, NamedTuple

from othello._core import core
from othello.errors import WeightsError, quote
from othello.files.access import reading
from othello.probcut import DEFAULT_MODEL, Model, load_model, read_model

__all__ = [
    "DEFAULT_WEIGHTS",
    "Weights",
    "checksum_in",
    "default_weights",
    "load_default",
    "load_shipped",
    "load_weights",
    "read_weights",
    "read_weights_file",
    "use_weights",
    "zero_factors",
]

MAGIC = b"OTHELLOW"
VERSION = 3
VERSION_OF_SIX_FACTORS = 2
START = struct.Struct("<8sIII")
CHECKSUM = struct.Struct("<I")

#: Bytes that are read of a file at most; weights files are smaller, ``/dev/zero`` never ends.
MOST_BYTES = 1 << 28

#: The shipped file, in the package's folder `data`.
DEFAULT_WEIGHTS = "weights.bin"


class Weights(NamedTuple):
    """The contents of a weights file.

    Attributes
    ----------
    values : array of 16-bit integers
        `core.PATTERN_WEIGHTS` weights for each of `core.PATTERN_PHASES` phases.
    factors : array of 8-bit integers
        `core.PATTERN_FACTORS` for each weight.
    provenance : dict
        How the weights were made: data, command, held-out error of each phase.
    probcut : probcut.Model
        The model of how far shallow searches with these weights differ from deep ones.
    """

    values: array[int]
    factors: array[int]
    provenance: dict[str, Any]
    probcut: Model = DEFAULT_MODEL

    def to_bytes(self) -> bytes:
        """Return the contents of the weights file."""
        import json

        bits, counts, rows = core.pack_rows(self.values, self.factors)
        header = {
            "patterns": pattern_set(),
            "probcut": self.probcut._asdict(),
            "factors": list(counts),
            "provenance": self.provenance,
        }
        text = json.dumps(header, sort_keys=True).encode()
        body = zlib.compress(bits, 9) + rows
        contents = START.pack(MAGIC, VERSION, len(text), len(body)) + text + body
        return contents + CHECKSUM.pack(zlib.crc32(contents))


def pattern_set() -> dict[str, Any]:
    """Return the patterns and phases, on which the numbering of the weights depends."""
    return {
        "squares": list(core.PATTERNS),
        "scalars": list(core.PATTERN_SCALARS),
        "phases": core.PATTERN_PHASES,
        "empties_per_phase": core.PATTERN_PHASE_EMPTIES,
    }


def read_weights(contents: bytes, name: str = "weights") -> Weights:
    """Return the weights in a file's `contents`.

    Parameters
    ----------
    contents : bytes
        The whole file.
    name : str
        The file's name in errors.

    Raises
    ------
    WeightsError
        If it is no weights file, is damaged or cut short, or was made for other patterns.
    """
    packed = read_packed(contents, name)
    values = array("h", [0]) * (core.PATTERN_PHASES * core.PATTERN_WEIGHTS)
    factors = zero_factors()
    try:
        core.unpack_rows(packed.bits, packed.counts, packed.rows, values, factors)
    except ValueError as error:
        raise WeightsError(f"{name} is malformed: {error}") from None
    return Weights(values, factors, packed.provenance, packed.probcut)


class Packed(NamedTuple):
    """The parts of a weights file, its rows still packed as `core.pack_rows` returns them."""

    bits: bytes
    counts: bytes
    rows: bytes
    provenance: dict[str, Any]
    probcut: Model


def read_packed(contents: bytes, name: str) -> Packed:
    """Return the parts of a file; its rows are not checked. Raises as `read_weights` does."""
    import json

    if contents[: len(MAGIC)] != MAGIC:
        start = quote(bytes(contents[: len(MAGIC)]))
        raise WeightsError(f"{name} is no weights file: it begins with {start}, not {MAGIC!r}")
    if len(contents) < START.size:
        raise WeightsError(f"{name} is cut short: {len(contents)} bytes")
    _, version, header_size, body_size = START.unpack_from(contents)
    if version not in (VERSION_OF_SIX_FACTORS, VERSION):
        raise WeightsError(
            f"{name} has version {version} of the format, expected {VERSION_OF_SIX_FACTORS} or "
            f"{VERSION}"
        )
    expected = START.size + header_size + body_size + CHECKSUM.size
    if len(contents) != expected:
        raise WeightsError(f"{name} has {len(contents)} bytes, expected {expected}")
    end = expected - CHECKSUM.size
    view = memoryview(contents)  # slices of it are no copies
    if (checksum := zlib.crc32(view[:end])) != CHECKSUM.unpack_from(contents, end)[0]:
        raise WeightsError(f"{name} is damaged: its checksum is not {checksum:08x}")
    try:
        header = json.loads(contents[START.size : START.size + header_size])
        patterns, provenance = header["patterns"], header["provenance"]
        probcut = read_model(header["probcut"]) if "probcut" in header else DEFAULT_MODEL
        six = [6] * core.PATTERN_PHASES
        counts = bytes(six if version == VERSION_OF_SIX_FACTORS else header["factors"])
        bits, rows = unpacked(view[START.size + header_size : end])
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error) as error:
        raise WeightsError(f"{name} is malformed: {error!r}") from None
    if patterns != pattern_set():
        found = quote(json.dumps(patterns))
        raise WeightsError(f"{name} is for other patterns than this version's: {found}")
    return Packed(bits, counts, rows, provenance, probcut)


def unpacked(body: memoryview) -> tuple[bytes, bytes]:
    """Return the decompressed first part of a file's body, and the bytes after it.

    Raises
    ------
    ValueError
        If the first part is longer than a bit for each row. A small file could fill the memory.
    """
    size = (core.PATTERN_PHASES * core.PATTERN_WEIGHTS + 7) // 8
    stream = zlib.decompressobj()
    contents = stream.decompress(body, size + 1)
    if len(contents) > size:
        raise ValueError(f"it unpacks to more than {size} bytes")
    return contents, stream.unused_data


def zero_factors() -> array[int]:
    """Return factors that are all zero, for an evaluation with weights only."""
    return array("b", [0]) * (core.PATTERN_PHASES * core.PATTERN_WEIGHTS * core.PATTERN_FACTORS)


def load_weights(path: str | Path) -> dict[str, Any]:
    """Read a weights file and use its weights from now on, in the whole process.

    Returns
    -------
    dict
        The weights' provenance.

    Raises
    ------
    WeightsError
        If the file cannot be used; the weights loaded before stay.
    """
    weights = read_weights_file(path)
    use_weights(weights)
    return weights.provenance


def read_weights_file(path: str | Path) -> Weights:
    """Return the weights in a file.

    Raises
    ------
    WeightsError
        If the file cannot be used.
    """
    return read_weights(read_contents(path), str(path))


def read_contents(path: str | Path) -> bytes:
    """Return the contents of a file, at most `MOST_BYTES` of them."""
    with reading(path) as file:
        return file.read(MOST_BYTES)


def checksum_in(contents: bytes) -> str:
    """Return the checksum at the end of a file of weights, in hexadecimal."""
    return f"{CHECKSUM.unpack_from(contents, len(contents) - CHECKSUM.size)[0]:08x}"


def use_weights(weights: Weights, into: Any = core) -> None:
    """Make the core `into` evaluate and prune with `weights` from now on."""
    into.load_weights(weights.values, weights.factors)
    load_model(weights.probcut, into)


def load_default(into: Any = core) -> None:
    """Load the shipped weights, unless some are loaded already.

    Parameters
    ----------
    into : module
        The compiled core that gets the weights.
    """
    if not into.weights_loaded():
        load_shipped(into)


def load_shipped(into: Any = core) -> None:
    """Use the shipped weights from now on, whatever weights were loaded before."""
    # Packed: unpacked rows would take 33 MB more for a moment.
    packed = read_packed(shipped_contents(), f"the package's {DEFAULT_WEIGHTS}")
    into.load_packed(packed.bits, packed.counts, packed.rows)
    load_model(packed.probcut, into)


def default_weights() -> Weights:
    """Return the shipped weights."""
    return read_weights(shipped_contents(), f"the package's {DEFAULT_WEIGHTS}")


def shipped_contents() -> bytes:
    """Return the contents of the shipped weights file."""
    # `importlib.resources` also reads a package that is in a zip file.
    from importlib.resources import files

    return files("othello").joinpath("data", DEFAULT_WEIGHTS).read_bytes()
