"""The commands that show something; names of options; and any words on the command line."""

import argparse
import signal
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import reference
from support.cli_process import answer, json_lines, othello, refused, written
from support.systems import POSIX
from support.watched import unwatched

from othello._core import core
from othello.board import Board
from othello.cli import main
from othello.commands.catalogue import ALIASES, modules, summaries
from othello.engine import Engine
from othello.files.writing import NO_DATABASE
from othello.matches.players import parse_player
from othello.protocol.bench import POSITIONS, Bench, BenchTotals

OBF = Board().to_obf()
NAMES = [name for commands in summaries().values() for name in commands]


def test_version() -> None:
    result = answer("--version")
    for word in ("othello", "isa", "thread"):
        assert word in result


def test_version_names_the_lowered_core() -> None:
    assert "isa generic" in othello("--version", OTHELLO_ISA="generic").stdout
    assert "'v9': expected one of generic" in refused("--version", OTHELLO_ISA="v9")


@pytest.mark.skipif(core.max_threads() < 2, reason="built without OpenMP")
def test_a_warning_is_one_line() -> None:
    threads = core.processors() + 1
    result = othello("search", "startpos", "--depth", 2, "--threads", threads)
    assert result.returncode == 0
    assert result.stderr.startswith(f"othello: warning: {threads} threads on {threads - 1} ")
    assert result.stderr.count("\n") == 1


def test_help_lists_the_commands() -> None:
    result = answer("--help")
    for name in NAMES:
        assert f"  {name} " in result


def test_help_can_be_asked_as_a_command() -> None:
    assert othello("help").stdout == othello("--help").stdout
    for word in ("help", "-h", "--help"):
        assert othello(word, "perft").stdout == othello("perft", "--help").stdout
    assert "'sovle' is no command" in othello("help", "sovle").stderr


def test_american_spellings_are_known() -> None:
    for american, name in ALIASES.items():
        assert answer(american, "--help") == answer(name, "--help")


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = answer(name, "--help")
    assert "example:" in result and f"othello {name}" in result.split("example:")[1]


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["sovle"], "'sovle'"),
        (["--nonsense"], "--nonsense"),
        (["perft"], "required: N;"),
        (["perft", "x"], "'x': expected 0 to 60"),
        (["perft", "-1"], "-1"),
        (["perft", "3", "z9"], "'z9'"),
        (["board", "8/8/8 x"], "'8/8/8 x'"),
        (["board", "f5f5"], "'f5'"),
        (["eval", "-" * 63, "X"], "63 squares, expected 64"),
        (["eval", "-" * 63, "X"], "invalid board '-"),
        (["search", "-" * 63, "X", "--depth", "1"], "'-"),
        (["eval", "--terms"], "--terms"),
        (["solve"], "FILE|POSITION"),
        (["solve", "startpos", "--lines", "0-3"], "'0-3': expected A-B"),
        (["solve", "startpos", "--lines", "3-1"], "'3-1': expected A-B"),
        (["solve", "startpos", "--hash", "big"], "'big'"),
        (["solve", "startpos", "--hash", "1000000"], "1000000"),
        (["solve", "startpos", "--time", "nan"], "'nan': expected seconds"),
        (
            ["search", "--time", "2,5"],
            "'2,5': expected seconds, more than 0, with a decimal point: 2.5",
        ),
        (["play", "--randomness", "1,5"], "expected discs, 0 to 64, with a decimal point: 1.5"),
        (["ugi", "--randomness", "1,5"], "expected discs, 0 to 64, with a decimal point: 1.5"),
        (
            ["games", "a.base", "--mistakes", "--loss", "1,5"],
            "discs, 0 to 64, with a decimal point: 1.5",
        ),
        (["match", "level=1", "depth=9,time=2,5"], "between them, with a decimal point: 2.5"),
        (["solve", "startpos", "--multipv", "none"], "'none'"),
        (["solve", "startpos", "--selectivity", "12"], "12"),
        (["test", "no-such-file.obf"], "--depth"),
        (["test", "no-such-file.obf", "--depth", "1", "--level", "1"], "--level"),
        (["search", "--depth", "0"], "'0': expected 1 to 60"),
        (["search", "--level", "61"], "'61': expected 0 to 60"),
        (["search", "--depth", "1_0"], "'1_0': expected 1 to 60"),
        (["board", "g3.txt"], "'g3.txt': file not found"),
        (["search", "g3.txt"], "'g3.txt': file not found"),
        (["search", "./f5d6"], "'./f5d6': file not found"),
        (["analyse", "./f5d6"], "'./f5d6': file not found"),
        (["board", "./f5d6"], "'./f5d6': file not found"),
        (["board", "--svg", ""], "'': expected the name of a file"),
        (["analyse", "f5", "--html", "-"], "'-': expected the name of a file"),
        (["selfplay", "-"], "'-': expected the name of a file"),
        (["search", "parallel"], "or the opening 'Parallel Opening'"),
        (["search", "diagonal"], "or the opening 'Diagonal Opening'"),
        (["names", "f5z9"], "'z9' (move 2)"),
        (["names", "stevenson"], "expected the opening 'Stephenson'"),
        (["analyse", "f5", "d6", "c3", "d4"], "illegal move 'd4' (move 4)"),
        (["play", "--colour", "green"], "'green'"),
        (["play", "--position", "f5e5"], "'e5'"),
        (["f5d6"], "to search a position: othello search f5d6; to play from it: "),
        (["f5", "d6"], "othello play --position 'f5 d6'; "),
        (["a game.sgf"], "to analyse the games of a file: othello analyse 'a game.sgf'; "),
        (["a.OBF"], "to solve the positions of a file: othello solve a.OBF; "),
        (["--threads", "2", "play"], "the command comes first: othello play ...; "),
        (["analyse", "f5d6", "--games", "2-3"], "--games with 'f5d6': expected a file"),
        (["solve", "startpos", "--lines", "2"], "--lines with 'startpos': expected a file"),
        (["compare", "it's"], '"it\'s" is no program, and no revision'),
        (["match", "level=1", "level=2", "--time", "1", "--inc", "-1"], "seconds, 0 or more"),
    ],
)
def test_bad_arguments_are_one_line(arguments: list[str], quoted: str) -> None:
    assert quoted in refused(*arguments)


