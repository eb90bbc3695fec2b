"""Every UGI command, as scripts of send and expect against the real process."""

from __future__ import annotations

import os
import re
import time
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import reference
from support.cli_process import othello
from support.endgames import ENDGAME, ENDGAME_SCORES
from support.ugi_process import UgiProcess

from othello import Board, Engine
from othello._core import core
from othello.weights import default_weights

START_FEN = "8/8/8/3ox3/3xo3/8/8/8 x"
MUST_PASS = "XO" + "-" * 62 + " O"  # white has no move, black plays c1
OVER = {
    "p1win": "X" * 40 + "O" * 24 + " X",
    "p2win": "O" * 3 + "-" * 61 + " X",
    "draw": "X" * 32 + "O" * 32 + " O",
}
SET_ENDGAME = f"position fen {ENDGAME.to_obf()}"
INFO = re.compile(
    r"info depth (?P<depth>\d+) selectivity \d+ multipv (?P<multipv>\d+) "
    r"score cp (?P<score>-?\d+)(?P<exact> exact)?( (lower|upper)bound)? "
    r"nodes \d+ nps \d+ hashfull \d+ time \d+ pv (?P<pv>[a-h1-80 ]+)"
)


@pytest.fixture(params=[None, 1], ids=["default-hash", "smallest-hash"])
def engine(request: pytest.FixtureRequest) -> Iterator[UgiProcess]:
    with UgiProcess() as process:
        if request.param is not None:
            process.send(f"setoption name Hash value {request.param}")
        yield process


@pytest.fixture
def fresh() -> Iterator[UgiProcess]:
    """One that has not heard a word yet."""
    with UgiProcess() as process:
        yield process


@pytest.fixture(scope="module")
def refusing() -> Iterator[UgiProcess]:
    """One engine for all that is refused, as that changes nothing."""
    with UgiProcess() as process:
        yield process


def error(engine: UgiProcess, line: str) -> str:
    """Send a bad line and return its one error line, having seen that nothing else happened."""
    before = engine.ask("d")
    replies = engine.ask(line)
    assert len(replies) == 1 and replies[0].startswith("info string error: "), replies
    assert engine.ask("d") == before
    return replies[0]


def position(engine: UgiProcess) -> Board:
    """Return the engine's position."""
    shown = engine.ask("d")
    fen = next(line for line in shown if line.startswith("fen "))
    return Board.from_fen(fen.removeprefix("fen "))


# ---------------------------------------------------------------------- greetings and options


def test_ugi(refusing: UgiProcess) -> None:
    refusing.send("ugi")
    lines = refusing.expect("ugiok")
    assert lines[0].startswith("id name othello ") and lines[1].startswith("id author ")
    option = re.compile(
        r"option name [A-Za-z ]+ type (spin default \d+ min \d+ max \d+|check default (true|false)"
        r"|combo default \w+( var \w+)+|string default <empty>|button)"
    )
    assert all(option.fullmatch(line) for line in lines[2:-1])
    names = {line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-1]}
    assert names == {
        "Algorithm", "Clear Hash", "EndgameDepth", "Evaluation", "Granularity", "Hash", "Level",
        "MoveOverhead", "MultiPV", "Ponder", "Randomness", "Seed", "Selectivity", "Threads",
        "VerifyMode", "WeightsFile",
    }  # fmt: skip


@pytest.mark.skipif(core.max_threads() < 2, reason="built without OpenMP")
def test_more_threads_than_processors(engine: UgiProcess) -> None:
    threads = core.processors() + 1
    (line,) = engine.ask(f"setoption name Threads value {threads}")
    assert line.startswith(f"info string warning: {threads} threads on {threads - 1} processor")
    assert go(engine, "go depth 8")[1] in map(str, Board().legal_moves())


