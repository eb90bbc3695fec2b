"""A book in memory: its positions, the moves between them, and what they are worth."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from othello.board import Board
from othello.book.links import Hashes, hashes, keys_of, links_of, positions_of

__all__ = ["Graph", "Move", "Position"]


@dataclass(slots=True)
class Move:
    """What is known of a move.

    Attributes
    ----------
    child : int or None
        Number of the position that it leads to, if that is in the book.
    value : int
        In 1/128 disc, for the side that makes the move.
    depth, selectivity : int
        How far it was searched, and the confidence of pruning in percent. Of a move with a child,
        those of the best move there.
    source : str
        Who found the value.
    same : bool
        Whether the same side is to move after it.
    """

    child: int | None
    value: int
    depth: int
    selectivity: int
    source: str
    same: bool = False


@dataclass(slots=True)
class Position:
    """A position of the book, its canonical image. The side to move has a move.

    Attributes
    ----------
    id : int
        Its number, from 1 on, in the order in which positions came.
    key : bytes
        The discs of the side to move and of the other.
    games : int
        Learned games that came through it.
    moves : dict
        What is known of its moves, by square.
    parents : list of int
        The positions that have a move to it.
    """

    id: int
    key: bytes
    games: int = 0
    moves: dict[int, Move] = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """The position, with black to move."""
        return Board(int.from_bytes(self.key[:8], "big"), int.from_bytes(self.key[8:], "big"))

    @property
    def n_empties(self) -> int:
        """Number of empty squares."""
        return 64 - int.from_bytes(self.key, "big").bit_count()

    @property
    def best(self) -> Move:
        """The move with the greatest value, of several the one with the first square."""
        return max(self.moves.items(), key=lambda item: (item[1].value, -item[0]))[1]

    @property
    def leaf(self) -> int | None:
        """The square of the best move that leads out of the book."""
        leaves = [item for item in self.moves.items() if item[1].child is None]
        return max(leaves, key=lambda item: (item[1].value, -item[0]))[0] if leaves else None


class Graph:
    """The positions of a book, by number and by key; `positions` are linked already."""

    def __init__(self, positions: Iterable[Position] = ()) -> None:
        self.by_id: dict[int, Position] = {}
        self.by_key: dict[bytes, Position] = {}
        self._ways_in: dict[int, tuple[Hashes, npt.NDArray[np.int64]]] = {}
        """By number of empties of positions: the hashes of where their moves lead, and the numbers
        of the positions. Here a new position finds those that lead to it."""
        self._take(list(positions))
        for position in self.by_id.values():
            for move in position.moves.values():
                if move.child is not None:
                    self.by_id[move.child].parents.append(position.id)

    def __len__(self) -> int:
        return len(self.by_id)

    def _take(self, positions: Sequence[Position]) -> None:
        """Find positions by number, by key and by their moves from now on."""
        for position in positions:
            self.by_id[position.id] = self.by_key[position.key] = position
        links = links_of(positions_of(each.key for each in positions))
        found = hashes(links.children)
        ids = np.array([each.id for each in positions], np.int64)[links.rows]
        empties = np.array([each.n_empties for each in positions], np.int64)[links.rows]
        for n_empties in np.unique(empties).tolist():
            here = empties == n_empties
            before = self._ways_in.get(n_empties, (found[:0], ids[:0]))
            self._ways_in[n_empties] = (
                np.concatenate([before[0], found[here]]),
                np.concatenate([before[1], ids[here]]),
            )

    def add(self, keys: Sequence[bytes]) -> dict[int, list[int]]:
        """Add positions, and link them with those that they lead to and that lead to them.

        The values of the links are not known before `update`.

        Returns
        -------
        dict
            By the number of each position that has a new link, or is new: the squares of its moves
            that lead out of the book.
        """
        last = max(self.by_id, default=0)
        new = [Position(last + n, key) for n, key in enumerate(keys, 1)]
        self._take(new)
        touched = {each.id for each in new}
        for position, found in zip(new, hashes(positions_of(keys)), strict=True):
            if (ways := self._ways_in.get(position.n_empties + 1)) is not None:
                touched.update(ways[1][ways[0] == found].tolist())
        outside: dict[int, list[int]] = {id_: [] for id_ in sorted(touched)}
        links = links_of(positions_of(self.by_id[id_].key for id_ in outside))
        owners = list(outside)
        for row, square, key, same, over in zip(
            links.rows.tolist(),
            links.squares.tolist(),
            keys_of(links.children),
            links.same.tolist(),
            links.over.tolist(),
            strict=True,
        ):
            position = self.by_id[owners[row]]
            child = None if over else self.by_key.get(key)
            if child is None:
                outside[position.id].append(square)
            elif (move := position.moves.get(square)) is None or move.child is None:
                position.moves[square] = Move(child.id, 0, 0, 0, "", same)
                child.parents.append(position.id)
        return outside

    def update(self, ids: Iterable[int]) -> set[int]:
        """Give moves in the book the values of what they lead to, from positions upwards.

        Positions with the fewest empties come first, so each is seen once.

        Returns
        -------
        set of int
            The numbers of all positions that may have changed.
        """
        queue = [(self.by_id[id_].n_empties, id_) for id_ in ids]
        heapq.heapify(queue)
        seen = {id_ for _, id_ in queue}
        while queue:
            position = self.by_id[heapq.heappop(queue)[1]]
            changed = False
            for square, move in position.moves.items():
                if move.child is None:
                    continue
                best = self.by_id[move.child].best
                value = best.value if move.same else -best.value
                now = Move(
                    move.child, value, best.depth + 1, best.selectivity, best.source, move.same
                )
                changed |= now != move
                position.moves[square] = now
            if changed or position.id in ids:
                for parent in position.parents:
                    if parent not in seen:
                        seen.add(parent)
                        heapq.heappush(queue, (self.by_id[parent].n_empties, parent))
        return seen

    def cheapest_leaves(self, root: Position, ply_cost: int) -> Iterator[tuple[Position, int]]:
        """Yield the moves that lead out of the book below `root`, with the cheapest lines first.

        A line costs what its moves, of either side, give away in 1/128 disc, and `ply_cost` for
        each. Proven moves are left out.
        """
        queue: list[tuple[int, int, int]] = [(0, root.id, -1)]
        seen = set()
        while queue:
            cost, id_, square = heapq.heappop(queue)
            position = self.by_id[id_]
            if square >= 0:
                yield position, square
                continue
            if id_ in seen:
                continue
            seen.add(id_)
            n_empties, best = position.n_empties, position.best.value
            for each, move in position.moves.items():
                total = cost + best - move.value + ply_cost
                if move.child is not None:
                    if move.child not in seen:
                        heapq.heappush(queue, (total, move.child, -1))
                elif move.depth < n_empties or move.selectivity < 100:
                    heapq.heappush(queue, (total, id_, each))