def test_board() -> None:
    result = answer("board")
    lines = result.splitlines()
    assert lines[0] == "  a b c d e f g h"
    assert lines[3] == "3 - - - . - - - -"
    assert lines[4] == "4 - - . O X - - -"
    assert f"fen: {Board().to_fen()}" in lines and f"obf: {OBF}" in lines


@pytest.mark.parametrize(
    "words",
    [
        [OBF], OBF.split(), [Board().to_fen()], Board().to_fen().split(), ["startpos"],
        [OBF + "; D3:+0;"],
    ],
)  # fmt: skip
def test_every_form_of_a_position(words: list[str]) -> None:
    assert othello("board", *words).stdout == othello("board").stdout


def test_moves_as_a_position() -> None:
    expected = othello("board", "f5d6c3").stdout
    for words in (
        *("f5 d6 c3", "1. f5 d6 2. c3", "f5-d6-c3", "startpos moves f5 d6 c3"),
        *("ｆ５ｄ６ｃ３", "黒: f5 白: d6 黒: c3"),
    ):
        assert othello("board", *words.split()).stdout == expected, words
        assert othello("board", words).stdout == expected != othello("board").stdout


ROWS = "--------\n" * 3 + "---OX---\n---XO---\n" + "--------\n" * 3
SPACED = "\n".join(f"{n} {' '.join(row)}" for n, row in enumerate(ROWS.split(), 1))


@pytest.mark.parametrize(
    ("drawn", "line"),
    [
        (f"{ROWS}X to move\n", 1),
        (f"abcdefgh\r\n{ROWS}x\n".replace("-", "."), 2),
        (f"  A B C D E F G H\n{SPACED}\nX to move\n", 2),
        (f"{SPACED}\n  a b c d e f g h\n\nX to move\n", 1),
        (f"A problem\n\nBlack to play and win\n\n  a b c d e f g h\n{SPACED}\n", 6),
        (
            "".join(f"|{'|'.join(row)}|\n" for row in ROWS.split()).replace("-", "   ")
            + "X to move\n",
            1,
        ),
    ],
)
def test_a_file_may_have_a_typed_board(tmp_path: Path, drawn: str, line: int) -> None:
    path = written(tmp_path / "drawn.txt", drawn)
    found, _ = json_lines("search", path, "--depth", 1)
    assert found["id"] == f"{path}:{line}" and found["position"] == Board().to_obf()
    hint = f"not a file: copy one from it; othello board - < {path} prints the one in it\n"
    assert refused("board", path).endswith(hint)


