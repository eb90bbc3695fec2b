"""``othello games``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from othello.analysis.games import EXACT_FROM, LEVEL, default_engine
from othello.analysis.openings import name_of
from othello.analysis.page import games_page, html_table, played_record
from othello.board import Board
from othello.commands.arguments import (
    DISCS,
    FILE,
    FLAG,
    add_exact_from,
    add_json,
    add_machine,
    number,
    page_file,
    parse_board,
    refuse_options,
)
from othello.commands.input import open_input
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    Faults,
    Progress,
    no_game_with,
    print_fault,
    print_json,
    show,
)
from othello.commands.overwriting import tells_overwritten
from othello.commands.searching import Working
from othello.convert import NO_MOVES, format_of, write_games
from othello.errors import InvalidOption, OthelloError, counted, printable, quote
from othello.files.writing import replacing, writable
from othello.formats.losses import without_headers
from othello.formats.results import stated_result
from othello.formats.wthor_names import NameList, WthorNames
from othello.gamebase.base import WINNERS, GameBase, StoredGame, read_years
from othello.gamebase.entries import NAMED_BY, game_entry, move_entry, unknown_entries
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

PAGE_GAMES = 500
"""Games of a page of ``--html`` unless ``--limit`` says otherwise; each takes 5 kB."""


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
        "however the board is turned; the end of a finished game is not found",
    )
    for name, who in (("player", "either side"), ("black", "black"), ("white", "white")):
        add(
            f"--{name}",
            metavar="S",
            help=f"games of {who}: words of S begin words of the name, without accents",
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
        "--html",
        type=page_file,
        metavar="FILE",
        help="write a web page: with --position the moves, and the games to step through, the "
        f"latest {PAGE_GAMES} or --limit",
    )
    add(
        "--mistakes",
        **FLAG,
        help="positions in which the player of --player, --black or --white lost discs, by how "
        "much was lost in all; games are analysed once, and the base keeps what was found",
    )
    add(
        "--loss",
        **DISCS,
        help=f"the least loss of a mistake (default {LEAST_LOSS:g})",
    )
    add(
        "--level",
        **number(0, MAX_LEVEL),
        help=f"with --mistakes: how hard to analyse (default {LEVEL}); with --position: show the "
        "engine's score of each move at this level too",
    )
    add_exact_from(parser, EXACT_FROM, level_decides=True)
    add_machine(parser)
    add_json(parser)


def years(text: str) -> tuple[int | None, int | None]:
    """Read the years of ``--year``."""
    try:
        return read_years(text)
    except InvalidOption as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(arguments: argparse.Namespace) -> int:
    """Build a base, or answer a question about one."""
    _refuse_idle(arguments)
    if arguments.base == BUILD:
        return build(arguments)
    if arguments.files:
        words = [arguments.base, *arguments.files]
        if len(words) > 2 and not os.path.lexists(arguments.base):
            del words[0]  # a verb such as `add`
        raise InvalidOption(
            f"{' '.join(map(quote, arguments.files))} behind {quote(arguments.base)}: expected "
            f"othello games {BUILD} {printable(' '.join(words))} to add games, or options to ask "
            "for some"
        )
    with GameBase(arguments.base) as base:
        for file in (arguments.out, arguments.html):
            if file is not None:
                writable(file)
        began = time.perf_counter()
        status, moves = 0, None
        if arguments.mistakes:
            status = show_mistakes(base, arguments)
        elif arguments.position is not None and not arguments.list and arguments.out is None:
            moves = show_moves(base, arguments, began)
        else:
            status = show_games(base, arguments, began)
        if arguments.html is not None:
            write_page(base, arguments, moves)
        tell_what_is_not_there(base, arguments)
    return status


def tell_what_is_not_there(base: GameBase, arguments: argparse.Namespace) -> None:
    """Say on stderr which names and years that were asked for no game has, and what there is."""
    wanted = {name: getattr(arguments, name) for name in NAMED_BY}
    for unknown in unknown_entries(base, arguments.year, wanted):
        name, asked, known = unknown["condition"], unknown["asked"], unknown["known"]
        if name == "year":
            there = f"the years there are: {', '.join(known) or 'none that is known'}"
            print_fault(f"no game with --year {asked} in {arguments.base}; {there}")
        else:
            print_fault(no_game_with(name, asked, arguments.base, known))


def _refuse_idle(arguments: argparse.Namespace) -> None:
    """Raise InvalidOption if an option has no effect on what is asked for."""
    machine = ("threads", "hash", "weights_file", "exact_from")
    questions = (
        "position",
        *CONDITIONS,
        "year",
        "limit",
        "list",
        "out",
        "html",
        "mistakes",
        "loss",
        "level",
    )
    shows_moves = arguments.position is not None and not (arguments.list or arguments.out)
    idle: list[tuple[tuple[str, ...], str]] = []
    if arguments.base == BUILD:
        idle = [((*questions, *machine), f"with {BUILD}: expected the base and files alone")]
    elif arguments.mistakes:
        idle = [
            (
                ("list", "out", "html"),
                "with --mistakes, which lists positions: expected one of them",
            )
        ]
    else:
        idle = [(("loss",), "without --mistakes: expected both")]
        if not shows_moves:
            idle += [(("level",), "with a list of games: expected --mistakes, or --position alone")]
        elif arguments.html is None:
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
    faults, doubts = Faults(), Faults()
    extras: set[str] = set()
    began = time.perf_counter()
    was_there = os.path.lexists(path)
    with GameBase(path, is_new=True) as base, Progress(None) as progress:

        def report(fault: object) -> None:
            progress.hide()
            faults.report(fault)

        def doubt(reason: str) -> None:
            progress.hide()
            doubts.report(reason)

        def rows() -> Iterator[GameRow]:
            for source in sources:
                progress.note(printable(source))
                try:
                    yield from read_rows(open_input(source), source, report, extras.update, doubt)
                except OSError as error:
                    report(f"{source}: {error.strerror}")
                except OthelloError as error:
                    report(error)
                doubts.end_file(source)
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


COLUMNS = {
    "move": "{:5}",
    "games": "{:>8}",
    "share": "{:>8}",
    "score": "{:>7}",
    "won": "{:>7}",
    "drawn": "{:>7}",
    "lost": "{:>7}",
    "years": "  {:9}",
    "value": "{:>7}",
    "opening": "  {}",
}
"""The columns of the table of moves, and how they are written as text."""


def show_moves(base: GameBase, arguments: argparse.Namespace, began: float) -> list[dict[str, str]]:
    """Show the moves that were played in a position; return them as rows of the table."""
    board = parse_board(arguments.position)
    conditions = conditions_of(arguments)
    played = base.moves(board, **conditions)
    games = base.count(board, **conditions)
    seconds = round(time.perf_counter() - began, 6)
    values = engine_scores(board, [each.move for each in played], arguments)
    records = [move_entry(board, each) for each in played]
    for record in records:
        if values:
            record["value"] = rounded(values[str(record["move"])])
    rows = [cells_of(record) for record in records]
    if arguments.json:
        print_json({"position": board.to_obf(), "games": games, "moves": records})
        print_json({"total": {"games": games, "seconds": seconds}})
        return rows
    opening = name_of(board)
    name = f", {opening.name}" if opening else ""
    print(f"{counted(games, 'game')}{name}")
    for row in [{name: name for name in rows[0]}, *rows] if rows else []:
        print("".join(COLUMNS[name].format(text) for name, text in row.items()).rstrip())
    return rows


def exact_from(arguments: argparse.Namespace) -> int:
    """Return the most empties that are solved whatever the level; a level that is given decides."""
    if arguments.exact_from is not None:
        return int(arguments.exact_from)
    return EXACT_FROM if arguments.level is None else 0


def engine_scores(
    board: Board, moves: Sequence[Any], arguments: argparse.Namespace
) -> dict[str, float]:
    """Return the engine's score of each move, if ``--level`` asks for it."""
    if arguments.level is None or not moves:
        return {}
    with default_engine(arguments.threads, arguments.hash) as engine, Progress(1) as progress:
        progress.watch(Working(engine).text)
        engine.endgame_depth = exact_from(arguments)
        limits = Limits(level=arguments.level, moves=moves, multipv=len(moves))
        return {str(line.move): line.score for line in engine.search(board, limits).lines}


