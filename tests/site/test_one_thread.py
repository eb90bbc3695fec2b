"""The scheduler without threads: the same answers, in turns of the event loop."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from support.endgames import FFO_1_19
from support.known_games import MISTAKES
from support.patience import SECONDS

from othello.analysis.games import analyse_game
from othello.analysis.moves import GameAnalysis
from othello.board import Board
from othello.engine import Engine
from othello.game import Game
from othello.limits import Limits
from othello.serving.scheduler import Scheduler
from othello.site.messages import open_session
from othello.site.one_thread import LONGEST_SLICE, OneThread

ENDLESS = Limits(depth=60, selectivity=73)


def run(work: Callable[[Scheduler], Awaitable[Any]], one_thread: bool = True) -> Any:
    """Return the result of `work` with a scheduler, in an event loop."""

    async def inside() -> Any:
        scheduler = OneThread(hash_mb=4) if one_thread else Scheduler(1, hash_mb=4)
        try:
            return await asyncio.wait_for(work(scheduler), SECONDS)
        finally:
            scheduler.close()

    return asyncio.run(inside())


@pytest.mark.parametrize(
    ("do", "values", "n_infos"),
    [
        ("analyse", {"moves": MISTAKES, "level": 6}, len(MISTAKES) // 2),
        ("analyse", {"moves": "f5d6c3", "level": 1}, 3),
        ("mistakes.next", {"moves": MISTAKES, "level": 6}, len(MISTAKES) // 2),
        (
            "mistakes.next",
            {"text": f"{MISTAKES}\n{MISTAKES[:16]}", "level": 6},
            len(MISTAKES) // 2 + 8,
        ),
        ("mistakes.answer", {"position": "f5d6c3d3c4f4f6b4", "move": "g3", "level": 6}, 0),
        ("explain", {"position": "f5d6c3d3c4f4f6b4", "move": "g3", "level": 6}, 0),
        ("explain", {"position": "f5d6c3d3c4f4f6b4", "move": "g3", "level": 20}, 0),
    ],
)
def test_answers_are_those_of_threads(do: str, values: dict[str, Any], n_infos: int) -> None:
    """And each step is reported once, though the work begins again after every search."""
    infos: list[dict[str, object]] = []
    found = run(lambda scheduler: scheduler.carry_out(do, dict(values), infos.append))
    assert found == run(lambda scheduler: scheduler.carry_out(do, dict(values), print), False)
    assert [info["done"] for info in infos] == [*range(1, n_infos + 1)]


def test_a_game_is_not_gone_through_again_for_those_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However often the work with each of them begins again."""
    games: list[Game] = []

    def analyse(game: Game, *arguments: Any, **keywords: Any) -> GameAnalysis:
        if not games or games[-1] != game:
            games.append(game)
        return analyse_game(game, *arguments, **keywords)

    monkeypatch.setattr("othello.practice.operations.mistakes.analyse_game", analyse)
    texts = [MISTAKES[:n] for n in (4, 6, 8)]
    values = {"text": "\n".join(texts), "level": 1}
    run(lambda scheduler: scheduler.carry_out("mistakes.next", values, print))
    assert [game.transcript() for game in games] == texts


def test_no_thread_is_started() -> None:
    before = set(threading.enumerate())  # those of other tests may end meanwhile

    async def work(scheduler: Scheduler) -> set[threading.Thread]:
        await scheduler.search(Board(), Limits(depth=4))
        await scheduler.carry_out("names", {}, print)
        await scheduler.carry_out("analyse", {"moves": "f5d6", "level": 1}, print)
        return set(threading.enumerate())

    assert run(work) <= before


def test_the_event_loop_goes_on_during_an_endless_search() -> None:
    """Solves come to an end beside it; it deepens, and ends when it is cancelled."""
    depths: list[int] = []

    async def work(scheduler: Scheduler) -> None:
        endless = asyncio.ensure_future(
            scheduler.search(Board(), ENDLESS, lambda result: depths.append(result.depth))
        )
        for position in FFO_1_19[:4]:
            solved = await scheduler.search(position.board, Limits(exact=True))
            assert solved.score == position.best_score
        assert not endless.done()
        endless.cancel()
        await scheduler.search(Board(), Limits(depth=2))

    run(work)
    assert len(depths) > 4 and depths == sorted(set(depths))


