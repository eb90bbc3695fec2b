"""``othello games``."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from othello.analysis.games import EXACT_FROM, LEVEL, default_engine
from othello.analysis.openings import name_of
from othello.board import Board
from othello.commands.arguments import FILE, FLAG, add_json, add_machine, number, refuse_options
from othello.commands.input import open_input
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    Faults,
    Progress,
    print_fault,
    print_json,
    show,
)
from othello.convert import format_of, without_headers, write_games
from othello.errors import InvalidOption, OthelloError, counted, printable, quote
from othello.files.writing import writable
from othello.formats.wthor_names import NameList, WthorNames
from othello.gamebase.base import WINNERS, GameBase, PlayedMove, StoredGame
from othello.gamebase.file import GameRow
from othello.gamebase.mistakes import LEAST_LOSS, Mistake, mistakes
from othello.gamebase.reading import read_rows
from othello.levels import MAX_LEVEL
from othello.limits import Limits
from othello.result import rounded, score_text

EXAMPLE = "othello games build my.base WTH_*.wtb && othello games my.base --position f5d6c3"

BUILD = "build"
CONDITIONS = ("player", "black", "white", "event", "opening", "result")

SHOWN_GAMES = 20
"""Games and mistakes that are listed in text unless ``--limit`` says otherwise."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("base", metavar="BASE", help=f"the file of the base; or {BUILD}, then BASE, then files")
    add(
        "files",
        metavar="FILE",
        nargs="*",
        help=f"with {BUILD}: files of games in any format that othello convert reads, - for stdin. "
        "A game that is in the base already is left out",
    )
    add(
        "--position",
        metavar="P",
        help="the moves that were played in this position, in any form that othello search takes, "
        "however the board is turned",
    )
    for name, who in (("player", "either side"), ("black", "black"), ("white", "white")):
        add(
            f"--{name}",
            metavar="S",
            help=f"games of {who}: S begins a word of the name; accents and capitals do not count",
        )
    add("--event", metavar="S", help="games of an event; S as for --player")
    add("--year", type=years, metavar="A-B", help="games of these years; A-, -B or A too")
    add("--opening", metavar="S", help="games that came to this opening, named or as moves")
    add("--result", choices=list(WINNERS), help="games that this side won, or draws")
    add(
        "--limit",
        **number(1),
        help=f"games or mistakes to list (default {SHOWN_GAMES}; with --json or --out all)",
    )
    add("--list", **FLAG, help="with --position: the games that came to it, not the moves")
    add("--out", **FILE, help="write the games into a file, in the format of its name")
    add(
        "--mistakes",
        **FLAG,
        help="positions in which the player of --player, --black or --white lost discs, by how "
        "much was lost in all; games are analysed once, and the base keeps what was found",
    )
    add(
        "--loss",
        type=float,
        metavar="DISCS",
        help=f"the least loss of a mistake (default {LEAST_LOSS:g})",
    )
    add(
        "--level",
        **number(0, MAX_LEVEL),
        help=f"with --mistakes: how hard to analyse (default {LEVEL}); with --position: show the "
        "engine's score of each move at this level too",
    )
    add_machine(parser)
    add_json(parser)


def years(text: str) -> tuple[int | None, int | None]:
    """Read years as the first and the last one.

    >>> years("1990-1999"), years("1990-"), years("1990")
    ((1990, 1999), (1990, None), (1990, 1990))
    """
    first, dash, last = text.partition("-")
    try:
        span = int(first) if first else None, int(last) if last else None
    except ValueError:
        span = None, None
    if not dash:
        span = span[0], span[0]
    if span == (None, None) or (None not in span and span[0] > span[1]):  # type: ignore[operator]
        raise argparse.ArgumentTypeError(f"{quote(text)}: expected A-B with years A <= B")
    return span


def run(arguments: argparse.Namespace) -> int:
    """Build a base, or answer a question about one."""
    _refuse_idle(arguments)
    if arguments.base == BUILD:
        return build(arguments)
    if arguments.files:
        raise InvalidOption(
            f"{' '.join(map(quote, arguments.files))} behind {quote(arguments.base)}: expected "
            f"othello games {BUILD} {arguments.base} ... to add games, or options to ask for some"
        )
    if arguments.out is not None:
        writable(arguments.out)
    with GameBase(arguments.base) as base:
        began = time.perf_counter()
        if arguments.mistakes:
            return show_mistakes(base, arguments)
        if arguments.position is not None and not arguments.list and arguments.out is None:
            show_moves(base, arguments, began)
        else:
            return show_games(base, arguments, began)
    return 0


