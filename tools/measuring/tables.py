"""The tables that a command can measure again, each a function that returns it as Markdown.

With `quick` a function makes its smallest run, for tests; the figures then mean nothing.
"""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

from measuring.techniques import TECHNIQUES, rows
from othello._core import isas

ROOT = Path(__file__).resolve().parents[2]
FFO = "tests/positions/ffo-40-59.obf"
CHALLENGES = ("e2[0-4]-*", "ffo-4?")
"""The positions of `othello benchmark` that other engines solve too."""
SUITES = ("tests/positions/ffo-20-39.obf", FFO)
# -I: the installed engine, not the folder othello/ of the sources, where the core may be missing.
OTHELLO = (sys.executable, "-I", "-m", "othello")


class Table(NamedTuple):
    """How a table is measured; whether its figures depend on the search; the command to show."""

    measure: Callable[[bool], str]
    searches: bool
    command: str
    tuning: bool = False
    """Whether it needs a build with ``OTHELLO_TUNING=1``."""
    by_name: bool = False
    """Whether it is measured only if it is named."""


def othello(*arguments: str, script: str = "", isa: str | None = None) -> str:
    """Run the command line, with `script` as its input, and return what it prints."""
    environment = os.environ if isa is None else {**os.environ, "OTHELLO_ISA": isa}
    command = [*OTHELLO, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, input=script, capture_output=True, text=True
    )
    if done.returncode > 1:  # 1: an answer differs from the file's
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def records(*arguments: str) -> list[dict[str, Any]]:
    """Run a command with ``--json`` and return its objects without the total."""
    lines = map(json.loads, othello(*arguments, "--json").splitlines())
    return [line for line in lines if "total" not in line]


def tool(name: str, *arguments: str, isa: str | None = None) -> dict[str, str]:
    """Run a script of tools/ that prints lines ``what: figure``, and return these."""
    environment = os.environ if isa is None else {**os.environ, "OTHELLO_ISA": isa}
    command = [sys.executable, str(ROOT / "tools" / name), *arguments]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return {
        what: figure for what, _, figure in (x.rpartition(": ") for x in done.stdout.splitlines())
    }


def processor() -> str:
    """Return the number of cores, the name of the processor and its widest instructions."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    if not names:
        return platform.processor()
    flags = next((line.split() for line in lines if line.startswith("flags")), [])
    wide = "AVX-512" if "avx512f" in flags else "AVX2" if "avx2" in flags else "no AVX2"
    return f"{len(names)} cores of {names[0]}, {wide}"


def bench_nodes() -> int:
    """Return the node count of `othello bench`, which names the search."""
    total = json.loads(othello("bench", "--json").splitlines()[-1])["total"]
    return int(total["nodes"])


def markdown(head: str, rows: list[list[object]]) -> str:
    """Return a Markdown table; `head` has the names of the columns, separated by ``|``."""
    names = head.split("|")
    first, *lines = (
        f"| {' | '.join(str(cell).strip() for cell in row)} |" for row in [names, *rows]
    )
    return "\n".join([first, "|---" * len(names) + "|", *lines])


def signed(score: int) -> str:
    """Return a score with its sign; the minus is U+2212."""
    return f"+{score}" if score > 0 else f"−{-score}" if score else "0"


# ---------------------------------------------------------------------- the tables


def perft(quick: bool) -> str:
    """Move generation: the leaves of the start position, on every instruction set."""
    rows: list[list[object]] = []
    for isa in isas():
        lines = [
            json.loads(othello("perft", "6" if quick else "11", "--json", isa=isa).splitlines()[0])
            for _ in range(1 if quick else 3)
        ]
        line = min(lines, key=lambda line: line["seconds"])
        speed = line["nodes"] / line["seconds"] / 1e6
        rows.append([isa, f"{line['seconds']:.3f}", f"{speed:.0f}"])
    return markdown("isa|seconds|M leaves/s", rows)


def ffo_40_49(quick: bool, lines: tuple[str, str] = ("1", "1-10"), *arguments: str) -> str:
    """FFO #40 to #49, or those in other lines of the file, solved."""
    rows: list[list[object]] = []
    found = records("solve", FFO, "--lines", lines[0 if quick else 1], *arguments)
    for line in found:
        if not line["correct"]:
            raise SystemExit(f"{line['id']}: the score is wrong")
        number = int(line["id"].rpartition(":")[2]) + 39
        cells = (f"#{number}", line["empties"], signed(line["score"]))
        rows.append([*cells, *effort(line["nodes"], line["seconds"])])
    total = effort(sum(x["nodes"] for x in found), sum(x["seconds"] for x in found))
    rows.append(["all", "", "", *total])
    return markdown("position|empties|score|M nodes|seconds|M nodes/s", rows)


