# Moves as Python gives and takes them, and `BaseBoard`, which `Board` and `Position` share.

cimport cython
from cpython.list cimport PyList_New, PyList_SetItem
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF

from types cimport Bitboard, PASS as PASS_MOVE
from bits cimport popcount, take_lowest
from rays cimport fill_rays
cimport kernel
cimport rules

from othello import notation
from othello.errors import IllegalMove, InvalidMove, quote

fill_rays()

cdef enum:
    UNSET                       # a side to move: not yet initialised
    BLACK_MOVES
    WHITE_MOVES

cdef str BLACK = notation.BLACK
cdef str WHITE = notation.WHITE
cdef object move_type = notation.Move
cdef dict move_numbers = notation.MOVE_NUMBERS
cdef tuple all_moves = notation.MOVES
cdef PyObject* singles[65]      # borrowed from `all_moves`

cdef int _number
for _number in range(65):
    singles[_number] = <PyObject*> all_moves[_number]


cdef inline object move_of(int number):
    """The one `Move` of this number."""
    return <object> singles[number]


cdef inline int number_of(object move) except -1:
    """The number 0 .. 64 of a move: a `Move`, a number or a text."""
    if type(move) is move_type:
        return <int> move
    if type(move) is str:
        number = move_numbers.get(move)
        if number is not None:
            return <int> number
    return <int> move_type(move)


cdef list move_list(Bitboard squares):
    """The squares of a set as a list of moves, from a1 to h8."""
    cdef Py_ssize_t i
    cdef Py_ssize_t n = popcount(squares)
    cdef list found = PyList_New(n)
    for i in range(n):
        move = move_of(take_lowest(&squares))
        Py_INCREF(move)         # PyList_SetItem takes a reference over
        PyList_SetItem(found, i, move)
    return found


cdef inline str owner_of(Bitboard black, Bitboard white, int square):
    """Whose disc is on a square, None if it is empty."""
    if black >> square & 1:
        return BLACK
    return WHITE if white >> square & 1 else None


