"""Checks for a change of the engine: the signature, suites by time and by nodes, other weights."""

from array import array
from pathlib import Path

import pytest
from support.cli_process import POSITIONS, json_lines, othello, refused, written

from othello.weights import default_weights

SUITE = POSITIONS / "ffo-01-19.obf"


@pytest.fixture(scope="module")
def other_weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a weights file in which all weights are half the shipped ones."""
    shipped = default_weights()
    weights = shipped._replace(values=array("h", [value // 2 for value in shipped.values]))
    return written(tmp_path_factory.mktemp("weights") / "half.bin", weights.to_bytes())


def bench(*arguments: object) -> int:
    total = json_lines("bench", "--depth", 2, *arguments)[-1]["total"]
    return int(total["nodes"])


def test_bench_expects_a_signature(other_weights: Path) -> None:
    nodes = bench()
    assert bench("--expect", nodes) == nodes
    wrong = othello("bench", "--depth", 2, "--expect", nodes + 1)
    assert wrong.returncode == 1
    assert wrong.stderr == f"bench: {nodes} nodes: expected {nodes + 1}\n"
    assert bench("--weights", other_weights) != nodes


def test_a_suite_by_nodes_and_by_time() -> None:
    *records, last = json_lines("test", SUITE, "--lines", "1-2", "--nodes", 2000)
    assert all(record["nodes"] < 4000 for record in records) and last["total"]["positions"] == 2
    *records, last = json_lines("test", SUITE, "--lines", "1-2", "--time", 0.05)
    assert all(record["seconds"] > 0 for record in records)
    assert "not allowed with" in refused("test", SUITE, "--time", 1, "--nodes", 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "f5d6c3", "--depth", 3),
        ("test", SUITE, "--lines", "1", "--depth", 1),
        ("eval", "f5d6c3"),
    ],
)
def test_weights_are_used(arguments: tuple[object, ...], other_weights: Path) -> None:
    key = "pattern" if arguments[0] == "eval" else "score"
    shipped = json_lines(*arguments)[0]
    other = json_lines(*arguments, "--weights", other_weights)[0]
    assert other[key] != shipped[key]


def test_weights_of_a_protocol(other_weights: Path) -> None:
    answers = [
        othello("ugi", *more, stdin="go depth 2\n").stdout
        for more in ((), ("--weights", other_weights))
    ]
    scores = [answer.split(" score cp ")[1].split()[0] for answer in answers]
    assert scores[0] != scores[1]


def test_weights_of_a_match(other_weights: Path) -> None:
    arguments = ("match", "", "", "--depth", 1, "--hash", 1, "--games", 2)
    shipped, other = (
        [game["moves"] for game in json_lines(*arguments, *more)[:-1]]
        for more in ((), ("--weights", other_weights))
    )
    assert shipped != other


def test_accuracy_of_a_suite() -> None:
    *records, last = json_lines("test", POSITIONS / "ffo-20-39.obf", "--depth", 4)
    assert len(records) == 20
    judged = [record for record in records if not record["exact"]]
    assert judged, "depth 4 solves nothing but the first"
    assert all(isinstance(record["score"], float) for record in judged)
    total = last["total"]
    assert list(total)[4:] == ["move_accuracy", "mae", "within3"]
    errors = [abs(record["score"] - record["expected"]) for record in records]
    assert total["mae"] == pytest.approx(sum(errors) / 20, abs=0.011)
    assert total["within3"] == 100 * sum(error <= 3 for error in errors) / 20
    right = sum(record["correct"] for record in judged)
    assert total["move_accuracy"] >= 100 * right / 20
    words = othello("test", POSITIONS / "ffo-20-39.obf", "--depth", 4)
    assert words.returncode == (0 if total["correct"] == 20 else 1)
    assert "within 3 discs" in words.stdout.splitlines()[-1]
