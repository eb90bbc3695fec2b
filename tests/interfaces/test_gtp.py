"""GTP with the real process: whole games, files, clocks. ``recorded.jsonl`` has every command."""

import re
import time

import pytest
from support.engine_process import GtpProcess

from othello import Game
from othello.interfaces.gtp import GtpClock, TimeSettings
from othello.timing import Clock, budget_for_clock


def test_a_whole_game() -> None:
    game = Game()
    with GtpProcess("--level", "4") as engine:
        while not game.is_over:
            if game.board.must_pass:
                game.play("pass")
                continue
            move = engine.get(f"genmove {'b' if game.board.turn == 'X' else 'w'}")
            assert move != "PASS"
            game.play(move)
        score = game.result()
        assert score is not None
        expected = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
        assert engine.get("final_score") == expected
        assert engine.get("showboard").strip() == str(game.board).strip()


def test_the_end_of_input_does_not_end_a_search() -> None:
    with GtpProcess("--time", "0.2") as engine:
        began = time.perf_counter()
        engine.send("genmove b")
        engine.process.stdin.close()
        assert engine.wait() == 0
        assert time.perf_counter() - began > 0.1
        assert re.fullmatch("= [A-H][1-8]", engine.read_answer())


def test_rough_lines() -> None:
    with GtpProcess("--hash", "1") as engine:
        answers = engine.ask(b"play b \xff\xfe", "x" * 1_000_000, "play " * 200_000, "1 2 3")
        assert all(answer.startswith("?") and len(answer) < 500 for answer in answers)
        assert engine.get("name") == "othello"


@pytest.mark.parametrize(
    ("arguments", "commands"),
    [
        *(
            (("--level", "60"), [f"time_settings {settings}"])
            for settings in ("1 0 0", "0 1 1", "0 1 10", "1 1 5", "10 0 0")
        ),
        *((("--level", "4"), [f"time_settings {endless}"]) for endless in ("0 0 0", "0 1 0")),
        *(
            (("--level", "60"), ["time_settings 600 0 0", f"time_left black {left}"])
            for left in ("1 0", "1 5", "0 0", "-3 1", "0.5 1")
        ),
        (("--time", "0.02"), []),
        (("-l", "3", "-t", "2"), []),  # which Egaroucid's match script appends to GTP engines
    ],
)
def test_each_move_is_answered_in_time(arguments: tuple[str, ...], commands: list[str]) -> None:
    with GtpProcess("--hash", "1", *arguments) as engine:
        engine.do(*commands)
        for colour in "b" if commands[1:] else "bwb":
            assert re.fullmatch("[A-H][1-8]", engine.get(f"genmove {colour}"))


def test_the_time_of_a_move_is_used() -> None:
    with GtpProcess("--hash", "1", "--level", "60") as engine:
        engine.do("time_settings 0 0.5 1")
        began = time.perf_counter()
        engine.get("genmove b")
        assert time.perf_counter() - began > 0.4


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize(
    "settings", [(600, 15, 1), (60, 300, 10), (10, 15, 1), (0, 15, 1), (5, 0.1, 1), (1, 1, 5)]
)
def test_overtime_is_used_and_never_overstepped(
    settings: tuple[float, float, int], is_late: bool
) -> None:
    """Each move takes its soft limit, or its hard limit and most of the overhead."""
    left, period, stones = settings
    clock = GtpClock(TimeSettings(*settings))
    to_go = 0 if left else stones  # the referee's clock
    left = left or period
    for n_empties in range(60, 0, -2):
        budget = max(budget_for_clock(each, n_empties) for each in clock.of("X"))
        if to_go == 0:
            assert budget >= budget_for_clock(Clock(period, moves_to_go=stones), n_empties)
        spent = budget.hard + 0.019 if is_late else budget.soft
        clock.spend("X", spent)
        left -= spent
        if to_go == 0 and left <= 0:
            left, to_go = left + period, stones
        assert left > 0, f"flag fallen at {n_empties} empties"
        to_go -= to_go > 0
        if to_go == 0 and clock.of("X")[0].moves_to_go:
            left, to_go = period, stones


def test_the_main_time_ends_in_a_fresh_period() -> None:
    clock = GtpClock(TimeSettings(10, 15, 1))
    clock.spend("X", 12)
    assert clock.of("X") == [Clock(15, moves_to_go=1)]


def test_a_clock_told_without_settings_is_that_of_one_side_in_one_game() -> None:
    clock = GtpClock()
    clock.set("X", 3, 0)
    clock.spend("O", 1)
    assert (clock.of("X"), clock.of("O")) == ([Clock(3)], [])
    clock.restart()
    assert clock.of("X") == []
    with GtpProcess("--hash", "1", "--level", "3", "--no-book") as engine:
        engine.do("time_left b 0 0", "play b f5")
        assert engine.get("genmove w") in ("D6", "F4", "F6")
