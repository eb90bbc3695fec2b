"""``othello puzzles``."""

import argparse
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import tee
from pathlib import Path
from random import Random
from typing import Any

from othello.commands.arguments import (
    MACHINE,
    add_cluster,
    add_described,
    add_fields,
    add_shared,
    add_verb,
    given_options,
    told,
)
from othello.commands.game_source import GameSource
from othello.commands.input import open_text, tell_missing
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    EXIT_WRONG_RESULT,
    Faults,
    Progress,
    print_fault,
    print_json,
)
from othello.commands.output import show as show_line
from othello.commands.overwriting import tells_overwritten
from othello.commands.values import FILE, FLAG, SHIPPED, span, whole_number
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.files.access import is_database, is_same_file
from othello.files.bounded import lines_of
from othello.files.writing import replacing, writable
from othello.game import Game
from othello.gamebase.player_names import who_played
from othello.practice import puzzle_making
from othello.practice.kinds import KINDS, OPENING, OPENING_EMPTIES
from othello.practice.puzzles import (
    MOST_MOVES,
    Puzzle,
    PuzzleSet,
    format_set,
    read_set,
    shipped_set,
)
from othello.rooms import provider

EXAMPLE = "othello puzzles make games.ggf --count 100 --output my.puzzles"

Spread = Callable[[Callable[[Engine, Any], Any], Iterable[Any]], Iterator[Any]]
"""Calls a function with an engine and each item; the outcomes come in the items' order."""

USUAL_KINDS = [kind for kind in KINDS if kind != OPENING]
OPENING_SPAN = (OPENING_EMPTIES, 52)
MOST_PROVEN = OPENING_EMPTIES - 1

