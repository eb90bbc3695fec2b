"""Numbers among moves: which can be those of their moves, and which show that a move is missing."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from othello.errors import quote
from othello.notation.moves import PASS, Move

MOVE_NUMBER = re.compile(
    r"(?<![\w.:/-])(\d{1,3})\s*[.):]+\s*(?=[a-h][1-8]|pass|pa|ps|--|[–—])", re.I
)
LONE_NUMBER = re.compile(r"(?<![^\s,;])\d{1,3}(?![^\s,;])")
DOTS = re.compile(
    r"((?<![a-z])\d{1,3}[):]?[ \t]*)?(\.(?:[ \t]?\.)+|(?:\.[ \t]?)*…(?:[ \t]?[.…])*)", re.I
)
"""Dots that stand for moves, unless a number is before them as in ``3... f4``: the first group."""
FIRST_NUMBER = re.compile(rf"[^\w#]*{MOVE_NUMBER.pattern}", re.I)
NEXT_NUMBER = re.compile(r"\s*(\d{1,3})\s*[.):]+")
SIDE_BEHIND = re.compile(r"[a-h][1-8]\s+((black|[bx])|white|[wo])[\s.]*", re.I)
"""A last move, and the side to move behind it: the second group is black.

A star is no side there: in PGN it says that the game is not over.
"""
NOT_OF_A_SQUARE = re.compile(r"(?<![a-h])\d", re.I)


def fits_as_number(number: int, moves: Sequence[Move], left_out: int = 0) -> bool:
    """Return whether `number` can be that of the move behind `moves`.

    Numbers count moves of one side or of both, with or without passes. Up to `left_out` passes may
    be missing from `moves`.

    >>> [number for number in range(9) if fits_as_number(number, [*map(Move, ("f5", "d6", "c3"))])]
    [2, 4]
    """
    return bool(_countings(number, moves, left_out))


def _countings(number: int, moves: Sequence[Move], left_out: int) -> set[str]:
    """Return whose moves `number` counts if it is that of the move behind `moves`."""
    n_passes = moves.count(PASS)
    numbers = range(len(moves) - n_passes, len(moves) + left_out + 1)
    found = {"both" for n in numbers if number == n + 1}
    return found | {"one" for n in numbers if number == n // 2 + 1}


class ListOfMoves(NamedTuple):
    """A text with moves, and which moves they are."""

    text: str
    squares: Sequence[int]  #: the places in the text of the moves that are no passes
    #: The first of the moves, with passes; what stands behind the last of them is not looked at.
    moves: Sequence[Move]
    left_out: int = 0  #: how many passes may be missing from `moves`
    first_number: int = 1  #: the number of the first of `moves`

    @property
    def starts(self) -> list[int]:
        """The places in `moves` of those that are no passes."""
        return [ply for ply, move in enumerate(self.moves) if move is not PASS]

    def moves_before(self, n_squares: int) -> Sequence[Move]:
        """Return the moves before the one on the square of that number, from 0."""
        starts = self.starts
        return self.moves[: starts[n_squares]] if n_squares < len(starts) else self.moves

    def ply_number(self, number: str) -> int:
        """Return a number of the text as one that counts from the first of `moves`."""
        return int(number) - self.first_number + 1


def find_fault(
    listed: ListOfMoves, rest: str, other: tuple[int, str] | None, turn: str | None
) -> tuple[int, str] | None:
    """Return where something shows that moves are missing, or not those meant, and what to say.

    `rest` is the text without results, `other` a fault that counts more than what stands behind the
    moves, and `turn` who is to move behind them, if that is known.
    """
    return (
        _find_gap(listed)
        or _find_hole(listed)
        or other
        or _find_stray(listed._replace(text=rest))
        or (find_wrong_side(listed.text, listed.squares, turn) if turn else None)
    )


def find_wrong_side(text: str, squares: Sequence[int], turn: str) -> tuple[int, str] | None:
    """Return where the side stands behind the last move that is not to move, and what to say.

    `squares` are the places in `text` of the moves that are no passes.

    >>> find_wrong_side("f5 d6 O", [0, 3], "X")
    (6, "'O' behind the moves: expected black, who is to move")
    """
    if squares and (side := SIDE_BEHIND.fullmatch(text, squares[-1])):
        mover = "black" if turn == "X" else "white"
        if mover != ("white" if side[2] is None else "black"):
            reason = f"{quote(side[1])} behind the moves: expected {mover}, who is to move"
            return side.start(1), reason
    return None


def _find_gap(listed: ListOfMoves) -> tuple[int, str] | None:
    """Return where a move's number leaves some out or comes again, and what to say; else None."""
    starts = listed.starts
    known = {"both", "one"}
    first = last = None
    for match in MOVE_NUMBER.finditer(listed.text):
        n_before = bisect_left(listed.squares, match.end())
        if n_before >= len(starts):
            return None
        number = listed.ply_number(match[1])
        countings = _countings(number, listed.moves[: starts[n_before]], listed.left_out)
        if last is None and not n_before and number > 1:
            first = match  # that of the game in a list, if the numbers of its moves begin at 1
        elif first is not None:
            if not countings and number == int(first[1]) + 1:
                reason = f"number {first[1]} before the first move: expected 1"
                return first.start(), reason
            first = None
        expected = ""
        if last is not None and number > last + 1 and not countings & known:
            expected = "no move left out"
        elif last is not None and number <= last and n_before and not countings:
            expected = "the number of the next move"
        if last is not None and expected:
            follows = f"number {match[1]} follows {last + listed.first_number - 1}"
            return match.start(), f"{follows}: expected {expected}"
        known = countings & known or known
        last = number
    return None


