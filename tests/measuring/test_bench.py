"""The benchmark: the same on every core, with totals that add up, and stopped soon."""

from types import ModuleType

import pytest
from support.cli_process import answer, json_lines, othello

from othello.measuring.bench import POSITIONS, Bench, BenchTotals


def test_bench() -> None:
    words = ("bench", "--depth", 7)
    *positions, last = json_lines(*words)
    keys = ["nodes", "seconds", "nps", "evals_per_second", "isa"]
    assert list(last["total"])[: len(keys)] == keys
    assert len(positions) == len(POSITIONS)
    for position in positions:
        assert set(keys) < set(position)
    nodes = sum(position["nodes"] for position in positions)
    assert nodes == last["total"]["nodes"]

    result = answer(*words)
    assert f"nodes {nodes}" in result.splitlines()
    assert "evaluations/s" in result and "corner gate" in result
    # OpenBench reads the last line: the numbers before "nodes" and before "nps".
    last_line = result.splitlines()[-1].split()
    assert last_line[:2] == [str(nodes), "nodes"] and last_line[3:] == ["nps"]
    assert last_line[2].isdigit()
    classic = othello(*words, "--evaluation", "classic")
    assert classic.returncode == 0 and f"nodes {nodes}" not in classic.stdout.splitlines()


@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
def test_bench_is_the_same_on_every_core(cores: list[ModuleType], evaluation: str) -> None:
    positions = [POSITIONS[0], *POSITIONS[-4:]]
    benches = [Bench(core=core, evaluation=evaluation, positions=positions) for core in cores]
    runs = [[(found.line, found.nodes) for found in bench.run()] for bench in benches]
    assert all(run == runs[0] for run in runs)


def test_bench_counts_how_stable_discs_were_found() -> None:
    counters = BenchTotals.of(Bench(evaluation="classic", positions=POSITIONS[:3]).run()).counters
    ways = [counters[f"stability_{way}"] for way in ("gated", "listed", "computed")]
    assert all(ways) and sum(ways) == counters["stability_calls"]


def test_bench_stops() -> None:
    bench = Bench()
    run = bench.run()
    next(run)
    bench.stop()
    assert list(run) == []
    assert BenchTotals.of([]).nodes == 0
