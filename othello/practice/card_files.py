"""Cards of a drill that are read from a file, and all cards whose answers a profile keeps.

Who has cards in Anki, or in a list, reads them with ``othello practise openings --import-anki``.
"""

from collections.abc import Callable, Iterable
from functools import partial

from othello.board import Board
from othello.errors import FormatError, InvalidOption, OthelloError, quote
from othello.formats.reading import read_lines
from othello.game import Game
from othello.notation import Move, split_moves
from othello.practice.drills import DECK, DrillCard, joined, kept_card, read_card
from othello.practice.exercises import exercise_key, legal_answer
from othello.practice.profile import ImportedCard, Profile

EXPECTED = "expected a position or moves, a tab or blank, and the right move, such as f5d6 c3"


def read_cards(
    lines: Iterable[str],
    source: str,
    name: str | None = None,
    on_error: Callable[[FormatError], object] | None = None,
) -> list[DrillCard]:
    """Return the cards of a text; a position that several lines have is one card.

    In each line stand a position, as OBF, FEN, moves or an opening's name, perhaps a semicolon and
    the moves that lead to it, a tab, and the right moves. What stands behind another tab is left
    out. Without a tab the last word is the right move. ``#`` begins comments.

    >>> [(str(card.board.turn), card.answers) for card in read_cards(["f5d6 c3"], "my cards")]
    [('X', (Move('c3'),))]

    Raises
    ------
    FormatError
        If a line is none; `name` is what the text is called then, by default as its cards are
        (`source`). `on_error`, if it is given, gets the error instead, and the line is left out.
    """
    parse = partial(_card, source)
    return _once_each(read_lines(lines, parse, name or source, on_error=on_error))


def _once_each(cards: Iterable[DrillCard]) -> list[DrillCard]:
    """Return the cards, each position once, with all its answers."""
    found: dict[str, DrillCard] = {}
    for card in cards:
        found[card.key] = joined(found[card.key], card) if card.key in found else card
    return list(found.values())


def _card(source: str, text: str, _: str) -> DrillCard:
    front, *back = text.split("\t")
    if not back:
        front, *back = text.rsplit(maxsplit=1)
    if not front or not back or not back[0].strip():
        raise InvalidOption(f"no card {quote(text)}: {EXPECTED}")
    position, _, moves = (each.strip() for each in front.partition(";"))
    board = Board.parse(position)
    before = split_moves(moves) if moves else _moves_of(position)
    answers = tuple(legal_answer(board, move) for move in split_moves(back[0]))
    return joined(DrillCard(exercise_key(board), board, tuple(before), answers, source))


def _moves_of(position: str) -> Iterable[Move]:
    """Return the moves of a position that is given by them; of any other none."""
    try:
        return Game.parse(position).moves
    except OthelloError:  # a FEN
        return ()


def keep_cards(cards: Iterable[DrillCard], source: str, profile: Profile) -> None:
    """Keep cards in a profile, in place of those that it has of the same source."""
    listed: list[ImportedCard] = [kept_card(card._replace(source=source)) for card in cards]
    profile.keep_imported(DECK, source, listed)


def known_cards(profile: Profile | None) -> list[DrillCard]:
    """Return all cards of a profile, those of files first, then those of lines drilled so far."""
    kept = [] if profile is None else [*profile.imported(DECK), *profile.drilled(DECK)]
    return _once_each(map(read_card, kept))
