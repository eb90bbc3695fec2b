"""OBF, the format of position suites: a position and, after ``;``, moves with their scores.

::

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;

The position may also be written in any other form `Board.parse` reads. Some programs fill up a line
with entries for no move, such as ``--:-127``, or mark moves that they did not search with a score
below -64. Such entries are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from othello.board import Board
from othello.errors import FormatError, IllegalMove, InvalidBoard, OthelloError, quote
from othello.formats.reading import read_lines
from othello.notation import PASS, Move, format_moves, parse_move

__all__ = ["Position", "format_position", "parse_position", "read_positions"]

FILLER = re.compile(r"[^\w]*")
"""What stands in place of a move in an entry for none."""


class Position(NamedTuple):
    """A board with the scores of its moves."""

    id: str  #: where it was read, as ``file:line``
    board: Board
    #: For each move that the source scores, its score in discs for the mover; may be empty.
    scores: dict[Move, int]

    def extras(self) -> set[str]:
        """Return the names of what a `Game` cannot hold: the scores of moves, if there are any."""
        return {"the scores of moves"} if self.scores else set()

    @property
    def best_score(self) -> int | None:
        """The highest score given, or None if there is none."""
        return max(self.scores.values(), default=None)

    @property
    def best_moves(self) -> list[Move]:
        """The moves with the highest score."""
        return [move for move, score in self.scores.items() if score == self.best_score]


def parse_position(
    text: str, id: str = "", on_error: Callable[[OthelloError], object] | None = None
) -> Position:
    """Read one position with its scored moves.

    `on_error` is called with the error of each entry that cannot be used, if others of the line
    can. Without it the first one is raised.

    Raises InvalidBoard, InvalidMove, IllegalMove if a part of the line cannot be read, or a scored
    move is illegal.

    >>> position = parse_position("startpos; d3:+0; c4:-2; --:-127;")
    >>> position.scores, position.best_moves
    ({Move('d3'): 0, Move('c4'): -2}, [Move('d3')])
    """
    squares, _, answers = text.partition(";")
    board = Board.parse(squares)
    legal = board.legal_moves()
    scores: dict[Move, int] = {}
    errors: list[OthelloError] = []
    for answer in filter(None, map(str.strip, answers.split(";"))):
        try:
            entry = _parse_entry(answer, legal)
        except OthelloError as error:
            errors.append(error)
        else:
            scores.update(entry)
    if errors and (on_error is None or not scores):
        raise errors[0]
    for fault in errors:
        assert on_error is not None
        on_error(fault)
    return Position(id, board, scores)


def _parse_entry(answer: str, legal: list[Move]) -> dict[Move, int]:
    """Return the move and score of an entry; nothing for one that only fills its place."""
    name, colon, number = answer.partition(":")
    if not FILLER.fullmatch(name) or (name.strip() and PASS in legal):
        expected = "expected move:score with a score from -64 to +64"
        if not colon:
            raise InvalidBoard(f"invalid score in {quote(answer)}: {expected}")
        move = parse_move(name)
        if move not in legal:
            raise IllegalMove(
                f"scored move {quote(answer)} is illegal: expected one of "
                f"{format_moves(legal, ' ') or 'none, as the game is over'}"
            )
        try:
            score = int(number)
        except ValueError:  # also if it has more digits than Python reads
            score = 65
        if score > 64:
            raise InvalidBoard(f"invalid score in {quote(answer)}: {expected}")
        if score >= -64:
            return {move: score}
    return {}


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
    if on_error is None:
        return read_lines(lines, parse_position, source, span)

    def parse(text: str, id: str) -> Position:
        line = int(id.rpartition(":")[2])
        return parse_position(
            text, id, lambda error: on_error(FormatError(source, line, str(error)))
        )

    return read_lines(lines, parse, source, span, on_error)
