"""A book in memory: its positions, the moves between them, and what they are worth."""

import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from othello.arrays import Hashes, hashes
from othello.book.position import Grade, StoredMove, StoredPosition
from othello.bookmaking.links import links_of, positions_of
from othello.errors import OthelloError

UNKNOWN = StoredMove(None, 0, Grade(0, 0, ""))


class Graph:
    """The positions of a book, by number and by key; `positions` are linked already.

    Raises OthelloError if they cannot be those of a book.
    """

    def __init__(self, positions: Iterable[StoredPosition] = ()) -> None:
        self.by_id: dict[int, StoredPosition] = {}
        self.by_key: dict[bytes, StoredPosition] = {}
        self._ways_in: dict[int, tuple[Hashes, npt.NDArray[np.int64]]] = {}
        """By number of empties of positions: the hashes of where their moves lead, and the numbers
        of the positions. Here a new position finds those that lead to it."""
        positions = list(positions)
        known = {position.id: position for position in positions}
        for position in positions:
            if len(position.key) != 16 or not position.moves:
                raise OthelloError(f"position {position.id} is damaged")
            for move in position.moves.values():
                if move.child is not None:
                    if move.child not in known:
                        raise OthelloError(f"position {position.id} leads nowhere")
                    known[move.child].parents.append(position.id)
        self._take(positions)

    def __len__(self) -> int:
        return len(self.by_id)

    def _take(self, positions: Sequence[StoredPosition]) -> None:
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
        new = [StoredPosition(last + n, key) for n, key in enumerate(keys, 1)]
        self._take(new)
        touched = {each.id for each in new}
        for position, found in zip(new, hashes(positions_of(keys)), strict=True):
            if (ways := self._ways_in.get(position.n_empties + 1)) is not None:
                touched.update(ways[1][ways[0] == found].tolist())
        return self.link(touched)

    def link(self, ids: Iterable[int]) -> dict[int, list[int]]:
        """Link positions with those that they lead to; return what `add` returns."""
        outside: dict[int, list[int]] = {id_: [] for id_ in sorted(ids)}
        links = links_of(positions_of(self.by_id[id_].key for id_ in outside))
        owners = list(outside)
        for row, square, key, same in links.each():
            position = self.by_id[owners[row]]
            child = None if key is None else self.by_key.get(key)
            if child is None:
                outside[position.id].append(square)
            elif (move := position.moves.get(square)) is None or move.child is None:
                position.moves[square] = StoredMove(child.id, 0, UNKNOWN.grade, same)
                child.parents.append(position.id)
        return outside

    def update(self, ids: Collection[int]) -> set[int]:
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
            changed = position.id in ids
            for square, move in position.moves.items():
                if move.child is not None:
                    now = position.move_to(self.by_id[move.child], move.same)
                    changed |= now != move
                    position.moves[square] = now
            if changed:
                for parent in position.parents:
                    if parent not in seen:
                        seen.add(parent)
                        heapq.heappush(queue, (self.by_id[parent].n_empties, parent))
        return seen


def below(by_id: Mapping[int, StoredPosition], roots: Iterable[int]) -> set[int]:
    """Return the numbers of all positions that some positions lead to, these included."""
    found: set[int] = set()
    open_ones: list[int | None] = list(roots)
    while open_ones:
        id_ = open_ones.pop()
        if id_ is not None and id_ in by_id and id_ not in found:
            found.add(id_)
            open_ones += [move.child for move in by_id[id_].moves.values()]
    return found
