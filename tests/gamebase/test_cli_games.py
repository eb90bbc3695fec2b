"""``othello games``: a base of games on the command line."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import answer, command, json_lines, othello, refused, written
from support.known_games import PLAYED, WIPEOUT
from support.systems import POSIX
from support.wthor_files import wthor_files

from othello.analysis.games import LEVEL
from othello.formats.wthor import WthorGame, write_wthor
from othello.game import Game
from othello.gamebase import GameBase
from othello.notation import PASS

GAMES = """\
f5d6c3d3c4f4f6f3

Black: Ann Øst
White: Bob
Date: 2001
Result: 40-24
f5d6c3d3c4

Black: Bob
White: Ann Øst
Date: 2003
f5f6e6f4
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    written(folder / "games.txt", GAMES)
    for end, contents in wthor_files("f5d6c3g5", ("Cy", "Dee"), ("Eve", "Cy")).items():
        written(folder / f"w{end}", contents)
    return folder


@pytest.fixture(scope="module")
def base(folder: Path) -> Path:
    path = folder / "my.base"
    (total,) = json_lines("games", "build", path, folder / "games.txt", folder / "w.wtb")
    assert {**total["total"], "seconds": 0} == {
        "games": 5,
        "added": 5,
        "known": 0,
        "faults": 0,
        "seconds": 0,
    }
    return path


def test_the_moves_of_a_position(base: Path) -> None:
    found, total = json_lines("games", base, "--position", "f5d6c3")
    assert total["total"]["games"] == found["games"] == 4
    assert [(move["move"], move["games"], move["share"]) for move in found["moves"]] == [
        ("d3", 2, 0.5),
        ("g5", 2, 0.5),
    ]
    first = found["moves"][0]
    assert list(first) == [
        *("move", "games", "share", "score", "wins", "draws", "losses", "first", "last", "name")
    ]
    assert (first["score"], first["first"], first["losses"]) == (-16.0, 2001, 1)
    assert found["moves"][1]["name"] == "Bent Ganglion"


def test_text_is_a_table(base: Path) -> None:
    lines = answer("games", base, "--position", "f5").splitlines()
    assert lines[0] == "5 games"
    heads = "move games share score won drawn lost years opening"
    assert lines[1].split() == heads.split()
    assert lines[2].startswith("d6          4   80.0%")


def test_the_engine_scores_the_moves_that_were_played(base: Path) -> None:
    found, _ = json_lines("games", base, "--position", "f5", "--level", 4)
    values = {move["move"]: move["value"] for move in found["moves"]}
    assert list(values) == ["d6", "f6"] and all(
        isinstance(value, float) for value in values.values()
    )


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ((), 5),
        (("--player", "cy"), 2),
        (("--black", "cy"), 1),
        (("--player", "øst", "--year", "2002-"), 1),
        (("--year", "-2001"), 1),
        (("--year", "2001-2003"), 2),
        (("--event", "open"), 2),
        (("--result", "black"), 1),
        (("--opening", "f5f6"), 1),
        (("--opening", "Bent Ganglion"), 2),
        (("--position", "c4c3", "--list"), 1),
        (("--player", "ann", "--result", "white"), 0),
    ],
    ids=str,
)
def test_games_are_listed_by_what_is_asked(base: Path, options: Any, count: int) -> None:
    *games, total = json_lines("games", base, *options)
    assert total["total"]["games"] == len(games) == count
    for game in games:
        keys = ["black", "white", "year", "event", "result", "moves", "start", "headers"]
        assert list(game) == keys
    text = answer("games", base, *options)
    assert text.splitlines()[-1] == f"{count} game{'s' * (count != 1)}"


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        ("--player=Ost Anm", "; did you mean 'Ann Øst'?"),
        ("--white=Deee", "; did you mean 'Dee'?"),
        ("--black=Deee", ""),
        ("--event=Deee", ""),
        ("--event=Opeen", "; did you mean 'Open'?"),
        ("--year=1986", "; the years there are: 2001, 2003"),
        ("--year=-1986", "; the years there are: 2001, 2003"),
    ],
)
def test_what_is_in_no_game_is_told(base: Path, option: str, hint: str) -> None:
    result = othello("games", base, option)
    assert (result.returncode, result.stdout) == (0, "0 games\n")
    name, _, text = option.partition("=")
    asked = text if name == "--year" else repr(text)
    assert result.stderr == f"no game with {name} {asked} in {base}{hint}\n"


