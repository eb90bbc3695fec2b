"""Arguments of a wrong type raise an `OthelloError` that quotes them and says what was expected."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.rooms import needs
from support.threads import needs_openmp

from othello import (
    AsyncEngine,
    Board,
    Engine,
    Game,
    Limits,
    Move,
    analyse_game,
    batch,
    read_games,
    svg,
    write_games,
)
from othello._core import core
from othello.analysis import accuracy_by_phase
from othello.errors import InvalidBoard
from othello.ggf.games import parse_game


def wrong(value: object) -> Any:
    """Return `value` as `Any`, so that type checkers accept it everywhere."""
    return value


BOARD = Board()
ROWS = batch.from_boards([BOARD])
ANALYSIS = analyse_game("f5d6c3", Engine(hash_mb=1), depth=1)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda n, _: Engine(threads=n), marks=needs_openmp),
        pytest.param(lambda n, _: AsyncEngine(threads=n), marks=needs_openmp),
        pytest.param(lambda n, _: setattr(Engine(), "threads", n), marks=needs_openmp),
        lambda *_: Game("f5", headers={"Foo": "x"}).to_ggf(),
        lambda _, folder: write_games(folder / "a.txt", [Game("f5", headers={"Foo": "x"})]),
        pytest.param(
            lambda _, folder: list(read_games(folder / "latin.txt")), marks=needs("pasted")
        ),
    ],
)
def test_a_warning_names_the_line_of_the_caller(
    tmp_path: Path, call: Callable[[int, Path], object]
) -> None:
    (tmp_path / "latin.txt").write_bytes(b'[Black "Jos\xe9"]\nf5d6\n')
    with pytest.warns() as warned:
        call(core.processors() + 1, tmp_path)
    assert {warning.filename for warning in warned} == {__file__}


SPELLINGS = {"X": "X", "O": "O", "black": "X", "White": "O", "b": "X", "w": "O", "*": "X"}
GGF = parse_game("(;GM[Othello]TB[1]TW[2];)")


@pytest.mark.parametrize(
    "call",
    [
        lambda side: Board(turn=side).turn,
        lambda side: Board.from_array(BOARD.to_array(), side),
        lambda side: batch.to_boards(ROWS, side),
        lambda side: batch.to_boards(ROWS, [side]),
        lambda side: accuracy_by_phase(ANALYSIS.moves, side),
        lambda side: accuracy_by_phase(ANALYSIS, side),
        lambda side: Limits(black_clock=1, white_clock=2).clock(side),
        lambda side: GGF.clock(side),
        lambda side: GGF.seconds_left(side),
    ],
)
def test_everything_takes_the_same_names_of_sides(call: Callable[[Any], object]) -> None:
    for spelling, side in SPELLINGS.items():
        assert call(spelling) == call(side)
    assert call("X") != call("O")
    for bad in ("green", "", 1, None):
        with pytest.raises(InvalidBoard, match="invalid side .*: expected X .black. or O .white."):
            call(bad)


def test_texts_and_numbers_serve_as_moves(engine: Engine) -> None:
    assert engine.search(BOARD, Limits(depth=1, moves="f5")).move == Move("f5")
    assert engine.search(BOARD, Limits(depth=1, moves=[37])).move == Move("f5")
    assert svg.draw(BOARD, scores=wrong({"f5": 1})) == svg.draw(BOARD, scores={Move("f5"): 1})
    assert svg.draw(BOARD, arrows=wrong(["f5d6"])) == svg.draw(BOARD, arrows=[("f5", "d6")])
