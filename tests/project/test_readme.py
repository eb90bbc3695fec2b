"""The commands in README.md work, and give the output shown; its Python is in test_docs.py."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support.examples import check_example, console_examples
from support.source import SOURCE, text_of

TEXT = text_of("README.md")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.S | re.M)


@pytest.mark.skipif(shutil.which("bash") is None, reason="the examples are for bash")
@pytest.mark.parametrize(("command", "shown"), console_examples("README.md"))
def test_command(command: str, shown: str, tmp_path: Path) -> None:
    check_example(command, shown, tmp_path)


def test_continuous_integration_runs_the_second_command() -> None:
    _, tests = blocks("sh")
    assert tests in text_of(".ci/run")


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", TEXT)
    assert links
    for link in links:
        assert SOURCE.joinpath(link).exists(), link


@pytest.mark.slow
def test_the_first_command(tmp_path: Path) -> None:
    """The first command installs a copy of the source in a new virtual environment, and runs."""
    ignored = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so")
    copy = shutil.copytree(SOURCE, tmp_path / "othello", ignore=ignored)
    install, _ = blocks("sh")
    result = subprocess.run(["bash", "-c", install], cwd=copy, capture_output=True, text=True)
    if "No matching distribution found for setuptools" in result.stdout + result.stderr:
        pytest.skip("the package index cannot be reached")
    assert result.returncode == 0, result.stderr
    assert re.search("^bestmove [a-h][1-8]$", result.stdout, re.M)
    assert re.search("^19 positions  19 of 19 right ", result.stdout, re.M)
    # README's Python is typed in this folder, where Python imports the sources.
    script = "import othello; print(othello.Board().legal_moves()[0])"
    python = copy / ".venv" / "bin" / "python"
    shown = subprocess.run([python, "-c", script], cwd=copy, capture_output=True, text=True)
    assert shown.stdout == "d3\n", shown.stderr
