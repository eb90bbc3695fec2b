"""The lessons: of each its title, and texts with a position on which the marks show what is meant.

Their exercises are in a file: see `othello.lessons.exercises`.
"""

from typing import NamedTuple

from othello.board import Board
from othello.errors import InvalidOption
from othello.explaining.wording import Phrase, phrase
from othello.lessons.exercises import LessonExercise, lesson_exercises
from othello.notation import Move


class Marks(NamedTuple):
    """Marks that are drawn on a board."""

    rings: tuple[Move, ...] = ()
    crosses: tuple[Move, ...] = ()
    arrows: tuple[tuple[Move, Move], ...] = ()  #: each from a square to another
    moves: tuple[Move, ...] = ()  #: a line of play from the position, its moves numbered


class Page(NamedTuple):
    """A text with a position."""

    text: Phrase
    position: Board
    marks: Marks


class Lesson(NamedTuple):
    """A lesson, without its exercises."""

    title: Phrase
    pages: tuple[Page, ...]


def page(
    text: str, position: str, rings: str = "", crosses: str = "", arrows: str = "", moves: str = ""
) -> Page:
    """Return a page; an arrow is two squares, such as ``f5d5``."""
    marks = Marks(
        tuple(map(Move, rings.split())),
        tuple(map(Move, crosses.split())),
        tuple((Move(each[:2]), Move(each[2:])) for each in arrows.split()),
        tuple(map(Move, moves.split())),
    )
    return Page(phrase(text), Board.from_obf(position), marks)


