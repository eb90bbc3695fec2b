"""othello scaling: what is measured, how it is compared, printed and drawn."""

from pathlib import Path

import pytest
from support.cli_process import POSITIONS, answer, json_lines, othello, refused
from support.endgames import FFO_1_19
from support.threads import needs_openmp

from othello.engine import Engine
from othello.measuring.scaling import GRANULARITIES, ScalingPoint, measure, plan

SUITE = POSITIONS / "ffo-01-19.obf"
KEYS = ["algorithm", "granularity", "threads", "seconds", "nodes"]
KEYS += ["speedup", "efficiency", "overhead", "work", "span"]
HEADS = ["speed-up" if key == "speedup" else key for key in KEYS]


def test_one_thread_is_measured_once_and_first() -> None:
    settings = plan(4)
    assert len(settings) == len(set(settings)) == 3 * (1 + 2 * len(GRANULARITIES))
    for algorithm in Engine.ALGORITHMS:
        first = next(setting for setting in settings if setting.algorithm == algorithm)
        assert first == (algorithm, None, 1)


@needs_openmp
def test_figures_follow_from_times_and_nodes() -> None:
    searched: list[None] = []
    positions = list(FFO_1_19[14:17])
    settings = plan(3, granularities=[4, 7])
    measurements = list(
        measure(settings, positions, depth=6, hash_mb=1, on_search=lambda: searched.append(None))
    )
    assert len(searched) == len(settings) * len(positions)
    assert [measurement[:3] for measurement in measurements] == settings
    alone = {point.algorithm: point for point in measurements if point.threads == 1}
    for point in measurements:
        base = alone[point.algorithm]
        assert point.speedup == pytest.approx(base.seconds / point.seconds)
        assert point.efficiency == pytest.approx(point.speedup / point.threads)
        assert point.overhead == pytest.approx(point.nodes / base.nodes - 1)
        assert point.wrong == 0
        if point.threads == 1 or point.granularity == 7:  # nothing is shared
            assert point.span == point.nodes == base.nodes
        else:
            assert point.nodes / point.threads <= point.span <= point.nodes
        if point.algorithm == "minimax":
            assert point.overhead == 0


@needs_openmp
def test_wrong_scores_are_counted() -> None:
    """Proven scores are compared with those of the file, heuristic ones are not."""
    position = FFO_1_19[0]
    wrong = position._replace(scores={move: score + 2 for move, score in position.scores.items()})
    settings = plan(1, ["pvs"])
    for depth, expected in ((60, 1), (3, 0)):
        (point,) = measure(settings, [position, wrong], depth=depth, hash_mb=1)
        assert point.wrong == expected


@needs_openmp
def test_json() -> None:
    options = ["--lines", "1-2", "--max-threads", "2", "--granularity", "4,6", "--depth", "5"]
    *records, last = json_lines("scaling", SUITE, *options)
    assert all(list(record) == KEYS for record in records)
    assert all(record["work"] == record["nodes"] >= record["span"] > 0 for record in records)
    assert [(r["algorithm"], r["granularity"], r["threads"]) for r in records] == [
        setting for name in Engine.ALGORITHMS for setting in plan(2, [name], [4, 6])
    ]
    total = last["total"]
    assert list(total) == ["positions", "nodes", "seconds", "wrong"]
    assert (total["positions"], total["wrong"]) == (2, 0)
    assert total["nodes"] == sum(record["nodes"] for record in records)


def test_in_words_with_a_wrong_score() -> None:
    first = SUITE.read_text().splitlines()[0].replace("+18", "+20")
    result = othello("scaling", "-", "--max-threads", "1", "--algorithms", "pvs", stdin=first)
    assert result.returncode == 1
    assert result.stderr == "1 score differs from one thread's or from the file's\n"
    heads, row, legend = result.stdout.splitlines()
    assert heads.split() == [head for head in HEADS if head != "work"]
    assert row.split()[:3] == ["pvs", "-", "1"] and len(row) == len(heads)
    assert legend.startswith("span: ")


@needs_openmp
def test_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "scaling.png"
    options = ["--lines", "1", "--max-threads", "2", "--granularity", "4,6", "--depth", "5"]
    answer("scaling", SUITE, *options, "--plot", file)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_the_figure_shows_every_line_and_the_ideal(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    from othello.measuring.plots import plot_scaling

    def point(algorithm: str, granularity: int | None, threads: int) -> ScalingPoint:
        return ScalingPoint(algorithm, granularity, threads, 1 / threads, 5, threads, 1, 0, 5, 0)

    points = [point(*setting) for setting in plan(4, ["pvs", "minimax"], [6, 8])]
    file = tmp_path / "scaling.svg"
    with matplotlib.rc_context({"svg.fonttype": "none"}):  # text as text
        plot_scaling(points, file)
    text = file.read_text()
    lines = [f"{name}, granularity {depth}" for name in ("pvs", "minimax") for depth in (6, 8)]
    for shown in ("ideal", "threads", "speed-up", "efficiency, %", "seconds", *lines):
        assert f">{shown}<" in text, shown


def test_without_matplotlib(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError")
    words = ("scaling", SUITE, "--plot", "figure.svg")
    expected = "othello: figures need matplotlib: pip install 'othello-engine[plot]'\n"
    assert refused(*words, PYTHONPATH=str(tmp_path)) == expected
