"""The questions of the lessons: which positions are such a question, and why the answer is right.

A question is about something that can be counted on the board, so that everybody can see why the
answer is right. Of most questions the right move is the engine's as well; of those of the first
lesson it follows from the rules alone.
"""

from collections.abc import Callable
from typing import NamedTuple

from othello._core import core
from othello.board import Board
from othello.explaining.line_statistics import CORNERS, frontier, regions
from othello.explaining.reasons import X_CORNERS
from othello.explaining.wording import Phrase, Value, counted, phrase, phrase_on
from othello.notation import PASS, Move, squares_of

LESSONS = range(1, 9)

RANKS = tuple(tuple(Move(f"{file}{rank}") for file in "abcdefgh") for rank in (1, 8))
FILES = tuple(tuple(Move(f"{file}{rank}") for rank in range(1, 9)) for file in "ah")
EDGES = (*RANKS, *FILES)
"""The squares of each edge, in order."""


class Choice(NamedTuple):
    """A position with the right move, and a wrong one that seems good."""

    board: Board
    best: Move
    tempting: Move
    score: float  #: of the right move, in discs for the side to move; for a question of rules 0
    margin: float  #: discs by which it is better than any other move; for a question of rules 0

    @property
    def others(self) -> list[Move]:
        """The legal moves but the right one."""
        return [move for move in self.board.legal_moves() if move != self.best]

    def says(self, form: str, **values: Value) -> Phrase:
        """Return a sentence, whose form may name the moves and the sides."""
        known: dict[str, Value] = {"move": str(self.best), "tempting": str(self.tempting)}
        return phrase_on(self.board, form, known, values)


# ---------------------------------------------------------------------- what can be counted

Count = Callable[[Board, Move], int]


def turned(board: Board, move: Move) -> int:
    """Return how many discs a move turns."""
    return board.flips(move).bit_count()


def directions(board: Board, move: Move) -> int:
    """Return in how many directions a move turns discs.

    >>> directions(Board("f5d6"), Move("c3"))
    1
    """
    flipped, row, column = board.flips(move), int(move) // 8, int(move) % 8
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    beside = (
        (row + down, column + right)
        for down, right in steps
        if 0 <= row + down < 8 and 0 <= column + right < 8
    )
    return sum(bool(flipped >> (8 * down + right) & 1) for down, right in beside)


def replies(board: Board, move: Move) -> int:
    """Return how many moves the opponent has after a move."""
    after = board.after(move)
    return len([each for each in after.legal_moves() if each is not PASS])


def corners_given(board: Board, move: Move) -> list[Move]:
    """Return the corners that the opponent can take after a move."""
    return [each for each in board.after(move).legal_moves() if each in CORNERS]


def open_discs(board: Board, move: Move) -> int:
    """Return how many discs of the mover have an empty square beside them after a move."""
    after = board.after(move)
    own, other = after.opponent, after.player
    return frontier(own, other).bit_count()


def safe_discs(board: Board, move: Move) -> int:
    """Return how many discs of the mover can never be turned after a move."""
    after = board.after(move)
    return (core.stable_discs(after.opponent, after.player) & after.opponent).bit_count()


def region(board: Board, move: Move) -> int:
    """Return how many empty squares the region has in which a move is."""
    return next(
        each.bit_count() for each in regions(board.empties) if int(move) in squares_of(each)
    )


def is_least(choice: Choice, count: Count, lead: int) -> bool:
    """Return whether the right move has the least of something, the tempting one `lead` more."""
    board, best, tempting, *_ = choice
    least = count(board, best)
    others = (count(board, move) for move in choice.others)
    return least + lead <= count(board, tempting) and all(least < other for other in others)


def is_most(choice: Choice, count: Count, lead: int) -> bool:
    """Return whether the right move has the most of something, the tempting one `lead` less."""
    return is_least(choice, lambda board, move: -count(board, move), lead)


def both(choice: Choice, count: Count) -> dict[str, Value]:
    """Return the numbers of the right and of the tempting move, for a sentence."""
    board, best, tempting, *_ = choice
    return {"count": count(board, best), "second": count(board, tempting)}


# ---------------------------------------------------------------------- corners and edges


def is_beside(square: Move, other: Move) -> bool:
    """Return whether two squares touch each other.

    >>> is_beside(Move("a1"), Move("b2")), is_beside(Move("h1"), Move("a2"))
    (True, False)
    """
    rows, columns = (abs(part(square) - part(other)) for part in (_row, _column))
    return max(rows, columns) == 1


