"""The terminal game, scripted over a pipe; and at a real terminal its colours and Ctrl-C."""

import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from support.cli_process import answer, command, othello, written
from support.patience import SECONDS, wait_until_used
from support.systems import POSIX

from othello.board import Board
from othello.commands.screen import draw, draw_scores
from othello.engine import Engine
from othello.formats.sgf import read_sgf
from othello.game import Game
from othello.notation import Move
from othello.play.commands.terminal import TerminalGame

MUST_PASS = "X" * 62 + "O- O"


def play(*script: str, options: tuple[object, ...] = ()) -> str:
    """Return what a game with these lines shows."""
    return answer("play", "--level", 1, "--no-book", *options, stdin="\n".join(script) + "\n")


def test_a_move_is_answered() -> None:
    output = play("f5")
    boards = output.split("  a b c d e f g h\n")[1:]
    assert len(boards) == 3, "the start, after the move, after the answer"
    assert "white plays " in output
    answer = output.split("white plays ")[1].split()[0]
    assert str(Board.from_moves(["f5", answer])).split("\n", 1)[1] == boards[-1].rstrip("\n")


def test_undo_takes_back_the_answer_too() -> None:
    output = play("f5", "undo", "moves", "undo")
    assert "took back f5 " in output
    assert output.endswith("no moves yet\nnothing to undo: this is where the game began\n")


def test_hint_is_a_legal_move() -> None:
    hint = play("hint").split("hint: ")[1].split()[0]
    assert hint in map(str, Board().legal_moves())


def test_what_cannot_be_played() -> None:
    output = play("a1", "e9", "pass", "level 61", "level x", "", "moves")
    for text in ("'a1'", "'e9'", "'pass'"):
        assert f"{text} cannot be played: expected d3 c4 f5 e6, or help" in output
    assert output.count("expected 0 to 60") == 2
    assert output.endswith("no moves yet\n")


@pytest.mark.parametrize(
    ("script", "answer"),
    [
        (["hnt"], "'hnt' cannot be played: expected d3 c4 f5 e6, or help (did you mean 'hint'?)"),
        (["undo 2"], "(did you mean 'undo'?)"),
        (["qiut"], "(did you mean 'quit'?)"),
        (["c 4", "moves"], "\nc4\n"),
        (["level 3", "level"], "level 3\nlevel 3\n"),
        (["strength 7", "strength"], "strength 7\nstrength 7\n"),
        (["back"], "no earlier game: back returns to the one before load or new"),
        (["save .sgf"], "save '.sgf': expected a name with .txt or .ggf or .sgf"),
        (["f5", "analyse .html"], "analyse '.html': expected a name with .html or .htm"),
        (["hint"], " for black ("),
        (["hint"], "), depth 1@73%\n"),
        (["explain f5"], "scores:     discs for black, depth 16@73%\n"),
        (["f5", "explain f4"], "scores:     discs for white, depth 16@73%\n"),
    ],
    ids=" ".join,
)
def test_answers_to_words(script: list[str], answer: str) -> None:
    assert answer in play(*script, options=("--colour", "both"))


def test_time_and_level_both_count() -> None:
    shown = play("f5", "level", options=("--time", 100))  # the level 1 is far quicker
    assert "white plays" in shown and shown.endswith("level 1, at most 100 s a move\n")


def test_both_sides_and_new() -> None:
    output = play("F5", "D6", "moves", "new", "moves", "level 2", options=("--colour", "both"))
    assert "plays" not in output
    assert "f5 d6\n" in output and output.endswith("no moves yet\nlevel 2\n")


def test_white_waits_for_black() -> None:
    output = play("moves", options=("--colour", "white"))
    assert output.splitlines()[-1] in ("d3", "c4", "f5", "e6")


def test_the_engine_plays_itself_to_the_end() -> None:
    output = play(options=("--colour", "none"))
    assert "game over" in output and ("wins by" in output or "a draw" in output)


