"""``othello practise progress``: what a profile has, in words, as a figure, or all of it."""

import argparse
import errno
import json
import os
from collections.abc import Iterator

from othello.analysis.moves import ALL
from othello.commands.arguments import add_fields
from othello.commands.output import print_json, show, show_text
from othello.commands.overwriting import tells_overwritten
from othello.commands.values import FILE
from othello.errors import MissingFile, counted, printable
from othello.files.figures import check_figure_file
from othello.files.writing import replacing, writable
from othello.practice.commands.practising import Keeping
from othello.practice.profile import Profile, default_profile
from othello.practice.progress import GameGroup, Summary, plot_progress, progress_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    into = parser.add_mutually_exclusive_group()
    into.add_argument(
        "--plot", **FILE, help="also draw it by month into this file, such as FILE.svg"
    )
    into.add_argument(
        "--export", **FILE, help="instead write all that the profile has into a file, as JSON"
    )
    add_fields(parser, Keeping, "profile")


def run(arguments: argparse.Namespace) -> int:
    """Say what the profile has, or write all of it into a file."""
    if arguments.plot is not None:
        check_figure_file(arguments.plot)
    path = arguments.profile or default_profile()
    if os.path.lexists(path):
        with Profile(path) as profile:
            if arguments.export is not None:
                export(profile, arguments)
            else:
                tell(arguments, progress_of(profile))
    elif arguments.profile is not None or arguments.export is not None:
        reason = "no profile: othello practise mistakes makes one"
        raise MissingFile(errno.ENOENT, reason, str(path))
    else:
        tell(arguments, progress_of(None))
    return 0


def export(profile: Profile, arguments: argparse.Namespace) -> None:
    """Write all of a profile into a file."""
    writable(arguments.export)
    target, content = str(arguments.export), profile.export()
    with tells_overwritten(target), replacing(target) as file:
        json.dump(content, file, indent=1)
        file.write("\n")
    counts = {name: len(rows) for name, rows in content.items() if isinstance(rows, list)}
    told = [
        f"{count} {name}"
        for name, count in counts.items()
        if count or name not in ("drilled", "history")
    ]
    text = f"{', '.join(told)} written to {printable(target)}"
    show(arguments.json, {"total": counts}, text)


def tell(arguments: argparse.Namespace, found: Summary) -> None:
    """Show what a profile has; draw it if that is asked for."""
    if arguments.plot is not None:
        plot_progress(found, arguments.plot)
    if not arguments.json:
        show_text("\n".join(progress_lines(found)))
        return
    told = found.to_dict()
    for each in (*told["kinds"], *told["played"]):
        print_json(each)
    print_json({"total": told["total"]})


def progress_lines(found: Summary) -> Iterator[str]:
    """Yield what is told of answers, months, rating and games, as far as there are some."""
    if not found.answers:
        yield "no answers yet"
    else:
        yield f"{counted(found.answers, 'answer')}, {percent(found.right, found.answers)} right:"
        yield from map(answers_text, found.rows)
    if len(found.months) > 1:
        yield "by month:"
        yield from (answers_text((month, *counts)) for month, counts in found.months.items())
    if found.due:
        yield f"{counted(found.due, 'card')} due: othello practise openings asks them"
    if found.failed:
        puzzles = counted(found.failed, "puzzle")
        yield f"{puzzles} to try again: othello practise puzzles --failed asks them"
    if found.rating is not None:
        yield f"your rating at puzzles: {found.rating:.0f}"
    if not found.games:
        return
    yield f"{counted(found.games, 'game')}, {found.analysed} of them analysed:"
    if found.analysed < found.games:
        yield "  (othello practise mistakes analyses the others)"
    yield "  accuracy  discs lost by a move  won-drawn-lost"
    for each in found.played:
        yield games_text(each)


def answers_text(row: tuple[str, int, int]) -> str:
    """Return some answers as a line of text: their name, how many there are, and how many right."""
    name, answers, right = row
    return f"{answers:6}  {percent(right, answers):>5} right  {name}"


def games_text(games: GameGroup) -> str:
    """Return some games as a line of text."""
    accuracy = games.accuracy
    won = f"{games.wins}-{games.draws}-{games.losses}"
    if games.by == "phase" and games.name != ALL:  # who wins is of whole games
        won = ""
    return (
        f"{accuracy.whole_percent:>6} %  {accuracy.tenths_lost:>19}  {won:>14}"
        f"  {games.by}: {printable(games.name)}"
    )


def percent(part: int, whole: int) -> str:
    """Return a share of a number that is not 0, as text."""
    return f"{100 * part / whole:.0f} %"