def _row(square: Move) -> int:
    return int(square) // 8


def _column(square: Move) -> int:
    return int(square) % 8


def gives_corner(choice: Choice) -> bool:
    """Return whether the tempting move, beside a corner, gives it away, the right one none."""
    board, best, tempting, *_ = choice
    is_there = any(move in CORNERS for move in board.legal_moves())
    given, kept = corners_given(board, tempting), corners_given(board, best)
    is_one = len(given) == 1 and is_beside(given[0], tempting)
    return not is_there and is_one and not kept


def says_given(choice: Choice) -> Phrase:
    (corner,) = corners_given(choice.board, choice.tempting)
    if X_CORNERS.get(choice.tempting) == corner:
        form = (
            "{tempting} is the X-square of {corner}: {other} could take this corner at once. After "
            "{move} {other} cannot take a corner."
        )
    else:
        form = (
            "{tempting} is a C-square of {corner}: {other} could take this corner at once. After "
            "{move} {other} cannot take a corner."
        )
    return choice.says(form, corner=str(corner))


def corners_next(board: Board, move: Move) -> list[Move]:
    """Return the corners that the mover could take after a move, if the opponent did nothing."""
    after = board.after(move)
    mask = core.legal_moves(after.opponent, after.player)
    return [corner for corner in CORNERS if mask >> int(corner) & 1]


def wins_corner(choice: Choice) -> bool:
    """Return whether the mover can take a corner whatever the opponent answers to the move."""
    board, best, *_ = choice
    after = board.after(best)
    if best in CORNERS or corners_given(board, best) or after.is_over or after.must_pass:
        return False
    if any(move in CORNERS for move in board.legal_moves()):
        return False
    answered = (after.after(reply) for reply in after.legal_moves())
    return all(any(move in CORNERS for move in each.legal_moves()) for each in answered)


def is_wedge(choice: Choice) -> bool:
    """Return whether the move is between two discs of the opponent on an edge."""
    after, best = choice.board.after(choice.best), choice.best
    for edge in EDGES:
        if best in edge[1:7]:
            place = edge.index(best)
            return all(after.disc_at(edge[place + step]) == after.turn for step in (-1, 1))
    return False


def attacks_corner(choice: Choice) -> bool:
    """Return whether a move on an edge threatens to take a corner that could not be taken."""
    board, best, tempting, *_ = choice
    if best in CORNERS or not any(best in edge for edge in EDGES):
        return False
    before = [move for move in board.legal_moves() if move in CORNERS]
    threats = corners_next(board, best)
    return (
        not before
        and len(threats) == 1
        and not corners_given(board, best)
        and any(best in edge and threats[0] in edge for edge in EDGES)
        and not corners_next(board, tempting)
    )


class Trap(NamedTuple):
    """A Stoner trap: the opponent's corner, the square for the wedge, and the corner it wins."""

    corner: Move
    wedge: Move
    won: Move


def trap(board: Board, move: Move) -> Trap | None:
    """Return the trap that a move on an X-square sets: whoever takes the corner loses another.

    After the corner is taken, the mover plays between it and the opponent's discs on the edge, and
    is then about to take the other corner of that edge.
    """
    corner = X_CORNERS.get(move)
    if corner is None or board.disc_at(corner):
        return None
    after = board.after(move)
    if corner not in after.legal_moves():
        return None
    taken = after.after(corner)
    for edge in EDGES:
        ordered = edge if edge[0] == corner else edge[::-1]
        if ordered[0] != corner or ordered[1] not in taken.legal_moves():
            continue
        wedged = taken.after(ordered[1])
        is_between = wedged.disc_at(ordered[0]) == wedged.disc_at(ordered[2]) == wedged.turn
        answered = (wedged.after(reply) for reply in wedged.legal_moves())
        if is_between and all(ordered[7] in each.legal_moves() for each in answered):
            return Trap(corner, ordered[1], ordered[7])
    return None


def says_trap(choice: Choice) -> Phrase:
    found = trap(choice.board, choice.best)
    assert found is not None
    return choice.says(
        "A Stoner trap: if {other} takes {corner}, you play {wedge} between the discs on the edge, "
        "and {won} is yours.",
        **{name: str(square) for name, square in found._asdict().items()},
    )


# ---------------------------------------------------------------------- the others


def is_quiet(board: Board, move: Move) -> bool:
    """Return whether no disc that a move turns has an empty square beside it."""
    after = board.after(move)
    return not frontier(board.flips(move), (after.player | after.opponent) & ~board.flips(move))


