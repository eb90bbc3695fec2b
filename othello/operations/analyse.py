"""The operation `analyse`: what each move of a game was worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

from othello.analysis.book_entry import BookPath
from othello.analysis.game_texts import game_of
from othello.analysis.games import LEVEL, analyse_game
from othello.analysis.moves import GameAnalysis, MoveAnalysis, accuracy_by_phase
from othello.analysis.openings import opening_of
from othello.analysis.page import game_record, title_of
from othello.book import Book
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.fields import JSON_ONLY
from othello.formats.results import stated_result
from othello.limits import Level, Limits
from othello.notation import BLACK, SIDE_NAMES, WHITE
from othello.operation import LONG, GameMoves, Progress, StartText, operation
from othello.operations import ANALYSE
from othello.result import error_text, rounded, score_text

ByBook = Annotated[
    bool, JSON_ONLY, "use the book's score of a move unless that of a search is clearly surer"
]


@dataclass(frozen=True)
class Analysed:
    """The analysis of a game, and what a book says of its moves."""

    analysis: GameAnalysis
    path: BookPath | None = None  #: the game's way through the book

    def to_dict(self) -> dict[str, Any]:
        """Return the game with its moves, as the page has it."""
        return game_record(self.analysis)

    def records(self) -> Iterator[dict[str, object]]:
        """Yield a JSON object for each move; None is for what is not known."""
        game, opening = self.analysis.game, opening_of(self.analysis.game)
        stated = stated_result(game.headers.get("Result", ""))
        about = {
            "black": game.headers.get("Black") or None,
            "white": game.headers.get("White") or None,
            "result": game.result() if stated is None or game.is_over else round(stated),
            "opening": None if opening is None else opening.name,
        }
        for at, move in enumerate(self.analysis.moves):
            yield {**move.to_dict(), **about, **self._told_by_book(at, move)}

    def _told_by_book(self, at: int, move: MoveAnalysis) -> dict[str, object]:
        if self.path is None:
            return {}
        if (known := self.path.moves[at]) is None:
            return {"book": None, "book_grade": None}
        return {"book": rounded(known.score), "book_grade": known.grade.text(move.board.n_empties)}

    def plot(self, file: Path) -> None:
        """Draw the scores and losses."""
        from othello.analysis.plots import plot_game

        plot_game(self.analysis, file, title_of(self.analysis.game))

    @property
    def text(self) -> str:
        """The game as a table."""
        return self.table("game")

    def table(self, name: str, width: int | None = None) -> str:
        """Return a table of the moves, then each side's accuracy by phase.

        Rows are cut to a width: of a best line the first moves tell most. With a book the table has
        a column of it, and the last line says where the game leaves it.
        """
        moves, path = self.analysis.moves, self.path
        if path is None:
            head, rows = HEAD, [describe_move(move) for move in moves]
        else:
            told = [describe_known(path, at, move) for at, move in enumerate(moves)]
            head, rows = HEAD_WITH_BOOK, list(map(describe_move, moves, told))
        title = f"{name}: {title_of(self.analysis.game)}"
        lines = [title, head, *(fitted(row, width) for row in rows), ""]
        if opening := opening_of(self.analysis.game):
            lines.append(f"opening: {opening.name}")
        for side in (BLACK, WHITE):
            parts = [
                f"{phase} {accuracy.whole_percent} % (loss {accuracy.tenths_lost})"
                for phase, accuracy in accuracy_by_phase(moves, side).items()
                if accuracy.percent is not None
            ]
            lines.append(f"{SIDE_NAMES[side]} accuracy: {', '.join(parts) or 'no free moves'}")
        lines.append(f"{counted(self.analysis.nodes, 'node')}  {self.analysis.seconds:.3f} s")
        if path is not None:
            lines.append(path.text)
        return "\n".join([*lines, ""])


@operation(LONG, ANALYSE)
class Analyse:
    """Show what each move of a game was worth."""

    example: ClassVar[str] = "othello analyse f5d6c3d3c4f4f6 --level 10 --html game.html"

    moves: Annotated[GameMoves, JSON_ONLY] = ""
    start: Annotated[StartText, JSON_ONLY] = None
    level: Annotated[Level, "how hard to think, and from where to solve"] = LEVEL
    book: ByBook = False

    def run(self, engine: Engine, progress: Progress, book: Book | None = None) -> Analysed:
        """Return the game with the scores, best lines and verdicts of its moves."""
        game = game_of(self.moves, self.start)
        if not game.moves:
            raise InvalidOption("a game without moves: expected some")
        done = 0

        def count(_: int) -> None:
            nonlocal done
            done += 1
            progress({"done": done, "of": len(game.moves)})

        limits, asked = Limits(level=self.level), book if self.book else None
        return Analysed(analyse_game(game, engine, limits, book=asked, on_move=count))


def fitted(row: str, width: int | None) -> str:
    """Return a row cut to a width behind a whole word."""
    if width is None or len(row) <= width:
        return row
    return row[: row.rfind(" ", 0, width)].rstrip() + "…"


HEAD = "ply  move      score for mover  loss  verdict           depth  best line"
HEAD_WITH_BOOK = HEAD.replace(" loss", f" book{' ' * 13}loss")
"""Heading of the table with a book: 78 columns, as the best line is left out."""

WIDEST_GRADE = 10


def describe_move(move: MoveAnalysis, told: str | None = None) -> str:
    """Return a row of the table; the best line comes last, its score first.

    `told` is the cell of the book.
    """
    name = f"{SIDE_NAMES[move.board.turn]} {move.move}"
    depth = depth_cell(move.depth, move.selectivity, move.exact)
    line = f"{score_text(move.best.score)}  {' '.join(map(str, move.best.pv))}"
    score = f"{score_text(move.played.score):>6}{error_text(move.error):6}"
    loss = score_text(move.loss).lstrip("+")
    book = "" if told is None else f"{told:17}"
    row = f"{move.ply:3}  {name:10}  {score} {book} {loss:>5}  {move.verdict:10}  {depth:>11}"
    return f"{row}  {line}"


def describe_known(path: BookPath, at: int, move: MoveAnalysis) -> str:
    """Return the cell of the book: a move's score and grade, or where the book is left."""
    known = path.moves[at]
    if known is None:
        return " left here" if at == path.left else ""
    depth, selectivity, source = known.grade
    n_empties = move.board.n_empties
    is_proven = known.grade.is_proven(n_empties)
    grade = depth_cell(min(depth, n_empties), selectivity, is_proven) if depth else f"from {source}"
    if len(grade) > WIDEST_GRADE:
        grade = f"{grade[: WIDEST_GRADE - 1]}…"
    return f"{score_text(known.score):>6} {grade}"


def depth_cell(depth: int, selectivity: int, exact: bool) -> str:
    """Return how a score was found, as the columns of the table say it."""
    return "exact" if exact else f"{depth} at {selectivity} %"
