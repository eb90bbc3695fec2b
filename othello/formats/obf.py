"""OBF, the format of position suites: a position and, after ``;``, moves with their scores.

::

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;

A table in CSV is read too, if its heading has a column ``obf``, ``board`` or ``position``, and
perhaps one ``score`` with the score of each position::

    obf,score
    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X,18

The position may also be written in any other form `Board.parse` reads. Some programs fill up a line
with entries for no move, such as ``--:-127``, or mark moves that they did not search with a score
below -64. Such entries are skipped.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from othello._game import Game
from othello.board import Board
from othello.errors import FormatError, IllegalMove, InvalidBoard, OthelloError, counted, quote
from othello.formats.reading import COMMENT, OnError, file_lines, raise_error, read_lines
from othello.notation import PASS, Move, format_moves, parse_move

FILLER = re.compile(r"[^\w]*")
"""Characters in place of a move in an entry without one."""
DELIMITERS = ",\t;"
BOARD_COLUMNS, SCORE_COLUMNS = ("obf", "board", "position"), ("score", "value")
WHOLE_SCORE = re.compile(r"[+-]?(\d\d?)(?:\.0*)?")


class ScoredPosition(NamedTuple):
    """A board with the scores of its moves."""

    id: str  #: where it was read, as ``file:line``
    board: Board
    #: Scores of the moves, in discs for the mover, as far as the source has them; may be empty.
    scores: dict[Move, int]
    score: int | None = None  #: that of the position itself, which a table may state

    def game(self) -> Game:
        """Return the position as a game without moves."""
        return Game(start=self.board)

    def extras(self) -> set[str]:
        """Return the names of what a `Game` cannot hold: scores, if there are any."""
        of_moves = {"the scores of moves"} if self.scores else set()
        return of_moves | self.lost_in_obf()

    def lost_in_obf(self) -> set[str]:
        """Return the names of what a line of OBF cannot hold."""
        return set() if self.score is None else {"the scores of positions"}

    @property
    def best_score(self) -> int | None:
        """The score of the position or the highest of its moves, or None if there is none."""
        return max(self.scores.values(), default=None) if self.score is None else self.score

    @property
    def best_moves(self) -> list[Move]:
        """The moves with the highest score."""
        return [move for move, score in self.scores.items() if score == self.best_score]


def parse_position(
    text: str, id: str = "", on_error: Callable[[OthelloError], object] | None = None
) -> ScoredPosition:
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
    return ScoredPosition(id, board, scores)


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


def format_position(position: ScoredPosition) -> str:
    """Return a position as a line of OBF, best moves first.

    >>> format_position(parse_position("startpos; c4:-2; d3:0"))[64:]
    ' X; D3:+0; C4:-2;'
    """
    best_first = sorted(position.scores.items(), key=lambda item: -item[1])
    answers = "".join(f" {str(move).upper()}:{score:+d};" for move, score in best_first)
    return position.board.to_obf() + (";" if answers else "") + answers


class PositionTable:
    """The columns of a file of positions, by its heading if it has one."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._delimiter = ""

    def without_heading(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines, an empty one for the heading, which is remembered for `parse`."""
        is_first = True
        for line in lines:
            text = line.strip("\ufeff \t\r\n")
            if is_first and text and not COMMENT.match(text):
                is_first = False
                for delimiter in DELIMITERS:
                    cells = [cell.strip(' "') for cell in text.lower().split(delimiter)]
                    if not self.names and not set(BOARD_COLUMNS).isdisjoint(cells):
                        self.names, self._delimiter, line = cells, delimiter, ""
            yield line

    def parse(
        self, text: str, id: str, on_error: Callable[[OthelloError], object] | None = None
    ) -> ScoredPosition:
        """Return the position of a row, or of a line of OBF where there is no heading."""
        if not self.names:
            return parse_position(text, id, on_error)
        (row,) = csv.reader([text], delimiter=self._delimiter)
        if self._delimiter == "\t":  # blanks at the end of a line are stripped before
            row += [""] * (len(self.names) - len(row))
        if len(row) != len(self.names):
            expected = f"expected {len(self.names)}, as in the heading"
            raise InvalidBoard(f"{counted(len(row), 'cell')}: {expected}")
        cells = dict(zip(self.names, row, strict=True))
        board, stated = (
            next((cells[name].strip() for name in names if name in cells), "")
            for names in (BOARD_COLUMNS, SCORE_COLUMNS)
        )
        position = parse_position(board, id, on_error)
        if not stated:
            return position
        score = WHOLE_SCORE.fullmatch(stated)
        if score is None or int(score[1]) > 64:
            raise InvalidBoard(f"invalid score {quote(stated)}: expected -64 to +64")
        return position._replace(score=int(float(stated)))


def has_table_of_positions(lines: Sequence[str]) -> bool:
    """Return whether lines begin with the heading of a table of positions, and one of them.

    >>> has_table_of_positions(["Score,Board", "0,startpos"]), has_table_of_positions(["Board,x"])
    (True, False)
    """
    table = PositionTable()
    rows = [row for row in table.without_heading(lines) if row]
    try:
        return bool(table.names and rows) and bool(table.parse(rows[0].strip(), ""))
    except OthelloError:
        return False


def read_positions(
    lines: Iterable[str],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: OnError = None,
    other: Callable[[str, int], Any] = lambda text, line: None,
) -> Iterator[Any]:
    """Yield the positions of OBF lines, each a `ScoredPosition`.

    See `othello.formats.read_lines` for the arguments. `other` is given each line, but for rows of
    a table, and its number; it returns what else the line is, or None.

    >>> [position.id for position in read_positions(["startpos", "% a comment", "f5d6"], "a.obf")]
    ['a.obf:1', 'a.obf:3']
    """
    table = PositionTable()

    def parse(text: str, id: str) -> Any:
        line = int(id.rpartition(":")[2])
        if not table.names and (found := other(text, line)) is not None:
            return found

        def report(error: OthelloError) -> None:
            (on_error or raise_error)(FormatError(source, line, str(error)))

        return table.parse(text, id, report if on_error else None)

    rows = table.without_heading(file_lines(lines, source, on_error))
    return read_lines(rows, parse, source, span, on_error)


Position = ScoredPosition
"""The name of `ScoredPosition` in version 1.0."""
