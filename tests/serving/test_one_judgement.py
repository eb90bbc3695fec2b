"""A game has one judgement, that of the terminal, whatever was searched before, and by whom."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from support.patience import SECONDS

from othello.analysis.explanation import explain_move
from othello.analysis.games import analyse_game, default_engine
from othello.analysis.page import game_record
from othello.board import Board
from othello.game import Game
from othello.serving.tasks import Tasks
from othello.serving.tickets import Cancelled, Ticket
from othello.serving.turns import Turns

#: Moves 21 to 40 of a newcomer's game, of which the second and the third were judged in four ways.
START = Board.from_moves("d3c5f6f5e6e3c3f3c4b4b3d6c7c2f4g4h3h5d2c6")
GAME = Game("a5e2b5c8c1a6d1b6a7g5g6a3b8d8e8e1f1d7h6h7", START)


@pytest.fixture
def turns() -> Iterator[Turns]:
    made = Turns(1, hash_mb=16)
    yield made
    made.close()


def ask(tasks: Tasks, do: str, **values: Any) -> dict[str, object]:
    return tasks.run(do, values, Ticket(), lambda info: None)


def test_an_analysis_is_the_terminals_whatever_was_searched(turns: Turns) -> None:
    """Others search the same positions before and meanwhile; the page's requests name no limit."""
    tasks = Tasks(turns, 60)
    expected = game_record(analyse_game(GAME))
    for board in GAME.positions()[:6]:
        ask(tasks, "search", position=board.to_obf(), depth=14, selectivity=73, multipv="all")
    ticket, board = Ticket(), GAME.positions()[2]

    def search_on() -> None:
        with suppress(Cancelled):
            values = {"position": board.to_obf(), "depth": 60, "selectivity": 73}
            tasks.run("search", values, ticket, lambda info: None)

    other = threading.Thread(target=search_on)
    other.start()
    found = ask(tasks, "analyse", start=START.to_obf(), moves=GAME.transcript())
    ticket.cancel()
    other.join(SECONDS)
    assert found == expected


def test_an_explanation_is_the_terminals(turns: Turns) -> None:
    tasks = Tasks(turns, 60)
    board = Board.from_moves("f5d6c3d3c4f4f6f3")
    with default_engine() as engine:
        expected = explain_move(board, "f2", engine).to_dict()
    ask(tasks, "search", position=board.to_obf(), depth=18, selectivity=73, multipv="all")
    assert ask(tasks, "explain", position=board.to_obf(), move="f2") == expected


def test_who_waits_to_analyse_can_be_cancelled(turns: Turns) -> None:
    """As many games as there are engines are analysed at a time; each has a table of its own."""
    tasks, first, second = Tasks(turns, 60), Ticket(), Ticket()
    begun, ended = threading.Event(), threading.Event()

    def analyse(ticket: Ticket) -> None:
        with suppress(Cancelled):
            values = {"start": START.to_obf(), "moves": GAME.transcript()}
            tasks.run("analyse", values, ticket, lambda info: begun.set())
        ended.set()

    workers = [threading.Thread(target=analyse, args=[ticket]) for ticket in (first, second)]
    workers[0].start()
    assert begun.wait(SECONDS)
    workers[1].start()
    second.cancel()
    assert ended.wait(SECONDS) and workers[0].is_alive()
    first.cancel()
    for worker in workers:
        worker.join(SECONDS)
    assert len(ask(tasks, "analyse", moves="f5d6c3", level=1)["moves"]) == 3  # type: ignore[arg-type]


def test_closing_ends_who_waits_to_analyse() -> None:
    turns = Turns(1, hash_mb=1)
    with turns.place(Ticket()):
        errors: list[BaseException] = []

        def wait() -> None:
            try:
                with turns.place(Ticket()):
                    pass
            except Cancelled as error:
                errors.append(error)

        waiting = threading.Thread(target=wait)
        waiting.start()
        turns.close()
        waiting.join(SECONDS)
        assert len(errors) == 1
