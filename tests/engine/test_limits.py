"""Limits are checked as they are made, by every search. ``refused.jsonl`` has the messages."""

import asyncio
import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from othello import AsyncEngine, Board, Engine, Limits, Move, analyse_game, batch
from othello.client import UgiClient
from othello.engine.strength import Strength
from othello.errors import OthelloError

BOARD = Board("f5")
ROWS = batch.from_boards([BOARD])


@pytest.fixture(scope="module")
def client() -> Any:
    with UgiClient() as client:
        yield client


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": 0}, "invalid depth 0: expected 1 to 60"),
        ({"seconds": "1"}, "invalid seconds '1': expected seconds, more than 0"),
        ({"moves": ["z9"]}, "invalid move 'z9'"),
        ({"level": 5, "depth": 5}, "both depth=5 and level=5: expected one"),
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


def test_all_lines(engine: Engine) -> None:
    assert len(engine.search(BOARD, depth=1, multipv="all").lines) == len(BOARD.legal_moves())


def test_limits_are_values() -> None:
    limits = Limits(depth=4, moves="f5d6")
    assert repr(limits) == "Limits(depth=4, moves=(Move('f5'), Move('d6')))"
    assert limits == Limits(4, moves=iter([Move("f5"), "d6"])) == pickle.loads(pickle.dumps(limits))
    assert limits._replace(moves=None) == Limits(depth=4) == copy.copy(Limits(depth=4))
