"""Books as text: JSON Lines, and a table for programs that read lines. Both hold all of a book.

A line of JSON is an object for each position::

    {"position": "---…--- X", "games": 3, "root": true,
     "moves": [{"move": "f5", "value": 31, "depth": 24, "selectivity": 73, "source": "level 24"}]}

A line of text has the same between tabs: the position, how many games, ``root`` or ``-``, and for
each move ``MOVE VALUE DEPTH SELECTIVITY SOURCE``, in which the source may hold blanks.

Positions have the side to move as X, each stands for its eight images. Values are in 1/128 disc for
the side to move. Moves that lead to other positions of the file are there for readers; their values
follow from those positions when the file is read.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

from othello.board import Board
from othello.book.book import squares_of
from othello.book.position import (
    HIGHEST,
    HIGHEST_DEPTH,
    MOST_GAMES,
    Grade,
    StoredMove,
    StoredPosition,
    key_of,
)
from othello.errors import FormatError, OthelloError, quote
from othello.notation import MOVES, parse_move

OnError = Callable[[FormatError], object]

CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters that no source of a score has: they may end a line or a cell, or are half
characters."""


class ExchangedPosition(NamedTuple):
    """A position of a file, and whether it is one from which the book was grown."""

    position: StoredPosition
    is_root: bool


def canonical_record(
    board: Board, moves: Iterable[tuple[int, int, Grade]], games: int = 0, is_root: bool = False
) -> ExchangedPosition:
    """Return a position with moves: square, value, grade; any of the eight images of it.

    Raises OthelloError if the position or a move cannot be.
    """
    if not board.legal_mask:
        raise OthelloError(f"no move can be made in {board.to_obf()}")
    if not 0 <= games <= MOST_GAMES:
        raise OthelloError(f"games {quote(games)}: expected 0 to {MOST_GAMES}")
    position = StoredPosition(0, key_of(board), games)
    images = squares_of(board)
    for square, value, grade in moves:
        if square >= len(MOVES):
            raise OthelloError(f"move {square}: expected a square, 0 to {len(MOVES) - 1}")
        if (image := images.get(MOVES[square])) is None:
            legal = ", ".join(map(str, board.legal_moves()))
            raise OthelloError(f"illegal move {quote(str(MOVES[square]))}: expected one of {legal}")
        if abs(value) > HIGHEST:
            raise OthelloError(f"value {value}: expected -{HIGHEST} to {HIGHEST}")
        if not (0 <= grade.depth <= HIGHEST_DEPTH and 0 <= grade.selectivity <= 100):
            expected = f"expected depth 0 to {HIGHEST_DEPTH}, 0 to 100 %"
            raise OthelloError(f"depth {grade.depth} at {grade.selectivity} %: {expected}")
        if CONTROLS.search(grade.source):  # a table could not hold it
            raise OthelloError(f"source {quote(grade.source)}: expected one line of text, no tabs")
        position.moves[image] = StoredMove(None, value, grade)
    return ExchangedPosition(position, is_root)


# ---------------------------------------------------------------------- writing


def write_json(file: IO[str], records: Iterable[ExchangedPosition]) -> None:
    """Write a book as JSON Lines."""
    for position, is_root in records:
        moves = [
            {
                "move": str(MOVES[square]),
                "value": move.value,
                **move.grade._asdict(),
            }
            for square, move in sorted(position.moves.items())
        ]
        described = {
            "position": position.board.to_obf(),
            "games": position.games,
            "root": is_root,
            "moves": moves,
        }
        file.write(f"{json.dumps(described)}\n")


def write_text(file: IO[str], records: Iterable[ExchangedPosition]) -> None:
    """Write a book as a table."""
    for position, is_root in records:
        moves = [
            f"{MOVES[square]} {move.value} {' '.join(map(str, move.grade))}"
            for square, move in sorted(position.moves.items())
        ]
        root = "root" if is_root else "-"
        row = [position.board.to_obf(), str(position.games), root, *moves]
        file.write("\t".join(row) + "\n")


# ---------------------------------------------------------------------- reading


def read_json(file: Iterable[str], name: str, on_error: OnError) -> Iterator[ExchangedPosition]:
    """Yield the positions of JSON Lines; `on_error` is told of lines that are none."""
    return _read(file, name, on_error, _from_json)


def read_text(file: Iterable[str], name: str, on_error: OnError) -> Iterator[ExchangedPosition]:
    """Yield the positions of a table; `on_error` is told of lines that are none."""
    return _read(file, name, on_error, _from_text)


def _read(
    file: Iterable[str], name: str, on_error: OnError, parse: Callable[[str], ExchangedPosition]
) -> Iterator[ExchangedPosition]:
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        try:
            record = parse(line.rstrip("\n"))
        except OthelloError as error:
            on_error(FormatError(name, number, str(error)))
        else:
            yield record


def _from_json(line: str) -> ExchangedPosition:
    expected = "expected an object with position, games, root, moves"
    try:
        found = json.loads(line)
        moves = [
            (
                int(parse_move(move["move"])),
                _whole(move["value"]),
                Grade(_whole(move["depth"]), _whole(move["selectivity"]), str(move["source"])),
            )
            for move in found["moves"]
        ]
        board, games, is_root = found["position"], _whole(found["games"]), bool(found["root"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, OthelloError):
            raise
        raise OthelloError(f"{expected}: {quote(line)}") from None
    return canonical_record(_board(board), moves, games, is_root)


def _from_text(line: str) -> ExchangedPosition:
    try:
        board, games, root, *rest = line.split("\t")
        moves = []
        for text in rest:
            move, value, depth, selectivity, source = text.split(" ", 4)
            grade = Grade(int(depth), int(selectivity), source)
            moves.append((int(parse_move(move)), int(value), grade))
        n_games = int(games)
    except ValueError as error:
        if isinstance(error, OthelloError):
            raise
        raise OthelloError(
            f"{quote(line)}: expected position, games, root or -, moves, with tabs"
        ) from None
    return canonical_record(_board(board), moves, n_games, root == "root")


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _board(text: Any) -> Board:
    if not isinstance(text, str):
        raise OthelloError(f"position {quote(text)}: expected 64 squares and the side to move")
    return Board.from_obf(text)
