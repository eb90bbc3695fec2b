"""SGF, the Smart Game Format: the main line of an Othello game, for GTP's ``loadsgf``.

Points are written ``d3``, or as in Go by two letters, file and rank from the top. Programs that
hold a1 to be at the bottom left count ranks of two letters from there; if the moves are
legal only so, they are read so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from othello.board import Board
from othello.errors import FormatError, IllegalMove, OthelloError, quote
from othello.game import Game
from othello.notation import BLACK, PASS, WHITE, Move, parse_move, parse_side

__all__ = ["read_sgf"]

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)((?:\s*\[[^\]\\]*(?:\\.[^\]\\]*)*\])+))", re.S)
VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.S)
GAMES = ("1", "2")  # Go, as which some programs file everything, and Othello
FILES = "abcdefgh"
PASSES = ("", "tt")

Property = tuple[str, list[str]]


def read_sgf(text: str, source: str = "-") -> Game:
    """Return the main line of the first game in `text`.

    >>> read_sgf("(;GM[2]SZ[8];B[f5];W[d6](;B[c3])(;B[c4]))")
    Game('f5d6c3')
    >>> read_sgf("(;GM[2];B[fe];W[df])")
    Game('f5d6')

    Raises
    ------
    FormatError
        If it is no such game, or breaks the rules.
    """
    line = _main_line(text, source)
    try:
        return _replay(line, _rank_from_top)
    except OthelloError as error:
        try:
            return _replay(line, _rank_from_bottom)
        except OthelloError:
            raise FormatError(source, 1, str(error)) from None


def _main_line(text: str, source: str) -> list[Property]:
    """Return the properties of the first game up to the end of its first variation."""
    start = text.find("(")
    place = max(start, 0)
    line: list[Property] = []
    while start >= 0 and (match := TOKEN.match(text, place)):
        if match[1] == ")":
            return line
        if match[2]:
            line.append((match[2].upper(), VALUE.findall(match[3])))
        place = match.end()
    number = text.count("\n", 0, place) + 1
    found = quote(text[place : place + 20].strip())
    raise FormatError(source, number, f"expected an SGF game (;...), got {found}")


def _replay(line: Sequence[Property], rank: Callable[[str], int]) -> Game:
    """Play the moves; set-up stones may come before the first."""
    setup: list[Property] = []
    moves: list[tuple[str, str]] = []
    for name, values in line:
        if name in ("B", "W"):
            moves.append((parse_side(name), values[0]))
        elif name in ("AB", "AW", "AE", "PL") and not moves:
            setup.append((name, values))
        elif name == "GM" and values[0] not in GAMES:
            raise OthelloError(f"GM[{quote(values[0])[1:-1]}]: expected 2 (Othello)")
        elif name == "SZ" and values[0] != "8":
            raise OthelloError(f"SZ[{quote(values[0])[1:-1]}]: expected 8")
    game = Game(start=_set_up(setup, moves[0][0] if moves else BLACK, rank))
    for side, point in moves:
        move = _parse_point(point, rank)
        board = game.board
        if board.turn != side and not board.must_pass:
            raise IllegalMove(f"illegal move {quote(point)}: {side} is not to move")
        game.play(move)
    return game


def _set_up(properties: Sequence[Property], first: str, rank: Callable[[str], int]) -> Board:
    """Return the position that the set-up stones leave; without any it is the usual start."""
    if not properties:
        return Board()
    discs = {"AB": 0, "AW": 0, "AE": 0}
    turn = first
    for name, values in properties:
        if name == "PL":
            turn = parse_side(values[0])
            continue
        for value in values:
            square = 1 << _parse_point(value, rank)
            for other in discs:
                discs[other] &= ~square
            discs[name] |= square
    if not discs["AB"] | discs["AW"]:
        return Board(turn=turn)
    return Board(discs["AB"], discs["AW"], WHITE if turn == WHITE else BLACK)


def _parse_point(text: str, rank: Callable[[str], int]) -> Move:
    point = text.strip().lower()
    if point in PASSES:
        return PASS
    if len(point) == 2 and point[0] in FILES and point[1] in FILES:
        return parse_move(f"{point[0]}{rank(point[1])}")
    return parse_move(point)


def _rank_from_top(letter: str) -> int:
    return FILES.index(letter) + 1


def _rank_from_bottom(letter: str) -> int:
    return 8 - FILES.index(letter)
