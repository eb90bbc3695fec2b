"""Cassio's protocol, spoken by the real process."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from support.engine_process import CassioProcess

from othello import Board, Engine

RESULT = re.compile(
    r"(?P<board>[XO-]{64}[XO]), move (?P<move>[A-Ha-h][1-8]|pa|PA), depth (?P<depth>\d+), "
    r"@(?P<precision>\d+)%, (?P<side>[BW])(?P<low>[+-]\d+\.\d\d) <= v <= "
    r"[BW](?P<high>[+-]\d+\.\d\d), "
    r"(?P<pv>([A-Ha-h][1-8]|pa|PA)+), node \d+, time \d+\.\d{3}"
)
MIDGAME = Board.from_moves("f5d6c4")
ENDGAME = Board.from_obf("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")


@pytest.fixture(scope="module")
def engine() -> Iterator[CassioProcess]:
    with CassioProcess("--hash", "1") as process:
        assert process.command("init") == []
        yield process


def written(board: Board) -> str:
    return board.to_obf().replace(" ", "")


def results(lines: list[str]) -> list[dict[str, str]]:
    found = [RESULT.fullmatch(line) for line in lines]
    assert found and None not in found, lines
    return [match.groupdict() for match in found if match]


def test_a_search_of_the_midgame(engine: CassioProcess) -> None:
    found = results(engine.command(f"midgame-search {written(MIDGAME)} -64.0 64.0 9 73"))
    last = found[-1]
    with Engine(hash_mb=1) as ours:
        expected = ours.search(MIDGAME, depth=9, selectivity=73)
    assert [int(each["depth"]) for each in found] == sorted({int(each["depth"]) for each in found})
    assert (last["board"], last["depth"], last["side"]) == (written(MIDGAME), "9", "W")
    assert last["low"] == last["high"] == f"{expected.score:+.2f}"
    assert last["move"] == last["pv"][:2] == str(expected.move)  # white's in small letters
    assert last["pv"][2:4].isupper()


@pytest.mark.parametrize("apart", [False, True])
def test_a_solve(engine: CassioProcess, apart: bool) -> None:
    """The side to move may be written apart from the squares; the score is proven."""
    position = ENDGAME.to_obf() if apart else written(ENDGAME)
    last = results(engine.command(f"endgame-search {position} -64 64 100"))[-1]
    with Engine(hash_mb=1) as ours:
        score = ours.solve(ENDGAME).score
    assert last["low"] == last["high"] == f"{score:+.2f}"
    assert (last["depth"], last["precision"]) == (str(ENDGAME.n_empties), "100")


def test_a_window_gives_a_bound(engine: CassioProcess) -> None:
    with Engine(hash_mb=1) as ours:
        score = int(ours.solve(ENDGAME).score)
    position = written(ENDGAME)
    below = results(engine.command(f"endgame-search {position} {score - 4} {score - 2} 100"))[-1]
    assert float(below["low"]) >= score - 2 and below["high"] == "+64.00"
    above = results(engine.command(f"endgame-search {position} {score + 2} {score + 4} 100"))[-1]
    assert above["low"] == "-64.00" and float(above["high"]) <= score + 2


def test_a_stopped_search(engine: CassioProcess) -> None:
    """While it runs, an empty line is answered by ``ok.``; ``stop`` ends it, once."""
    engine.send(f"ENGINE-PROTOCOL midgame-search {written(MIDGAME)} -64 64 57 100")
    engine.expect(f"{written(MIDGAME)}, ")
    engine.send("")
    assert engine.expect("ok.")
    engine.send("ENGINE-PROTOCOL get-search-infos")
    assert re.fullmatch(r"node \d+, time \d+\.\d{3}", engine.expect("node ")[-1])
    engine.command("stop")
    assert engine.command("stop") == []  # nothing runs
    assert engine.command("get-search-infos") == []


def test_a_position_without_moves(engine: CassioProcess) -> None:
    over = "X" * 64 + "O"
    assert engine.command(f"endgame-search {over} -64 64 100") == []
    passing = written(Board.from_obf("XO" + 61 * "-" + "X O"))
    assert results(engine.command(f"midgame-search {passing} -64 64 2 100"))[-1]["move"] == "pa"
