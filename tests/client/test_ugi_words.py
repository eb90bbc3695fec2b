"""What UGI's client writes and reads, beside what the engine does."""

import pytest

from othello import Move
from othello.client.ugi import format_go, parse_info
from othello.protocol.ugi_text import format_info, parse_go
from othello.result import Info


@pytest.mark.parametrize(
    "command",
    [
        "go",
        "go depth 8 nodes 100",
        "go movetime 0 p1time -5 p2time 10 p1inc 1 p2inc 2 movestogo 3",
        "go infinite exact wld searchmoves d3 0000",
    ],
)
def test_go_is_written_as_it_is_read(command: str) -> None:
    assert format_go(parse_go(command.split()[1:])) == command


@pytest.mark.parametrize(
    "info",
    [
        Info(8, 73, 1.5, None, False, (Move("f5"), Move("d6")), 1, 100, 0.25, 3),
        Info(20, 100, -4, None, True, (Move("pass"),), 2, 10**12, 99.0, 1000),
        Info(3, 100, 0.25, "upper", False, (), 1, 0, 0.0, 0),
    ],
)
def test_info_is_read_as_it_is_written(info: Info) -> None:
    assert parse_info(format_info(info)) == info


@pytest.mark.parametrize("line", ["info", "info depth", "info nodes 5", "info string score cp 3"])
def test_info_without_a_score(line: str) -> None:
    assert parse_info(line) is None


def test_odd_info_is_read_as_far_as_it_goes() -> None:
    info = parse_info("info score cp 250 nodes 7 pv")
    assert info is not None and (info.score, info.nodes, info.pv) == (2.5, 7, ())
    assert parse_info("info score mate 3 depth x nodes 7 pv") is None  # no score at all
