"""The standard error that is told of a score, beside the true difference."""

import pytest
from support.endgames import FFO_1_19, HARD_20

from othello.engine import Engine, Line
from othello.result import error_text
from othello.standard_error import standard_error


@pytest.mark.parametrize(("depth", "selectivity"), [(3, 100), (8, 73)])
def test_scores_lie_within_their_errors(depth: int, selectivity: int) -> None:
    """Of the moves of 100 solved positions: about 68 % within one error, 95 % within two."""
    sizes = []
    with Engine(threads=1, hash_mb=4) as engine:
        for position in HARD_20:
            engine.clear()
            result = engine.search(
                position.board, depth=depth, selectivity=selectivity, multipv="all"
            )
            assert result.error == result.lines[0].error
            for line in result.lines:
                assert line.move is not None and line.error
                sizes.append(abs(line.score - position.scores[line.move]) / line.error)
    within = [sum(size <= most for size in sizes) / len(sizes) for most in (1, 2)]
    assert 0.62 < within[0] < 0.78 and 0.92 < within[1] < 0.98


def test_a_proven_score_has_no_error() -> None:
    with Engine(threads=1, hash_mb=4) as engine:
        solved = engine.solve(HARD_20[0].board)
        pruned = engine.search(HARD_20[0].board, depth=20, selectivity=73)
    assert solved.error == 0.0 and error_text(solved.error) == ""
    assert not pruned.exact and error_text(pruned.error) == f" ± {pruned.error:.1f}"


def test_a_search_that_was_cut_off_tells_an_error_of_estimates_only() -> None:
    bounds = estimates = 0
    with Engine(threads=1, hash_mb=2) as engine:
        for position in FFO_1_19:
            for nodes in (10_000, 20_000, 50_000):
                engine.clear()
                result = engine.search(position.board, nodes=nodes)
                for line in result.lines:
                    assert (line.error == 0) == line.exact
                    assert line.bound is None or line.error is None or line.exact
                    bounds += line.bound is not None
                    estimates += bool(line.error)
    assert bounds and estimates


@pytest.mark.parametrize("selectivity", [73, 95, 100])
@pytest.mark.parametrize("n_empties", [17, 20, 30, 40, 50, 58])
def test_errors_fall_with_depth_and_without_pruning(n_empties: int, selectivity: int) -> None:
    errors = [standard_error(2.0, n_empties, depth, selectivity) for depth in range(1, n_empties)]
    assert errors == sorted(errors, reverse=True) and 0 < errors[-1] < errors[0] < 12
    for depth in (4, n_empties):
        assert standard_error(2.0, n_empties, depth, 99) < standard_error(2.0, n_empties, depth, 73)


@pytest.mark.parametrize(
    "line", [Line(0, 0, 1.5, None, False, (), 40), Line(8, 73, 1.5, "lower", False, ())]
)
def test_an_error_that_is_not_known(line: Line) -> None:
    """Where nothing was searched, or the position is not known."""
    assert line.error is None
