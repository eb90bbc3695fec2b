"""`Board` and `Position`, compiled: pyx/_board.pyx."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, overload

from typing_extensions import Self

from othello.board import BoardLike, HasBoard, Outcome
from othello.notation import Move

class Discs:
    """What `Board` and `Position` share: two sets of discs, the side to move, and the rules."""

    @property
    def turn(self) -> str:
        """The side to move, `BLACK` (``"X"``) or `WHITE` (``"O"``)."""

    @property
    def player(self) -> int:
        """Discs of the side to move, as a set of squares."""

    @property
    def opponent(self) -> int:
        """Discs of the other side, as a set of squares."""

    @property
    def black(self) -> int:
        """Black's discs, as a set of squares."""

    @property
    def white(self) -> int:
        """White's discs, as a set of squares."""

    @property
    def empties(self) -> int:
        """The empty squares, as a set of squares."""

    @property
    def n_empties(self) -> int:
        """How many squares are empty."""

    @property
    def legal_mask(self) -> int:
        """The squares where the side to move may play, as a set of squares: 0 if it has to pass.

        >>> Board().legal_mask.bit_count()
        4
        """

    @property
    def opponent_legal_mask(self) -> int:
        """The squares where the other side could play, if it were to move now, as a set of squares.

        >>> Board("f5").opponent_legal_mask.bit_count()
        3
        """

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has no move but its opponent has."""

    @property
    def is_over(self) -> bool:
        """Whether neither side has a move."""

    def is_game_over(self) -> bool:
        """Return `is_over`, by the name it has in python-chess.

        >>> Board().is_game_over()
        False
        """

    def outcome(self) -> Outcome | None:
        """Return the `Outcome` of a finished game; None while a side has a move.

        >>> Board(black=1, white=0).outcome()
        Outcome(winner='X', score=64, discs=(1, 0))
        """

    def disc_counts(self) -> tuple[int, int]:
        """Return how many discs black and white have.

        >>> Board().disc_counts()
        (2, 2)
        """

    def disc_at(self, square: Move | int | str) -> str | None:
        """Return whose disc is on `square`, `BLACK` or `WHITE`: None if it is empty.

        >>> board = Board()
        >>> board.disc_at("e4"), board.disc_at("d4"), board.disc_at("a1")
        ('X', 'O', None)

        Raises
        ------
        InvalidMove
            If `square` is none.
        """

    def __getitem__(self, key: Move | int | str) -> str | None: ...
    def __iter__(self) -> Iterator[str | None]: ...
    def legal_moves(self) -> list[Move]:
        """Return the legal moves from a1 to h8: ``[PASS]`` if forced, none after the game.

        Moves are numbers, so a name is never among them: `is_legal` reads names.

        >>> [str(move) for move in Board().legal_moves()]
        ['d3', 'c4', 'f5', 'e6']
        """

    def is_legal(self, move: Move | int | str) -> bool:
        """Return whether `move` may be played: a pass only where it is forced.

        >>> Board().is_legal("f5"), Board().is_legal("a1"), Board().is_legal("pass")
        (True, False, False)

        Raises
        ------
        InvalidMove
            If `move` is no move at all.
        """

    def flips(self, move: Move | int | str) -> int:
        """Return the discs that `move` flips, as a set of squares; 0 if it is illegal or a pass.

        >>> Board().flips("f5") == 1 << Move("e5")
        True
        """

    def score(self) -> int:
        """Return the final disc difference for the side to move; the winner gets the empties.

        Before the end it is what the score would be if the game stopped here.

        >>> Board(black=0b0111, white=0b1000).score()
        62
        """

    def to_obf(self) -> str:
        """Return the position in OBF: 64 squares, a blank and the side to move.

        >>> Board().to_obf()
        '---------------------------OX------XO--------------------------- X'
        """

    def to_fen(self) -> str:
        """Return the position as a FEN.

        >>> Board().to_fen()
        '8/8/8/3ox3/3xo3/8/8/8 x'
        """

    def fen(self) -> str:
        """Return `to_fen`, by the name it has in python-chess.

        >>> Board("f5").fen()
        '8/8/8/3ox3/3xxx2/8/8/8 o'
        """

    def to_array(self) -> list[list[str]]:
        """Return eight rows of ``B``, ``W`` and ``G`` (empty), from the top.

        >>> "".join(Board().to_array()[3])
        'GGGWBGGG'
        """

    def _repr_svg_(self) -> str:
        """Return the picture that Jupyter shows."""

class Board(Discs):
    """A position: two sets of discs and the side to move.

    Any layout of discs is accepted, reachable or not. A board never changes, so threads may share
    it; boards compare and hash by value. ``board["f5"]`` is `disc_at`, and a loop over a board
    meets the same of all squares, a1 to h8.

    Parameters
    ----------
    black : int or str or Board or rows, optional
        Black's discs as a set of squares: bit 0 is a1, bit 63 is h8. Or a whole position: a text
        as for `parse`, eight rows as for `from_array`, or a board, `Position` or `Game`.
    white : int, optional
        White's discs, where `black` is a set. Without both sets it is the start position.
    turn : str, optional
        ``"X"`` (black, the default) or ``"O"`` (white) moves; words and single letters are read
        too. A text has its own.

    Raises
    ------
    InvalidBoard
        If the sets overlap or leave the board, `turn` is neither side, or it is no position.
    InvalidMove, IllegalMove
        If a text has a move that is none or cannot be played.

    Examples
    --------
    >>> board = Board("f5")
    >>> board == Board().after("f5") == Board(board.fen())
    True
    >>> print(board)
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - - - - - - -
    4 - - - O X . - -
    5 - - - X X X - -
    6 - - - . - . - -
    7 - - - - - - - -
    8 - - - - - - - -
    O to move, X 4, O 1
    >>> [str(move) for move in board.legal_moves()]
    ['f4', 'd6', 'f6']
    >>> board["f5"], board["a1"]
    ('X', None)
    """

    @overload
    def __init__(self, black: int = ..., white: int = ..., turn: str = ...) -> None: ...
    @overload
    def __init__(self, black: Board | HasBoard | str, /) -> None: ...
    @overload
    def __init__(self, black: Iterable[Iterable[str]], *, turn: str = ...) -> None: ...
    @classmethod
    def from_obf(cls, text: str) -> Self:
        """Return the position of an OBF line; the scored moves after a ``;`` are not read.

        >>> Board.from_obf("---------------------------OX------XO--------------------------- X")
        Board()
        """

    @classmethod
    def from_fen(cls, text: str) -> Self:
        """Return the position of a FEN, with or without slashes.

        >>> Board.from_fen("8/8/8/3ox3/3xo3/8/8/8 x") == Board.from_fen("8883ox33xo3888 x")
        True
        """

    @classmethod
    def from_array(cls, rows: Iterable[Iterable[str]], turn: str = "X") -> Self:
        """Return the position of an 8x8 array of ``B``, ``W`` and ``G`` (empty).

        Strings, lists and numpy arrays of characters all serve as rows, from the top.

        >>> rows = ["GGGGGGGG"] * 3 + ["GGGWBGGG", "GGGBWGGG"] + ["GGGGGGGG"] * 3
        >>> Board.from_array(rows)
        Board()
        """

    @classmethod
    def from_moves(
        cls, moves: str | Iterable[Move | int | str], start: BoardLike | None = None
    ) -> Board:
        """Return the position after `moves`; forced passes that are left out are added.

        >>> Board.from_moves("f5d6c3").disc_counts()
        (5, 2)
        """

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the position `text` describes, in any of the forms known here.

        That is ``startpos``, a FEN, an OBF line, or the moves from the start.

        >>> Board.parse("startpos").after("f5") == Board.parse("f5")
        True
        >>> Board.parse(Board().to_fen()) == Board.parse(Board().to_obf()) == Board()
        True

        Raises
        ------
        InvalidBoard, InvalidMove, IllegalMove
            If `text` is none of them.
        """

    def after(self, move: Move | int | str) -> Self:
        """Return the position after `move`.

        >>> Board().after("f5").to_fen()
        '8/8/8/3ox3/3xxx2/8/8/8 o'

        Raises
        ------
        IllegalMove
            If `move` flips no disc, or passes where a move exists.
        InvalidMove
            If `move` is no move at all.
        """

    def children(self) -> list[Self]:
        """Return the position after each of `legal_moves`, in the same order.

        >>> board = Board()
        >>> board.children() == [board.after(move) for move in board.legal_moves()]
        True
        """

    def symmetries(self) -> list[Self]:
        """Return the eight images of the board under rotation and reflection, itself first.

        >>> len(set(Board().symmetries()))
        2
        """

    def canonical(self) -> Self:
        """Return the smallest of the eight symmetric images, the same one for all of them.

        >>> len({board.canonical() for board in Board().symmetries()})
        1
        """

    def __eq__(self, value: object) -> bool: ...
    def __hash__(self) -> int: ...

