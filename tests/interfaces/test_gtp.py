"""Every GTP command, as scripts of questions and answers with the real process."""

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from support.engine_process import GtpProcess
from support.known_games import WIPEOUT, game_before_a_pass

from othello import Board, Game, Move, __version__
from othello.interfaces.gtp import GtpClock, TimeSettings
from othello.timing import Clock, budget_for_clock

COMMANDS = """
    protocol_version name version known_command list_commands quit boardsize clear_board komi play
    genmove reg_genmove undo time_settings time_left final_score showboard set_game list_games
    loadsgf gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves
    gogui-rules_side_to_move gogui-rules_final_result gogui-play_sequence gogui-analyze_commands
    othello-score
"""


@pytest.fixture(params=[(), ("--hash", "1")], ids=["default-hash", "smallest-hash"])
def engine(request: pytest.FixtureRequest) -> Iterator[GtpProcess]:
    with GtpProcess(*request.param, "--level", "4") as process:
        yield process


@pytest.fixture(scope="module")
def refusing() -> Iterator[GtpProcess]:
    """One engine for all refused lines, as these change nothing."""
    with GtpProcess("--hash", "1") as process:
        yield process


def coloured(game: Game) -> list[str]:
    """Return the moves of a game without the passes, each behind its colour."""
    return [
        f"{'b' if board.turn == 'X' else 'w'} {move}"
        for board, move in zip(game.positions(), game.moves, strict=False)
        if not move.is_pass
    ]


def set_up(engine: GtpProcess, game: Game) -> None:
    engine.do(" ".join(["gogui-play_sequence", *coloured(game)]))


def expect_board(engine: GtpProcess, moves: str | Sequence[Move]) -> None:
    assert engine.get("showboard").strip() == str(Board.from_moves(moves)).strip()


def test_introductions(engine: GtpProcess) -> None:
    assert engine.get("protocol_version") == "2"
    assert engine.get("name") == "othello"
    assert engine.get("version") == __version__
    assert engine.get("list_commands").split("\n") == COMMANDS.split()
    assert engine.get("known_command genmove") == "true"
    assert engine.get("known_command fly") == "false"
    help_ = engine.get("help").split("\n")
    assert [line.split()[0] for line in help_] == COMMANDS.split() and "play COLOUR SQUARE" in help_
    # A program that knows Reversi under both names would show it twice.
    assert engine.get("list_games") == "Othello"


def test_ids_comments_and_blanks(engine: GtpProcess) -> None:
    engine.send("", "# nothing", "  \t ", "12 name # who are you?", "\x01 7\tprotocol_version\r")
    assert [engine.read_answer(), engine.read_answer()] == ["=12 othello", "=7 2"]
    assert engine.ask("0 fly", "13") == ["?0 unknown command 'fly'", "?13 unknown command ''"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("fly", "unknown command 'fly'"),
        ("NAME", "unknown command 'NAME'"),
        ("name you", "syntax error: expected name"),
        ("boardsize", "syntax error: expected boardsize 8"),
        ("boardsize 6", "unacceptable size '6': expected 8"),
        ("boardsize eight", "unacceptable size 'eight'"),
        ("komi much", "syntax error: invalid komi 'much', expected a number"),
        ("komi nan", "syntax error: invalid komi 'nan'"),
        ("play f5", "syntax error: expected play COLOUR SQUARE"),
        ("play red f5", "syntax error: invalid colour 'red', expected black or white"),
        ("play x f5", "syntax error: invalid colour 'x'"),
        ("play b i9", "invalid move 'i9': expected a1 ... h8 or pass"),
        ("play b a1", "illegal move 'a1' for "),
        ("play b pass", "illegal move 'pass' for "),
        ("play w f5", "illegal move: black is to move"),
        ("genmove", "syntax error: expected genmove COLOUR"),
        ("genmove w", "illegal move: black is to move"),
        ("reg_genmove w", "illegal move: black is to move"),
        ("undo", "cannot undo"),
        ("time_settings 1 2", "syntax error: expected time_settings MAIN_TIME PERIOD STONES"),
        ("time_settings 1 2 x", "syntax error: invalid stones 'x', expected 0 or more"),
        ("time_settings -1 2 3", "syntax error: expected time_settings"),
        ("time_left b soon 1", "syntax error: invalid time 'soon', expected a number"),
        ("final_score", "cannot score: the game is not over"),
        ("set_game Go", "unknown game 'Go': expected Othello or Reversi"),
        ("loadsgf", "syntax error: expected loadsgf FILE [MOVE_NUMBER]"),
        ("loadsgf /nonexistent/a.sgf", "cannot load file '/nonexistent/a.sgf': No such file"),
        ("loadsgf /nonexistent/a.sgf 0", "syntax error: expected loadsgf"),
        ("gogui-play_sequence b", "syntax error: expected gogui-play_sequence COLOUR SQUARE ..."),
        ("gogui-play_sequence b f5 w d6 b a1", "illegal move 'a1' for "),
        ("99999999999999999999 name", "unknown command '99999999999999999999'"),
    ],
)
def test_refusals(refusing: GtpProcess, line: str, expected: str) -> None:
    assert refusing.refusal(line).startswith(expected)