LESSONS = (
    Lesson(
        phrase("Rules and passing"),
        (
            page(
                "Black begins. Put a disc on an empty square so that a row of discs of the other "
                "colour stands between it and another disc of yours: they turn over and are "
                "yours. Black on f5 turns the white disc on e5.",
                "---------------------------OX------XO--------------------------- X",
                rings="f5",
                arrows="f5d5",
            ),
            page(
                "One move can turn discs in several directions at once: along the row, the "
                "column and the diagonals. White on c5 turns four discs, one on each arrow. A "
                "move that turns nothing is not allowed.",
                "------------------OOO-----XXOO-----XOXX----XXXX----XO----------- O",
                rings="c5",
                arrows="c5c3 c5e3 c5e5 c5e7",
            ),
            page(
                "If you can turn nothing, you must pass, and the other side moves again. Here "
                "white has just passed, although there are many empty squares. If neither side "
                "can move, the game is over: whoever has more discs wins.",
                "O--XXXXX-OOOOOO-OOOXOOOOOOXOOXXXOOOOOXXX-OOOOOXX--O-OOOX-------O X",
            ),
        ),
    ),
    Lesson(
        phrase("Corners and X-squares"),
        (
            page(
                "A disc turns only if it stands between two others in a line. There is nothing "
                "behind a corner, so a disc in a corner can never be turned, and it makes discs "
                "beside it on the edges safe, too. White can take h8 now, and should.",
                "--XXXXX---XXXX----XXXOX--XXXOXXXOOXXXOXX-OOOOOXX--XOOXX---XO---- O",
                rings="h8",
            ),
            page(
                "The squares b2, g2, b7 and g7, with orange rings, are called X-squares. A disc "
                "there is a bridge to the corner: the other side can often turn it from the "
                "corner. The C-squares, with red rings, are dangerous for the same reason.",
                "---XO------X-O----OXOOO----OOO----OOOX-----OXXX----------------- X",
                rings="b2 g2 b7 g7",
                crosses="a2 a7 b1 b8 g1 g8 h2 h7",
            ),
            page(
                "Before each move ask: can the other side take a corner after it? If black plays "
                "b7 here (1), white takes the corner a8 (2). Black on a5 gives nothing away.",
                "-----X------XX-O-XXXXXOOXXXXOOOO--XXOOXOOOOOOOOOX-XOOO----O-O--- X",
                rings="a5",
                moves="b7 a8",
            ),
        ),
    ),
    Lesson(
        phrase("Mobility and quiet moves"),
        (
            page(
                "Whoever has no good moves left must play bad ones. Black has only four moves "
                "here, those with rings, and each of them gives white a corner. So keep many "
                "moves for yourself, and leave few to the other side: that is mobility.",
                "-OOOOO---XXXOO-XOOXOOOOXOOXXOXOXOOOOXXXXOOOXX-XXOOXX------------ X",
                rings="g1 a2 g2 b8",
            ),
            page(
                "A quiet move turns only discs that have other discs all around them. It opens "
                "no new squares to the other side. Black on e2 turns three discs in the middle, "
                "and no disc that it turns has an empty square beside it.",
                "---XO------X-O----OXOOO----OOO----OOOX-----OXXX----------------- X",
                rings="e2",
                arrows="e2e6",
            ),
            page(
                "Before the end, many discs are no advantage: they are in your way. White has 21 "
                "discs here and black only 7. But black has 15 moves and white would have 5, and "
                "black is far ahead.",
                "---O------OO----OOXOO---OOOXOOO--OOOOO----OXXX----OOX--------X-- X",
            ),
        ),
    ),
    Lesson(
        phrase("Frontier and walls"),
        (
            page(
                "A disc with an empty square beside it is a frontier disc. Those of black have "
                "rings. Each of them can give white a move, so have few. His discs on d4 and d6 "
                "lie inside.",
                "---O------OO----OOXOO---OOOXOOO--OOOOO----OXXX----OOX--------X-- X",
                rings="c3 e6 f6 e7 f8",
            ),
            page(
                "A long row of frontier discs is a wall. White can play on each square with a "
                "ring, above black’s wall. Black himself cannot play there, as he has nothing to "
                "turn.",
                "-----------------XXXXXX---XXXXXO--OOOOXO----OOOO----O----------- O",
                rings="a2 b2 c2 d2 e2 f2 g2 h2",
            ),
            page(
                "Turn few discs, and turn them in the middle. White on f4 turns one disc, with "
                "others all around it, and has 11 frontier discs then. White on e7 turns three "
                "and has 14.",
                "--OOO------O------OOOOO----OX------XXX----XXXX-------X---------- O",
                rings="f4",
                crosses="e7",
            ),
        ),
    ),
    Lesson(
        phrase("Edges and traps"),
        (
            page(
                "A disc on an edge can be turned only along this edge. Black’s six discs from b1 "
                "to g1 are balanced. The five from a2 to a6 are unbalanced: the empty square a7, "
                "with a ring, is a hole beside the corner.",
                "-XXXXXX-X-XOXX--XXXXXOO-XXXOXOO-XXOOOOOOXXOOOOOO--XOOO----XXXXXX O",
                rings="a7",
            ),
            page(
                "The Stoner trap uses this hole. White plays b7 (1) on purpose. If black takes "
                "the corner a8 (2), white slips in on a7 (3): he cannot be turned there, and "
                "takes the corner a1 next, with the edge from a1 to a7.",
                "-XXXXXX-X-XOXX--XXXXXOO-XXXOXOO-XXOOOOOOXXOOOOOO--XOOO----XXXXXX O",
                moves="b7 a8 a7",
            ),
            page(
                "Look for a gap of one square between two discs of the other side on an edge. "
                "Black plays d8 into it: a wedge, which white cannot turn now. Do not leave such "
                "gaps in your own edges.",
                "-OOOOOOO--OOOOOOOOOOXXXOOOOOOOXO--XXOOXO--XXOOXO---OOXXO--O-O--- X",
                rings="d8",
            ),
        ),
    ),
    Lesson(
        phrase("Parity and regions"),
        (
            page(
                "Near the end the empty squares fall into regions. Here there are three: h1 and "
                "h2, g6 and h7, and h4 alone. Where the number is odd, whoever plays first can "
                "also play last. So white begins with h4.",
                "OOOOOOO-OXXOOOO-OXOXXXXXOOXOXOX-OOXXOXXXOOXOOO-OOXOXXXO-XOOOOOOO O",
                rings="h4",
            ),
            page(
                "In a region of two squares it is good to be second. If white plays g8 (1), "
                "black answers g7 (2) and has the last word there. White plays a7 instead, and "
                "leaves both regions of two squares to black.",
                "--XXXXXXOOOOXXXXOOOOOXOXXXOOXOXXXXXXXOXXOOXOXOOX-XOOOX-XXOOOOO-X O",
                rings="a7",
                moves="g8 g7",
            ),
            page(
                "If nobody passes, white makes the last move of the game. A pass changes that. "
                "White has just passed here, and 15 squares are empty: now black can make the "
                "last move.",
                "-------------O--OOOOOOOOOOXOXOOXOOXXOOXOOOXXOXXOOXXOXXXOXXXXXXXX X",
            ),
        ),
    ),
    Lesson(
        phrase("Stable discs"),
        (
            page(
                "A disc that can never be turned is stable. It begins in a corner: a disc beside "
                "a stable one of its colour on the edge is stable too. Black’s discs with rings "
                "are safe for ever.",
                "X-XO----XXXX-O--XXOOOOO-XOXOXOO-XXOXXXOOX-XOOO-OX-XOOO---------- O",
                rings="a1 a2 a3 a4 a5 a6 a7",
            ),
            page(
                "A disc that is not on an edge can be stable as well. Look along its row, its "
                "column and both diagonals: on each line a stable disc of its colour must stand "
                "beside it, or the line must be full. So b7 is stable, by a7, b8, a8 and a6.",
                "-XXXXXO-X-XXXOO-XXXXOXO-XXXOXOO-XXOXOXO-XOXOOOXOXXOOOXXXXXXXXX-O X",
                rings="b7 a7 b8 a8 a6",
            ),
            page(
                "Near the end, look for the move that makes most of your discs stable. Black on "
                "h1 gets the whole edge from b1 to h1: seven discs that stay black.",
                "-XXXXXO-X-XXXOO-XXXXOXO-XXXOXOO-XXOXOXO-XOXOOOXOXXOOOXXXXXXXXX-O X",
                rings="h1",
                arrows="h1b1",
            ),
        ),
    ),
    Lesson(
        phrase("Counting the end"),
        (
            page(
                "At the end you need not guess: count. White on a1 turns seven discs. White then "
                "has eight discs more, these seven and the new one, and black has seven fewer: "
                "38 to 26.",
                "-OOOOOOOXXOOXOOOXXOOOOXOXXXOOXXOXXOOXXXOXXOXXXXOXXXOOOXOOXXXXXXX O",
                rings="a1",
            ),
            page(
                "With two empty squares, count both ways. If black plays a7 first, white answers "
                "a2 and wins by 33 to 31. If black plays a2 first, white can turn nothing and "
                "must pass: black plays a7 too, and wins by 38 to 26.",
                "XXXXXXOX-XOOOOOXOOXOOXOXOOXXOXOXOOOXXOOXOOXOOXOX-XXXXXXXOOOOOOOO X",
                rings="a2",
                crosses="a7",
            ),
            page(
                "So look first for a move after which the other side must pass. White plays h2 "
                "here, and then g2 as well. If neither side can move, the game is over, and the "
                "squares that are still empty count for the winner.",
                "OXXXXXXXOOXOXX--OOOXOXXXOOOOXXOXOOXXXXOXOXOXOOXXOXXXXXOXOXOOOOOO O",
                rings="h2",
                crosses="g2",
            ),
        ),
    ),
)


def lesson(number: int) -> tuple[Lesson, tuple[LessonExercise, ...]]:
    """Return a lesson, from 1, with its exercises. Raises InvalidOption if there is none."""
    if not 1 <= number <= len(LESSONS):
        raise InvalidOption(f"no lesson {number}: expected 1 to {len(LESSONS)}")
    return LESSONS[number - 1], lesson_exercises()[number]
