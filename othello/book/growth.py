"""Growing a book by drop-out expansion: where leaving the book costs least, it is extended first.

The method is M. Buro's, "Toward opening book learning" (1999), with T. R. Lincke's priorities,
"Strategies for the automatic construction of opening books" (2000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from queue import SimpleQueue

from othello.board import Board
from othello.book.file import BookFile
from othello.book.graph import Graph, Move, Position
from othello.book.links import key_of
from othello.engine import Engine
from othello.limits import Limits
from othello.result import VALUE_PER_DISC

__all__ = ["Growth"]

PLY_COST = VALUE_PER_DISC // 4
"""A ply counts as much as a quarter of a disc given away, so not only the main line grows."""

LEAVES_AT_ONCE = 16
"""Leaf moves of a round. It does not depend on the number of threads, so that the book does not."""


class Growth:
    """A book that grows.

    Parameters
    ----------
    book : BookFile
        The file.
    level : int
        Level of the searches.
    threads : int
        Searches at the same time; each has one thread.
    hash_mb : int
        Size of the table of each.
    """

    def __init__(self, book: BookFile, level: int, threads: int = 1, hash_mb: int = 16) -> None:
        self.book = book
        self.graph = book.load()
        self.level = level
        self._engines: SimpleQueue[Engine] = SimpleQueue()
        for _ in range(threads):
            self._engines.put(Engine(1, hash_mb))
        self._pool = ThreadPoolExecutor(threads)

    def grow(
        self, root: Board, n_positions: int, on_round: Callable[[Graph], object] | None = None
    ) -> None:
        """Add positions until there are so many, or nothing is left to add.

        What a round found is in the file when the next one begins.
        """
        key = key_of(root)
        if key not in self.graph.by_key:
            self._add([key])
        while (wanted := n_positions - len(self.graph)) > 0:
            found = self.graph.cheapest_leaves(self.graph.by_key[key], PLY_COST)
            leaves = list(islice(found, LEAVES_AT_ONCE))
            if not leaves:
                return
            self._add(self._beyond(leaves)[:wanted])
            if on_round is not None:
                on_round(self.graph)

    def _add(self, keys: Sequence[bytes]) -> None:
        """Add positions, search the best moves that lead out of the book, and write it all down."""
        outside = self.graph.add(keys)
        wanted = [
            (position, squares)
            for id_, squares in outside.items()
            if squares and (position := self.graph.by_id[id_]).leaf is None
        ]
        for (position, _), (square, move) in zip(
            wanted, self._pool.map(self._search, wanted), strict=True
        ):
            position.moves[square] = move
        touched = self.graph.update(outside)
        self.book.write(self.graph.by_id[id_] for id_ in sorted(touched))

    def _search(self, wanted: tuple[Position, list[int]]) -> tuple[int, Move]:
        """Search some moves of a position; return the best."""
        position, squares = wanted
        engine = self._engines.get()
        try:
            engine.clear()
            result = engine.search(position.board, Limits(level=self.level, moves=squares))
        finally:
            self._engines.put(engine)
        line = result.lines[0]
        assert line.move is not None
        value = round(line.score * VALUE_PER_DISC)
        return int(line.move), Move(
            None, value, line.depth, line.selectivity, f"level {self.level}"
        )

    def _beyond(self, leaves: Iterable[tuple[Position, int]]) -> list[bytes]:
        """Return the positions that moves lead to, each once."""
        boards = (position.board.after(square) for position, square in leaves)
        return list(
            dict.fromkeys(
                key_of(board.after("pass") if board.must_pass else board) for board in boards
            )
        )