def effort(nodes: int, seconds: float) -> list[str]:
    """Return the cells of million nodes, seconds, and million nodes a second."""
    return [f"{nodes / 1e6:,.1f}", f"{seconds:.2f}", f"{nodes / seconds / 1e6:.1f}"]


def ffo_50_59(quick: bool) -> str:
    """FFO #50 to #59, solved, in all."""
    *head, _, total = ffo_40_49(quick, ("20", "11-20"), "--hash", "1024").splitlines()
    return "\n".join([*head[:2], total])


def engines(quick: bool) -> str:
    """The benchmark's positions of 20 to 24 empties, and FFO #40 to #49, solved by engines in turn.

    OTHELLO_ENGINES names a JSON file with the name and the command of each engine but ours. Each
    solves all twice; of every position the lesser time counts. These results are written beside
    that file, and their picture into the docs.
    """
    if quick:
        return engines_table({"othello": best_results([benchmark("othello", "ffo-40")])})
    if not (file := os.environ.get("OTHELLO_ENGINES", "")):
        raise SystemExit("OTHELLO_ENGINES is not set: expected a JSON file of engines by name")
    commands = {"othello": "othello", **json.loads(Path(file).read_text(encoding="utf-8"))}
    runs: dict[str, list[list[dict[str, Any]]]] = {name: [] for name in commands}
    for _ in range(2):
        for name, command in commands.items():
            runs[name].append(benchmark(command, *CHALLENGES))
    found = {name: best_results(each) for name, each in runs.items()}
    draw_engines(Path(file).parent, found)
    return engines_table(found)


def benchmark(command: str, *positions: str) -> list[dict[str, Any]]:
    """Return what `othello benchmark` prints of an engine: a line each, last the total."""
    printed = othello("benchmark", "run", command, "--json", "--positions", *positions)
    return [json.loads(line) for line in printed.splitlines()]


