"""Hints: what to think of in an exercise, without its move.

An idea is named only if it speaks for the right move, by what is counted in the lines of both
(`othello.explaining.reasons`), against each move that is likely to be played, if it is seen in the
next moves, and if no other move is better by it. Else the hint says where to look. In a trap the
opponent's reply is what to think of.
"""

from othello.board import Board
from othello.engine import Engine
from othello.explaining.explanation import Explanation, full_line, reasons_of
from othello.explaining.line_statistics import CORNERS
from othello.explaining.wording import Phrase, phrase
from othello.limits import MAX_MULTIPV, Limits
from othello.notation import BLACK, SIDE_NAMES, WHITE, Move
from othello.practice.exercises import (
    CORNER,
    EDGE,
    IDEAS,
    NO_IDEA,
    RIGHT_WITHIN,
    TRAP,
    X_SQUARE,
    Exercise,
    Idea,
)
from othello.result import Line

FIRST_LOOK = 4
"""Plies that a player sees at once: the wrong move that seems best then is a likely one."""

EDGES = 0xFF81_8181_8181_81FF
"""The squares on the edges, as a set of bits."""

MOST_DEPTH = 10
"""Plies that all moves of a position are searched that cannot be solved."""

QUARTERS = (
    phrase("Look at the upper left: which move there helps most?"),
    phrase("Look at the upper right: which move there helps most?"),
    phrase("Look at the lower left: which move there helps most?"),
    phrase("Look at the lower right: which move there helps most?"),
)


def hint_of(exercise: Exercise, engine: Engine) -> Idea | None:
    """Return what is to be thought of; None if no move is wrong."""
    if exercise.idea is TRAP:
        return TRAP
    board, limits = exercise.board, exercise.limits
    if not exercise.best.exact:
        limits = limits._replace(depth=min(limits.depth or MOST_DEPTH, MOST_DEPTH))
    lines = engine.search(board, limits._replace(multipv=MAX_MULTIPV)).lines
    least = lines[0].score - RIGHT_WITHIN
    wrong = {line.pv[0]: line for line in lines if line.score < least}
    for move in exercise.right:
        wrong.pop(move, None)
    if not wrong:
        return None
    best = next(line for line in lines if line.pv[0] == exercise.best.pv[0])
    seen = engine.search(board, Limits(depth=FIRST_LOOK, moves=tuple(wrong))).lines[0].pv[0]
    likely = {seen, next(iter(wrong)), *{exercise.played} & wrong.keys()}
    speaking = [
        ideas_of(_told(board, wrong[move], best, engine)) for move in likely if move is not None
    ]
    against = [_ideas(_told(board, best, line, engine)) for line in wrong.values()]
    for idea in (exercise.idea, *speaking[0]):
        if all(idea in each for each in speaking) and not any(idea in each for each in against):
            return idea
    return NO_IDEA._replace(hint=_place(board, best.pv[0]))


def _told(board: Board, worse: Line, better: Line, engine: Engine) -> Explanation:
    """Return all reasons by which a move is worse than another one."""
    worse, better = (
        line._replace(pv=full_line(engine, board, line.pv)) for line in (worse, better)
    )
    told = Explanation(board, worse, better, ())
    return told._replace(reasons=tuple(reasons_of(told)))


def _ideas(told: Explanation) -> list[Idea]:
    """Return the ideas of the reasons, the weightiest first."""
    found = [IDEAS[reason.fact] for reason in told.reasons]
    return [each for idea in found for each in ((idea, CORNER) if idea is X_SQUARE else (idea,))]


def ideas_of(told: Explanation) -> list[Idea]:
    """Return the ideas that lead to the better move: to corners only if one is taken next."""
    (played, *reply), (best, *after) = told.played.pv, told.best.pv
    has_corner = {*CORNERS} & {*reply[:1], best, *after[1:2]}
    has_edge = EDGES >> best & 1 or not EDGES >> played & 1  # else they lead to the worse move
    return [
        idea
        for idea in _ideas(told)
        if (idea is not CORNER or has_corner) and (idea is not EDGE or has_edge)
    ]


def _place(board: Board, best: Move) -> Phrase:
    """Return the quarter of the board in which the move is; the replies, if all moves are there."""
    quarters = {_quarter(move) for move in board.legal_moves()}
    if len(quarters) > 1:
        return QUARTERS[_quarter(best)]
    other = SIDE_NAMES[WHITE if board.turn == BLACK else BLACK]
    return phrase("Count the moves that {other} has after each of yours.", other=phrase(other))


def _quarter(move: Move) -> int:
    rank, file = divmod(int(move), 8)
    return 2 * (rank > 3) + (file > 3)