def test_options_are_matched_without_case(engine: UgiProcess) -> None:
    engine.send("setoption name hASH value 2", "setoption name CLEAR hash")
    engine.send("setoption name VerifyMode value TRUE", "setoption name algorithm value AlphaBeta")
    assert engine.ask("SetOption Name multipv Value 2") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("setoption", "expected setoption name NAME"),
        ("setoption Hash 16", "'setoption Hash 16': expected setoption name NAME"),
        ("setoption name", "expected setoption name NAME"),
        ("setoption name Hsah value 16", "unknown option 'Hsah': expected Hash, "),
        ("setoption name Hash", "no value for Hash: expected 1 to "),
        ("setoption name Hash value", "invalid value '' for Hash: expected 1 to "),
        ("setoption name Hash value x", "invalid value 'x' for Hash: expected 1 to "),
        ("setoption name Hash value 0", "invalid value '0' for Hash: expected 1 to "),
        ("setoption name Hash value 1e9", "invalid value '1e9' for Hash"),
        ("setoption name Hash value 1000000", "no memory for a table of 1000000 MB"),
        ("setoption name Hash value " + "9" * 5000, "invalid value '9999"),
        ("setoption name Threads value 100000", "invalid value '100000' for Threads: expected 1"),
        ("setoption name Evaluation value best", "invalid value 'best' for Evaluation: expected"),
        (
            "setoption name Selectivity value 50",
            "for Selectivity: expected 73, 87, 95, 98, 99, 100",
        ),
        ("setoption name VerifyMode value 1", "for VerifyMode: expected true or false"),
        ("setoption name Clear Hash value 1", "for Clear Hash: expected none"),
        ("setoption name Level value 61", "invalid value '61' for Level: expected 0 to 60"),
        ("setoption name MoveOverhead value -1", "invalid value '-1' for MoveOverhead"),
    ],
)
def test_bad_options(refusing: UgiProcess, line: str, expected: str) -> None:
    assert expected in error(refusing, line)


def test_isready_during_a_search(engine: UgiProcess) -> None:
    engine.send("go infinite")
    assert all(line.startswith("info ") for line in engine.ask())
    engine.send("stop")
    engine.expect("bestmove")


# ---------------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("position startpos", Board()),
        (f"position fen {START_FEN}", Board()),
        (f"position fen {START_FEN.replace('/', '')}", Board()),
        (f"position fen {Board().to_obf()}", Board()),
        ("position startpos moves", Board()),
        ("position startpos moves f5 D6 c3", Board.from_moves("f5d6c3")),
        ("position startpos moves f5D6c3", Board.from_moves("f5d6c3")),
        ("POSITION\tstartPOS  moves\tF5", Board.from_moves("f5")),
        (f"position fen {START_FEN} moves f5", Board.from_moves("f5")),
        (f"position fen {MUST_PASS}", Board.from_obf(MUST_PASS)),
        ("position fen 8/8/8/8/8/8/8/8 o", Board(0, 0, "O")),
    ],
)
def test_position(engine: UgiProcess, command: str, expected: Board) -> None:
    engine.send("position startpos moves d3", command)
    assert position(engine) == expected


@pytest.mark.parametrize("passes", ["0000 ", "pass ", "PA ", "ps ", "-- ", ""])
def test_forced_passes(engine: UgiProcess, passes: str) -> None:
    """All spellings of a pass are read, and one left out is put in."""
    assert engine.ask(f"position fen {MUST_PASS} moves {passes}c1") == []
    assert position(engine) == Board.from_obf("XXX" + "-" * 61 + " O")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("position", "expected position startpos | fen FEN [moves MOVE ...]"),
        ("position start", "'position start': expected position startpos"),
        ("position startpos f5", "'position startpos f5': expected position startpos"),
        ("position fen", "expected the squares"),
        ("position fen 8/8/8/8 x", "'8/8/8/8 x': 4 ranks, expected 8"),
        ("position fen 8/8/8/3ox3/3xo3/8/8/8", "expected"),
        ("position fen 8/8/8/3ox3/3xo3/8/8/9 x", "'9' is no square"),
        ("position fen 8/8/8/3ox3/3xo3/8/8/8 z", "invalid side to move 'z'"),
        ("position startpos moves f5 f5", "illegal move 'f5'"),
        ("position startpos moves f5 i9", "invalid move 'i9': expected a1 ... h8 or pass"),
        ("position startpos moves pass", "illegal move 'pass'"),
        ("position startpos moves f5d6z9", "invalid move 'z9'"),
        ("position startpos moves a1", "expected d3 c4 f5 e6"),
    ],
)
def test_bad_positions(refusing: UgiProcess, line: str, expected: str) -> None:
    refusing.send("position startpos moves f5 d6 c3")
    assert expected in error(refusing, line)