def test_questions_are_answered_beside_a_search_of_all_moves() -> None:
    """Of the same session, as a page has one; between two slices, not one step in each pause."""

    async def inside() -> list[Any]:
        texts = asyncio.Queue[str]()
        receive = open_session(texts.put_nowait)

        async def answers_until(id: int) -> list[Any]:
            answers = [json.loads(await texts.get())]
            while answers[-1]["id"] != id or "info" in answers[-1]:
                answers.append(json.loads(await texts.get()))
            return answers

        def ask(id: int, do: str, **values: object) -> None:
            receive(json.dumps({"id": id, "do": do, **values}))

        # At 73 % and from the start position it would end within seconds.
        ask(1, "search", position="d3c3b3e3f3d2c1f4", depth=60, multipv="all")
        await asyncio.sleep(3)  # until its slices are the longest
        begun = time.monotonic()
        ask(2, "names", text="tiger")
        ask(3, "solve", position=FFO_1_19[0].board.to_obf())
        answers = await asyncio.wait_for(answers_until(3), SECONDS)
        assert time.monotonic() - begun < 4 * LONGEST_SLICE
        ask(4, "cancel", target=1)
        return answers + await asyncio.wait_for(answers_until(1), SECONDS)

    answers = asyncio.run(inside())
    ended = [answer["id"] for answer in answers if "info" not in answer]
    assert sorted(ended[:2]) == [2, 3] and sorted(ended[2:]) == [1, 4]


def test_an_analysis_is_cancelled_between_two_searches() -> None:
    async def work(scheduler: Scheduler) -> int:
        infos: list[object] = []
        request = scheduler.carry_out("analyse", {"moves": MISTAKES, "level": 10}, infos.append)
        task = asyncio.ensure_future(request)
        while not infos:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(infos)

    assert 1 <= run(work) < len(MISTAKES) // 2


def test_a_fault_of_the_work_is_raised() -> None:
    with pytest.raises(ValueError, match="zz"):
        run(
            lambda scheduler: scheduler.carry_out(
                "explain", {"position": "f5d6", "move": "zz"}, print
            )
        )


WITHOUT_NUMPY = """
import asyncio, json, sys
sys.modules["numpy"] = None  # whoever imports it gets an ImportError
sys.modules["othello.people"] = None  # a room that needs it is left out
from othello.site.messages import open_session

async def main():
    answers = asyncio.Queue()
    receive = open_session(answers.put_nowait)
    for request in json.load(sys.stdin):
        receive(json.dumps(request))
        while "info" in (answer := json.loads(await answers.get())):
            pass
        print(json.dumps(answer))

asyncio.run(main())
"""


def test_messages_are_answered_without_numpy() -> None:
    """A page has none. Only a base of games needs it, and there is none either."""
    wthor = "FAAAAAAAAAAAAAAAAAAAAA=="
    requests = [
        {"do": "search", "position": "f5d6", "depth": 4, "multipv": 2},
        {"do": "search", "position": "f5d6", "strength": 40},
        {"do": "solve", "position": FFO_1_19[0].board.to_obf()},
        {"do": "batch", "positions": ["f5", "f5d6"], "depth": 2},
        {"do": "explain", "position": "f5d6", "move": "c3", "level": 2},
        {"do": "analyse", "moves": "f5d6c3", "level": 2},
        {"do": "mistakes.next", "text": "f5d6c3", "player": "me", "level": 2},
        {"do": "mistakes.answer", "position": "f5d6", "move": "c3", "level": 2},
        {"do": "position", "position": "Tiger"},
        {"do": "book", "position": "f5d6"},
        {"do": "games.text", "text": "f5d6c3"},
        {"do": "games.file", "file": wthor},
        {"do": "games.moves", "position": "f5"},
        {"do": "bases.list"},
        {"do": "bases.upload", "name": "a.wtb", "part": ""},
        {"do": "format", "moves": "f5d6", "form": "sgf"},
        {"do": "names", "text": "tiger"},
    ]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY],
        input=json.dumps([{"id": n, **request} for n, request in enumerate(requests)]),
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [*range(len(requests))]
    failures = {
        (request["do"], answer["error"]["code"])
        for request, answer in zip(requests, answers, strict=True)
        if "error" in answer
    }
    assert ("games.moves", "internal") not in failures
    assert {do for do, _ in failures} <= {"games.moves", "games.file", "bases.upload"}
    assert ("games.moves", "invalid_request") in failures  # no base


def test_weights_may_come_later() -> None:
    """A search does without them; what lends an engine waits, and then has the same answers."""

    async def later() -> Any:
        scheduler, weights = OneThread(hash_mb=4), asyncio.get_running_loop().create_future()
        scheduler.await_weights(weights)
        search = {"position": "f5d6", "depth": 6}
        first = await scheduler.carry_out("search", search, lambda info: None)
        explain = {"position": "f5d6c3d3c4f4f6b4", "move": "g3", "level": 6}
        other = asyncio.ensure_future(scheduler.carry_out("explain", explain, lambda info: None))
        await asyncio.sleep(0.1)
        assert not other.done()
        weights.set_result(None)
        await other
        second = await scheduler.carry_out("search", search, lambda info: None)
        scheduler.close()
        return first["score"], second["score"]

    with Engine(hash_mb=4) as engine:
        by_pattern = engine.search("f5d6", depth=6).score
        engine.evaluation = "classic"
        classic = engine.search("f5d6", depth=6).score
    assert asyncio.run(later()) == pytest.approx((classic, by_pattern), abs=0.01)
