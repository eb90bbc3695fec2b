# `Board`: immutable.

cimport cython
from types cimport Bitboard, PASS as PASS_MOVE
from bits cimport N_SYMMETRIES, swap_bytes, take_lowest, transpose
from rules cimport Sides, child_of
cimport kernel
cimport rules

from othello import notation
from othello.errors import InvalidBoard, quote

START_BLACK = 0x0000_0008_1000_0000
START_WHITE = 0x0000_0010_0800_0000

cdef str EXPECTED = (
    "expected a text such as 'f5d6', an OBF line or a FEN, 8 rows of B, W and G, or a set of "
    "discs, 64 bits of a number"
)


cdef class Board(BaseBoard):
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

    def __init__(self, black=..., white=..., turn=...):
        if self._side != UNSET:
            raise AttributeError("a Board does not change: make another one")
        if white is ... and notation.is_number(black):
            raise InvalidBoard(
                f"invalid board {quote(black)}: expected white discs too, as black discs are given"
            )
        if black is ... and notation.is_number(white):
            raise InvalidBoard(
                f"invalid board of white discs {quote(white)}: expected black discs too"
            )
        if black is ... or notation.is_number(black) or (
            isinstance(black, float) and white is not ...
        ):
            set_discs(self, black, white, BLACK if turn is ... else turn)
        elif white is not ... and not notation.is_number(white):
            raise InvalidBoard(
                f"invalid board {quote(black)} and {quote(white)}: expected one argument, such as "
                "Board('f5d6')"
            )
        elif white is not ...:
            raise InvalidBoard(
                f"invalid board {quote(black)}: expected black discs, as white discs are given"
            )
        else:
            set_position(self, black, turn)

    @cython.binding(True)  # as CPython's stable ABI has no other class methods
    @classmethod
    def from_obf(cls, text):
        """Return the position of an OBF line; the scored moves after a ``;`` are not read.

        >>> Board.from_obf("---------------------------OX------XO--------------------------- X")
        Board()
        """
        return cls(*notation.parse_obf(text))

    @cython.binding(True)  # as CPython's stable ABI has no other class methods
    @classmethod
    def from_fen(cls, text):
        """Return the position of a FEN, with or without slashes.

        >>> Board.from_fen("8/8/8/3ox3/3xo3/8/8/8 x") == Board.from_fen("8883ox33xo3888 x")
        True
        """
        return cls(*notation.parse_fen(text))

    @cython.binding(True)  # as CPython's stable ABI has no other class methods
    @classmethod
    def from_array(cls, rows, turn="X"):
        """Return the position of an 8x8 array of ``B``, ``W`` and ``G`` (empty), `turn` to move.

        Strings, lists and numpy arrays of characters all serve as rows, from the top.

        >>> rows = ["GGGGGGGG"] * 3 + ["GGGWBGGG", "GGGBWGGG"] + ["GGGGGGGG"] * 3
        >>> Board.from_array(rows)
        Board()
        """
        black, white = notation.parse_array(rows)
        return cls(black, white, turn)

    @cython.binding(True)  # as CPython's stable ABI has no other class methods
    @classmethod
    def from_moves(cls, moves, start=None):
        """Return the position after `moves`; forced passes that are left out are added.

        >>> Board.from_moves("f5d6c3").disc_counts()
        (5, 2)
        """
        from othello.board import check_board, illegal_as_number

        cdef Board board = cls() if start is None else check_board(start)
        cdef int number = 0
        for move in notation.each_move(moves):
            number += 1
            if move is not all_moves[PASS_MOVE] and rules.must_pass(board._player, board._opponent):
                board = passed(board)
            try:
                board = board.after(move)
            except IllegalMove:
                raise illegal_as_number(number, move, board) from None
        return board

    @cython.binding(True)  # as CPython's stable ABI has no other class methods
    @classmethod
    def parse(cls, text):
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

    def after(self, move):
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
        cdef int square = number_of(move)
        cdef Bitboard flipped = rules.legal_flip(self._player, self._opponent, square)
        if flipped:
            return moved(self, square, flipped)
        if square == PASS_MOVE and rules.must_pass(self._player, self._opponent):
            return passed(self)
        raise illegal(self, square)

    def children(self):
        """Return the position after each of `legal_moves`, in the same order.

        >>> board = Board()
        >>> board.children() == [board.after(move) for move in board.legal_moves()]
        True
        """
        cdef Bitboard legal = kernel.moves(self._player, self._opponent)
        cdef int square
        if legal == 0 and kernel.moves(self._opponent, self._player):
            return [passed(self)]
        found = []
        while legal:
            square = take_lowest(&legal)
            found.append(moved(self, square, kernel.flip(self._player, self._opponent, square)))
        return found

    def symmetries(self):
        """Return the eight images of the board under rotation and reflection, itself first.

        >>> len(set(Board().symmetries()))
        2
        """
        # In the order of `othello.symmetry`: the ranks flipped and the diagonal mirrored by turns.
        cdef int i
        cdef Bitboard player = self._player, opponent = self._opponent
        found = [self]
        for i in range(1, N_SYMMETRIES):
            if i & 1:
                player, opponent = swap_bytes(player), swap_bytes(opponent)
            else:
                player, opponent = transpose(player), transpose(opponent)
            found.append(made(self, player, opponent, self._side))
        return found

    def canonical(self):
        """Return the smallest of the eight symmetric images, the same one for all of them.

        >>> len({board.canonical() for board in Board().symmetries()})
        1
        """
        cdef Board image, least = self
        for image in self.symmetries():
            if (image._player < least._player
                    or (image._player == least._player and image._opponent < least._opponent)):
                least = image
        return least

    def __eq__(self, other):
        if not isinstance(other, Board):
            return NotImplemented
        return same(self, other)

    def __hash__(self):
        cdef Bitboard mixed = self._player * <Bitboard> 0x9E3779B97F4A7C15 + self._opponent
        mixed = (mixed ^ (mixed >> 32)) * <Bitboard> 0xD6E8FEB86659FD93 + self._side
        return <Py_hash_t> (mixed ^ (mixed >> 29))

    def __reduce__(self):
        return type(self), (black_of(self), white_of(self), self.turn)

    def __repr__(self):
        if (black_of(self), white_of(self), self.turn) == (START_BLACK, START_WHITE, BLACK):
            return "Board()"
        return f"Board.from_obf({self.to_obf()!r})"