REPEATED = ("kind", "goal", "traps", "empties", "count", "weights_file")
"""Options of the command in a set that makes the same set, besides the seed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(
        dest="act", metavar="ACT", required=True, title="what is to be done"
    )
    for name, (summary, _, add) in ACTS.items():
        one = add_verb(acts, name, summary)
        add(one)
        add_shared(one, "json")


def add_make(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "games",
        metavar="FILE",
        nargs="+",
        help="files of games in any format that othello convert reads, - for stdin, or a base of "
        "othello games",
    )
    add(
        "--kind",
        choices=KINDS,
        action="append",
        help="only this kind; may be given several times (default: all but opening, which nobody "
        "can prove)",
    )
    add_fields(parser, "puzzle.next", "goal")
    parser.set_defaults(traps=None)
    if scale := provider("ratings of people"):
        add(
            "--traps",
            type=whole_number(scale.LEAST_RATING, scale.MOST_RATING),
            metavar="RATING",
            help="only lost positions whose right move makes most people of this rating err in "
            "reply, so that it is not lost any more, by the model of othello people",
        )
    fewest, most = puzzle_making.PROVEN_EMPTIES
    add(
        "--empties",
        type=span(2, OPENING_SPAN[1]),
        metavar="A-B",
        help=f"empty squares of the positions (default {fewest}-{most}; with --kind opening "
        f"{OPENING_SPAN[0]}-{OPENING_SPAN[1]})",
    )
    add_described(parser, "count", "stop after N puzzles (default: all that there are)")
    add_described(parser, "seed", "which puzzles of a game are taken", 1)
    add("--output", **FILE, help="write the set into FILE (default: print it)")
    add(
        "--note",
        metavar="TEXT",
        action="append",
        default=[],
        help="a line for the set, such as who played; may be given several times",
    )
    add_shared(parser, *MACHINE, hash=4)
    add_cluster(parser, keeps=False)


def add_check(parser: argparse.ArgumentParser) -> None:
    add_set(parser)
    add_described(parser, "count", "so many of them, chosen at random")
    add_described(parser, "seed", "which --count chooses (default: any)")
    add_shared(parser, *MACHINE, hash=4)
    add_cluster(parser, keeps=False)


def add_renew(parser: argparse.ArgumentParser) -> None:
    add_set(parser)
    parser.add_argument("--output", **FILE, help="write the set into FILE (default: print it)")
    add_shared(parser, *MACHINE, hash=4)
    add_cluster(parser, keeps=False)


def add_show(parser: argparse.ArgumentParser) -> None:
    add_set(parser)
    add_fields(parser, "puzzle.next", "kind", "goal", "length")
    parser.add_argument("--solutions", **FLAG, help="show the right moves and the sources too")


def add_set(parser: argparse.ArgumentParser) -> None:
    place = f"a set that othello puzzles make wrote, - for stdin, or {SHIPPED} for the package's"
    parser.add_argument("set", metavar="SET", help=place)
    add_shared(parser, "lines")


def run(arguments: argparse.Namespace) -> int:
    """Make, check or show a set."""
    _, do, _ = ACTS[arguments.act]
    return do(arguments)


# ---------------------------------------------------------------------- make


def make(arguments: argparse.Namespace) -> int:
    """Make a set of puzzles out of games."""
    kinds, empties = wanted(arguments)
    check_output(arguments.output, arguments.games, "games")
    bases, source = bases_and_games(arguments.games)
    selection = puzzle_making.Selection(arguments.count, arguments.seed)
    wanted_only = {"goal": arguments.goal, "traps": arguments.traps}
    with workers(arguments) as spread, Progress(arguments.count) as progress:
        find = partial(puzzle_making.puzzles_of_game, kinds, empties, **wanted_only)
        n_games = choose(selection, spread, named_games(bases, source), find, progress)
        puzzles = []
        for puzzle in spread(puzzle_making.complete, selection.puzzles):
            puzzles.append(puzzle)
            if arguments.json:
                progress.hide()
                print_json(puzzle.to_dict())
            progress.step()
    found = PuzzleSet(tuple(puzzles), command_of(arguments), tuple(arguments.note))
    write_set(found, arguments, {"games": n_games})
    if arguments.count is not None and len(puzzles) < arguments.count:
        print_fault(
            f"only {len(puzzles)} of {counted(arguments.count, 'puzzle')}: expected more games, of "
            f"which {counted(n_games, 'game was', 'games were')} read"
        )
    return EXIT_UNUSABLE_INPUT if source.faults else 0


def write_set(found: PuzzleSet, arguments: argparse.Namespace, total: dict[str, object]) -> None:
    """Write a set into the file that is asked for, or print it; with JSON say what is in it."""
    puzzles, output, lines = found.puzzles, arguments.output, [*format_set(*found[:3])]
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    if output is not None and puzzles:
        with tells_overwritten(str(output)), replacing(output) as file:
            file.writelines(f"{line}\n" for line in lines)
    if arguments.json:
        print_json({"total": {"puzzles": len(puzzles), **total, "kinds": kinds}})
    elif output is None:
        print(*lines, sep="\n")
    elif puzzles:
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        print(f"{output}: {counted(len(puzzles), 'puzzle')}: {counts}")
    if output is not None and not puzzles:
        print_fault(f"{output}: not written, as there is no puzzle")


def wanted(arguments: argparse.Namespace) -> tuple[list[str], tuple[int, int]]:
    """Return the kinds and the empty squares that are asked for, if they go together."""
    kinds = arguments.kind or USUAL_KINDS
    has_opening, has_others = OPENING in kinds, any(kind != OPENING for kind in kinds)
    empties = arguments.empties or (
        OPENING_SPAN if not has_others else puzzle_making.PROVEN_EMPTIES
    )
    given = told(empties)
    if has_opening and empties[1] < OPENING_EMPTIES:
        expected = f"--empties up to {OPENING_EMPTIES} or more"
        raise InvalidOption(f"--empties {given} with --kind {OPENING}: expected {expected}")
    if has_others and empties[0 if has_opening else 1] > MOST_PROVEN:
        expected = f"at most {MOST_PROVEN} for what is to be proven"
        raise InvalidOption(f"--empties {given}: expected {expected}; --kind {OPENING} takes more")
    return kinds, empties


def choose(
    selection: puzzle_making.Selection,
    spread: Spread,
    games: Iterable[tuple[Game, str]],
    find: Callable[[Engine, tuple[Game, str]], list[Puzzle]],
    progress: Progress,
) -> int:
    """Find the puzzles of the games and choose from them; return how many games were read."""
    read, searched = tee(games)
    n_games = 0
    for (game, _), found in zip(read, spread(find, searched), strict=False):
        n_games += 1
        selection.add(game, found)
        n_puzzles = counted(len(selection.puzzles), "puzzle")
        progress.note(f"{n_puzzles} of {counted(n_games, 'game')} to be rated")
        if selection.is_full:
            break
    return n_games


def described(name: str, game: Game) -> str:
    """Return what a puzzle names as its source: the file's name, the game's number, the players.

    >>> described("games/my.ggf:7", Game("f5", headers={"Black": "Ada", "White": "Bob"}))
    'my.ggf:7 Ada – Bob'
    """
    return " ".join(f"{os.path.basename(name)} {who_played(game.headers)}".split())


def bases_and_games(names: Sequence[str]) -> tuple[list[str], GameSource]:
    """Return those of some names that are bases of games, and the source of the other games."""
    bases = [name for name in names if is_database(name)]
    return bases, GameSource([name for name in names if name not in bases])


def named_games(bases: Iterable[str], source: GameSource) -> Iterator[tuple[Game, str]]:
    """Yield the games of a source and of bases, each with what its puzzles name as their source."""
    for each in source:
        yield each.game, described(each.id, each.game)
    for name in bases:
        from othello.gamebase import GameBase

        with GameBase(name) as base:
            for stored in base.games():
                game = stored.game()
                yield game, described(f"{name}:{stored.number}", game)


def check_output(output: Path | None, names: Iterable[str], what: str) -> None:
    """Raise an error if a file cannot be written, or is one of the files of `what` to read."""
    if output is None:
        return
    if any(is_same_file(output, name) for name in names):
        expected = "expected the name of another file"
        raise InvalidOption(f"{output} is one of the files of {what}: {expected}")
    writable(output)


def command_of(arguments: argparse.Namespace) -> str:
    """Return the command that makes the same set."""
    words = ["othello", "puzzles", "make", *map(os.path.basename, arguments.games)]
    for option, value in given_options(arguments, add_make, REPEATED):
        for each in value if isinstance(value, list) else [value]:
            words += [option, os.path.basename(told(each))]
    return shlex.join([*words, "--seed", str(arguments.seed)])


# ---------------------------------------------------------------------- renew, check, show


def renew(arguments: argparse.Namespace) -> int:
    """Write a set with kinds, moves and difficulties by today's definitions."""
    check_output(arguments.output, [], "puzzles")
    faults = Faults()
    found = opened_set(arguments.set, faults, arguments.lines)
    with workers(arguments) as spread, Progress(len(found.puzzles)) as progress:
        puzzles = []
        for puzzle in spread(puzzle_making.renewed, found.puzzles):
            puzzles.append(puzzle)
            progress.step()
    write_set(found._replace(puzzles=tuple(puzzles)), arguments, {})
    return EXIT_UNUSABLE_INPUT if faults.count else 0


