"""``othello compare``: two installations beside each other."""

import math
import random
import shlex
import shutil
import statistics
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.cli_process import json_lines, othello
from support.patience import SECONDS

from othello.client import own_command
from othello.matches.commands.compare import command_of
from othello.matches.compare import BenchRun, build_revision, is_revision, paired_speed

ROOT = Path(__file__).parents[2]
SMALL = ("--rounds", 4, "--bench-depth", 2)

STUB = """\
import json, sys
if "bench" in sys.argv:
    print(json.dumps({{"total": {total}}}))
    sys.exit({code})
"""


def stub(folder: Path, total: object = None, code: int = 0) -> str:
    """Return the command of a program that answers as an installation with this benchmark."""
    path = folder / "stub.py"
    path.write_text(STUB.format(total=total, code=code))
    return f"{sys.executable} {path}"


def this_installation() -> str:
    *words, _ = own_command()
    return shlex.join(words)


def test_with_itself() -> None:
    (last,) = json_lines("compare", this_installation(), *SMALL, "--games", 4, "--depth", 1)
    total = last["total"]
    assert total["same_signature"] and total["signatures"][0] == total["signatures"][1] > 0
    assert [len(nps) for nps in total["nps"]] == [4, 4]
    speed = total["speed"]
    assert 0 < speed["low"] <= speed["ratio"] <= speed["high"]
    match = total["match"]
    assert match["games"] == 4 and match["sprt"] == "open" and match["pentanomial"][2] == 2


def test_with_another_signature(tmp_path: Path) -> None:
    other = stub(tmp_path, {"nodes": 7, "nps": 1.5})
    (last,) = json_lines("compare", other, *SMALL, "--games", 0)
    total = last["total"]
    assert not total["same_signature"] and total["signatures"][1] == 7 and total["match"] is None
    assert total["speed"]["low"] > 1, "1.5 nodes a second are few"
    text = othello("compare", other, *SMALL, "--games", 0).stdout
    assert text.startswith("signature: ") and f"7 in {other}" in text


def test_the_interval_covers_the_truth_19_times_in_20() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(2000):
        pairs = [
            (BenchRun(1, 1.01 * math.exp(drift + rng.gauss(0, 0.02))), BenchRun(1, math.exp(drift)))
            for drift in (rng.gauss(0, 0.3) for _ in range(6))
        ]
        speed = paired_speed(pairs)
        covered += speed.low <= 1.01 <= speed.high
    assert 0.93 <= covered / 2000 <= 0.97
    assert statistics.fmean(speed) == pytest.approx(1.01, abs=0.05)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_revisions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@y.z"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "first"], check=True)
    assert is_revision("HEAD") and not is_revision("HEAD~1") and not is_revision("--all")
    subprocess.run([*git, "branch", Path(sys.executable).name], check=True)
    monkeypatch.setattr(
        "othello.matches.commands.compare.build_revision", lambda name, _: [name, "built"]
    )
    with ExitStack() as stack:
        assert command_of(sys.executable, stack) == [sys.executable]
        for name in ("HEAD", Path(sys.executable).name):  # which are programs, too
            assert command_of(name, stack) == [name, "built"]


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the repository")
def test_a_revision_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what its own pyproject.toml asks for: the setuptools here may be too old for it."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("OTHELLO_VARIANTS", "generic")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "setuptools.py").write_text("raise ImportError('too old')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "here"))
    built = build_revision("HEAD", tmp_path)

    def output_of(*words: str) -> str:
        return subprocess.check_output([*built, *words], text=True, timeout=SECONDS, cwd=tmp_path)

    assert '"pattern"' in output_of("eval", "f5", "--json")
    assert "isa generic" in output_of("--version"), "and not what runs this test"