def test_a_new_game(engine: GtpProcess) -> None:
    for command in ("boardsize 8", "clear_board", "set_game Othello", "set_game reversi"):
        engine.do("play b f5", command)
        expect_board(engine, "")
        assert engine.refusal("undo") == "cannot undo"
    engine.do("komi 6.5")


def test_play_and_undo(engine: GtpProcess) -> None:
    engine.do("play black f5", "play WHITE D6", "play B C3", "play w d3", "play b c4")
    expect_board(engine, "f5d6c3d3c4")
    for length in (4, 3, 2, 1, 0):
        engine.do("undo")
        expect_board(engine, "f5d6c3d3c4"[: 2 * length])
    assert engine.refusal("undo") == "cannot undo"


@pytest.mark.parametrize("explicit", [True, False])
def test_passes(engine: GtpProcess, explicit: bool) -> None:
    """A pass may be played, or left out: two moves of one colour follow each other."""
    game = game_before_a_pass()
    set_up(engine, game)
    loser, mover = ("w", "b") if game.board.turn == "O" else ("b", "w")
    assert engine.get("gogui-rules_legal_moves") == "PASS"
    assert engine.refusal(f"play {loser} a1").startswith("illegal move")
    assert engine.refusal(f"play {mover} pass").startswith("illegal move")
    if explicit:
        engine.do(f"play {loser} PASS")
        assert engine.refusal(f"genmove {loser}").startswith("illegal move")
    reply = game.board.after("pass").legal_moves()[0]
    engine.do(f"play {mover} {reply}")
    expect_board(engine, [*game.moves, reply])
    engine.do(*(1 + explicit) * ["undo"])
    expect_board(engine, game.moves)
    assert not any(move.is_pass for move in game.moves)
    engine.do(*len(game.moves) * ["undo"])
    assert engine.refusal("undo") == "cannot undo"


@pytest.mark.parametrize("command", ["genmove", "reg_genmove"])
def test_moves_where_a_side_must_pass(engine: GtpProcess, command: str) -> None:
    """The side that must pass says so; the other one just moves."""
    game = game_before_a_pass()
    set_up(engine, game)
    loser, mover = ("w", "b") if game.board.turn == "O" else ("b", "w")
    legal = [str(move).upper() for move in game.board.after("pass").legal_moves()]
    assert engine.get(f"{command} {mover}") in legal
    if command == "genmove":
        engine.do("undo")
    assert engine.get(f"{command} {loser}") == "PASS"
    turn = {"genmove": mover, "reg_genmove": loser}[command]
    assert engine.get("gogui-rules_side_to_move") == {"b": "black", "w": "white"}[turn]


def test_genmove_plays_and_reg_genmove_does_not(engine: GtpProcess) -> None:
    legal = [str(move).upper() for move in Board().legal_moves()]
    assert engine.get("reg_genmove black") in legal
    expect_board(engine, "")
    move = engine.get("genmove B")
    assert move in legal
    expect_board(engine, move)


def test_the_end_of_a_game(engine: GtpProcess) -> None:
    set_up(engine, Game(WIPEOUT))
    assert engine.get("final_score") == "B+64"
    assert engine.get("gogui-rules_legal_moves") == ""
    assert engine.get("gogui-rules_final_result").startswith("Black wins by 64")
    for colour in "bw":
        assert engine.get(f"genmove {colour}") == "PASS"
        assert engine.get(f"reg_genmove {colour}") == "PASS"
    engine.do("undo", "undo")  # each genmove above played its pass
    assert engine.get("final_score") == "B+64"
    engine.do("undo")
    expect_board(engine, WIPEOUT[:-3])


