"""``othello analyse``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from othello.analysis.book_entry import BookPath, book_path
from othello.analysis.games import (
    EXACT_FROM,
    LEVEL,
    AnalysisInterrupted,
    analyse_game,
    default_engine,
)
from othello.analysis.moves import GameAnalysis, MoveAnalysis, accuracy_by_phase
from othello.analysis.openings import opening_of
from othello.analysis.page import analysis_page, title_of
from othello.board import Board
from othello.commands.arguments import (
    MACHINE,
    add_cluster,
    add_described,
    add_shared,
    check_cluster_options,
    opened_book,
)
from othello.commands.game_source import GameSource, heading
from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, columns, print_fault, print_json
from othello.commands.searching import Working
from othello.commands.values import FILE, FLAG, line_span, page_file
from othello.engine import Engine
from othello.errors import counted, printable
from othello.files.writing import replacing, writable
from othello.formats.results import stated_result
from othello.game import Game
from othello.limits import Limits
from othello.notation import BLACK, SIDE_NAMES, WHITE
from othello.result import error_text, rounded, score_text
from othello.rooms import provider

if TYPE_CHECKING:
    from othello.book import Book, BookMove

EXAMPLE = "othello analyse f5d6c3d3c4f4f6 --level 10 --html game.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "games",
        metavar="GAME",
        nargs="+",
        help="files of games (GGF, SGF, WTHOR, or moves), - for stdin, moves such as f5d6c3, or "
        "an opening's name",
    )
    add(
        "--games",
        dest="span",
        type=line_span,
        default=(1, None),
        metavar="A-B",
        help="only these games of each file, counted from 1; A- means to the end, A one game",
    )
    effort = parser.add_mutually_exclusive_group()
    add_described(effort, "level", f"how hard to think (default {LEVEL} without a time or depth)")
    add_shared(effort, "depth")
    add_described(parser, "seconds", "seconds for each game")
    add_shared(parser, "exact_from", exact_from=EXACT_FROM)
    add(
        "--forwards",
        **FLAG,
        help="analyse from the first move to the last instead of backwards; exact scores are the "
        "same",
    )
    add("--plot", **FILE, help="draw scores and losses; the second game goes to FILE-2")
    add("--html", type=page_file, metavar="FILE", help="write a web page to step through the games")
    add_shared(parser, *MACHINE)
    add_cluster(parser)
    add_described(parser, "book", "show what this opening book says of the moves")
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Analyse the games and print a verdict on each move; write the page and the plots."""
    if arguments.plot is not None:
        from othello.files.figures import check_figure_file

        check_figure_file(arguments.plot)
    if arguments.html is not None:
        writable(arguments.html)
    source = GameSource(arguments.games, arguments.span)
    analyses: list[GameAnalysis] = []
    with opened_book(arguments.book) as book:
        try:
            for name, analysis in analyse(source, arguments):
                analyses.append(analysis)
                show_analysis(arguments, name, analysis, book)
                if arguments.plot is not None:
                    plot(analysis, arguments.plot, len(analyses))
        finally:  # after an interruption the page holds the games that were done
            if arguments.html is not None and analyses:
                with replacing(arguments.html) as page:
                    page.write(analysis_page(analyses, book))
    # The page has the comments.
    if left_out := source.left_out - ({"comments"} if arguments.html else set()):
        print_fault(f"left out: {', '.join(sorted(left_out))}")
    if arguments.json:
        print_json({"total": total(analyses)})
    return EXIT_UNUSABLE_INPUT if source.faults else 0


def show_analysis(
    arguments: argparse.Namespace, name: str, analysis: GameAnalysis, book: Book | None
) -> None:
    """Print the analysis of a game."""
    path = None if book is None else book_path(book, analysis)
    if not arguments.json:
        print(printable(describe(heading(name), analysis, path)), flush=True)
        return
    about = about_game(analysis.game)
    for at, move in enumerate(analysis.moves):
        known = {} if path is None else told_by_book(path.moves[at], move.board)
        print_json({"id": name, **move.to_dict(), **about, **known})


def analyse(
    source: GameSource, arguments: argparse.Namespace
) -> Iterator[tuple[str, GameAnalysis]]:
    """Analyse the games of `source`; yield each game's name and its analysis.

    If a game is interrupted, its analysis so far is yielded before the interruption is raised.
    """
    limits = None
    if arguments.level is not None or arguments.depth is not None:
        limits = Limits(level=arguments.level, depth=arguments.depth)
    check_cluster_options(arguments)
    if arguments.cluster is not None:
        yield from provider("cluster").analyse_on_cluster(arguments, limits, source)
        return
    is_timed = arguments.seconds is not None and limits is None
    with default_engine(arguments.threads, arguments.hash, is_timed=is_timed) as engine:
        engine.endgame_depth = arguments.exact_from
        for name, game, comments, _ in source:
            try:
                analysis = analyse_shown(
                    game,
                    engine,
                    limits,
                    seconds=arguments.seconds,
                    backwards=not arguments.forwards,
                )
            except AnalysisInterrupted as interrupted:
                if interrupted.analysis is not None:
                    part = with_part_of(comments, interrupted.analysis)
                    print_fault(f"{heading(name)}: {part.comments[0]}")
                    yield name, part
                raise
            yield name, analysis._replace(comments=comments)


