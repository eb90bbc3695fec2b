"""The set that comes with the engine: its size and source, proofs, and difficulty by searches."""

import re
from collections import Counter
from random import Random
from types import FunctionType

import pytest
from support.ranks import correlation
from support.source import SOURCE

from othello.board import Board
from othello.engine import Engine
from othello.engine.strength import Strength
from othello.levels import level_settings
from othello.limits import Limits
from othello.practice.kinds import KINDS, OPENING
from othello.practice.puzzle_making import check_puzzle, rate
from othello.practice.puzzles import Puzzle, shipped_set

MOST_BYTES = 350_000
MOST_EMPTIES = 20

FIRST_HELD_OUT = 400
"""The number of a game of games-1.ggf after those by which the formula was chosen."""

STRENGTHS, SEEDS = range(5, 60, 5), range(100, 110)


def test_there_are_two_thousand_unlike_puzzles_of_all_kinds() -> None:
    puzzles = shipped_set().puzzles
    assert len(puzzles) == 2265
    assert len({puzzle.board.canonical() for puzzle in puzzles}) == 2265
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    assert kinds.keys() == {*KINDS} - {OPENING}
    assert min(kinds.values()) >= 45
    assert all(8 <= puzzle.board.n_empties <= MOST_EMPTIES for puzzle in puzzles)
    assert all(len(puzzle.board.legal_moves()) >= 3 for puzzle in puzzles)
    assert (SOURCE / "othello/data/puzzles.txt").stat().st_size <= MOST_BYTES


def test_the_set_says_where_it_comes_from() -> None:
    found = shipped_set()
    assert found.command.startswith("othello puzzles make ")
    assert any("othello match strength=" in note for note in found.notes)
    sources = [puzzle.source for puzzle in found.puzzles]
    form = r"games-\d\.ggf:\d+ strength=\d+ – strength=\d+, ply \d+"
    assert [source for source in sources if not re.fullmatch(form, source)] == []
    assert len(set(sources)) == len(sources)


def test_some_are_proven_again() -> None:
    with Engine(hash_mb=4) as engine:
        for puzzle in Random(7).sample(shipped_set().puzzles, 25):
            assert check_puzzle(engine, puzzle) == "", puzzle


@pytest.mark.slow
def test_five_hundred_are_proven_again() -> None:
    """Each move alone, by the classic evaluation, in the full window; other ones on each run."""
    with Engine(hash_mb=16) as engine:
        for puzzle in Random().sample(shipped_set().puzzles, 500):
            assert check_puzzle(engine, puzzle) == "", puzzle


# ---------------------------------------------------------------------- difficulty


def held_out(count: int) -> list[Puzzle]:
    """Return puzzles of games by which the formula was not chosen."""
    later = [
        puzzle
        for puzzle in shipped_set().puzzles
        if not (found := re.match(r"games-1.ggf:(\d+) ", puzzle.source))
        or int(found[1]) >= FIRST_HELD_OUT
    ]
    return Random(11).sample(later, count)


def share_of_players_that_fail(board: Board, puzzle: Puzzle, engine: Engine) -> float:
    failed = 0
    for value in STRENGTHS:
        engine.clear()
        found = engine.search(board, Strength(value).limits(board, Limits()))
        for seed in SEEDS:
            failed += Strength(value, seed).draw(board, found).move != puzzle.best
    return failed / (len(STRENGTHS) * len(SEEDS))


def share_of_levels_that_fail(board: Board, puzzle: Puzzle, engine: Engine) -> float:
    levels = range(1, 13)
    failed = 0
    for level in levels:
        depth, selectivity = level_settings(level).at(board.n_empties)
        if (depth, selectivity) != (board.n_empties, 100):  # a solve is right
            engine.clear()
            failed += engine.search(board, level=level).move != puzzle.best
    return failed / len(levels)


@pytest.mark.slow
@pytest.mark.parametrize("share", [share_of_players_that_fail, share_of_levels_that_fail])
def test_the_difficulty_rises_with_the_share_that_fails(share: FunctionType) -> None:
    """Weak players with errors as of people, whom the formula does not know; and the levels."""
    puzzles = held_out(400)
    with Engine(hash_mb=1) as engine:
        failed = [share(puzzle.board, puzzle, engine) for puzzle in puzzles]
        difficult = [float(rate(engine, puzzle).difficulty) for puzzle in puzzles]
    found = correlation(difficult, failed)
    print(f"{share.__name__}: {found:.2f}")  # for docs/practice.md
    assert found >= 0.8
