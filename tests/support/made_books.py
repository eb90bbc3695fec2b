"""Books of chosen positions and scores."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from othello import Board
from othello.book.position import Grade, StoredMove, StoredPosition, key_of, settled
from othello.bookmaking import BookBuilder
from othello.result import VALUE_PER_DISC


def made(path: Path, scores: Mapping[Board, float]) -> Path:
    """Make a book of positions, each with the score of the best move that leads out of it."""
    keys = {key_of(board): (board, score) for board, score in scores.items()}
    positions = []
    for key, (board, score) in keys.items():
        position = StoredPosition(0, key)
        board = board.canonical()
        for move in board.legal_moves():
            if key_of(settled(board.after(move))) not in keys:
                grade = Grade(20, 73, "a test")
                position.moves[int(move)] = StoredMove(None, round(score * VALUE_PER_DISC), grade)
                break
        positions.append(position)
    with BookBuilder(path, 0, hash_mb=1) as builder:
        assert builder.merge(positions, [positions[0].key]) == len(positions)
    return path


def neighbourhood(root: Board, plies: int) -> Iterator[Board]:
    """Yield a position and those up to so many plies behind it."""
    if not root.is_over:
        yield root
        for move in root.legal_moves() if plies else ():
            yield from neighbourhood(settled(root.after(move)), plies - 1)
