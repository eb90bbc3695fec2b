"""Weights files: what is written is read, and what is damaged is refused."""

import json
import os
import struct
import zipfile
import zlib
from array import array
from importlib.resources import files
from pathlib import Path

import pytest
from support.scripts import output_of
from support.systems import POSIX
from support.weights_files import parts, with_checksum, with_parts

import othello
from othello._core import core
from othello.errors import FileError, OthelloError, WeightsError
from othello.weights import DEFAULT_WEIGHTS, Weights, load_weights, read_weights
from othello.weights.file import START

MEGABYTE = 2**20


@pytest.fixture(scope="module")
def shipped() -> bytes:
    return files("othello").joinpath("data", DEFAULT_WEIGHTS).read_bytes()


@pytest.fixture(scope="module")
def header(shipped: bytes) -> bytes:
    """The header of the shipped file."""
    return json.dumps(parts(shipped)[0]).encode()


def test_shipped_file(shipped: bytes) -> None:
    assert len(shipped) <= 12 * MEGABYTE
    weights = read_weights(shipped)
    assert sorted(map(int, weights.provenance["phases"])) == list(range(core.PATTERN_PHASES))
    assert weights.provenance["command"]
    assert weights.provenance["data"]
    size = core.PATTERN_WEIGHTS
    for phase in range(core.PATTERN_PHASES):
        assert any(weights.values[phase * size : (phase + 1) * size]), phase


