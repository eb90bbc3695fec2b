"""The guides for research and for evaluations of one's own: their code runs as it stands."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.source import DOCS, text_of

NEEDED = {
    "research.py": ("numpy",),
    "own_evaluation.py": ("numpy", "onnx", "onnxruntime"),
    "network.py": ("numpy",),
}


def run(example: str, folder: Path, *claims: str) -> str:
    """Run an example in `folder`, and then `claims` about what it leaves; return its output."""
    code = text_of(DOCS / "examples" / example)
    return run_script(example, code + "\n".join(f"assert {claim}" for claim in claims), folder)


def run_script(example: str, script: str, folder: Path) -> str:
    """Run the code of `example` in `folder`; return its output.

    In a process of its own, with one thread for numpy's products: they are small, and threads that
    wait for each other on a busy machine take a hundred times as long.
    """
    for package in NEEDED[example]:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{example} needs {package}")
    path = folder / example
    path.write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", path.name],
        cwd=folder,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_guide_for_research_runs(tmp_path: Path) -> None:
    output = run(
        "research.py",
        tmp_path,
        "result.move in othello.Board().after('f5').legal_moves()",
        "data.exact.any() and not data.exact.all()",
        # The model has learned something.
        "error.mean() < 0.8 * abs(held_out.scores - train.scores.mean()).mean()",
    )
    assert "mean error" in output


def test_the_page_on_evaluations_of_ones_own_runs(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    lines = run("own_evaluation.py", tmp_path).splitlines()
    reports = [line.partition(":")[0] for line in lines if "discs a game" in line]
    assert reports == ["Puct", "alpha-beta", "C", "ONNX", "patterns"]


def test_the_bot_of_thirty_lines_beats_random_moves(tmp_path: Path) -> None:
    code = text_of(DOCS / "examples" / "network.py")
    claim = "assert len(scores) == 20 and sum(score > 0 for score in scores) >= 17"
    run_script("network.py", f"{code}\n{claim}", tmp_path)
    assert len([line for line in code.partition("scores = []")[0].splitlines() if line]) <= 33