def test_forced_passes_and_the_end() -> None:
    lines = ("h8", "undo 99", "hint", "go", "undo")
    output = play(*lines, options=("--colour", "both", "--position", MUST_PASS))
    assert "white must pass" in output and "black wins by 64" in output
    assert output.count("the game is over: expected new, undo or quit") == 3
    assert "'undo 99' cannot be played: the game is over: expected new" in output
    assert "took back h8" in output


def test_the_board_is_shown_after_a_pass() -> None:
    """With the moves of the person, whose turn it is again."""
    position = "XXXXXXO-XXXXXXOOXOXXOXOOXXXOXXOOXXOXXXOOXOXOOOOOXXOOXXOOXXXOOOOO O"
    shown = play(options=("--position", position))
    assert "white must pass\n  a b c d e f g h\n" in shown
    assert shown.rstrip().endswith("X to move, X 35, O 28")


def test_help_and_quit() -> None:
    output = play("help", "quit", "f5")
    assert "undo" in output and "plays" not in output


# ---------------------------------------------------------------------- files and terminals


def test_every_move_has_its_score() -> None:
    shown = play("hint all", options=("--colour", "both", "--position", "f5"))
    grid = shown.split("hint: ")[0].splitlines()[-8:]
    found = {
        Move("abcdefgh"[file] + str(rank + 1))
        for rank, line in enumerate(grid)
        for file, word in enumerate(line.split()[1:])
        if re.fullmatch(r"[+-]\d+", word)
    }
    assert found == set(Board.from_moves("f5").legal_moves())


def test_scores_and_discs_share_the_board() -> None:
    board = Board.from_moves("f5d6")
    scores = {move: 10.0 * number - 20 for number, move in enumerate(board.legal_moves())}
    for in_colour in (False, True):
        lines = draw_scores(board, scores, in_colour=in_colour).splitlines()
        assert len(lines) == 9
        assert sum(line.count("X") + line.count("●") for line in lines) == (6 if in_colour else 3)
        for score in scores.values():
            assert f"{score:+.0f}" in "\n".join(lines)


def test_colours_mark_the_last_move() -> None:
    board = Board.from_moves("f5")
    assert draw(board, Move("f5")) == str(board)
    marked, plain = (draw(board, move, in_colour=True).splitlines() for move in (Move("f5"), None))
    assert [a == b for a, b in zip(marked, plain, strict=True)].index(False) == 5, "rank 5"
    assert len(marked) == len(str(board).splitlines())
    over = draw(Board("X" * 64 + " O"), in_colour=True)
    assert over.endswith("\ngame over, black 64, white 0")


