"""Sets of puzzles: made from games, written, read, shown, checked; damaged ones are refused."""

import json
from functools import cache
from pathlib import Path
from random import Random

import pytest
from support import reference
from support.cli_process import answer, json_lines, othello, written
from support.random_games import random_game

from othello.board import Board
from othello.engine import Engine
from othello.errors import FormatError, OthelloError
from othello.game import Game
from othello.gamebase import GameBase
from othello.notation import PASS, Move
from othello.practice.commands.practising import GOALS as QUESTIONS
from othello.practice.kinds import KINDS, OPENING
from othello.practice.puzzle_making import (
    PLIES_APART,
    Selection,
    check_puzzle,
    continued,
    puzzles_of_game,
    rate,
)
from othello.practice.puzzles import (
    GOALS,
    LEAST_MARGIN,
    MOST_MOVES,
    Puzzle,
    PuzzleSet,
    format_set,
    of_day,
    parse_puzzle,
    read_set,
    shipped_set,
)
from othello.rooms import is_there
from othello.server.assets import asset, translations

GAMES = [random_game(seed) for seed in range(30)]

LINE = (
    "XOOOOOOOOOOOOX-XOOXOXXXX-OOXOXXX-XXOXXXX--OOXXOX-OXXXXXX--XXXXXX X "
    "a8 +4 6 endgame 1633 games.ggf:3 Ada – Bob, ply 50"
)
HEAD = "othello puzzles 1: by hand"


@cache
def made(fewest: int = 4, most: int = 14) -> PuzzleSet:
    """Return the puzzles of `GAMES`, chosen and rated."""
    selection = Selection()
    with Engine(hash_mb=1) as engine:
        for number, game in enumerate(GAMES, 1):
            empties = (fewest, most)
            selection.add(game, puzzles_of_game(KINDS, empties, engine, (game, f"g:{number}")))
        puzzles = tuple(rate(engine, puzzle) for puzzle in selection.puzzles)
    return PuzzleSet(puzzles, "a test")


def games_file(folder: Path) -> Path:
    path = folder / "games.txt"
    path.write_text("".join(f"{game.transcript()}\n" for game in GAMES), encoding="utf-8")
    return path


def set_file(folder: Path, *lines: object) -> Path:
    return written(folder / "my.puzzles", "".join(f"{line}\n" for line in lines))


# ---------------------------------------------------------------------- what a puzzle is


def test_each_move_is_right_by_plain_minimax() -> None:
    puzzles = made(4, 6).puzzles
    assert len(puzzles) > 20
    goals = set()
    for puzzle in puzzles:
        board = puzzle.board
        grid = reference.from_masks(board.player, board.opponent)
        values = {
            square: -reference.minimax(
                reference.play(grid, "X", square), "O", board.n_empties, lambda *_: 0
            )
            for square in reference.legal_moves(grid, "X")
        }
        best, second = sorted(values, key=lambda square: -values[square])[:2]
        assert 8 * best[0] + best[1] == puzzle.best, puzzle
        assert values[best] == puzzle.score, puzzle
        assert values[best] - values[second] == puzzle.margin, puzzle
        wins, draws = values[best] > 0 >= values[second], values[best] == 0
        assert puzzle.goal == ("win" if wins else "draw" if draws else "discs"), puzzle
        assert wins or draws or puzzle.margin >= LEAST_MARGIN, puzzle
        goals.add(puzzle.goal)
    assert goals == {"win", "discs", "draw"}


def test_each_move_that_follows_is_right_by_plain_minimax() -> None:
    """The replies are best for the other side, and one move alone reaches the goal again."""

    def values(board: Board) -> dict[Move, int]:
        grid = reference.from_masks(board.player, board.opponent)
        if board.must_pass:
            return {PASS: -max(values(board.after(PASS)).values())}
        return {
            Move(8 * square[0] + square[1]): -reference.minimax(
                reference.play(grid, "X", square), "O", board.n_empties, lambda *_: 0
            )
            for square in reference.legal_moves(grid, "X")
        }

    lengths = set()
    with Engine(hash_mb=1) as engine:
        puzzles = [continued(engine, puzzle) for puzzle in made(4, 6).puzzles]
    for puzzle in puzzles:
        board = puzzle.board.after(puzzle.best)
        for reply, right in zip(puzzle.then[::2], puzzle.then[1::2], strict=True):
            assert values(board)[reply] == max(values(board).values()) == -puzzle.score, puzzle
            board = board.after(reply)
            (best, second, *_), found = sorted(values(board).values())[::-1], values(board)
            assert found[right] == best == puzzle.score, puzzle
            is_alone = {"win": second <= 0, "draw": second < 0}
            assert is_alone.get(puzzle.goal, best - second >= LEAST_MARGIN), puzzle
            board = board.after(right)
        lengths.add(puzzle.length)
        assert parse_puzzle(str(puzzle)) == puzzle
    assert {1, 2} <= lengths <= {*range(1, MOST_MOVES + 1)}