def test_what_board_prints_is_read_again() -> None:
    shown = othello("board", "f5d6c3").stdout
    assert othello("board", "-", stdin=shown).stdout == shown
    assert Board(str(Board("f5d6"))) == Board("f5d6")
    two = shown + othello("board", OBF).stdout
    found = json_lines("search", "-", "--depth", 1, stdin=two)
    titled = "White to play\n" + shown.partition("\nO to")[0] + "\n\nBlack to play\n" + ROWS
    found_titled = json_lines("search", "-", "--depth", 1, stdin=titled)[:-1]
    start = Board().to_obf()
    assert [each["position"] for each in found_titled] == [Board("f5d6c3").to_obf(), start]
    assert [each["position"] for each in found[:-1]] == [Board("f5d6c3").to_obf(), OBF]
    assert "1 more position not used" in othello("board", "-", stdin=two).stderr


def test_positions_beside_a_typed_board_are_read() -> None:
    board = f"Problem 1\n{SPACED}\nBlack to play\n"
    for lines in (("f5d6c3", f"{OBF};"), (Board("f5d6").to_fen(), "1. f5 d6 2. c3")):
        text = f"{board}\nProblem 2 (by Bob)\n{lines[0]}\n\nAnother\n{lines[1]}\n{board}"
        found = json_lines("search", "-", "--depth", 1, stdin=text)[:-1]
        expected = [Board(), *(Board.parse(line.rstrip(";")) for line in lines), Board()]
        assert [each["position"] for each in found] == [each.to_obf() for each in expected]


def test_words_of_one_game_are_one_game() -> None:
    for words, n_games in (("f5 d6 c3", 1), ("1. f5 d6 2. c3", 1), ("f5d6c3 f5f6", 2)):
        *moves, total = json_lines("analyse", *words.split(), "--depth", "1")
        assert total["total"]["games"] == n_games
        assert "".join(move["move"] for move in moves[:3]) == "f5d6c3"


def test_many_faults_of_a_file_are_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "words.txt", "hello\n" * 97 + "f5\n")
    for name, *options in (("test", "--depth", 1), ("analyse",), ("convert", "-", "--to", "ggf")):
        result = othello(name, path, *options)
        assert result.returncode == 2
        *faults, more = result.stderr.splitlines()
        assert len(faults) == 20 and all(f"{path}:" in fault for fault in faults)
        assert more == f"{path}: … and 77 more lines like these"


def test_perft() -> None:
    records = json_lines("perft", 7)
    assert list(records[0]) == ["depth", "nodes", "seconds"]
    assert records[0]["nodes"] == records[1]["total"]["nodes"] == reference.PERFT[6]
    assert str(reference.PERFT[6]) in othello("perft", 7).stdout
    assert json_lines("perft", 2, "f5")[0]["nodes"] == 14  # the 56 leaves of depth 3, by four


def test_eval() -> None:
    records = json_lines("eval", "f5d6c3d3c4f4f6")
    report = records[0]
    assert list(report) == ["terms", "phase", "total", "pattern"]
    assert list(report["terms"]) == [
        "square_weights", "disc_difference", "mobility", "potential_mobility", "edge_stability",
        "diagonal_stability", "partial_edge", "corners", "corner_closeness", "stable_discs",
    ]  # fmt: skip
    assert sum(weighted for _, _, weighted in report["terms"].values()) == report["total"]
    assert sum(report["phase"].values()) == pytest.approx(1)
    board = Board.from_moves("f5d6c3d3c4f4f6")
    moves = len(board.legal_moves())
    assert report["terms"]["mobility"][0] == moves
    text = othello("eval", "f5d6c3d3c4f4f6").stdout
    assert "potential_mobility" in text and f"{report['total']:+.2f}" in text
    assert report["pattern"] == Engine().evaluate(board)
    assert f"pattern evaluation {report['pattern']:+.2f}" in text


def test_eval_of_a_finished_game_is_its_score() -> None:
    report = json_lines("eval", "X" * 30 + "-" * 34 + " O")[0]
    assert report["terms"] == {"disc_difference": [0, 30, -64]}
    assert report["total"] == report["pattern"] == -64


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["analise", "f5"], "analyse"),
        (["help", "sovle"], "solve"),
        (["play", "--color", "white"], "--colour"),
        (["play", "--side", "white"], "--colour"),
        (["search", "f5", "--dept=3"], "--depth"),
        (["search", "f5", "-depth", "3"], "--depth"),
        (["search", "f5", "--dep", "3"], "--depth"),
        (["search", "f5", "--movetime=3"], "--seconds"),
        (["test", "suite.obf", "--dept", "4"], "--depth"),  # one of such options is required
        (["solve", "--thred=4"], "--threads"),  # and so is a file
        (["--verion"], "--version"),
        (["version"], "--version"),
    ],
)
def test_what_was_meant(arguments: list[str], meant: str) -> None:
    assert f"(did you mean '{meant}'?)" in refused(*arguments)