# ---------------------------------------------------------------------- queries and extras


def test_queries_before_the_end(engine: UgiProcess) -> None:
    queries = ["query gameover", "query p1turn", "query result"]
    assert engine.ask(*queries) == ["response false", "response true", "response none"]
    engine.send("position startpos moves f5")
    assert engine.ask(*queries) == ["response false", "response false", "response none"]


@pytest.mark.parametrize("result", OVER)
def test_queries_after_the_end(engine: UgiProcess, result: str) -> None:
    engine.send(f"position fen {OVER[result]}")
    assert engine.ask("query gameover", "query result") == ["response true", f"response {result}"]


def test_d(engine: UgiProcess) -> None:
    lines = engine.ask("d")
    assert lines[:9] == str(Board()).splitlines()[:9]
    assert lines[-3:] == [f"fen {START_FEN}", f"obf {Board().to_obf()}", "moves d3 c4 f5 e6"]


@pytest.mark.parametrize("command", ["perft", "go perft"])
@pytest.mark.parametrize("depth", range(8))
def test_perft(engine: UgiProcess, depth: int, command: str) -> None:
    engine.send(f"{command} {depth}")
    *moves, total = engine.expect("perft")
    count = [1, *reference.PERFT][depth]
    assert total.startswith(f"perft {depth} nodes {count} time ")
    if depth:
        assert {line.split()[0] for line in moves} == {"d3", "c4", "f5", "e6"}
        assert sum(int(line.split()[1]) for line in moves) == count


def test_perft_of_a_pass_and_of_a_finished_game(engine: UgiProcess) -> None:
    engine.send(f"position fen {OVER['draw']}", "perft 3")
    assert engine.expect("perft")[-1].startswith("perft 3 nodes 1 ")


def test_perft_can_be_stopped(engine: UgiProcess) -> None:
    engine.send("perft 14", "stop")
    assert engine.expect("info")[-1] == "info string perft stopped"


def test_eval(engine: UgiProcess) -> None:
    engine.send("position startpos moves f5 f6", "eval")
    *lines, total = engine.expect("total")
    names = [line.split()[0] for line in lines]
    assert {"square_weights", "mobility", "corners", "stable_discs", "phase:"} <= set(names)
    assert re.fullmatch(r"total: [+-]\d+\.\d\d", total)
    value = Engine().evaluate(Board.from_moves("f5f6"))
    assert lines[0].startswith(f"pattern evaluation {value:+.2f};")
    engine.send("setoption name Evaluation value classic", "eval")
    assert engine.expect("total") == [*lines[1:], total]


def test_bench_can_be_stopped(engine: UgiProcess) -> None:
    engine.send("bench", "stop")
    assert engine.expect("info")[-1] == "info string bench stopped"


def test_help_names_every_command(refusing: UgiProcess) -> None:
    names = [line.split()[0] for line in refusing.ask("help")]
    assert {"ugi", "isready", "setoption", "uginewgame", "position", "go", "stop"} <= set(names)
    assert {"query", "quit", "d", "eval", "perft", "bench", "help"} <= set(names)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("hello", "unknown command 'hello': expected ugi, isready, "),
        ("uci", "unknown command 'uci': expected ugi, as this is no engine for chess"),
        ("UciNewGame", "unknown command 'UciNewGame': expected uginewgame"),
        ("go depth 5 " + "x" * 100, "unknown word 'xxx"),
        ("query", "unknown query '': expected gameover | p1turn | result"),
        ("query winner", "unknown query 'winner'"),
        ("isready now", "unexpected words in 'isready now': expected isready"),
        ("d d", "unexpected words in 'd d': expected d"),
        ("perft", "'perft': expected perft and a depth from 0 to 14"),
        ("perft 99", "'perft 99': expected perft and a depth from 0 to 14"),
        ("perft -1", "'perft -1'"),
        ("ponderhit", "'ponderhit' but nothing ponders: expected go ponder before it"),
        ("ponderhit now", "unexpected words in 'ponderhit now': expected ponderhit"),
    ],
)
def test_bad_commands(refusing: UgiProcess, line: str, expected: str) -> None:
    assert expected in error(refusing, line)


