"""A store of proven bounds replayed: does each position's score follow from those after it?"""

import random
from collections.abc import Callable, Iterator

from othello.board import Board
from othello.engine import Engine
from othello.errors import OthelloError
from othello.proving.solve import Question, answer
from othello.proving.store import Proven, Store
from othello.proving.tree import MOST, Bounds, key_of


def check_store(store: Store, on_row: Callable[[], object] = lambda: None) -> Iterator[str]:
    """Yield what is wrong with a store, as a line of text each.

    Where no search has proven the bounds, one move must lead to a position that is proven bad
    enough for the other side, and all moves to positions that are proven good enough for it. What a
    search has proven is taken as it is; `check_leaves` searches again. `on_row` is called for each
    position.
    """
    n_scores = 0
    for row in store.rows():
        yield from check_row(store, row)
        on_row()
    for position, score in store.scores():
        n_scores += 1
        yield from check_score(store, position, score)
    if n_scores == 0:
        yield f"{store.name}: no position was to be solved"


def check_row(store: Store, row: Proven) -> Iterator[str]:
    """Yield what is wrong with the bounds of a position."""
    name = row.board.to_obf()
    if not -MOST <= row.lower <= row.upper <= MOST:
        yield f"{name}: bounds {row.lower} to {row.upper}, expected -64 to 64 in order"
        return
    if key_of(row.board) != row.board:
        yield f"{name}: not the image that stands for all eight"
    if row.is_leaf:
        return
    lower, upper = store.bounds(row.board)
    if lower > upper:
        yield f"{name}: a search and the moves contradict each other, {lower} to {upper}"
    if row.board.is_over:
        yield f"{name}: the game is over, expected a leaf or no row"
        return
    children = [bounds_in(store, row.board.after(move)) for move in row.board.legal_moves()]
    lower = max(-upper for _, upper in children)
    upper = max(-lower for lower, _ in children)
    if lower < row.lower:
        yield f"{name}: at least {row.lower} is not proven, the moves prove {lower}"
    if upper > row.upper:
        yield f"{name}: at most {row.upper} is not proven, the moves prove {upper}"


def check_score(store: Store, position: str, score: int | None) -> Iterator[str]:
    """Yield what is wrong with a score."""
    try:
        board = Board.from_obf(position)
    except OthelloError as error:
        yield str(error)
        return
    lower, upper = bounds_in(store, board)
    if score is None:
        yield f"{position}: not solved yet, {lower} to {upper} are possible"
    elif not lower == upper == score:
        yield f"{position}: score {score} is not proven, {lower} to {upper} are possible"


def bounds_in(store: Store, board: Board) -> Bounds:
    """Return what a store says of a position; the rules say it of one where the game is over."""
    if board.is_over:
        return board.score(), board.score()
    return store.bounds(key_of(board))


def check_leaves(
    store: Store,
    engine: Engine,
    count: int | None,
    on_leaf: Callable[[], object] = lambda: None,
) -> Iterator[str]:
    """Solve leaves again, and yield where a bound is not confirmed.

    `count` of them are chosen at random; None is all. `on_leaf` is called for each.
    """
    leaves = [row for row in store.rows() if row.is_leaf]
    if count is not None and count < len(leaves):
        leaves = random.Random(0).sample(leaves, count)
    for row in leaves:
        name = row.board.to_obf()
        for threshold, is_lower in ((row.lower, True), (row.upper + 2, False)):
            if not -MOST < threshold <= MOST:
                continue
            found = answer(engine, Question(row.board, threshold, None)).bounds
            assert found is not None, "without a limit a leaf is solved"
            if is_lower and found[0] < row.lower:
                yield f"{name}: {row.lower} or more is wrong, it is {found[1]} or less"
            if not is_lower and found[1] > row.upper:
                yield f"{name}: {row.upper} or less is wrong, it is {found[0]} or more"
        on_leaf()
