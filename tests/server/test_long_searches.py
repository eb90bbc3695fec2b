"""What searches for long holds up nobody else, and says the same whoever else is there."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from support.answers import without_seconds
from support.endgames import suite
from support.known_games import MISTAKES
from support.patience import CROWDING
from support.rooms import needs
from support.server import Server, connect, last_answer, send, serving

MOST_DELAY = 1.5 * CROWDING

SUITE = suite("ffo-40-59.obf")
HARD = SUITE[46 - 40].board
QUICK = {"do": "search", "position": "f5d6", "level": 4}

LONG = [
    pytest.param({"do": "analyse", "moves": MISTAKES, "level": 14}, id="game"),
    pytest.param({"do": "solve", "position": HARD.to_obf()}, id="solve"),
    pytest.param({"do": "search", "position": "f5d6c3", "depth": 14, "multipv": "all"}, id="moves"),
    pytest.param(
        {"do": "explain", "position": HARD.to_obf(), "move": str(HARD.legal_moves()[0])},
        marks=needs("explaining"),
        id="explanation",
    ),
    pytest.param(
        {"do": "endgame.show", "position": SUITE[0].board.to_obf()},
        marks=needs("practice"),
        id="endgame",
    ),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--engines", "1") as started:
        yield started


def ask(socket: Any, request: dict[str, Any]) -> Any:
    """Return a request's answer, without the times in it."""
    send(socket, id=1, **request)
    return without_seconds(last_answer(socket, 1)[1])


@pytest.mark.parametrize("long", LONG)
def test_a_long_search_holds_up_nobody_and_says_the_same(
    server: Server, long: dict[str, Any]
) -> None:
    """Though three clients ask for it."""
    with ExitStack() as stack:
        quick, *others = (stack.enter_context(connect(server.socket_address)) for _ in range(4))
        alone, quick_alone = ask(others[0], long), ask(quick, QUICK)
        assert "result" in alone
        delays = []
        with ThreadPoolExecutor() as threads:
            asked = [threads.submit(ask, each, long) for each in others]
            while not all(each.done() for each in asked):
                begun = time.monotonic()
                assert ask(quick, QUICK) == quick_alone
                delays.append(time.monotonic() - begun)
        print(f"\n{len(delays)} answers, after {max(delays):.3f} s at most")
        assert max(delays) < MOST_DELAY
        assert [each.result() for each in asked] == [alone] * 3