@pytest.mark.parametrize("name", ["search", "bench", "ugi", "solve", "match", "selfplay", "train"])
def test_a_bad_number_of_threads_is_answered_alike(name: str) -> None:
    for given_ in ("0", "257", "x"):
        assert f"--threads: '{given_}': expected 1 to 256; " in refused(name, "--threads", given_)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ["match", "level=1", "depth=1", "--depth", 2, "--nodes", 9, "--games", 2],
            "--depth 2 --nodes 9 changes nothing: each player has limits of its own",
        ),
        (
            ["tournament", "level=1", "depth=1", "--depth", 2, "--games", 2],
            "--depth 2 changes nothing: each player has limits of its own",
        ),
    ],
)
def test_an_option_that_changes_nothing(
    words: list[object], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = othello(*words)
    assert result.returncode == 0 and result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"othello: warning: {reason}")


def test_what_nobody_can_have_meant() -> None:
    assert "is no command, expected one of play, " in othello("xyzzy").stderr
    for words in (("bench", "--zzz"), ("serve", "--level=3"), ("serve", "--json")):
        assert "did you mean" not in othello(*words).stderr
    assert "did you mean" not in othello("play", "--josn").stderr


def test_bench() -> None:
    words = ("bench", "--depth", 7)
    *positions, last = json_lines(*words)
    keys = ["nodes", "seconds", "nps", "evals_per_second", "isa"]
    assert list(last["total"])[: len(keys)] == keys
    assert len(positions) == len(POSITIONS)
    for position in positions:
        assert set(keys) < set(position)
    nodes = sum(position["nodes"] for position in positions)
    assert nodes == last["total"]["nodes"]

    result = answer(*words)
    assert f"nodes {nodes}" in result.splitlines()
    assert "evaluations/s" in result and "corner gate" in result
    # OpenBench reads the last line: the numbers before "nodes" and before "nps".
    last_line = result.splitlines()[-1].split()
    assert last_line[:2] == [str(nodes), "nodes"] and last_line[3:] == ["nps"]
    assert last_line[2].isdigit()
    classic = othello(*words, "--evaluation", "classic")
    assert classic.returncode == 0 and f"nodes {nodes}" not in classic.stdout.splitlines()


@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
def test_bench_is_the_same_on_every_core(cores: list[ModuleType], evaluation: str) -> None:
    positions = [POSITIONS[0], *POSITIONS[-4:]]
    benches = [Bench(core=core, evaluation=evaluation, positions=positions) for core in cores]
    runs = [[(found.line, found.nodes) for found in bench.run()] for bench in benches]
    assert all(run == runs[0] for run in runs)


def test_bench_counts_how_stable_discs_were_found() -> None:
    counters = BenchTotals.of(Bench(evaluation="classic", positions=POSITIONS[:3]).run()).counters
    ways = [counters[f"stability_{way}"] for way in ("gated", "listed", "computed")]
    assert all(ways) and sum(ways) == counters["stability_calls"]


def test_bench_stops() -> None:
    bench = Bench()
    run = bench.run()
    next(run)
    bench.stop()
    assert list(run) == []
    assert BenchTotals.of([]).nodes == 0


def test_ugi_is_the_loop() -> None:
    script = "ugi\nisready\nquit\n"
    for arguments in ([], ["ugi"]):
        result = answer(*arguments, stdin=script)
        assert "ugiok" in result and "readyok" in result


@unwatched
def test_the_loop_starts_without_the_slow_imports() -> None:
    result = othello(stdin="isready\n", PYTHONPROFILEIMPORTTIME="1")
    imported = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
    assert "othello.protocol.loop" in imported
    assert not imported & {"numpy", "argparse", "asyncio", "inspect", "dataclasses", "sqlite3"}


