"""``othello convert``: what goes from one format to another, what is left out, what is said."""

import io
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cli_process import othello, written
from support.random_games import random_game
from support.rooms import needs
from support.systems import POSIX

from othello import PASS, Board, Engine, Game, Move
from othello.commands import parse_arguments
from othello.convert import FORMATS, positions_at, problem, wrong_result
from othello.errors import FormatError
from othello.formats.obf import read_positions

WIPEOUT = Game("e6f4e3f6g5d6e7f5c5")


def convert(*words: object) -> int:
    """Run the command in this process."""
    arguments = parse_arguments(["convert", *map(str, words)])
    status: int = arguments.run(arguments)
    return status


def finished_games(n: int) -> list[Game]:
    return [random_game(seed) for seed in range(n)]


@pytest.fixture
def transcripts(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text("".join(f"{game.transcript()}\n" for game in finished_games(5)))
    return path


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"obf"}))
def test_games_come_back_from_every_format(
    transcripts: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert any("pass" in line for line in transcripts.read_text().splitlines())
    there, again, back = (transcripts.with_name(f"{n}.txt") for n in ("there", "again", "back"))
    assert convert(transcripts, there, "--to", name) == 0
    assert convert(there, back, "--from", name, "--to", "transcript", "--check") == 0
    assert back.read_text() == transcripts.read_text().replace("pass", "")
    expected = "5 read  0 unusable  0 wrong  0 duplicates  5 written\n"
    assert capsys.readouterr() == (2 * expected, "")
    # From a format to itself nothing is lost.
    assert convert(there, again, "--from", name, "--to", name) == 0
    assert again.read_bytes() == there.read_bytes()


def test_positions_of_games(transcripts: Path) -> None:
    there = transcripts.with_name("problems.obf")
    assert convert(transcripts, there, "--positions", 8, "--hash", 1) == 0
    positions = list(read_positions(there.read_text().splitlines()))
    assert 4 <= len(positions) <= 5
    with Engine(hash_mb=1) as engine:
        for position in positions:
            assert position.board.n_empties == 8
            assert set(position.scores) == set(position.board.legal_moves())
            assert position.best_score == engine.solve(position.board).score
    assert othello("solve", there).returncode == 0


def test_a_problem_has_every_move_or_a_pass() -> None:
    """A move to a1 is number 0."""
    text = "-OOOX---XOO-XXOXXXOOXOXXXXXOXXXOXXOXXXOOXXOOXOOOXX-XOOOOXXO-XX-O X"
    passed = "OOOOO--OOXXXXXXOOOOOOOXOOOXOOXXOXOXXOXXOXXOXXOXOXXXOOXOOXXXXXXXO X"
    with Engine(hash_mb=1) as engine:
        found = problem(Board(text), engine)
        assert set(found.scores) == set(found.board.legal_moves())
        assert found.scores[Move("a1")] == 32
        assert problem(Board(passed), engine).scores == {PASS: -8}


def test_positions_at_are_those_with_a_move() -> None:
    for game in finished_games(40):
        for n_empties in (0, 1, 2, 60):
            found = list(positions_at(game, n_empties))
            assert len(found) <= 1
            for board in found:
                assert board.legal_moves()[0] != 64 and board.n_empties == n_empties


def samples() -> dict[str, bytes]:
    """Return a small file of each format."""
    game = Game(WIPEOUT.moves, headers={"Black": "one", "White": "two"})
    files = {}
    for name, known in FORMATS.items():
        file: io.BytesIO | io.StringIO = io.BytesIO() if known.is_binary else io.StringIO()
        known.write(file, [known.of_game(game, known.beside())] * 3)
        contents = file.getvalue()
        files[name] = contents if isinstance(contents, bytes) else contents.encode()
    return files


SAMPLES = samples()


@pytest.mark.filterwarnings("ignore:-. game 1. names are missing", r"ignore:-.\d+. left out")
@given(
    st.sampled_from(sorted(FORMATS)),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 9), st.binary(max_size=4)), max_size=6),
)
def test_damaged_files_are_read_as_far_as_they_go(
    name: str, changes: list[tuple[int, int, bytes]]
) -> None:
    contents = SAMPLES[name]
    for place, length, bytes_ in changes:
        contents = contents[:place] + bytes_ + contents[place + length :]
    known = FORMATS[name]
    errors: list[FormatError] = []
    file: io.BytesIO | io.StringIO = io.BytesIO(contents)
    if not known.is_binary:
        file = io.StringIO(contents.decode(errors="surrogateescape"))
    try:
        items = list(known.read(file, "-", errors.append))
    except FormatError as error:
        assert known.is_binary and error.offset in (0, 10, 12)  # the header
    else:
        assert changes or len(items) == 3
        for item in items:
            wrong_result(item)
    for error in errors:
        assert "\n" not in str(error) and (error.line is None) == (error.offset is not None)


@POSIX
def test_a_device_is_written_to(tmp_path: Path) -> None:
    source = written(tmp_path / "in.txt", "f5d6\n")
    # None of the machine's own devices, which an error here would replace for everybody.
    ours, theirs = os.openpty()
    device = os.ttyname(theirs)
    assert othello("convert", source, device, "--to", "transcript").returncode == 0
    assert os.read(ours, 100) == b"f5d6\r\n"
    assert stat.S_ISCHR(os.stat(device).st_mode)
    os.close(ours)
    os.close(theirs)
    link = tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")
    result = othello("convert", source, link, "--to", "transcript")
    assert result.stdout.startswith("f5d6\n1 read")
    assert link.is_symlink()


@needs("sgf")
def test_a_tree_that_branches_at_every_node(tmp_path: Path) -> None:
    """A tree of 20,000 branches takes half a second; reading each line from the start, minutes."""
    source = tmp_path / "in.sgf"
    branches = 20_000
    source.write_text("(;GM[2];B[f5]" + "(;C[x](;C[y])" * branches + ")" * (branches + 1))
    result = othello("convert", source, tmp_path / "out.sgf", "--check")  # a time-out of 60 s
    assert result.returncode == 0, result.stderr
    head, _, tail = source.read_text().rpartition("(;C[y])")
    source.write_text(f"{head}(;W[a1]){tail}")
    result = othello("convert", source, tmp_path / "out.sgf", "--check")
    assert result.returncode == 1
    assert "variation: illegal move 'a1'" in result.stderr
