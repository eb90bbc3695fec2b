"""Which iterations a search runs: depths and selectivities, in order."""

import pytest
from support.endgames import random_endgame

from othello import Engine, Limits


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(threads=1, hash_mb=8)


def iterations(engine: Engine, n_empties: int, limits: Limits) -> list[tuple[int, int]]:
    engine.clear()
    infos = engine.analyse(random_endgame(1, n_empties), limits)
    return list(dict.fromkeys((info.depth, info.selectivity) for info in infos))


def at(selectivity: int, *depths: int) -> list[tuple[int, int]]:
    return [(depth, selectivity) for depth in depths]


@pytest.mark.parametrize("n_empties", [14, 18, 20])
def test_a_depth_is_the_depth_searched(engine: Engine, n_empties: int) -> None:
    found = iterations(engine, n_empties, Limits(depth=10, selectivity=73))
    assert found == at(73, *range(1, 11))


def test_the_presearch_of_a_solve_ends_11_plies_before_the_end(engine: Engine) -> None:
    expected = [*at(73, *range(1, 7)), (17, 73), (17, 100)]
    assert iterations(engine, 17, Limits(exact=True)) == expected
    # A proof that is asked for is not delayed by a limit.
    assert iterations(engine, 17, Limits(exact=True, nodes=10**9)) == expected


def test_from_22_empties_on_surer_solves_come_before_the_exact_one(engine: Engine) -> None:
    solves = [(22, selectivity) for selectivity in (73, 95, 99, 100)]
    assert iterations(engine, 22, Limits(exact=True))[-4:] == solves
    surest = iterations(engine, 22, Limits(exact=True, selectivity=99))
    assert surest[-2:] == [(22, 73), (22, 99)]


def test_under_a_limit_the_presearch_goes_on_to_9_plies_before_the_end(engine: Engine) -> None:
    solves = [(17, selectivity) for selectivity in (73, 87, 95, 98, 99, 100)]
    assert iterations(engine, 17, Limits(nodes=10**9)) == [*at(73, *range(1, 9)), *solves]


def test_under_a_limit_the_last_plies_before_a_solve_come_by_twos(engine: Engine) -> None:
    found = iterations(engine, 22, Limits(nodes=10**9, selectivity=73))
    assert found == at(73, *range(1, 14), 15, 17, 19, 21, 22)


def test_where_selectivity_counts() -> None:
    """As docs/protocol.md says under "Selectivity"."""
    with Engine(threads=1, hash_mb=8, selectivity=87) as engine:
        assert iterations(engine, 30, Limits(depth=4))[-1] == (4, 87)
        assert iterations(engine, 30, Limits(nodes=20_000))[-1][1] == 73
        assert iterations(engine, 30, Limits(level=5))[-1] == (5, 73)
        assert iterations(engine, 30, Limits(level=5, selectivity=98))[-1] == (5, 98)
        assert iterations(engine, 17, Limits(nodes=10**9))[-2:] == [(17, 73), (17, 87)]
        assert iterations(engine, 12, Limits(depth=60))[-1] == (12, 87)
        assert iterations(engine, 12, Limits(exact=True))[-1] == (12, 100)
        assert iterations(engine, 12, Limits(exact=True, selectivity=98))[-1] == (12, 98)
        engine.endgame_depth = 12
        assert iterations(engine, 12, Limits(depth=3))[-1] == (12, 100)


def test_an_endless_textbook_search_deepens_so_that_a_stop_finds_a_move() -> None:
    with Engine(hash_mb=1, algorithm="alphabeta") as engine:
        assert iterations(engine, 7, Limits(depth=60)) == at(100, *range(1, 8))
        assert iterations(engine, 7, Limits(exact=True)) == at(100, 7)
        assert iterations(engine, 7, Limits(depth=5)) == at(100, 5)
        assert engine.search("f5d6", soft_seconds=0.001).depth >= 1