cdef set_discs(Board board, object black, object white, object turn):
    """Initialise a board by two sets of discs."""
    black = notation.check_discs("black", START_BLACK if black is ... else black)
    white = notation.check_discs("white", START_WHITE if white is ... else white)
    if black & white:
        both = notation.format_moves(notation.squares_of(black & white), ", ")
        raise InvalidBoard(f"invalid board: black and white discs both on {both}")
    if notation.parse_side(turn) == BLACK:
        board._player, board._opponent, board._side = black, white, BLACK_MOVES
    else:
        board._player, board._opponent, board._side = white, black, WHITE_MOVES


cdef set_position(Board board, object position, object turn):
    """Initialise a board by a text, by rows, or by something that has a board."""
    cdef Board known
    if not isinstance(position, (str, Board)):
        position = getattr(position, "board", position)
    if isinstance(position, (str, Board)):
        if turn is not ...:
            raise InvalidBoard(
                f"invalid board {quote(position)} with turn {quote(turn)}: expected one without "
                "the other, as it says who moves"
            )
        known = Board.parse(position) if isinstance(position, str) else position
        board._player, board._opponent, board._side = known._player, known._opponent, known._side
    elif hasattr(position, "__iter__"):
        black, white = notation.parse_array(position)
        set_discs(board, black, white, BLACK if turn is ... else turn)
    else:
        raise InvalidBoard(f"invalid board {quote(position)}: {EXPECTED}")


cdef inline Board made(Board like, Bitboard player, Bitboard opponent, int side):
    """A board of the same type as `like`, from parts that are known to be good."""
    cdef Board board
    if type(like) is Board:
        board = Board.__new__(Board)
    else:
        board = type(like).__new__(type(like))
    board._player = player
    board._opponent = opponent
    board._side = side
    return board


cdef inline Board moved(Board board, int square, Bitboard flipped):
    cdef Sides child = child_of(board._player, board._opponent, square, flipped)
    return made(board, child.player, child.opponent,
                WHITE_MOVES if board._side == BLACK_MOVES else BLACK_MOVES)


cdef inline Board passed(Board board):
    return made(board, board._opponent, board._player,
                WHITE_MOVES if board._side == BLACK_MOVES else BLACK_MOVES)
