"""``othello convert``: what goes from one format to another, what is left out, what is said."""

import io
import json
import os
import re
import stat
import subprocess
import warnings
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cli_process import command, json_lines, othello, refused, written
from support.random_games import random_game
from support.rooms import needs
from support.systems import POSIX

from othello import PASS, Board, Engine, Game, Move, read_games
from othello.commands import parse_arguments
from othello.convert import FORMATS, Item, positions_at, problem, wrong_result
from othello.errors import FormatError, OthelloError
from othello.formats.obf import read_positions
from othello.sgf.games import parse_game as parse_sgf
from othello.wthor.games import WthorGame, write_wthor
from othello.wthor.names import NameList, WthorNames

WIPEOUT = Game("e6f4e3f6g5d6e7f5c5")
WRITTEN = ", which is written"

SUFFIXES = {"transcript": "txt", "pasted": "pasted", "ggf": "ggf", "sgf": "sgf", "wthor": "wtb"}


def convert(*words: object) -> int:
    """Run the command in this process."""
    arguments = parse_arguments(["convert", *map(str, words)])
    status: int = arguments.run(arguments)
    return status


def unusable(*words: object) -> str:
    """Run the command on what it cannot use; return the one line that says why."""
    result = othello("convert", *words)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1), result.stderr
    return str(result.stderr)


def finished_games(n: int) -> list[Game]:
    return [random_game(seed) for seed in range(n)]


