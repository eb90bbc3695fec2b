"""A game has one judgement, that of the terminal, whatever was searched before, and by whom."""

import asyncio
from typing import Any

import pytest
from support.rooms import needs
from support.schedulers import with_a_scheduler

from othello.analysis.games import analyse_game, default_engine
from othello.analysis.page import game_record
from othello.board import Board
from othello.game import Game
from othello.operation import Cancelled
from othello.serving.scheduler import Scheduler

#: Moves 21 to 40 of a newcomer's game, of which the second and the third were judged in four ways.
START = Board.from_moves("d3c5f6f5e6e3c3f3c4b4b3d6c7c2f4g4h3h5d2c6")
GAME = Game("a5e2b5c8c1a6d1b6a7g5g6a3b8d8e8e1f1d7h6h7", START)


WHOLE_GAME = {"start": START.to_obf(), "moves": GAME.transcript()}


async def ask(scheduler: Scheduler, do: str, **values: Any) -> Any:
    return await scheduler.carry_out(do, values, print)


async def analyses(scheduler: Scheduler, number: int) -> list[asyncio.Task[Any]]:
    """Begin to analyse so many games, and wait until the first has got somewhere."""
    loop, begun = asyncio.get_running_loop(), asyncio.Event()

    def report(info: object) -> None:
        loop.call_soon_threadsafe(begun.set)

    games = (scheduler.carry_out("analyse", WHOLE_GAME, report) for _ in range(number))
    tasks = [asyncio.create_task(game) for game in games]
    await begun.wait()
    assert not any(task.done() for task in tasks)
    return tasks


@with_a_scheduler
async def test_an_analysis_is_the_terminals_whatever_was_searched(scheduler: Scheduler) -> None:
    """Others search the same positions before and meanwhile; the page's requests name no limit."""
    expected = game_record(analyse_game(GAME))
    deep = {"selectivity": 73, "multipv": "all"}
    for board in GAME.positions()[:6]:
        await ask(scheduler, "search", position=board.to_obf(), depth=14, **deep)
    position = GAME.positions()[2].to_obf()
    other = asyncio.create_task(ask(scheduler, "search", position=position, depth=60, **deep))
    assert await ask(scheduler, "analyse", **WHOLE_GAME) == expected
    other.cancel()


#: Two moves of another game, whose positions are solved less than surely.
LATER = Board.from_moves("f5d6c7f4g3e6f6f7f8g6h6f3g4h3f2e3h4g5e2e7h5h7e8h2d3d1f1d2c1c4e1c5")
LATER_GAME = Game("b6b5a6", LATER)


@with_a_scheduler
async def test_the_limit_of_time_changes_no_judgement(scheduler: Scheduler) -> None:
    """Under such a limit a search would solve in another way."""
    found = await ask(scheduler, "analyse", start=LATER.to_obf(), moves=LATER_GAME.transcript())
    assert found == game_record(analyse_game(LATER_GAME))


@needs("explaining")
@with_a_scheduler
async def test_an_explanation_is_the_terminals(scheduler: Scheduler) -> None:
    """While a game is analysed, too."""
    from othello.explaining.explanation import explain_move

    board = Board.from_moves("f5d6c3d3c4f4f6f3")
    with default_engine() as engine:
        expected = explain_move(board, "f2", engine).to_dict()
    known = {"position": board.to_obf()}
    await ask(scheduler, "search", **known, depth=18, selectivity=73, multipv="all")
    (game,) = await analyses(scheduler, 1)
    assert await ask(scheduler, "explain", **known, move="f2") == expected
    assert not game.done()


@with_a_scheduler
async def test_who_waits_to_analyse_can_be_cancelled(scheduler: Scheduler) -> None:
    """One more game than there are engines is analysed at a time; each has a table of its own."""
    for task in reversed(await analyses(scheduler, 3)):
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert len((await ask(scheduler, "analyse", moves="f5d6c3", level=1))["moves"]) == 3


@with_a_scheduler
async def test_closing_ends_who_waits_to_analyse(scheduler: Scheduler) -> None:
    tasks = await analyses(scheduler, 3)
    scheduler.close()
    for task in tasks:
        with pytest.raises((asyncio.CancelledError, Cancelled)):
            await task
