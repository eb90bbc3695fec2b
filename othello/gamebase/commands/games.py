"""``othello games``."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from othello.analysis.games import EXACT_FROM, LEVEL, default_engine
from othello.analysis.moves import MISTAKE
from othello.analysis.openings import name_of
from othello.analysis.page import games_page, html_table, played_record
from othello.board import Board
from othello.commands.arguments import MACHINE, add_described, add_fields, add_shared, add_verb
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
from othello.commands.positions import parse_board
from othello.commands.searching import Working
from othello.commands.values import DISCS, FILE, number, page_file
from othello.convert import format_of, write_games
from othello.errors import InvalidOption, OthelloError, counted, printable
from othello.files.writing import replacing, writable
from othello.formats.dropped_headers import without_headers
from othello.formats.results import stated_result
from othello.gamebase.base import GameBase, StoredGame
from othello.gamebase.entries import conditions_of, game_entry, position_entry, unknown_entries
from othello.gamebase.file import GameRow
from othello.gamebase.mistakes import Mistake, mistakes
from othello.gamebase.reading import read_rows
from othello.limits import Limits
from othello.notation import SIDE_NAMES
from othello.result import rounded, score_text
from othello.rooms import is_there

EXAMPLE = "othello games build my.base WTH_*.wtb && othello games moves my.base f5d6c3"

CONDITIONS = ("player", "black", "white", "event", "year", "opening", "result")
"""Fields of the operation `games.moves` that say which games count."""

SHOWN_GAMES = 20
"""Games and mistakes that are listed in text unless ``--limit`` says otherwise."""

PAGE_GAMES = 500
"""Games of a page of ``--html`` unless ``--limit`` says otherwise; each takes 5 kB."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(
        dest="verb", metavar="VERB", required=True, title="what is to be done"
    )
    for name, (summary, add, does) in VERBS.items():
        one = add_verb(kinds, name, summary)
        one.add_argument("base", metavar="BASE", help="the file of the base")
        add(one)
        add_shared(one, "json")
        one.set_defaults(run=does)


def with_verb(words: Sequence[str]) -> list[str]:
    """Return a command line with its verb: ``BASE --position P``, as it was before, is ``moves``.

    >>> with_verb(["my.base", "--position", "f5"]), with_verb(["show", "my.base"])
    (['moves', 'my.base', '--position', 'f5'], ['show', 'my.base'])
    """
    if {*words} & {*VERBS, "-h", "--help"} or not words:
        return [*words]
    names = {word.partition("=")[0] for word in words}
    verb = "moves" if "--position" in names and not names & {"--list", "--out"} else "show"
    if "--mistakes" in names:
        verb = "mistakes"
    return [verb, *(word for word in words if word not in ("--list", "--mistakes"))]


def add_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="files of games in any format that othello convert reads, - for stdin. A game that is "
        "in the base already is left out",
    )


def add_moves(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        metavar="POSITION",
        nargs="*",
        help="the position, in any form that othello search takes, however the board is turned; "
        "the end of a finished game is not found",
    )
    add_conditions(parser, "the same, as an option", "games of --html")
    add_html(parser, "the moves, and the games to step through")
    add_effort(parser, "show the engine's score of each move at this level too")


def add_show(parser: argparse.ArgumentParser, names: Sequence[str] = CONDITIONS) -> None:
    add_conditions(parser, CAME_TO, "games", names)
    parser.add_argument(
        "--out", **FILE, help="write the games into a file, in the format of its name"
    )
    add_html(parser, "the games to step through")


def add_of_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", metavar="NAME", help="words that begin words of the name")
    add_show(parser, CONDITIONS[1:])


def add_mistakes(parser: argparse.ArgumentParser) -> None:
    add_conditions(parser, CAME_TO, "mistakes")
    parser.add_argument(
        "--loss",
        **DISCS,
        default=MISTAKE,
        help="the least loss of a mistake (default %(default)g)",
    )
    add_effort(parser, f"how hard to analyse (default {LEVEL})")


CAME_TO = "games that came to this position"


def add_conditions(
    parser: argparse.ArgumentParser, position: str, listed: str, names: Sequence[str] = CONDITIONS
) -> None:
    """Add which games count, and how many of what is `listed` are."""
    parser.add_argument("--position", metavar="P", help=position)
    add_fields(parser, "games.moves", *names)
    told = f"{listed} to list, the latest first (default {SHOWN_GAMES}; with --json or --out all)"
    parser.add_argument("--limit", **number(1), help=told)