@pytest.fixture
def transcripts(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text("".join(f"{game.transcript()}\n" for game in finished_games(5)))
    return path


@pytest.mark.parametrize("name", SUFFIXES)
def test_games_come_back_from_every_format(
    transcripts: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert any("pass" in line for line in transcripts.read_text().splitlines())
    there = transcripts.with_name(f"there.{SUFFIXES[name]}")
    back = transcripts.with_name("back.txt")
    assert convert(transcripts, there, "--to", name) == 0
    assert convert(there, back, "--from", name, "--check") == 0
    assert back.read_text() == transcripts.read_text()
    expected = "5 read  0 unusable  0 wrong  0 duplicates  5 written\n"
    assert capsys.readouterr() == (2 * expected, "")
    # From a format to itself nothing is lost.
    again = there.with_name(f"again.{SUFFIXES[name]}")
    assert convert(there, again, "--from", name, "--to", name) == 0
    assert again.read_bytes() == there.read_bytes()


def test_headers_go_from_format_to_format(tmp_path: Path) -> None:
    headers = "EV[Open]DT[2021-05-01]PB[Ann]PW[B\\]ob]RE[0]"
    source = written(tmp_path / "a.sgf", f"(;GM[2]{headers};B[f5]C[kept only in SGF];W[d6])\n")
    names = [source, *(tmp_path / f"a{i}.{suffix}" for i, suffix in enumerate(["ggf", "wtb"]))]
    names.append(tmp_path / "b.sgf")
    for before, after in pairwise(names):
        assert convert(before, after) == 0
    game = parse_sgf(names[-1].read_text()).game()
    # WTHOR has only the year of a date.
    expected = {"Event": "Open", "Date": "2021", "Black": "Ann", "White": "B]ob", "Result": "0"}
    assert game.headers == expected
    assert {path.name for path in tmp_path.glob("a1.*")} == {"a1.wtb", "a1.jou", "a1.trn"}


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


def test_a_problem_has_every_move() -> None:
    """A move to a1 is number 0."""
    text = "-OOOX---XOO-XXOXXXOOXOXXXXXOXXXOXXOXXXOOXXOOXOOOXX-XOOOOXXO-XX-O X"
    board = Board.from_obf(text)
    with Engine(hash_mb=1) as engine:
        found = problem(board, engine)
    assert set(found.scores) == set(board.legal_moves()) and found.scores[Move("a1")] == 32


def test_a_problem_of_a_pass() -> None:
    board = Board("OOOOO--OOXXXXXXOOOOOOOXOOOXOOXXOXOXXOXXOXXOXXOXOXXXOOXOOXXXXXXXO X")
    with Engine(hash_mb=1) as engine:
        assert problem(board, engine).scores == {PASS: -8}
        assert engine.solve(board).score == -8


def test_positions_at_are_those_with_a_move() -> None:
    for game in finished_games(40):
        for n_empties in (0, 1, 2, 60):
            found = list(positions_at(game, n_empties))
            assert len(found) <= 1
            for board in found:
                assert board.legal_moves()[0] != 64 and board.n_empties == n_empties


def test_boards_become_games_and_games_boards(tmp_path: Path) -> None:
    source = written(tmp_path / "a.obf", "startpos\nf5d6\n")
    game = tmp_path / "a.sgf"
    boards = tmp_path / "b.obf"
    assert convert(source, game) == convert(game, boards) == 0
    expected = [Board(), Board.from_moves("f5d6")]
    assert [p.board for p in read_positions(boards.read_text().splitlines())] == expected


@pytest.mark.parametrize(
    ("name", "text", "target", "lost"),
    [
        ("a.sgf", "(;GM[2]C[hello];B[f5])", "ggf", "comments"),
        ("a.sgf", "(;GM[2]KM[5]RO[1];B[f5]BL[9];W[d6])", "ggf", "the headers Round and BL, KM"),
        ("a.sgf", "(;GM[2]AP[x];B[f5](;W[d6])(;W[f6]))", "transcript", "variations"),
        ("a.ggf", "(;GM[Othello]TB[5:00]B[F5/1.2];)", "sgf", "TB, evaluations"),
        ("a.ggf", "(;GM[Othello]TY[8r]B[F5//3];)", "sgf", "the headers Type and times"),
        ("a.ggf", "(;GM[Othello]KM[1]B[F5//3];)", "ggf", None),
        ("a.txt", f"Result: 5-59\n{WIPEOUT.transcript()}\n", "transcript", "the headers Result"),
        ("a.txt", "f5 d6 {the tiger way} c3 d3 c4\n", "sgf", "comments"),
        ("a.txt", "f5d6c3 {the tiger way}\nf5f6", "transcript", "comments"),
        ("a.txt", "f5 +1.5 d6 (-0.4) c3 [0:12]\n", "pasted", "evaluations, times"),
        ("a.txt", "f5d6c3d3c4 W+14\n", "transcript", "the headers Result"),
        ("a.csv", "Ann,Bob,42-22,f5d6\nCy,Dan,49-15,f5f6", "ggf", "columns without names"),
        ("a.csv", "black_score,moves\n40,f5d6\n", "ggf", "the headers black_score"),
        ("a.csv", "Score,moves\n30,f5d6\n", "ggf", "the headers Result"),
        ("a.csv", "Time,moves\n14:30,f5d6\n", "ggf", "the headers Time of day"),
        ("a.csv", "Time of day,moves\n14:30,f5d6\n", "sgf", "the headers Time of day"),
        ("a.csv", "Time,moves\n15:00//02:00,f5d6\n", "ggf", None),
        ("a.txt", '[Time "noon"]\nf5d6\n', "ggf", "the headers Time"),
        ("a.txt", "2005-03-01\nf5d6 {so} 33-31\n", "obf", "the headers Date, Result and comments"),
        ("a.ggf", "(;GM[Othello]PB[me]B[F5/1.2];)", "obf", "the headers Black and evaluations"),
        ("a.txt", "1. f5+3 d6-1\n2. c3+2 d3-2\n", "sgf", "evaluations"),
        ("a.txt", "f5+3d6-1c3+2d3-2.5", "ggf", "evaluations"),
        ("a.txt", "1.f5-2.d6-3.c3", "ggf", None),
        ("a.txt", "f5d6c3d3c4 +1", "ggf", "evaluations"),
        ("a.txt", "f5d6c3d3c4 resigns", "ggf", "the headers Result"),
        ("a.txt", f"Result: 1-0\n{WIPEOUT.transcript()}\n", "transcript", None),
        ("a.obf", f"{Board().to_obf()}; F5:+0;", "ggf", "the scores of moves"),
        ("a.obf", f"{Board().to_obf()}; F5:+0;", "obf", None),
    ],
)
def test_what_a_conversion_leaves_out_is_named(
    name: str, text: str, target: str, lost: str | None, tmp_path: Path
) -> None:
    source = written(tmp_path / name, f"{text}\n\n{text}\n")
    result = othello("convert", source, "-", "--to", target)
    stderr = re.sub(".*stated result 5-59, but .*\n", "", result.stderr)
    said = f"-: left out {lost}, for which the format has no place\n" if lost else ""
    assert (result.returncode, stderr) == (0, said)


@pytest.mark.parametrize(("target", "n_written"), [("b.txt", 1), ("b.wtb", 0)])
def test_what_a_format_cannot_hold_is_left_out(
    tmp_path: Path, target: str, n_written: int, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [Game("c3", start="f5d6"), Game("f5")]
    source = written(tmp_path / "a.sgf", "".join(map(Game.to_sgf, games)))
    assert convert(source, tmp_path / target, "--json") == 2
    output = capsys.readouterr()
    if n_written:
        assert '"unusable": 1, "wrong": 0, "duplicates": 0, "written": 1' in output.out
    assert output.err.startswith(f"{source}: game 1: ") and "from the start" in output.err


def test_what_symmetry_makes_alike_is_left_out(tmp_path: Path) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text("f5d6c3\nd3c5f6\nf5f6\nc4e3f6\nf5d6\n")
    assert convert(source, target, "--dedupe") == 0
    assert target.read_text() == "f5d6c3\nf5f6\nf5d6\n"
    boards = tmp_path / "c.obf"
    source.write_text("".join(f"{game.transcript()}\n" for game in finished_games(1) * 2))
    assert convert(source, boards, "--positions", 6, "--dedupe", "--hash", 1) == 0
    assert len(boards.read_text().splitlines()) == 1


def test_files_of_bad_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.wtb", tmp_path / "b.ggf"
    games = [WthorGame((37,), 32, 32), WthorGame((0,), 32, 32), WthorGame((19,), 32, 32)]
    source.write_bytes(write_wthor(games, 2000)[:-1])
    assert convert(source, target) == 2
    assert target.read_text().count("(;GM[Othello]") == 1
    first, second, left_out = capsys.readouterr().err.splitlines()
    assert left_out.startswith(f"{target}: left out ")
    assert first.startswith(f"{source}: byte 84: illegal move 'a1' (move 1): expected d3")
    assert second == f"{source}: byte 152: expected 3 games, the file ends after 2"


def test_boards_of_ggs_are_converted_and_others_named(tmp_path: Path) -> None:
    board = "[8 -------- -------- -------- ---O*--- ---***-- -------- -------- -------- O]"
    source = written(tmp_path / "board.obf", board)
    assert othello("convert", source, "-", "--to", "sgf").stdout == f"{Game(start='f5').to_sgf()}\n"
    for text in (board.replace(" O]", "]"), Board().to_obf()[:64], "42-22"):
        source.write_text(text)
        for form in ("obf", "pasted"):
            words = ("convert", source, "-", "--from", form, "--to", "sgf")
            assert str(source) in refused(*words)


def test_a_failed_conversion_leaves_the_target_alone(tmp_path: Path) -> None:
    source = written(tmp_path / "a.wtb", b"no WTHOR")
    target = written(tmp_path / "b.txt", "f5\n")
    assert "'no' is no move" in unusable(source, target)
    assert target.read_text() == "f5\n" and set(tmp_path.iterdir()) == {source, target}


@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        ("+64", None), ("64", None), ("13", None), ("8", "stated result 8, but"),
        ("B+64", None), ("+64.00", None), ("?", None), ("", None),
        ("+2:t", None), ("-64", "stated result -64, but the final position says +64"),
        ("W+64", "stated result W+64, but"), ("B+62", "stated result B+62"), ("0", "result 0, but"),
        ("Draw", "result Draw, but"), ("1-0", None), ("64-0", None), ("9-0", "result 9-0, but"),
        ("B+R", None), ("W+R", "result W+R, but"), ("-64:t", "result -64:t, but"), ("*", None),
        ("0-1", "result 0-1, but"), ("1/2-1/2", "1/2-1/2, but"), ("Void", None),
        ("White won 35-29", "result White won 35-29, but"), ("5-3", "result 5-3, but"),
        ("40-30", "result 40-30, but the final position says 64-0"),
        ("banana", "result banana, but"),
        ("35-29", "stated result 35-29, but the final position says 64-0"),
    ],
)  # fmt: skip
def test_results_are_checked(stated: str, fault: str | None) -> None:
    game = Game(WIPEOUT.moves, headers={"Result": stated})
    found = wrong_result(Item(game, game))
    assert found is None if fault is None else fault in (found or "")
    unfinished = Game("f5", headers={"Result": stated})
    assert wrong_result(Item(unfinished, unfinished)) is None


def test_check_reports(tmp_path: Path) -> None:
    source = tmp_path / "a.sgf"
    moves = "".join(f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(WIPEOUT.moves))
    source.write_text(
        f"(;GM[2]RE[W+2]{moves})(;GM[2];B[f5](;W[d6])(;W[a1]))(;GM[2]RE[B+64]{moves})"
    )
    result = othello("convert", source, "-", "--to", "transcript", "--check")
    assert result.returncode == 1
    assert result.stdout == f"{WIPEOUT.transcript()}\nf5d6\n{WIPEOUT.transcript()}\n"
    first, second, left_out = result.stderr.splitlines()
    assert left_out.startswith("-: left out ")
    assert first.endswith("a.sgf: game 1: stated result W+2, but the final position says +64")
    assert "a.sgf: game 2: variation: illegal move 'a1'" in second


def test_check_reports_a_wrong_result_beside_another_one(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text(f'[Result "40-24"]\n{WIPEOUT.transcript()} 64-0\n')
    result = othello("convert", source, tmp_path / "b.sgf", "--check")
    assert result.returncode == 1 and "1 wrong" in result.stdout
    assert [line.partition("game 1: ")[2] for line in result.stderr.splitlines()] == [
        "two results: 40-24 is taken, 64-0 is left out",
        "stated result 40-24, but the final position says 64-0",
    ]


@pytest.mark.parametrize(
    ("stated", "target", "end"),
    [
        ("White won", "a.wtb", WRITTEN), ("0-1", "a.ggf", WRITTEN), ("foo", "a.sgf", WRITTEN),
        ("white wins", "a.sgf", WRITTEN), ("Void", "a.ggf", WRITTEN), ("W+12", "a.wtb", WRITTEN),
        ("30", "a.sgf", WRITTEN), ("W+12", "a.sgf", ""), ("W+12", "b.txt", ""),
        ("Void", "a.sgf", None), ("1-0", "a.ggf", None), ("?", "a.ggf", None),
        ("13", "a.sgf", None),
    ],
)  # fmt: skip
def test_a_result_that_the_moves_contradict_is_named(
    stated: str, target: str, end: str | None, tmp_path: Path
) -> None:
    moves = WIPEOUT.transcript()
    source = written(tmp_path / "a.txt", f'[Result "{stated}"]\n{moves}\n\n{moves}\n64-0\n')
    result = othello("convert", source, tmp_path / target)
    fault = f"{source}: game 1: stated result {stated}, but the final position says +64{end}\n"
    named = "" if end is None else fault
    assert (result.returncode, re.sub(".*: left out .*\n", "", result.stderr)) == (0, named)
    assert "0 wrong" in result.stdout, "that counts what --check finds"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Result: 33-31\n\nf5d6c3\n35-29\n", "33-31 is taken, 35-29 is left out"),
        ("Black: Ann, Score: 1-0\nf5d6c3 White resigns 24-40", None),
        ("score,moves\n33-31,f5d6c3 W+8\n", "33-31 is taken, W+8 is left out"),
        ("Black: Ann, Result: 33-31\n\nf5d6c3\n\nResult: W+8\n", "W+8 is taken, 33-31 is left out"),
        ("Result: 33-31\n1. f5 d6 2. c3\n\nB+2\n", None),
        ('[Result "1-0"]\n\n1. f5 d6 2. c3 0-1', "1-0 is taken, 0-1 is left out"),
    ],
)
def test_another_result_of_a_game_is_named(text: str, message: str | None, tmp_path: Path) -> None:
    source = written(tmp_path / "a.txt", text)
    said = [] if message is None else [f"two results: {message}"]
    for name in ("b.sgf", "b.ggf"):
        result = othello("convert", source, tmp_path / name)
        told = [line for line in result.stderr.splitlines() if "64 for the winner" not in line]
        assert (result.returncode, told) == (0, [f"{source}: game 1: {each}" for each in said])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        list(read_games(source))
        if "moves" not in text:  # a table
            Game.parse(text)
    told = [str(warning.message).removeprefix(f"{source}: game 1: ") for warning in caught]
    assert told == said * (1 if "moves" in text else 2)


