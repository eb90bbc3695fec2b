"""``othello analyse``: files of any format, the table, JSON, figures and the page."""

import json
import signal
import subprocess
from pathlib import Path

import pytest
from support.cli_process import answer, json_lines, othello, refused, start, written
from support.known_games import PLAYED, WIPEOUT
from support.patience import SECONDS
from support.systems import POSIX

from othello.board import Board, replay
from othello.commands.game_source import GameSource
from othello.convert import FORMATS
from othello.files.writing import write_together
from othello.formats.wthor import WthorGame, write_wthor
from othello.formats.wthor_names import NameList, WthorNames
from othello.game import Game

OPENING = "f5d6c3d3c4"
QUICK = ("--depth", 2, "--exact-from", 10)
KEYS = ["ply", "side", "move", "score", "best", "loss", "exact", "selectivity"]


def test_json() -> None:
    *moves, total = json_lines("analyse", PLAYED, *QUICK)
    assert [move["move"] for move in moves] == [str(move) for move in Game(PLAYED).moves]
    assert total["total"]["games"] == 1 and total["total"]["moves"] == len(moves)
    boards = Game(PLAYED).positions()
    for ply, move in enumerate(moves, 1):
        assert list(move)[:9] == ["id", *KEYS] and "pv" in move
        assert (move["id"], move["ply"]) == ("argument:1", ply)
        assert move["loss"] == pytest.approx(move["best"] - move["score"], abs=0.011)
        assert move["loss"] >= 0
        for line, score in ((move["pv"], "best"), (move["played_pv"], "score")):
            after = [board for _, board in replay(boards[ply - 1], line)]
            if move["exact"]:
                sign = 1 if after[-1].turn == boards[ply - 1].turn else -1
                assert after[-1].is_over and move[score] == sign * after[-1].score()
        assert move["exact"] == (move["empties"] <= 10) == (move["error"] == 0)
    accuracy = total["total"]["accuracy"]
    assert list(accuracy) == ["black", "white"]
    assert list(accuracy["black"]) == ["opening", "midgame", "endgame", "all"]


def test_json_names_players_result_and_opening(tmp_path: Path) -> None:
    text = "(;GM[2]PB[Ada]PW[Bob]RE[W+12];B[f5];W[d6];B[c3];W[d3];B[c4])"
    file = written(tmp_path / "games.sgf", text)
    *moves, finished, _ = json_lines("analyse", file, PLAYED, "--depth", 1, "--exact-from", 1)
    names = ("black", "white", "result", "opening")
    assert [moves[0][name] for name in names] == ["Ada", "Bob", -12, "Tiger"]
    assert all([move[name] for name in names] == ["Ada", "Bob", -12, "Tiger"] for move in moves[:5])
    assert [finished[name] for name in names[:3]] == [None, None, 12]


def test_forwards_or_backwards() -> None:
    def exact(*options: str) -> list[list[object]]:
        moves = json_lines("analyse", PLAYED, *QUICK, *options)[:-1]
        keys = ("ply", "score", "best", "loss")
        return [[move[key] for key in keys] for move in moves if move["exact"]]

    assert len(exact()) > 8 and exact() == exact("--forwards")


def test_table() -> None:
    title, head, *rows = answer("analyse", PLAYED, *QUICK).splitlines()
    assert title == "game 1: Black – White 38–26"
    assert head.split() == ["ply", "move", "score", "loss", "verdict", "depth", "best", "line"]
    assert "2 at 100 %" in rows[3] and "exact" in rows[58] and "forced" in rows[47]
    assert any(row.startswith("black accuracy: opening ") for row in rows)


@pytest.mark.parametrize("options", ["--level 0", "--level 1", "--time 0.1", "--depth 1 --time 5"])
def test_efforts(options: str) -> None:
    assert len(json_lines("analyse", "f5f6e6", "--exact-from", 4, *options.split())) == 4


# ---------------------------------------------------------------------- sources


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """The same two games in every format, with players' names in formats that have them."""
    headers = {"Black": "Ada", "White": "Bob", "Result": "+2"}
    games = [Game(OPENING, headers=headers), Game("d3c5", headers=headers)]
    found = {}
    for name, known in FORMATS.items():
        if name == "obf":
            continue
        found[name] = tmp_path / f"games{(*known.suffixes, '.text')[0]}"
        names = WthorNames(NameList(), NameList())
        natives = [known.of_game(game, names) for game in games]
        with found[name].open("wb" if known.is_binary else "w") as file:
            known.write(file, natives)
        if known.is_binary:
            write_together(names.files_beside(str(found[name])))
    return found