def is_apart(choice: Choice) -> bool:
    """Return whether the right move is neither in a corner nor beside one that is empty."""
    board, best, *_ = choice
    near = (each for each in CORNERS if not board.disc_at(each) and is_beside(each, best))
    return best not in CORNERS and not any(near)


def is_quiet_move(choice: Choice) -> bool:
    board, best, tempting, *_ = choice
    fewer = replies(board, best) + 3 <= replies(board, tempting) <= 12
    is_one = is_quiet(board, best) and not is_quiet(board, tempting)
    return is_apart(choice) and is_one and fewer


def is_odd(choice: Choice) -> bool:
    """Return whether the right move begins in an odd region, and the tempting one in an even."""
    board, best, tempting, *_ = choice
    is_plain = best not in CORNERS and tempting not in CORNERS
    return is_plain and region(board, best) % 2 == 1 and region(board, tempting) % 2 == 0


def says_odd(choice: Choice) -> Phrase:
    size = region(choice.board, choice.best)
    second = region(choice.board, choice.tempting)
    if size == 1:
        return choice.says(
            "{move} fills a region of one square, and nobody can answer there. {tempting} begins "
            "in a region of {second}, where {other} can have the last move.",
            second=second,
        )
    return choice.says(
        "{move} begins in a region of {count}, an odd number: you can have the last move there. "
        "{tempting} begins in a region of {second}, where {other} can have it.",
        count=size,
        second=second,
    )