@POSIX
@pytest.mark.parametrize("mode", [0o555, 0o755], ids=["folder", "file"])
def test_a_base_that_may_only_be_read(base: Path, tmp_path: Path, mode: int) -> None:
    copied = Path(shutil.copy(base, tmp_path / "a.base"))
    copied.chmod(0o444)
    tmp_path.chmod(mode)
    # Root may write what nobody may, unless it gives up this right.
    as_others = ["setpriv", "--bounding-set=-dac_override"] * (os.geteuid() == 0)
    try:
        for words, said in (
            (["--player", "cy"], "\n2 games\n"),
            (["--position", "f5d6"], "4 games, "),
            (["--player", "cy", "--mistakes", "--level", "1"], " in 2 games, "),
        ):
            run = [*as_others, *command("games", copied, *words)]
            done = subprocess.run(run, capture_output=True, encoding="utf-8")
            begun = "analysing 2 games at level 1\n" * ("--mistakes" in words)
            assert (done.returncode, done.stderr) == (0, begun) and said in done.stdout
    finally:
        tmp_path.chmod(0o755)
    assert list(tmp_path.iterdir()) == [copied]


def test_games_are_written_into_a_file(base: Path, tmp_path: Path) -> None:
    out = tmp_path / "cy.sgf"
    assert answer("games", base, "--player", "cy", "--out", out) == f"2 games written to {out}\n"
    again = tmp_path / "cy.base"
    answer("games", "build", again, out)
    assert answer("games", again, "--player", "cy").endswith("2 games\n")


def test_games_that_are_written_over_are_named(base: Path, tmp_path: Path) -> None:
    """Without a game to write, as after a mistyped name, the file stays as it is."""
    out = written(tmp_path / "mine.sgf", "(;GM[2];B[f5];W[d6])" * 3)
    before = out.read_text()
    done = othello("games", base, "--player", "leadr", "--out", out)
    assert (done.returncode, done.stdout, out.read_text()) == (0, "0 games written\n", before)
    assert f"{out}: not written, as there is no game to write\n" in done.stderr
    for said in (f"{out} was overwritten: it held 3 games\n", ""):  # the second time it is the same
        done = othello("games", base, "--player", "cy", "--out", out)
        assert (done.returncode, done.stderr) == (0, said)


def test_a_game_without_moves_is_no_line_of_a_file(tmp_path: Path) -> None:
    base, out = tmp_path / "b.base", written(tmp_path / "mine.txt", "f5d6\n")
    answer("games", "build", base, written(tmp_path / "a.sgf", "(;GM[2]PB[Ann])"))
    done = othello("games", base, "--out", out)
    assert (done.returncode, out.read_text()) == (2, "f5d6\n")
    assert "game 1: without moves it would be an empty line" in done.stderr


