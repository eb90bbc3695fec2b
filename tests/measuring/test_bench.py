"""The benchmark: the same on every core, with totals that add up, and stopped soon."""

from types import ModuleType

import pytest

from othello.measuring.bench import POSITIONS, Bench, BenchTotals


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
