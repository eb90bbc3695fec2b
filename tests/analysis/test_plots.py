"""Figures of games, evaluations and errors; those of scaling are in test_scaling.py."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import answer

from othello.analysis.games import analyse_game
from othello.analysis.moves import GameAnalysis
from othello.board import Board
from othello.engine import Engine, Limits
from othello.errors import InvalidOption
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


def analysis_of(game: Game, **limits: Any) -> GameAnalysis:
    with Engine(hash_mb=1) as engine:
        return analyse_game(game, engine, Limits(**limits))


@pytest.mark.parametrize("moves", ["", "f5", "f5d6c3d3c4f4f6"])
def test_game(moves: str, file: Path) -> None:
    plot_game(analysis_of(Game(moves), depth=1), file, NAMES)
    for shown in ("score for black, discs", "loss, discs", "&lt;script&gt;$x$&lt;/script&gt;"):
        assert f">{shown}<" in words(file), shown
    assert ">exact<" not in words(file)


def test_the_exact_part_is_marked(file: Path) -> None:
    """The name of the file may be a text."""
    start = Board.from_obf("X" * 57 + "OOOOO-- X")
    plot_game(analysis_of(Game(["g8"], start=start), exact=True), str(file))
    assert ">exact<" in words(file)


def test_a_part_of_a_game_is_drawn_at_its_moves(file: Path) -> None:
    """As an analysis leaves it that was interrupted on its way back from the last move."""
    analysis = analysis_of(Game("f5d6c3d3c4f4f6"), depth=1)
    plot_game(analysis._replace(moves=analysis.moves[5:]), file)
    # The part of the figure that has the numbers of its lowest horizontal axis.
    axis = words(file).rpartition('id="matplotlib.axis_3"')[2].partition('"matplotlib.axis_4"')[0]
    ticks = [float(tick) for tick in re.findall(r">(\d+(?:\.\d+)?)<", axis)]
    assert ticks and all(5.5 <= tick <= 7.5 for tick in ticks)


def test_evaluation(file: Path) -> None:
    report = explain(Board.from_moves("f5d6c3d3c4f4f6"))
    plot_evaluation(report, file)
    for term in report.terms:
        assert f">{term.name.replace('_', ' ')}<" in words(file)
    for wrong, said in ((3, "path 3: expected the name of a file"), ("p.xyz", "'p.xyz', expect")):
        with pytest.raises(InvalidOption, match=said):
            plot_evaluation(report, wrong)  # type: ignore[arg-type]


def test_errors(file: Path) -> None:
    plot_errors({10: (1.5, 2.0, 7), 9: (1.0, 1.5, 3)}, file)
    for shown in ("empties", "error, discs", "mean", "root mean square"):
        assert f">{shown}<" in words(file)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_eval_command(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"terms{suffix}"
    assert answer("eval", "f5d6c3", "--plot", file) == answer("eval", "f5d6c3")
    beginning = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert file.read_bytes().startswith(beginning)
