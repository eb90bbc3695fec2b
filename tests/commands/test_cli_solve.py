"""solve, test and search: suites, single positions, JSON, and everything that can be wrong."""

import time
from pathlib import Path

import pytest
from support.cli_process import POSITIONS, answer, json_lines, othello, refused, written

from othello.board import Board
from othello.commands.output import Progress
from othello.commands.searching import Forecast, describe_move, is_forecast_for
from othello.engine import Engine, Info, Limits
from othello.formats.obf import parse_position
from othello.notation import Move
from othello.result import Line, Result

SUITE = POSITIONS / "ffo-01-19.obf"
FIRST, SECOND = SUITE.read_text().splitlines()[:2]
KEYS = {
    "id", "position", "empties", "move", "score", "exact", "bound", "expected", "correct", "nodes",
    "seconds", "pv",
}  # fmt: skip
WRONG = FIRST.replace("+18", "+20")


def expect_playable(record: dict[str, object]) -> None:
    """Check that the line found can be played from its position to the end of the game."""
    pv = record["pv"]
    assert isinstance(pv, list)
    assert pv[0] == record["move"]
    board = Board.from_obf(str(record["position"]))
    after = Board.from_moves(pv, board)
    if record["exact"]:
        assert after.is_over
        assert after.score() == (1 if after.turn == board.turn else -1) * int(str(record["score"]))


def test_a_suite_is_solved() -> None:
    *records, last = json_lines("solve", SUITE)
    assert [record["id"] for record in records] == [f"{SUITE}:{line}" for line in range(1, 20)]
    for record in records:
        assert record.keys() >= KEYS
        assert record["exact"] is record["correct"] is True, record
        assert record["score"] == record["expected"] and isinstance(record["score"], int)
        assert record["empties"] == Board.from_obf(record["position"]).n_empties
        expect_playable(record)
    total = last["total"]
    assert list(total) == ["positions", "correct", "nodes", "seconds"]
    assert (total["positions"], total["correct"]) == (19, 19)
    assert total["nodes"] == sum(record["nodes"] for record in records)


def test_solve_in_words() -> None:
    result = answer("solve", SUITE, "--lines", "1-2")
    first, second, total = result.splitlines()
    assert first.startswith(f"{SUITE}:1  14 empties  g8 +18  right")
    assert second.startswith(f"{SUITE}:2  14 empties  a4 +10  right")
    assert total.startswith("2 positions  2 of 2 right")


@pytest.mark.parametrize(
    ("lines", "numbers"), [("3-5", [3, 4, 5]), ("19-", [19]), ("7", [7]), ("18-19", [18, 19])]
)
def test_lines(lines: str, numbers: list[int]) -> None:
    records = json_lines("solve", SUITE, "--lines", lines, "--wld")[:-1]
    assert [record["id"] for record in records] == [f"{SUITE}:{number}" for number in numbers]


def test_win_loss_or_draw() -> None:
    for record in json_lines("solve", SUITE, "--wld")[:-1]:
        expected = record["expected"]
        assert record["score"] == (expected > 0) - (expected < 0)
        assert record["correct"] is True


def test_multipv_scores_every_move() -> None:
    (record, _) = json_lines("solve", FIRST, "--multipv", "all")
    assert record.keys() >= {*KEYS, "moves"}
    scores = {line["move"]: line["score"] for line in record["moves"]}
    expected = dict(answer.strip().split(":") for answer in FIRST.split(";")[1:-1])
    assert scores == {move.lower(): int(score) for move, score in expected.items()}
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    for line in record["moves"]:
        expect_playable(record | line)
    (record, _) = json_lines("solve", FIRST, "--multipv", 2)
    assert [line["move"] for line in record["moves"]] == ["g8", "h1"]
    assert "2. +12  h1" in othello("solve", FIRST, "--multipv", 2).stdout


@pytest.mark.skipif(Engine.max_threads() < 2, reason="built without OpenMP")
def test_threads_do_not_change_scores() -> None:
    for record in json_lines("solve", SUITE, "--threads", 2, "--hash", 2)[:-1]:
        assert record["correct"] is True, record


def test_too_little_time_gives_no_exact_score() -> None:
    (record, _) = json_lines("solve", "startpos", "--time", "0.1")
    assert record["exact"] is False
    assert Move(record["move"]) in Board().legal_moves()