@pytest.mark.parametrize(
    ("options", "games", "moves"),
    [
        ((), 5, []),
        (("--limit", 2), 2, []),
        (("--player", "<b>bob"), 0, []),
        (("--player", "bob", "--position", "f5"), 2, ["d6", "f6"]),
        (("--position", "f5d6c3", "--json"), 4, ["d3", "g5"]),
        (("--position", "f5d6c3", "--list"), 4, []),
    ],
    ids=str,
)
def test_the_page(base: Path, tmp_path: Path, options: Any, games: int, moves: list[str]) -> None:
    """It has the games that are asked for, and of a position the moves; the output is as ever."""
    page = tmp_path / "games.html"
    done = othello("games", base, *options, "--html", page)
    assert (done.returncode, bool(done.stderr)) == (0, not games)
    if "--json" not in options:
        assert done.stdout == othello("games", base, *options).stdout
    if not games:
        assert f"{page}: not written, as no game was found\n" in done.stderr
        assert not page.exists()
        return
    text = page.read_text(encoding="utf-8")
    shown = json.loads(text.split('id="games">')[1].split("</script>")[0])["games"]
    assert len(shown) == games and all(game["moves"] for game in shown)
    titles = {game["title"]: game["event"] for game in shown}
    if "bob" in options:
        assert titles == {"Ann Øst – Bob 40-24": "2001", "Bob – Ann Øst": "2003"}
    assert re.findall(r'<th scope="row">(\w+)</th>', text) == moves
    assert f"{games} game" in text or ", the latest 2 shown." in text


def test_mistakes_of_a_player(base: Path) -> None:
    *found, total = json_lines("games", base, "--player", "bob", "--mistakes", "--level", 4)
    assert total["total"]["games"] == 2 and total["total"]["mistakes"] == len(found)
    for mistake in found:
        assert list(mistake) == ["position", "move", "loss", "times", "best"]
    every = json_lines(*("games", base, "--player", "bob", "--mistakes", "--level", 4, "--loss", 0))
    assert len(every) - 1 == 4, "each of the two games has two moves of his"
    solved = json_lines(*("games", base, "--player", "bob", "--mistakes", "--exact-from", 1))
    assert solved[-1]["total"]["games"] == 2
    said = othello("games", base, "--player", "bob", "--mistakes", "--level", 4).stderr
    assert said.startswith("analysing 2 games at level 4\n")
    told = othello("games", base, "--player", "Ost Anm", "--mistakes")
    assert told.stdout.startswith("0 mistakes in 0 games, ") and "did you mean" in told.stderr


def test_the_level_says_from_where_the_end_is_solved(tmp_path: Path) -> None:
    """A whole game at level 2 solves four empty squares, and 24 only if that is asked for."""
    game = written(tmp_path / "g.txt", "Black: Ann\nWhite: Bob\nf5d6c3d3c4f4f6f3e6e7\n")
    othello("games", "build", tmp_path / "b", game)
    words = ("games", tmp_path / "b", "--player", "bob", "--mistakes")
    for options, solved in ((["--level", 2], 0), (["--level", 2, "--exact-from", 3], 3), ([], 24)):
        json_lines(*words, *options)
        with GameBase(tmp_path / "b") as base:
            (stored,) = base.games()
            text = base._file.analysis(stored.number, LEVEL if not options else 2)
        assert json.loads(text)["exact_from"] == solved


def test_mistakes_with_a_colour_are_of_that_side(tmp_path: Path) -> None:
    """Also where the other player has a name like it."""
    game = written(tmp_path / "g.txt", "Black: Ann\nWhite: Anna\nf5d6c3\n")
    othello("games", "build", tmp_path / "b", game)
    words = ("games", tmp_path / "b", "--mistakes", "--level", 1, "--loss", 0)
    for side, moves in (("--black", {"f5", "c3"}), ("--white", {"d6"})):
        *found, _ = json_lines(*words, side, "ann", "--limit", 10**30)
        assert {mistake["move"] for mistake in found} == moves


def test_a_game_added_again_is_known(base: Path, folder: Path) -> None:
    (total,) = json_lines("games", "build", base, folder / "w.wtb")
    assert (total["total"]["added"], total["total"]["known"]) == (0, 2)
    text = answer("games", "build", base, folder / "w.wtb")
    assert text.startswith(f"0 games added, 2 were there already: 5 in {base}")