def cells_of(record: dict[str, Any]) -> dict[str, str]:
    """Return the cells of a move's row in the table, by the column's name."""
    games = record["wins"] + record["draws"] + record["losses"] or 1
    won, drawn, lost = (
        f"{100 * record[name] / games:.1f}%" for name in ("wins", "draws", "losses")
    )
    span = "" if record["first"] is None else f"{record['first']}–{record['last']}"
    cells = {
        "move": record["move"],
        "games": str(record["games"]),
        "share": f"{100 * record['share']:.1f}%",
        "score": "–" if record["score"] is None else f"{record['score']:+.1f}",
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "years": span,
    }
    if "value" in record:
        cells["value"] = score_text(record["value"])
    return {**cells, "opening": record["name"] or ""}


# ---------------------------------------------------------------------- games


def show_games(base: GameBase, arguments: argparse.Namespace, began: float) -> int:
    """List games, or write them into a file."""
    board = None if arguments.position is None else parse_board(arguments.position)
    conditions = conditions_of(arguments)
    count = base.count(board, **conditions)
    limit = arguments.limit
    if limit is None and not arguments.json and arguments.out is None:
        limit = SHOWN_GAMES
    games = base.games(board, limit=limit, **conditions)
    if arguments.out is not None:
        return write(games, arguments)
    for game in games:
        show(arguments.json, game_entry(game), game_text(game))
    seconds = round(time.perf_counter() - began, 6)
    if arguments.json:
        print_json({"total": {"games": count, "seconds": seconds}})
    else:
        shown = min(count, limit or count)
        print(counted(count, "game") + f", the latest {shown} shown" * (shown < count))
    return 0