def test_every_format(files: dict[str, Path]) -> None:
    for name, file in files.items():
        source = GameSource([str(file)])
        games = list(source)
        assert [game.game.transcript() for game in games] == [OPENING, "d3c5"], name
        assert [game.id for game in games] == [f"{file}:1", f"{file}:2"]
        assert not source.faults
        if name in ("ggf", "sgf", "wthor"):
            assert games[0].game.headers["Black"] == "Ada", name


def test_stdin_in_any_text_format(files: dict[str, Path]) -> None:
    for name, file in files.items():
        if name != "wthor":
            moves = json_lines("analyse", "-", "--depth", 1, stdin=file.read_text())[:-1]
            assert "".join(move["move"] for move in moves) == OPENING + "d3c5", name
            assert moves[-1]["id"] == "-:2"


def test_some_games_of_each_file(files: dict[str, Path]) -> None:
    for file in files.values():
        assert [game.id for game in GameSource([str(file)], (2, 2))] == [f"{file}:2"]
    assert "no games" in refused("analyse", files["ggf"], "--games", "3-")


@POSIX
@pytest.mark.parametrize("words", ["", "Words of the club\n\n"])  # a fault that is no game
@pytest.mark.parametrize(
    ("span", "n_read", "missing", "code"),
    [("1-2", 2, None, 0), ("2-9", 1, "3-9", 0), ("9", 0, "9-9", 2), ("3-", 0, "3-", 2)],
)
def test_games_that_a_file_lacks_are_named(
    tmp_path: Path, words: str, span: str, n_read: int, missing: str | None, code: int
) -> None:
    file = written(tmp_path / "a.txt", f"{words}f5d6\n\n1. f5 f6\n")
    done = othello("analyse", file, "--depth", "1", "--json", "--games", span)
    said = "" if missing is None else f"{file}: no games number {missing}, as it has 2 games\n"
    assert done.stderr.endswith(said) and ("no games" in done.stderr) == bool(said)
    assert json.loads(done.stdout.splitlines()[-1])["total"]["games"] == n_read
    assert done.returncode == (2 if words else code)


@POSIX
def test_games_done_before_an_interrupt_are_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    with start(
        *("analyse", "f5d6", PLAYED, "--level", 1, "--exact-from", 34, "--html", file, "--json"),
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        while json.loads(process.stdout.readline())["ply"] < 2:
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 130
    assert '"move": "d6"' in file.read_text(encoding="utf-8")


def test_comments_of_sgf(tmp_path: Path) -> None:
    file = written(tmp_path / "game.sgf", "(;GM[2]C[first];B[f5];W[d6]C[third])")
    (game,) = GameSource([str(file)])
    assert game.comments == ["first", "", "third"]


WITH_REMARKS = "(;GM[2];B[f5]C[great move];W[d6](;B[c3];W[d3])(;B[c5];W[f6]))"

CONTRADICTED = "game 2: stated result +12, but the final position says +64"


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        (WITH_REMARKS, [], "left out: comments, variations\n"),
        (WITH_REMARKS, ["--html", "page.html"], "left out: variations\n"),
        (f"f5d6\n\nBlack: Ann\n{WIPEOUT} +12\n", [], f"FILE: {CONTRADICTED}\n"),
        (f"f5d6\n\nBlack: Ann\n{WIPEOUT} +12\n", ["--games", "1"], ""),
    ],
)
def test_what_is_left_out_or_contradicted_is_said(
    tmp_path: Path, text: str, options: list[str], said: str
) -> None:
    """The page has the comments."""
    file = written(tmp_path / "games", text)
    options = [str(tmp_path / word) if word.endswith(".html") else word for word in options]
    result = othello("analyse", file, *QUICK, *options)
    assert (result.returncode, result.stderr) == (0, said.replace("FILE", str(file)))


def test_names_that_are_no_utf_8(tmp_path: Path) -> None:
    file = written(tmp_path / "game.ggf", b"(;GM[Othello]PB[Jos\xe9]B[F5];)")
    with pytest.warns(UserWarning, match="read as Windows-1252"):
        (game,) = GameSource([str(file)])
    assert game.game.headers["Black"] == "José"


