"""Which positions and leaf moves of a book come next: the cheapest, the shallow, the deviating."""

import heapq
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from othello.book.position import StoredPosition
from othello.bookmaking.graph import Graph
from othello.levels import level_settings
from othello.result import VALUE_PER_DISC

Leaf = tuple[StoredPosition, int]
"""A move that leads out of the book: the position, and the square on its canonical image."""

PLY_COST = 0.25
"""Discs that a move costs beside what it gives away, so that not only the main line grows."""

LEVEL = re.compile(r"level (\d+)")
"""The source of a value that was searched by this engine."""


def by_cost(
    graph: Graph, roots: Iterable[int], ply_cost: float = 0.0
) -> Iterator[tuple[int, Leaf]]:
    """Yield the positions and leaf moves below some positions, those on the cheapest lines first.

    A line costs what its moves, of either side, give away in 1/128 disc, and `ply_cost` discs for
    each of them. Of a position the square is -1. Proven leaf moves are left out.
    """
    cost_of_ply = round(ply_cost * VALUE_PER_DISC)
    queue: list[tuple[int, int, int]] = [(0, id_, -1) for id_ in sorted(roots)]
    seen = set()
    while queue:
        cost, id_, square = heapq.heappop(queue)
        position = graph.by_id[id_]
        if square < 0:
            if id_ in seen:
                continue
            seen.add(id_)
            n_empties, best = position.n_empties, position.best.value
            for each, move in position.moves.items():
                total = cost + best - move.value + cost_of_ply
                if move.child is not None:
                    if move.child not in seen:
                        heapq.heappush(queue, (total, move.child, -1))
                elif not move.grade.is_proven(n_empties):
                    heapq.heappush(queue, (total, id_, each))
        yield cost, (position, square)


def cheapest_leaves(graph: Graph, root: StoredPosition, ply_cost: float) -> Iterator[Leaf]:
    """Yield the leaf moves below `root`, those where leaving the best line costs least first.

    Those that end the game are left out, as no position of a book comes after them.
    """
    for _, (position, square) in by_cost(graph, [root.id], ply_cost):
        if square >= 0 and not _ends_game(position, square):
            yield position, square


def deviations(
    graph: Graph, root: StoredPosition, discs: float, window: float, plies: int
) -> list[Leaf]:
    """Return leaf moves of one side that are nearly best, where the other plays its best moves.

    They give away at most so many `discs`, have a score at most `window` discs from that of `root`,
    and are among the first `plies` moves of a game. Both sides are taken in turn.
    """
    lost, value = round(discs * VALUE_PER_DISC), root.best.value
    most = round(window * VALUE_PER_DISC)
    span = value - most, value + most
    found = {
        (position.id, square): (position, square)
        for losses in ((lost, 0), (0, lost))
        for position, square in _deviations_of(graph, root, losses, span, 60 - plies)
    }
    return [leaf for _, leaf in sorted(found.items(), key=lambda item: item[0])]


def _deviations_of(
    graph: Graph,
    root: StoredPosition,
    losses: tuple[int, int],
    span: tuple[int, int],
    n_empties: int,
) -> Iterator[Leaf]:
    """Yield leaf moves of positions with more than so many empties.

    `losses` is what the side to move at `root` and the other one may give away in a move, `span`
    what a score may be for the side to move at `root`.
    """
    open_ones = [(root, False)]
    seen = {(root.id, False)}
    while open_ones:
        position, turned = open_ones.pop()
        if position.n_empties <= n_empties:
            continue
        low, high = (-span[1], -span[0]) if turned else span
        best = position.best.value
        for square, move in position.moves.items():
            if best - move.value > losses[turned] or not low <= move.value <= high:
                continue
            if move.child is None:
                if not (move.grade.is_proven(position.n_empties) or _ends_game(position, square)):
                    yield position, square
            elif (step := (move.child, turned == move.same)) not in seen:
                seen.add(step)
                open_ones.append((graph.by_id[move.child], step[1]))


def _ends_game(position: StoredPosition, square: int) -> bool:
    """Return whether the game is over after a move, however shallow its search was."""
    return position.board.after(square).is_over


def is_shallow(position: StoredPosition, square: int, level: int) -> bool:
    """Return whether a level would search a move of a position more deeply than was done."""
    grade, n_empties = position.moves[square].grade, position.n_empties
    own = LEVEL.fullmatch(grade.source)
    if grade.is_proven(n_empties) or (own and int(own[1]) >= level):
        return False
    return (grade.depth, grade.selectivity) < level_settings(level).at(n_empties)


def shallow_on_best_lines(
    graph: Graph, root: StoredPosition, discs: float, level: int
) -> Iterator[int]:
    """Yield the numbers of positions whose leaf move is shallow, the best lines first.

    Only on lines from `root` that give away at most so many `discs` in all.
    """
    for cost, (position, square) in by_cost(graph, [root.id]):
        if cost > discs * VALUE_PER_DISC:
            return
        if square >= 0 and is_shallow(position, square, level):
            yield position.id


def kept_positions(
    graph: Graph,
    roots: Iterable[int],
    discs: float | None,
    positions: int | None,
    empties: int,
    ply_cost: float,
) -> set[int]:
    """Return the numbers of the positions that `BookBuilder.prune` keeps."""
    kept = {each.id for each in graph.by_id.values() if each.n_empties >= empties}
    if discs is not None:
        most = discs * VALUE_PER_DISC
        found = by_cost(graph, roots)
        kept &= {each.id for cost, (each, square) in found if square < 0 and cost <= most}
    if positions is not None:
        found = by_cost(graph, roots, ply_cost)
        order = (each.id for _, (each, square) in found if square < 0 and each.id in kept)
        kept = set(islice(order, positions))
    return kept