def region_size(grid: reference.Grid, square: reference.Square) -> int:
    """Count the empty squares that are connected with an empty square, itself among them."""
    found, new = set[reference.Square](), [square]
    while new:
        rank, file = new.pop()
        if (rank, file) not in found and reference.inside(rank, file) and grid[rank][file] == "-":
            found.add((rank, file))
            new += [(rank + up, file + right) for up, right in reference.DIRECTIONS]
    return len(found)


def test_the_kinds_are_those_of_the_docs() -> None:
    """Parity by regions and mobility by replies counted on a grid, others by the definitions."""
    by_kind: dict[str, int] = {}
    with Engine(hash_mb=1) as engine:
        for puzzle in made().puzzles:
            by_kind[puzzle.kind] = by_kind.get(puzzle.kind, 0) + 1
            board = puzzle.board
            if puzzle.kind == "trap":  # tests/people/ looks closer
                assert -10 <= puzzle.score < 0, puzzle
                continue
            engine.clear()
            look = engine.search(board, depth=4)
            assert look.move is not None
            is_lost = look.score < 0 <= puzzle.score
            only_one = puzzle.score - puzzle.margin < 0
            assert (puzzle.kind == "swindle") == (is_lost and only_one), puzzle
            if puzzle.kind in ("corner", "parity"):
                assert look.move != puzzle.best, puzzle
            grid = reference.from_masks(board.player, board.opponent)
            sizes = [
                region_size(grid, divmod(int(move), 8)) % 2 for move in (puzzle.best, look.move)
            ]
            if puzzle.kind == "parity":
                assert sizes == [1, 0], puzzle
            if puzzle.kind == "endgame" and look.move != puzzle.best:
                assert sizes != [1, 0], puzzle
            replies = {
                8 * square[0] + square[1]: len(
                    reference.legal_moves(reference.play(grid, "X", square), "O")
                )
                for square in reference.legal_moves(grid, "X")
            }
            left = replies.pop(int(puzzle.best))
            is_quiet = board.n_empties >= 12 and puzzle.best not in (0, 7, 56, 63)
            is_quiet &= abs(puzzle.score) <= 20
            if puzzle.kind in ("mobility", "endgame"):
                leaves_few = is_quiet and left + 2 <= min(replies.values())
                assert (puzzle.kind == "mobility") == leaves_few, puzzle
    assert {*by_kind, "trap"} == {*KINDS} - {OPENING}


def test_no_two_are_alike() -> None:
    """Games given twice and turned give nothing new; two puzzles of a game are far apart."""
    selection = Selection()
    with Engine(hash_mb=1) as engine:
        for game in [*GAMES[:12], *map(transposed, GAMES[:12]), *GAMES[:12]]:
            selection.add(game, puzzles_of_game(KINDS, (4, 14), engine, (game, "g")))
    boards = [puzzle.board.canonical() for puzzle in selection.puzzles]
    assert len(boards) == len(set(boards)) > 12
    for game in GAMES[:12]:
        line = {board.canonical() for board in game.positions()}
        here = [puzzle for puzzle in selection.puzzles if puzzle.board.canonical() in line]
        assert here
        for puzzle in here:
            for other in here:
                apart = abs(puzzle.board.n_empties - other.board.n_empties)
                assert puzzle is other or (apart >= PLIES_APART and puzzle.kind != other.kind)


