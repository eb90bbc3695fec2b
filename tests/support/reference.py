"""The rules of Othello on an 8x8 list of lists: slow, short and obviously right.

Nothing of the package is used here, so that it can be compared with all of it. A grid holds
``"X"``, ``"O"`` or ``"-"`` as ``grid[rank][file]``; a move is ``(rank, file)`` or None for a pass.
"""

import random
from collections.abc import Callable, Iterator

Grid = list[list[str]]
Square = tuple[int, int]

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]
SQUARES = [(rank, file) for rank in range(8) for file in range(8)]
OTHER = {"X": "O", "O": "X"}

# Published counts from the start position for depths 1, 2, ...; a pass is a ply.
PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800]


def start() -> Grid:
    grid = [["-"] * 8 for _ in range(8)]
    grid[3][3] = grid[4][4] = "O"
    grid[3][4] = grid[4][3] = "X"
    return grid


def inside(rank: int, file: int) -> bool:
    return 0 <= rank < 8 and 0 <= file < 8


def from_masks(player: int, opponent: int, mover: str = "X") -> Grid:
    """Return the grid of two 64-bit sets, bit 0 = a1, the player's discs being `mover`'s."""
    grid = [["-"] * 8 for _ in range(8)]
    for rank, file in SQUARES:
        if player >> (8 * rank + file) & 1:
            grid[rank][file] = mover
        elif opponent >> (8 * rank + file) & 1:
            grid[rank][file] = OTHER[mover]
    return grid


def mask(squares: list[Square] | set[Square]) -> int:
    return sum(1 << (8 * rank + file) for rank, file in squares)


def masks(grid: Grid, mover: str) -> tuple[int, int]:
    """Return the mover's and the opponent's discs as 64-bit sets."""
    sides = {"X": 0, "O": 0, "-": 0}
    for rank, file in SQUARES:
        sides[grid[rank][file]] |= 1 << (8 * rank + file)
    return sides[mover], sides[OTHER[mover]]


def show(grid: Grid, mover: str) -> str:
    """Return the OBF text, for messages of failed tests."""
    return "".join("".join(rank) for rank in grid) + " " + mover


def flips(grid: Grid, mover: str, move: Square) -> set[Square]:
    """Return the discs that `move` would turn; none if it is illegal."""
    turned: set[Square] = set()
    if grid[move[0]][move[1]] != "-":
        return turned
    for up, right in DIRECTIONS:
        run = set()
        rank, file = move[0] + up, move[1] + right
        while inside(rank, file) and grid[rank][file] == OTHER[mover]:
            run.add((rank, file))
            rank, file = rank + up, file + right
        if inside(rank, file) and grid[rank][file] == mover:
            turned |= run
    return turned


def legal_moves(grid: Grid, mover: str) -> list[Square]:
    return [square for square in SQUARES if flips(grid, mover, square)]


def game_over(grid: Grid) -> bool:
    return not legal_moves(grid, "X") and not legal_moves(grid, "O")


def play(grid: Grid, mover: str, move: Square | None) -> Grid:
    """Return the grid after `move`; None, a pass, changes nothing."""
    after = [list(rank) for rank in grid]
    if move is not None:
        for rank, file in flips(grid, mover, move) | {move}:
            after[rank][file] = mover
    return after


def final_score(grid: Grid, mover: str) -> int:
    """Return the disc difference for `mover`; the winner gets the empties."""
    squares = [square for rank in grid for square in rank]
    own, other, empty = (squares.count(kind) for kind in (mover, OTHER[mover], "-"))
    if own > other:
        own += empty
    elif other > own:
        other += empty
    return own - other


def perft(grid: Grid, mover: str, depth: int) -> int:
    """Count the leaves of depth `depth`: a pass is a ply, an early end of the game is one leaf."""
    if depth == 0 or game_over(grid):
        return 1
    moves = legal_moves(grid, mover) or [None]
    return sum(perft(play(grid, mover, move), OTHER[mover], depth - 1) for move in moves)


def minimax(
    grid: Grid, mover: str, depth: int, evaluate: Callable[[Grid, str], int], per_disc: int = 1
) -> int:
    """Return the value for `mover` by searching every line to `depth`; a pass costs no depth.

    A finished game is worth `per_disc` times its final score, a leaf whatever `evaluate` says.
    """
    if game_over(grid):
        return per_disc * final_score(grid, mover)
    moves = legal_moves(grid, mover)
    if not moves:
        return -minimax(grid, OTHER[mover], depth, evaluate, per_disc)
    if depth == 0:
        return evaluate(grid, mover)
    return max(
        -minimax(play(grid, mover, move), OTHER[mover], depth - 1, evaluate, per_disc)
        for move in moves
    )


def stable_discs(grid: Grid) -> set[Square]:
    """Return the stable discs of both colours by their definition, to a fixpoint.

    A disc is stable when, in each of the four directions, its line is full or it leans on the
    edge or on a stable disc of its own colour.
    """
    stable: set[Square] = set()
    while True:
        more = {
            (rank, file)
            for rank, file in SQUARES
            if grid[rank][file] != "-"
            and all(_holds(grid, rank, file, line, stable) for line in LINES)
        }
        if more == stable:
            return stable
        stable = more


def _holds(grid: Grid, rank: int, file: int, line: Square, stable: set[Square]) -> bool:
    up, right = line
    return _line_is_full(grid, rank, file, line) or any(
        not inside(*neighbour)
        or (neighbour in stable and grid[neighbour[0]][neighbour[1]] == grid[rank][file])
        for neighbour in ((rank + up, file + right), (rank - up, file - right))
    )


def _line_is_full(grid: Grid, rank: int, file: int, line: Square) -> bool:
    up, right = line
    return all(
        grid[rank + step * up][file + step * right] != "-"
        for step in range(-7, 8)
        if inside(rank + step * up, file + step * right)
    )


def playout(seed: int) -> Iterator[tuple[Grid, str]]:
    """Yield every position of one random game from the start, those that must pass included."""
    chooser = random.Random(seed)
    grid, mover = start(), "X"
    while True:
        yield grid, mover
        if game_over(grid):
            return
        moves = legal_moves(grid, mover)
        grid = play(grid, mover, chooser.choice(moves) if moves else None)
        mover = OTHER[mover]


def random_position(seed: int, n_empties: int) -> tuple[Grid, str]:
    """Return a reachable position with `n_empties` empty squares and a move for its side."""
    while True:
        for grid, mover in playout(seed):
            empty = sum(rank.count("-") for rank in grid)
            if empty == n_empties and legal_moves(grid, mover):
                return grid, mover
        seed += 1_000_003  # that game has no such position: try another seed