@cython.freelist(256)
cdef class BaseBoard:
    """What `Board` and `Position` share: two sets of discs, the side to move, and the rules."""

    cdef Bitboard _player
    cdef Bitboard _opponent
    cdef unsigned char _side

    @property
    def turn(self):
        """The side to move, `BLACK` (``"X"``) or `WHITE` (``"O"``)."""
        return WHITE if self._side == WHITE_MOVES else BLACK

    @property
    def player(self):
        """Discs of the side to move, as a set of squares."""
        return self._player

    @property
    def opponent(self):
        """Discs of the other side, as a set of squares."""
        return self._opponent

    @property
    def black(self):
        """Black's discs, as a set of squares."""
        return black_of(self)

    @property
    def white(self):
        """White's discs, as a set of squares."""
        return white_of(self)

    @property
    def empties(self):
        """The empty squares, as a set of squares."""
        return ~(self._player | self._opponent)

    @property
    def n_empties(self):
        """How many squares are empty."""
        return 64 - popcount(self._player | self._opponent)

    @property
    def legal_mask(self):
        """The squares where the side to move may play, as a set of squares: 0 if it has to pass.

        >>> Board().legal_mask.bit_count()
        4
        """
        return kernel.moves(self._player, self._opponent)

    @property
    def opponent_legal_mask(self):
        """The squares where the other side could play, if it were to move now, as a set of squares.

        >>> Board("f5").opponent_legal_mask.bit_count()
        3
        """
        return kernel.moves(self._opponent, self._player)

    @property
    def must_pass(self):
        """Whether the side to move has no move but its opponent has."""
        return rules.must_pass(self._player, self._opponent)

    @property
    def is_over(self):
        """Whether neither side has a move."""
        return over(self)

    def is_game_over(self):
        """Return `is_over`, by the name it has in python-chess.

        >>> Board().is_game_over()
        False
        """
        return over(self)

    def outcome(self):
        """Return the `Outcome` of a finished game; None while a side has a move.

        >>> Board(black=1, white=0).outcome()
        Outcome(winner='X', score=64, discs=(1, 0))
        """
        if not over(self):
            return None
        from othello.board import Outcome

        cdef int score = rules.final_score(black_of(self), white_of(self))
        winner = None if score == 0 else BLACK if score > 0 else WHITE
        return Outcome(winner, score, self.disc_counts())

    def disc_counts(self):
        """Return how many discs black and white have.

        >>> Board().disc_counts()
        (2, 2)
        """
        return popcount(black_of(self)), popcount(white_of(self))

    def disc_at(self, square):
        """Return whose disc is on `square`, `BLACK` or `WHITE`: None if it is empty.

        >>> board = Board()
        >>> board.disc_at("e4"), board.disc_at("d4"), board.disc_at("a1")
        ('X', 'O', None)

        Raises
        ------
        InvalidMove
            If `square` is none.
        """
        cdef int number = number_of(square)
        if number == PASS_MOVE:
            raise InvalidMove(f"invalid square {quote(square)}: expected a1 ... h8")
        return owner_of(black_of(self), white_of(self), number)

    def __getitem__(self, square):
        return self.disc_at(square)

    def __iter__(self):
        cdef int square
        return iter([owner_of(black_of(self), white_of(self), square) for square in range(64)])

    def legal_moves(self):
        """Return the legal moves from a1 to h8: ``[PASS]`` if forced, none after the game.

        Moves are numbers, so a name is never among them: `is_legal` reads names.

        >>> [str(move) for move in Board().legal_moves()]
        ['d3', 'c4', 'f5', 'e6']
        """
        cdef Bitboard legal = kernel.moves(self._player, self._opponent)
        if legal == 0 and kernel.moves(self._opponent, self._player):
            return [move_of(PASS_MOVE)]
        return move_list(legal)

    def is_legal(self, move):
        """Return whether `move` may be played: a pass only where it is forced.

        >>> Board().is_legal("f5"), Board().is_legal("a1"), Board().is_legal("pass")
        (True, False, False)

        Raises
        ------
        InvalidMove
            If `move` is no move at all.
        """
        cdef int square = number_of(move)
        if square == PASS_MOVE:
            return rules.must_pass(self._player, self._opponent)
        return rules.legal_flip(self._player, self._opponent, square) != 0

    def flips(self, move):
        """Return the discs that `move` flips, as a set of squares; 0 if it is illegal or a pass.

        >>> Board().flips("f5") == 1 << Move("e5")
        True
        """
        return rules.legal_flip(self._player, self._opponent, number_of(move))

    def score(self):
        """Return the final disc difference for the side to move; the winner gets the empties.

        Before the end it is what the score would be if the game stopped here.

        >>> Board(black=0b0111, white=0b1000).score()
        62
        """
        return rules.final_score(self._player, self._opponent)

    def to_obf(self):
        """Return the position in OBF: 64 squares, a blank and the side to move.

        >>> Board().to_obf()
        '---------------------------OX------XO--------------------------- X'
        """
        return notation.format_obf(black_of(self), white_of(self), self.turn)

    def to_fen(self):
        """Return the position as a FEN.

        >>> Board().to_fen()
        '8/8/8/3ox3/3xo3/8/8/8 x'
        """
        return notation.format_fen(black_of(self), white_of(self), self.turn)

    def fen(self):
        """Return `to_fen`, by the name it has in python-chess.

        >>> Board("f5").fen()
        '8/8/8/3ox3/3xxx2/8/8/8 o'
        """
        return self.to_fen()

    def to_array(self):
        """Return eight rows of ``B``, ``W`` and ``G`` (empty), from the top.

        The rows do not tell the side to move. Give it to `Board.from_array`, whose default is
        black: ``Board.from_array(board.to_array(), board.turn)``.

        >>> "".join(Board().to_array()[3])
        'GGGWBGGG'
        """
        return notation.format_array(black_of(self), white_of(self))

    def __str__(self):
        legal = kernel.moves(self._player, self._opponent)
        black, white = self.disc_counts()
        state = "game over" if over(self) else f"{self.turn} to move"
        diagram = notation.format_diagram(black_of(self), white_of(self), legal)
        return f"{diagram}\n{state}, X {black}, O {white}"

    def _repr_svg_(self):
        """Return the picture that Jupyter shows."""
        from othello.svg import draw

        return draw(self)


cdef inline Bitboard black_of(BaseBoard board) noexcept:
    return board._opponent if board._side == WHITE_MOVES else board._player


cdef inline Bitboard white_of(BaseBoard board) noexcept:
    return board._player if board._side == WHITE_MOVES else board._opponent


cdef inline bint over(BaseBoard board) noexcept:
    return (kernel.moves(board._player, board._opponent) == 0
            and kernel.moves(board._opponent, board._player) == 0)


cdef inline bint same(BaseBoard one, BaseBoard other) noexcept:
    return (one._player == other._player and one._opponent == other._opponent
            and one._side == other._side)


cdef illegal(BaseBoard board, int square):
    """Return the error for a move that cannot be played."""
    where = f"for {notation.SIDE_NAMES[WHITE if board._side == WHITE_MOVES else BLACK]}"
    return notation.illegal_move(move_of(square), where, board.legal_moves())