def test_blank_lines_are_no_commands(engine: UgiProcess) -> None:
    assert engine.ask("", " ", "\t", "\r") == []


# ---------------------------------------------------------------------- go


def go(engine: UgiProcess, command: str) -> tuple[list[re.Match[str]], str]:
    """Return the info lines and the best move."""
    engine.send(command)
    *lines, last = engine.expect("bestmove")
    infos = [INFO.fullmatch(line) for line in lines]
    assert None not in infos, lines
    assert re.fullmatch(r"bestmove ([a-h][1-8]|0000)", last)
    return [info for info in infos if info], last.split()[1]


def test_go_depth(engine: UgiProcess) -> None:
    engine.send("position startpos moves f5 d6")
    infos, move = go(engine, "go depth 6")
    assert [int(info["depth"]) for info in infos] == sorted(int(i["depth"]) for i in infos)
    assert infos[-1]["depth"] == "6" and infos[-1]["pv"].split()[0] == move
    assert move in map(str, Board.from_moves("f5d6").legal_moves())


@pytest.mark.parametrize(
    "command",
    [
        "go",
        "go nodes 10000",
        "go movetime 50",
        "go movetime 0",
        "go p1time 1000 p2time 1000 p1inc 10 p2inc 10",
        "go p1time 10 p2time 10",
        "go p1time -5 p2time 100",
        "go p2time 100 depth 4",
        "go p1time 100 movestogo 2",
        "go movetime 50 depth 60 nodes 1000000000",
        "go depth 999999999999",
    ],
)
def test_go_with_limits_ends_by_itself(engine: UgiProcess, command: str) -> None:
    engine.send("setoption name Level value 5")
    if "depth 9" in command:  # as deep as there are empties, so let there be few
        engine.send(SET_ENDGAME)
    assert go(engine, command)[1] in map(str, position(engine).legal_moves())


def test_go_solves_exactly(engine: UgiProcess) -> None:
    engine.send(SET_ENDGAME)
    for limit, score in [("exact", 600), ("depth 8", 600), ("wld", 100)]:
        infos, move = go(engine, f"go {limit}")
        assert infos[-1]["exact"] and int(infos[-1]["score"]) == score
        assert move == "a4" if limit != "wld" else ENDGAME_SCORES[move] > 0


def test_go_searchmoves(engine: UgiProcess) -> None:
    for move in map(str, Board().legal_moves()):
        assert go(engine, f"go searchmoves {move} depth 3")[1] == move
    assert go(engine, "go depth 3 searchmoves d3 E6")[1] in ("d3", "e6")


