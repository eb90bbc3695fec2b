"""Books joined and cut: positions of one put into another, positions taken out."""

from collections.abc import Callable, Iterable

from othello.book.position import StoredMove, StoredPosition
from othello.bookmaking.graph import Graph


def merged(
    graph: Graph, positions: Iterable[StoredPosition], games: Callable[[tuple[int, int]], int]
) -> set[int]:
    """Add positions to a book; return the numbers of all that they and their links touch.

    Of their moves those count that lead out of the book: where both know one, the deeper search.
    `games` makes one number of the games that came through a position in one book and in the other.
    The values of links are not known before `Graph.update`.
    """
    found = {position.key: position for position in positions}
    touched = set(graph.add([key for key in found if key not in graph.by_key]))
    touched.update(graph.by_key[key].id for key in found)
    for id_, outside in graph.link(touched).items():
        position = graph.by_id[id_]
        if (other := found.get(position.key)) is not None:
            position.games = games((position.games, other.games))
            for square in outside:
                _take_deeper(position, square, other.moves.get(square))
    return touched


def _take_deeper(position: StoredPosition, square: int, move: StoredMove | None) -> None:
    """Let a position have `move` as a leaf move, unless it has one that was searched deeper."""
    if move is None:
        return
    before = position.moves.get(square)
    if before is None or (before.grade[:2] < move.grade[:2]):
        position.moves[square] = StoredMove(None, move.value, move.grade)


def without_children(position: StoredPosition, kept: set[int]) -> None:
    """Make the best of a position's moves that lead out of `kept` its only leaf move."""
    for move in position.moves.values():
        if move.child not in kept:
            move.child, move.same = None, False
    for square, move in list(position.moves.items()):
        if move.child is None and square != position.leaf:
            del position.moves[square]
