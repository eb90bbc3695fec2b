"""``othello practise openings``: opening lines to learn, and how much that is."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING

from othello.analysis.openings import name_of
from othello.board import Board
from othello.book import Book, shipped_book
from othello.commands.arguments import add_described, add_fields, opened_book, refuse_options
from othello.commands.game_source import GameSource, heading
from othello.commands.input import open_text
from othello.commands.operating import open_book
from othello.commands.output import EXIT_UNUSABLE_INPUT, Faults, print_json, show
from othello.commands.overwriting import tells_overwritten
from othello.commands.positions import parse_board
from othello.commands.values import FILE, FLAG
from othello.errors import InvalidOption, OthelloError, counted, printable, warn
from othello.files.bounded import lines_of, whole_file
from othello.files.unpacking import text_of
from othello.files.writing import replacing
from othello.notation import BLACK, SIDE_NAMES, SIDES, WHITE, Move
from othello.notation.moves import text_of_line
from othello.openings.catalogue import find_line
from othello.practice import drills
from othello.practice.card_files import keep_cards, known_cards, read_cards
from othello.practice.commands import practising
from othello.practice.commands.puzzles import check_output
from othello.practice.profile import Profile, default_profile
from othello.practice.repertoire import WITHIN, repertoire

if TYPE_CHECKING:
    from othello.gamebase import GameBase

LINES = ("within", "plies", "base", "percent")
"""Options that say how lines go on."""

UNUSED = {
    "hard": ("base", "percent", "new"),
    "import_anki": ("side", *LINES, "book", "new"),
}
"""Options without an effect on what asks nothing."""

MOST_BYTES = 1 << 20
"""Size in bytes up to which a file is looked through for names of openings."""


class DrillDialogue(practising.Dialogue[drills.DrillCard, drills.DrillJudgement, tuple[Move, ...]]):
    """The cards of a drill."""

    HELP = practising.HELP | {
        "MOVE": "your answer, such as c4; it is judged, and the next position comes",
        "hint": "",  # there is none
        "show": "the right move; the position comes again (there is no hint)",
        "skip": "leave the position out",
    }
    TOTAL = (
        ("cards", "n_cards"),
        ("due", "n_due"),
        ("new", "n_new"),
        ("answered", "n_asked"),
        ("right", "n_right"),
    )
    _asked: drills.Drill

    def _told(self, item: drills.DrillCard) -> str:
        side, moves = SIDE_NAMES[item.board.turn], text_of_line(item.moves)
        after = f" after {moves}" if moves else ""
        return f"{printable(item.source)}: play the move of your lines for {side}{after}"

    def _judged(self, item: drills.DrillCard, verdict: drills.DrillJudgement) -> Iterator[str]:
        text = f"{'right' if verdict.is_right else 'wrong'}: {verdict.text}"
        also = verdict.is_right and self._was_again and len(item.answers) > 1
        yield f"{text}; {self._solved(item, item.answers)}" if also else text

    def _solved(self, item: drills.DrillCard, solution: tuple[Move, ...]) -> str:
        return f"your lines play {' or '.join(map(str, solution))}"

    def _summary(self) -> str:
        asked = self._asked
        positions = counted(asked.n_cards, "position")
        if not asked.size:
            nothing = f"nothing is due, of {positions}"
            if asked.next_due is None:
                return nothing
            time = datetime.fromisoformat(asked.next_due).astimezone()
            return f"{nothing}; the next is due on {time:%Y-%m-%d} at {time:%H:%M}"
        came = f"{asked.n_due} due, {asked.n_new} new, of {positions}"
        n_asked = counted(asked.n_asked, "position")
        return f"\n{asked.n_right} of {n_asked} right at the first answer; {came}"

    def _record(
        self, item: drills.DrillCard, verdict: drills.DrillJudgement | None = None
    ) -> dict[str, object]:
        given: dict[str, object] = {"answer": None, "right": None}
        judged = given if verdict is None else {**verdict.to_dict(), "due": self._asked.due}
        return {**item.to_dict(solution=True), **judged}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "lines",
        metavar="LINE",
        nargs="*",
        help="learn the moves of these lines: an opening's name, moves, files of games or of lines "
        "of moves, - for stdin (default: all cards of your profile: those of lines that you have "
        "drilled, and those that --import-anki has read); needs the extra "
        "othello-engine[practice]",
    )
    add_fields(parser, "drill.next", "side", "within", "plies", "new", "percent")
    add_described(parser, "book", "the book that continues lines (default: the shipped one)")
    add("--base", **FILE, help="lines are continued as people play in this base of games")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--hard",
        **FLAG,
        help="ask nothing: count how many positions each side must know by heart after each LINE, "
        "or position, to answer by the book's best move",
    )
    instead.add_argument(
        "--export-anki",
        **FILE,
        help="ask nothing: write the positions and their moves into a file for Anki",
    )
    instead.add_argument(
        "--import-anki",
        **FLAG,
        help="ask nothing: each LINE is a file of cards that --export-anki has written, or of "
        "lines with moves, a tab, and the right moves; read them into your profile",
    )
    practising.add_profile(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the cards of lines; or count, write or read them."""
    for instead, unused in UNUSED.items():
        if getattr(arguments, instead):
            option = f"--{instead.replace('_', '-')}"
            refuse_options(arguments, add_arguments, unused, f"with {option}: expected one of them")
            if not arguments.lines:
                raise InvalidOption(f"{option} without lines: expected some")
    if arguments.import_anki:
        return import_cards(arguments)
    check_output(arguments.export_anki, arguments.lines, "lines")
    with ExitStack() as stack:
        if arguments.hard:
            return tell_repertoire(arguments, open_book(arguments, stack))
        book = stack.enter_context(opened_book(arguments.book or shipped_book()))
        return drill(arguments, book, stack)