def add_html(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--html",
        type=page_file,
        metavar="FILE",
        help=f"also write a web page: {what}, the latest {PAGE_GAMES} or --limit",
    )


def add_effort(parser: argparse.ArgumentParser, told: str) -> None:
    """Add how hard to search."""
    add_described(parser, "level", told)
    told = f"solve from N empty squares on (default {EXACT_FROM}, or as --level says)"
    add_described(parser, "exact_from", told)
    add_shared(parser, *MACHINE)


# ---------------------------------------------------------------------- what is asked


class Asked:
    """A base that is open, and the games in it that are asked for."""

    def __init__(self, base: GameBase, arguments: argparse.Namespace) -> None:
        self.base = base
        self.arguments = arguments
        self.conditions = conditions_of(arguments)
        position = arguments.position or " ".join(getattr(arguments, "words", ()))
        if arguments.verb == "moves":
            position = position or "startpos"
        self.position: str = position
        self.board = parse_board(position) if position else None

    def count(self) -> int:
        """Return how many games there are."""
        return self.base.count(self.board, **self.conditions)

    def games(self, limit: int | None = None) -> Iterator[StoredGame]:
        """Yield the games, the latest first."""
        return self.base.games(self.board, limit=limit, **self.conditions)


def asks(answer: Callable[[Asked], int]) -> Callable[[argparse.Namespace], int]:
    """Return the function of a verb that asks a base, and says what is not there."""

    def run(arguments: argparse.Namespace) -> int:
        with GameBase(arguments.base) as base:
            for option in ("out", "html"):
                if (file := getattr(arguments, option, None)) is not None:
                    writable(file)
            asked = Asked(base, arguments)
            status = answer(asked)
            for unknown in unknown_entries(base, asked.conditions):
                print_fault(text_of_unknown(arguments.base, **unknown))
        return status

    return run


def text_of_unknown(base: str, condition: str, asked: str, known: list[str]) -> str:
    """Return that no game has a name, or is from a year, and what there is."""
    if condition != "year":
        return no_game_with(condition, asked, base, known)
    there = ", ".join(known) or "none that is known"
    return f"no game with --year {asked} in {base}; the years there are: {there}"


# ---------------------------------------------------------------------- building


KEPT = {"theoretical scores and their depth"}
"""Losses of a conversion that are not reported: every game of a WTHOR file has these."""


def build(arguments: argparse.Namespace) -> int:
    """Add the games of files to a base, which is made if it is not there."""
    path, sources = arguments.base, arguments.files
    faults, warnings = Faults(), Faults()
    extras: set[str] = set()
    began = time.perf_counter()
    was_there = os.path.lexists(path)
    with GameBase(path, is_new=True) as base, Progress(None) as progress:

        def report(fault: object) -> None:
            progress.hide()
            faults.report(fault)

        def warn_of(reason: str) -> None:
            progress.hide()
            warnings.report(reason)

        def rows() -> Iterator[GameRow]:
            for source in sources:
                progress.note(printable(source))
                try:
                    yield from read_rows(open_input(source), source, report, extras.update, warn_of)
                except OSError as error:
                    report(f"{source}: {error.strerror}")
                except OthelloError as error:
                    report(error)
                warnings.end_file(source)
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


def show_moves(asked: Asked) -> int:
    """Show the moves that were played in a position, and write the page."""
    began = time.perf_counter()
    arguments, board = asked.arguments, asked.board
    assert board is not None
    found = position_entry(asked.base, board, 0, **asked.conditions)
    seconds = round(time.perf_counter() - began, 6)
    games, records = found["count"], found["moves"]
    values = engine_scores(board, [record["move"] for record in records], arguments)
    if values:
        records = [{**each, "value": rounded(values[each["move"]])} for each in records]
    rows = [cells_of(record) for record in records]
    if arguments.json:
        print_json({"position": found["position"], "games": games, "moves": records})
        print_json({"total": {"games": games, "seconds": seconds}})
    else:
        head = counted(games, "game"), found["name"], f"scores for {SIDE_NAMES[board.turn]}"
        print(", ".join(filter(None, head)))
        for row in [{name: name for name in rows[0]}, *rows] if rows else []:
            print("".join(COLUMNS[name].format(text) for name, text in row.items()).rstrip())
    if arguments.html is not None:
        write_page(asked, rows)
    return 0


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


