"""Won endgames to play out: the person plays the side that wins, the engine the other one.

The solver judges every move and finds every reply, so that all numbers are proven. What the person
loses in his moves is exactly what the result is worse than the score at the beginning.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption, OthelloError
from othello.explaining.explanation import Explanation
from othello.game import Game
from othello.limits import Limits
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE, Move
from othello.practice import exercises
from othello.practice.hints import hint_of
from othello.practice.profile import Profile, RecordedAnswer
from othello.practice.puzzles import PuzzleSet
from othello.practice.rounds import Keeper, Queue, given_up, known_last
from othello.result import Line

KIND = "endgame"
"""The kind of the answers that a profile keeps."""

MOST_EMPTIES = 20
"""Empty squares that an endgame has at most: the solver answers at once."""

EMPTIES = (8, 12)
"""The fewest and the most empty squares, unless others are asked for."""

WON_BY = (2, 12)
"""The fewest and the most discs by which an endgame is won: not by so many that nothing matters."""

EXACT = Limits(exact=True)


class Endgame(NamedTuple):
    """A position that the side to move wins."""

    #: The position. The person plays the side to move.
    board: Board
    score: int | None  #: discs by which that side wins with best play; None if it is not to be told
    source: str  #: its source
    number: int | None = None  #: that of the puzzle that it is, None for one of a game

    @property
    def kind(self) -> str:
        """The kind of exercise."""
        return KIND

    @property
    def key(self) -> str:
        """See `exercise_key`."""
        return exercises.exercise_key(self.board)

    def to_dict(self) -> dict[str, object]:
        """Return the endgame as a JSON object."""
        known: dict[str, object] = {
            "kind": KIND,
            "position": self.board.to_obf(),
            "side": SIDE_NAMES[self.board.turn],
            "moves": [str(move) for move in self.board.legal_moves()],
            "empties": self.board.n_empties,
            "source": self.source,
        }
        if self.number is not None:
            known["number"] = self.number
        return known if self.score is None else {**known, "score": self.score}


def endgames_of_puzzles(puzzles: PuzzleSet, empties: tuple[int, int] = EMPTIES) -> list[Endgame]:
    """Return the puzzles of a set that are won endgames, by their proven scores.

    >>> from othello.practice.puzzles import shipped_set
    >>> len(endgames_of_puzzles(shipped_set()))
    185

    Raises
    ------
    InvalidOption
        If none has so many empty squares.
    """
    won = [
        Endgame(each.board, int(each.score), f"puzzle {number}", number)
        for number, each in enumerate(puzzles.puzzles, 1)
        if each.is_proven and WON_BY[0] <= each.score <= WON_BY[1]
    ]
    low, high = empties
    found = [each for each in won if low <= each.board.n_empties <= high]
    if not found:
        there = [each.board.n_empties for each in won]
        expected = f"expected {min(there)} to {max(there)}, or games" if there else "expected games"
        raise InvalidOption(f"no won endgame with {low} to {high} empty squares: {expected}")
    return found


def endgame_of_puzzle(puzzles: PuzzleSet, number: int) -> Endgame:
    """Return the won endgame that is the puzzle of a number. Raises InvalidOption if it is none."""
    for each in endgames_of_puzzles(puzzles, (0, 60)):
        if each.number == number:
            return each
    raise InvalidOption(f"puzzle {number} is no won endgame: expected the number of another one")


def endgame_of_game(
    game: Game,
    engine: Engine,
    source: str,
    empties: tuple[int, int] = EMPTIES,
    sides: str = BLACK + WHITE,
) -> Endgame | None:
    """Return the first position of a game that one of `sides`, to move, wins by `WON_BY` discs.

    None if there is no such position with so many empty squares. One without a choice of moves
    does not count.
    """
    low, high = empties
    for ply, board in enumerate(game.positions()):
        if low <= board.n_empties <= high and board.turn in sides and len(board.legal_moves()) > 1:
            score = best_line(board, engine).score
            if WON_BY[0] <= score <= WON_BY[1]:
                return Endgame(board, int(score), f"{source}, move {ply + 1}")
    return None


def fewest_first(endgames: Iterable[Endgame], profile: Profile | None) -> list[Endgame]:
    """Return endgames with the fewest empty squares first; those that the person has won last."""
    return known_last(sorted(endgames, key=lambda each: each.board.n_empties), profile)


# ---------------------------------------------------------------------- playing


class Step(NamedTuple):
    """A move of the person's, and how play goes on until he is to move again."""

    explanation: Explanation  #: what the move costs and why
    replies: tuple[Move, ...]  #: the perfect reply; passes of both sides, and replies after them
    after: Board  #: the position after them

    @property
    def move(self) -> Move:
        """The person's move."""
        return self.explanation.move

    @property
    def loss(self) -> int:
        """Discs that it loses."""
        return int(self.explanation.loss)

    @property
    def gone(self) -> str:
        """The result that the move gives away: ``"win"``, ``"draw"``, or nothing but discs."""
        before = self.explanation.best.score
        if not exercises.changes_result(before, self.score):
            return ""
        return "win" if before > 0 else "draw"

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.after.is_over)

    @property
    def score(self) -> int:
        """Discs by which the person wins from here on with best play, negative if he loses."""
        return int(self.explanation.played.score)

    def to_dict(self) -> dict[str, object]:
        """Return the step as a JSON object: an explanation's, and how play goes on."""
        return {
            **self.explanation.to_dict(),
            "right": not self.loss,
            "gone": self.gone or None,
            "replies": [str(move) for move in self.replies],
            "after": self.after.to_obf(),
            "moves": [str(move) for move in self.after.legal_moves()],
            "over": self.is_over,
        }


