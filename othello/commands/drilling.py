"""``othello practise --drill`` and ``--hard``: opening lines to learn, and how much that is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

from othello.analysis.openings import name_of
from othello.book import Book, shipped_book
from othello.commands.arguments import opened_book, parse_board
from othello.commands.game_source import GameSource, heading
from othello.commands.output import EXIT_UNUSABLE_INPUT, print_fault, print_json, show, show_text
from othello.commands.practising import Questions, answered_in_json
from othello.commands.screen import has_colours
from othello.errors import InvalidOption, counted, printable
from othello.files.writing import replacing, writable
from othello.notation import BLACK, SIDE_NAMES, SIDES, WHITE
from othello.practice.drills import (
    NEW,
    Drill,
    DrillCard,
    DrillJudgement,
    DrillLine,
    anki_rows,
    book_lines,
    cards_of,
)
from othello.practice.hardness import WITHIN, hardness
from othello.practice.profile import Profile

HELP = """\
MOVE      your answer, such as c4; it is judged, and the next position comes
show      the right move; the position comes again
skip      leave the position out
board     draw the board again
help      this list
quit      leave; the end of the input does the same"""


class DrillDialogue(Questions[DrillCard]):
    """The cards of a drill, asked in text."""

    HELP = HELP

    def __init__(self, asked: Drill, *, in_colour: bool = False) -> None:
        super().__init__(asked, show_text, in_colour=in_colour)
        self._drill = asked

    def _told(self, item: DrillCard) -> str:
        side = SIDE_NAMES[item.board.turn]
        return f"{printable(item.source)}: play the move of your lines for {side}"

    def _judge(self, move: str, seconds: float) -> None:
        judgement = self._drill.answer(move, seconds)
        self._write(f"{'right' if judgement.is_right else 'wrong'}: {judgement.text}")

    def _reveal(self) -> str:
        answers = self._drill.give_up().answers
        return f"your lines play {' or '.join(map(str, answers))}"


def drill(arguments: argparse.Namespace, answers: Iterator[str]) -> int:
    """Ask the cards of lines, or write them into a file; `answers` are what was typed."""
    source = GameSource(arguments.drill)
    with opened_book(book_path(arguments)) as book:
        cards = cards_of(lines_to_drill(arguments, source, book))
        status = EXIT_UNUSABLE_INPUT if source.faults else 0
        if not cards and not status:
            raise InvalidOption(f"no position of these lines with {arguments.side} to move")
        if arguments.export_anki is not None:
            export(cards, arguments)
            return status
        new = NEW if arguments.new is None else arguments.new
        with nullcontext() if arguments.no_profile else Profile(arguments.profile) as profile:
            asked = Drill(cards, profile, new=new, book=book)
            if arguments.json:
                faults = answered_in_json(asked, answers, print_json, record)
                for fault in faults:
                    print_fault(fault)
                    status = EXIT_UNUSABLE_INPUT
            elif cards:
                dialogue = DrillDialogue(asked, in_colour=has_colours(sys.stdout))
                dialogue.run(answers)
        total = {
            "cards": len(cards),
            "due": asked.n_due,
            "new": asked.n_new,
            "answered": asked.n_asked,
            "right": asked.n_right,
        }
        if arguments.json:
            print_json({"total": total})
        elif cards:
            show_text(summary(asked, len(cards)))
    return status


def summary(asked: Drill, n_cards: int) -> str:
    """Return how a drill went."""
    if not asked.size:
        return f"nothing is due, of {counted(n_cards, 'position')}"
    came = f"{asked.n_due} due, {asked.n_new} new, of {counted(n_cards, 'position')}"
    n_asked = counted(asked.n_asked, "position")
    return f"\n{asked.n_right} of {n_asked} right at the first answer; {came}"


def lines_to_drill(
    arguments: argparse.Namespace, source: GameSource, book: Book | None
) -> Iterable[DrillLine]:
    """Yield the lines that the command line names, and what the book plays after them."""
    lines = [
        DrillLine(heading(each.id), each.game, SIDES.get(arguments.side, BLACK + WHITE))
        for each in source
    ]
    yield from lines
    if arguments.within is not None or arguments.plies is not None:
        if book is None:
            raise no_book()
        for line in lines:
            yield from book_lines(book, line, within=within(arguments), plies=plies(arguments))


def record(card: DrillCard, judgement: DrillJudgement | None = None) -> dict[str, object]:
    """Return a card, its answers and an answer to it as a JSON object."""
    given: dict[str, object] = {"answer": None, "right": None}
    return {**card.to_dict(), **(given if judgement is None else judgement.to_dict())}


def export(cards: list[DrillCard], arguments: argparse.Namespace) -> None:
    """Write cards into a file that Anki imports."""
    writable(arguments.export_anki)
    with replacing(arguments.export_anki) as file:
        for row in anki_rows(cards):
            file.write(f"{row}\n")
    text = f"{counted(len(cards), 'card')} written to {printable(str(arguments.export_anki))}"
    show(arguments.json, {"total": {"cards": len(cards)}}, text)


# ---------------------------------------------------------------------- how hard


def tell_hardness(arguments: argparse.Namespace) -> int:
    """Say how many positions each side must know after a line."""
    board = parse_board(" ".join(arguments.hard))
    with opened_book(book_path(arguments)) as book:
        if book is None:
            raise no_book()
        opening = name_of(board)
        told: dict[str, object] = {
            "position": board.to_obf(),
            "name": None if opening is None else opening.name,
            "within": within(arguments),
            "known": bool(book.moves(board)),
        }
        lines = [f"{board.to_obf()}  {told['name'] or ''}".rstrip()]
        for side in SIDES.get(arguments.side, BLACK + WHITE):
            found = hardness(book, board, side, within=within(arguments), plies=plies(arguments))
            told[SIDE_NAMES[side]] = found.to_dict()
            least = "" if found.is_whole else "at least "
            line = f"{SIDE_NAMES[side]} must know {least}{counted(len(found.known), 'position')}"
            if found.plies:
                line += f", up to {counted(found.plies, 'ply', 'plies')} on"
            lines.append(line)
    if not told["known"]:
        lines[1:] = ["not in the book"]
    show(arguments.json, told, "\n".join(lines))
    if arguments.json:
        print_json({"total": {"positions": int(bool(told["known"]))}})
    return 0


def book_path(arguments: argparse.Namespace) -> Path | None:
    """Return the file of the book that is asked: the shipped one unless another is named."""
    return shipped_book() if arguments.book is None else arguments.book


def no_book() -> InvalidOption:
    """Return the error where a book is needed, and there is none."""
    return InvalidOption("no book came with this installation: expected --book FILE")


def within(arguments: argparse.Namespace) -> float:
    """Return the discs that the other side's moves may give away."""
    return WITHIN if arguments.within is None else float(arguments.within)


def plies(arguments: argparse.Namespace) -> int:
    """Return the moves to look ahead."""
    return 60 if arguments.plies is None else int(arguments.plies)
