"""The engine on other machines, which QEMU, Wine and Node stand in for (`tools/run_on.sh`)."""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from support.server import last_answer, send

from othello._core import supported
from othello._isas import TABLE

ROOT = Path(__file__).resolve().parents[2]
FFO = ROOT / "tests" / "positions" / "ffo-01-19.obf"
DEBIAN = ("apt-get", "dpkg")
PROGRAMS = {
    "arm64": ("qemu-aarch64-static", "aarch64-linux-gnu-gcc", *DEBIAN),
    "windows": ("wine", "x86_64-w64-mingw32-gcc", *DEBIAN),
    "wasm": ("emcc", "node", "npm"),
}

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def command(machine: str, *arguments: object) -> list[str]:
    """Return the command that runs Python with arguments on a machine."""
    if missing := [name for name in PROGRAMS[machine] if shutil.which(name) is None]:
        pytest.skip(f"{', '.join(missing)} not installed")
    python = f"PYTHON={sys.executable}"
    return ["env", python, str(ROOT / "tools" / "run_on.sh"), machine, *map(str, arguments)]


def run(machine: str, *arguments: object, script: str = "", isa: str = "") -> str:
    """Run Python with arguments on a machine, with a script as input; return its output."""
    done = subprocess.run(
        command(machine, *arguments),
        env=os.environ | {"OTHELLO_ISA": isa},
        input=script.encode(),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize(
    ("machine", "isa"),
    [
        ("arm64", "generic"),
        ("arm64", "neon"),
        ("wasm", "generic"),
        ("wasm", "simd128"),
        *(("windows", isa) for isa in supported()),
    ],
)
def test_it_searches_the_same_nodes(machine: str, isa: str) -> None:
    signature = subprocess.run(
        [sys.executable, "-I", "-m", "othello", "bench"], capture_output=True, text=True, check=True
    ).stdout.split()[-4]
    found = run(machine, "-m", "othello", "bench", isa=isa)
    assert f"isa {isa}\n" in found.replace("\r", "")
    assert found.split()[-4] == signature


@pytest.mark.parametrize(("machine", "lines"), [("arm64", "1-5"), ("windows", "1-19")])
def test_it_solves_with_two_threads(machine: str, lines: str) -> None:
    run(machine, "-m", "othello", "solve", FFO, "--lines", lines, "--threads", "2")


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["newline", "windows"])
@pytest.mark.parametrize("machine", ["arm64", "windows"])  # the loop needs threads
def test_it_speaks_ugi(machine: str, end: str) -> None:
    lines = ["position startpos moves f5", "go depth 8", ""]
    answer = run(machine, "-m", "othello", "ugi", script=end.join(lines))
    assert answer.splitlines()[-1].startswith("bestmove d6")


def test_windows_plays_games_over_each_protocol() -> None:
    """As the player of a tournament, a process whose path has backslashes."""
    python = run("windows", "-c", "import sys; print(sys.executable)").strip()
    assert "\\" in python
    ours = f"{python} -m othello"
    players = [ours, f"ugi:{ours} ugi", f"gtp:{ours} gtp", f"nboard:{ours} nboard --level 1"]
    words = ["-m", "othello", "tournament", *players, "--games", "2", "--movetime", "50", "--json"]
    *games, _ = map(json.loads, run("windows", *words).splitlines())
    assert len(games) == 12 and {game["fault"] for game in games} <= {None, "time"}


def test_windows_tells_the_processor_time_of_engines() -> None:
    words = ["-m", "othello", "match", "depth=8", "depth=1", "--games", "2", "--cputime", "--json"]
    *_, last = map(json.loads, run("windows", *words, "--movetime", "50").splitlines())
    assert last["total"]["a"]["processor"] > 0


def test_windows_gives_games_at_once_processors_of_their_own() -> None:
    run("windows", "-m", "pytest", "-q", "tests/matches/test_games.py", "-k", "cores")


