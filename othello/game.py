"""`Game`: a position with the moves that led to it, which can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from othello.board import Board, check_board, replay
from othello.notation import BLACK, Move, each_move, format_moves
from othello.symmetry import symmetric_moves

__all__ = ["Game"]


class Game:
    """A game: a start position, the moves played from it, and headers.

    Games with the same start, moves and headers are equal.

    Parameters
    ----------
    moves : str or iterable of moves, optional
        Moves to play at once, as for `play`.
    start : Board, optional
        The position before the first move; the usual start by default.
    headers : mapping of str to str, optional
        Facts about the game, by name.

    Attributes
    ----------
    headers : dict of str to str
        The headers. File formats read and write ``Black``, ``White``, ``BlackRating``,
        ``WhiteRating``, ``Event``, ``Place``, ``Date`` and ``Result``.

    Examples
    --------
    >>> game = Game("f5d6")
    >>> game.play("c3")
    >>> game.transcript()
    'f5d6c3'
    >>> game.undo()
    Move('c3')
    >>> game.board == Board.from_moves("f5d6")
    True
    """

    def __init__(
        self,
        moves: str | Iterable[Move | int | str] = (),
        start: Board | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.headers: dict[str, str] = dict(headers or {})
        self._boards = [Board() if start is None else check_board(start)]
        self._moves: list[Move] = []
        # How many plies each call of `play` added, so that `undo` takes back as many.
        self._plies: list[int] = []
        for move in each_move(moves):
            self.play(move)

    @property
    def start(self) -> Board:
        """The position the game began from."""
        return self._boards[0]

    @property
    def board(self) -> Board:
        """The current position."""
        return self._boards[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move played, passes included."""
        return tuple(self._moves)

    @property
    def is_over(self) -> bool:
        """Whether neither side has a move."""
        return self.board.is_over

    def positions(self) -> tuple[Board, ...]:
        """Return the start and the position after each move."""
        return tuple(self._boards)

    def play(self, move: Move | int | str) -> None:
        """Play `move`; if the side to move must pass and `move` is no pass, play the pass first.

        Raises
        ------
        IllegalMove, InvalidMove
            If `move` cannot be played; the game stays as it was.
        """
        plies = list(replay(self.board, [move]))
        for ply, board in plies:
            self._moves.append(ply)
            self._boards.append(board)
        self._plies.append(len(plies))

    def undo(self) -> Move | None:
        """Take back the last call of `play`, with its pass if it added one.

        Return the move; None if no move has been played.
        """
        if not self._plies:
            return None
        move = self._moves[-1]
        plies = self._plies.pop()
        del self._moves[-plies:]
        del self._boards[-plies:]
        return move

    def copy(self) -> Game:
        """Return a copy, whose moves are independent of this game's.

        >>> game = Game("f5d6")
        >>> line = game.copy()
        >>> line.play("c3")
        >>> game.transcript(), line.undo(), line == game
        ('f5d6', Move('c3'), True)
        """
        twin = type(self)(start=self.start, headers=self.headers)
        twin._boards = self._boards.copy()
        twin._moves = self._moves.copy()
        twin._plies = self._plies.copy()
        return twin

    __copy__ = copy

    def result(self) -> int | None:
        """Return black's final disc difference, empties to the winner; None before the end."""
        if not self.is_over:
            return None
        score = self.board.score()
        return score if self.board.turn == BLACK else -score

    def canonical_key(self) -> tuple[int, int, bytes]:
        """Return a key that is equal for the eight images of a game, and for no other game.

        >>> len({Game(moves).canonical_key() for moves in ("f5d6", "d3c5", "c4e3", "e6f4")})
        1
        """
        images = zip(self.start.symmetries(), symmetric_moves(self._moves), strict=True)
        return min((start.player, start.opponent, moves) for start, moves in images)

    def transcript(self) -> str:
        """Return the moves as one text, passes included."""
        return format_moves(self._moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.start == other.start
            and self._moves == other._moves
            and self.headers == other.headers
        )

    __hash__ = None  # type: ignore[assignment]  # a game changes as it is played

    def _repr_svg_(self) -> str:
        """Return the picture that Jupyter shows of the game: the board, the last move marked."""
        from othello.svg import draw

        return draw(self.board, last_move=self._moves[-1] if self._moves else None)

    def __repr__(self) -> str:
        start = "" if self.start == Board() else f", start={self.start!r}"
        headers = f", headers={self.headers!r}" if self.headers else ""
        return f"Game({self.transcript()!r}{start}{headers})"