def show_games(asked: Asked) -> int:
    """List games, or write them into a file, and write the page."""
    began = time.perf_counter()
    arguments, limit = asked.arguments, asked.arguments.limit
    count = asked.count()
    if limit is None and not arguments.json and arguments.out is None:
        limit = SHOWN_GAMES
    games = asked.games(limit)
    if arguments.html is not None:
        write_page(asked)
    if arguments.out is not None:
        return write(games, arguments)
    for game in games:
        show(arguments.json, game_entry(game), game_text(game))
    rated = []
    if arguments.player is not None and is_there("people"):
        from othello.gamebase.with_people import ratings_of

        rated = ratings_of(asked.games(), arguments.player)
    seconds = round(time.perf_counter() - began, 6)
    shown = min(count, limit or count)
    lines = [rating.text for rating in rated]
    lines.append(counted(count, "game") + f", the latest {shown} shown" * (shown < count))
    total: dict[str, Any] = {"games": count, "seconds": seconds}
    if rated:
        total["played_like"] = [rating._asdict() for rating in rated]
    show(arguments.json, {"total": total}, printable("\n".join(lines)))
    return 0


def write(games: Iterable[StoredGame], arguments: argparse.Namespace) -> int:
    """Write games into a file; those that its format cannot hold are reported and left out."""
    known = format_of(str(arguments.out), can_be_named=False)
    beside = known.beside()
    faults = Faults()
    fitting = []
    for stored in games:
        game = stored.game()
        try:
            known.of_game(game, beside)
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


def write_page(asked: Asked, moves: Sequence[dict[str, str]] = ()) -> None:
    """Write the page of ``--html``: the games to step through, and above them a table of moves."""
    arguments, count = asked.arguments, asked.count()
    games = asked.games(arguments.limit or PAGE_GAMES)
    shown = [played_record(game.game()) for game in games]
    if not shown:
        print_fault(f"{arguments.html}: not written, as no game was found")
        return
    legend = f"{counted(count, 'game')} in {arguments.base}"
    legend += f", the latest {len(shown)} shown" * (len(shown) < count)
    tables = ""
    if moves:
        label = f"Moves in {asked.position}: {counted(count, 'game')}"
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


def show_mistakes(asked: Asked) -> int:
    """Show where a player lost discs, again and again."""
    arguments = asked.arguments
    player = arguments.player or arguments.black or arguments.white
    if player is None:
        raise InvalidOption("mistakes without a player: expected --player, --black or --white")
    games = list(asked.games())
    if arguments.player is None:  # the other side may have a name like it
        games = [
            game._replace(black="") if arguments.black is None else game._replace(white="")
            for game in games
        ]
    level = LEVEL if arguments.level is None else arguments.level
    if games and not arguments.json:
        begun = f"analysing {counted(len(games), 'game')} at level {level}"
        print(begun, file=sys.stderr, flush=True)
    with (
        default_engine(arguments.threads, arguments.hash) as engine,
        Progress(len(games)) as progress,
    ):
        progress.watch(Working(engine).text)
        engine.endgame_depth = exact_from(arguments)
        least, step = arguments.loss, progress.step
        found = mistakes(asked.base, games, player, engine, level, least=least, on_game=step)
    limit = arguments.limit or (len(found) if arguments.json else SHOWN_GAMES)
    for mistake in found[:limit]:
        show(arguments.json, mistake.to_dict(), mistake_text(mistake))
    lost = sum(mistake.cost for mistake in found)
    total = {"games": len(games), "mistakes": len(found), "lost": round(lost, 2)}
    text = (
        f"{counted(len(found), 'mistake')} in {counted(len(games), 'game')}, "
        f"{counted(round(lost), 'disc')} in all"
    )
    show(arguments.json, {"total": total}, text)
    return 0


def mistake_text(mistake: Mistake) -> str:
    """Return a mistake as a line of text."""
    opening = name_of(mistake.board)
    name = f"  {opening.name}" if opening else ""
    return (
        f"{mistake.times:4} x  {mistake.loss:5.1f}  {mistake.move} (best {mistake.best})  "
        f"{mistake.board.to_obf()}{name}"
    )


VERBS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None], Any]] = {
    "build": ("make a base, or add games to it", add_build, build),
    "moves": ("show the moves that were played in a position", add_moves, asks(show_moves)),
    "show": ("list games, or write them into a file", add_show, asks(show_games)),
    "player": ("list the games of a player", add_of_player, asks(show_games)),
    "mistakes": ("show where a player loses discs", add_mistakes, asks(show_mistakes)),
}
"""The verbs: what each does, its options, and the function that does it."""