def transposed(game: Game) -> Game:
    """Return a game reflected along the diagonal a1-h8."""
    return Game(
        [8 * (move % 8) + move // 8 if move < 64 else move for move in map(int, game.moves)]
    )


def test_the_difficulty_is_that_of_the_formula() -> None:
    """What nobody misses is the easiest; all are on the scale; a turned board is as difficult."""
    puzzles = made().puzzles
    numbers = [puzzle.difficulty for puzzle in puzzles]
    assert 800 <= min(numbers) < 1000 and 1600 < max(numbers) <= 2400
    with Engine(hash_mb=1) as engine:
        again = [rate(engine, puzzle._replace(difficulty=0)) for puzzle in reversed(puzzles)]
    assert again[::-1] == [*puzzles], "it depends on what was searched before"


# ---------------------------------------------------------------------- the file


def test_a_set_is_read_as_it_was_written() -> None:
    found = made()
    lines = [*format_set(found.puzzles, "the command", ["of some games"])]
    again = read_set(lines, "x")
    assert again[:3] == (found.puzzles, "the command", ("of some games",))
    assert again.ids[0] == "x:3"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("a8", "a1", "illegal move 'a1'"),
        ("a8", "z9", "invalid move 'z9'"),
        ("+4", "+4.5", r"invalid score '\+4.5': expected whole discs"),
        (" 6 ", " six ", "invalid margin 'six': expected whole discs"),
        ("endgame", "ending", "invalid kind 'ending': expected one of trap, swindle"),
        ("1633", "hard", "no puzzle '.*: expected board, side, move, score, margin"),
        ("XOO", "XO?", "expected"),
    ],
)
def test_a_bad_line_is_told(old: str, new: str, reason: str) -> None:
    bad = LINE.replace(old, new, 1)
    with pytest.raises(OthelloError, match=reason):
        parse_puzzle(bad)
    faults: list[FormatError] = []
    found = read_set([HEAD, "", bad, LINE], "x", on_error=faults.append)
    assert [str(fault).split(": ")[0] for fault in faults] == ["x:3"]
    assert (found.ids, found.puzzles) == (("x:4",), (parse_puzzle(LINE),))


def test_damaged_lines_are_told_or_can_be_played() -> None:
    """Whatever stands in place of the moves, nothing but an error comes of it."""
    chance, faults = Random(1), list[FormatError]()
    shipped = [str(puzzle) for puzzle in shipped_set().puzzles[:60]]
    lines = []
    for line in shipped * 5:
        start = chance.randrange(60, 85)
        part = "".join(chance.choices("abcgh128 XO-+pass", k=chance.randrange(4)))
        lines.append(line[:start] + part + line[start + chance.randrange(5) :])
    found = read_set([HEAD, *lines], "x", on_error=faults.append)
    assert len(found.puzzles) > 9 and len(faults) > 99
    for puzzle in found.puzzles:
        assert Game(puzzle.line, puzzle.board).board.n_empties < puzzle.board.n_empties
        assert parse_puzzle(str(puzzle)) == puzzle


def test_the_puzzle_of_a_day_is_another_one_each_day() -> None:
    numbers = [3, 5, 8, 13]
    days = [of_day(f"2026-11-{day}", numbers) for day in range(10, 18)]
    assert sorted(days[:4]) == sorted(days[4:]) == numbers
    assert days == [of_day(f"2026-11-{day}", numbers) for day in range(10, 18)]
    with pytest.raises(OthelloError, match="invalid day '2026-02-30'"):
        of_day("2026-02-30", numbers)


# ---------------------------------------------------------------------- the command


@pytest.mark.parametrize("language", sorted(translations()))
def test_what_kinds_are_called_is_translated(language: str) -> None:
    texts = translations()[language]["texts"]
    assert all(kind.label.form in texts for kind in KINDS.values() if kind.is_proven)


def test_the_page_asks_what_the_terminal_asks() -> None:
    for goal in GOALS:
        said = QUESTIONS[goal]
        assert f'{goal}: "{said[0].upper()}{said[1:]}."' in asset("puzzles.js")