def test_what_is_not_proven_is_neither_right_nor_wrong() -> None:
    hard = ["solve", POSITIONS / "ffo-40-59.obf", "--lines", "17-18", "--time", "0.05"]
    *records, last = json_lines(*hard)
    assert [record["exact"] or record["correct"] for record in records] == [None] * 2
    assert last["total"]["correct"] == 0
    words = answer(*hard)
    *lines, total = words.splitlines()
    assert all("  unsolved  " in line and "right" not in line for line in lines)
    assert total.startswith("2 positions  2 unsolved  ")


def test_what_pruning_found_is_not_proven() -> None:
    (record, _) = json_lines("solve", FIRST, "--selectivity", 73)
    assert (record["exact"], record["correct"], record["bound"]) == (False, None, None)


@pytest.mark.parametrize(
    ("depth", "selectivity", "score", "bound", "exact", "shown"),
    [
        (14, 100, 18, None, True, "g8 +18"),
        (14, 100, 16.0, "lower", False, "g8 >=+16"),
        (14, 100, -2.0, "upper", False, "g8 <=-2"),
        (14, 73, 18.0, None, False, "g8 +18.00 (not exact)"),
        (14, 73, 16.0, "lower", False, "g8 >=+16.00 (not exact)"),
        (6, 100, 1.5, "lower", False, "g8 >=+1.50 (not exact)"),
    ],
)
def test_bounds_are_shown_as_such(
    depth: int, selectivity: int, score: float, bound: str | None, exact: bool, shown: str
) -> None:
    line = Line(depth, selectivity, score, bound, exact, (Move("g8"),))
    assert describe_move(parse_position(FIRST), Result((line,), 1, 0.1, not exact)) == shown


class Notes(Progress):
    """A progress bar that keeps the notes it is to show."""

    def __init__(self) -> None:
        super().__init__(1)
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


def test_a_long_solve_says_when_it_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Notes()
    forecast = Forecast(progress)
    monkeypatch.setattr("time.time", lambda: 1_000_000.0)
    monkeypatch.setattr("time.localtime", time.gmtime)
    quick, long = parse_position(FIRST), parse_position(SECOND)
    for position, seconds in ((quick, 0.1), (long, 2.0)):
        for depth, selectivity, after in ((2, 73, 0.01), (14, 73, seconds), (14, 100, 30.0)):
            forecast(position, Info(depth, selectivity, 0.0, None, False, (), 1, 1, after, 0))
    assert progress.notes == ["exact score expected between 13:46:47 and 13:47:39"]


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(exact=True), True),
        (Limits(exact=True, selectivity=73), False),
        (Limits(wld=True), False),
        (Limits(exact=True, seconds=1.0), False),
        (Limits(exact=True, multipv=2), False),
        (Limits(depth=8), False),
    ],
)
def test_only_plain_solves_are_forecast(limits: Limits, expected: bool) -> None:
    assert is_forecast_for(limits) is expected


def test_selectivity() -> None:
    (record, _) = json_lines("solve", SECOND, "--selectivity", 73)
    assert Move(record["move"]) in Board.from_obf(SECOND).legal_moves()


@pytest.mark.parametrize(
    "arguments",
    [
        [FIRST],
        [FIRST.partition(";")[0]],
        FIRST.partition(";")[0].split(),
        [Board.from_obf(FIRST).to_fen()],
        Board.from_obf(FIRST).to_fen().split(),
    ],
)
def test_positions_as_arguments(arguments: list[str]) -> None:
    (record, last) = json_lines("solve", *arguments)
    assert (record["id"], record["move"], record["score"]) == ("argument:1", "g8", 18)
    assert record["correct"] is (True if ";" in arguments[0] else None)
    assert last["total"]["positions"] == 1


def test_one_is_no_plural() -> None:
    assert answer("solve", "X" * 63 + "- O").startswith("argument:1  1 empty  game over -64  ")


def test_many_sources_at_once() -> None:
    records = json_lines("solve", SECOND, SUITE, "-", "--lines", 1, stdin=SECOND)[:-1]
    assert [record["id"] for record in records] == ["argument:1", f"{SUITE}:1", "-:1"]


