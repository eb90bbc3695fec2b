"""One thing that a child can see on the board after a move, in a sentence or two.

Each function below looks at the position after a move, and at the one after the best move. It says
what is true of the first and can be counted there at once, and is not so, or less so, in the
second, whatever is played then. The best move is not named: it can still be found. Of a good move
only what is worth noticing is said.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from othello._core import core
from othello.analysis.moves import MISTAKE, VERDICTS
from othello.board import Board, replay
from othello.explaining.line_statistics import CORNERS, frontier, regions, sides
from othello.explaining.reasons import PARITY_EMPTIES, X_CORNERS
from othello.explaining.wording import Phrase, Value, phrase, phrase_on
from othello.notation import BLACK, PASS, WHITE, Move, squares_of
from othello.result import Line

BLUNDER = VERDICTS["mistake"]
"""Discs lost from which on something is said even if nothing simple is seen."""

FEW, FEWER = 5, 3
"""Places to play in that are few for oneself, and by how many fewer than after the best move."""

MANY, MORE = 7, 2
"""Places to play in that are many for the opponent, and by how many more."""

MANY_TURNED, MORE_TURNED = 4, 2
"""Discs that are many for one move, and by how many more than with the best move."""

MIDDLE, EARLY = 0x0000_3C3C_3C3C_0000, 44
"""The sixteen squares that the game begins in, and the empty squares until which it does."""

OUTSIDE, MORE_OUTSIDE = 6, 3
"""Own discs beside empty squares that are many, and by how many more."""

MIDGAME = 16
"""Empty squares down to which places to play in, and discs that are safe, matter most."""

COUNTABLE = 9
"""Empty squares from which on one can count to the end."""

REGIONS = (3, 5, 7)
"""Sizes of a region in which one sees who plays first and last."""

VAGUE = phrase("There was a better move.")
"""Sentences on a bad move in which there is nothing simple to see."""

SAFE = 3
"""Discs that a move makes safe for ever, for a word of praise."""

C_CORNERS = dict(
    zip(
        map(Move, ("a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7")),
        (corner for corner in CORNERS for _ in range(2)),
        strict=True,
    )
)


class Sight(NamedTuple):
    """One thing to see on the board."""

    says: Phrase  #: one or two short sentences, to whoever has moved
    squares: tuple[Move, ...] = ()  #: squares with a ring
    arrows: tuple[tuple[Move, Move], ...] = ()  #: each from one square to another

    def names(self, move: Move) -> bool:
        """Return whether a square is named."""
        return any(str(move) in str(value) for value in self.says.values.values())

    def to_dict(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {
            **self.says.to_dict(),
            "text": str(self.says),
            "squares": list(map(str, self.squares)),
            "arrows": [list(map(str, arrow)) for arrow in self.arrows],
        }


class Choice:
    """A move, what stands on the board after it, and how the game may go on."""

    def __init__(self, board: Board, line: Line) -> None:
        self.board = board
        self.other = WHITE if board.turn == BLACK else BLACK
        self.move = line.pv[0]
        self.after = board.after(self.move)
        self.places = _places(self.after)  #: where the opponent can play
        #: The opponent's best reply, and the position after it; that one may be a pass.
        self.reply = line.pv[1] if len(line.pv) > 1 else None
        self.then = None if self.reply is None else self.after.after(self.reply)
        played = list(replay(board, line.pv))
        movers = [board.turn, *(after.turn for _, after in played)]
        #: All moves of the line, each with who plays it.
        self.moves = [(side, move) for side, (move, _) in zip(movers, played, strict=False)]

    @property
    def fewest(self) -> int:
        """The fewest places to play in that a reply leaves, if it does not end the game."""
        found = (self.after.after(reply) for reply in self.places)
        return min((len(_places(then)) for then in found if not then.is_over), default=64)

    @property
    def others(self) -> list[Move]:
        """The other moves that could be played."""
        return [move for move in _places(self.board) if move != self.move]

    @property
    def beside(self) -> Move | None:
        """The empty corner that the move is next to."""
        corner = (X_CORNERS | C_CORNERS).get(self.move)
        return None if corner is None or self.board.disc_at(corner) else corner

    @property
    def wipeouts(self) -> list[Move]:
        """Replies that turn all discs."""
        own = self.board.turn
        return [reply for reply in self.places if not sides(self.after.after(reply), own)[0]]

    @property
    def in_danger(self) -> set[Move]:
        """Corners that the opponent can take now, or after another move of his."""
        found = {each for each in CORNERS if each in self.places}
        return found.union(*(_open_to_other(self.after.after(reply)) for reply in self.places))

    def says(self, form: str, **values: Value) -> Phrase:
        """Return a sentence; its form may name the move and the other side too."""
        return phrase_on(self.board, form, {"move": str(self.move)}, values)


def _places(board: Board) -> list[Move]:
    return [move for move in board.legal_moves() if move is not PASS]


def _open_to_other(board: Board) -> list[Move]:
    """Return the corners that the side that has just moved could take."""
    return [corner for corner in CORNERS if board.opponent_legal_mask >> corner & 1]


def simple_sight(board: Board, played: Line, best: Line) -> Sight | None:
    """Return the one thing to see after a move, by its line and the best one; None for nothing.

    >>> board = Board.from_moves("f5d6c3d3c4f4f6b4e3")
    >>> played, best = (Line(8, 100, score, None, False, (Move(move),))
    ...                 for move, score in (("g7", -36.0), ("f3", 2.0)))
    >>> sight = simple_sight(board, played, best)
    >>> sight and str(sight.says)
    'g7 is next to the corner h8. That lets Black take it.'
    """
    loss = best.score - played.score
    choice = Choice(board, played)
    if loss < MISTAKE:
        is_best = choice.move == best.pv[0] and len(choice.others) > 0
        praised = _first(find(choice) for find in PRAISES)
        return praised or (Sight(phrase("Good move.")) if is_best and is_third(board) else None)
    better = Choice(board, best)
    has_corner = choice.move in CORNERS
    seen = (find(choice, better) for find in (GRAVE if has_corner else FAULTS))
    found = _first(sight for sight in seen if sight and not sight.names(better.move))
    if found is None and loss >= BLUNDER:
        still = phrase("The corner is good. Another move was better still.")
        return Sight(still if has_corner else VAGUE)
    return found


def _first(found: Iterable[Sight | None]) -> Sight | None:
    return next((sight for sight in found if sight is not None), None)


# ---------------------------------------------------------------------- what is bad


def wipeout(choice: Choice, better: Choice) -> Sight | None:
    """A reply that turns all discs."""
    if not choice.wipeouts or better.wipeouts:
        return None
    reply = choice.wipeouts[0]
    says = choice.says("{Other} can turn all your discs with {reply}.", reply=str(reply))
    return Sight(says, (reply,))


def open_corner(choice: Choice, better: Choice) -> Sight | None:
    """A corner that the opponent can take at once."""
    taken, other = (
        tuple(corner for corner in CORNERS if corner in each.places) for each in (choice, better)
    )
    given = tuple(corner for corner in taken if corner not in other)
    if len(taken) <= len(other):
        return None
    corner = choice.beside if choice.beside in given else given[0]
    was_open = choice.board.opponent_legal_mask >> corner & 1
    if len(given) > 1:
        form = "{move} lets {Other} take the corners {squares}."
        return Sight(choice.says(form, squares=", ".join(map(str, given))), given)
    if was_open:
        says = choice.says("{move} leaves the corner {corner} to {Other}.", corner=str(corner))
        return Sight(says, given)
    if corner == choice.beside:
        form = "{move} is next to the corner {corner}. That lets {Other} take it."
        return Sight(choice.says(form, corner=str(corner)), given, ((choice.move, corner),))
    says = choice.says("Your {move} opens the corner {corner} for {Other}.", corner=str(corner))
    return Sight(says, given)


def own_pass(choice: Choice, better: Choice) -> Sight | None:
    """A reply after which one has no move."""
    if choice.reply in (None, PASS) or choice.then is None or not choice.then.must_pass:
        return None
    if better.fewest == 0:
        return None
    form = "Your {move} lets {Other} play {reply}. Then you have no move."
    return Sight(choice.says(form, reply=str(choice.reply)), (choice.reply,))


def missed_corner(choice: Choice, better: Choice) -> Sight | None:
    """A corner that one could take."""
    if choice.move in CORNERS or better.move not in CORNERS:
        return None
    return Sight(phrase("You could have taken a corner."))


def missed_pass(choice: Choice, better: Choice) -> Sight | None:
    """A move that leaves the opponent none."""
    if choice.after.must_pass or not better.after.must_pass:
        return None
    return Sight(choice.says("Another move makes {Other} pass."))


def next_to_corner(choice: Choice, better: Choice) -> Sight | None:
    """A square next to an empty corner, which is lost later, or often is."""
    corner = choice.beside
    if corner is None or better.beside is not None:
        return None
    if (choice.other, corner) in choice.moves:
        form = "{move} is next to the empty corner {corner}. {Other} may take it soon."
    elif choice.move in X_CORNERS:
        form = "{move} is next to the empty corner {corner}. That is often dangerous."
    else:
        return None
    return Sight(choice.says(form, corner=str(corner)), (corner,), ((choice.move, corner),))


def corner_in_danger(choice: Choice, better: Choice) -> Sight | None:
    """A reply that threatens to take a corner, while none is open yet."""
    if choice.then is None or choice.reply in (None, PASS) or {*CORNERS} & {*choice.places}:
        return None
    threatened = [each for each in _open_to_other(choice.then) if each not in better.in_danger]
    if not threatened:
        return None
    form = "Your {move} lets {Other} play {reply}. Then the corner {corner} is in danger."
    says = choice.says(form, reply=str(choice.reply), corner=str(threatened[0]))
    return Sight(says, (choice.reply, threatened[0]))


def few_places(choice: Choice, better: Choice) -> Sight | None:
    """A reply after which one can play in few places."""
    if choice.then is None or better.then is None or choice.board.n_empties < MIDGAME:
        return None
    count = len(_places(choice.then))
    if choice.reply in (None, PASS) or not 0 < count <= FEW:
        return None
    if len(_places(better.then)) - count < FEWER or better.fewest <= count:
        return None
    form = "Your {move} lets {Other} play {reply}. Then you have few moves."
    return Sight(choice.says(form, reply=str(choice.reply)), (choice.reply,))


def many_places(choice: Choice, better: Choice) -> Sight | None:
    """Places in which the opponent can play."""
    count = len(choice.places)
    if count < MANY or count - len(better.places) < MORE or choice.board.n_empties < MIDGAME:
        return None
    form = "{move} gives {Other} {count} places to play. With another move there are fewer."
    return Sight(choice.says(form, count=count), tuple(choice.places))


def far_out(choice: Choice, better: Choice) -> Sight | None:
    """A move away from the middle while the game begins."""
    if choice.board.n_empties < EARLY or MIDDLE >> choice.move & 1 or not MIDDLE >> better.move & 1:
        return None
    form = "{move} is far out. At the beginning the middle is often better."
    return Sight(choice.says(form), (choice.move,))


def many_turned(choice: Choice, better: Choice) -> Sight | None:
    """Many discs turned while few are better."""
    turned, other = (each.board.flips(each.move).bit_count() for each in (choice, better))
    if turned < MANY_TURNED or turned - other < MORE_TURNED or choice.board.n_empties < MIDGAME:
        return None
    form = "You turned {count} discs. Before the end, fewer is often better."
    return Sight(choice.says(form, count=turned), (), _turned_lines(choice))


def _turned_lines(choice: Choice) -> tuple[tuple[Move, Move], ...]:
    """Return the lines of turned discs, from the move to the last disc of each."""
    ends = dict[tuple[int, int], Move]()
    file, rank = choice.move % 8, choice.move // 8
    turned = [*squares_of(choice.board.flips(choice.move))]
    for square in sorted(turned, key=lambda square: abs(square - choice.move)):
        across, down = square % 8 - file, square // 8 - rank
        ends[(across > 0) - (across < 0), (down > 0) - (down < 0)] = square
    return tuple((choice.move, end) for end in ends.values())


def outside(choice: Choice, better: Choice) -> Sight | None:
    """Own discs beside empty squares, next to which the opponent can play."""
    found, other = (frontier(*sides(each.after, each.board.turn)) for each in (choice, better))
    count = found.bit_count()
    if count < OUTSIDE or count - other.bit_count() < MORE_OUTSIDE:
        return None
    if choice.board.n_empties < MIDGAME:
        return None
    form = "After {move} {count} of your discs touch empty squares. That helps {Other}."
    return Sight(choice.says(form, count=count), tuple(squares_of(found)))


def odd_region(choice: Choice, better: Choice) -> Sight | None:
    """Empty squares of which the opponent plays the first and the last one."""
    found, other = (regions(each.after.empties) for each in (choice, better))
    if sum(each.bit_count() % 2 for each in found) <= sum(each.bit_count() % 2 for each in other):
        return None
    first = choice.reply
    region = next((each for each in found if first is not None and each >> first & 1), 0)
    played = [side for side, move in choice.moves if move is not PASS and region >> move & 1]
    count = region.bit_count()
    if (
        region in other
        or choice.board.n_empties > PARITY_EMPTIES
        or count not in REGIONS
        or len(played) < count
        or played[-1] != choice.other
    ):
        return None
    form = "{count} squares are empty here. {Other} can play first and last."
    return Sight(choice.says(form, count=count), tuple(squares_of(region)))


def to_the_end(choice: Choice, better: Choice) -> Sight | None:
    """Discs lost where one can count them."""
    if choice.board.n_empties > COUNTABLE:
        return None
    return Sight(phrase("Count to the end: another move gives you more discs."))


FAULTS: tuple[Callable[[Choice, Choice], Sight | None], ...] = (
    wipeout,
    missed_corner,
    open_corner,
    own_pass,
    missed_pass,
    next_to_corner,
    corner_in_danger,
    few_places,
    many_places,
    many_turned,
    far_out,
    outside,
    odd_region,
    to_the_end,
)
"""The simplest to see first."""

GRAVE = (wipeout, own_pass, missed_pass)
"""Faults that are told even of a move into a corner."""


# ---------------------------------------------------------------------- what is good


def corner(choice: Choice) -> Sight | None:
    """A corner that one has taken."""
    if choice.move not in CORNERS:
        return None
    return Sight(phrase("Well done! A disc in the corner can never be turned."), (choice.move,))


def forced_pass(choice: Choice) -> Sight | None:
    """A move that leaves the opponent none."""
    if not choice.after.must_pass:
        return None
    return Sight(choice.says("Well done! {Other} has no move, so you play again."))


def safe_discs(choice: Choice) -> Sight | None:
    """Discs that can never be turned from now on."""
    if choice.board.n_empties < MIDGAME:
        return None
    before, after = (
        core.stable_discs(each.player, each.opponent) for each in (choice.board, choice.after)
    )
    safe = after & ~before & sides(choice.after, choice.board.turn)[0]
    if safe.bit_count() < SAFE:
        return None
    form = "Well done! These {count} discs can never be turned."
    return Sight(choice.says(form, count=safe.bit_count()), tuple(squares_of(safe)))


def is_third(board: Board) -> bool:
    """Return whether this is one of every three moves of a side, of which a good one is praised."""
    return board.n_empties // 2 % 3 == 2


PRAISES: tuple[Callable[[Choice], Sight | None], ...] = (corner, forced_pass, safe_discs)