class Position(Discs):
    """A position that moves are played on and taken back from, for loops of many moves.

    It asks and answers what a `Board` does, and allocates nothing. It changes, so it has no hash,
    and one thread at a time may use it. Positions are equal if they have the same discs and side
    to move, however they came about.

    Parameters
    ----------
    board : Board or str or rows, optional
        Where it begins, as for `Board`: the start position by default.

    Examples
    --------
    >>> position = Position("f5d6")
    >>> position.push("c3")
    >>> position.turn, position.moves
    ('O', (Move('c3'),))
    >>> position.pop()
    Move('c3')
    >>> position.board == Board("f5d6")
    True
    """

    def __init__(self, board: BoardLike | None = None) -> None: ...
    @property
    def board(self) -> Board:
        """The position as a `Board`, which stays as it is."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played and not taken back, passes included."""

    def push(self, move: Move | int | str) -> None:
        """Play `move`.

        Raises
        ------
        IllegalMove, InvalidMove
            If it cannot be played, as for `Board.after`; the position stays as it was.
        """

    def pop(self) -> Move:
        """Take back the last move and return it.

        Raises
        ------
        OutOfRange
            If all moves have been taken back.
        """

    def copy(self) -> Self:
        """Return a copy, with its own moves to take back.

        >>> position = Position("f5")
        >>> twin = position.copy()
        >>> twin.push("d6")
        >>> position == Position("f5"), twin == Position("f5d6")
        (True, True)
        """

    def __copy__(self) -> Self: ...
    def __eq__(self, value: object) -> bool: ...

    __hash__: ClassVar[None]  # type: ignore[assignment]