def best_results(runs: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return the lines of the runs of an engine, of each position the one with the least time."""
    *positions, (total, *_) = zip(*runs, strict=True)
    return [*(min(each, key=lambda line: line["processor_seconds"]) for each in positions), total]


def draw_engines(folder: Path, found: dict[str, list[dict[str, Any]]]) -> None:
    """Write results into files, and their picture into the docs, with the names of the table."""
    for name, (*lines, last) in found.items():
        named = [*lines, {"total": last["total"] | {"engine": name}}]
        text = "".join(f"{json.dumps(line)}\n" for line in named)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    page = folder / "engines.html"
    results = [str(folder / f"{name}.jsonl") for name in found]
    othello("benchmark", "page", *results, "--html", str(page))
    html = page.read_text(encoding="utf-8")
    picture = html[html.index("<svg ") : html.index("</svg>")] + "</svg>\n"
    picture = picture.replace("<svg ", '<svg style="background: white" ')
    (ROOT / "docs/images/engines.svg").write_text(picture, encoding="utf-8")


def engines_table(found: dict[str, list[dict[str, Any]]]) -> str:
    """Return the table of results."""
    rows = [[name, *engine_cells(lines[:-1])] for name, lines in found.items()]
    parts = "ours, 20–24 empties|FFO #40–44|FFO #40–49"
    return markdown(f"engine|right|{parts}|nodes #40–49|M nodes/s", rows)


def engine_cells(lines: list[dict[str, Any]]) -> list[object]:
    """Return what an engine found: right answers, seconds by suite, nodes of the last suite."""
    cells: list[object] = [f"{sum(line['correct'] is True for line in lines)} of {len(lines)}"]
    suites = [
        [line for line in lines if fnmatch(line["id"], suite)]
        for suite in ("e*", "ffo-4[0-4]", "ffo-4*")
    ]
    for suite in suites:
        seconds = sum(line["processor_seconds"] for line in suite)
        cells.append(f"{seconds:.1f} s" if suite else "")
    nodes = sum(line["nodes"] or 0 for line in suites[-1])
    return [
        *cells,
        *([f"{nodes / 1e9:.2f} G", f"{nodes / seconds / 1e6:.0f}"] if nodes else ["", ""]),
    ]


def accuracy(quick: bool) -> str:
    """Searches of a fixed depth at 73 %: right moves and error of the score on FFO #20 to #59."""
    found: list[list[object]] = []
    for depth in (4,) if quick else (6, 10, 14, 18):
        lines = records("test", *SUITES, "--depth", str(depth), "--selectivity", "73")
        errors = [abs(line["score"] - line["expected"]) for line in lines]
        found.append(
            [
                depth,
                f"{sum(line['correct'] for line in lines)} of {len(lines)}",
                f"{sum(errors) / len(errors):.2f}",
                f"{sum(error <= 3 for error in errors)} of {len(errors)}",
                f"{sum(line['nodes'] for line in lines) / len(lines) / 1e6:.3f}",
            ]
        )
    head = "depth|best move found|mean error, discs|within 3 discs|M nodes a position"
    return markdown(head, found)


def techniques(quick: bool) -> str:
    """Nodes without each technique: FFO #40 to #49 solved, #44 to #59 searched 16 plies deep."""
    solving = ["solve", FFO, "--lines", "1" if quick else "1-10"]
    midgame = ["test", FFO, "--lines", "5" if quick else "5-20", "--depth", "16"]
    tried = TECHNIQUES[:1] if quick else TECHNIQUES
    found = rows(tried, solving, [*midgame, "--selectivity", "73"])
    return markdown("without|solving, M nodes|times|depth 16, M nodes|times", found)


def minimax(quick: bool) -> str:
    """Textbook minimax: nodes, and the speed-up by two threads that share the root moves."""
    rows: list[list[object]] = []
    for depth in range(3, 5) if quick else range(4, 8):
        (nodes, one), (_, two) = (
            min(minimax_run(depth, threads) for _ in range(3)) for threads in (1, 2)
        )
        times = [f"{1000 * seconds:.3g}" for seconds in (one, two)]
        rows.append([depth, f"{nodes:,}", *times, f"{one / two:.2f}"])
    return markdown("depth|nodes|1 thread|2 threads, split|speed-up", rows)


def minimax_run(depth: int, threads: int) -> tuple[int, float]:
    """Return nodes and seconds of one search.

    The seconds follow from its nodes a second: the time shown is in milliseconds, too coarse.
    """
    script = (
        f"setoption name Algorithm value minimax\nsetoption name Threads value {threads}\n"
        "setoption name Granularity value 1\nposition startpos moves f5 d6 c3 d3 c4 f4 f6\n"
        f"isready\ngo depth {depth}\n"
    )
    (line,) = re.findall(rf"info depth {depth} .*nodes (\d+) nps (\d+)", othello(script=script))
    nodes, speed = map(int, line)
    return nodes, nodes / speed


def threads(quick: bool) -> str:
    """FFO #45 to #49, solved with one thread and with two in turn."""
    rows: list[list[object]] = []
    for _ in range(1 if quick else 3):
        totals = []
        for n_threads in ("1", "2"):
            span = "1" if quick else "6-10"
            lines = records("solve", FFO, "--lines", span, "--threads", n_threads)
            totals.append((sum(x["nodes"] for x in lines), sum(x["seconds"] for x in lines)))
        (nodes, one), (more, two) = totals
        times = [f"{figure:.2f}" for figure in (one, two, one / two)]
        rows.append([*times, f"{100 * (more / nodes - 1):.1f} %", f"{more / two / 1e6:.1f}"])
    return markdown("1 thread, s|2 threads, s|speed-up|more nodes|M nodes/s", rows)


def start(quick: bool) -> str:
    """The time from the start to `readyok` and the end, and the memory that a game takes."""
    began = time.perf_counter()
    othello(script="isready\nquit\n")
    ready = time.perf_counter() - began
    peak, moves = 0, ""
    with subprocess.Popen(
        OTHELLO, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        process.stdin.write("setoption name Hash value 16\n")
        for _ in range(2 if quick else 70):
            process.stdin.write(f"position startpos moves{moves}\ngo depth 10\n")
            process.stdin.flush()
            words = [""]
            while words[0] != "bestmove":
                words = process.stdout.readline().split()
            moves += f" {words[1]}"
            process.stdin.write(f"position startpos moves{moves}\nquery gameover\n")
            process.stdin.flush()
            if "true" in process.stdout.readline():
                break
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        peak = int(re.findall(r"VmHWM:\s*(\d+)", status)[0])
        process.stdin.write("quit\n")
    memory = "largest resident memory over a whole game, `Hash` 16, `go depth 10`"
    ready_row = ["from the start to `readyok` and the end", f"{ready:.2f} s"]
    return markdown("what|figure", [ready_row, [memory, f"{peak / 1024:.0f} MB"]])


def arrays(quick: bool) -> str:
    """Functions on arrays of positions, on plain C and on AVX-512."""
    count = ["--count", "1000"] if quick else []
    plain, wide = (tool("batch_speed.py", *count, isa=isa) for isa in ("generic", "v4"))
    return markdown("function|generic|v4", [[name, plain[name], wide[name]] for name in plain])


def boards(quick: bool) -> str:
    """Loops in Python over boards, beside rust-reversi; its cells are blank if it is missing."""
    found = tool("library_speed.py", *(("--games", "1", "--runs", "1") if quick else ()))
    libraries = ("othello", "rust-reversi")
    whats = (
        *(("perft 6", way) for way in ("new board", "children", "push and pop")),
        ("a random game", ""),
        ("the first board", ""),
    )
    lines: list[list[object]] = []
    for what, way in whats:
        keys = [", ".join(filter(None, (what, library, way))) for library in libraries]
        lines.append([", ".join(filter(None, (what, way))), *(found.get(key, "") for key in keys)])
    return markdown("what|" + "|".join(libraries), lines)


def loops(quick: bool) -> str:
    """Loops around the engine: many searches, evaluations from outside, environments."""
    found = tool("loop_speed.py", "--seconds", "0.001" if quick else "1")
    return markdown("what|a second", [[f"`{name}`", rate] for name, rate in found.items()])


def base(quick: bool, *arguments: str) -> str:
    """A base of WTHOR's games, whose folder OTHELLO_WTHOR names: built, opened and asked."""
    if quick:
        with tempfile.TemporaryDirectory() as folder:
            game = "f5d6c3d3c4f4f6f3e6e7 33-31"
            othello("convert", "-", f"{folder}/WTH_2001.wtb", script=game)
            found = tool("base_speed.py", folder, *arguments)
    elif folder := os.environ.get("OTHELLO_WTHOR", ""):
        found = tool("base_speed.py", folder, *arguments)
    else:
        raise SystemExit("OTHELLO_WTHOR is not set: expected the folder of WTHOR's files")
    return markdown("|".join(found), [list(found.values())])


def large_base(games: int) -> Table:
    """Return the table of a base of so many games, WTHOR's under many names."""
    command = f"python tools/measure.py base --games {games}"

    def measure(quick: bool) -> str:
        return base(quick, "--games", "3" if quick else str(games))

    return Table(measure, False, command, by_name=True)


TABLES = {
    "perft": Table(perft, False, "othello perft 11"),
    "ffo-40-49": Table(ffo_40_49, True, f"othello solve {FFO} --lines 1-10"),
    "engines": Table(
        engines,
        True,
        f"othello benchmark run ENGINE --positions {' '.join(CHALLENGES)}",
        by_name=True,
    ),
    "ffo-50-59": Table(ffo_50_59, True, f"othello solve {FFO} --lines 11-20 --hash 1024"),
    "accuracy": Table(
        accuracy, True, f"othello test {' '.join(SUITES)} --depth N --selectivity 73"
    ),
    "techniques": Table(techniques, True, "OTHELLO_TUNING=1 pip install .", tuning=True),
    "minimax": Table(minimax, True, "go depth N, Algorithm minimax, Granularity 1"),
    "threads": Table(threads, True, f"othello solve {FFO} --lines 6-10 --threads N"),
    "start": Table(start, True, "go depth 10, Hash 16"),
    "arrays": Table(arrays, False, "python tools/batch_speed.py"),
    "boards": Table(boards, False, "python tools/library_speed.py"),
    "loops": Table(loops, True, "python tools/loop_speed.py"),
    "base": Table(base, False, "python tools/base_speed.py FOLDER"),
    "large-base": large_base(10**7),
}
"""All tables by name, in the order of the page."""
