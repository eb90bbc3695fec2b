"""`Game`, which `othello.game` has with its formats."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, overload

from othello.board import Board, BoardLike, Outcome, check_board, illegal_as_number, replay
from othello.errors import BadMove, IllegalMove, InvalidOption, OutOfRange, quote, warn
from othello.files.access import is_writable
from othello.notation import BLACK, PASS, SIDE_NAMES, Move, each_move, format_moves, warn_of_number
from othello.spelling import same_word
from othello.symmetry import symmetric_moves

if TYPE_CHECKING:
    from typing_extensions import Self

    from othello._added import WithFormats as _WithFormats
else:
    _WithFormats = object

READ_HEADERS = {
    *("Black", "White", "BlackRating", "WhiteRating", "Event", "Place", "Date", "Result", "Round"),
}
"""Headers that files of all kinds have. Readers accept them in any letters."""
HEADERS = READ_HEADERS | {
    *("Time", "Type", "Name", "Comment", "Annotator", "Copyright", "Opening", "Source", "User"),
    *("BlackTeam", "WhiteTeam"),
}
"""The headers that have a meaning, here or in a format."""


class _Formats(type):
    """The class of `Game`, which has ``from_NAME`` for the formats that rooms bring."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Callable[[str], Game]:
            form = name.removeprefix("from_")
            if form != name and (read := FORMATS["reader"](form)):
                return functools.partial(cls._read, read)
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")

        def __dir__(cls) -> list[str]:
            return [*super().__dir__(), *FORMATS["names"]()]