def test_multipv(engine: UgiProcess) -> None:
    engine.send("setoption name MultiPV value 3")
    infos, move = go(engine, "go depth 4")
    last = {info["multipv"]: info["pv"].split()[0] for info in infos}
    assert sorted(last) == ["1", "2", "3"] and len(set(last.values())) == 3 and last["1"] == move
    engine.send(SET_ENDGAME, "setoption name MultiPV value 33")
    infos, _ = go(engine, "go exact")
    scores = {info["pv"].split()[0]: int(info["score"]) // 100 for info in infos if info["exact"]}
    assert scores == ENDGAME_SCORES


def test_go_infinite_ends_with_stop_only(engine: UgiProcess) -> None:
    engine.send(SET_ENDGAME, "go infinite")
    # Solved at once, but the answer is for `stop`.
    engine.send("isready")
    lines = engine.expect("readyok")
    assert not any(line.startswith("bestmove") for line in lines)
    time.sleep(0.2)
    assert not any(line.startswith("bestmove") for line in engine.ask())
    engine.send("stop")
    assert engine.expect("bestmove")[-1] != "bestmove 0000"


def test_go_where_the_side_must_pass(engine: UgiProcess) -> None:
    engine.send(f"position fen {MUST_PASS}")
    for limit in ("depth 3", "exact", "movetime 20", "p2time 100", "nodes 10", "wld"):
        assert go(engine, f"go {limit}")[1] == "0000"


@pytest.mark.parametrize("result", OVER)
def test_go_when_the_game_is_over(engine: UgiProcess, result: str) -> None:
    engine.send(f"position fen {OVER[result]}")
    for limit in ("depth 3", "exact", "movetime 20", "p2time 100", "nodes 10", "wld", "infinite"):
        engine.send(f"go {limit}", "stop")
        assert engine.expect("bestmove")[-1] == "bestmove 0000"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("go wtime 1000", "unknown word 'wtime' after go: expected p2time, as white is UGI's p2"),
        ("go btime 1000", "unknown word 'btime' after go: expected p1time, as black is UGI's p1"),
        ("go depth 3 winc 10", "unknown word 'winc' after go: expected p2inc"),
        ("go binc 10", "unknown word 'binc' after go: expected p1inc"),
        ("go mate 3", "unknown word 'mate' after go: expected exact"),
        ("go perft", "'perft': expected perft and a depth from 0 to"),
        ("go perft x", "'perft x': expected perft and a depth from 0 to"),
        ("go fast", "unknown word 'fast' after go: expected depth, nodes, "),
        ("go depth", "invalid depth '' after go: expected an integer from 1"),
        ("go depth 0", "invalid depth '0' after go"),
        ("go depth five", "invalid depth 'five' after go"),
        ("go depth 5 depth 6", "'depth' stands twice in go"),
        ("go movetime -1", "invalid movetime '-1' after go"),
        ("go p1time 1.5", "invalid p1time '1.5' after go: expected an integer"),
        ("go movestogo 0", "invalid movestogo '0' after go"),
        ("go searchmoves", "'searchmoves' without moves"),
        ("go searchmoves a1", "illegal move 'a1' on "),
        ("go searchmoves x1 depth 1", "invalid move 'x1': expected a1 ... h8 or pass"),
        ("go ponder ponder", "'ponder' stands twice in go"),
    ],
)
def test_bad_go(refusing: UgiProcess, line: str, expected: str) -> None:
    assert expected in error(refusing, line)


@pytest.mark.parametrize(
    "options",
    [
        ["Algorithm value alphabeta"],
        ["Algorithm value minimax"],
        [f"Threads value {min(2, Engine.max_threads())}", "Granularity value 3"],
        ["VerifyMode value true"],
        ["Selectivity value 73"],
        ["EndgameDepth value 12", "Level value 1"],
        ["Hash value 1", "MoveOverhead value 0"],
    ],
)
def test_go_under_every_option(engine: UgiProcess, options: list[str]) -> None:
    assert engine.ask(*(f"setoption name {option}" for option in options)) == []
    engine.send("position startpos moves f5 d6 c3")
    assert go(engine, "go depth 4")[1] in map(str, Board.from_moves("f5d6c3").legal_moves())
    engine.send(SET_ENDGAME)
    infos, move = go(engine, "go exact")
    # Whatever prunes the searches before it: what is asked for is proven.
    assert infos[-1]["score"] == "600" and infos[-1]["exact"] and move == "a4"


def test_endgame_depth_solves_at_any_depth(engine: UgiProcess) -> None:
    engine.send(SET_ENDGAME)
    assert not go(engine, "go depth 2")[0][-1]["exact"]
    engine.send("setoption name EndgameDepth value 8")
    assert go(engine, "go depth 2")[0][-1]["exact"]


# ---------------------------------------------------------------------- several things at once


def test_commands_during_a_search_act_on_the_next(engine: UgiProcess) -> None:
    engine.send("go infinite", "position startpos moves f5", "query p1turn")
    engine.expect("response false")
    engine.send("foo")
    engine.expect("info string error: unknown command 'foo'")
    engine.send("position startpos moves a1")
    engine.expect("info string error: illegal move 'a1'")
    engine.send("stop")
    assert engine.expect("bestmove")[-1].split()[1] in map(str, Board().legal_moves())
    assert position(engine) == Board.from_moves("f5")


