"""UGI's commands but `go`, as scripts of send and expect against the real process."""

import re

import pytest
from support import reference
from support.engine_process import UgiProcess
from support.known_games import MUST_PASS, OVER
from support.threads import needs_openmp

from othello import Board, Engine, Move
from othello._core import core
from othello.protocol.ugi_text import format_go, format_info, parse_go, parse_info
from othello.result import Info

START_FEN = "8/8/8/3ox3/3xo3/8/8/8 x"


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
        "Algorithm", "BookDepth", "BookFile", "BookRandomness", "Clear Hash", "CpuTime",
        "DeepenHot", "EndgameDepth", "Evaluation", "Granularity", "Hash", "Level", "MoveOverhead",
        "MultiPV", "OwnBook", "Ponder", "Randomness", "Seed", "Selectivity", "Strength", "Threads",
        "VerifyMode", "WeightsFile",
    }  # fmt: skip


@needs_openmp
def test_more_threads_than_processors(engine: UgiProcess) -> None:
    threads = core.processors() + 1
    (line,) = engine.ask(f"setoption name Threads value {threads}")
    assert line.startswith(f"info string warning: {threads} threads on {threads - 1} processor")
    assert engine.search("go depth 8")[1] in map(str, Board().legal_moves())


def test_options_are_matched_without_case(engine: UgiProcess) -> None:
    engine.send("setoption name hASH value 2", "setoption name CLEAR hash")
    engine.send("setoption name VerifyMode value TRUE", "setoption name algorithm value AlphaBeta")
    assert engine.ask("SetOption Name multipv Value 2") == []


def test_isready_during_a_search(engine: UgiProcess) -> None:
    engine.send("go infinite")
    assert all(line.startswith("info ") for line in engine.ask())
    engine.go("stop")


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
    assert engine.position() == expected


@pytest.mark.parametrize("passes", ["0000 ", "pass ", "PA ", "ps ", "-- ", ""])
def test_forced_passes(engine: UgiProcess, passes: str) -> None:
    """All spellings of a pass are read, and one left out is put in."""
    assert engine.ask(f"position fen {MUST_PASS} moves {passes}c1") == []
    assert engine.position() == Board.from_obf("XXX" + "-" * 61 + " O")


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


@pytest.mark.parametrize("command", ["perft 14", "bench"])
def test_other_work_can_be_stopped(engine: UgiProcess, command: str) -> None:
    engine.send(command, "stop")
    assert engine.expect("info")[-1] == f"info string {command.split()[0]} stopped"


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


def test_help_names_every_command(refusing: UgiProcess) -> None:
    names = [line.split()[0] for line in refusing.ask("help")]
    assert {"ugi", "isready", "setoption", "uginewgame", "position", "go", "stop"} <= set(names)
    assert {"query", "quit", "d", "eval", "perft", "bench", "help"} <= set(names)


