"""The pattern evaluation for any sets of squares, slow and in plain Python."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from othello import Board

FACTORS = 14
PHASES, PHASE_EMPTIES = 12, 5
MOBILITIES, EMPTIES = 34, 61
LIMIT = 63 * 128

Square = tuple[int, int]
Symmetry = Callable[[int, int], Square]

SYMMETRIES: list[Symmetry] = [
    lambda x, y: (x, y),
    lambda x, y: (7 - x, y),
    lambda x, y: (x, 7 - y),
    lambda x, y: (7 - x, 7 - y),
    lambda x, y: (y, x),
    lambda x, y: (7 - y, x),
    lambda x, y: (y, 7 - x),
    lambda x, y: (7 - y, 7 - x),
]


def squares_of(pattern: str) -> list[Square]:
    return [
        ("abcdefgh".index(pattern[i]), int(pattern[i + 1]) - 1) for i in range(0, len(pattern), 2)
    ]


def images(pattern: str) -> Iterator[list[list[Square]]]:
    """Yield for each set of squares that a pattern becomes all ways in which it is read."""
    read: dict[frozenset[Square], list[list[Square]]] = {}
    for symmetry in SYMMETRIES:
        image = [symmetry(*square) for square in squares_of(pattern)]
        read.setdefault(frozenset(image), []).append(image)
    yield from read.values()


def number(digits: Sequence[int]) -> int:
    return sum(digit * 3**place for place, digit in enumerate(digits))


def numbering(pattern: str) -> dict[int, int]:
    """Return the row of each smallest number: of those that mean the same, one counts."""
    own = squares_of(pattern)
    ways = next(images(pattern))
    smallest = set()
    for digits in product(range(3), repeat=len(own)):
        on = dict(zip(own, digits, strict=True))
        smallest.add(min(number([on[square] for square in way]) for way in ways))
    return {number: row for row, number in enumerate(sorted(smallest))}


class Oracle:
    """An evaluation by `patterns`; the rows of weights and factors are numbered as in a file."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = [(list(images(pattern)), numbering(pattern)) for pattern in patterns]
        self.n_rows = sum(len(rows) for _, rows in self.patterns) + 2 * MOBILITIES + EMPTIES

    def rows(self, board: Board) -> list[int]:
        """Return the rows that a board adds up, in any order."""
        found, first = [], 0
        for pictured, numbers in self.patterns:
            for ways in pictured:
                read = [number([digit(board, *square) for square in way]) for way in ways]
                found.append(first + numbers[min(read)])
            first += len(numbers)
        passed = Board(board.opponent, board.player)
        for player, size in ((board, MOBILITIES), (passed, MOBILITIES)):
            moves = [move for move in player.legal_moves() if not move.is_pass]
            found.append(first + min(len(moves), size - 1))
            first += size
        return [*found, first + board.n_empties]

    def value(self, board: Board, weights: Sequence[int], factors: Sequence[int]) -> int:
        """Return the value of a board whose mover has a move, in 1/128 disc."""
        phase = min(board.n_empties // PHASE_EMPTIES, PHASES - 1)
        rows = [phase * self.n_rows + row for row in self.rows(board)]
        value, products = sum(weights[row] for row in rows), 0
        for k in range(FACTORS):
            square = sum(factors[row * FACTORS + k] for row in rows) ** 2
            products += -square if k % 2 else square
        return max(-LIMIT, min(LIMIT, value + products // 128))


def digit(board: Board, x: int, y: int) -> int:
    square = x + 8 * y
    return (board.player >> square & 1) + 2 * (board.opponent >> square & 1)