class Game(_WithFormats, metaclass=_Formats):
    """A game: a start position, the moves played from it, and headers.

    Games with the same start, moves and headers are equal. ``len(game)`` counts its moves, passes
    included, ``game[3]`` is one of them and ``game[:20]`` the game of the first twenty, without the
    header ``Result``; a loop meets each move. A game is true even before its first move.

    Parameters
    ----------
    moves : str, Game or iterable of moves, optional
        Moves to play at once, as for `play`; a text may also be an opening's name, and another game
        gives its start and headers too.
    start : Board or text, optional
        The position before the first move, in any form that `Board` reads; the usual start by
        default.
    headers : mapping of str to str, optional
        Facts about the game, by name.

    Attributes
    ----------
    headers : dict of str to str
        The headers. File formats read and write ``Black``, ``White``, ``BlackRating``,
        ``WhiteRating``, ``Event``, ``Place``, ``Date`` and ``Result``; GGF also ``Time`` and, where
        that is not ``8``, ``Type``, such as ``s8r18``; SGF also ``Time``, ``Round``, ``Name``,
        ``Comment``, ``Annotator``, ``Copyright``, ``Opening``, ``Source``, ``User``, ``BlackTeam``
        and ``WhiteTeam``. Others are kept and have no meaning; a warning tells of one, such as
        ``black`` or ``Year``, for which one of the common ones was meant.

    Examples
    --------
    >>> game = Game("f5d6")
    >>> game.play("c3")
    >>> game.transcript()
    'f5d6c3'
    >>> game.undo()
    Move('c3')
    >>> game.board == Board("f5d6")
    True
    >>> len(game), game[0], game[:1]
    (2, Move('f5'), Game('f5'))
    """

    def __init__(
        self,
        moves: str | Iterable[Move | int | str] = (),
        start: BoardLike | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.headers: dict[str, str] = {}
        if isinstance(moves, Game):
            start = moves.start if start is None else start
            # What was told of a game is not told again.
            self.headers = _checked_headers(moves.headers, tells=False)
        if headers is not None:
            self.headers = _checked_headers(headers)
        self._boards = [Board() if start is None else check_board(start)]
        self._moves: list[Move] = []
        # How many plies each call of `play` added, so that `undo` takes back as many.
        self._plies: list[int] = []
        if isinstance(moves, str) and start is None:
            warn_of_number(moves)
        for number, move in enumerate(each_move(moves), 1):
            try:
                self.play(move)
            except IllegalMove:
                error = illegal_as_number(number, move, self.board)
                error.bad_move = bad_move_behind(self, str(move), move)
                raise error from None
            if self._moves[-2:-1] == [PASS] and self._plies[-2:] == [1, 1]:
                self._plies[-2:] = [2]  # as with the pass left out: equal games undo alike

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the game of a text: GGF, SGF, OBF, or moves in any form that people write.

        An empty text is a game without moves.

        >>> Game.parse("1. f5 d6 2. c3"), Game.parse("(;GM[2];B[f5];W[d6])")
        (Game('f5d6c3'), Game('f5d6'))

        Raises
        ------
        FormatError
            If it is none of them, there are several, or a move cannot be played.
        """
        return cls._read(FORMATS["parse"], text)

    @classmethod
    def from_transcript(cls, text: str) -> Self:
        """Return the game of a list of moves, as in ``"f5d6c3"`` or ``"1. F5 d6 2. C3"``.

        Raises
        ------
        FormatError
            If it cannot be read, or there are several games.
        """
        return cls._read(FORMATS["transcript"], text)

    def to_transcript(self) -> str:
        """Return `transcript`, by a name like those of the other formats."""
        return self.transcript()

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

    def is_game_over(self) -> bool:
        """Return `is_over`, by the name it has in python-chess."""
        return self.board.is_over

    def outcome(self) -> Outcome | None:
        """Return the `Outcome` of a finished game; None while a side has a move.

        >>> Game("e6f4e3f6g5d6e7f5c5").outcome()
        Outcome(winner='X', score=64, discs=(13, 0))
        """
        return self.board.outcome()

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

        Of moves that the game was made with, one is taken back with the pass before it.

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
        twin = type(self)(start=self.start)
        twin.headers = _checked_headers(self.headers, tells=False)
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

    def canonical_key(self) -> tuple[int, int, bytes, str]:
        """Return a key that is equal for the eight images of a game, and for no other game.

        >>> len({Game(moves).canonical_key() for moves in ("f5d6", "d3c5", "c4e3", "e6f4")})
        1
        """
        images = zip(self.start.symmetries(), symmetric_moves(self._moves), strict=True)
        key = min((start.player, start.opponent, moves) for start, moves in images)
        return *key, self.start.turn

    def transcript(self) -> str:
        """Return the moves as one text, passes included."""
        return format_moves(self._moves)

    @classmethod
    def _read(cls, read: Callable[[str], Game], text: str) -> Self:
        """Return the game of a text as one of this class."""
        if not isinstance(text, str):
            raise InvalidOption(f"invalid game {quote(text)}: expected a text")
        return cls(read(text))

    def _write(self, write: Callable[[Game], str]) -> str:
        _checked_headers(self.headers)  # they may have been changed
        return write(self)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[[], str]:
            form = name.removeprefix("to_")
            if form == name or (write := FORMATS["writer"](form)) is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return functools.partial(self._write, write)

        def __dir__(self) -> list[str]:
            return [*super().__dir__(), *FORMATS["names"]()]

    def __len__(self) -> int:
        return len(self._moves)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> Move | Self:
        if isinstance(index, slice):
            try:
                first, last, step = index.indices(len(self))
            except TypeError:
                expected = "expected numbers, as in game[:20]"
                raise InvalidOption(f"invalid slice {quote(index)}: {expected}") from None
            if step != 1:
                raise InvalidOption(f"invalid step {quote(step)}: expected consecutive moves")
            part = type(self)(self._moves[first:last], self._boards[first])
            part.headers = _checked_headers(self.headers, tells=False)
            if last < len(self):
                part.headers.pop("Result", None)  # it was the whole game's
            return part
        try:
            number = operator.index(index)
        except TypeError:
            expected = "expected a number or a slice, as in game[:20]"
            raise InvalidOption(f"invalid index {quote(index)}: {expected}") from None
        if not -len(self) <= number < len(self):
            expected = f"0 to {len(self) - 1} of {self!r}" if self._moves else "a game with moves"
            raise OutOfRange(f"no move {number}: expected {expected}")
        return self._moves[number]

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


def bad_move_behind(game: Game, text: str, move: Move | None) -> BadMove:
    """Return what is told of a text that cannot be the next move of a game.

    >>> bad_move_behind(Game("f5"), "d9", None).legal
    ('f4', 'd6', 'f6')
    """
    board, moves = game.board, game.moves
    if board.must_pass and move is not PASS:
        board, moves = board.after(PASS), (*moves, PASS)
    start, before = game.start.to_obf(), format_moves(moves)
    legal = tuple(map(str, board.legal_moves()))
    name = "" if move is None else str(move)
    return BadMove(text, name, len(moves) + 1, SIDE_NAMES[board.turn], start, before, legal)


def _checked_headers(headers: Mapping[Any, Any], *, tells: bool = True) -> dict[str, str]:
    """Return the headers; unless they are another game's, `tells` of names without a meaning."""
    if not isinstance(headers, Mapping):
        raise InvalidOption(f"invalid headers {quote(headers)}: expected a dict")
    for name, value in headers.items():
        if not (isinstance(name, str) and isinstance(value, str)):
            header = f"{quote(name)}: {quote(value)}"
            raise InvalidOption(f"invalid header {header}: expected a text for both")
        if not (is_writable(name) and is_writable(value)):
            header = f"{quote(name)}: {quote(value)}"
            raise InvalidOption(f"invalid header {header}: expected no half of a surrogate pair")
        if name in HEADERS or not tells:
            continue
        # Not of others: a table may have a column `name`, which means what it likes.
        if (meant := same_word(name, READ_HEADERS)) and meant not in headers:
            warn(f"header {quote(name)} has no meaning: did you mean {meant}?")
    return dict(headers)


FORMATS: dict[str, Callable[..., Any]] = {}
"""Functions of `othello.formats`, which stands above this module and fills them in: ``parse`` and
``transcript`` read the game of a text, ``reader`` and ``writer`` return what a format, by name, has
for `Game` (None for others), and ``names`` returns the names that `Game` has of them."""