def test_blank_lines_are_no_commands(engine: UgiProcess) -> None:
    assert engine.ask("", " ", "\t", "\r") == []


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
        ("setoption", "expected setoption name NAME"),
        ("setoption Hash 16", "'setoption Hash 16': expected setoption name NAME"),
        ("setoption name", "expected setoption name NAME"),
        (
            "setoption name Hsah value 16",
            "unknown option 'Hsah': did you mean Hash? Expected Hash, ",
        ),
        ("setoption name Hash", "no value for Hash: expected 1 to "),
        ("setoption name Hash value", "invalid value '' for Hash: expected 1 to "),
        ("setoption name Hash value x", "invalid value 'x' for Hash: expected 1 to "),
        ("setoption name Hash value 0", "invalid value '0' for Hash: expected 1 to "),
        ("setoption name Hash value 1e9", "invalid value '1e9' for Hash"),
        ("setoption name Hash value 1000000", "no memory for a table of 1000000 MB"),
        ("setoption name Hash value " + "9" * 5000, "invalid value '9999"),
        ("setoption name Threads value 100000", "invalid value '100000' for Threads: expected 1"),
        ("setoption name Evaluation value best", "invalid value 'best' for Evaluation: expected"),
        ("setoption name Selectivity value 50", "expected 73, 87, 95, 98, 99, 100"),
        ("setoption name VerifyMode value 1", "for VerifyMode: expected true or false"),
        ("setoption name Clear Hash value 1", "for Clear Hash: expected none"),
        ("setoption name Level value 61", "invalid value '61' for Level: expected 0 to 60"),
        ("setoption name MoveOverhead value -1", "invalid value '-1' for MoveOverhead"),
        ("position", "expected position startpos | fen FEN [moves MOVE ...]"),
        ("position start", "'position start': expected position startpos"),
        ("position startpos f5", "'position startpos f5': expected position startpos"),
        ("position fen", "expected the squares"),
        ("position fen 8/8/8/8 x", "'8/8/8/8 x': 4 ranks, expected 8"),
        ("position fen 8/8/8/3ox3/3xo3/8/8/8", "expected"),
        ("position fen 8/8/8/3ox3/3xo3/8/8/9 x", "'9' is no square"),
        ("position fen 8/8/8/3ox3/3xo3/8/8/8 z", "invalid side 'z'"),
        ("position startpos moves f5 f5", "illegal move 'f5'"),
        ("position startpos moves f5 i9", "invalid move 'i9' (move 2): expected a1 ... h8 or pass"),
        ("position startpos moves pass", "illegal move 'pass'"),
        ("position startpos moves f5d6z9", "invalid move 'z9'"),
        ("position startpos moves a1", "expected d3 c4 f5 e6"),
        ("go wtime 1000", "unknown word 'wtime' after go: expected p2time, as white is UGI's p2"),
        ("go btime 1000", "unknown word 'btime' after go: expected p1time, as black is UGI's p1"),
        ("go depth 3 winc 10", "unknown word 'winc' after go: expected p2inc"),
        ("go binc 10", "unknown word 'binc' after go: expected p1inc"),
        ("go mate 3", "unknown word 'mate' after go: expected exact"),
        ("go perft", "'perft': expected perft and a depth from 0 to"),
        ("go perft x", "'perft x': expected perft and a depth from 0 to"),
        ("go fast", "unknown word 'fast' after go: expected depth, nodes, "),
        ("go depth", "invalid depth '' after go: expected an integer from 1"),
        (f"go depth {10**19}", "after go: expected an integer from 1 to 999999999999999999"),
        (f"go p1time {10**19}", "after go: expected an integer up to 999999999999999999"),
        ("go depth 0", "invalid depth '0' after go"),
        ("go depth five", "invalid depth 'five' after go"),
        ("go depth 5 depth 6", "'depth' stands twice in go"),
        ("go movetime -1", "invalid movetime '-1' after go"),
        ("go p1time 1.5", "invalid p1time '1.5' after go: expected an integer"),
        ("go movestogo 0", "invalid movestogo '0' after go"),
        ("go searchmoves", "'searchmoves' without moves"),
        ("go searchmoves a1", "illegal move 'a1' for "),
        ("go searchmoves x1 depth 1", "invalid move 'x1': expected a1 ... h8 or pass"),
        ("go ponder ponder", "'ponder' stands twice in go"),
    ],
)
def test_refused_lines(refusing: UgiProcess, line: str, expected: str) -> None:
    refusing.send("position startpos moves f5 d6 c3")
    assert expected in refusing.refusal(line)


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


@pytest.mark.parametrize("words", ["", "ponder", "infinite", "searchmoves d3"])
def test_words_that_do_not_say_how_far_to_search(words: str) -> None:
    """With these the start-up setting of seconds a move holds."""
    assert not parse_go(words.split()).is_limited
    assert parse_go(["depth", "3", *words.split()]).is_limited


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
