"""Hints: what to think of in an exercise, without its move.

An idea is named only if it speaks for the right move, by what is counted in the lines of both
(`othello.explaining.reasons`), against each move that is likely to be played, and if no other move
is better by it. Else the hint says where to look.
"""

from othello.board import Board
from othello.engine import Engine
from othello.explaining.explanation import Explanation, full_line, reasons_of
from othello.explaining.wording import Phrase, phrase
from othello.limits import MAX_MULTIPV, Limits
from othello.notation import BLACK, SIDE_NAMES, WHITE, Move
from othello.practice.exercises import (
    CORNER,
    IDEAS,
    NO_IDEA,
    RIGHT_WITHIN,
    X_SQUARE,
    Exercise,
    Idea,
)
from othello.result import Line

FIRST_LOOK = 4
"""Plies that a player sees at once: the wrong move that seems best then is a likely one."""

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
    speaking = [_ideas(board, wrong[move], best, engine) for move in likely if move is not None]
    against = [_ideas(board, best, line, engine) for line in wrong.values()]
    for idea in (exercise.idea, *speaking[0]):
        if all(idea in each for each in speaking) and not any(idea in each for each in against):
            return idea
    return NO_IDEA._replace(hint=_place(board, best.pv[0]))


def _ideas(board: Board, worse: Line, better: Line, engine: Engine) -> list[Idea]:
    """Return the ideas by which a move is worse than another one, the weightiest first."""
    worse, better = (
        line._replace(pv=full_line(engine, board, line.pv)) for line in (worse, better)
    )
    found = [IDEAS[reason.fact] for reason in reasons_of(Explanation(board, worse, better, ()))]
    return [each for idea in found for each in ((idea, CORNER) if idea is X_SQUARE else (idea,))]


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