@pytest.mark.parametrize("suffix", ["sgf", "ggf", "txt"])
def test_a_saved_game_comes_back(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"my game.{suffix}"
    script = ("f5", "d6", f"save {file}", "new", "moves", f"load {file}", "moves", "undo")
    shown = play(*script, options=("--colour", "both"))
    assert f"saved {file}: 2 moves\n" in shown
    assert shown.index("no moves yet") < shown.rindex("f5 d6\n") < shown.index("took back d6")
    if suffix == "sgf":
        assert read_sgf(file.read_text(encoding="utf-8")).moves == tuple(map(Move, ("f5", "d6")))


def test_no_file_is_lost(tmp_path: Path) -> None:
    """A second `save` of a name needs `save!`."""
    file = tmp_path / "g.txt"
    play("f5", f"save {file}", "d6", f"save {file}", options=("--colour", "both"))
    assert file.read_text() == "f5\n"
    shown = play(f"save {file}", "f5", "f6", f"save! {file}", options=("--colour", "both"))
    assert f"{file} exists: save! {file} writes over it\n" in shown
    assert f"saved {file}: 2 moves\n" in shown and file.read_text() == "f5f6\n"
    shown = play(f"save! {file}", f"save {tmp_path / 'g.ggf'}")
    assert "without moves it would be an empty line: expected .ggf" in shown
    assert "saved" in shown.splitlines()[-1] and file.read_text() == "f5f6\n"


@pytest.mark.parametrize("games", ["f5d6\n\nf5f6e6\n", "f5d6\nf5f5\nf5f4\n"])
def test_save_tells_of_other_games_in_the_file(tmp_path: Path, games: str) -> None:
    file = written(tmp_path / "g.txt", games)
    shown = play("f5", f"save {file}", f"save! {file}", options=("--colour", "both"))
    assert f"{file} exists with several games: save! {file} writes over it\n" in shown
    assert f"saved {file} over a file with several games: 1 move\n" in shown


def test_a_saved_game_has_players_and_result(tmp_path: Path) -> None:
    """Also after a game was resigned; a move after that takes the result back."""
    over, resigned, going = (tmp_path / f"{name}.sgf" for name in "abc")
    play(f"save {over}", options=("--colour", "none", "--position", MUST_PASS))
    assert read_sgf(over.read_text()).headers == {
        "Black": "othello, level 1", "White": "othello, level 1", "Result": "B+64"
    }  # fmt: skip
    play("f5", "resign", f"save {resigned}", f"load {resigned}", "undo", f"save {going}")
    players = {"Black": "human", "White": "othello, level 1"}
    assert read_sgf(resigned.read_text()).headers == players | {"Result": "W+R"}
    assert read_sgf(going.read_text()).headers == players


def test_a_loaded_game_that_goes_on_is_one_of_other_players(tmp_path: Path) -> None:
    """Those who play on did not play on that day, nor at that event."""
    loaded = written(tmp_path / "a.sgf", "(;GM[2]PB[Ann]PW[Bob]DT[2026-01-02]EV[Open];B[f5];W[d6])")
    for number, (moves, expected) in enumerate(
        (
            ((), {"Black": "Ann", "White": "Bob", "Date": "2026-01-02", "Event": "Open"}),
            (("c3",), {"Black": "human", "White": "othello, level 1"}),
        )
    ):
        saved = tmp_path / f"{number}.sgf"
        play(*moves, f"save {saved}", options=(loaded,))
        assert read_sgf(saved.read_text()).headers == expected


def test_any_game_of_a_file_can_be_loaded(tmp_path: Path) -> None:
    file = written(tmp_path / "two games.txt", "f5d6\n\nf5f6e6\n")
    shown = play(f"load {file}", f"load {file} 2", "moves", options=("--colour", "both"))
    assert f"loaded {file}: 2 moves; load {file} 2 is the file's next game; back ret" in shown
    assert f"loaded {file} 2: 3 moves; back returns to the game before\n" in shown
    assert shown.endswith("\nf5 f6 e6\n")
    begun = othello("play", str(file), "--level", "1", stdin="quit\n").stdout
    first = f"loaded {file}: 2 moves; load {file} 2 is the file's next game"
    assert begun.splitlines()[0] == first


def test_a_game_that_cannot_be_used_is_not_loaded_as_another_one(tmp_path: Path) -> None:
    file = written(tmp_path / "a.txt", "f5d7\n\nf5f6e6\n\nf5f5\n\nf5d6\n")
    options = ("--colour", "both", "--level", "1")
    result = othello("play", *options, stdin=f"load {file} 3\nmoves\nload {file}\nmoves\n")
    shown = result.stdout
    assert "no game was loaded from '" in shown and "\nno moves yet\n" in shown
    assert f"loaded {file}: 3 moves; load {file} 4 is the file's next game" in shown
    assert f"{file}:1: column 3: illegal move 'd7'" in result.stderr
    begun = othello("play", str(file), *options, stdin="moves\n")
    assert begun.stdout.endswith("\nf5 f6 e6\n")
    for stderr in (result.stderr, begun.stderr):
        assert f"{file}: game 2 is loaded: no game before it can be used\n" in stderr


def test_a_game_without_moves_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "g.ggf"
    shown = play(f"save {file}", "f5", f"load {file}", "moves", options=("--colour", "both"))
    assert f"loaded {file}: 0 moves; back returns" in shown and shown.endswith("no moves yet\n")


def test_the_game_before_load_or_new_is_kept() -> None:
    script = ("back", "f5", "load Tiger", "back", "moves", "new", "back", "undo")
    shown = play(*script, options=("--colour", "both"))
    assert "no earlier game" in shown
    assert "loaded Tiger: 5 moves; back returns to the game before\n" in shown
    assert shown.index("loaded Tiger") < shown.index("\nf5\n") < shown.index("took back f5")


def test_back_goes_through_all_games() -> None:
    """Also to one without moves; after the first comes the last, so that none is lost."""
    script = ("load startpos", "f5", "load Tiger", "back", "back", "moves", "back", "moves")
    shown = play(*script, options=("--colour", "both", "--position", f"{Board('f5')}"))
    assert "loaded startpos: 0 moves; back returns to the game before\n" in shown
    assert re.findall(r"\n(no moves yet|f5.*)(?=\n)", shown) == ["no moves yet", "f5 d6 c3 d3 c4"]


def test_undo_takes_back_a_resignation_alone(tmp_path: Path) -> None:
    file = tmp_path / "g.ggf"
    script = ("f5", "resign", f"save {file}", f"load {file}", "undo", "moves", "undo", "moves")
    shown = play(*script, options=("--colour", "both"))
    assert "took back the resignation\n" in shown
    assert shown.index("\nf5\n") < shown.index("took back f5") < shown.index("no moves yet")


def test_what_a_loaded_game_leaves_in_its_file(tmp_path: Path) -> None:
    file = written(tmp_path / "g.sgf", "(;GM[2]C[x];B[f5]BL[9](;W[d6])(;W[f6]))")
    lost = "BL, comments, variations, which save does not write; back"
    assert f"loaded {file}: 2 moves; without its {lost}" in play(f"load {file}")
    board = written(tmp_path / "g.obf", f"{Board('f5').to_obf()}; D6:+0;\n")
    assert "; without its scores of moves, which save" in play(f"load {board}")


@pytest.mark.parametrize(
    ("script", "lost"),
    [
        (["load {}/a.sgf"], "Black, Date, Result, White"),
        (["load {}/a.sgf", "c3", "undo"], "Black, Date, Result, White"),
        (["load {}/a.sgf", "resign", "undo"], "Black, Date, Result, White"),
        (["load {}/a.sgf", "undo"], "Black, Date, White"),
        (["load {}/a.sgf", "undo", "d6"], "Black, Date, Result, White"),
        (["load {}/a.sgf", "c3"], ""),
        (["load {}/a.sgf", "undo", "f6"], ""),
        (["load {}/b.sgf", "load {}/a.sgf", "undo"], "Black, Date, White"),
        (["load {}/a.sgf", "c3", "new", "back", "undo"], "Black, Date, Result, White"),
        (["f5", "resign"], "Result"),
        (["f5", "resign", "undo"], ""),
    ],
    ids=" ".join,
)
def test_what_save_leaves_out(tmp_path: Path, script: list[str], lost: str) -> None:
    """What the game's own headers say; ``human`` and the engine's name are no loss."""
    written(tmp_path / "a.sgf", "(;GM[2]PB[Ann]PW[Bob]DT[2026-01-02]RE[W+T];B[f5];W[d6])")
    written(tmp_path / "b.sgf", "(;GM[2]RE[B+R];B[f5])")  # of which `a` is no part
    lines = [line.format(tmp_path) for line in script]
    shown = play(*lines, f"save {tmp_path}/b.txt", options=("--colour", "both"))
    last = shown.splitlines()[-1]
    assert last.startswith(f"saved {tmp_path}/b.txt: ")
    assert last.partition("; ")[2] == (
        lost and f"left out the headers {lost}, for which the format has no place"
    )


@pytest.mark.parametrize("start", ["startpos", "8/8/8/3ox3/3xox2/5o2/8/8 x"])
def test_a_game_goes_on_with_its_moves(start: str) -> None:
    """The command line that continues a game keeps them, whatever the game began from."""
    move = Board(start).legal_moves()[0]
    with Engine(hash_mb=1, level=1) as engine:
        game = TerminalGame(engine, "both", Game([move], start), print)
        words = shlex.split(game.resumption().split("to go on: othello ")[1])
    shown = answer(*words, stdin="undo\nmoves\n")
    assert f"took back {move}\n" in shown and shown.endswith("no moves yet\n")


def test_explain_leaves_out_a_pass_that_was_played_for_you() -> None:
    shown = play("moves", "explain", options=("--colour", "both", "d3c3e6d2d1e1b2c1"))
    assert "c1 pass\nc1 " in shown


def test_resign_explain_and_whose_score() -> None:
    shown = play("resign", "f5", "hint", "explain", "explain a1", options=("--level", 2))
    assert "black resigns, white wins" in shown
    (square, side) = re.findall(r"white plays (\w\d) \([-+]\d+\.\d\d for (\w+)\)", shown)[0]
    assert side == "white" and re.search(r"hint: \w\d [-+]\d+\.\d\d ± \d\.\d for black \(", shown)
    assert f"\n{square} is the best move" in shown or f"\n{square} " in shown
    assert "illegal move 'a1'" in shown
    both = play("f5", "resign", options=("--colour", "both"))
    assert "white resigns, black wins" in both


def test_what_cannot_be_saved_or_loaded(tmp_path: Path) -> None:
    script = ("f5", "save", "save a.wtb", f"save {tmp_path}/none/a.sgf", "load Tiger", "moves")
    shown = play(*script, options=("--colour", "both"))
    assert shown.count("expected a name with ") == 2 and "cannot save" in shown
    assert shown.endswith("f5 d6 c3 d3 c4\n"), "a name can be loaded"
    result = othello("play", stdin="load nosuch.sgf\nmoves\n")
    assert "'nosuch.sgf': file not found" in result.stderr
    assert "no game was loaded from 'nosuch.sgf'\nno moves yet" in result.stdout


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("f5 d7", "illegal move 'd7' (move 2): "),
        ("nosuch.sgf", "'nosuch.sgf': file not found"),
        (os.devnull, f"{os.devnull}: no games"),
    ],
)
def test_why_a_game_cannot_be_gone_on_with(game: str, reason: str) -> None:
    begun = othello("play", *game.split())
    assert begun.returncode == 2 and begun.stdout == ""
    assert begun.stderr.startswith(reason) and begun.stderr.count("\n") == 1