def test_windows_has_files_with_any_letters_and_pipes_of_utf_8(tmp_path: Path) -> None:
    """Whatever its code page is; and lines may end as they do there."""
    name = tmp_path / "Spiele für Ōta" / "größte ±"
    name.parent.mkdir()
    name.with_suffix(".txt").write_bytes(b"f5d6c3\r\nf5f6\r\n")
    run("windows", "-m", "othello", "convert", f"{name}.txt", f"{name}.ggf")
    assert Path(f"{name}.ggf").read_bytes().count(b"(;") == 2
    Path(f"{name}.obf").write_bytes(FFO.read_bytes().splitlines()[0] + b"\r\n")
    assert f"{name.name}.obf:1 " in run("windows", "-m", "othello", "solve", f"{name}.obf")


def test_windows_hears_ctrl_c_in_a_match() -> None:
    script = """
import signal, sys, threading
from othello.cli import main
threading.Timer(2, signal.raise_signal, (signal.SIGINT,)).start()
print(main("match othello hash=2 --movetime 3600000 --games 2".split()))
"""
    assert run("windows", "-c", script).split()[-1] == "130"


def test_windows_hears_ctrl_c_while_threads_work() -> None:
    script = """
import signal, threading
from othello.training.threads import in_threads
threading.Timer(2, signal.raise_signal, (signal.SIGINT,)).start()
try:
    in_threads(lambda number, given_up: given_up.wait(1000), range(3), 2)
except KeyboardInterrupt:
    print("heard")
"""
    assert run("windows", "-c", script).split()[-1] == "heard"


def test_windows_leaves_no_lock_files(tmp_path: Path) -> None:
    book = tmp_path / "eigenes Büchlein.book"
    run("windows", "-m", "othello", "book", "build", book, "--positions", "5", "--level", "1")
    assert [each.name for each in tmp_path.iterdir()] == [book.name]
    assert "5" in run("windows", "-m", "othello", "book", "check", book)


def test_windows_serves() -> None:
    """A page over HTTP, and an answer over a WebSocket."""
    connect = pytest.importorskip("websockets.sync.client").connect
    words = command("windows", "-m", "othello", "serve", "--port", "0", "--no-open")
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(address) as page:
                assert b"<!DOCTYPE html>" in page.read()
            with connect(f"{address.replace('http', 'ws')}api/v1/socket") as socket:
                send(socket, id=1, do="search", position="f5", depth=8)
                _, answer = last_answer(socket, 1)
            assert answer["result"]["move"] == "d6"
        finally:
            server.kill()


@pytest.mark.parametrize(
    ("system", "machine", "kind"),
    [
        ("aarch64-macos", "aarch64", b"\xcf\xfa\xed\xfe\x0c\0\0\x01"),
        ("x86_64-macos", "x86_64", b"\xcf\xfa\xed\xfe\x07\0\0\x01"),
        ("aarch64-linux-musl", "aarch64", b"\x7fELF"),
        ("x86_64-linux-musl", "x86_64", b"\x7fELF"),
    ],
)
def test_zig_compiles_and_links_every_module(system: str, machine: str, kind: bytes) -> None:
    pytest.importorskip("ziglang")
    script = ROOT / "tools" / "compile_for.sh"
    subprocess.run([script, system], env=os.environ | {"PYTHON": sys.executable}, check=True)
    modules = {
        path.name.partition(".")[0]: path
        for path in (ROOT / "build" / system / "lib" / "othello").iterdir()
        if path.suffix == ".so"
    }
    variants = {f"_core_{isa.name}" for isa in TABLE if isa.machine in (None, machine)}
    once = {path.stem for path in (ROOT / "pyx").glob("*.pyx")} - {"_core"} | {"_memoryviews"}
    assert modules.keys() == variants | once
    assert all(path.read_bytes().startswith(kind) for path in modules.values())