@needs("gamebase")
def test_moves_that_are_missing_at_the_end_are_told(tmp_path: Path) -> None:
    source = written(tmp_path / "a.txt", "f5d6c3x\n\nf5d6c3d3...\n")
    told = "moves end in '...': those that follow are missing"
    with pytest.warns(UserWarning, match=re.escape(f"{source}: game 2: {told}")):
        assert list(read_games(source, on_error=lambda error: None)) == [Game("f5d6c3d3")]
    with pytest.warns(UserWarning, match=f"^{told}"):
        assert Game.parse("f5d6c3d3...") == Game("f5d6c3d3")
    for words in (("convert", source, "-", "--to", "ggf"), ("analyse", source, "--level", "0")):
        assert f"{source}: game 2: {told}\n" in othello(*words).stderr
    built = othello("games", "build", tmp_path / "b", source)
    assert f"{source}: game 2: {told}\n" in built.stderr


@pytest.mark.parametrize(
    ("name", "contents", "games"),
    [
        ("a.csv", "id,moves\n1,f5d6\n2,f5f6\n", ["f5d6", "f5f6"]),
        ("a.txt", "1. f5 d6\n2. c3 d3\n", ["f5d6c3d3"]),
        ("a.txt", "f5d6c3?! {so}\nf5f6 resigns\n", ["f5d6c3", "f5f6"]),
        ("a.txt", "f5d6c3\nWhite won", ["f5d6c3"]),  # the last line has no end
        ("a.txt", "(;GM[Othello]B[f5];)", ["f5"]),
        ("a.txt", "f5d6\n#2 f5f6\n", ["f5d6", "f5f6"]),
        ("a.txt", "#1 f5d6\n#2: f5f6\n", ["f5d6", "f5f6"]),
        ("a.ggf", "1. f5 d6", ["f5d6"]),
        ("a.wtb", "(;GM[2];B[f5])", ["f5"]),
        ("a", "f5d6\nf5f6\n", ["f5d6", "f5f6"]),
        ("a.txt", "f5d6\nf5f6\n\x1a", ["f5d6", "f5f6"]),  # as editors of DOS end a text
        ("a.sgf", "(;GM[2];B[f5])\n\x1a", ["f5"]),
        ("a.sgf", "(;GM[Othello]B[f5]W[d6];)", ["f5d6"]),
        ("a.ggf", "(;GM[2];B[f5];W[d6])", ["f5d6"]),
        ("a.ggf", "(;B[f5];W[d6])", ["f5d6"]),
        ("a.ggf", "(;B[f5]W[d6];)", ["f5d6"]),
        ("a.obf", "(;GM[Othello]B[f5];)", ["f5"]),
        ("a.obf", "(;FF[4]GM[2];B[f5])", ["f5"]),
        ("-", "(;GM[2];B[f5])", ["f5"]),
    ],
)
def test_a_file_is_read_as_what_it_is(
    tmp_path: Path, name: str, contents: str, games: list[str]
) -> None:
    """Whatever its name says, if it is text; convert and analyse read alike."""
    source = name if name == "-" else tmp_path / name
    if source != name:
        source.write_text(contents)
    result = othello("convert", source, "-", "--to", "transcript", stdin=contents)
    assert result.returncode == 0
    assert (
        re.sub("-: left out the headers (id|Result)( and comments)?, .*\n", "", result.stderr) == ""
    )
    assert result.stdout.splitlines() == games
    analysed = othello("analyse", source, "--level", "0", "--json", stdin=contents)
    assert analysed.stderr == "left out: comments\n" * ("{" in contents)
    shown = list(map(json.loads, analysed.stdout.splitlines()))
    assert [line["move"] for line in shown[:-1]] == re.findall("..", "".join(games))


