"""Moves as people paste them: numbered, spaced, punctuated, over several lines.

::

    1. F5 d6   2. C3 d3        {the tiger}
    3. c4 f4!, 4. pass - B3    40-24

The text may have squares in upper or lower case, passes (``pass``, ``pa``, ``ps``, ``--``), move
numbers, punctuation, ``black`` and ``white``, results, and comments in braces. Anything else is an
error, so that no move is overlooked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from othello.board import Board, illegal_as_number
from othello.errors import FormatError, IllegalMove, quote
from othello.formats import Record, file_lines, read_items
from othello.game import Game
from othello.notation import PASS, Move
from othello.openings.catalogue import find_line

__all__ = ["format_game", "parse_game", "read_games"]

FIRST_MOVES = tuple(Board().legal_moves())
SQUARE = re.compile(r"(?<![a-z])[a-h][1-8](?!\d)", re.I)
"""The first one of a line is its first move, if the line has moves."""

TOKEN = re.compile(
    r"""
      (?P<square> [a-h][1-8] )
    | (?P<pass>   pass | pa | ps | 0000 )
    | (?P<dashes> -{2,} )
    | (?P<noise>  \{[^{}]*\}                              # a comment
                | [+-]?\d+ \s* [-:] \s* [+-]?\d+ (?!\d|\s*\.)   # a result
                | (?:black|white|b|w|x|o) (?![a-z1-8])    # whose move it is
                | \d+                                     # its number
                | [^\w{}]+ | _ )                          # blanks and punctuation
    """,
    re.I | re.X,
)


def parse_game(text: str, source: str = "-") -> Game:
    """Read a game from the start, or the name of an opening.

    Forced passes that the text leaves out are added.

    >>> parse_game("1. F5 d6  2. C3 d3 {the tiger} 3. c4")
    Game('f5d6c3d3c4')
    >>> parse_game("f5-d6-c3"), parse_game("Black: F5\\nWhite: f4!?")
    (Game('f5d6c3'), Game('f5f4'))
    >>> parse_game("Tiger")
    Game('f5d6c3d3c4')

    Raises
    ------
    FormatError
        If a part of `text` is neither a move nor allowed between moves, or a move is illegal.
    """
    if (line := find_line(text)) is not None:
        return Game(line.moves)
    return _parse_record(Record(text), source)


def _parse_record(record: Record, source: str) -> Game:
    game = Game()
    fault = _play_text(game, record.text)
    if fault is not None:
        raise record.error(source, fault.place, fault.reason)
    return game


class _Fault(NamedTuple):
    """Where a text is at fault, and why; `is_word` by something else than an illegal move."""

    place: int
    reason: str
    is_word: bool


def _play_text(game: Game, text: str) -> _Fault | None:
    """Play the moves of `text` up to the first fault; return that."""
    number = 1
    place = 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            word = quote(text[place:].split()[0])
            return _Fault(place, f"{word} is no move, nor may it stand between moves", True)
        move = None
        if match["square"]:
            move = Move(match["square"])
        elif (match["pass"] and not game.is_over) or (match["dashes"] and game.board.must_pass):
            move = PASS
        if move is not None:
            try:
                game.play(move)
            except IllegalMove:
                return _Fault(place, str(illegal_as_number(number, move, game.board)), False)
            number += 1
        place = match.end()
    return None


def read_games(
    lines: Iterable[str],
    source: str = "-",
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Game]:
    """Yield the games of a text.

    A game ends at an empty line, or before a line that begins with a first move which this game
    cannot go on with. Lines of words before and after games are errors of their own. See
    `othello.formats.read_records` for the arguments.

    >>> list(read_games(["1. f5", "2. d6", "", "D3 c5"]))
    [Game('f5d6'), Game('d3c5')]
    """
    paragraphs = _paragraphs(file_lines(lines, source, on_error))
    records = chain.from_iterable(map(_games_in, paragraphs))
    return read_items(records, _parse_record, source, on_error)


def _paragraphs(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the blocks of lines between empty lines."""
    paragraph: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            paragraph.append(line.rstrip("\n"))
        elif paragraph:
            yield Record("\n".join(paragraph), number - len(paragraph))
            paragraph = []
    if paragraph:
        yield Record("\n".join(paragraph), number - len(paragraph) + 1)


def _games_in(block: Record) -> Iterator[Record]:
    """Yield the games of a block without empty lines, and each line of words between them."""
    lines: list[str] = []  # of the game that is read, from the line `first` on
    words: list[str] = []  # lines behind it: they are its own if it goes on
    first, game, is_faulty = block.line, Game(), False
    for line in [*block.text.split("\n"), None]:
        if line is not None and _is_words(line):
            words.append(line)
            continue
        if line is None or _begins_game(line, game, is_faulty) or not lines:
            if lines:
                yield Record("\n".join(lines), first)
            behind = first + len(lines)
            yield from (Record(text, behind + number) for number, text in enumerate(words))
            first, game, is_faulty = behind + len(words), Game(), False
            lines, words = [], []
        if line is not None:
            is_faulty |= bool(words) or _play_text(game, line) is not None
            lines += [*words, line]
            words = []


def _is_words(line: str) -> bool:
    """Return whether a line has words and no squares."""
    fault = _play_text(Game(), line)
    return fault is not None and fault.is_word and SQUARE.search(line) is None


def _begins_game(line: str, game: Game, is_faulty: bool) -> bool:
    """Return whether the first move on a line is a game's first, and cannot be `game`'s next."""
    found = SQUARE.search(line)
    if found is None:
        return False
    move = Move(found[0])
    return move in FIRST_MOVES and (is_faulty or move not in game.board.legal_moves())


def format_game(game: Game) -> str:
    """Return the moves with their numbers, as a line of text and an empty line.

    >>> format_game(Game("f5d6c3"))
    '1. f5 d6 2. c3\\n'
    """
    numbered = []
    for ply, move in enumerate(game.moves):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        numbered.append(f"{number}{'--' if move is PASS else move}")
    return " ".join(numbered) + "\n"