def test_positions_without_a_choice() -> None:
    must_pass = "X" * 62 + "O- O"
    over = "X" * 62 + "-- X"
    first, second, last = json_lines("solve", "-", stdin=f"{must_pass}\n{over}\n")
    assert (first["move"], first["pv"], first["score"]) == ("pass", ["pass", "h8"], -64)
    assert (second["move"], second["pv"], second["score"], second["exact"]) == (None, [], 64, True)
    assert last["total"]["correct"] == 0
    assert "game over +64" in othello("solve", over).stdout


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (WRONG, [], "g8 +20"),
        (WRONG, ["--multipv", "all"], "g8 +20"),
        (FIRST.replace("+12", "+10"), ["--multipv", "all"], "h1 +10"),
        (FIRST.replace("A4:-22", "A4:+2"), ["--multipv", "all", "--wld"], "a4 +2"),
        (FIRST.replace("+12", "+10"), [], None),  # not searched
    ],
)
def test_a_wrong_result_is_exit_1(text: str, options: list[str], expected: str | None) -> None:
    result = othello("solve", text, *options)
    assert result.returncode == (1 if expected else 0) and result.stderr == ""
    assert (f"WRONG, expected {expected} " if expected else " right ") in result.stdout
    result = othello("solve", "-", "--json", *options, stdin=text)
    assert result.returncode == (1 if expected else 0)
    assert f'"correct": {"false" if expected else "true"}' in result.stdout


def test_bad_lines_are_reported_and_good_ones_solved(tmp_path: Path) -> None:
    file = tmp_path / "mixed.obf"
    file.write_bytes(
        b"\xef\xbb\xbf" + FIRST.encode() + b"\r\n"  # a byte order mark, and DOS line ends
        b"% comment\n"
        b"\n"
        b"rubbish\n" + FIRST[:-60].replace("X", "?").encode() + b"\n"
        b"\xff\xfe\x00\n" + b"-" * 100_000 + b"\n" + SECOND.encode()  # and no line end
    )
    result = othello("solve", file)
    assert result.returncode == 2
    assert [line.split()[0] for line in result.stdout.splitlines()[:-1]] == [
        f"{file}:1",
        f"{file}:8",
    ]
    faults = [line for line in result.stderr.splitlines() if line.startswith(str(file))]
    assert [fault.split()[0] for fault in faults] == [f"{file}:{n}:" for n in (4, 5, 6, 7)]
    assert "'rubbish': expected" in faults[0]
    assert all("expected" in fault and len(fault) < 400 for fault in faults)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["no-such-file.obf"], "'no-such-file.obf': file not found"),
        ([POSITIONS], "Is a directory"),
        ([SUITE, "--lines", "30-40"], "no lines number 30-40, as it has 19 lines"),
        (["/dev/null"], "/dev/null: no positions"),
        (["-"], "-: no positions"),
        ([FIRST.replace("G8", "G9")], "'G9': expected"),
        ([FIRST.replace("G8", "D1")], "'D1:+18' is illegal"),
    ],
)
def test_unusable_sources(arguments: list[object], fault: str) -> None:
    assert fault in refused("solve", *arguments)


@pytest.mark.parametrize(
    "games",
    ["(;GM[2];B[f5])", '[White "Ann"]\n\n1. f5 d6\n', "1. f5 d6 2. c3 d3\n3. c4 f4\n"],
    ids=["GGF or SGF", "tags", "numbered"],
)
def test_games_are_no_positions(games: str) -> None:
    said = refused("solve", "-", stdin=games)
    assert said.startswith("-: games, not positions: othello analyse reads them")


def test_one_bad_source_does_not_stop_the_others() -> None:
    result = othello("solve", "nonsense", FIRST, "--json")
    assert result.returncode == 2 and "nonsense" in result.stderr
    assert '"id": "argument:2"' in result.stdout


# ---------------------------------------------------------------------- test


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


def test_a_level_solves_the_end() -> None:
    records = json_lines("test", SUITE, "--level", 10, "--lines", "1-4")[:-1]
    assert all(record["exact"] and record["correct"] for record in records)


# ---------------------------------------------------------------------- search


def test_search() -> None:
    record, _ = json_lines("search", "f5d6", "--depth", 6)
    assert record.keys() >= {*KEYS, "depth", "selectivity", "error"}
    assert (record["depth"], record["selectivity"], record["exact"]) == (6, 100, False)
    assert Move(record["move"]) in Board.parse("f5d6").legal_moves()
    expect_playable(record)
    assert "depth 6" in othello("search", "f5", "d6", "--depth", 6).stdout


@pytest.mark.parametrize("limit", [["--nodes", 1000], ["--time", "0.05"], ["--level", 2], []])
def test_search_limits(limit: list[object]) -> None:
    record, _ = json_lines("search", *limit)
    assert Move(record["move"]) in Board().legal_moves()
    assert record["depth"] >= 1