def test_every_go_of_a_script_is_answered(engine: UgiProcess) -> None:
    """Lines that come while a search runs wait for it where they must."""
    engine.send(
        "setoption name Hash value 2", "go depth 5", "uginewgame", "position startpos moves f5"
    )
    engine.send("setoption name Hash value 1", "go depth 5", "perft 3", "go depth 4")
    moves = [engine.expect("bestmove")[-1].split()[1] for _ in range(2)]
    assert moves[0] in map(str, Board().legal_moves())
    assert moves[1] in map(str, Board.from_moves("f5").legal_moves())
    engine.expect("perft 3 nodes ")
    engine.expect("bestmove")


def test_many_quick_stops(engine: UgiProcess) -> None:
    legal = set(map(str, Board().legal_moves()))
    for _ in range(100):
        engine.send("go infinite", "stop")
        assert engine.expect("bestmove")[-1].split()[1] in legal
    for _ in range(100):
        engine.send("go infinite\nstop\n" * 2)
    for _ in range(200):
        engine.expect("bestmove")
    assert engine.ask("stop", "stop") == []


# ---------------------------------------------------------------------- pondering


def test_pondering_and_a_hit(engine: UgiProcess) -> None:
    engine.send("position startpos moves f5", "go ponder p1time 400 p2time 400")
    engine.ask()
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in engine.ask())
    engine.send("ponderhit")
    assert engine.expect("bestmove")[-1].split()[1] in ("f4", "d6", "f6")


def test_a_hit_at_once(engine: UgiProcess) -> None:
    """Without a clock the level decides, and what stands in the way of the hit is overtaken."""
    for limit in ("", " depth 3", " p1time 300", " movetime 20", " nodes 1000", " infinite"):
        engine.send(f"go ponder{limit}", "setoption name Level value 3", "ponderhit")
        if limit == " infinite":
            engine.send("stop")
        assert engine.expect("bestmove")[-1].split()[1] in ("d3", "c4", "f5", "e6")
    assert engine.ask() == []


def test_pondering_and_a_stop(engine: UgiProcess) -> None:
    for limit in ("", " depth 3", " p1time 300"):
        engine.send(f"go ponder{limit}", "stop")
        assert engine.expect("bestmove")[-1].split()[1] in ("d3", "c4", "f5", "e6")
    # The clock of a search that has ended stops no other.
    engine.send("go ponder p1time 200", "ponderhit", "stop", "go infinite")
    engine.expect("bestmove")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in engine.ask())
    engine.send("stop")
    engine.expect("bestmove")


def test_the_expected_reply_is_told_if_asked_for(engine: UgiProcess) -> None:
    engine.send("setoption name Ponder value true", "go depth 6")
    words = engine.expect("bestmove")[-1].split()
    assert words[2] == "ponder" and len(words) == 4
    board = Board().after(words[1])
    assert words[3] in map(str, board.legal_moves())
    for result in OVER.values():
        engine.send(f"position fen {result}", "go depth 6")
        assert engine.expect("bestmove")[-1] == "bestmove 0000"
    engine.send("position startpos", "setoption name Ponder value false", "go depth 6")
    assert len(engine.expect("bestmove")[-1].split()) == 2


# ---------------------------------------------------------------------- weights and the log


