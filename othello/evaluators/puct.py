"""`Puct`: a tree search that asks for the worth of many positions at once."""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello._tree import TREE_ROWS, SearchTree
from othello.board import Board, BoardLike, check_board
from othello.engine.answers import Evaluation, checked_answer, probabilities
from othello.fields import Range, in_range, in_seconds, number_in
from othello.notation import MOVES, Move

DEFAULT_NODES = 800
MOST_NODES = (1 << 31) - 1
MOST_BATCH = 1 << 16
ABOVE_0 = Range(0, is_open=True)


class PuctResult(NamedTuple):
    """The result of a search by `Puct`.

    Attributes
    ----------
    move : Move or None
        The move that was visited most; None when the game is over.
    score : float
        Its mean value in discs for the mover.
    pv : tuple of Move
        The most visited line, passes included.
    visits : array of int64, shape (65,)
        Visits of each move, by square; 64 is a pass. Over their sum: a target for the moves of a
        network.
    values : array of float64, shape (65,)
        The moves' mean values in discs for the mover; NaN where there is no move.
    priors : array of float64, shape (65,)
        The moves' probabilities before the search.
    nodes : int
        Visits of the root: positions searched.
    evaluated : int
        Positions that the evaluation was asked for.
    calls : int
        How often it was called.
    seconds : float
        Time spent.
    """

    move: Move | None
    score: float
    pv: tuple[Move, ...]
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    priors: npt.NDArray[np.float64]
    nodes: int
    evaluated: int
    calls: int
    seconds: float


class Puct:
    """A tree search by batches, for evaluations that are fast on many positions at once.

    Each visit follows, from the root on, the moves with the best mean of what was found so far and
    a bonus for what is likely and little visited (PUCT, as in AlphaZero); leaves wait for each
    other and are evaluated together. The game's ends count exactly.

    The evaluation returns an array of values, and a leaf is then judged by its children, all of
    which are evaluated; the better one is, the likelier. Or it returns a tuple of values and of
    *logits* of the moves by square, shape (n, 64), of which the softmax over the legal moves are
    the probabilities.

    Parameters
    ----------
    evaluation : callable
        As `othello.evaluators` says.
    batch_size : int
        The most leaves that are evaluated together. More are faster and a little weaker, as each
        is chosen without knowing the others' values.
    exploration : float
        Discs; the weight of the bonus.
    temperature : float
        Discs by which a move must be better to be e times as likely, without logits.

    Examples
    --------
    >>> from othello import batch
    >>> result = Puct(batch.evaluate).search(Board(), nodes=50)
    >>> result.nodes, result.move in Board().legal_moves(), len(result.pv) > 1
    (50, True, True)
    """

    evaluation: Evaluation
    batch_size: int
    exploration: float
    temperature: float

    def __init__(
        self,
        evaluation: Evaluation,
        *,
        batch_size: int = 32,
        exploration: float = 8.0,
        temperature: float = 3.0,
    ) -> None:
        self.evaluation = evaluation
        self.batch_size = in_range("batch_size", batch_size, 1, MOST_BATCH)
        self.exploration = number_in("exploration", exploration, ABOVE_0)
        self.temperature = number_in("temperature", temperature, ABOVE_0)
        self._stopped = False

    def __repr__(self) -> str:
        return f"Puct({self.evaluation!r}, batch_size={self.batch_size})"

    def stop(self) -> None:
        """End the running search after its present batch; any thread may call this."""
        self._stopped = True

    def search(
        self,
        board: BoardLike,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        on_progress: Callable[[int], object] | None = None,
    ) -> PuctResult:
        """Return the best move.

        Parameters
        ----------
        board : Board or what it is made from
            The position; the side to move may have to pass.
        nodes : int, optional
            Visits of the root; 800 if there is no limit at all.
        seconds : float, optional
            Time after which no batch is begun.
        on_progress : callable, optional
            Called with the number of visits after each batch.

        Raises
        ------
        EvaluationError
            If the evaluation returns what cannot be used. What it raises itself goes through; the
            next search begins anew.
        """
        self._stopped = False  # first of all, as another thread may stop it from now on
        started = time.monotonic()
        board = check_board(board)
        if nodes is None:
            nodes = DEFAULT_NODES if seconds is None else MOST_NODES
        nodes = in_range("nodes", nodes, 1, MOST_NODES)
        deadline = None if seconds is None else started + in_seconds("seconds", seconds)
        if board.is_over:
            nothing = np.zeros(65, np.int64)
            never = np.full(65, np.nan)
            score = float(board.score())
            return PuctResult(None, score, (), nothing, never, never, 0, 0, 0, 0.0)
        growth = Growth(self, board)
        while growth.tree.visits < nodes:
            growth.grow(nodes - growth.tree.visits)
            if on_progress is not None:
                on_progress(growth.tree.visits)
            if self._stopped or (deadline is not None and time.monotonic() >= deadline):
                break
        return growth.result(time.monotonic() - started)


class Growth:
    """A tree while it is searched, and what the evaluation was asked."""

    def __init__(self, puct: Puct, board: Board) -> None:
        self.puct = puct
        self.evaluated = self.calls = 0
        start = np.array([[board.player, board.opponent]], np.uint64)
        if board.must_pass:
            start = np.ascontiguousarray(start[:, ::-1])
        # The kind of answer decides how the tree grows: it is asked for once before the first leaf.
        _, logits = self.ask(start)
        self.by_children = logits is None
        self.tree = SearchTree(
            board.player,
            board.opponent,
            leaves=puct.batch_size,
            by_children=self.by_children,
            exploration=puct.exploration,
            temperature=puct.temperature,
        )
        rows = puct.batch_size * (TREE_ROWS if self.by_children else 1)
        self.rows = np.empty((rows, 2), np.uint64)

    def ask(
        self, positions: npt.NDArray[np.uint64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64] | None]:
        """Return the evaluation's values of positions, and its logits."""
        self.evaluated += len(positions)
        self.calls += 1
        return checked_answer(self.puct.evaluation(positions), len(positions))

    def grow(self, visits: int) -> None:
        """Add a batch of at most `visits` visits."""
        n_rows = self.tree.collect(self.rows, visits)
        if n_rows == 0:  # all were ends of games
            self.tree.settle(np.empty(0), np.empty((0, 64), np.float32))
            return
        positions = self.rows[:n_rows].copy()  # the evaluation may keep them
        values, logits = self.ask(positions)
        if self.by_children:
            self.tree.settle(values, None)
            return
        if logits is None:
            logits = np.zeros((n_rows, 64))
        legal = np.empty(n_rows, np.uint64)
        own, other = np.ascontiguousarray(self.rows[:n_rows].T)
        core.legal_masks(own, other, legal)
        bits = np.unpackbits(legal.view(np.uint8), bitorder="little").reshape(n_rows, 64)
        self.tree.settle(values, probabilities(logits, bits.view(np.bool_)))

    def result(self, seconds: float) -> PuctResult:
        """Return what was found."""
        visits = np.zeros(65, np.int64)
        values = np.full(65, np.nan)
        priors = np.full(65, np.nan)
        for move, n_visits, value, prior in self.tree.moves():
            visits[move] = n_visits
            values[move] = value
            priors[move] = prior
        pv = tuple([MOVES[move] for move in self.tree.line()])
        score = float(values[pv[0]])
        return PuctResult(
            pv[0], score, pv, visits, values, priors, self.tree.visits, self.evaluated,
            self.calls, seconds,
        )  # fmt: skip
