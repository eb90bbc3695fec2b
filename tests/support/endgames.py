"""Endgames with known scores, and functions that let a core search and check its result."""

from functools import cache
from typing import Any

from othello._core import core as best_core
from othello.board import Board
from othello.formats.obf import ScoredPosition, read_positions
from othello.notation import Move
from othello.result import Line, Result
from support import reference
from support.cli_process import POSITIONS

#: Corrections of wrong scores in the suites, on which solvers of other authors agree.
ERRATA = {"ffo-20-39.obf:12": {Move("g1"): -32}}


@cache
def suite(name: str) -> tuple[ScoredPosition, ...]:
    """Return the positions of a file, with the scores that are right."""
    positions = read_positions((POSITIONS / name).read_text(encoding="utf-8").splitlines(), name)
    return tuple(
        position._replace(scores=position.scores | ERRATA.get(position.id, {}))
        for position in positions
    )


#: Eight empties, and the exact score of each move.
ENDGAME = Board.from_obf("-XXXX-O--XXOOOOX-XXOXXXX-XOOOXOXOOOXXXOXOOOXXXXXOXXOXXXXOX--XXXX X")
ENDGAME_SCORES = {"f1": -10, "h1": 4, "a4": 6, "c8": -2, "d8": 2}

FFO_1_19 = suite("ffo-01-19.obf")
FFO_20_39 = suite("ffo-20-39.obf")
HARD_20 = suite("hard-20-a.obf")
OPTIONS = ("evaluation", "algorithm", "verify", "min_split_depth", "extensions")


@cache
def random_endgame(seed: int, n_empties: int) -> Board:
    """Return a position of a random game."""
    grid, mover = reference.random_position(seed, n_empties)
    return Board.from_obf(reference.show(grid, mover))


@cache
def score_by_the_book(board: Board) -> int:
    """Return the exact score by textbook alpha-beta, without table and move ordering."""
    searcher = best_core.Searcher(threads=1, hash_mb=1)
    result = search(searcher, board, exact=True, algorithm="alphabeta", evaluation="classic")
    return result.score


def search(searcher: Any, board: Board, **keywords: Any) -> Result:
    """Search with a core's searcher, whatever its instruction set; `keywords` as the engine's."""
    options = {name: keywords.pop(name) for name in OPTIONS if name in keywords}
    searcher.set_options(**options)
    lines, *rest = searcher.search(board.player, board.opponent, **keywords)
    return Result(tuple(Line.from_core(line) for line in lines), *rest)


def solve(searcher: Any, board: Board, **keywords: Any) -> Result:
    """Solve to the end, and check that the line found leads to its score."""
    result = search(searcher, board, exact=True, **keywords)
    assert not result.stopped
    if not keywords.get("wld"):
        for line in result.lines:
            expect_proof(board, line)
    return result


def expect_proof(board: Board, line: Line) -> None:
    """Check that an exact line leads to the end of the game and to its score."""
    assert (line.exact, line.bound, line.selectivity) == (True, None, 100), (board, line)
    after = Board.from_moves(line.pv, board)
    assert after.is_over, (board, line)
    assert after.score() == (1 if after.turn == board.turn else -1) * line.score, (board, line)


def expect_claims_hold(position: ScoredPosition, result: Result) -> None:
    """Check that scores and bounds that a search, perhaps stopped, claims to have proven hold."""
    name = f"{position.board!r} {result}"
    best = position.best_score
    assert best is not None and result.move in position.scores, name
    if result.exact:
        assert result.score == best and result.move in position.best_moves, name
        return
    solving = result.depth == position.board.n_empties and result.selectivity == 100
    if solving and result.bound == "lower":
        assert result.score <= position.scores[result.move] <= best, name
    if solving and result.bound == "upper":
        assert result.score >= best, name
    assert not (solving and result.bound is None), name


def expect_solved(searcher: Any, position: ScoredPosition) -> None:
    """Solve a position, and check the line, the move and the score."""
    expect_claims_hold(position, result := solve(searcher, position.board))
    assert result.exact, position