def test_weights_from_a_file(engine: UgiProcess, tmp_path: Path) -> None:
    weights = default_weights()
    halved = weights._replace(values=array("h", [value // 2 for value in weights.values]))
    path = tmp_path / "half  as much.bin"
    path.write_bytes(halved.to_bytes())
    shipped = score_of(engine)
    assert engine.ask(f"setoption name WeightsFile value {path}") == []
    half = score_of(engine)
    assert half != shipped
    bad = tmp_path / "bad.bin"
    bad.write_bytes(path.read_bytes()[:-1])
    for name, expected in [(bad, "bad.bin has "), (tmp_path / "none", "No such file or directory")]:
        assert expected in error(engine, f"setoption name WeightsFile value {name}")
        assert score_of(engine) == half
    assert engine.ask("setoption name WeightsFile value <empty>") == []
    assert score_of(engine) == shipped


def score_of(engine: UgiProcess) -> str:
    engine.send("position startpos moves f5 d6 c3 d3", "go depth 1")
    return engine.expect("bestmove")[0].split(" nodes ")[0]


@pytest.mark.parametrize(
    ("arguments", "lines", "reply"),
    [
        ((), ["isready"], "readyok"),
        (("ugi",), ["isready"], "readyok"),
        ((), ["nboard 2", "ping 3"], "pong 3"),
        (("nboard",), ["ping 3"], "pong 3"),
        ((), ["4 protocol_version"], "=4 2"),
        (("gtp",), ["4 protocol_version"], "=4 2"),
    ],
)
def test_the_log_has_both_directions(
    arguments: tuple[str, ...], lines: list[str], reply: str, tmp_path: Path
) -> None:
    path = tmp_path / "dialogue.log"
    for _ in range(2):  # the second is appended
        with UgiProcess(*arguments, "--log", str(path)) as engine:
            engine.send(*lines)
            engine.expect(reply)
            engine.send("bl\xfch".encode("latin-1"))
    record = path.read_text(encoding="ascii").splitlines()
    said = [line[12:] for line in record if re.match(r" *\d+\.\d{6} [<>] ", line)]
    assert [said.count(f"> {line}") for line in lines] == [2] * len(lines)
    assert said.count(f"< {reply}") == 2 and said.count(r"> bl\xfch") == 2
    assert said.index(f"> {lines[-1]}") < said.index(f"< {reply}")


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    with UgiProcess("--log", "/dev/full") as engine:
        assert engine.ask("query p1turn") == ["response true"]
    done = othello("ugi", "--log", tmp_path / "no folder" / "log")
    assert done.returncode == 2 and "no folder" in done.stderr
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    done = othello("ugi", "--log", fifo)
    assert (done.returncode, done.stderr) == (2, f"othello: {fifo}: nobody reads this pipe\n")


def test_weights_files_that_are_none(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with UgiProcess() as engine:
        for path, expected in [
            (fifo, f"error: {fifo} is no weights file: "),
            ("a\0b", r"error: cannot read 'a\x00b' for WeightsFile: embedded null byte"),
        ]:
            (answer,) = engine.ask(f"setoption name WeightsFile value {path}")
            assert answer.startswith(f"info string {expected}")


# ---------------------------------------------------------------------- which protocol


@pytest.mark.parametrize(
    ("first", "reply"),
    [
        ("protocol_version", "= 2"),
        ("17 name", "=17 othello"),
        ("name # who?", "= othello"),
        ("list_games", "= Othello"),
        ("boardsize 9", "? unacceptable size"),
        ("genmove b", "= "),
        ("nboard 2", "set myname othello"),
        ("NBoard 2\r", "set myname othello"),
        ("ugi", "id name othello"),
        ("query result", "response none"),
        ("hello", "info string error: unknown command 'hello'"),
        ("# comment", "info string error: unknown command '# comment'"),
    ],
)
def test_the_first_command_chooses_the_protocol(fresh: UgiProcess, first: str, reply: str) -> None:
    fresh.send("", first)
    assert fresh.read_line().startswith(reply)


def test_what_no_protocol_knows_chooses_none(fresh: UgiProcess) -> None:
    fresh.send("hello", "set game x", "list_commands")
    for _ in range(2):
        assert fresh.read_line().startswith("info string error: ")
    assert fresh.read_line() == "= protocol_version"


def test_protocols_that_are_chosen_stay() -> None:
    for protocol, line, reply in [
        ("ugi", "protocol_version", "info string error: unknown command"),
        ("gtp", "isready", "? unknown command"),
    ]:
        with UgiProcess(protocol) as engine:
            engine.send(line)
            assert engine.read_line().startswith(reply)