def check(arguments: argparse.Namespace) -> int:
    """Solve the puzzles of a set again; the exit code is 1 if one is wrong."""
    faults = Faults()
    found = opened_set(arguments.set, faults, arguments.lines)
    chosen = [*zip(found.ids, found.puzzles, strict=True)]
    if arguments.count is not None and arguments.count < len(chosen):
        chosen = Random(arguments.seed).sample(chosen, arguments.count)
    problems = 0
    with workers(arguments) as spread, Progress(len(chosen)) as progress:
        outcomes = spread(puzzle_making.check_puzzle, (puzzle for _, puzzle in chosen))
        for (id, puzzle), problem in zip(chosen, outcomes, strict=True):
            if problem:
                problems += 1
                progress.hide()
                position = puzzle.board.to_obf()
                record = {"id": id, "position": position, "problem": problem}
                show_line(arguments.json, record, f"{id}: {position}: {problem}")
            progress.step()
    total = {"puzzles": len(chosen), "problems": problems}
    text = f"{counted(len(chosen), 'puzzle')}  {counted(problems, 'problem')}"
    show_line(arguments.json, {"total": total}, text)
    if faults.count:
        return EXIT_UNUSABLE_INPUT
    return EXIT_WRONG_RESULT if problems else 0


def show(arguments: argparse.Namespace) -> int:
    """List the puzzles of a set."""
    faults = Faults()
    found = opened_set(arguments.set, faults, arguments.lines)
    n_shown = 0
    fewest, most = arguments.length or (1, MOST_MOVES)
    for id, puzzle in zip(found.ids, found.puzzles, strict=True):
        is_wanted = arguments.kind in (None, puzzle.kind) and arguments.goal in (None, puzzle.goal)
        if is_wanted and fewest <= puzzle.length <= most:
            n_shown += 1
            record = {"id": id, **puzzle.to_dict(), "goal": puzzle.goal}
            text = [id, puzzle.board.to_obf(), puzzle.goal, puzzle.kind, str(puzzle.difficulty)]
            if arguments.solutions:
                moves, margin = " ".join(map(str, puzzle.line)), f"margin {puzzle.margin:g}"
                best = f"{moves} {puzzle.score:+g}"
                text += [best, margin, puzzle.source]
            else:
                for name in ("best", "line", "score", "margin", "source"):
                    del record[name]
            show_line(arguments.json, record, "  ".join(text))
    if arguments.json:
        print_json({"total": {"puzzles": n_shown}})
    return EXIT_UNUSABLE_INPUT if faults.count else 0


def opened_set(name: str, faults: Faults, span: tuple[int, int | None] = (1, None)) -> PuzzleSet:
    """Read the set that is named; lines that are no puzzles, or not there, are reported."""
    if name == SHIPPED:
        lines = [*format_set(*shipped_set()[:3])]
    else:
        with open_text(name) as file:
            lines = [*lines_of(file, name)]
    found = read_set(lines, name, span, faults.report)
    tell_missing(name, span, len(lines), "line", faults.report)
    return found


# ---------------------------------------------------------------------- workers


@contextmanager
def workers(arguments: argparse.Namespace) -> Iterator[Spread]:
    """Give what does work on many items: an engine of this process, or those of ``--cluster``."""
    if arguments.cluster is None:
        with Engine(threads=arguments.threads, hash_mb=arguments.hash) as engine:
            yield lambda work, items: map(partial(work, engine), items)
        return
    from othello.practice.with_cluster import spread_on

    with spread_on(arguments) as spread:
        yield spread


ACTS = {
    "make": ("make puzzles out of games", make, add_make),
    "renew": (
        "find kinds, following moves and difficulty of a set's puzzles anew",
        renew,
        add_renew,
    ),
    "check": ("solve the puzzles of a set again", check, add_check),
    "show": ("list the puzzles of a set", show, add_show),
}