def best_line(board: Board, engine: Engine) -> Line:
    """Return the best line of a position, to the end of the game.

    Raises
    ------
    InvalidOption
        If it has more than `MOST_EMPTIES` empty squares, or the game is over.
    """
    check_position(board)
    return engine.search(board, EXACT).lines[0]


def check_position(board: Board) -> None:
    """Raise InvalidOption for a position that cannot be played out."""
    if board.is_over:
        raise InvalidOption(f"the game is over at {board.to_obf()}: expected a side that can move")
    if board.n_empties > MOST_EMPTIES:
        expected = f"expected at most {MOST_EMPTIES}"
        raise InvalidOption(f"{board.n_empties} empty squares in {board.to_obf()}: {expected}")


def play(board: Board, move: Move | int | str, engine: Engine) -> Step:
    """Return what a move costs, and the perfect replies until the same side is to move again.

    >>> with Engine(hash_mb=1) as engine:
    ...     step = play(Board.from_obf("X" * 57 + "OOOOO-- X"), "g8", engine)
    >>> step.loss, [str(reply) for reply in step.replies], step.is_over, step.score
    (0, [], True, 64)

    Raises IllegalMove or InvalidMove if the move cannot be played, InvalidOption if the position
    cannot be solved at once.
    """
    explanation = _explained(board, move, engine)
    after = board.after(explanation.move)
    replies: list[Move] = []
    while not after.is_over and (after.turn != board.turn or after.must_pass):
        replies.append(PASS if after.must_pass else best_line(after, engine).pv[0])
        after = after.after(replies[-1])
    return Step(explanation, tuple(replies), after)


def _explained(board: Board, move: Move | int | str, engine: Engine) -> Explanation:
    """Return what a move costs and why, proven."""
    return exercises.judge(_asked(board, engine), move, engine).explanation


def _asked(board: Board, engine: Engine) -> exercises.Exercise:
    """Return a position of an endgame as an exercise."""
    return exercises.Exercise(board, (best_line(board, engine),), KIND, exercises.NO_IDEA, "")


def replayed(game: Game, engine: Engine) -> tuple[Step, ...]:
    """Return the steps of an endgame that was played so far, each proven again.

    The person has the side to move at the start, and is to move again at the end. Raises
    InvalidOption if that is not so, or if a reply was not perfect.

    >>> with Engine(hash_mb=1) as engine:
    ...     len(replayed(Game([], Board.from_obf("X" * 57 + "OOOOO-- X")), engine))
    0
    """
    boards, side = game.positions(), game.start.turn
    own = [ply for ply, board in enumerate(boards) if board.turn == side and not board.must_pass]
    if own[-1:] != [len(game.moves)] or boards[-1].is_over:
        expected = f"expected {SIDE_NAMES[side]}, as at the beginning"
        raise InvalidOption(f"{SIDE_NAMES[boards[-1].turn]} to move after the moves: {expected}")
    steps = []
    for ply, following in pairwise(own):
        explanation = _explained(boards[ply], game.moves[ply], engine)
        step = Step(explanation, tuple(game.moves[ply + 1 : following]), boards[following])
        if best_line(step.after, engine).score != step.score:
            raise InvalidOption(f"{step.replies[0]} after {step.move}: expected a perfect reply")
        steps.append(step)
    return tuple(steps)


# ---------------------------------------------------------------------- a round


