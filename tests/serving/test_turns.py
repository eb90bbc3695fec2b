"""Turns: few engines shared by many, fairly, and given back whatever happens."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from support.endgames import FFO_1_19
from support.patience import SECONDS

from othello.board import Board
from othello.engine import Engine
from othello.errors import IllegalMove, InvalidOption
from othello.limits import Limits
from othello.result import Result
from othello.serving.shared import SharedEngine
from othello.serving.tickets import Cancelled, Ticket
from othello.serving.turns import LONGEST_TURN, Turns


@pytest.fixture
def turns() -> Iterator[Turns]:
    made = Turns(1, hash_mb=4)
    yield made
    made.close()


class Endless:
    """A search without end in a thread, for as long as the ``with`` block lasts."""

    def __init__(self, turns: Turns) -> None:
        self.ticket = Ticket()
        self.depths: list[int] = []
        self.deeper = threading.Event()
        self._engine = SharedEngine(turns, self.ticket, 3600, self._note)
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Endless:
        self._thread.start()
        self.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.ticket.cancel()
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()

    def wait(self) -> None:
        """Wait for one more iteration."""
        self.deeper.clear()
        assert self.deeper.wait(SECONDS)

    def _note(self, result: Result) -> None:
        self.depths.append(result.depth)
        self.deeper.set()

    def _run(self) -> None:
        with suppress(Cancelled):
            self._engine.search(Board(), depth=60, selectivity=73)


def test_a_search_that_is_alone_is_as_without_turns(turns: Turns) -> None:
    board = Board.from_moves("f5d6c3")
    with Engine(hash_mb=4) as engine:
        expected = engine.search(board, depth=8, multipv=3)
    found = SharedEngine(turns, Ticket(), 60).search(board, depth=8, multipv=3)
    assert found._replace(seconds=0.0) == expected._replace(seconds=0.0)


def test_many_searches_share_one_engine(turns: Turns) -> None:
    """An endless search gives way, and goes on: its depths never fall."""
    with Endless(turns) as endless:
        for position in FFO_1_19[:8]:
            found = SharedEngine(turns, Ticket(), 60).solve(position.board)
            assert found.exact and found.score == position.best_score
        endless.wait()
    assert endless.depths == sorted(set(endless.depths))


def test_two_long_searches_take_turns(turns: Turns) -> None:
    """Each gets further while the other one is there: no turn lasts for ever."""
    with Endless(turns) as first, Endless(turns) as second:
        reached = len(first.depths), len(second.depths)
        until = time.monotonic() + SECONDS
        while len(first.depths) == reached[0] or len(second.depths) == reached[1]:
            depths = f"{first.depths} and {second.depths}"
            assert time.monotonic() < until, f"one got no further than {reached}: {depths}"
            first.deeper.wait(LONGEST_TURN)
            first.deeper.clear()


@pytest.mark.parametrize("whole", [True, False])
def test_a_whole_search_is_not_interrupted(turns: Turns, whole: bool) -> None:
    """Others that are interrupted begin again at depth 1."""
    depths: list[int] = []
    with Endless(turns), Engine(hash_mb=4) as own:
        engine = SharedEngine(turns, Ticket(), 60, own=own, whole=whole)
        limits = Limits(depth=30, selectivity=73)
        engine.search("f5d6c3d3c4f4f6", limits, on_info=lambda info: depths.append(info.depth))
    assert depths[-1] == 30 and (depths == sorted(depths)) == whole


def test_a_cancelled_wait_and_a_cancelled_search_end(turns: Turns) -> None:
    ticket = Ticket()
    with Endless(turns):
        engine = SharedEngine(turns, ticket, 60)
        timer = threading.Timer(0.05, ticket.cancel)
        timer.start()
        with pytest.raises(Cancelled):
            engine.search(Board(), depth=60)
        timer.join()
    with pytest.raises(Cancelled):
        SharedEngine(turns, ticket, 60).search(Board(), depth=1)
    assert SharedEngine(turns, Ticket(), 60).search(Board(), depth=1).depth == 1


def test_a_bad_limit_gives_the_engine_back(turns: Turns) -> None:
    engine = SharedEngine(turns, Ticket(), 60)
    for wrong, limits in ((IllegalMove, {"moves": ["a1"]}), (InvalidOption, {"seconds": 0})):
        with pytest.raises(wrong):
            engine.search(Board(), **limits)  # type: ignore[arg-type]
    assert engine.search(Board(), depth=1).depth == 1


def test_limits_hold_over_all_turns(turns: Turns) -> None:
    with Endless(turns):
        found = SharedEngine(turns, Ticket(), 60).search(Board(), nodes=200_000)
        assert found.stopped and 200_000 <= found.nodes < 300_000
        found = SharedEngine(turns, Ticket(), 0.1).search(Board(), depth=60)
        assert found.stopped and found.depth >= 1


def test_a_level_is_kept_under_the_servers_time(turns: Turns) -> None:
    """The time that every search is given does not make a search without limits endless."""
    engine = SharedEngine(turns, Ticket(), 60)
    engine.level = 4
    assert engine.search(Board()).depth == 4


def test_closing_ends_every_search() -> None:
    turns = Turns(1, hash_mb=1)
    ended = threading.Event()

    def work() -> None:
        with suppress(Cancelled):
            SharedEngine(turns, Ticket(), 3600).search(Board(), depth=60)
        ended.set()

    threading.Thread(target=work).start()
    turns.close()
    assert ended.wait(SECONDS)
    with pytest.raises(Cancelled):
        SharedEngine(turns, Ticket(), 60).search(Board(), depth=1)