def test_passes_after_the_end(engine: GtpProcess) -> None:
    """Passes after the end are played and undone, as gogui-twogtp ends every game by them."""
    engine.do(" ".join(["gogui-play_sequence", *coloured(Game(WIPEOUT)), "w", "PASS"]))
    engine.do("play b PASS", "play W pass")
    assert engine.get("final_score") == "B+64"
    assert engine.refusal("play w a1").startswith("illegal move 'a1'")
    assert engine.refusal("gogui-play_sequence b pass w a1").startswith("illegal move 'a1'")
    engine.do("undo", "undo", "undo")
    assert engine.get("final_score") == "B+64"
    engine.do("undo")
    expect_board(engine, WIPEOUT[:-3])
    engine.do("play b c5", "play w pass", "clear_board")
    assert engine.refusal("undo") == "cannot undo"


def test_a_whole_game(engine: GtpProcess) -> None:
    game = Game()
    while not game.is_over:
        if game.board.must_pass:
            game.play("pass")
            continue
        move = engine.get(f"genmove {'b' if game.board.turn == 'X' else 'w'}")
        assert move != "PASS"
        game.play(move)
    score = game.result()
    assert score is not None
    expected = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
    assert engine.get("final_score") == expected
    expect_board(engine, game.moves)


def test_rules_for_gogui(engine: GtpProcess) -> None:
    engine.do("play b f5", "gogui-rules_final_result")
    assert engine.get("gogui-rules_game_id") == "Othello"
    assert engine.get("gogui-rules_board_size") == "8"
    assert engine.get("gogui-rules_side_to_move") == "white"
    assert engine.get("gogui-rules_legal_moves") == "F4 D6 F6"
    ranks = engine.get("gogui-rules_board").strip().split("\n")
    assert len(ranks) == 8
    assert ranks[4 - 1] == ". . . X X X . ." and ranks[8 - 4] == ". . . O X . . ."  # 5 and 4


def test_play_sequence(engine: GtpProcess) -> None:
    engine.do("gogui-play_sequence", "gogui-play_sequence B F5 W D6")
    expect_board(engine, "f5d6")
    assert engine.refusal("gogui-play_sequence b c3 w d3 b d3").startswith("illegal move 'd3'")
    engine.do("undo")
    expect_board(engine, "f5")


def test_analyze_commands(engine: GtpProcess) -> None:
    """Each command in the menu has a type that GoGui can show, and answers during a game."""
    for line in engine.get("gogui-analyze_commands").split("\n"):
        kind, label, command = line.split("/")
        assert kind in ("string", "plist") and label
        answer = engine.get(command.replace("%c", "b"))
        assert kind == "string" or re.fullmatch("([A-H][1-8] ?)+", answer)


def test_the_score_at_any_time(engine: GtpProcess) -> None:
    assert engine.get("othello-score") == "Black 2, white 2; the game is not over"
    set_up(engine, Game(WIPEOUT))
    assert engine.get("othello-score") == engine.get("gogui-rules_final_result")


def test_loadsgf(engine: GtpProcess, tmp_path: Path) -> None:
    path = tmp_path / "a game.sgf"
    path.write_text("(;GM[2]SZ[8]PB[me\\]];B[f5]C[good];W[D6](;B[c3];W[d3])(;B[c4]))\n")
    engine.do(f"loadsgf {path}")
    expect_board(engine, "f5d6c3d3")
    engine.do(f"loadsgf {path} 3")
    expect_board(engine, "f5d6")
    engine.do("undo")
    nodes = [f";{word[0].upper()}[{word[2:]}]" for word in coloured(Game(WIPEOUT))]
    path.write_text(f"(;GM[1]SZ[8]{''.join(nodes)};W[];B[tt])")  # as gogui-twogtp ends it
    engine.do(f"loadsgf {path}")
    assert engine.get("final_score") == "B+64"
    path.write_text("(;GM[2]SZ[10];B[f5])")
    assert "SZ[10]: expected 8" in engine.refusal(f"loadsgf {path}")


def test_answers_keep_their_order_while_it_thinks() -> None:
    with GtpProcess("--time", "0.3") as engine:
        engine.send("1 genmove b", "2 name", "3 fly", "4 genmove w", "5 undo", "6 undo", "7 undo")
        answers = [engine.read_answer() for _ in range(7)]
    assert [answer[:2] for answer in answers] == ["=1", "=2", "?3", "=4", "=5", "=6", "?7"]