def test_a_line_of_words_joins_no_lines_of_a_list(tmp_path: Path) -> None:
    """They could be played behind each other, and are five games."""
    source = tmp_path / "a.txt"
    games = ["f5f6", "e6f4c3", "f5d6", "d3c3", "c4c3"]
    for words, line in (("List of games\n", 1), ("", 6)):
        source.write_text(words + "\n".join(games) + ("\n" if words else "\nthe end\n"))
        result = othello("convert", source, "-", "--to", "transcript")
        assert result.returncode == 2 and result.stdout.splitlines() == games
        assert result.stderr.startswith(f"{source}:{line}: column 1: ")


def test_the_number_of_a_game_counts_those_at_fault(tmp_path: Path) -> None:
    source = tmp_path / "a.ggf"
    source.write_text("(;GM[Othello]RE[+2]B[f5];)\n(;GM[Othello]B[f5]W[f5];)\n(;GM[Othello]B[e6];)")
    shown = othello("analyse", source, "--level", "0")
    assert re.findall("^.*game .:", shown.stdout, re.M) == [f"{source}: game {n}:" for n in (1, 3)]
    assert shown.stderr.startswith(f"{source}:2: column 19: illegal move 'f5' (move 2)")
    third = othello("analyse", source, "--level", "0", "--games", "3")
    assert (third.returncode, third.stderr) == (0, "") and "game 3: " in third.stdout
    assert ":2: column" in refused("analyse", source, "--level", "0", "--games", "2")