@pytest.mark.parametrize(
    ("words", "name", "expected"),
    [
        (["board", "f5", "--svg"], "board.png", ".svg"),
        (["board", "f5", "--svg"], "games.sgf", ".svg"),
        (["analyse", "f5", "--html"], "games.sgf", ".html or .htm"),
        (["games", "my.base", "--html"], "my.base", ".html or .htm"),
        (["tournament", "level=0", "level=1", "--html"], "my.book", ".html or .htm"),
    ],
)
def test_what_is_drawn_replaces_nothing_else(
    words: list[str], name: str, expected: str, tmp_path: Path
) -> None:
    """A name of ``*.sgf`` is that of the first of the games."""
    path = written(tmp_path / name, "kept")
    reason = refused(*words, path)
    assert f"{name}: expected a name with {expected}; " in reason
    assert path.read_text() == "kept"


@POSIX
@pytest.mark.parametrize("option", ["--out", "--html"])
def test_a_base_is_not_replaced_by_its_games(option: str, tmp_path: Path) -> None:
    games, base = written(tmp_path / "a.txt", "f5d6c3d3c4\n"), tmp_path / "my.base"
    answer("games", "build", base, games)
    link = tmp_path / ("a.sgf" if option == "--out" else "a.html")
    link.symlink_to(base)
    assert refused("games", base, option, link) == f"othello: {link}: {NO_DATABASE}\n"
    assert "1 game" in answer("games", base)


# ---------------------------------------------------------------------- names that tell a unit


def parsed(command: str, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    import_module(modules()[command][0]).add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize("command", ["search", "solve", "test", "analyse", "gtp"])
def test_seconds_and_megabytes(command: str) -> None:
    files = [] if command == "gtp" else ["f5d6"]
    python = parsed(command, *files, "--seconds", "1.5", "--hash-mb", "32")
    assert python == parsed(command, *files, "--time", "1.5", "--hash", "32")
    assert (python.time, python.hash) == (1.5, 32)


@pytest.mark.parametrize("command", ["match", "compare"])
def test_milliseconds_are_called_so(command: str) -> None:
    players = ["depth=1"] if command == "compare" else ["depth=1", "depth=2"]
    assert parsed(command, *players, "--movetime-ms", "20").movetime == 20


def test_settings_of_a_player() -> None:
    player = parse_player("hash_mb=2,movetime_ms=30")
    assert player.options["hash"] == "2" and player.effort.movetime == 30
    same = parse_player("hash=2,movetime=30")
    assert (player.options, player.effort) == (same.options, same.effort)


# ---------------------------------------------------------------------- no words crash it


STARTS = [Board().to_obf(), Board().to_fen(), "f5d6c3", "startpos", "-" * 64 + " X"]

#: Any text, and positions with a few characters changed, removed or added.
words = st.one_of(
    st.text(max_size=12),
    st.builds(
        lambda start, at, text: start[: at % len(start)] + text + start[at % len(start) + 1 :],
        st.sampled_from(STARTS),
        st.integers(0, 70),
        st.text("xXoO-*.bw12345678/ ;:+dD", max_size=3),
    ),
    st.sampled_from(["--json", "--lines", "1-2", "-", "--", "--help", "--depth", "3", "x", "o"]),
)


@pytest.fixture(autouse=True)
def _keep_signal_handlers() -> Iterator[None]:
    """Restore the signal handlers, as commands install their own."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=st.sampled_from(["board", "eval", "perft", "sovle"]), rest=st.lists(words))
def test_any_words(command: str, rest: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main([command, "2", *rest] if command == "perft" else [command, *rest])
    output, errors = capsys.readouterr()
    assert status in (0, 2)
    if status == 0:
        assert output and not errors
    else:
        assert errors.startswith("othello") and errors.count("\n") == 1


def test_a_file_in_place_of_a_position_is_told_from_one(tmp_path: Path) -> None:
    (tmp_path / "two games.txt").write_text("f5d6c3\n")
    assert othello("games", "build", "my.base", "two games.txt", cwd=tmp_path).returncode == 0
    expected = "othello: 'two games.txt': a position is expected here, not a file: copy one from it"
    goes_on = "; othello play 'two games.txt' goes on with the game in it\n"
    for arguments in (
        ["play", "--position"],
        ["games", "my.base", "--position"],
        ["games", "my.base", "--list", "--position"],
        ["book", "build", "my.book", "--positions", 2, "--from"],
    ):
        said = refused(*arguments, "two games.txt", cwd=tmp_path)
        assert said.startswith(expected) and said.endswith(goes_on) == (arguments[0] == "play")
    missing = refused("play", "--position", "missing.obf", cwd=tmp_path)
    assert missing == "othello: 'missing.obf': file not found\n"
    assert "invalid move 'd9' (move 2)" in refused("play", "--position", "f5d9")
