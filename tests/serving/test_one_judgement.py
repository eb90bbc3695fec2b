"""A game has one judgement, that of the terminal, whatever was searched before, and by whom."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from support.patience import SECONDS

from othello.analysis.explanation import explain_move
from othello.analysis.games import analyse_game, default_engine
from othello.analysis.page import game_record
from othello.board import Board
from othello.game import Game
from othello.serving.scheduler import Scheduler
from othello.serving.tasks import carry_out

#: Moves 21 to 40 of a newcomer's game, of which the second and the third were judged in four ways.
START = Board.from_moves("d3c5f6f5e6e3c3f3c4b4b3d6c7c2f4g4h3h5d2c6")
GAME = Game("a5e2b5c8c1a6d1b6a7g5g6a3b8d8e8e1f1d7h6h7", START)


WHOLE_GAME = {"start": START.to_obf(), "moves": GAME.transcript()}


class Asked:
    """What a scheduler of one engine is asked."""

    def __init__(self) -> None:
        self.scheduler = Scheduler(1, hash_mb=16)
        self.begun = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def ask(self, do: str, **values: Any) -> Any:
        return await carry_out(do, values, self.scheduler, self._report)

    def begin(self, do: str, **values: Any) -> asyncio.Task[Any]:
        return asyncio.create_task(self.ask(do, **values))

    def _report(self, info: object) -> None:
        self._loop.call_soon_threadsafe(self.begun.set)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


def test_an_analysis_is_the_terminals_whatever_was_searched() -> None:
    """Others search the same positions before and meanwhile; the page's requests name no limit."""
    expected = game_record(analyse_game(GAME))

    async def work() -> None:
        asked = Asked()
        for board in GAME.positions()[:6]:
            await asked.ask(
                "search", position=board.to_obf(), depth=14, selectivity=73, multipv="all"
            )
        position = GAME.positions()[2].to_obf()
        other = asked.begin("search", position=position, depth=60, selectivity=73)
        assert await asked.ask("analyse", **WHOLE_GAME) == expected
        other.cancel()
        asked.scheduler.close()

    run(work())


def test_an_explanation_is_the_terminals() -> None:
    board = Board.from_moves("f5d6c3d3c4f4f6f3")
    with default_engine() as engine:
        expected = explain_move(board, "f2", engine).to_dict()

    async def work() -> None:
        asked, position = Asked(), board.to_obf()
        await asked.ask("search", position=position, depth=18, selectivity=73, multipv="all")
        assert await asked.ask("explain", position=position, move="f2") == expected
        asked.scheduler.close()

    run(work())


def test_who_waits_to_analyse_can_be_cancelled() -> None:
    """As many games as there are engines are analysed at a time; each has a table of its own."""

    async def work() -> None:
        asked = Asked()
        first = asked.begin("analyse", **WHOLE_GAME)
        await asked.begun.wait()
        second = asked.begin("analyse", **WHOLE_GAME)
        for task in (second, first):
            await asyncio.sleep(0)
            assert not first.done()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert len((await asked.ask("analyse", moves="f5d6c3", level=1))["moves"]) == 3
        asked.scheduler.close()

    run(work())


def test_closing_ends_who_waits_to_analyse() -> None:
    async def work() -> None:
        asked = Asked()
        first = asked.begin("analyse", **WHOLE_GAME)
        await asked.begun.wait()
        second = asked.begin("analyse", **WHOLE_GAME)
        await asyncio.sleep(0)
        asked.scheduler.close()
        for task in (first, second):
            with pytest.raises(asyncio.CancelledError):
                await task

    run(work())
