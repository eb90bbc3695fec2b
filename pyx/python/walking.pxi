# `Position`: moves are made on it and taken back, nothing is allocated.

from types cimport Bitboard, MAX_PLY, PASS as PASS_MOVE
from bits cimport bit
from rules cimport Sides, child_of
cimport rules

from othello.errors import OutOfRange


cdef class Position(BaseBoard):
    """A position that moves are played on and taken back from, for loops of many moves.

    It allocates nothing. It answers the questions that a `Board` answers about discs, moves and the
    end of the game; its `board` has the rest: what comes `after` a move, `children`, `symmetries`,
    the `canonical` image. It changes, so it has no hash, and one thread at a time may use it.
    Positions are equal if they have the same discs and side to move, however they came about.

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

    cdef int _n_plies
    # Of each move: what it flipped (nothing: a pass) and where. MAX_PLY is a power of two, and
    # more than any layout allows: 64 moves with a pass before each.
    cdef Bitboard _flipped[MAX_PLY]
    cdef unsigned char _squares[MAX_PLY]

    def __init__(self, board=...):
        from othello.board import check_board

        cdef Board start = Board() if board is ... else check_board(board)
        self._player, self._opponent, self._side = start._player, start._opponent, start._side
        self._n_plies = 0

    @property
    def board(self):
        """The position as a `Board`, which stays as it is."""
        cdef Board board = Board.__new__(Board)
        board._player, board._opponent, board._side = self._player, self._opponent, self._side
        return board

    @property
    def moves(self):
        """The moves played and not taken back, passes included."""
        return tuple([move_of(self._squares[ply & (MAX_PLY - 1)]) for ply in range(self._n_plies)])

    def push(self, move):
        """Play `move`.

        Raises
        ------
        IllegalMove, InvalidMove
            If it cannot be played, as for `Board.after`; the position stays as it was.
        """
        cdef int square = number_of(move)
        cdef Bitboard flipped = rules.legal_flip(self._player, self._opponent, square)
        cdef Sides child
        if flipped:
            child = child_of(self._player, self._opponent, square, flipped)
            self._player, self._opponent = child.player, child.opponent
        elif square == PASS_MOVE and rules.must_pass(self._player, self._opponent):
            self._player, self._opponent = self._opponent, self._player
        else:
            raise illegal(self, square)
        # The mask keeps threads that break the rule above from writing elsewhere.
        self._flipped[self._n_plies & (MAX_PLY - 1)] = flipped
        self._squares[self._n_plies & (MAX_PLY - 1)] = square
        self._n_plies += 1
        self._side = WHITE_MOVES if self._side == BLACK_MOVES else BLACK_MOVES

    def pop(self):
        """Take back the last move and return it.

        Raises
        ------
        OutOfRange
            If all moves have been taken back.
        """
        cdef int last = self._n_plies - 1
        cdef Bitboard flipped, opponent = self._opponent
        if last < 0:
            raise OutOfRange(f"no move to take back on {self.to_obf()}: expected a push before")
        flipped = self._flipped[last & (MAX_PLY - 1)]
        self._opponent = self._player ^ flipped
        self._player = opponent
        if flipped:
            self._player = opponent ^ flipped ^ bit(self._squares[last & (MAX_PLY - 1)])
        self._side = WHITE_MOVES if self._side == BLACK_MOVES else BLACK_MOVES
        self._n_plies = last
        return move_of(self._squares[last & (MAX_PLY - 1)])

    def copy(self):
        """Return a copy, with its own moves to take back.

        >>> position = Position("f5")
        >>> twin = position.copy()
        >>> twin.push("d6")
        >>> position == Position("f5"), twin == Position("f5d6")
        (True, True)
        """
        cdef Position twin
        if type(self) is Position:
            twin = Position.__new__(Position)
        else:
            twin = type(self).__new__(type(self))
        twin._player, twin._opponent, twin._side = self._player, self._opponent, self._side
        twin._n_plies = self._n_plies
        twin._flipped[:] = self._flipped
        twin._squares[:] = self._squares
        return twin

    def __copy__(self):
        return self.copy()

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        return same(self, other)

    def __reduce__(self):
        cdef Position first = self.copy()
        while first._n_plies:
            first.pop()
        return type(self), (first.board,), self.moves or None

    def __setstate__(self, moves):
        for move in moves:
            self.push(move)

    def __repr__(self):
        board = self.board
        return f"Position({board.to_obf()!r})" if board != Board() else "Position()"