def test_search_takes_lines_of_a_file() -> None:
    records = json_lines("search", SUITE, "--lines", "2-3", "--depth", 1)[:-1]
    assert [record["id"] for record in records] == [f"{SUITE}:2", f"{SUITE}:3"]
    assert "--lines with 'f5d6': expected a file" in refused("search", "f5d6", "--lines", 1)


def test_search_multipv() -> None:
    record, _ = json_lines("search", "--depth", 4, "--multipv", "all")
    assert {line["move"] for line in record["moves"]} == {"d3", "c4", "f5", "e6"}


def test_lines_beyond_any_file() -> None:
    suite = POSITIONS / "ffo-01-19.obf"
    many = "99999999999999999999"
    result = othello("solve", suite, "--lines", f"19-{many}", "--wld")
    assert result.returncode == 0 and result.stdout.startswith(f"{suite}:19")
    assert result.stderr == f"{suite}: no lines number 20-{many}, as it has 19 lines\n"
    fault = refused("solve", suite, "--lines", many)
    assert fault == f"{suite}: no lines number {many}-{many}, as it has 19 lines\n"


def test_boards_in_rows_are_named_by_their_line(tmp_path: Path) -> None:
    """By that of the first row; so are those that ``--lines`` chooses."""
    shown = answer("board", FIRST)
    drawn = shown.partition("moves:")[0]
    cut = drawn.replace("to move", "")
    file = written(tmp_path / "boards.txt", f"{drawn}\n{cut}\nWords.\n{drawn}{SECOND}\n")
    first = [n for n, line in enumerate(file.read_text().split("\n"), 1) if line.startswith("1 ")]
    n_lines = file.read_text().count("\n")
    result = othello("solve", file)
    ids = [line.split()[0] for line in result.stdout.splitlines()[:-1]]
    assert ids == [f"{file}:{n}" for n in (first[0], first[2], n_lines)]
    assert result.stderr.startswith(f"{file}:{first[1]}: invalid board")
    result = othello("solve", file, "--lines", f"{first[2]}-{n_lines}")
    assert [line.split()[0] for line in result.stdout.splitlines()[:-1]] == ids[1:]
    assert result.stderr == ""


@pytest.mark.parametrize("command", ["board", "eval"])
def test_positions_on_stdin_beyond_the_first_are_named(command: str) -> None:
    drawn = "\n".join(answer("board", FIRST).splitlines()[:10])
    moves = answer(command, "-", stdin="1. f5 d6\n2. c3 d3\n")
    assert moves == answer(command, "f5d6c3d3")
    for first in (FIRST, drawn, FIRST.partition(";")[0]):
        result = othello(command, "-", stdin=f"{first}\n\n{SECOND}\n{drawn}")
        assert result.stdout == answer(command, FIRST)
        line = first.count("\n") + 3
        assert result.stderr.startswith(f"-:{line}: 2 more positions not used: expected one")
        assert answer(command, "-", stdin=f"{first}\n") == result.stdout


@pytest.mark.parametrize(
    ("lines", "position", "others"),
    [
        ("f5d6\nf5f6\n", "f5d6", "-:2: 1 more position not used"),
        ("tiger\r\n\r\nf5d6\r\nstartpos", "tiger", "-:3: 2 more positions not used"),
        ("10. f5 d6\nf5f6", "f5d6", "-:2: 1 more position not used"),
        ("f5d6\nc3", "f5d6c3", ""),
        ("rose\nbill", "rose-bill", ""),
    ],
)
def test_the_first_of_several_lines_of_stdin_is_used(
    lines: str, position: str, others: str
) -> None:
    result = othello("board", "-", stdin=lines)
    assert result.stdout == answer("board", position)
    assert result.stderr.startswith(others) and bool(others) == ("more" in result.stderr)
    assert result.stderr.count("warning") == lines.startswith("10")


@pytest.mark.parametrize(("lines", "fault"), [("f5d6\nc3d3\nf5f6", "'f5'"), ("f5d6\nx9", "'x9'")])
def test_lines_of_stdin_that_are_no_positions_are_one(lines: str, fault: str) -> None:
    assert f"move {fault} (move " in refused("board", "-", stdin=lines)


def test_the_board_of_stdin_is_drawn() -> None:
    assert answer("board", "-", "--svg", "-", stdin=FIRST) == answer("board", FIRST, "--svg", "-")
