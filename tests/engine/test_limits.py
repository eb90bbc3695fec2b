"""Limits are checked as they are made: every search refuses the same ones in the same words."""

import asyncio
import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from othello import AsyncEngine, Board, Engine, Limits, Move, analyse_game, batch
from othello.client import UgiClient
from othello.engine.strength import Strength
from othello.errors import InvalidOption, OthelloError

BOARD = Board("f5")
ROWS = batch.from_boards([BOARD])
NAN, INFINITE = float("nan"), float("inf")


@pytest.fixture(scope="module")
def client() -> Any:
    with UgiClient() as client:
        yield client


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": 0}, "invalid depth 0: expected 1 to 60"),
        ({"depth": -1}, "invalid depth -1: expected 1 to 60"),
        ({"depth": 99}, "invalid depth 99: expected 1 to 60"),
        ({"depth": 1.5}, "invalid depth 1.5: expected a whole number, 1 to 60"),
        ({"depth": "9"}, "invalid depth '9': expected a whole number, 1 to 60"),
        ({"seconds": 0.0}, "invalid seconds 0.0: expected seconds, more than 0"),
        ({"seconds": NAN}, "invalid seconds nan: expected seconds, more than 0"),
        ({"seconds": "1"}, "invalid seconds '1': expected seconds, more than 0"),
        ({"soft_seconds": 10**400}, "invalid soft_seconds 1.*: expected less, such as 1e9"),
        ({"nodes": 0}, "invalid nodes 0: expected 1 or more"),
        ({"nodes": 1 << 80}, f"invalid nodes {1 << 80}: expected 1 to {2**63 - 1}"),
        ({"level": 61}, "invalid level 61: expected 0 to 60"),
        ({"level": 1.5}, "invalid level 1.5: expected a whole number, 0 to 60"),
        ({"exact": "yes"}, "invalid exact 'yes': expected True, False"),
        ({"multipv": 0}, "invalid multipv 0: expected 1 or more"),
        ({"multipv": "most"}, "invalid multipv 'most': expected all"),
        ({"selectivity": 50}, "invalid selectivity 50: expected 73, 87, 95, 98, 99, 100"),
        ({"moves": ["z9"]}, "invalid move 'z9'"),
        ({"moves": 5}, "invalid moves 5: expected moves, as in 'f5d6'"),
        ({"moves": [None]}, "invalid move None: expected a1 ... h8"),
        *(
            ({"window": window}, "invalid window .*: expected two scores, -64 to 64, the smaller")
            for window in ((4, 4), (6, 4), (-65, 0), (0, 65), ("a", 2), (1,), 5, (-INFINITE, 4))
        ),
        ({"black_clock": "1"}, "invalid black_clock '1': expected seconds, 0 or more"),
        (
            {"white_clock": 1, "white_inc": NAN},
            "invalid white_inc nan: expected seconds",
        ),
        ({"white_inc": 1}, "white_inc=1 without a clock: expected white_clock too"),
        ({"level": 5, "depth": 5}, "both depth=5 and level=5: expected one"),
        ({"depth": 5, "exact": True}, "both depth=5 and exact=True: expected one"),
        ({"level": 5, "wld": True}, "both level=5 and wld=True: expected one"),
        ({"exact": True, "wld": True}, "both exact=True and wld=True: expected one"),
        ({"window": (0, 2), "multipv": 2}, r"both window=\(0, 2\) and multipv=2: expected one"),
        ({"window": (0, 2), "wld": True}, r"both window=\(0, 2\) and wld=True: expected one"),
        ({"dept": 4}, "unexpected keyword argument 'dept'"),
    ],
)
def test_every_search_refuses_the_same_limits(
    engine: Engine, client: UgiClient, limits: Any, message: str
) -> None:
    searches: list[Callable[[], object]] = [
        lambda: Limits(**limits),
        lambda: Limits()._replace(**limits),
        lambda: engine.search(BOARD, **limits),
        lambda: engine.analyse(BOARD, **limits),
        lambda: engine.prepare(BOARD, **limits),
        lambda: asyncio.run(AsyncEngine(hash_mb=1).search(BOARD, **limits)),
        lambda: batch.search(ROWS, **limits),
        lambda: batch.analyse(ROWS, **limits),
        lambda: analyse_game("f5", engine, **limits),
        lambda: Strength(20).search(engine, BOARD, **limits),
        lambda: client.go(BOARD, **limits),
    ]
    for search in searches:
        with pytest.raises((OthelloError, TypeError), match=message):
            search()
    assert engine.search(BOARD, depth=1).move is not None


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"moves": ["a1"]}, "illegal move 'a1' for white: expected f4 d6 f6"),
        ({"moves": []}, "no moves to search: expected f4 d6 f6 or None"),
        ({"black_clock": 60}, "no clock of white, who is to move: expected white_clock"),
    ],
)
def test_limits_that_do_not_fit_the_position(engine: Engine, limits: Any, message: str) -> None:
    with pytest.raises(OthelloError, match=message):
        engine.search(BOARD, **limits)
    with pytest.raises(OthelloError, match=message):
        asyncio.run(AsyncEngine(hash_mb=1).search(BOARD, Limits(**limits)))


@pytest.mark.parametrize("limits", [{"depth": 3}, {"level": 3}])
def test_a_solve_has_no_depth(engine: Engine, limits: Any) -> None:
    message = "=3 for a solve to the end of the game: expected seconds, nodes, or search"
    for solve in (engine.solve, lambda *_, **words: asyncio.run(AsyncEngine().solve(*_, **words))):
        with pytest.raises(InvalidOption, match=message):
            solve(BOARD, **limits)


def test_all_lines(engine: Engine) -> None:
    assert len(engine.search(BOARD, depth=1, multipv="all").lines) == len(BOARD.legal_moves())


def test_limits_are_values() -> None:
    limits = Limits(depth=4, moves="f5d6")
    assert repr(limits) == "Limits(depth=4, moves=(Move('f5'), Move('d6')))"
    assert limits == Limits(4, moves=iter([Move("f5"), "d6"])) == pickle.loads(pickle.dumps(limits))
    assert limits._replace(moves=None) == Limits(depth=4) == copy.copy(Limits(depth=4))
