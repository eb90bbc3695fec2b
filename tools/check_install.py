"""Try an installed othello as its users do: threads, a solve, a protocol session.

    cd somewhere && python tools/check_install.py [--bundled] [--all-isas]

Run it with the interpreter that othello is installed for, and outside of the source tree.
cibuildwheel and tools/build_wheel.py run it on every wheel that they make.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import othello
from othello import _cpu
from othello._core import core, isas
from othello._isas import TABLE

SOURCE = Path(__file__).resolve().parent.parent
PACKAGE = Path(othello.__file__).resolve().parent

# FFO #40, solved by many programs.
POSITION = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
MOVE, SCORE = "a2", 38

SESSION = "ugi\nisready\nposition startpos moves f5 d6\ngo depth 10\n"
SECONDS = 300


def expect(condition: bool, otherwise: str) -> None:
    """Exit with the message `otherwise` unless `condition` holds."""
    if not condition:
        sys.exit(f"{PACKAGE}: {otherwise}")


def run(*arguments: str, stdin: str = "") -> str:
    """Run the command line and return what it prints; exit if it fails or prints errors."""
    result = subprocess.run(
        [sys.executable, "-m", "othello", *arguments],
        input=stdin,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    expect(result.returncode == 0, f"exit code {result.returncode}: {result.stderr}")
    expect(result.stderr == "", result.stderr)
    return result.stdout


def state() -> dict[Path, tuple[int, int]]:
    """Return size and time of each file of the package, to see whether any is written."""
    files = [path for path in PACKAGE.rglob("*") if "__pycache__" not in path.parts]
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in files}


def check_threads(bundled: bool) -> None:
    """Check that two threads solve; if `bundled`, with the libgomp that came with the wheel."""
    expect(core.max_threads() > 1, "no OpenMP")
    with othello.Engine(threads=2, hash_mb=16) as engine:
        result = engine.solve(othello.Board.from_obf(POSITION))
    expect((str(result.move), result.score) == (MOVE, SCORE), f"two threads found {result}")
    if bundled:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
        loaded = {line.split()[-1] for line in maps.splitlines() if "libgomp" in line}
        expect(len(loaded) == 1, f"libgomp: {sorted(loaded)}")
        (library,) = loaded
        expect(
            Path(library).parent == PACKAGE.with_name("othello_engine.libs"), f"loaded {library}"
        )


def check_solve() -> None:
    """Check that the command line solves a position."""
    line, _ = run("solve", POSITION, "--json").splitlines()
    found = json.loads(line)
    expect((found["move"], found["score"], found["exact"]) == (MOVE, SCORE, True), line)


def check_session() -> None:
    """Check that a UGI session is answered, and its last move legal."""
    lines = run(stdin=SESSION).splitlines()
    expect("ugiok" in lines and "readyok" in lines, f"said {lines}")
    legal = map(str, othello.Board.from_moves("f5d6").legal_moves())
    expect(lines[-1] in [f"bestmove {move}" for move in legal], f"said {lines[-1]}")


def main() -> None:
    """Make all checks; exit with a message at the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bundled", action="store_true", help="libgomp comes with the wheel")
    parser.add_argument(
        "--all-isas", action="store_true", help="there is each core for the machine"
    )
    arguments = parser.parse_args()
    expect(SOURCE not in PACKAGE.parents, "this is the source tree, not what was installed")
    if arguments.all_isas:
        compiled = [path for path in PACKAGE.glob("_core_*") if path.suffix in (".so", ".pyd")]
        present = {path.name.split(".")[0].removeprefix("_core_") for path in compiled}
        wanted = {isa.name for isa in TABLE if isa.machine in (None, _cpu.machine())}
        missing = wanted - present
        expect(not missing, f"no core for {sorted(missing)}")
    before = state()
    check_threads(arguments.bundled)
    check_solve()
    check_session()
    expect(state() == before, "files were written")
    print(f"othello {othello.__version__} in {PACKAGE}: {core.COMPILER}, {' '.join(isas())}: good")


if __name__ == "__main__":
    main()
