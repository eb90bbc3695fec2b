"""``othello analyse``."""

import argparse
import sys
from collections.abc import Iterator, Sequence

from othello.analysis.book_entry import book_path, by_book
from othello.analysis.games import (
    EXACT_FROM,
    LEVEL,
    AnalysisInterrupted,
    analyse_game,
    default_engine,
)
from othello.analysis.moves import GameAnalysis, accuracy_by_phase
from othello.analysis.page import analysis_page
from othello.commands.arguments import (
    MACHINE,
    add_cluster,
    add_described,
    add_shared,
    check_cluster_options,
    opened_book,
)
from othello.commands.game_source import GameSource, heading
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    Progress,
    columns,
    print_fault,
    print_json,
    show_text,
)
from othello.commands.searching import Working
from othello.commands.values import FILE, FLAG, line_span, page_file
from othello.engine import Engine
from othello.errors import printable
from othello.files.writing import replacing, writable
from othello.game import Game
from othello.limits import Limits
from othello.notation import BLACK, SIDE_NAMES, WHITE
from othello.operations.analyse import Analysed
from othello.rooms import provider

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
    add_described(parser, "book", "use the scores of this opening book, and show them")
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
            for name, searched in analyse(source, arguments):
                analysis = by_book(searched, book)
                analyses.append(analysis)
                analysed = Analysed(analysis, None if book is None else book_path(book, analysis))
                show_analysis(arguments.json, name, analysed)
                if (file := arguments.plot) is not None:
                    number = f"-{len(analyses)}" * (len(analyses) > 1)
                    analysed.plot(file.with_name(f"{file.stem}{number}{file.suffix}"))
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


def show_analysis(as_json: bool, name: str, analysed: Analysed) -> None:
    """Print the analysis of a game."""
    if as_json:
        for record in analysed.records():
            print_json({"id": name, **record})
    else:
        width = columns(sys.stdout) if sys.stdout.isatty() else None
        show_text(printable(analysed.table(heading(name), width)))


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