def test_analyse(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    script = ("analyse", "f5", "d6", f"analyse {page}", "analyse x.txt")
    shown = play(*script, options=("--colour", "both"))
    assert "no moves yet: expected a game to analyse" in shown
    assert "black accuracy: " in shown and "  1  black f5 " in shown
    assert "expected a name with .html" in shown
    assert shown.count(f"\nwrote {page}\n") == 1
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_openings_are_named() -> None:
    shown = play("f5", "d6", "c3", "d3", "c4", options=("--colour", "both"))
    assert shown.count("opening: ") == 2
    assert shown.index("opening: Perpendicular Opening\n") < shown.index("opening: Tiger\n")


def test_strength_and_seed() -> None:
    options = ("--colour", "none", "--strength", 5)
    games = [
        re.findall(r"plays (\w\d)", play(options=(*options, "--seed", seed))) for seed in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]
    assert "strength 30\n" in play("strength 30") and "0 to 100" in play("strength x")
    assert othello("play", "--strength", 101).returncode == 2


def test_time_a_move() -> None:
    assert "white plays" in play("f5", options=("--time", 0.05))


# ---------------------------------------------------------------------- at a terminal


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self._ours, theirs = os.openpty()
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
        )
        os.close(theirs)
        self.shown = ""

    def wait_for(self, text: str, times: int = 1) -> str:
        """Read until `text` was shown so many times; return all that was shown."""
        until = time.monotonic() + SECONDS
        while self.shown.count(text) < times:
            assert time.monotonic() < until, self.shown
            if select.select([self._ours], [], [], 1)[0]:
                try:
                    self.shown += os.read(self._ours, 65536).decode(errors="replace")
                except OSError:
                    raise AssertionError(f"ended before {text!r}: {self.shown}") from None
        return self.shown

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    """Return what starts a command at a terminal, as `Terminal`; it is ended behind the test."""
    with ExitStack() as stack:
        yield lambda *words, **names: stack.enter_context(closing(Terminal(*words, **names)))


