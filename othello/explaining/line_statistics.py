"""Statistics of a line of play: mobility, corners, stable discs, frontier, regions.

Everything is counted from the side of whoever plays the first move of the line, and over its first
plies only, so that two lines of different length can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from othello._core import core
from othello.board import Board, replay
from othello.notation import ALL_SQUARES, PASS, Move, squares_of

CORNERS = tuple(map(Move, ("a1", "h1", "a8", "h8")))

NOT_FILE_A, NOT_FILE_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F


class LineStatistics(NamedTuple):
    """The numbers of one line. "Own" is the side that plays its first move."""

    plies: int  #: number of plies looked at, the first move among them
    #: Legal moves a turn: the mean over each side's turns after the first move; None without any.
    own_moves: float | None
    opponent_moves: float | None
    own_corners: tuple[Move, ...]  #: the corners taken, in order
    opponent_corners: tuple[Move, ...]
    own_stable: int  #: discs that can never be turned, after the last ply looked at
    opponent_stable: int
    frontier: float  #: discs beside an empty square, the mean after each ply
    opponent_frontier: float
    odd_regions: int  #: connected regions with an odd number of empty squares, after the first move
    passes: int  #: number of passes of the own side
    #: Regions left after the first move in which the own side makes the last move, and regions with
    #: any move; None unless the line goes to the end of the game.
    last_moves: int | None
    n_regions: int | None
    #: Regions, after the first move, in which this side alone has a legal move, if it is its turn.
    own_regions: int = 0
    opponent_regions: int = 0


def line_statistics(board: Board, line: Sequence[Move], plies: int) -> LineStatistics:
    """Return the numbers of the first `plies` plies of `line`, played from `board`.

    Who makes the last moves is told by the whole line.

    >>> found = line_statistics(Board(), [Move("f5"), Move("d6"), Move("c3")], 3)
    >>> found.opponent_moves, found.own_moves, found.own_corners
    (3.5, 5.0, ())
    """
    played = list(replay(board, line))
    looked_at = played[:plies]
    own = board.turn
    after = [position for _, position in looked_at]
    last = after[-1]
    own_discs, opponent_discs = sides(last, own)
    stable = core.stable_discs(last.player, last.opponent)
    movers = [board.turn, *(position.turn for position in after[:-1])]
    corners = [(side, move) for side, (move, _) in zip(movers, looked_at, strict=True)]
    lasts = _last_movers(played)
    own_moves, opponent_moves = (core.legal_moves(*each) for each in both_ways(after[0], own))
    left = regions(after[0].empties)
    frontiers = [
        (frontier(mine, others).bit_count(), frontier(others, mine).bit_count())
        for mine, others in (sides(position, own) for position in after)
    ]
    return LineStatistics(
        plies=len(looked_at),
        own_moves=_mean(_mobility(p) for p in after if p.turn == own and not p.is_over),
        opponent_moves=_mean(_mobility(p) for p in after if p.turn != own and not p.is_over),
        own_corners=tuple(m for side, m in corners if side == own and m in CORNERS),
        opponent_corners=tuple(m for side, m in corners if side != own and m in CORNERS),
        own_stable=(stable & own_discs).bit_count(),
        opponent_stable=(stable & opponent_discs).bit_count(),
        frontier=_mean(mine for mine, _ in frontiers) or 0.0,
        opponent_frontier=_mean(others for _, others in frontiers) or 0.0,
        odd_regions=sum(region.bit_count() % 2 for region in left),
        passes=sum(move is PASS and side == own for side, move in corners),
        last_moves=None if lasts is None else sum(side == own for side in lasts),
        n_regions=None if lasts is None else len(lasts),
        own_regions=sum(bool(own_moves & each and not opponent_moves & each) for each in left),
        opponent_regions=sum(bool(opponent_moves & each and not own_moves & each) for each in left),
    )


def sides(board: Board, own: str) -> tuple[int, int]:
    """Return the discs of the side `own` and those of the other."""
    if board.turn == own:
        return board.player, board.opponent
    return board.opponent, board.player


def both_ways(board: Board, own: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the discs of the side `own` and those of the other, and the same the other way."""
    mine, others = sides(board, own)
    return (mine, others), (others, mine)


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