def drill(arguments: argparse.Namespace, book: Book | None, stack: ExitStack) -> int:
    """Ask the cards of lines, or write them into a file."""
    n_faults = 0
    if arguments.lines:
        base = opened_base(arguments, stack)
        lines, n_faults = named_lines(arguments)
        cards = drills.cards_of([*lines, *lines_after(lines, arguments, book, base)])
    else:
        cards = kept_cards(arguments)
    status = EXIT_UNUSABLE_INPUT if n_faults else 0
    if not cards and not status:
        raise InvalidOption(f"no position of these lines with {arguments.side} to move")
    if arguments.export_anki is not None:
        export(cards, arguments)
        return status
    profile = stack.enter_context(practising.profile_of(arguments))
    keeps = bool(arguments.lines)
    asked = drills.Drill(cards, profile, new=arguments.new, book=book, keeps=keeps)
    if arguments.json or cards:
        status |= DrillDialogue(asked).run(arguments, arguments.lines)
    return status


def kept_cards(arguments: argparse.Namespace) -> list[drills.DrillCard]:
    """Return the cards that the profile keeps, of the side that is drilled."""
    refuse_options(arguments, add_arguments, LINES, "without lines: expected both")
    if arguments.no_profile:
        raise InvalidOption("no lines: expected some, or a profile with cards")
    path, cards, lost = arguments.profile or default_profile(), [], 0
    if os.path.lexists(path):
        with Profile(path) as profile:
            cards = known_cards(profile)
            keys = {card.key for card in cards}
            lost = sum(each.key not in keys for each in profile.cards(drills.DECK))
    if lost:
        again = "drill the lines once more by name, as othello practise openings tiger"
        reason = f"{path}: the moves of {counted(lost, 'card')} are not kept: {again}"
        if not cards:
            raise InvalidOption(reason)
        warn(reason)
    if not cards:
        expected = "expected lines to drill, or othello practise openings --import-anki FILE first"
        raise InvalidOption(f"{path}: no cards: {expected}")
    return [card for card in cards if card.board.turn in sides_of(arguments)]


def import_cards(arguments: argparse.Namespace) -> int:
    """Read cards from files into the profile; return the exit code."""
    if arguments.no_profile:
        raise InvalidOption("--import-anki with --no-profile: expected a profile for the cards")
    faults = Faults()
    found: dict[str, list[drills.DrillCard]] = {}
    for name in arguments.lines:
        source, n_before = os.path.basename(name), faults.count
        if source in found:  # a file of this name in another folder
            source = name
        with open_text(name) as file:
            found[source] = read_cards(lines_of(file, name), source, name, faults.report)
        if not found[source] and faults.count == n_before:
            faults.report(f"{name}: no cards")
        faults.end_file(name)
    n_cards = sum(map(len, found.values()))
    if n_cards:
        with Profile(arguments.profile) as profile:
            for source, cards in found.items():
                keep_cards(cards, source, profile)
    text = f"{counted(n_cards, 'card')} read: othello practise openings asks them"
    if n_cards:
        show(arguments.json, {"total": {"cards": n_cards}}, text)
    return EXIT_UNUSABLE_INPUT if faults.count else 0


