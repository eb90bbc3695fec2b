"""Statistics of a line of play: mobility, corners, stable discs, frontier, regions.

Everything is counted from the side of whoever plays the first move of the line, and over its first
plies only, so that two lines of different length can be compared.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from othello._core import core
from othello.board import Board, replay
from othello.notation import ALL_SQUARES, BLACK, PASS, WHITE, Move, squares_of

CORNERS = tuple(map(Move, ("a1", "h1", "a8", "h8")))

NOT_FILE_A, NOT_FILE_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F


class SideStatistics(NamedTuple):
    """The numbers of one side in a line."""

    #: Legal moves a turn: the mean over its turns after the first move; None without any.
    moves: float | None
    corners: tuple[Move, ...]  #: the corners it takes, in order
    stable: int  #: discs that can never be turned, after the last ply looked at
    frontier: float  #: discs beside an empty square, the mean after each ply
    #: Regions, after the first move, in which it alone has a legal move, if it is its turn.
    regions: int


class LineStatistics(NamedTuple):
    """The numbers of one line. "Own" is the side that plays its first move."""

    plies: int  #: number of plies looked at, the first move among them
    own: SideStatistics
    opponent: SideStatistics
    odd_regions: int  #: connected regions with an odd number of empty squares, after the first move
    passes: int  #: number of passes of the own side
    #: Regions left after the first move in which the own side makes the last move, and regions with
    #: any move; None unless the line goes to the end of the game.
    last_moves: int | None
    n_regions: int | None


def line_statistics(board: Board, line: Sequence[Move], plies: int) -> LineStatistics:
    """Return the numbers of the first `plies` plies of `line`, played from `board`.

    Who makes the last moves is told by the whole line.

    >>> found = line_statistics(Board(), [Move("f5"), Move("d6"), Move("c3")], 3)
    >>> found.opponent.moves, found.own.moves, found.own.corners
    (3.5, 5.0, ())
    """
    played = list(replay(board, line))
    own, looked_at = board.turn, played[:plies]
    after = [position for _, position in looked_at]
    movers = [own, *(position.turn for position in after)]
    made = [(side, move) for side, (move, _) in zip(movers, looked_at, strict=False)]
    lasts = _last_movers(played)
    return LineStatistics(
        len(looked_at),
        _of_side(own, after, made),
        _of_side(WHITE if own == BLACK else BLACK, after, made),
        odd_regions=sum(region.bit_count() % 2 for region in regions(after[0].empties)),
        passes=made.count((own, PASS)),
        last_moves=None if lasts is None else lasts.count(own),
        n_regions=None if lasts is None else len(lasts),
    )


def _of_side(side: str, after: list[Board], made: list[tuple[str, Move]]) -> SideStatistics:
    """Return the numbers of a side from the positions and the moves with who made them."""
    first, last = after[0], after[-1]
    mine, others = sides(first, side)
    moves, their_moves = core.legal_moves(mine, others), core.legal_moves(others, mine)
    return SideStatistics(
        _mean(_mobility(each) for each in after if each.turn == side and not each.is_over),
        tuple(move for mover, move in made if mover == side and move in CORNERS),
        (core.stable_discs(last.player, last.opponent) & sides(last, side)[0]).bit_count(),
        _mean(frontier(*sides(each, side)).bit_count() for each in after) or 0.0,
        sum(bool(moves & each and not their_moves & each) for each in regions(first.empties)),
    )


def sides(board: Board, own: str) -> tuple[int, int]:
    """Return the discs of the side `own` and those of the other."""
    if board.turn == own:
        return board.player, board.opponent
    return board.opponent, board.player


def frontier(discs: int, others: int) -> int:
    """Return those of `discs` that have an empty square beside them.

    >>> start = Board()
    >>> frontier(start.player, start.opponent) == start.player
    True
    """
    return discs & _neighbours(ALL_SQUARES & ~(discs | others))


def regions(empties: int) -> list[int]:
    """Return the connected parts of a set of empty squares; diagonal neighbours are connected.

    >>> [region.bit_count() for region in regions(0b11 | 1 << 63)]
    [2, 1]
    """
    found = []
    while empties:
        region = empties & -empties
        while (grown := (region | _neighbours(region)) & empties) != region:
            region = grown
        found.append(region)
        empties &= ~region
    return found


def _neighbours(squares: int) -> int:
    """Return the squares around a set of squares, those of the set left out."""
    row = squares | (squares << 1) & NOT_FILE_A | (squares >> 1) & NOT_FILE_H
    return (row | row << 8 | row >> 8) & ALL_SQUARES & ~squares


def _mobility(board: Board) -> int:
    return sum(move is not PASS for move in board.legal_moves())


def _mean(counts: Iterable[int]) -> float | None:
    numbers = list(counts)
    return sum(numbers) / len(numbers) if numbers else None


def _last_movers(played: Sequence[tuple[Move, Board]]) -> list[str] | None:
    """Return who makes the last move in each region left after the first move; None if unknown."""
    if not played[-1][1].is_over:
        return None
    last_mover = dict[int, str]()
    owner = {
        square: number
        for number, region in enumerate(regions(played[0][1].empties))
        for square in squares_of(region)
    }
    side = played[0][1].turn
    for move, after in played[1:]:
        if move is not PASS:
            last_mover[owner[move]] = side
        side = after.turn
    return list(last_mover.values())