def _find_hole(listed: ListOfMoves) -> tuple[int, str] | None:
    """Return where dots between moves stand for some that are left out, and what to say.

    Dots before the right number of the next move leave none out, nor do dots between half of all
    moves, which only separate them.

    >>> moves = [*map(Move, ("f5", "d6"))]
    >>> [_find_hole(ListOfMoves(text, [0, 8], moves)) for text in ("f5 . d6", "f5 ...  d6")]
    [None, (3, "'...' before 'd6' (move 2): expected no move left out")]
    """
    text, squares = listed.text, listed.squares
    holes: list[tuple[int, str]] = []
    n_alone = 0
    for match in DOTS.finditer(text):
        n_before = bisect_left(squares, match.start(2))
        if match[1] or not 0 < n_before < len(squares):
            continue
        before = listed.moves_before(n_before)
        place, following = squares[n_before - 1] + 2, squares[n_before]
        n_alone += text[place:following].strip() == match[2].strip()
        number = NEXT_NUMBER.match(text, match.end(), following)
        if not number or not fits_as_number(listed.ply_number(number[1]), before, listed.left_out):
            where = f"before {quote(text[following : following + 2])} (move {len(before) + 1})"
            reason = f"{quote(match[2].strip())} {where}: expected no move left out"
            holes.append((match.start(2), reason))
    return holes[0] if holes and (n_alone < 2 or 2 * n_alone < len(squares) - 1) else None


def number_before_moves(text: str) -> int:
    """Return the number before the first move of a text; 0 if there is none, or it is in a title.

    >>> texts = ("10. c4 c5", "c4 2. c5", "Game 3: f5d6", "#2. f5d6")
    >>> [number_before_moves(text) for text in texts]
    [10, 0, 0, 0]
    """
    match = FIRST_NUMBER.match(text)
    return int(match[1]) if match else 0


def warning_of_number(number: int) -> str:
    """Return what is said of moves with a number before the first one; nothing of 0 and 1."""
    if number < 2:
        return ""
    return f"number {number} before the first move: expected 1, as of a whole game"


def find_cut(behind: str) -> str:
    """Return the dots with which moves end that are not all; nothing if `behind` has none.

    >>> find_cut(" ... 40-24"), find_cut("!? 3. …"), find_cut(". 33-31 ...")
    ('...', '. …', '')
    """
    dots = DOTS.search(behind)
    if dots is None or re.search(r"\w", behind[: dots.start()]):
        return ""
    return dots[2].strip()


def _find_stray(listed: ListOfMoves) -> tuple[int, str] | None:
    """Return where a number stands on a line of moves that counts none, and what to say.

    The text has no result.
    """
    text, squares = listed.text, listed.squares
    for match in LONE_NUMBER.finditer(text):
        n_before = bisect_left(squares, match.start())
        if not n_before or text.rfind("\n", 0, match.start()) > squares[n_before - 1]:
            continue
        before = listed.moves_before(n_before)
        # It may also stand behind its move.
        number = listed.ply_number(match[0])
        is_number = any(fits_as_number(number + n, before, listed.left_out) for n in (0, 1))
        # The only number of all, behind the last move, is no next move's.
        if n_before == len(squares) and not NOT_OF_A_SQUARE.search(text, 0, match.start()):
            is_number = False
        if not is_number:
            expected = "expected a move, its number, or a result such as 40-24"
            return match.start(), f"{quote(match[0])} (move {len(before) + 1}): {expected}"
    return None
