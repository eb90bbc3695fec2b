"""What `selfplay` and `train` refuse instead of crashing or passing over it in silence."""

from pathlib import Path

import numpy as np
import pytest
from support.cli_process import refused

from othello.errors import InvalidOption
from othello.formats.wthor import write_wthor
from othello.training.dataset import POSITION, read_dataset, write_dataset
from othello.training.leaves import sample_leaves, sample_searched
from othello.training.sampling import label_by_search, label_exactly
from othello.training.selfplay import Plan, balanced_openings, make_shards, play_games
from othello.training.train import FitSettings, fit_phases
from othello.weights import load_default

PLAN = Plan(games=5, play_depth=1, label_depth=2, exact_empties=9)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of positions: some, none, and what is no such file."""
    load_default()
    folder = tmp_path_factory.mktemp("data")
    (shard,) = make_shards(folder, [0], PLAN)
    shard.path.rename(folder / "data.npz")
    write_dataset(folder / "empty.npz", np.empty(0, POSITION), {})
    (folder / "bad.npz").write_bytes(b"short")
    (folder / "empty.wtb").write_bytes(write_wthor([]))
    return folder


@pytest.fixture(scope="module")
def data(folder: Path) -> Path:
    return folder / "data.npz"


@pytest.mark.parametrize("threads", [0, 257, 100_000])
def test_more_threads_than_possible(tmp_path: Path, data: Path, threads: int) -> None:
    positions = read_dataset(data)[:10]
    rng = np.random.default_rng(1)
    for work in (
        lambda: list(make_shards(tmp_path / "out", [0], PLAN, threads=threads)),
        lambda: play_games(PLAN, rng, threads),
        lambda: list(balanced_openings(2, 4, 1, 64, 1, threads)),
        lambda: label_by_search(positions, 1, threads),
        lambda: label_exactly(positions[:0], threads),
        lambda: sample_leaves(positions, 3, rng, threads),
        lambda: sample_searched(positions, 100, (1, 59), rng, threads),
        lambda: list(fit_phases(positions, FitSettings(threads=threads))),
    ):
        with pytest.raises(InvalidOption, match=f"invalid threads {threads}: expected 1 to 256"):
            work()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("empties", [(60, 60), (0, 0), (0, 5), (20, 10), (59, 60)])
def test_empties_of_a_plan(tmp_path: Path, empties: tuple[int, int]) -> None:
    with pytest.raises(InvalidOption, match=r"invalid (fewest|most) empties \d+: expected \d+ to"):
        list(make_shards(tmp_path, [0], PLAN._replace(empties=empties)))


FIT_OPTIONS = (
    "ridge 10, iterations 5, patience 5, factors 1, columns 1, calibrate 100, scale 1.1, shift 1, "
    "least-uses 2, threads 2, plot errors.png"
)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("selfplay out --threads 100000", "'100000': expected 1 to 256"),
        ("selfplay out --empties 60", "'60': expected 1 to 59"),
        ("selfplay out --empties 0", "'0': expected 1 to 59"),
        ("selfplay out --empties 9-3", "'3': expected 9 to 59"),
        ("selfplay out --random x", "'x': expected 0 to 60"),
        ("selfplay out --selectivity 50", "invalid choice: 50"),
        (f"selfplay out --games {10**20}", "expected 1 to 10000000"),
        (f"selfplay out --count {10**20}", "expected 1 to 10000000"),
        ("selfplay out --count 10", ": --count with games: expected openings"),
        ("selfplay out --leaves 4 --searched 1000", "--leaves and --searched: expected one of"),
        ("selfplay out --wthor bad.npz", "expected a header of 16 bytes"),
        ("selfplay out --wthor empty.wtb", "no games in empty.wtb: expected at least one"),
        ("selfplay out --weights bad.npz", "is no weights file"),
        ("selfplay bad.npz --games 100000 --depth 20", "bad.npz: "),
        ("selfplay openings . --count 100000 --depth 20", ".: "),
        ("selfplay openings out --random 60", "--random 60: expected at most 59"),
        ("selfplay openings out --random 4-8", ": --random 4-8 with openings: expected one number"),
        *(
            (f"selfplay openings out --{name} {value}", f": --{name} with openings: expected games")
            for name, value in (
                *(("shards", 2), ("leaves", 4), ("empties", 9), ("games", 9)),
                *(("selectivity", 87), ("play-depth", 3)),
            )
        ),
        ("train --data data.npz --out w.bin --threads 20000", "'20000': expected 1 to 256"),
        ("train --data data.npz --out w.bin --ridge -1", "'-1': expected a number, 0 or more"),
        ("train --data data.npz --out w.bin --base bad.npz", "is no weights file"),
        ("train --data data.npz --out no/w.bin", "w.bin: no folder '"),
        ("train --data data.npz --out no/w.bin --probcut 500", "w.bin: no folder '"),
        ("train --data data.npz --out data.npz", "is one of --data: expected another file"),
        ("train --data bad.npz --out w.bin", "holds no labelled positions"),
        ("train --data none.npz --out w.bin", "No such file"),
        ("train --data empty.npz --out w.bin", "expected at least one labelled position"),
        *(
            (
                f"train --data data.npz --out w.bin --probcut 10 --{option}",
                f": --{option.split()[0]} with --probcut: expected one of them",
            )
            for option in FIT_OPTIONS.split(", ")
        ),
    ],
)
def test_one_line_says_what_is_wrong(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, expected: str
) -> None:
    monkeypatch.chdir(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert expected in refused(*command.split())
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_file_that_does_not_say_how_it_was_made(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "positions-00000.npz"
    np.savez(path, positions=read_dataset(data))
    with pytest.raises(InvalidOption) as caught:
        list(make_shards(tmp_path, [0], PLAN))
    expected = "is there already, without a record of how it was made: expected another folder"
    assert str(caught.value) == f"{path} {expected}"
