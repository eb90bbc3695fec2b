"""A terminal game, scripted over a pipe."""

from __future__ import annotations

from support.cli_process import othello

from othello.board import Board

MUST_PASS = "X" * 62 + "O- O"


def play(*script: str, options: tuple[object, ...] = ()) -> str:
    """Return what a game with these lines shows."""
    result = othello("play", "--level", 1, *options, stdin="\n".join(script) + "\n")
    assert result.returncode == 0 and result.stderr == ""
    output: str = result.stdout
    return output


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
    output = play("a1", "e9", "pass", "level 61", "level", "", "moves")
    for text in ("'a1'", "'e9'", "'pass'"):
        assert f"{text} cannot be played: expected d3 c4 f5 e6, or help" in output
    assert output.count("expected 0 to 60") == 2
    assert output.endswith("no moves yet\n")


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
    lines = ("h8", "h8", "hint", "go", "undo")
    output = play(*lines, options=("--colour", "both", "--position", MUST_PASS))
    assert "white must pass" in output and "black wins by 64" in output
    assert output.count("the game is over: expected new, undo or quit") == 3
    assert "took back h8" in output


def test_help_and_quit() -> None:
    output = play("help", "quit", "f5")
    assert "undo" in output and "plays" not in output
