"""Puzzles and positions as people of a rating see them, by the model of the room `people`."""

from math import log10

from othello import batch
from othello.arrays import from_boards
from othello.board import Board
from othello.people.asking import people_moves
from othello.people.inputs import inputs_of
from othello.people.model import shipped_model
from othello.people.scale import USUAL_RATING
from othello.practice.puzzles import EASIEST, HARDEST, Puzzle

MOST_BEHIND = 10
"""Discs by which the side to move loses a trap, at most."""


def share_solving(puzzle: Puzzle, rating: int = USUAL_RATING) -> float:
    """Return the share of players of a rating who find all right moves of a puzzle, 0 to 1."""
    share, board = 1.0, puzzle.board
    for n, move in enumerate(puzzle.line):
        if n % 2 == 0:
            shares = {each.move: each.percent / 100 for each in people_moves(board, rating)}
            share *= shares[move]
        board = board.after(move)
    return share


def difficulty_of(puzzle: Puzzle) -> int:
    """Return the rating at which half of the players solve a puzzle, 800 to 2400.

    It is that of an opponent against whom players of the usual rating win as often as they solve
    the puzzle: so Glicko takes it, when an answer changes the ratings of both.
    """
    share = share_solving(puzzle)
    odds = (1 - share) / share
    return round(min(max(USUAL_RATING + 400 * log10(odds), EASIEST), HARDEST))


def is_trap(puzzle: Puzzle, rating: int) -> bool:
    """Return whether a puzzle is lost by few discs, but most players of a rating err in reply.

    To err is to win no more; the reply is that to the right move.
    """
    is_lost = puzzle.is_proven and -MOST_BEHIND <= puzzle.score < 0
    return is_lost and share_erring(puzzle.board.after(puzzle.best), rating) > 0.5


def share_erring(board: Board, rating: int) -> float:
    """Return the share of players of a rating, 0 to 1, whose move in a position does not win."""
    if board.must_pass or board.is_over:
        return 0.0
    positions = from_boards([board])
    scores = batch.analyse(positions, depth=board.n_empties).scores[0]
    inputs = inputs_of(positions, rating)
    return float(shipped_model().shares(inputs)[scores[inputs.squares] <= 0].sum())
