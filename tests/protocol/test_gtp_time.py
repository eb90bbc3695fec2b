"""GTP under clocks, and with a fixed time for each move."""

from __future__ import annotations

import os
import re

import pytest
from support.other_protocols import GtpProcess


@pytest.mark.parametrize(
    "settings", ["1 0 0", "0 1 1", "0 1 10", "1 1 5", "0 0 0", "10 0 0", "0 1 0"]
)
def test_time_settings(settings: str) -> None:
    """Under a clock each move is answered in time, even at level 60."""
    endless = settings in ("0 0 0", "0 1 0")
    with GtpProcess("--hash", "1", "--level", "4" if endless else "60") as engine:
        assert engine.get(f"time_settings {settings}") == ""
        for colour in ("b", "w", "b"):
            assert re.fullmatch("[A-H][1-8]", engine.get(f"genmove {colour}"))


@pytest.mark.parametrize("left", ["1 0", "1 5", "0 0", "-3 1", "0.5 1"])
def test_time_left(left: str) -> None:
    with GtpProcess("--hash", "1", "--level", "60") as engine:
        engine.get("time_settings 600 0 0")
        assert engine.get(f"time_left black {left}") == ""
        assert re.fullmatch("[A-H][1-8]", engine.get("genmove black"))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux's /proc")
def test_the_table_is_ready_before_the_first_move() -> None:
    """Memory of the table is touched when the game is set up, not in the time of a move."""
    with GtpProcess("--hash", "128") as engine:
        engine.get("name")
        assert engine.resident_mb() < 128
        engine.get("clear_board")
        assert engine.resident_mb() > 128


def test_the_arguments_that_a_match_script_appends() -> None:
    """Egaroucid's match script starts each GTP engine with -l and -t."""
    with GtpProcess("--hash", "1", "-l", "3", "-t", "2") as engine:
        assert re.fullmatch("[A-H][1-8]", engine.get("genmove black"))


def test_a_fixed_time_a_move() -> None:
    with GtpProcess("--hash", "1", "--time", "0.02") as engine:
        assert re.fullmatch("[A-H][1-8]", engine.get("genmove black"))
