"""Figures of games, evaluations and errors; those of scaling are in test_scaling.py."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.cli_process import answer, othello, refused

from othello.analysis.games import analyse_game
from othello.board import Board
from othello.engine import Engine, Limits
from othello.evaluation import explain
from othello.game import Game

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")

from othello.analysis.plots import plot_evaluation, plot_game  # noqa: E402
from othello.training.plots import plot_errors  # noqa: E402

NAMES = "<script>$x$</script>"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """A figure to be drawn with text as text."""
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        yield tmp_path / "figure.svg"


def words(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("moves", ["", "f5", "f5d6c3d3c4f4f6"])
def test_game(moves: str, file: Path) -> None:
    with Engine(hash_mb=1) as engine:
        analysis = analyse_game(Game(moves), engine, Limits(depth=1))
    plot_game(analysis, file, NAMES)
    for shown in ("score for black, discs", "loss, discs", "&lt;script&gt;$x$&lt;/script&gt;"):
        assert f">{shown}<" in words(file), shown
    assert ">exact<" not in words(file)


def test_the_exact_part_is_marked(file: Path) -> None:
    start = Board.from_obf("X" * 57 + "OOOOO-- X")
    with Engine(hash_mb=1) as engine:
        plot_game(analyse_game(Game(["g8"], start=start), engine, Limits(exact=True)), file)
    assert ">exact<" in words(file)


def test_a_part_of_a_game_is_drawn_at_its_moves(file: Path) -> None:
    """As an analysis leaves it that was interrupted on its way back from the last move."""
    with Engine(hash_mb=1) as engine:
        analysis = analyse_game(Game("f5d6c3d3c4f4f6"), engine, Limits(depth=1))
    part = analysis._replace(moves=analysis.moves[5:])
    plot_game(part, file)
    ticks = [float(tick) for tick in re.findall(r">(\d+(?:\.\d+)?)<", x_axis_of(words(file)))]
    assert ticks and all(5.5 <= tick <= 7.5 for tick in ticks)


def x_axis_of(figure: str) -> str:
    """Return the part of a figure that has the numbers of its lowest horizontal axis."""
    return figure[figure.rindex('id="matplotlib.axis_3"') : figure.rindex('id="matplotlib.axis_4"')]


def test_evaluation(file: Path) -> None:
    report = explain(Board.from_moves("f5d6c3d3c4f4f6"))
    plot_evaluation(report, file)
    for term in report.terms:
        assert f">{term.name.replace('_', ' ')}<" in words(file)


def test_errors(file: Path) -> None:
    plot_errors({10: (1.5, 2.0, 7), 9: (1.0, 1.5, 3)}, file)
    for shown in ("empties", "error, discs", "mean", "root mean square"):
        assert f">{shown}<" in words(file)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_eval_command(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"terms{suffix}"
    result = answer("eval", "f5d6c3", "--plot", file)
    assert result == othello("eval", "f5d6c3").stdout
    beginning = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert file.read_bytes().startswith(beginning)
    assert ", .svg" in refused("eval", "f5d6c3", "--plot", tmp_path / "terms.xyz")