def _refuse_idle(arguments: argparse.Namespace) -> None:
    """Raise InvalidOption if an option has no effect on what is asked for."""
    machine = ("threads", "hash", "weights_file")
    questions = (
        "position",
        *CONDITIONS,
        "year",
        "limit",
        "list",
        "out",
        "mistakes",
        "loss",
        "level",
    )
    shows_moves = arguments.position is not None and not (arguments.list or arguments.out)
    idle: list[tuple[tuple[str, ...], str]] = []
    if arguments.base == BUILD:
        idle = [((*questions, *machine), f"with {BUILD}: expected the base and files alone")]
    elif arguments.mistakes:
        idle = [(("list", "out"), "with --mistakes, which lists positions: expected one of them")]
    else:
        idle = [(("loss",), "without --mistakes: expected both")]
        if not shows_moves:
            idle += [(("level",), "with a list of games: expected --mistakes, or --position alone")]
        else:
            idle += [
                (("limit",), "with the moves of --position: expected --list or --mistakes too")
            ]
        if arguments.level is None:
            idle += [(machine, "without a search: expected --level or --mistakes too")]
    for names, reason in idle:
        refuse_options(arguments, add_arguments, names, reason)


def conditions_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return which games are asked for."""
    return {**{name: getattr(arguments, name) for name in CONDITIONS}, "years": arguments.year}


# ---------------------------------------------------------------------- building


KEPT = {"theoretical scores and their depth"}
"""What a game's file has that is not worth a word: WTHOR has it for each game."""


def build(arguments: argparse.Namespace) -> int:
    """Add the games of files to a base, which is made if it is not there."""
    if len(arguments.files) < 2:
        raise InvalidOption(f"othello games {BUILD}: expected BASE and the files of games")
    path, *sources = arguments.files
    faults = Faults()
    extras: set[str] = set()
    began = time.perf_counter()
    was_there = os.path.lexists(path)
    with GameBase(path, is_new=True) as base, Progress(None) as progress:

        def report(fault: object) -> None:
            progress.hide()
            faults.report(fault)

        def rows() -> Iterator[GameRow]:
            for source in sources:
                progress.note(printable(source))
                try:
                    yield from read_rows(open_input(source), source, report, extras.update)
                except OSError as error:
                    report(f"{source}: {error.strerror}")
                except OthelloError as error:
                    report(error)
                faults.end_file(source)

        added, known = base.add_rows(rows(), progress.step)
        seconds = round(time.perf_counter() - began, 6)
        progress.hide()
        in_all = len(base)
    if faults.count and not in_all and not was_there:
        os.remove(path)
    for line in without_headers((), extras - KEPT):
        print_fault(line.replace("the format", "a base"))
    total = {"games": in_all, "added": added, "known": known, "faults": faults.count}
    there = f", {known} were there already" if known else ""
    text = f"{counted(added, 'game')} added{there}: {in_all} in {printable(path)}, {seconds:.1f} s"
    show(arguments.json, {"total": {**total, "seconds": seconds}}, text)
    return EXIT_UNUSABLE_INPUT if faults.count else 0


# ---------------------------------------------------------------------- moves


def show_moves(base: GameBase, arguments: argparse.Namespace, began: float) -> None:
    """Show the moves that were played in a position."""
    board = Board.parse(arguments.position)
    conditions = conditions_of(arguments)
    played = base.moves(board, **conditions)
    games = base.count(board, **conditions)
    seconds = round(time.perf_counter() - began, 6)
    values = engine_scores(board, [each.move for each in played], arguments)
    records = [record_of(board, each) for each in played]
    for record in records:
        if values:
            record["value"] = rounded(values[str(record["move"])])
    if arguments.json:
        print_json({"position": board.to_obf(), "games": games, "moves": records})
        print_json({"total": {"games": games, "seconds": seconds}})
        return
    opening = name_of(board)
    name = f", {opening.name}" if opening else ""
    print(f"{counted(games, 'game')}{name}")
    if records:
        value = f"{'value':>7}" if values else ""
        print(f"move    games   share  score    won  drawn   lost  {'years':9}{value}  opening")
    for record in records:
        print(row_text(record))


def engine_scores(
    board: Board, moves: Sequence[Any], arguments: argparse.Namespace
) -> dict[str, float]:
    """Return the engine's score of each move, if ``--level`` asks for it."""
    if arguments.level is None or not moves:
        return {}
    with default_engine(arguments.threads, arguments.hash) as engine:
        limits = Limits(level=arguments.level, moves=moves, multipv=len(moves))
        return {str(line.move): line.score for line in engine.search(board, limits).lines}


def record_of(board: Board, played: PlayedMove) -> dict[str, Any]:
    """Return a move as a JSON object."""
    opening = name_of(board.after(played.move))
    return {
        "move": str(played.move),
        "games": played.games,
        "share": round(played.share, 4),
        "score": None if played.score is None else round(played.score, 2),
        "wins": played.wins,
        "draws": played.draws,
        "losses": played.losses,
        "first": played.first,
        "last": played.last,
        "name": None if opening is None else opening.name,
    }