def test_from_stdin_to_json(tmp_path: Path) -> None:
    words = ("convert", "-", tmp_path / "a.ggf", "--from", "pasted")
    (record,) = json_lines(*words, stdin="1. F5 d6\n2. c3\n\nD3 c5")
    assert record["total"] == {
        "read": 2, "unusable": 0, "wrong": 0, "duplicates": 0, "written": 2,
    }  # fmt: skip
    result = othello("convert", tmp_path / "a.ggf", "-", "--to", "transcript")
    assert (result.returncode, result.stdout) == (0, "f5d6c3\nd3c5\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a.sgf", "b.xyz"], "the name 'b.xyz' tells no format: expected .obf, .txt, .ggf, .sgf"),
        (["a.sgf", "-"], "the name '-' tells no format"),
        (["missing.txt", "b.ggf"], "No such file"),
        (["missing.txt", "b.ggf", "--positions", "9"], "--positions writes OBF"),
        (["missing.txt", "b.obf", "--positions", "99"], "'99': expected 1 to 60"),
        (["a.sgf", "b.ggf", "--threads", 2], "--threads without a search: expected --positions"),
        (["a.sgf", "-", "--to", "ggf", "--json"], "--json with the converted file on stdout"),
    ],
)
def test_unusable_arguments(words: list[str], message: str) -> None:
    assert message in refused("convert", *words)