def write(games: Iterable[StoredGame], arguments: argparse.Namespace) -> int:
    """Write games into a file; those that its format cannot hold are reported and left out."""
    known = format_of(str(arguments.out), can_be_named=False)
    names = WthorNames(NameList(), NameList())
    faults = Faults()
    fitting = []
    for stored in games:
        game = stored.game()
        try:
            if known.is_empty_line(game):
                raise OthelloError(NO_MOVES)
            known.of_game(game, names)
        except OthelloError as error:
            faults.report(f"game {stored.number}: {error}")
        else:
            fitting.append(game)
    faults.end_file(str(arguments.out))
    text = f"{counted(len(fitting), 'game')} written"
    if fitting:
        with tells_overwritten(str(arguments.out)):
            write_games(arguments.out, fitting)
        text += f" to {printable(str(arguments.out))}"
    else:
        print_fault(f"{arguments.out}: not written, as there is no game to write")
    show(arguments.json, {"total": {"games": len(fitting)}}, text)
    return EXIT_UNUSABLE_INPUT if faults.count else 0


def write_page(
    base: GameBase, arguments: argparse.Namespace, moves: Sequence[dict[str, str]] | None
) -> None:
    """Write the page of ``--html``: the games to step through, and above them a table of moves."""
    board = None if arguments.position is None else parse_board(arguments.position)
    conditions = conditions_of(arguments)
    count = base.count(board, **conditions)
    games = base.games(board, limit=arguments.limit or PAGE_GAMES, **conditions)
    shown = [played_record(game.game()) for game in games]
    if not shown:
        print_fault(f"{arguments.html}: not written, as no game was found")
        return
    legend = f"{counted(count, 'game')} in {arguments.base}"
    legend += f", the latest {len(shown)} shown" * (len(shown) < count)
    tables = ""
    if moves:
        label = f"Moves in {arguments.position}: {counted(count, 'game')}"
        tables = html_table(label, moves[0], [list(row.values()) for row in moves])
    page = games_page(str(shown[0]["title"]), shown, f"{legend}.", tables)
    with replacing(arguments.html) as file:
        file.write(page)


def game_text(stored: StoredGame) -> str:
    """Return a game as a line of text, with the result that counts, as it was stated if it was."""
    result = stored.result or "?"
    if stored.score not in (None, stated_result(result)):
        result = f"{stored.score:+d}"
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
    board = None if arguments.position is None else parse_board(arguments.position)
    games = list(base.games(board, **conditions))
    if arguments.player is None:  # the other side may have a name like it
        games = [
            game._replace(black="") if arguments.black is None else game._replace(white="")
            for game in games
        ]
    level = LEVEL if arguments.level is None else arguments.level
    least = LEAST_LOSS if arguments.loss is None else arguments.loss
    if games and not arguments.json:
        begun = f"analysing {counted(len(games), 'game')} at level {level}"
        print(begun, file=sys.stderr, flush=True)
    with (
        default_engine(arguments.threads, arguments.hash) as engine,
        Progress(len(games)) as progress,
    ):
        progress.watch(Working(engine).text)
        engine.endgame_depth = exact_from(arguments)
        found = mistakes(base, games, player, engine, level, least=least, on_game=progress.step)
    limit = arguments.limit or (len(found) if arguments.json else SHOWN_GAMES)
    for mistake in found[:limit]:
        show(arguments.json, mistake_record(mistake), mistake_text(mistake))
    total = {"games": len(games), "mistakes": len(found)}
    lost = sum(mistake.cost for mistake in found)
    text = (
        f"{counted(len(found), 'mistake')} in {counted(len(games), 'game')}, "
        f"{counted(round(lost), 'disc')} in all"
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
