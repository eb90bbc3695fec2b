"""The engine under Windows, in WebAssembly, and as zig compiles it: Wine and Node stand in.

What takes less time is in test_emulated.py, 64-bit Arm among it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.chromium import chromium
from support.known_games import PLAYED
from support.machines import FFO, bench_nodes, command, run
from support.served_page import served_page
from support.source import SOURCE

from othello._core import supported
from othello._isas import TABLE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.mark.parametrize(
    ("machine", "isa"),
    [("wasm", "generic"), ("wasm", "simd128"), *(("windows", isa) for isa in supported())],
)
def test_it_searches_the_same_nodes(machine: str, isa: str) -> None:
    ours = subprocess.run(
        [sys.executable, "-I", "-m", "othello", "bench"], capture_output=True, text=True, check=True
    ).stdout
    found = run(machine, "-m", "othello", "bench", isa=isa)
    assert f"isa {isa}\n" in found.replace("\r", "")
    assert bench_nodes(found) == bench_nodes(ours)


def test_windows_reads_its_own_ends_of_lines() -> None:
    script = "position startpos moves f5\r\ngo depth 8\r\n"
    answer = run("windows", "-m", "othello", "ugi", script=script)
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


def test_windows_passes_the_tests_of_files() -> None:
    """Without pytest's file in the place of stderr, with which no Python starts under Wine."""
    tests = ["tests/files/test_files.py", "tests/formats/test_convert_bytes.py"]
    run("windows", "-m", "pytest", "-q", "-m", "not slow", "--capture=sys", *tests)


def test_windows_has_files_with_any_letters_and_pipes_of_utf_8(tmp_path: Path) -> None:
    """Whatever its code page is; and lines may end as they do there."""
    name = tmp_path / "Spiele für Ōta" / "größte ±"
    name.parent.mkdir()
    name.with_suffix(".txt").write_bytes(b"f5d6c3\r\nf5f6\r\n")
    run("windows", "-m", "othello", "convert", f"{name}.txt", f"{name}.ggf")
    assert Path(f"{name}.ggf").read_bytes().count(b"(;") == 2
    Path(f"{name}.obf").write_bytes(FFO.read_bytes().splitlines()[0] + b"\r\n")
    assert f"{name.name}.obf:1 " in run("windows", "-m", "othello", "solve", f"{name}.obf")


def test_windows_hears_ctrl_c_in_a_match_and_while_threads_work() -> None:
    script = """
import signal, threading
from othello.cli import main
from othello.training.threads import in_threads
threading.Timer(2, signal.raise_signal, (signal.SIGINT,)).start()
print(main("match othello hash=2 --movetime 3600000 --games 2".split()))
threading.Timer(2, signal.raise_signal, (signal.SIGINT,)).start()
try:
    in_threads(lambda number, given_up: given_up.wait(1000), range(3), 2)
except KeyboardInterrupt:
    print("heard")
"""
    assert run("windows", "-c", script).split()[-2:] == ["130", "heard"]


def test_windows_leaves_no_lock_files(tmp_path: Path) -> None:
    book = tmp_path / "eigenes Büchlein.book"
    run("windows", "-m", "othello", "book", "build", book, "--positions", "5", "--level", "1")
    assert [each.name for each in tmp_path.iterdir()] == [book.name]
    assert "5" in run("windows", "-m", "othello", "book", "check", book)


def test_windows_serves_a_page() -> None:
    """In the browser here, a game and an analysis."""
    words = command("windows", "-m", "othello", "serve", "--port", "0", "--no-open")
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with chromium() as browser, served_page(browser, address) as page:
                page.begin()
                for _ in range(3):
                    page.play()
                page.show(f"#review/{PLAYED}")
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
    script = SOURCE / "tools" / "compile_for.sh"
    subprocess.run([script, system], env=os.environ | {"PYTHON": sys.executable}, check=True)
    modules = {
        path.name.partition(".")[0]: path
        for path in (SOURCE / "build" / system / "lib" / "othello").iterdir()
        if path.suffix == ".so"
    }
    variants = {f"_core_{isa.name}" for isa in TABLE if isa.machine in (None, machine)}
    once = {path.stem for path in (SOURCE / "pyx").glob("*.pyx")} - {"_core"} | {"_memoryviews"}
    assert modules.keys() == variants | once
    assert all(path.read_bytes().startswith(kind) for path in modules.values())