def test_wthor_on_stdout_has_no_names(tmp_path: Path) -> None:
    source = written(tmp_path / "a.sgf", "(;GM[2]PB[Ann]RE[B+2];B[f5])")
    result = command("convert", source, "-", "--to", "wthor")
    done = subprocess.run(result, capture_output=True, check=True)
    said = done.stderr.decode()
    assert "-: left out the names: expected the name of a file for OUT" in said.splitlines()


def test_a_game_that_ends_before_the_positions_asked_for(tmp_path: Path) -> None:
    source = written(tmp_path / "a.txt", "f5d6c3\n")
    said = refused("convert", source, tmp_path / "b.obf", "--positions", 9)
    assert f"{source}: no position with 9 empties" in said


def test_games_without_the_positions_asked_for_are_counted(tmp_path: Path) -> None:
    source = written(tmp_path / "a.txt", f"f5d6c3\n{finished_games(1)[0].transcript()}\nf5f6\n")
    result = othello("convert", source, tmp_path / "b.obf", "--positions", 6)
    assert (result.returncode, result.stderr) == (
        0,
        f"{source}: no position with 6 empties in 2 games\n",
    )


@pytest.mark.parametrize("name", ["a.sgf", "a.txt"])
def test_what_the_file_that_is_replaced_held_is_said(tmp_path: Path, name: str) -> None:
    """``convert *`` may have been meant to read both files."""
    source, target = tmp_path / name, tmp_path / "b.sgf"
    source.write_text("(;GM[2];B[f5])\n" if name == "a.sgf" else "f5\n")
    said = f"{target} was overwritten: it held 2 games\n"
    for contents, expected in (("(;GM[2];B[d3])" * 2, said), (None, ""), ("no game", "")):
        if contents is not None:
            target.write_text(contents)
        result = othello("convert", source, target)
        assert (result.returncode, result.stderr) == (0, expected)
    result = othello("convert", source, source, "--dedupe")  # which was meant to be replaced
    assert (result.returncode, result.stderr) == (0, "")


def samples() -> dict[str, bytes]:
    """Return a small file of each format."""
    game = Game(WIPEOUT.moves, headers={"Black": "one", "White": "two"})
    names = WthorNames(NameList(), NameList())
    files = {}
    for name, known in FORMATS.items():
        file: io.BytesIO | io.StringIO = io.BytesIO() if known.is_binary else io.StringIO()
        known.write(file, [known.of_game(game, names)] * 3)
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