def says_count(choice: Choice) -> Phrase:
    """Return how many discs the mover has at the end, after the right move and the next best."""
    own, next_own = (int(64 + score) // 2 for score in (choice.score, choice.score - choice.margin))
    return choice.says(
        "After {move} you have {count} discs at the end, if both sides play well. After the next "
        "best move you have {second}.",
        count=own,
        second=next_own,
    )


def says_starved(choice: Choice) -> Phrase:
    count, second = both(choice, replies).values()
    assert isinstance(count, int)
    if not count:
        return choice.says(
            "After {move} {other} has no move and must pass. After {tempting} {other} has "
            "{second} moves.",
            second=second,
        )
    moves = counted(count, "{count} move", "{count} moves")
    return choice.says(
        "After {move} {other} has only {moves}. After {tempting} {other} has {second}.",
        moves=moves,
        second=second,
    )


class Question(NamedTuple):
    """A question of a lesson."""

    name: str
    lesson: int
    task: Phrase
    hint: Phrase
    fits: Callable[[Choice], bool]
    why: Callable[[Choice], Phrase]  #: the sentence after the right answer
    number: int  #: of exercises in the lesson
    empties: tuple[int, int]  #: empty squares of its positions
    facts: tuple[str, ...] = ()  #: the reasons of `othello explain` of which one has to be given
    #: For a question of rules, of what the right move has the most or (negative) the least, and
    #: what is said of a wrong move.
    rule: Count | None = None
    told: Callable[[Choice], Phrase] | None = None


BEST = phrase("Find the best move.")

QUESTIONS = {
    question.name: question
    for question in (
        Question(
            "turns",
            1,
            phrase("Which move turns the most discs?"),
            phrase("From each dot look in all eight directions: how many discs would turn?"),
            lambda choice: is_most(choice, turned, 2),
            lambda choice: choice.says(
                "{move} turns {count} discs. No other move turns more than {second}.",
                **both(choice, turned),
            ),
            2,
            (44, 55),
            rule=turned,
            told=lambda choice: choice.says(
                "Discs that {move} turns: {count}.", count=turned(choice.board, choice.best)
            ),
        ),
        Question(
            "directions",
            1,
            phrase("Which move turns discs in the most directions?"),
            phrase("From each dot look along the row, the column and both diagonals."),
            lambda choice: (
                is_most(choice, directions, 2) and directions(choice.board, choice.best) >= 4
            ),
            lambda choice: choice.says(
                "{move} turns discs in {count} directions at once.",
                count=directions(choice.board, choice.best),
            ),
            2,
            (38, 52),
            rule=directions,
            told=lambda choice: choice.says(
                "Directions in which {move} turns discs: {count}.",
                count=directions(choice.board, choice.best),
            ),
        ),
        Question(
            "passes",
            1,
            phrase("After which move must the other side pass?"),
            phrase("Try each move: which discs could the other side turn then?"),
            lambda choice: not replies(choice.board, choice.best) and is_least(choice, replies, 1),
            lambda choice: choice.says(
                "After {move} {other} can turn no disc and must pass: you move again."
            ),
            2,
            (6, 40),
            rule=lambda board, move: -replies(board, move),
            told=lambda choice: choice.says(
                "Moves that {other} has after {move}: {count}.",
                count=replies(choice.board, choice.best),
            ),
        ),
        Question(
            "takes_corner",
            2,
            BEST,
            phrase("Which square can never be turned?"),
            lambda choice: choice.best in CORNERS and choice.tempting not in CORNERS,
            lambda choice: choice.says(
                "{move} is a corner. A disc in a corner can never be turned."
            ),
            2,
            (10, 36),
            ("corner", "stable"),
        ),
        Question(
            "keeps_corner",
            2,
            BEST,
            phrase("Which moves would give a corner to the other side?"),
            gives_corner,
            says_given,
            3,
            (10, 36),
            ("corner", "x_square"),
        ),
        Question(
            "wins_corner",
            2,
            BEST,
            phrase("Look for a threat that cannot be stopped."),
            wins_corner,
            lambda choice: choice.says(
                "Whatever {other} plays after {move}, you can take a corner next."
            ),
            2,
            (10, 36),
            ("corner", "stable", "x_square"),
        ),
        Question(
            "starves",
            3,
            BEST,
            phrase("How many moves does each of your moves leave the other side?"),
            lambda choice: (
                is_apart(choice)
                and is_least(choice, replies, 3)
                and replies(choice.board, choice.best) <= 5
            ),
            says_starved,
            4,
            (16, 44),
            ("opponent_mobility", "pass"),
        ),
        Question(
            "quiet",
            3,
            BEST,
            phrase("Look for a move that turns only discs in the middle of others."),
            is_quiet_move,
            lambda choice: choice.says(
                "{move} is a quiet move: the discs that it turns have no empty square beside them. "
                "{Other} has {count} moves after it, and {second} after {tempting}.",
                **both(choice, replies),
            ),
            3,
            (20, 44),
            ("opponent_mobility", "own_mobility", "pass", "frontier"),
        ),
        Question(
            "frontier",
            4,
            BEST,
            phrase("After which move do few of your discs stand beside empty squares?"),
            lambda choice: is_apart(choice) and is_least(choice, open_discs, 4),
            lambda choice: choice.says(
                "Your discs beside empty squares: {count} after {move}, {second} after {tempting}. "
                "Each of them can give {other} a move.",
                **both(choice, open_discs),
            ),
            6,
            (24, 46),
            ("frontier", "opponent_mobility", "own_mobility"),
        ),
        Question(
            "wedge",
            5,
            BEST,
            phrase("Is there a gap between two discs of the other side on an edge?"),
            is_wedge,
            lambda choice: choice.says(
                "{move} is a wedge: on the edge it stands between two discs of {other}, who cannot "
                "turn it now."
            ),
            2,
            (12, 36),
        ),
        Question(
            "attack",
            5,
            BEST,
            phrase("Which move on an edge threatens a corner?"),
            attacks_corner,
            lambda choice: choice.says(
                "{move} attacks the corner {corner}: you take it next, if {other} does nothing "
                "about it.",
                corner=str(corners_next(choice.board, choice.best)[0]),
            ),
            2,
            (12, 40),
            ("stable", "corner", "x_square"),
        ),
        Question(
            "stoner",
            5,
            BEST,
            phrase("An X-square may be right: what if the other side takes the corner?"),
            lambda choice: trap(choice.board, choice.best) is not None,
            says_trap,
            2,
            (12, 40),
        ),
        Question(
            "parity",
            6,
            BEST,
            phrase("Count the empty squares of each region. Which number is odd?"),
            is_odd,
            says_odd,
            6,
            (5, 14),
            ("parity", "last_move", "access"),
        ),
        Question(
            "stable",
            7,
            BEST,
            phrase("After which move are most of your discs safe for ever?"),
            lambda choice: choice.best not in CORNERS and is_most(choice, safe_discs, 3),
            lambda choice: choice.says(
                "Your discs that are safe for ever: {count} after {move}, {second} after "
                "{tempting}.",
                **both(choice, safe_discs),
            ),
            6,
            (8, 24),
            ("stable", "corner", "x_square"),
        ),
        Question(
            "ending",
            8,
            phrase("Count to the end: which move leaves you the most discs?"),
            phrase("Play each move in your head to the end, and count the discs."),
            lambda choice: True,
            says_count,
            7,
            (2, 8),
        ),
    )
}
"""The questions by name, in the order of the lessons."""