class EndgameOutcome(NamedTuple):
    """An endgame that was played to the end."""

    endgame: Endgame
    steps: tuple[Step, ...]

    @property
    def result(self) -> int:
        """Discs by which the person has won, negative if he has lost."""
        return self.steps[-1].score

    @property
    def lost(self) -> int:
        """Discs that his moves have lost together."""
        return sum(step.loss for step in self.steps)

    @property
    def is_won(self) -> bool:
        """Whether he has won."""
        return self.result > 0

    @property
    def first_wrong(self) -> Step | None:
        """His first move that lost a disc."""
        return next((step for step in self.steps if step.loss), None)

    def answer(self) -> RecordedAnswer:
        """Return what a profile keeps: right if the endgame was won, and the discs lost.

        Position and move are those of the first wrong move, or of the first one if none was wrong.
        """
        wrong = self.first_wrong
        told = (wrong or self.steps[0]).explanation
        idea = exercises.NO_IDEA if wrong is None else exercises.idea_of(told.reasons)
        return given_up(self.endgame, idea)._replace(
            position=told.board.to_obf(), move=str(told.move), is_right=self.is_won, loss=self.lost
        )

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as a JSON object."""
        wrong = self.first_wrong
        return {
            "won": self.is_won,
            "result": self.result,
            "lost": self.lost,
            "first_wrong": None if wrong is None else wrong.explanation.to_dict(),
        }


def solution_of(best: Line) -> dict[str, object]:
    """Return the best line of a position as a JSON object."""
    return {"best": str(best.pv[0]), "score": best.score, "line": [str(m) for m in best.pv]}


class EndgameRound(Queue[Endgame, tuple[Step, EndgameOutcome | None], Line]):
    """Endgames that are played out one after the other; one that was not won comes again.

    Parameters
    ----------
    endgames : iterable of Endgame
        In the order in which they are played.
    engine : Engine
        Judges the moves and plays the other side.
    keeper : Keeper, optional
        Where each endgame is kept as soon as it is over.
    moves : iterable of Move
        What both sides have played in the first one; it is proven when that is over, or shown.
    """

    def __init__(
        self,
        endgames: Iterable[Endgame],
        engine: Engine,
        keeper: Keeper | None = None,
        moves: Iterable[Move] = (),
    ) -> None:
        super().__init__(list(endgames), keeper)
        self._engine = engine
        self._before = [*moves]
        self._steps: list[Step] = []
        self.outcomes: list[EndgameOutcome] = []
        """The endgames that were played to the end."""
        self.lost = 0
        """Discs that the person's moves have lost, those in endgames that he left included."""

    def step(self) -> Endgame:
        """Return what is left of the endgame, whose score is not told."""
        endgame = self.current()
        if not self._steps and not self._before:
            return endgame
        board = self._steps[-1].after if self._steps else Game(self._before, endgame.board).board
        return endgame._replace(board=board, score=None)

    @property
    def is_running(self) -> bool:
        """Whether a move of the endgame was played."""
        return bool(self._steps)

    def judge(
        self, move: Move | int | str, seconds: float | None = None, once: str | None = None
    ) -> tuple[Step, EndgameOutcome | None]:
        """Play a move, and after the last one keep the endgame and go on to the next.

        Returned are the step, and the outcome if the endgame is over.
        """
        step, outcome = super().judge(move, seconds, once)
        self.lost += step.loss
        if outcome is None:
            self._steps.append(step)
        else:
            self.outcomes.append(outcome)
        return step, outcome

    def undo(self) -> None:
        """Refuse to take a move back: an endgame counts."""
        raise OthelloError("no move can be taken back: expected a move, show, skip or quit")

    def hint(self) -> exercises.Idea | None:
        """Return what is to be thought of now; None if no move loses a disc."""
        return hint_of(_asked(self.board, self._engine), self._engine)

    def _judged(
        self, item: Endgame, move: Move | int | str
    ) -> tuple[tuple[Step, EndgameOutcome | None], RecordedAnswer | None]:
        step = play(self.board, move, self._engine)
        if not step.is_over:
            return (step, None), None
        outcome = EndgameOutcome(item, (*self._proven(item), step))
        return (step, outcome), outcome.answer()

    def _solved(self, item: Endgame) -> tuple[Line, RecordedAnswer]:
        """Return the best line of where it stands, and the discs that were lost before."""
        lost = sum(step.loss for step in self._proven(item))
        best = best_line(self.board, self._engine)
        return best, given_up(item)._replace(position=self.board.to_obf(), loss=lost)

    def _proven(self, endgame: Endgame) -> list[Step]:
        """Return the steps so far; those before the round are proven now."""
        if self._before:
            steps = replayed(Game(self._before, endgame.board), self._engine)
            self._before, self._steps = [], [*steps, *self._steps]
        return self._steps

    def _begin(self) -> None:
        super()._begin()
        self._before, self._steps = [], []