@pytest.mark.parametrize("no_color", ["", "1"])
def test_colours_only_where_they_are_wanted(
    at_terminal: Callable[..., Terminal], no_color: str
) -> None:
    terminal = at_terminal("play", "--colour", "both", NO_COLOR=no_color)
    terminal.wait_for("your move")
    terminal.type("f5")
    shown = terminal.wait_for("O to move, X 4, O 1" if no_color else "white to move, black 4")
    assert ("●" in shown) == ("\x1b[48;5;" in shown) == (not no_color)
    terminal.type("quit")
    terminal.wait_for("to go on: othello play --colour both --level 14 f5\r\n")
    assert terminal.process.wait(SECONDS) == 0


def test_a_game_goes_on_with_its_options(
    at_terminal: Callable[..., Terminal], tmp_path: Path, small_book: Path
) -> None:
    book = shutil.copy(small_book, tmp_path / "my own.book")
    for given in (
        ["--randomness", "0.0", "--seed", "5", "--no-book", "--threads", "2", "--hash", "8"],
        ["--book", str(book), "--book-depth", "4"],
    ):
        terminal = at_terminal("play", "--colour", "both", "--level", 3, *given, NO_COLOR="1")
        terminal.type("f5")
        terminal.type("quit")
        words = shlex.join(given)
        terminal.wait_for(f"to go on: othello play --colour both --level 3 {words} f5\r\n")
        assert terminal.process.wait(SECONDS) == 0


