"""What commands write survives a kill at any moment and a disk that takes no more.

The short form kills each command as soon as its temporary file is there, and a few times before;
the long one every 100 ms until the command comes to its end by itself.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from support.cli_process import command, othello, run_with_size_limit

from othello import Game
from othello.training.dataset import read_dataset
from othello.weights import read_weights_file
from othello.wthor.games import read_wthor

GAME = "f5d6c3d3c4f4f6f3e6e7d7c5b6b5"
SELFPLAY = ["--games", 40, "--depth", 2, "--play-depth", 1, "--exact", 6]
SIZE_LIMIT = 4096
OLD = b"as it was\n"


class Writer(NamedTuple):
    """A command that writes, run in a folder with `inputs`, and the names of the files it makes.

    `check` raises an error if such a file is not whole.
    """

    command: str
    outputs: str
    check: Callable[[Path], object]

    def start(self, folder: Path) -> subprocess.Popen[bytes]:
        return start(self.command.split(), folder)

    def paths(self, folder: Path) -> list[Path]:
        return [folder / name for name in self.outputs.split()]

    def write_old(self, folder: Path) -> None:
        """Write a file in the place of each output."""
        for path in self.paths(folder):
            path.write_bytes(OLD)

    def check_old_or_new(self, folder: Path) -> None:
        """Check that each output is the old file or a whole new one."""
        for path in self.paths(folder):
            if path.read_bytes() != OLD:
                self.check(path)

    def check_new(self, folder: Path) -> None:
        for path in self.paths(folder):
            self.check(path)


def check_transcript(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert len(lines) == 2000 and {Game(line).transcript() for line in set(lines)} == {GAME}


def check_wthor(path: Path) -> None:
    if path.suffix == ".wtb":
        with path.open("rb") as file:
            assert len(list(read_wthor(file))) == 2000
    else:
        assert len(path.read_bytes()) in (16 + 3 * 20, 16 + 2 * 26)


def check_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and text.rstrip().endswith("</html>")


WRITERS = {
    "convert": Writer("convert in.ggf out.txt", "out.txt", check_transcript),
    "convert to WTHOR": Writer("convert in.ggf out.wtb", "out.wtb out.jou out.trn", check_wthor),
    "train": Writer("train --data in.npz --out out.bin --factors 0", "out.bin", read_weights_file),
    "analyse": Writer(
        f"analyse {6 * f'{GAME} '} --level 4 --html out.html", "out.html", check_page
    ),
}


@pytest.fixture(params=WRITERS)
def writer(request: pytest.FixtureRequest) -> Writer:
    return WRITERS[request.param]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands read."""
    folder = tmp_path_factory.mktemp("inputs")
    headers = {"Black": "one", "White": "two", "Event": "cup", "Result": "+2"}
    folder.joinpath("in.ggf").write_text(2000 * f"{Game(GAME, headers=headers).to_ggf()}\n")
    assert othello("selfplay", folder / "made", *SELFPLAY).returncode == 0
    folder.joinpath("made", "positions-00000.npz").rename(folder / "in.npz")
    return folder


@pytest.fixture
def folder(tmp_path: Path, inputs: Path) -> Path:
    """A folder for one test with the same files."""
    for name in ("in.ggf", "in.npz"):
        shutil.copy(inputs / name, tmp_path)
    return tmp_path


def start(arguments: Sequence[object], folder: Path | None = None) -> subprocess.Popen[bytes]:
    quiet: Any = dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)
    return subprocess.Popen(command(*arguments), cwd=folder, **quiet)


def partials(folder: Path) -> list[Path]:
    return list(folder.glob(".*.partial"))


def kill_after(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Kill a process after some time; return False if it had ended by itself."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def kill_while_it_writes(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Kill a process as soon as its temporary file is there."""
    while not partials(folder) and process.poll() is None:
        time.sleep(0.0005)
    process.kill()
    process.wait()


LONG = pytest.param(0.1, 1000, marks=pytest.mark.slow)
"""A kill every 100 ms, until the command comes to its end by itself."""


@pytest.mark.parametrize(("step", "most"), [(0.15, 2), LONG])
def test_a_kill_leaves_the_old_file_or_the_new(
    folder: Path, writer: Writer, step: float, most: int
) -> None:
    writer.write_old(folder)
    kills = 0
    while kills < most and kill_after(writer.start(folder), (kills + 1) * step):
        kills += 1
        writer.check_old_or_new(folder)
    kill_while_it_writes(writer.start(folder), folder)
    writer.check_old_or_new(folder)
    assert writer.start(folder).wait() == 0
    writer.check_new(folder)


@pytest.mark.parametrize(("step", "most"), [(0.15, 3), LONG])
def test_a_killed_selfplay_goes_on(tmp_path: Path, step: float, most: int) -> None:
    out = tmp_path / "out"
    arguments = ["selfplay", out, *SELFPLAY, "--shards", 4]
    kills = 0
    while kills < most and kill_after(start(arguments), (kills + 1) * step):
        kills += 1
        for path in out.glob("positions-*.npz"):
            read_dataset(path)
    assert kills
    assert start(arguments).wait() == 0
    assert start(["selfplay", tmp_path / "at once", *SELFPLAY, "--shards", 4]).wait() == 0
    names = {path.name for path in out.iterdir()}
    assert names == {f"positions-{number:05}.npz" for number in range(4)}
    for name in names:
        made = read_dataset(tmp_path / "at once" / name)
        assert np.array_equal(read_dataset(out / name), made)


def test_a_file_that_may_not_grow(folder: Path, writer: Writer) -> None:
    """If a file may not grow (`ulimit -f`, full disk), one line says so and the old file stays."""
    writer.write_old(folder)
    done = run_with_size_limit(SIZE_LIMIT, command(*writer.command.split()), cwd=folder)
    assert done.returncode == 2
    assert done.stderr == f"othello: {writer.outputs.split()[0]}: File too large\n"
    assert {path.read_bytes() for path in writer.paths(folder)} == {OLD}
    assert not partials(folder)


@pytest.mark.parametrize("limit", [0, 8192])
@pytest.mark.parametrize(
    "words", ["games build new f5d6.txt", "book build new --positions 5", "play --profile new"]
)
def test_a_new_database_that_may_not_grow(tmp_path: Path, words: str, limit: int) -> None:
    """Nothing of a file that could not be made is left, whether its lock was written or not."""
    (tmp_path / "f5d6.txt").write_text("f5d6c3\n")
    done = run_with_size_limit(
        limit, command(*words.split()), cwd=tmp_path, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2
    assert done.stderr.startswith("othello: new: ") and done.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == ["f5d6.txt"]


def test_a_shard_that_may_not_grow(tmp_path: Path) -> None:
    done = run_with_size_limit(SIZE_LIMIT, command("selfplay", tmp_path, *SELFPLAY))
    assert done.returncode == 2
    assert done.stderr == f"othello: {tmp_path / 'positions-00000.npz'}: File too large\n"
    assert os.listdir(tmp_path) == []