def test_round_trip() -> None:
    count = core.PATTERN_PHASES * core.PATTERN_WEIGHTS
    values = (array("h", range(-32768, 32768)) * (count // 65536 + 1))[:count]
    count *= core.PATTERN_FACTORS
    factors = (array("b", range(-128, 128)) * (count // 256 + 1))[:count]
    again = read_weights(Weights(values, factors, {"seed": 1}).to_bytes())
    assert again.values == values
    assert again.factors == factors
    assert again.provenance == {"seed": 1}


def test_truncated_or_longer(shipped: bytes) -> None:
    for size in (0, 7, 12, 19, 20, 1000, -1):
        with pytest.raises(WeightsError):
            read_weights(shipped[:size])
    with pytest.raises(WeightsError, match=rf"{len(shipped) + 1} bytes, expected {len(shipped)}"):
        read_weights(shipped + b"\0")


@pytest.mark.parametrize("place", [30, 1000, 100_000, -1])
def test_damaged(shipped: bytes, place: int) -> None:
    damaged = bytearray(shipped)
    damaged[place] ^= 4
    with pytest.raises(WeightsError, match="name.bin is damaged: its checksum is not"):
        read_weights(bytes(damaged), "name.bin")


def test_foreign_and_of_a_future_version(shipped: bytes) -> None:
    with pytest.raises(WeightsError, match=r"begins with b'PK.*', not b'OTHELLOW'"):
        read_weights(b"PK\3\4" + bytes(100))
    contents = bytearray(shipped)
    contents[8] = 99
    with pytest.raises(WeightsError, match="version 99 of the format, expected 2 or 3"):
        read_weights(with_checksum(bytes(contents)))


def test_rows_for_other_patterns_than_the_header_says(shipped: bytes) -> None:
    contents = shipped.replace(b"a5b6c7d8", b"a1b2c3d4", 1)
    with pytest.raises(WeightsError, match="is malformed: .*bytes of bits"):
        read_weights(with_checksum(contents))


def test_header_and_body_that_are_none(header: bytes) -> None:
    for text in (b"{", b"[]", b"{}", b"\xff"):
        with pytest.raises(WeightsError):
            read_weights(with_parts(text, b""))
    for body in (b"", b"no zlib"):
        with pytest.raises(WeightsError):
            read_weights(with_parts(header, body))
    for n_bytes in (1, 4, 200):
        with pytest.raises(WeightsError, match="bytes of bits"):
            read_weights(with_parts(header, zlib.compress(bytes(n_bytes))))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("factors", 10**12), ("factors", 10**400), ("factors", [6]), ("factors", [10**400] * 60),
        ("factors", "6"), ("provenance", 5),
        ("patterns", {"squares": ["a1b1c1d1e1f1g1h1a2b2c2d2"]}),
        ("probcut", {"search": [10**400, 0, 0, 0], "solve": [0, 0, 0, 0]}), ("probcut", [1]),
        ("probcut", {"search": [1e308, 1e308, -1e308, 0], "solve": [0, 0, 0, 0]}),
    ],
)  # fmt: skip
def test_a_header_with_absurd_values(header: bytes, key: str, value: object) -> None:
    changed = json.dumps({**json.loads(header), key: value}).encode()
    with pytest.raises(WeightsError, match=r"^name\.bin ") as caught:
        read_weights(with_parts(changed, zlib.compress(bytes(9))), "name.bin")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("sizes", [(2**32 - 1, 2**32 - 1), (1 << 28, 8), (20, 2**32 - 1)])
def test_a_file_that_states_more_than_there_may_be(tmp_path: Path, sizes: tuple[int, int]) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(START.pack(b"OTHELLOW", 3, *sizes) + bytes(100))
    with pytest.raises(WeightsError, match=r"weights\.bin states \d+ bytes: expected"):
        load_weights(path)


def test_load(tmp_path: Path, shipped: bytes) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(shipped)
    provenance = load_weights(path)
    assert core.weights_loaded()
    assert provenance["command"]
    board = othello.Board.from_moves("f5d6c3d3c4")
    before = core.evaluate(board.player, board.opponent)
    path.write_bytes(shipped[:-1])
    with pytest.raises(OthelloError, match=r"weights\.bin has"):
        load_weights(path)
    assert core.evaluate(board.player, board.opponent) == before


def test_found_in_a_zipped_package(tmp_path: Path) -> None:
    """Compiled modules are not imported from zip files, so only the data come from one."""
    package = tmp_path / "package.zip"
    root = Path(othello.__file__).parent
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr("packed/__init__.py", "")
        archive.write(root / "data" / DEFAULT_WEIGHTS, f"packed/data/{DEFAULT_WEIGHTS}")
    program = (
        f"import sys; sys.path.insert(0, {str(package)!r})\n"
        "from importlib.resources import files\n"
        "import othello.weights as w\n"
        f"print(len(w.read_weights(files('packed').joinpath('data', {DEFAULT_WEIGHTS!r})"
        ".read_bytes()).values))"
    )
    expected = f"{core.PATTERN_PHASES * core.PATTERN_WEIGHTS}\n"
    assert output_of(program, cwd=tmp_path) == expected


def test_loading_imports_nothing_slow(tmp_path: Path) -> None:
    program = (
        "import sys, othello.weights as w\n"
        "w.load_default(); w.load_default()\n"
        "slow = {'numpy', 'importlib.resources', 'tempfile', 'zipfile'}\n"
        "print(w.in_use.core.weights_loaded(), not slow.isdisjoint(sys.modules))"
    )
    assert output_of(program, cwd=tmp_path) == "True False\n"


def test_packed_rows_that_do_not_fit_their_bits() -> None:
    n_rows = core.PATTERN_PHASES * core.PATTERN_WEIGHTS
    weights, factors = array("h", [0]) * n_rows, array("b", [0]) * (n_rows * core.PATTERN_FACTORS)
    weights[3] = -2
    factors[5 * core.PATTERN_FACTORS] = -7
    bits, counts, rows = core.pack_rows(weights, factors)
    assert bits[0] == 1 << 3 | 1 << 5 and not any(bits[1:])
    assert list(counts) == [1] + [0] * (core.PATTERN_PHASES - 1)
    assert list(rows) == [254, 255, 0, 0, 0, 249]
    found = array("h", [0]) * n_rows, array("b", [0]) * len(factors)
    core.unpack_rows(bits, counts, rows, *found)
    assert found == (weights, factors)
    with pytest.raises(ValueError, match="expected 6 bytes of rows, got 5"):
        core.unpack_rows(bits, counts, rows[:-1], *found)
    with pytest.raises(ValueError, match="bytes of bits"):
        core.unpack_rows(bits[:-1], counts, rows, *found)
    with pytest.raises(ValueError, match="expected 12 numbers of factors, got 11"):
        core.unpack_rows(bits, counts[:-1], rows, *found)
    too_many = bytes([core.PATTERN_FACTORS + 1]) * core.PATTERN_PHASES
    with pytest.raises(ValueError, match=f"at most {core.PATTERN_FACTORS} factors in a row"):
        core.unpack_rows(bits, too_many, rows, *found)


def test_a_file_of_six_factors(header: bytes) -> None:
    """Version 2 of the format, which had no other number."""
    described = json.loads(header)
    del described["factors"]
    n_rows = core.PATTERN_PHASES * core.PATTERN_WEIGHTS
    bits = bytes([1]) + bytes((n_rows + 7) // 8 - 1)
    row = struct.pack("<h6b", -300, 1, -2, 3, -4, 5, -6)
    read = read_weights(with_parts(json.dumps(described).encode(), zlib.compress(bits) + row, 2))
    assert read.values[0] == -300 and not any(read.values[1:])
    assert list(read.factors[: core.PATTERN_FACTORS]) == [1, -2, 3, -4, 5, -6, *[0] * 8]


def test_a_small_file_that_unpacks_to_much(header: bytes) -> None:
    """Refused before the memory is taken: here 256 MB, from 0.3 MB."""
    resource = pytest.importorskip("resource")
    packer = zlib.compressobj()
    body = b"".join(packer.compress(bytes(1 << 20)) for _ in range(256)) + packer.flush()
    bomb = with_parts(header, body)
    assert len(bomb) < 1 << 19
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(WeightsError, match="unpacks to more than"):
        read_weights(bomb)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kB


def test_a_deep_header() -> None:
    deep = b'{"provenance": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    with pytest.raises(WeightsError, match="is malformed: RecursionError"):
        read_weights(with_parts(deep, b""))


@POSIX
def test_paths_that_are_no_files(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(WeightsError, match="fifo is no weights file"):
        load_weights(fifo)
    with pytest.raises(WeightsError, match="/dev/zero is no weights file"):
        load_weights("/dev/zero")
    with pytest.raises(OthelloError, match="null byte"):
        load_weights("a\0b")
    for error in (FileNotFoundError, FileError):
        with pytest.raises(error, match="none: No such file"):
            load_weights(tmp_path / "none")
    with pytest.raises(FileError, match="Is a directory"):
        load_weights(tmp_path)
    with pytest.raises(OthelloError, match="invalid path 5: expected the name of a file"):
        load_weights(5)  # type: ignore[arg-type]
