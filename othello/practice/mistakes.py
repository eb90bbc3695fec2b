"""Exercises from games that were analysed: each mistake is one; those of a kind are counted."""

from collections.abc import Iterable
from typing import NamedTuple

from othello.analysis.moves import MISTAKE, GameAnalysis, MoveAnalysis
from othello.board import Board
from othello.book import Book
from othello.engine import Engine
from othello.explaining.explanation import explain_lines
from othello.fields import not_negative
from othello.game import Game
from othello.gamebase.player_names import is_named
from othello.limits import MAX_MULTIPV
from othello.notation import BLACK, WHITE
from othello.practice.exercises import (
    BY_NAME,
    RIGHT_WITHIN,
    Exercise,
    Idea,
    changes_result,
    cost_and_reasons,
    idea_of,
)
from othello.result import rounded

KIND = "mistake"
"""The kind of these exercises."""


class Group(NamedTuple):
    """Mistakes of one kind."""

    idea: Idea  #: what they are about
    times: int  #: their number
    lost: float  #: discs that they have lost together

    def to_dict(self) -> dict[str, object]:
        """Return the group as a JSON object."""
        return {
            "idea": self.idea.name or None,
            "habit": self.idea.habit.to_dict(),
            "times": self.times,
            "lost": rounded(self.lost),
        }


def sides_of(game: Game, sides: str = BLACK + WHITE, player: str | None = None) -> str:
    """Return those of some sides that a player has in a game; all of them without a player.

    >>> game = Game("f5", headers={"Black": "Ann", "White": "Bob"})
    >>> sides_of(game, player="bob"), sides_of(game, BLACK, "bob")
    ('O', '')
    """
    if player is None:
        return sides
    names = {BLACK: game.headers.get("Black", ""), WHITE: game.headers.get("White", "")}
    return "".join(side for side in sides if is_named(names[side], player))


def exercises_of(
    analysis: GameAnalysis,
    engine: Engine,
    source: str = "game",
    *,
    sides: str = BLACK + WHITE,
    least: float = MISTAKE,
    decisive: bool = False,
) -> list[Exercise]:
    """Return an exercise for each mistake of a game, in the order of play.

    Parameters
    ----------
    analysis : GameAnalysis
        The game, analysed.
    engine : Engine
        Adds moves to lines that are too short to be explained.
    source : str
        What the game is called.
    sides : str
        Whose mistakes: ``BLACK`` or ``WHITE`` of `othello.notation`, or both together.
    least : float
        Discs that a move must lose, and in any case more than a right answer may.
    decisive : bool
        Only of mistakes that changed the result: see `changes_result`.
    """
    least = not_negative("least", least, "discs")
    wrong = [
        move
        for move in analysis.moves
        if move.board.turn in sides
        and move.loss >= least
        and move.loss > RIGHT_WITHIN
        and (not decisive or changes_result(move.best.score, move.played.score))
    ]
    return [_exercise(move, engine, source) for move in wrong]


def _exercise(move: MoveAnalysis, engine: Engine, source: str) -> Exercise:
    explanation = explain_lines(move.board, move.played, move.best, engine)
    return Exercise(
        move.board,
        (explanation.best, explanation.played),
        KIND,
        idea_of(explanation.reasons),
        f"{source}, move {move.ply}",
        move.move,
        reasons=tuple(cost_and_reasons(explanation)),
    )


def mistake_at(
    board: Board, level: int, idea: str, engine: Engine, book: Book | None = None
) -> Exercise:
    """Return an exercise in a position, whose mistake and game are not known.

    It is searched, unless a book answers: then other moves than the book's are searched.
    """
    if book is not None and (known := book.answer(board, MAX_MULTIPV)):
        return Exercise(board, known.lines, KIND, BY_NAME[idea], "", level=level)
    lines = engine.search(board, level=level).lines
    return Exercise(board, lines[:1], KIND, BY_NAME[idea], "")


def once_each(exercises: Iterable[Exercise]) -> list[Exercise]:
    """Return the exercises, each position once, however it is turned; the most expensive first.

    Of several mistakes in a position the most expensive one stays.
    """
    listed = list(exercises)
    costs: dict[str, float] = {}
    for each in listed:
        costs[each.key] = costs.get(each.key, 0) + each.loss
    worst = {each.key: each for each in sorted(listed, key=lambda each: each.loss)}
    return sorted(worst.values(), key=lambda each: -costs[each.key])


def grouped(exercises: Iterable[Exercise]) -> list[Group]:
    """Return the mistakes of exercises by what they are about, the most expensive group first."""
    found: dict[str, Group] = {}
    for each in list(exercises):
        _, times, lost = found.get(each.idea.name, Group(each.idea, 0, 0))
        found[each.idea.name] = Group(each.idea, times + 1, lost + each.loss)
    return sorted(found.values(), key=lambda group: -group.lost)