def test_what_cannot_be_used_is_named_and_the_rest_is_added(tmp_path: Path) -> None:
    bad = written(tmp_path / "bad.txt", "f5d6\nf5f5\nf5f6\n")
    board = written(tmp_path / "b.obf", f"{'-' * 27}OX------XO{'-' * 27} X;\n")
    result = othello(
        "games", "build", tmp_path / "b", bad, board, tmp_path / "none.sgf", "-", stdin="f5f4\n"
    )
    assert result.returncode == 2
    assert result.stdout.startswith("3 games added: 3 in ")
    lines = result.stderr.splitlines()
    assert len(lines) == 3
    assert (
        "bad.txt:2: " in lines[0] and "a position, no game" in lines[1] and "none.sgf" in lines[2]
    )


def test_files_without_a_game_are_named(tmp_path: Path) -> None:
    names = ("empty.txt", "words.txt", "one.jsonl")
    files = [
        written(tmp_path / name, text)
        for name, text in zip(names, ("", "x\n", '{"moves": "f5d6"}\n'), strict=True)
    ]
    for file in files:
        result = othello("games", "build", tmp_path / "b", file)
        assert result.returncode == 2 and result.stdout.startswith("0 games added")
        assert result.stderr.count("\n") == 1 and file.name in result.stderr
        assert not (tmp_path / "b").exists(), "no empty base is left"


def test_what_a_base_does_not_keep_is_named(tmp_path: Path) -> None:
    headers = "PB[Kim]BR[1500]RO[3]PC[Aarhus]RE[W+T]"
    moves = ";B[f5];W[d6]C[hm];B[c3](;W[d3])(;W[f4])"
    file = written(tmp_path / "r.sgf", f"(;GM[2]SZ[8]{headers}{moves})")
    result = othello("games", "build", tmp_path / "b", file)
    assert result.returncode == 0
    assert result.stderr == "left out comments, variations, for which a base has no place\n"
    out = tmp_path / "back.sgf"
    answer("games", tmp_path / "b", "--out", out)
    back = out.read_text(encoding="utf-8")
    for kept in ("PB[Kim]", "BR[1500]", "RO[3]", "PC[Aarhus]", "RE[W+T]"):
        assert kept in back


@pytest.mark.parametrize(
    ("stated", "moves", "doubt", "listed"),
    [
        ("13", WIPEOUT, None, "+64"),
        ("W+2", WIPEOUT, "stated result W+2, but the final position says +64", "+64"),
        ("9", "f5d6", "stated result '9': expected a form of result such as", "9"),
        ("hello", "f5d6", "stated result 'hello': expected a form of result", "hello"),
        ("?", "f5d6", None, "?"),
        ("64-0", WIPEOUT, None, "64-0"),
    ],
)
def test_a_doubtful_result_is_named(
    stated: str, moves: str, doubt: str | None, listed: str, tmp_path: Path
) -> None:
    table = written(tmp_path / "t.csv", f"Score,moves\n,f5x\n{stated},{moves}\n")
    _, *lines = othello("games", "build", tmp_path / "b", table).stderr.splitlines()
    expected = [] if doubt is None else [f"{table}: game 2: {doubt}"]
    assert [line[: len(each)] for line, each in zip(lines, expected, strict=True)] == expected
    assert f" {listed} " in answer("games", tmp_path / "b").splitlines()[0]


@pytest.mark.parametrize(
    ("moves", "score"),
    [(PLAYED, 12), (WIPEOUT, 64), (PLAYED[:-2], None), ("f5d6", None)],
)
def test_a_wrong_result_in_wthor_is_named(moves: str, score: int | None, tmp_path: Path) -> None:
    """A game that is not over may have any result."""
    squares = (tuple(Game(text).moves) for text in ("f5f6", moves))
    games = [
        WthorGame(tuple(move for move in game if move is not PASS), 11, 11) for game in squares
    ]
    file = tmp_path / "w.wtb"
    file.write_bytes(write_wthor(games, 2001))
    base = tmp_path / "b"
    said = othello("games", "build", base, file).stderr
    doubt = f"{file}: game 2: stated result -42, but the final position says {score or 0:+d}\n"
    assert said == doubt * (score is not None)
    assert len(json_lines("games", base, "--result", "black")) - 1 == (score is not None)


