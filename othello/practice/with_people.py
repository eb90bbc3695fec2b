"""Puzzles and positions as people of a rating see them, by the model of the room `people`."""

from collections.abc import Sequence
from math import log10

from othello import batch
from othello.arrays import from_boards
from othello.board import Board
from othello.notation import Move
from othello.people.asking import people_moves
from othello.people.inputs import inputs_of
from othello.people.model import shipped_model
from othello.people.scale import USUAL_RATING

MOST_BEHIND = 10
"""Discs by which the side to move loses a trap, at most."""


def share_solving(board: Board, line: Sequence[Move], rating: int = USUAL_RATING) -> float:
    """Return the share of players of a rating who find all moves of a puzzle's line, 0 to 1."""
    share = 1.0
    for n, move in enumerate(line):
        if n % 2 == 0:
            shares = {each.move: each.percent / 100 for each in people_moves(board, rating)}
            share *= shares[move]
        board = board.after(move)
    return share


def difficulty_of(board: Board, line: Sequence[Move]) -> float:
    """Return the rating at which half of the players solve a puzzle.

    It is that of an opponent against whom players of the usual rating win as often as they solve
    the puzzle: so Glicko takes it, when an answer changes the ratings of both.
    """
    share = share_solving(board, line)
    odds = (1 - share) / share
    return USUAL_RATING + 400 * log10(odds)


def is_trap(board: Board, best: Move, score: float, rating: int = USUAL_RATING) -> bool:
    """Return whether a position is lost by few discs, but most players of a rating err in reply.

    To err is to win no more; the reply is that to the right move, of which `score` is proven. No
    other move is a better trap: a sacrifice after which more err would be no wrong answer.
    """
    if not -MOST_BEHIND <= score < 0:
        return False
    share = share_erring(board.after(best), rating)
    others = (board.after(move) for move in board.legal_moves())
    return share > 0.5 and all(share_erring(other, rating) <= share for other in others)


def share_erring(board: Board, rating: int) -> float:
    """Return the share of players of a rating, 0 to 1, whose move in a position does not win."""
    if board.must_pass or board.is_over:
        return 0.0
    positions = from_boards([board])
    scores = batch.analyse(positions, depth=board.n_empties).scores[0]
    inputs = inputs_of(positions, rating)
    return float(shipped_model().shares(inputs)[scores[inputs.squares] <= 0].sum())