def analyse_shown(
    game: Game,
    engine: Engine,
    limits: Limits | None = None,
    *,
    seconds: float | None = None,
    backwards: bool = True,
) -> GameAnalysis:
    """Return what `analyse_game` does, with a progress bar meanwhile."""
    with Progress(len(game.moves)) as progress:
        progress.watch(Working(engine).text)
        return analyse_game(
            game,
            engine,
            limits,
            seconds=seconds,
            backwards=backwards,
            on_move=lambda _: progress.step(),
        )


def with_part_of(comments: Sequence[str], analysis: GameAnalysis) -> GameAnalysis:
    """Return a partial analysis with its positions' comments and a remark on which part it is.

    `comments` are the whole game's, one for each position.
    """
    first, last = analysis.moves[0].ply, analysis.moves[-1].ply
    remark = f"Interrupted: only moves {first} to {last} of this game were analysed."
    return analysis._replace(comments=[remark, *comments[first : last + 1]])


def plot(analysis: GameAnalysis, file: Path, number: int) -> None:
    """Draw a game's scores into `file`; from game `number` 2 on, into a file named after both."""
    from othello.analysis.plots import plot_game

    if number > 1:
        file = file.with_name(f"{file.stem}-{number}{file.suffix}")
    plot_game(analysis, file, title_of(analysis.game))


# ---------------------------------------------------------------------- JSON


def about_game(game: Game) -> dict[str, object]:
    """Return what each of a game's JSON objects says of it; None is for what is not known."""
    stated = stated_result(game.headers.get("Result", ""))
    opening = opening_of(game)
    return {
        "black": game.headers.get("Black") or None,
        "white": game.headers.get("White") or None,
        "result": game.result() if stated is None or game.is_over else round(stated),
        "opening": None if opening is None else opening.name,
    }


def total(analyses: Sequence[GameAnalysis]) -> dict[str, object]:
    """Return the last JSON object: totals, and each side's accuracy by phase over all games."""
    moves = [move for analysis in analyses for move in analysis.moves]
    return {
        "games": len(analyses),
        "moves": len(moves),
        "nodes": sum(analysis.nodes for analysis in analyses),
        "seconds": round(sum(analysis.seconds for analysis in analyses), 6),
        "accuracy": {
            SIDE_NAMES[side]: {
                phase: accuracy.to_dict()
                for phase, accuracy in accuracy_by_phase(moves, side).items()
            }
            for side in (BLACK, WHITE)
        },
    }


def told_by_book(known: BookMove | None, board: Board) -> dict[str, object]:
    """Return what a move's JSON object says of the book; None is for a move that it lacks."""
    if known is None:
        return {"book": None, "book_grade": None}
    return {"book": rounded(known.score), "book_grade": known.grade.text(board.n_empties)}


# ---------------------------------------------------------------------- text


def describe(name: str, analysis: GameAnalysis, path: BookPath | None = None) -> str:
    """Return a game as text: a table of its moves, then each side's accuracy by phase.

    Rows of the table are cut to fit a terminal: of a best line the first moves tell most. With
    `path` the table has a column of the book, and the last line says where the book is left.
    """
    title = f"{name}: {title_of(analysis.game)}"
    if path is None:
        rows = map(describe_move, analysis.moves)
    else:
        told = [describe_known(path, at, move) for at, move in enumerate(analysis.moves)]
        rows = map(describe_move, analysis.moves, told)
    lines = [title, HEAD if path is None else HEAD_WITH_BOOK, *map(fitted, rows), ""]
    if opening := opening_of(analysis.game):
        lines.append(f"opening: {opening.name}")
    for side in (BLACK, WHITE):
        phases = accuracy_by_phase(analysis.moves, side)
        parts = [
            f"{phase} {accuracy.whole_percent} % (loss {accuracy.tenths_lost})"
            for phase, accuracy in phases.items()
            if accuracy.percent is not None
        ]
        lines.append(f"{SIDE_NAMES[side]} accuracy: {', '.join(parts) or 'no free moves'}")
    lines.append(f"{counted(analysis.nodes, 'node')}  {analysis.seconds:.3f} s")
    if path is not None:
        lines.append(path.text)
    return "\n".join([*lines, ""])


def fitted(line: str) -> str:
    """Return a line cut to the width of the terminal, where stdout is one, behind a whole word."""
    width = columns(sys.stdout) if sys.stdout.isatty() else len(line)
    if len(line) <= width:
        return line
    return line[: line.rfind(" ", 0, width)].rstrip() + "…"


HEAD = "ply  move         score         loss  verdict           depth  best line"
HEAD_WITH_BOOK = HEAD.replace(" loss", f" book{' ' * 13}loss")
"""Heading of the table with a book: 78 columns, as the best line is left out."""

WIDEST_GRADE = 10


def describe_move(move: MoveAnalysis, told: str | None = None) -> str:
    """Return a row of the table; the best line comes last, its score first.

    `told` is the cell of the book.
    """
    name = f"{SIDE_NAMES[move.board.turn]} {move.move}"
    depth = depth_text(move.depth, move.selectivity, move.exact)
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
    grade = depth_text(min(depth, n_empties), selectivity, is_proven) if depth else f"from {source}"
    if len(grade) > WIDEST_GRADE:
        grade = f"{grade[: WIDEST_GRADE - 1]}…"
    return f"{score_text(known.score):>6} {grade}"


def depth_text(depth: int, selectivity: int, exact: bool) -> str:
    """Return how a score was found, as the columns of the table say it."""
    return "exact" if exact else f"{depth} at {selectivity} %"
