"""Weights from files, the log, and which protocol the first command chooses."""

import os
import re
from array import array
from pathlib import Path

import pytest
from support.cli_process import answer, othello, refused, written
from support.engine_process import UgiProcess
from support.rooms import needs

from othello.weights import default_weights


def test_weights_from_a_file(engine: UgiProcess, tmp_path: Path) -> None:
    weights = default_weights()
    halved = weights._replace(values=array("h", [value // 2 for value in weights.values]))
    path = written(tmp_path / "half  as much.bin", halved.to_bytes())
    shipped = score_of(engine)
    assert engine.ask(f"setoption name WeightsFile value {path}") == []
    half = score_of(engine)
    assert half != shipped
    bad = written(tmp_path / "bad.bin", path.read_bytes()[:-1])
    for name, expected in [(bad, "bad.bin has "), (tmp_path / "none", "No such file or directory")]:
        assert expected in engine.refusal(f"setoption name WeightsFile value {name}")
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


@needs("interfaces")
def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    script = "query p1turn\ngo depth 2\nisready\nquit\n"
    for name, reply in (("ugi", "response true"), ("gtp", "? unknown command")):
        full = othello(name, "--log", "/dev/full", stdin=script)
        assert full.returncode == 0 and reply in full.stdout
        assert full.stderr == "othello: /dev/full: No space left on device: the log ends here\n"
    # NBoard may read stderr as replies.
    script = "nboard 2\nping 1\nquit\n"
    assert "pong 1" in answer("nboard", "--log", "/dev/full", stdin=script)
    assert "no folder" in refused("ugi", "--log", tmp_path / "no folder" / "log")
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    assert refused("ugi", "--log", fifo) == f"othello: {fifo}: nobody reads this pipe\n"