def opened_base(arguments: argparse.Namespace, stack: ExitStack) -> GameBase | None:
    """Open the base of games that is named, if one is."""
    if arguments.base is None:
        refuse_options(arguments, add_arguments, ["percent"], "without --base: expected both")
        return None
    refuse_options(arguments, add_arguments, ["within"], "with --base: expected one of them")
    from othello.gamebase import GameBase

    return stack.enter_context(GameBase(arguments.base))


def named_lines(arguments: argparse.Namespace) -> tuple[list[drills.DrillLine], int]:
    """Return the lines that are named, and how many files or lines could not be used.

    Those of files that have names of openings in them come first.
    """
    texts = {word: text for word in arguments.lines if (text := text_with_names(word)) is not None}
    source = GameSource([word for word in arguments.lines if word not in texts])
    lines, sides = [], sides_of(arguments)
    for word, text in texts.items():
        lines += drills.lines_of_text(text, sides, word, source.report)
    for each in source:
        name = drills.name_of_line(each.game, heading(each.id))
        lines.append(drills.DrillLine(name, each.game, sides))
    return lines, source.faults


def text_with_names(word: str) -> str | None:
    """Return the text of a file in which a line is the name of an opening; None of any other."""
    if not os.path.isfile(word) or os.path.getsize(word) > MOST_BYTES:
        return None
    try:
        text = text_of(whole_file(word))
    except OthelloError:  # of another kind
        return None
    return text if any(find_line(line.strip()) is not None for line in text.splitlines()) else None


def sides_of(arguments: argparse.Namespace) -> str:
    """Return the sides that are drilled."""
    return SIDES.get(arguments.side, BLACK + WHITE)


def lines_after(
    lines: Iterable[drills.DrillLine],
    arguments: argparse.Namespace,
    book: Book | None,
    base: GameBase | None,
) -> Iterator[drills.DrillLine]:
    """Yield what the book or people play after lines, if that is asked for."""
    if base is not None or arguments.within is not None or arguments.plies is not None:
        after = drills.AfterLines(arguments.plies, book, arguments.within, base, arguments.percent)
        for line in lines:
            yield from after.lines(line)


def export(cards: list[drills.DrillCard], arguments: argparse.Namespace) -> None:
    """Write cards into a file that Anki imports; where there are none, it stays as it is."""
    target = str(arguments.export_anki)
    text = f"{printable(target)}: not written, as there are no cards"
    if cards:
        with tells_overwritten(target), replacing(target) as file:
            file.writelines(f"{row}\n" for row in drills.anki_rows(cards))
        text = f"{counted(len(cards), 'card')} written to {printable(target)}"
    show(arguments.json, {"total": {"cards": len(cards)}}, text)


# ---------------------------------------------------------------------- how hard


def tell_repertoire(arguments: argparse.Namespace, book: Book) -> int:
    """Say how many positions each side must know after each line."""
    within = WITHIN if arguments.within is None else arguments.within
    plies = 60 if arguments.plies is None else arguments.plies
    n_known = 0
    for number, board in enumerate(lines_to_count(arguments.lines)):
        opening, is_known = name_of(board), bool(book.moves(board))
        found = {
            SIDE_NAMES[side]: repertoire(book, board, side, within=within, plies=plies)
            for side in sides_of(arguments)
        }
        known = [f"{side} must know {each.text}" for side, each in found.items()]
        name = None if opening is None else opening.name
        head = f"{board.to_obf()}  {name or ''}".rstrip()
        told = {"position": board.to_obf(), "name": name, "within": within, "known": is_known}
        told |= {side: each.to_dict() for side, each in found.items()}
        lines = [*[""][:number], head, *(known if is_known else ["not in the book"])]
        show(arguments.json, told, "\n".join(lines))
        n_known += is_known
    if arguments.json:
        print_json({"total": {"positions": n_known}})
    return 0


def lines_to_count(words: list[str]) -> list[Board]:
    """Return the positions after lines: one a word, or one of all words together.

    >>> len(lines_to_count(["tiger", "f5d6"])), len(lines_to_count(["f5", "d6"]))
    (2, 1)
    """
    try:
        return [parse_board(" ".join(words))]
    except OthelloError:
        if len(words) == 1:
            raise
    return [parse_board(word) for word in words]
