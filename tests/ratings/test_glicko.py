"""Glicko-2 ratings: Glickman's example, and what must hold for any games."""

import random

import pytest

from othello.ratings.glicko import NEW, Rating, expected_score, rated


def test_the_example_of_the_paper() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), games)
    # The paper rounds on the way: 1464.06, 151.52 and 0.05999.
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows() -> None:
    before = Rating(1600, 50)
    after = rated(before, [])
    # The paper's step 6: the square root of the sum of two squares, on its own scale.
    assert after.deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5)
    assert after[::2] == before[::2]
    assert rated(NEW, []) == NEW


def test_ratings_find_the_strengths_that_games_were_played_with() -> None:
    """Who answers as a rating of 1900 would is rated so, and so are the puzzles."""
    chance = random.Random(3)
    true = {puzzle: chance.uniform(1200, 2200) for puzzle in range(60)}
    person, puzzles = NEW, {puzzle: Rating(rating, 60) for puzzle, rating in true.items()}
    for _ in range(1500):
        puzzle = chance.choice([*true])
        wins = chance.random() < expected_score(Rating(1900, 0), Rating(true[puzzle], 0))
        other = puzzles[puzzle]
        before = person
        person, puzzles[puzzle] = (
            rated(person, [(other, int(wins))]),
            rated(other, [(person, int(not wins))]),
        )
        assert (person.rating > before.rating) == wins
        assert person.volatility > 0
    assert abs(person.rating - 1900) < 3 * person.deviation < 300
    off = [abs(puzzles[each].rating - rating) for each, rating in true.items()]
    assert sum(off) / len(off) < 80