def test_columns_that_no_question_finds_are_named(tmp_path: Path) -> None:
    table = written(tmp_path / "t.csv", "Player 1,White,Seat,moves\nAnn,Bob,2,f5d6\n")
    result = othello("games", "build", tmp_path / "b", table)
    kept = "kept, but no question finds it: the headers Player 1, Seat"
    assert (result.returncode, result.stderr) == (0, f"{table}: {kept}\n")


def test_a_year_may_have_two_digits_and_a_date_without_one_is_named(tmp_path: Path) -> None:
    dates = ["31.12.23", "12/31/99", "5-3-1", "May", "May"]
    rows = "".join(
        f"{date},{moves}\n"
        for date, moves in zip(dates, ("f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c4"), strict=True)
    )
    table = written(tmp_path / "t.csv", f"Date,moves\n{rows}")
    result = othello("games", "build", tmp_path / "b", table)
    said = "kept, but without a year: the dates '5-3-1', 'May': expected a year in each"
    assert result.returncode == 0 and result.stderr.startswith(f"{table}: {said}")
    years = [game["year"] for game in json_lines("games", tmp_path / "b")[:-1]]
    assert sorted(years, key=str) == [1999, 2023, None, None, None]
    assert json_lines("games", tmp_path / "b", "--year", "2023")[0]["moves"] == "f5d6"


def test_games_from_elsewhere_are_shown_as_such(tmp_path: Path) -> None:
    """A format that begins at the usual start leaves them out, and says so."""
    start = "-" * 19 + "O" + "-" * 7 + "OX" + "-" * 6 + "XO" + "-" * 27 + " *"
    ggf = written(tmp_path / "o.ggf", f"(;GM[Othello]TY[8]BO[8 {start}]B[e6]W[f4];)\n")
    base = tmp_path / "b"
    answer("games", "build", base, ggf)
    answer("games", "build", base, "-", stdin="f5d6c3\n")
    games = json_lines("games", base)[:-1]
    assert [game["start"] is None for game in games] == [False, True]
    assert f"from {games[0]['start']}: {games[0]['moves']}" in answer("games", base)
    result = othello("games", base, "--out", tmp_path / "x.txt")
    assert (result.returncode, result.stdout[:14]) == (2, "1 game written")
    assert result.stderr.startswith("game 1: a list of moves begins from the start")
    said = refused("games", base, "--out", tmp_path / "x.pgn")
    assert said.endswith("tells no format: expected .obf, .txt, .ggf, .sgf, .wtb\n")


def test_bad_arguments_are_refused_in_a_line(base: Path, tmp_path: Path) -> None:
    no_base = written(tmp_path / "x.base", "f5d6\n")
    for arguments, said in (
        ((tmp_path / "none",), "no such file"),
        ((no_base,), "not a database"),
        (("build", base), "required: FILE"),
        ((base, "f5d6"), "unrecognized arguments: f5d6"),
        ((base, "--mistakes"), "expected --player"),
        (("mistakes", base, "--html", "a.html"), "unrecognized arguments: --html a.html"),
        ((base, "--year", "x"), "invalid year 'x': expected a year, A-B with A <= B, A- or -B"),
        ((base, "--year", "2001-1999"), "expected a year, A-B with A <= B, A- or -B"),
        ((base, "--position", "f5f5"), "illegal move"),
        ((base, "--result", "B"), "invalid choice"),
        ((base, "--level", "3"), "unrecognized arguments: --level"),
    ):
        assert said in refused("games", *arguments)