def test_quit_is_answered_and_ends_a_search() -> None:
    with GtpProcess("--level", "60") as engine:
        engine.send("1 genmove b", "2 genmove w", "3 quit")
        assert engine.wait() == 0
        assert [line.split(" ")[0] for line in engine.rest() if line] == ["=1", "=2", "=3"]


def test_the_end_of_input_does_not_end_a_search() -> None:
    with GtpProcess("--time", "0.2") as engine:
        began = time.perf_counter()
        engine.send("genmove b")
        engine.process.stdin.close()
        assert engine.wait() == 0
        assert time.perf_counter() - began > 0.1
        assert re.fullmatch("= [A-H][1-8]", engine.read_answer())


def test_rough_lines() -> None:
    with GtpProcess("--hash", "1") as engine:
        answers = engine.ask(b"play b \xff\xfe", "x" * 1_000_000, "play " * 200_000, "1 2 3")
        assert all(answer.startswith("?") and len(answer) < 500 for answer in answers)
        assert engine.get("name") == "othello"


@pytest.mark.parametrize(
    ("arguments", "commands"),
    [
        *(
            (("--level", "60"), [f"time_settings {settings}"])
            for settings in ("1 0 0", "0 1 1", "0 1 10", "1 1 5", "10 0 0")
        ),
        *((("--level", "4"), [f"time_settings {endless}"]) for endless in ("0 0 0", "0 1 0")),
        *(
            (("--level", "60"), ["time_settings 600 0 0", f"time_left black {left}"])
            for left in ("1 0", "1 5", "0 0", "-3 1", "0.5 1")
        ),
        (("--time", "0.02"), []),
        (("-l", "3", "-t", "2"), []),  # which Egaroucid's match script appends to GTP engines
    ],
)
def test_each_move_is_answered_in_time(arguments: tuple[str, ...], commands: list[str]) -> None:
    with GtpProcess("--hash", "1", *arguments) as engine:
        engine.do(*commands)
        for colour in "b" if commands[1:] else "bwb":
            assert re.fullmatch("[A-H][1-8]", engine.get(f"genmove {colour}"))


def test_the_time_of_a_move_is_used() -> None:
    with GtpProcess("--hash", "1", "--level", "60") as engine:
        engine.do("time_settings 0 0.5 1")
        began = time.perf_counter()
        engine.get("genmove b")
        assert time.perf_counter() - began > 0.4


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize(
    "settings", [(600, 15, 1), (60, 300, 10), (10, 15, 1), (0, 15, 1), (5, 0.1, 1), (1, 1, 5)]
)
def test_overtime_is_used_and_never_overstepped(
    settings: tuple[float, float, int], is_late: bool
) -> None:
    """Each move takes its soft limit, or its hard limit and most of the overhead."""
    left, period, stones = settings
    clock = GtpClock(TimeSettings(*settings))
    to_go = 0 if left else stones  # the referee's clock
    left = left or period
    for n_empties in range(60, 0, -2):
        budget = max(budget_for_clock(each, n_empties) for each in clock.of("X"))
        if to_go == 0:
            assert budget >= budget_for_clock(Clock(period, moves_to_go=stones), n_empties)
        spent = budget.hard + 0.019 if is_late else budget.soft
        clock.spend("X", spent)
        left -= spent
        if to_go == 0 and left <= 0:
            left, to_go = left + period, stones
        assert left > 0, f"flag fallen at {n_empties} empties"
        to_go -= to_go > 0
        if to_go == 0 and clock.of("X")[0].moves_to_go:
            left, to_go = period, stones


def test_the_main_time_ends_in_a_fresh_period() -> None:
    clock = GtpClock(TimeSettings(10, 15, 1))
    clock.spend("X", 12)
    assert clock.of("X") == [Clock(15, moves_to_go=1)]


def test_a_clock_told_without_settings_is_that_of_one_side_in_one_game() -> None:
    clock = GtpClock()
    clock.set("X", 3, 0)
    clock.spend("O", 1)
    assert (clock.of("X"), clock.of("O")) == ([Clock(3)], [])
    clock.restart()
    assert clock.of("X") == []
    with GtpProcess("--hash", "1", "--level", "3", "--no-book") as engine:
        engine.do("time_left b 0 0", "play b f5")
        assert engine.get("genmove w") in ("D6", "F4", "F6")
