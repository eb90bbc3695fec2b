"""A table that several searchers share, as processes do: what they find, and what they may not."""

import mmap
import os
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from support.endgames import FFO_1_19

from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="no memfd_create")

MB = 1 << 20
ENDGAME = FFO_1_19[17].board
"""Takes some 130,000 nodes."""


@pytest.fixture
def files() -> Iterator[Callable[[int], int]]:
    """A function that makes a file without a name, of so many bytes, and returns its descriptor."""
    made: list[int] = []

    def make(n_bytes: int) -> int:
        made.append(os.memfd_create("table"))
        os.ftruncate(made[-1], n_bytes)
        return made[-1]

    yield make
    for descriptor in made:
        os.close(descriptor)


def sharing(descriptor: int) -> Engine:
    engine = Engine(hash_mb=2)
    engine.share_table(descriptor)
    return engine


def test_what_one_finds_all_know(files: Callable[[int], int]) -> None:
    table = files(MB)
    with sharing(table) as one, sharing(table) as other, Engine(hash_mb=1) as alone:
        expected = alone.solve(ENDGAME)
        first, again = one.solve(ENDGAME), other.solve(ENDGAME)
        assert one.hash_mb == other.hash_mb == 1
        assert first.score == again.score == expected.score
        assert first.nodes == expected.nodes, "with an empty table it is as one's own"
        assert again.nodes < first.nodes / 5


def test_clearing_is_for_all_and_a_new_size_for_one(files: Callable[[int], int]) -> None:
    table = files(MB)
    with sharing(table) as one, sharing(table) as other, sharing(table) as third:
        cold = one.solve(ENDGAME).nodes
        one.hash_mb = 2
        one.clear()
        assert one.solve(ENDGAME).nodes == cold
        assert other.solve(ENDGAME).nodes < cold / 5, "the others have theirs still"
        other.clear()
        assert third.solve(ENDGAME).nodes == cold


def test_a_table_outlives_its_descriptor(files: Callable[[int], int]) -> None:
    descriptor = os.dup(files(MB))
    with sharing(descriptor) as one:
        os.close(descriptor)
        one.allocate()
        assert one.solve(ENDGAME).exact


def test_half_written_entries_are_not_found(files: Callable[[int], int]) -> None:
    """What a process leaves that is killed in the middle of a store: one word old and one new."""
    table = files(MB)
    with sharing(table) as one, sharing(table) as other:
        expected = one.solve(ENDGAME)
        with mmap.mmap(table, MB) as memory:
            words = np.frombuffer(memory, np.uint64).reshape(-1, 2)  # key and data
            written = np.flatnonzero(words[:, 1])
            assert len(written) > 100
            others = words[np.roll(written, 1), 1]
            others[others == words[written, 1]] ^= np.uint64(1)  # whole entries otherwise
            words[written, 1] = others
            del words
        found = other.solve(ENDGAME)
        assert found.score == expected.score
        # As much work as with an empty table: but for which entries give way to new ones.
        assert abs(found.nodes - expected.nodes) < 0.02 * expected.nodes


def test_positions_with_more_empties_are_kept(files: Callable[[int], int]) -> None:
    """Another process may be searching them: in a table of one's own they are replaced first."""
    start, later = Board(), Board.from_moves("f5f6e6f4e3")
    with Engine(hash_mb=1) as alone, sharing(files(MB)) as one:
        again = []
        for engine in (alone, one):
            first = engine.search(start, depth=9).nodes
            engine.search(later, depth=13)
            again.append(engine.search(start, depth=9).nodes / first)
    in_its_own, shared = again
    assert shared < 0.5 * in_its_own


@pytest.mark.parametrize("n_bytes", [0, 100, MB // 2, 3 * MB, MB + 4096])
def test_files_of_another_size(files: Callable[[int], int], n_bytes: int) -> None:
    table = files(n_bytes)
    with Engine(hash_mb=1) as engine:
        reason = f"no table in descriptor {table}: a file of {n_bytes} bytes, expected a power of"
        with pytest.raises(InvalidOption, match=reason):
            engine.share_table(table)
        assert engine.hash_mb == 1 and engine.solve(ENDGAME).exact, "the table is the old one"


def test_descriptors_that_cannot_be_used(files: Callable[[int], int]) -> None:
    read_only = os.open(f"/proc/self/fd/{files(MB)}", os.O_RDONLY)
    closed = os.dup(files(MB))
    os.close(closed)
    with Engine(hash_mb=1) as engine:
        with pytest.raises(InvalidOption, match=f"no table in descriptor {closed}: Bad file"):
            engine.share_table(closed)
        with pytest.raises(InvalidOption, match=f"descriptor {read_only}: Permission denied"):
            engine.share_table(read_only)
        assert engine.solve(ENDGAME).exact, "the table is the old one"
    os.close(read_only)