def row_text(record: dict[str, Any]) -> str:
    """Return a move as a row of the table."""
    games = record["wins"] + record["draws"] + record["losses"] or 1
    shares = "".join(f"{100 * record[name] / games:6.1f}%" for name in ("wins", "draws", "losses"))
    score = "–" if record["score"] is None else f"{record['score']:+.1f}"
    span = "" if record["first"] is None else f"{record['first']}–{record['last']}"
    value = f"{score_text(record['value']):>7}" if "value" in record else ""
    return (
        f"{record['move']:5}{record['games']:>8}{100 * record['share']:7.1f}%{score:>7}{shares}"
        f"  {span:9}{value}  {record['name'] or ''}"
    ).rstrip()


# ---------------------------------------------------------------------- games


def show_games(base: GameBase, arguments: argparse.Namespace, began: float) -> int:
    """List games, or write them into a file."""
    board = None if arguments.position is None else Board.parse(arguments.position)
    conditions = conditions_of(arguments)
    count = base.count(board, **conditions)
    limit = arguments.limit
    if limit is None and not arguments.json and arguments.out is None:
        limit = SHOWN_GAMES
    games = base.games(board, limit=limit, **conditions)
    if arguments.out is not None:
        return write(games, arguments)
    for game in games:
        show(arguments.json, game_record(game), game_text(game))
    seconds = round(time.perf_counter() - began, 6)
    if arguments.json:
        print_json({"total": {"games": count, "seconds": seconds}})
    else:
        shown = min(count, limit or count)
        print(counted(count, "game") + f", the latest {shown} shown" * (shown < count))
    return 0


def write(games: Iterable[StoredGame], arguments: argparse.Namespace) -> int:
    """Write games into a file; those that its format cannot hold are reported and left out."""
    known = format_of(str(arguments.out))
    names = WthorNames(NameList(), NameList())
    faults = Faults()
    fitting = []
    for stored in games:
        game = stored.game()
        try:
            known.of_game(game, names)
        except OthelloError as error:
            faults.report(f"game {stored.number}: {error}")
        else:
            fitting.append(game)
    faults.end_file(str(arguments.out))
    written = write_games(arguments.out, fitting)
    text = f"{counted(written, 'game')} written to {printable(str(arguments.out))}"
    show(arguments.json, {"total": {"games": written}}, text)
    return EXIT_UNUSABLE_INPUT if faults.count else 0


def game_record(stored: StoredGame) -> dict[str, object]:
    """Return a game as a JSON object."""
    return {
        "black": stored.black or None,
        "white": stored.white or None,
        "year": stored.year,
        "event": stored.event or None,
        "result": stored.result or None if stored.score is None else stored.score,
        "moves": stored.game().transcript(),
        "start": stored.start,
    }


def game_text(stored: StoredGame) -> str:
    """Return a game as a line of text."""
    result = stored.result or "?"
    players = f"{stored.black or '?'} – {stored.white or '?'}"
    moves = stored.game().transcript()
    if stored.start is not None:
        moves = f"from {stored.start}: {moves}"
    line = f"{stored.year or '':4}  {players:41}  {result:>3}  {stored.event:26}  {moves}"
    return printable(line.rstrip())


# ---------------------------------------------------------------------- mistakes


def show_mistakes(base: GameBase, arguments: argparse.Namespace) -> int:
    """Show where a player lost discs, again and again."""
    conditions = conditions_of(arguments)
    player = arguments.player or arguments.black or arguments.white
    if player is None:
        raise InvalidOption("--mistakes without a player: expected --player, --black or --white")
    board = None if arguments.position is None else Board.parse(arguments.position)
    games = list(base.games(board, **conditions))
    level = LEVEL if arguments.level is None else arguments.level
    least = LEAST_LOSS if arguments.loss is None else arguments.loss
    with (
        default_engine(arguments.threads, arguments.hash) as engine,
        Progress(len(games)) as progress,
    ):
        engine.endgame_depth = EXACT_FROM
        found = mistakes(base, games, player, engine, level, least=least, on_game=progress.step)
    limit = arguments.limit or (len(found) if arguments.json else SHOWN_GAMES)
    for mistake in islice(found, limit):
        show(arguments.json, mistake_record(mistake), mistake_text(mistake))
    total = {"games": len(games), "mistakes": len(found)}
    lost = sum(mistake.cost for mistake in found)
    text = (
        f"{counted(len(found), 'mistake')} in {counted(len(games), 'game')}, "
        f"{lost:.0f} discs in all"
    )
    show(arguments.json, {"total": {**total, "lost": round(lost, 2)}}, text)
    return 0


def mistake_record(mistake: Mistake) -> dict[str, object]:
    """Return a mistake as a JSON object."""
    return {
        "position": mistake.board.to_obf(),
        "move": str(mistake.move),
        "loss": round(mistake.loss, 2),
        "times": mistake.times,
        "best": str(mistake.best),
    }


def mistake_text(mistake: Mistake) -> str:
    """Return a mistake as a line of text."""
    opening = name_of(mistake.board)
    name = f"  {opening.name}" if opening else ""
    return (
        f"{mistake.times:4} x  {mistake.loss:5.1f}  {mistake.move} (best {mistake.best})  "
        f"{mistake.board.to_obf()}{name}"
    )
