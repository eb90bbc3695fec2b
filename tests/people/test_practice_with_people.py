"""What practice makes of the model of people: how difficult puzzles are."""

from random import Random

import pytest
from support.ranks import correlation

from othello.engine import Engine

pytest.importorskip("othello.practice", reason="what two rooms do together")

from othello.practice.puzzle_making import rate, renewed
from othello.practice.puzzles import Puzzle, shipped_set
from othello.practice.with_people import difficulty_of, share_solving

RATINGS = (1100, 1300, 1500, 1700, 1900)

DRAWS = 20
"""Players of each rating who try a puzzle."""


# ---------------------------------------------------------------------- difficulty


def test_the_difficulty_is_that_of_a_player_who_wins_as_often() -> None:
    puzzle = shipped_set().puzzles[1]
    share, first = share_solving(puzzle), share_solving(puzzle._replace(then=()))
    assert 0 < share < first < 1 and len(puzzle.then) == 2
    by_glicko = 1 / (1 + 10 ** ((difficulty_of(puzzle) - 1500) / 400))
    assert by_glicko == pytest.approx(share, abs=0.001)


def test_the_shipped_set_has_these_difficulties() -> None:
    """All but exactly: the model may be a newer one than that of `othello puzzles renew`."""
    puzzles = Random(3).sample(shipped_set().puzzles, 40)
    with Engine(hash_mb=1) as engine:
        again = [renewed(engine, puzzle._replace(difficulty=0, then=())) for puzzle in puzzles]
    assert [each.then for each in again] == [puzzle.then for puzzle in puzzles]
    numbers = [[puzzle.difficulty for puzzle in each] for each in (again, puzzles)]
    assert correlation(*numbers) > 0.97


def share_failing(puzzle: Puzzle, chance: Random) -> float:
    """Return the share of players of five ratings who fail, each drawn by the model."""
    shares = [share_solving(puzzle, rating) for rating in RATINGS]
    return sum(chance.random() > share for share in shares * DRAWS) / (DRAWS * len(RATINGS))


@pytest.mark.parametrize("count", [60, pytest.param(2033, marks=pytest.mark.slow)])
def test_the_difficulty_rises_with_the_share_that_fails(count: int) -> None:
    """More so than that by searches, which knows the first move only."""
    puzzles, chance = Random(5).sample(shipped_set().puzzles, count), Random(6)
    failing = [share_failing(puzzle, chance) for puzzle in puzzles]
    with Engine(hash_mb=1) as engine:
        by_searches = [rate(engine, puzzle).difficulty for puzzle in puzzles]
    by_people = [puzzle.difficulty for puzzle in puzzles]
    found = [correlation(each, failing) for each in (by_people, by_searches)]
    between = correlation(by_people, by_searches)
    print(f"people {found[0]:.2f}, searches {found[1]:.2f}, both {between:.2f}")  # for practice.md
    assert found[0] > 0.95 > found[1] and 0.4 < between < 0.9
