"""OBF, the format of position suites: a position and, after ``;``, moves with their scores.

::

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;

The position may also be written in any other form `Board.parse` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from othello.board import Board
from othello.errors import FormatError, IllegalMove, InvalidBoard, quote
from othello.formats import read_lines
from othello.notation import Move, format_moves, parse_move

__all__ = ["Position", "format_position", "parse_position", "read_positions"]


class Position(NamedTuple):
    """A board with the scores of its moves.

    Attributes
    ----------
    id : str
        Where it was read, as ``file:line``.
    board : Board
        The position.
    scores : dict
        For each move that the source scores, its score in discs for the mover; may be empty.
    """

    id: str
    board: Board
    scores: dict[Move, int]

    @property
    def best_score(self) -> int | None:
        """The highest score given, or None if there is none."""
        return max(self.scores.values(), default=None)

    @property
    def best_moves(self) -> list[Move]:
        """The moves with the highest score."""
        return [move for move, score in self.scores.items() if score == self.best_score]


def parse_position(text: str, id: str = "") -> Position:
    """Read one position with its scored moves.

    >>> position = parse_position("startpos; d3:+0; c4:-2;")
    >>> position.scores, position.best_moves
    ({Move('d3'): 0, Move('c4'): -2}, [Move('d3')])

    Raises
    ------
    InvalidBoard, InvalidMove, IllegalMove
        If a part of the line cannot be read, or a scored move is illegal.
    """
    squares, _, answers = text.partition(";")
    board = Board.parse(squares)
    legal = board.legal_moves()
    scores: dict[Move, int] = {}
    for answer in filter(None, map(str.strip, answers.split(";"))):
        name, _, number = answer.partition(":")
        move = parse_move(name)
        if move not in legal:
            raise IllegalMove(
                f"scored move {quote(answer)} is illegal: expected one of "
                f"{format_moves(legal, ' ') or 'none, as the game is over'}"
            )
        scores[move] = _parse_score(number, answer)
    return Position(id, board, scores)


def _parse_score(number: str, answer: str) -> int:
    try:
        score = int(number)
    except ValueError:
        score = 65
    if not -64 <= score <= 64:
        raise InvalidBoard(
            f"invalid score in {quote(answer)}: expected move:score with a score from -64 to +64"
        )
    return score


def format_position(position: Position) -> str:
    """Return a position as a line of OBF, best moves first.

    >>> format_position(parse_position("startpos; c4:-2; d3:0"))[64:]
    ' X; D3:+0; C4:-2;'
    """
    best_first = sorted(position.scores.items(), key=lambda item: -item[1])
    answers = "".join(f" {str(move).upper()}:{score:+d};" for move, score in best_first)
    return position.board.to_obf() + (";" if answers else "") + answers


def read_positions(
    lines: Iterable[str],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Position]:
    """Yield the positions of OBF lines; see `othello.formats.read_lines` for the arguments.

    >>> [position.id for position in read_positions(["startpos", "% a comment", "f5d6"], "a.obf")]
    ['a.obf:1', 'a.obf:3']
    """
    return read_lines(lines, parse_position, source, span, on_error)
