"""The choice of the move that an engine plays: the best one, a random one, or a weaker one."""

from collections.abc import Callable

from othello.board import PASS, Board
from othello.engine import Result
from othello.engine.strength import MoveChoice, Strength
from othello.fields import number_in
from othello.limits import Limits
from othello.notation import Move
from othello.protocol.own_book import DISCS, BookAnswer, OwnBook, Seeded
from othello.result import near_best, with_first

CANDIDATES = 4
"""Number of moves that are scored for the choice; more would leave less time for the best one."""


class Randomness(Seeded):
    """Chooses at random among nearly best moves, so that games differ without an opening book.

    The random sequence depends on the seed and continues from game to game. The same seed and the
    same searches give the same moves.

    Parameters
    ----------
    discs : float
        How much worse than the best, in discs, a chosen move may be; 0 always chooses the best.
        Where the best score is exact, only moves with that score are chosen.
    seed : int
        Seed of the random sequence.

    Examples
    --------
    >>> from othello import Board, Engine
    >>> randomness = Randomness(2.0, seed=5)
    >>> with Engine(hash_mb=1) as engine:
    ...     result = engine.search(Board.from_moves("f5"), depth=4, multipv=randomness.widened(1))
    >>> len({randomness.pick(result).move for _ in range(50)}) > 1
    True
    """

    def __init__(self, discs: float = 0.0, seed: int = 0) -> None:
        super().__init__(seed)
        self.discs = discs

    @property
    def discs(self) -> float:
        """Loss limit of a chosen move, in discs."""
        return self._discs

    @discs.setter
    def discs(self, discs: float) -> None:
        self._discs = number_in("randomness", discs, DISCS)

    def widened(self, multipv: int) -> int:
        """Return how many lines to search: `multipv`, or more if a random choice needs them."""
        return max(multipv, CANDIDATES) if self.discs else multipv

    def pick(self, result: Result, multipv: int = 1) -> Result:
        """Choose a move; return `result` with its line first, cut to `multipv` lines.

        After a pass the lines differ in the opponent's reply: there is nothing to choose.
        """
        if self.discs and result.move is not PASS:
            candidates = near_best(result, 0 if result.exact else self.discs)
            result = with_first(result, self.chance().choice(candidates))
        return result._replace(lines=result.lines[:multipv])


class PlayOptions(MoveChoice):
    """Chooses the move to play: below full strength `strength` does, else `randomness`.

    Before a search at full strength the `book` is asked; by default none is used.
    """

    def __init__(
        self, randomness: Randomness, strength: Strength, book: OwnBook | None = None
    ) -> None:
        self.randomness = randomness
        self.strength = strength
        self.book = OwnBook() if book is None else book

    def from_book(self, board: Board, complain: Callable[[str], object]) -> BookAnswer | None:
        """Return a move of the book, for which no search is needed; None if there is none.

        `complain` is told if the book cannot be read.
        """
        return self.book.ask(board, complain) if self.strength.is_full else None

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return the limits of the search from whose result `pick` chooses."""
        if self.strength.is_full:
            multipv = self.randomness.widened(limits.multipv)
            return limits._replace(
                multipv=max(multipv, CANDIDATES) if self.book.may_vary(board) else multipv
            )
        return self.strength.limits(board, limits)

    def pick(self, board: Board, result: Result, multipv: int = 1) -> Result:
        """Return `result` with the chosen move first, and no more than `multipv` lines."""
        if self.strength.is_full:
            return self.randomness.pick(self.book.vary(board, result), multipv)
        return self.strength.pick(board, result, multipv)

    def set_seed(self, seed: int) -> None:
        """Start the choices of that seed."""
        self.randomness.seed = seed
        self.strength.seed = seed
        self.book.seed = seed


def checked_move(
    board: Board, result: Result | None, complain: Callable[[str], object]
) -> Move | None:
    """Return the move of `result` if it is legal, else some legal move; None when the game is over.

    `result` is None if there was no search. An illegal move would be a bug; `complain` is called
    with a message about it.
    """
    legal = board.legal_moves()
    move = None if result is None else result.move
    if not legal or move in legal:
        return move if legal else None
    if result is not None:
        complain(f"internal error: the search gave {move}, which is illegal")
    return legal[0]