def test_without_anything_to_write_the_target_stays(tmp_path: Path) -> None:
    source = written(tmp_path / "in.ggf", "no game at all")
    target = written(tmp_path / "out.sgf", "as before")
    assert unusable(source, target).startswith(
        f"{source}:1: column 1: 'no' is no move: expected moves"
    )
    assert target.read_text() == "as before" and len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    source = written(tmp_path / "in.txt", "f5d6\n")
    fault = unusable(source, tmp_path / "none" / "out.ggf")
    assert "out.ggf: no folder '" in fault and ".partial" not in fault


# ---------------------------------------------------------------------- what is there stays


@pytest.mark.parametrize(
    ("source", "contents", "options"),
    [
        ("in.ggf", "(;GM[Othello]B[A1];)", []),
        ("in.txt", "f5f5\n", []),
        ("in.txt", "f5d6\n", ["--positions", 12, "--to", "obf"]),
        ("in.obf", "not a position\n", ["--to", "wthor"]),
    ],
)
def test_nothing_usable_leaves_the_old_file(
    tmp_path: Path, source: str, contents: str, options: list[object]
) -> None:
    tmp_path.joinpath(source).write_text(contents)
    target = written(tmp_path / "out.ggf", "as before")
    unusable(tmp_path / source, target, *options)
    assert target.read_text() == "as before"
    assert len(list(tmp_path.iterdir())) == 2


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


def test_names_that_cannot_be_written_leave_the_games_too(tmp_path: Path) -> None:
    source = written(tmp_path / "in.ggf", "(;GM[Othello]PB[one]PW[two]RE[+2]B[F5];)")
    target = written(tmp_path / "out.wtb", "as before")
    target.with_suffix(".jou").mkdir()
    assert unusable(source, target) == f"othello: {target.with_suffix('.jou')}: Is a directory\n"
    assert target.read_text() == "as before"
    assert not target.with_suffix(".trn").exists()


def test_a_year_that_there_is_not(tmp_path: Path) -> None:
    source = tmp_path / "in.wtb"
    contents = bytearray(write_wthor([]))
    contents[10:12] = (40000).to_bytes(2, "little")
    source.write_bytes(contents)
    assert (
        unusable(source, tmp_path / "out.wtb")
        == f"othello: {source}: byte 10: expected a year up to 9999, got 40000\n"
    )
    with pytest.raises(OthelloError, match="expected a year up to 9999, got 40000"):
        write_wthor([], 40000)


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


def test_long_numbers_among_pasted_moves(tmp_path: Path) -> None:
    """Reading takes linear time; in quadratic time 400,000 digits would take minutes."""
    for n_digits, code, moves in ((40_000, 0, "f5\n"), (400_000, 2, "")):
        source = written(tmp_path / "in.txt", f"1. f5 1-{'1' * n_digits}.\n")
        result = othello("convert", "--from", "pasted", source, "-", "--to", "transcript")
        assert (result.returncode, result.stdout) == (code, moves)
        assert ("400009 characters: expected at most 50000" in result.stderr) == (not moves)


@pytest.mark.parametrize(
    ("stated", "moves", "ggf", "sgf"),
    [
        ("+64.00:r", "f5d6", "+64.00:r", "B+R"),
        ("W+10", "f5d6", "-10", "W+10"),
        ("35-29", "f5d6", "+6", "B+6"),
        ("White won 35-29", "f5d6", "-6", "W+6"),
        ("Black won", "f5d6", "+64", "B+"),
        ("0-1", "f5d6", "-64", "W+"),
        ("1/2-1/2", "f5d6", "+0", "0"),
        ("1-0", WIPEOUT.transcript(), "+64", "B+64"),
        ("Black resigns", "f5d6", "-64:r", "W+R"),
        ("nobody knows", "f5d6", "?", "?"),
        ("30", "f5d6", "?", "?"),
        ("13", WIPEOUT.transcript(), "+64", "B+64"),
    ],
)
@pytest.mark.filterwarnings("ignore:stated result", "ignore:left out the headers Result")
def test_results_are_written_as_the_format_wants_them(
    stated: str, moves: str, ggf: str, sgf: str
) -> None:
    game = Game(moves, headers={"Result": stated})
    assert f"RE[{ggf}]" in game.to_ggf()
    assert f"RE[{sgf}]" in game.to_sgf()
    lost = [FORMATS[name].places.lost(game) for name in ("ggf", "sgf", "wthor")]
    assert lost == [["Result"] if ggf == "?" else []] * 3
