"""Moves as people paste them: numbered, spaced, punctuated, over several lines.

::

    1. F5 d6   2. C3 d3        {the tiger}
    3. c4 f4!, 4. pass - B3    40-24

Known are squares in either case, passes (``pass``, ``pa``, ``ps``, ``--``), numbers of moves,
punctuation, ``black`` and ``white``, results and comments in braces. Whatever else there is is
refused, so that no move is lost in silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from othello.errors import FormatError, InvalidMove, OthelloError, quote
from othello.game import Game
from othello.notation import PASS

__all__ = ["format_game", "parse_game", "read_games"]

TOKEN = re.compile(
    r"""
      (?P<square> [a-h][1-8] )
    | (?P<pass>   pass | pa | ps | 0000 )
    | (?P<dashes> -{2,} )
    | (?P<noise>  \{[^{}]*\}                              # a comment
                | [+-]?\d+ \s* [-:] \s* [+-]?\d+ (?!\d*\s*\.)  # a result
                | (?:black|white|b|w|x|o) (?![a-z1-8])    # whose move it is
                | \d+                                     # its number
                | [^\w{}]+ | _ )                          # blanks and punctuation
    """,
    re.I | re.X,
)


def parse_game(text: str) -> Game:
    """Return the game whose moves are in `text`; forced passes left out are put in.

    >>> parse_game("1. F5 d6  2. C3 d3 {the tiger} 3. c4")
    Game('f5d6c3d3c4')
    >>> parse_game("f5-d6-c3"), parse_game("Black: F5\\nWhite: f4!?")
    (Game('f5d6c3'), Game('f5f4'))

    Raises
    ------
    InvalidMove
        If something in it is neither a move nor anything that may stand between moves.
    IllegalMove
        If a move breaks the rules.
    """
    game = Game()
    place = 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            line = text.count("\n", 0, place) + 1
            column = place - text.rfind("\n", 0, place)
            word = quote(text[place:].split()[0])
            raise InvalidMove(f"{word} in line {line}, column {column}, is no move")
        if match["square"]:
            game.play(match["square"])
        elif game.board.must_pass and (match["pass"] or match["dashes"]):
            game.play(PASS)
        elif match["pass"] and not game.is_over:
            game.play(PASS)  # says what is wrong
        place = match.end()
    return game


def read_games(
    lines: Iterable[str],
    source: str = "-",
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Game]:
    """Yield the games of a text, each ended by an empty line.

    Parameters
    ----------
    lines : iterable of str
        An open file, for example.
    source : str
        Its name, for messages.
    on_error : callable, optional
        Called with the `FormatError` of each bad game. Without it the first one is raised.

    Examples
    --------
    >>> list(read_games(["1. f5", "2. d6", "", "D3 c5"]))
    [Game('f5d6'), Game('d3c5')]
    """
    for first, text in _paragraphs(lines):
        try:
            game = parse_game(text)
        except OthelloError as error:
            bad_game = FormatError(source, first, str(error))
            if on_error is None:
                raise bad_game from error
            on_error(bad_game)
        else:
            yield game


def _paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield what stands between empty lines, with the number of its first line."""
    paragraph: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            paragraph.append(line.rstrip("\n"))
        elif paragraph:
            yield number - len(paragraph), "\n".join(paragraph)
            paragraph = []
    if paragraph:
        yield number - len(paragraph) + 1, "\n".join(paragraph)


def format_game(game: Game) -> str:
    """Return the numbered moves of `game`, a line for people to read, and an empty line.

    >>> format_game(Game("f5d6c3"))
    '1. f5 d6 2. c3\\n'
    """
    numbered = []
    for ply, move in enumerate(game.moves):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        numbered.append(f"{number}{'--' if move is PASS else move}")
    return " ".join(numbered) + "\n"
