"""The verbs of ``othello book`` that read a book: counts, checks, exports."""

import argparse
import os
from collections import Counter
from contextlib import nullcontext, suppress
from pathlib import Path

from othello.book import shipped_book
from othello.book.file import BookFile
from othello.book.position import StoredPosition
from othello.bookmaking.check import problems_of
from othello.bookmaking.commands.book_growing import opened
from othello.bookmaking.formats import FORMATS, BookFormat, export_book, read_records
from othello.commands.output import EXIT_WRONG_RESULT, Progress, print_fault, print_json, show
from othello.commands.overwriting import tells_overwritten
from othello.commands.values import ONLY_READ
from othello.errors import InvalidOption, OthelloError, counted
from othello.result import rounded


def stats(arguments: argparse.Namespace) -> int:
    """Count the positions of a book by plies, and its leaf moves by grade."""
    with BookFile(arguments.book) as book, book.reading():
        positions = book.load()
        # A book of another format has counts only, and no games by name.
        games = max(len(book.games()), *(position.games for position in positions), 0)
        problems = sum(1 for _ in problems_of(book))
    plies: dict[int, list[StoredPosition]] = {}
    for position in positions:
        plies.setdefault(60 - position.n_empties, []).append(position)
    for ply in sorted(plies):
        here = plies[ply]
        moves = sum(len(position.moves) for position in here)
        proven = sum(
            1
            for position in here
            if position.moves and position.grade.is_proven(position.n_empties)
        )
        best = sorted(position.best.value / 128 for position in here if position.moves)
        median = best[len(best) // 2] if best else None
        record = {
            "ply": ply,
            "positions": len(here),
            "moves": moves,
            "proven": proven,
            "score": rounded(median),
        }
        text = f"ply {ply:2}  {counted(len(here), 'position'):>16}  {counted(moves, 'move'):>13}"
        text += f"  {proven} proven"
        show(arguments.json, record, text)
    grades = Counter(
        move.grade.text(position.n_empties)
        for position in positions
        for move in position.moves.values()
        if move.child is None
    )
    if arguments.json:
        total = {
            "positions": len(positions),
            "problems": problems,
            "games": games,
            "grades": dict(grades.most_common()),
        }
        print_json({"total": total})
        return 0
    print("leaf moves: " + ", ".join(f"{count} {name}" for name, count in grades.most_common()))
    print(
        f"{counted(len(positions), 'position')}  {counted(games, 'game')}  "
        f"{counted(problems, 'problem')}"
    )
    return 0


def export(arguments: argparse.Namespace) -> int:
    """Write the book in another format."""
    known = None if arguments.format is None else FORMATS[arguments.format]
    target = arguments.target
    # To look for games in a large book takes long.
    is_book = _is_book(target, known)
    told = nullcontext() if is_book else tells_overwritten(str(target))
    with told, BookFile(arguments.book) as book:
        positions = export_book(book, target, known)
    total = {"total": {"positions": positions}}
    show(arguments.json, total, counted(positions, "position"))
    return 0


def _is_book(path: Path, known: BookFormat | None) -> bool:
    """Return whether a file holds what an export writes."""
    if not os.path.isfile(path):
        return False  # to read a pipe would be to wait for what is to be written
    with suppress(OthelloError, OSError):
        return any(True for _ in read_records(path, lambda error: None, known))
    return False


def check(arguments: argparse.Namespace) -> int:
    """Check that the book is sound; the exit code is 1 if it is not."""
    if arguments.repair:
        if arguments.book == shipped_book():
            raise InvalidOption(ONLY_READ)
        with opened(arguments) as builder, Progress(None):
            builder.repair()
    with BookFile(arguments.book) as book:
        problems = 0
        for problem in problems_of(book):
            print_fault(problem)
            problems += 1
        positions = book.count()
    show(
        arguments.json,
        {"total": {"positions": positions, "problems": problems}},
        f"{counted(positions, 'position')}  {counted(problems, 'problem')}",
    )
    return EXIT_WRONG_RESULT if problems else 0