def test_what_cannot_be_used_is_left_out(tmp_path: Path) -> None:
    bad = written(tmp_path / "bad.txt", "f5d6\nf5z9\nd3\n")
    empty = written(tmp_path / "empty.txt", "\n")
    result = othello("analyse", bad, empty, "f5f5", tmp_path, "f5", "--depth", 1, "--json")
    assert result.returncode == 2
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert "".join(record.get("move", "") for record in records) == "f5d6d3f5"
    said = ["bad.txt:2: ", "empty.txt: no games", "illegal move 'f5' (move 2): ", "directory"]
    for fault, expected in zip(result.stderr.splitlines(), said, strict=True):
        assert expected in fault


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("f5d6c3d3x9", "'x9' is no move (move 5): expected moves such as f5"),
        ("f5d6c3d3x9c4f4", "'x9' is no move"),
        ("f5d6o9", "'o9' is no move"),
        ("f5d7", "illegal move 'd7' (move 2): expected f4 d6 f6 (and there is no file 'f5d7')"),
        ("42-22", "no move in '42-22'"),
        ("(;GM[2];B[f5])(;GM[2];B[d3])", "another game: expected one"),
        ("f5 d6 c3 d9", "'d9' is no move (move 4)"),
        ("f5 d6 c3 pas d3", "'pas' is no move (move 4)"),
        ("1. f5 d6 2. c3 d9 3. c4", "'d9' is no move (move 4)"),
        ("1.f5d6 2.c3d9", "'d9' is no move (move 4)"),
    ],
)
def test_a_mistyped_move_is_quoted_first(game: str, said: str) -> None:
    """Without quotes, too."""
    for words in ([game], game.split()):
        assert refused("analyse", *words, "--depth", 1).startswith(said)


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ([], "GAME"),
        (["f5", "--level", "61"], "'61': expected 0 to 60"),
        (["f5", "--level", "3", "--depth", "3"], "not allowed with"),
        (["f5", "--time", "0"], "'0': expected seconds"),
        (["f5", "--exact-from", "-1"], "'-1': expected 0 to 60"),
        (["f5", "--html", "no/such/page.html"], "no/such/page.html: no folder 'no/such'"),
    ],
)
def test_bad_arguments_are_one_line(arguments: list[str], quoted: str) -> None:
    assert quoted in refused("analyse", *arguments)


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_a_file_that_is_not_there(command: str) -> None:
    for name in ("nosuch.wtb", "no/such/file.obf", "./nosuch", "../no.such.ggf"):
        assert refused(command, name) == f"'{name}': file not found\n"


def test_names_do_not_steer_the_terminal(tmp_path: Path) -> None:
    names = "PB[\x9b2;owned\x07\x1b[31mone]PW[t\u202ewo]"
    game = written(tmp_path / "game.ggf", f"(;GM[Othello]{names}B[F5]W[D6];)")
    assert r"\x9b2;owned\x07\x1b[31mone – t\u202ewo" in answer("analyse", game, "--depth", 1)
    written(game, "(;GM[Othello\x1b[31m]B[F5];)")
    for name, *options in (["analyse"], ["convert", "-", "--to", "sgf"]):
        assert r"GM[Othello\x1b[31m]: expected Othello" in refused(name, game, *options)


# ---------------------------------------------------------------------- pictures and the page


def test_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    file = tmp_path / "graph.svg"
    answer("analyse", OPENING, "d3", "--depth", 1, "--plot", file)
    for name in ("graph.svg", "graph-2.svg"):
        assert b"<svg" in tmp_path.joinpath(name).read_bytes()
    refused("analyse", OPENING, "--plot", tmp_path / "graph.xyz")


def test_the_first_moves_are_equally_good() -> None:
    """The first moves are mirror images, so whichever was played is no loss."""
    for first in ("f5d6c3d3c4", "d3c5f6f5e6", "c4e3f6e6f5"):
        move = json_lines("analyse", first, "--level", 6)[0]
        assert move["verdict"] == "best", move


def test_html(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    game = written(tmp_path / "game.sgf", "(;GM[2]PB[<script>]PW[W&W]C[<script>];B[f5];W[d6])")
    answer("analyse", game, "d3", "--depth", 1, "--html", file)
    page = file.read_text(encoding="utf-8")
    assert "<title>&lt;script&gt; – W&amp;W</title>" in page
    assert page.count("<script>") == 1, "the page's own"


@pytest.mark.parametrize(
    ("name", "contents", "fault"),
    [
        ("games.wtb", write_wthor([WthorGame((), 32, 32)]), "a game without moves"),
        ("suite.obf", Board().to_obf() + "\n", "suite.obf:1: a position, no game"),
    ],
)
def test_what_has_no_moves(tmp_path: Path, name: str, contents: str | bytes, fault: str) -> None:
    assert fault in refused("analyse", written(tmp_path / name, contents))


def test_a_page_is_tried_before_the_work(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "none" / "page.html"):
        shown = refused("analyse", OPENING, "--level", 60, "--html", file)
        assert shown.startswith(f"othello: {file}: ")


def test_no_game_leaves_the_old_page(tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", "as before")
    assert othello("analyse", "f5f5", "--html", page).returncode == 2
    assert page.read_text() == "as before"