def test_make_prints_or_writes_a_set(tmp_path: Path) -> None:
    path = games_file(tmp_path)
    words = ("puzzles", "make", path, "--empties", "4-14", "--count", 10)
    text = answer(*words)
    found = read_set(text.splitlines(), "-")
    assert found.command == "othello puzzles make games.txt --empties 4-14 --count 10 --seed 1"
    assert len(found.puzzles) == 10
    target = tmp_path / "my.puzzles"
    assert answer(*words, "--output", target).startswith(f"{target}: 10 puzzles: ")
    assert target.read_text(encoding="utf-8") == text
    *lines, last = json_lines(*words)
    assert [parse_puzzle(str(puzzle)).to_dict() for puzzle in found.puzzles] == lines
    assert {"position", "best", "margin", "kind", "difficulty", "source"} <= set(lines[0])
    assert lines[0]["source"].startswith("games.txt:1, ply ")
    assert last["total"]["puzzles"] == 10 and sum(last["total"]["kinds"].values()) == 10
    assert answer(*words, "--cluster", "processes:2") == text
    assert answer(*words, "--seed", 2) != text
    noted = answer(*words, "--note", "of random games", "--note", "a test").splitlines()
    assert noted[1:3] == ["# of random games", "# a test"]
    assert [noted[0], *noted[3:]] == text.splitlines()
    for number, game in enumerate(GAMES[:2], 1):
        sources = [p.source for p in found.puzzles if p.source.startswith(f"games.txt:{number},")]
        plies = [int(source.rpartition(" ")[2]) for source in sources]
        boards = [str(game.positions()[ply].to_obf()) for ply in plies]
        assert boards == [p.board.to_obf() for p in found.puzzles if p.source in sources]


def test_make_takes_one_kind_and_a_base(tmp_path: Path) -> None:
    with GameBase(tmp_path / "my.base", is_new=True) as base:
        base.add(GAMES)
    words = ("--empties", "4-14", "--kind", "corner", "--json")
    *lines, last = json_lines("puzzles", "make", tmp_path / "my.base", *words[:-1])
    assert {line["kind"] for line in lines} == {"corner"}
    assert lines[0]["source"].startswith("my.base:")
    assert last["total"]["games"] == len(GAMES)


def test_an_opening_is_found_but_not_proven() -> None:
    with Engine(hash_mb=4) as engine:
        found = puzzles_of_game(KINDS, (48, 50), engine, (GAMES[0], "g:1"))
        assert len(found) == 2
        for puzzle in found:
            assert (puzzle.kind, puzzle.is_proven, puzzle.goal) == ("opening", False, "discs")
            assert puzzle.margin >= LEAST_MARGIN
            assert engine.search(puzzle.board, level=16).move == puzzle.best
            rated = rate(engine, puzzle)
            assert parse_puzzle(str(rated)) == rated
            assert check_puzzle(engine, rated) == ""
            other = next(move for move in rated.board.legal_moves() if move != rated.best)
            assert check_puzzle(engine, rated._replace(best=other)).endswith(f", not {other}")


def test_check_names_what_is_wrong(tmp_path: Path) -> None:
    good = made(4, 10).puzzles[:6]
    right = set_file(tmp_path, HEAD, *good)
    assert answer("puzzles", "check", right) == "6 puzzles  0 problems\n"
    other = next(move for move in good[0].board.legal_moves() if move != good[0].best)
    wrong: list[Puzzle] = [
        good[0]._replace(best=other),
        good[1]._replace(margin=good[1].margin + 2),
        good[2]._replace(score=good[2].score - 2),
    ]
    path = set_file(tmp_path, HEAD, "# a comment", *wrong, *good[3:])
    result = othello("puzzles", "check", path, "--json")
    assert (result.returncode, result.stderr) == (1, "")
    *lines, last = map(json.loads, result.stdout.splitlines())
    assert last == {"total": {"puzzles": 6, "problems": 3}}
    assert [line["id"] for line in lines] == [f"{path}:{number}" for number in (3, 4, 5)]
    assert lines[0]["problem"].endswith(f", not {other} by {good[0].margin}")
    assert f"score {good[2].score:+}, not" in lines[2]["problem"]
    part = json_lines("puzzles", "check", path, "--lines", "6-8")
    assert part == [{"total": {"puzzles": 3, "problems": 0}}]
    some = othello("puzzles", "check", path, "--count", 4, "--seed", 1, "--cluster", "processes:2")
    assert some.stdout.splitlines()[-1].startswith("4 puzzles")


def test_a_puzzle_of_another_kind_is_found() -> None:
    with Engine(hash_mb=1) as engine:
        for puzzle in made(4, 10).puzzles[:8]:
            others = [kind for kind in KINDS if kind != puzzle.kind and KINDS[kind].is_proven]
            for kind in others:
                told = check_puzzle(engine, puzzle._replace(kind=kind))
                is_open = kind == "trap" and not is_there("people")
                assert told == ("" if is_open else f"kind {puzzle.kind}, not {kind}")