@POSIX
def test_ctrl_c_stops_thinking_and_keeps_the_game(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("play", "--time", 100, "--no-book", "--colour", "white", NO_COLOR="1")
    terminal.wait_for("X to move")
    # A signal before the engine's turn has begun would end the program, as it does at the prompt.
    wait_until_used(terminal.process.pid, 0.5)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("stopped thinking, black to move")
    terminal.type("f5")
    terminal.wait_for("O to move, X 4, O 1")
    terminal.type("moves")
    terminal.wait_for("f5\r\n", 2)
    terminal.type("quit")
    assert terminal.process.wait(SECONDS) == 0


@pytest.mark.parametrize(
    ("line", "bar", "end"),
    [("analyse", "] 0/2", "white accuracy"), ("explain", "] 0/1", "scores:")],
)
def test_what_takes_long_shows_how_far_it_is(
    at_terminal: Callable[..., Terminal], line: str, bar: str, end: str
) -> None:
    terminal = at_terminal("play", "--colour", "both", "f5d6", NO_COLOR="1")
    terminal.wait_for("your move")
    terminal.type(line)
    assert terminal.wait_for(end).index(bar) < terminal.shown.index(end)


def test_games_at_a_terminal_differ(at_terminal: Callable[..., Terminal]) -> None:
    """By default; from a pipe they are the same each time."""
    first_moves = set()
    for _ in range(12):
        terminal = at_terminal("play", "--colour", "white", "--level", 2, NO_COLOR="1")
        first_moves.add(terminal.wait_for("O to move").split("black plays ")[1][:2])
        if len(first_moves) > 1:
            return
    raise AssertionError("twelve games began with the same move")


def test_bare_othello_says_what_it_waits_for(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal()
    shown = terminal.wait_for("\r\n")
    assert shown.count("\r\n") == 1, "one line"
    assert "othello play" in shown and "UGI" in shown
    terminal.type("isready")
    terminal.wait_for("readyok")
    terminal.type("quit")
    assert terminal.process.wait(SECONDS) == 0
    assert othello(stdin="quit\n").stderr == "", "nothing of that in a pipe"


def test_load_without_a_name_changes_nothing() -> None:
    shown = play("f5", "load", "moves", options=("--colour", "both"))
    assert "load '': expected a file, the name of an opening, or moves\n" in shown
    assert shown.endswith("f5\n")
