"""The immutable `Board`: a position and the rules of Othello.

The compiled core knows a mover and an opponent; colours exist from here upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from othello import notation
from othello._core import core
from othello.errors import IllegalMove, InvalidBoard, InvalidMove, no_board, quote
from othello.notation import BLACK, PASS, WHITE, Move, each_move

__all__ = ["BLACK", "PASS", "WHITE", "Board", "Move", "check_board", "replay"]

START_BLACK = 0x0000_0008_1000_0000
START_WHITE = 0x0000_0010_0800_0000


class Board:
    """A position: two sets of discs and the side to move.

    Any layout of discs is accepted, reachable or not. Boards compare and hash by value.

    Parameters
    ----------
    black, white : int, optional
        Sets of discs; bit 0 is a1, bit 63 is h8. The start position by default.
    turn : str, optional
        ``"X"`` (black) or ``"O"`` (white) moves; words and single letters are read too.

    Raises
    ------
    InvalidBoard
        If the sets overlap or leave the board, or `turn` is neither side.

    Examples
    --------
    >>> board = Board().after("f5")
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
    """

    __slots__ = ("_opponent", "_player", "_turn")

    _player: int
    _opponent: int
    _turn: str

    def __init__(
        self, black: int = START_BLACK, white: int = START_WHITE, turn: str = BLACK
    ) -> None:
        black, white = notation.check_discs("black", black), notation.check_discs("white", white)
        if black & white:
            both = ", ".join(map(str, notation.squares_of(black & white)))
            raise InvalidBoard(f"invalid board: black and white discs both on {both}")
        self._turn = notation.parse_side(turn)
        self._player, self._opponent = (black, white) if self._turn == BLACK else (white, black)

    @classmethod
    def _trusted(cls, player: int, opponent: int, turn: str) -> Board:
        """Build a board from valid parts without checking them, as `after` must be fast."""
        board = cls.__new__(cls)
        board._player = player
        board._opponent = opponent
        board._turn = turn
        return board

    @classmethod
    def from_obf(cls, text: str) -> Board:
        """Return the position of an OBF line; the scored moves after a ``;`` are not read.

        >>> Board.from_obf("---------------------------OX------XO--------------------------- X")
        Board()
        """
        return cls(*notation.parse_obf(text))

    @classmethod
    def from_fen(cls, text: str) -> Board:
        """Return the position of a FEN, with or without slashes.

        >>> Board.from_fen("8/8/8/3ox3/3xo3/8/8/8 x") == Board.from_fen("8883ox33xo3888 x")
        True
        """
        return cls(*notation.parse_fen(text))

    @classmethod
    def from_array(cls, rows: Iterable[Iterable[str]], turn: str = BLACK) -> Board:
        """Return the position of an 8x8 array of ``B``, ``W`` and ``G`` (empty).

        Strings, lists and numpy arrays of characters all serve as rows, from the top.

        >>> rows = ["GGGGGGGG"] * 3 + ["GGGWBGGG", "GGGBWGGG"] + ["GGGGGGGG"] * 3
        >>> Board.from_array(rows)
        Board()
        """
        black, white = notation.parse_array(rows)
        return cls(black, white, turn)

    @classmethod
    def from_moves(
        cls, moves: str | Iterable[Move | int | str], start: Board | None = None
    ) -> Board:
        """Return the position after `moves`; forced passes that are left out are added.

        >>> Board.from_moves("f5d6c3").disc_counts()
        (5, 2)
        """
        board = cls() if start is None else check_board(start)
        for _, after in replay(board, each_move(moves)):
            board = after
        return board

    @classmethod
    def parse(cls, text: str) -> Board:
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
        position = notation.parse_position(text)
        return cls.from_moves(position) if isinstance(position, list) else cls(*position)

    def to_obf(self) -> str:
        """Return the position in OBF: 64 squares, a blank and the side to move.

        >>> Board().to_obf()
        '---------------------------OX------XO--------------------------- X'
        """
        return notation.format_obf(self.black, self.white, self._turn)

    def to_fen(self) -> str:
        """Return the position as a FEN.

        >>> Board().to_fen()
        '8/8/8/3ox3/3xo3/8/8/8 x'
        """
        return notation.format_fen(self.black, self.white, self._turn)

    def to_array(self) -> list[list[str]]:
        """Return eight rows of ``B``, ``W`` and ``G`` (empty), from the top.

        >>> "".join(Board().to_array()[3])
        'GGGWBGGG'
        """
        return notation.format_array(self.black, self.white)

    @property
    def turn(self) -> str:
        """The side to move, `BLACK` (``"X"``) or `WHITE` (``"O"``)."""
        return self._turn

    @property
    def player(self) -> int:
        """Discs of the side to move, as a set of squares."""
        return self._player

    @property
    def opponent(self) -> int:
        """Discs of the other side, as a set of squares."""
        return self._opponent

    @property
    def black(self) -> int:
        """Black's discs, as a set of squares."""
        return self._player if self._turn == BLACK else self._opponent

    @property
    def white(self) -> int:
        """White's discs, as a set of squares."""
        return self._opponent if self._turn == BLACK else self._player

    @property
    def empties(self) -> int:
        """The empty squares, as a set of squares."""
        return notation.ALL_SQUARES & ~(self._player | self._opponent)

    @property
    def n_empties(self) -> int:
        """How many squares are empty."""
        return self.empties.bit_count()

    def disc_counts(self) -> tuple[int, int]:
        """Return how many discs black and white have.

        >>> Board().disc_counts()
        (2, 2)
        """
        return self.black.bit_count(), self.white.bit_count()

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
        move = _as_move(square)
        if move is PASS:
            raise InvalidMove(f"invalid square {quote(square)}: expected a1 ... h8")
        if self.black >> move & 1:
            return BLACK
        return WHITE if self.white >> move & 1 else None

    def legal_moves(self) -> list[Move]:
        """Return the legal moves from a1 to h8: ``[PASS]`` if forced, none after the game.

        Moves are numbers, so a name is never among them: `is_legal` reads names.

        >>> [str(move) for move in Board().legal_moves()]
        ['d3', 'c4', 'f5', 'e6']
        """
        moves = core.legal_moves(self._player, self._opponent)
        if moves:
            return notation.squares_of(moves)
        return [PASS] if core.legal_moves(self._opponent, self._player) else []

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has no move but its opponent has."""
        return not core.legal_moves(self._player, self._opponent) and bool(
            core.legal_moves(self._opponent, self._player)
        )

    @property
    def is_over(self) -> bool:
        """Whether neither side has a move."""
        return not core.legal_moves(self._player, self._opponent) and not core.legal_moves(
            self._opponent, self._player
        )

    def is_legal(self, move: Move | int | str) -> bool:
        """Return whether `move` may be played: a pass only where it is forced.

        >>> Board().is_legal("f5"), Board().is_legal("a1"), Board().is_legal("pass")
        (True, False, False)

        Raises
        ------
        InvalidMove
            If `move` is no move at all.
        """
        square = _as_move(move)
        return self.must_pass if square is PASS else bool(self.flips(square))

    def flips(self, move: Move | int | str) -> int:
        """Return the discs that `move` flips, as a set of squares; 0 if it is illegal or a pass.

        >>> Board().flips("f5") == 1 << Move("e5")
        True
        """
        square = _as_move(move)
        return 0 if square is PASS else core.flip(self._player, self._opponent, square)

    def after(self, move: Move | int | str) -> Board:
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
        square = _as_move(move)
        other = WHITE if self._turn == BLACK else BLACK
        if square is PASS:
            if not self.must_pass:
                raise self._illegal(square)
            return self._trusted(self._opponent, self._player, other)
        flipped = core.flip(self._player, self._opponent, square)
        if not flipped:
            raise self._illegal(square)
        return self._trusted(self._opponent ^ flipped, self._player | flipped | 1 << square, other)

    def _illegal(self, move: Move) -> IllegalMove:
        legal = notation.format_moves(self.legal_moves(), " ")
        expected = f"expected {legal}" if legal else "the game is over"
        return IllegalMove(f"illegal move '{move}' on {self.to_obf()}: {expected}")

    def score(self) -> int:
        """Return the final disc difference for the side to move; the winner gets the empties.

        Before the end it is what the score would be if the game stopped here.

        >>> Board(black=0b0111, white=0b1000).score()
        62
        """
        return int(core.final_score(self._player, self._opponent))

    def symmetries(self) -> list[Board]:
        """Return the eight images of the board under rotation and reflection, itself first.

        >>> len(set(Board().symmetries()))
        2
        """
        from othello.symmetry import images

        both = zip(images(self._player), images(self._opponent), strict=True)
        return [self._trusted(player, opponent, self._turn) for player, opponent in both]

    def canonical(self) -> Board:
        """Return the smallest of the eight symmetric images, the same one for all of them.

        >>> len({board.canonical() for board in Board().symmetries()})
        1
        """
        return min(self.symmetries(), key=lambda board: (board._player, board._opponent))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        mine = (self._player, self._opponent, self._turn)
        return mine == (other._player, other._opponent, other._turn)

    def __hash__(self) -> int:
        return hash((self._player, self._opponent, self._turn))

    def __reduce__(self) -> tuple[type[Board], tuple[int, int, str]]:
        return type(self), (self.black, self.white, self._turn)

    def __repr__(self) -> str:
        if (self.black, self.white, self._turn) == (START_BLACK, START_WHITE, BLACK):
            return "Board()"
        return f"Board.from_obf({self.to_obf()!r})"

    def __str__(self) -> str:
        moves = core.legal_moves(self._player, self._opponent)
        black, white = self.disc_counts()
        state = "game over" if self.is_over else f"{self._turn} to move"
        diagram = notation.format_diagram(self.black, self.white, moves)
        return f"{diagram}\n{state}, X {black}, O {white}"

    def _repr_svg_(self) -> str:
        """Return the picture that Jupyter shows of the board."""
        from othello.svg import draw

        return draw(self)


def replay(board: Board, moves: Iterable[Move | int | str]) -> Iterator[tuple[Move, Board]]:
    """Play `moves` and forced passes left out; yield each move with the position after it.

    >>> [str(move) for move, _ in replay(Board(), ["f5", "d6"])]
    ['f5', 'd6']

    Raises
    ------
    IllegalMove, InvalidMove
        At the first move that cannot be played.
    """
    for move in moves:
        square = _as_move(move)
        if square is not PASS and board.must_pass:
            board = board.after(PASS)
            yield PASS, board
        board = board.after(square)
        yield square, board


def check_board(board: Board) -> Board:
    """Return `board`; raise `InvalidBoard` if it is none."""
    if not isinstance(board, Board):
        raise no_board(board)
    return board


def _as_move(move: Move | int | str) -> Move:
    if isinstance(move, Move):
        return move
    return notation.parse_move(move) if isinstance(move, str) else Move(move)
