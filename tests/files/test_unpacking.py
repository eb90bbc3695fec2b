"""Compressed files, and text as Windows writes it: read by all that reads files."""

import gzip
import io
import subprocess
from pathlib import Path

import pytest
from support.cli_process import command, json_lines, othello, written

from othello import Board, Game, read_games, write_games
from othello.files.bounded import json_in
from othello.files.unpacking import as_text, unpacked
from othello.learning.sources import read_samples
from othello.matches.players import Effort, players_from_file
from othello.weights.patterns import read_patterns
from othello.wthor.games import read_arrays

GAME = Game("f5d6c3d3c4", headers={"Black": "José", "White": "虎", "Result": "+2"})
TEXT = "f5d6\r\nJosé 虎\n" * 5000
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_text_comes_as_it_was(encoding: str, pack: type[bytes]) -> None:
    contents = pack(TEXT.encode(encoding))
    assert as_text(io.BytesIO(contents), "a.txt").read() == TEXT.replace("\r\n", "\n")
    lines = list(as_text(io.BytesIO(contents), "a.txt"))
    assert "".join(lines) == TEXT.replace("\r\n", "\n") and len(lines) == TEXT.count("\n")


@pytest.mark.parametrize("contents", [b"", b"f", b"f5d6\xff\xfe", bytes([20, 0, 1, 0, 9, 0, 0])])
def test_other_bytes_are_left_as_they_are(contents: bytes) -> None:
    assert unpacked(io.BytesIO(contents), "games").read() == contents
    assert unpacked(io.BytesIO(gzip.compress(contents)), "games").read() == contents


LOSSES = pytest.mark.filterwarnings("ignore:.*(left out the headers|the name '虎')")


@LOSSES
@pytest.mark.parametrize("suffix", ["txt", "ggf", "sgf", "wtb"])
def test_games_are_read_from_gzip(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{suffix}"
    write_games(path, [GAME])
    packed = written(tmp_path / f"games.{suffix}.gz", gzip.compress(path.read_bytes()))
    (game,) = read_games(packed)
    (expected,) = read_games(path)
    assert game == expected and game.moves == GAME.moves
    assert othello("convert", packed, "-", "--to", "transcript").stdout == "f5d6c3d3c4\n"
    moves = json_lines("analyse", packed, "--depth", 1)[:-1]
    assert "".join(move["move"] for move in moves) == "f5d6c3d3c4"
    if suffix == "wtb":
        assert len(read_arrays(packed)) == 1
    elif suffix != "txt":  # from stdin, too
        piped = subprocess.run(
            command("convert", "-", "-", "--from", suffix, "--to", suffix),
            input=packed.read_bytes(),
            stdout=subprocess.PIPE,
            check=True,
        )
        assert piped.stdout.decode().splitlines() == path.read_text("utf-8").splitlines()


@LOSSES
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("suffix", ["txt", "ggf", "sgf"])
def test_games_are_read_as_windows_writes_them(suffix: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{suffix}"
    write_games(path, [GAME])
    (expected,) = read_games(path)
    path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    assert list(read_games(path)) == [expected]
    assert othello("convert", path, "-", "--to", "transcript").stdout == "f5d6c3d3c4\n"
    for source in (path, "-"):
        result = subprocess.run(
            command("analyse", source, "--depth", 1),
            input=path.read_bytes(),
            capture_output=True,
            check=True,
        )
        assert b"white d3" in result.stdout and not result.stderr


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_boards_in_rows_are_read_too(encoding: str, end: str, tmp_path: Path) -> None:
    rows = [*["|XXXXXXXX|"] * 7, "|XOOOOO--|", "Black to move", ""]
    path = written(tmp_path / "board.txt", end.join(rows).encode(encoding))
    for pack in (bytes, gzip.compress):
        path.write_bytes(pack(path.read_bytes()))
        assert "2 empties  g8 +64" in othello("solve", path).stdout


def test_positions_and_settings_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "end.obf"
    board = Board.from_obf("X" * 57 + "OOOOO-- X")
    for contents in (board.to_obf().encode("utf-16"), gzip.compress(board.to_obf().encode())):
        path.write_bytes(contents)
        for words, stdin in ((("solve", path), b""), (("solve", "-"), contents)):
            result = subprocess.run(command(*words), input=stdin, capture_output=True, check=True)
            assert b"2 empties  g8 +64" in result.stdout, result
        assert len(list(read_samples(path))) == 1
    openings = written(tmp_path / "openings.txt", "f5d6\n".encode("utf-16"))
    match = ("match", "level=0", "level=0", "--games", 2, "--openings", openings)
    assert othello(*match).returncode == 0
    patterns = written(tmp_path / "patterns.txt", "a1b1c1\n".encode("utf-16"))
    assert len(read_patterns(patterns)) == 1
    contents = '[{"name": "a"}, {"name": "b"}]'.encode("utf-8-sig")
    engines = written(tmp_path / "engines.json", contents)
    assert len(players_from_file(engines, Effort(level=0), {}, {})) == 2
    assert json_in(engines) == [{"name": "a"}, {"name": "b"}]
