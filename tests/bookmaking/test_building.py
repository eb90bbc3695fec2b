"""Books grow: values from the leaves up, the same however they were made, whole after any kill."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from support import reference
from support.books import boards_of, contents, expect_sound, expect_values, one_of_eight, problems
from support.cli_process import command, othello
from support.databases import change, older
from support.random_games import random_game
from support.systems import POSIX

from othello import PASS, Board, Game
from othello.book import Book
from othello.bookmaking import BookBuilder, Round

POSITIONS, LEVEL = 120, 2
"""Those of the small book."""


def test_values_come_from_the_leaves(small_book: Path) -> None:
    assert expect_values(small_book) > POSITIONS
    assert problems(small_book) == []


def test_passes_belong_to_the_move_before(tmp_path: Path) -> None:
    """Where a side must pass, the values of both positions have the same sign."""
    path = tmp_path / "a.book"
    board = Board.parse("-OOOOO--XOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXXOOO--XXXX-O---XX--- X")
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.grow(board, positions=300)
    expect_sound(path)
    passes = sum(
        board.after(move).must_pass for board, values in boards_of(path) for move in values
    )
    assert passes > 0


def test_no_position_comes_after_a_move_that_ends_the_game(tmp_path: Path) -> None:
    """A wipe-out ends it with most squares empty, so that no search of it counts as proven."""
    path = tmp_path / "a.book"
    board = Board("e6f4e3f6g5d6e7f5")
    assert board.after("c5").is_over
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.grow(board, positions=3)
        builder.deviate(board, plies=10)
        assert len(builder) == 1
        builder.grow("e6f4e3f6g5d6e7", positions=20)
    expect_sound(path)


def test_texts_are_learned_as_games(tmp_path: Path) -> None:
    with BookBuilder(tmp_path / "a.book", 0, hash_mb=1) as builder:
        assert builder.learn(["f5d6", Game("f5d6"), "1. f5 f6"], plies=2) == 2


class Enough(Exception):
    """Ends a build as Ctrl-C does."""


def test_threads_and_interruptions_do_not_matter(small_book: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    seen: list[Round] = []

    def stop_at_the_sixth(done: Round) -> None:
        seen.append(done)
        if len(seen) == 6:
            raise Enough

    with BookBuilder(path, LEVEL, threads=2, hash_mb=1) as builder, pytest.raises(Enough):
        builder.grow(positions=POSITIONS, on_round=stop_at_the_sixth)
    assert seen[-1].positions < POSITIONS and 0 < seen[0].searches < seen[-1].searches
    with BookBuilder(path, hash_mb=1) as builder:
        assert (builder.level, len(builder)) == (LEVEL, seen[-1].positions)
        builder.grow(positions=POSITIONS, on_round=seen.append)
    assert seen[-1].positions == POSITIONS
    with Book(path) as book:
        assert Board.from_moves(seen[-1].line) in book
    assert contents(path) == contents(small_book)


def test_the_cheapest_lines_come_first(small_book: Path) -> None:
    """The best line is among the longest, and no position costs more than a leaf left out."""
    with Book(small_book) as book:
        assert len(book.line("startpos")) >= max(60 - b.n_empties for b, _ in boards_of(small_book))


def test_the_more_a_ply_costs_the_nearer_to_the_start_a_book_grows(tmp_path: Path) -> None:
    shapes = []
    for ply_cost in (0.0, 0.25, 4.0):
        with BookBuilder(tmp_path / f"{ply_cost}.book", 1, hash_mb=1) as builder:
            builder.grow(positions=100, ply_cost=ply_cost)
            plies = [60 - each.n_empties for each in builder.graph.by_id.values()]
            shapes.append((sum(plies), max(plies)))
    assert shapes == sorted(shapes, reverse=True) and len(set(shapes)) == 3, shapes


def run_with_kills(act: str, path: Path, words: tuple[object, ...], n_kills: int) -> int:
    """Do something with a book, killed so many times on the way; return how often it was."""
    run = command("book", act, path, *words)
    kills = 0
    while True:
        with subprocess.Popen(run, stdout=subprocess.DEVNULL) as process:
            if kills < n_kills:
                before = path.stat().st_mtime_ns if path.exists() else 0
                # The next round is written to the second file; some kills hit the start instead.
                while process.poll() is None and kills % 3 and not grown(path, before):
                    time.sleep(0.002)
                time.sleep(0.003 * (kills % 7))
                process.kill()
        if process.returncode == 0:
            return kills
        kills += 1
        if path.exists():
            assert problems(path) == []


def grown(path: Path, before: int) -> bool:
    """Return whether something was written to a book since its file had that time."""
    wal = path.with_name(f"{path.name}-wal")
    return wal.exists() and wal.stat().st_size > 0 and wal.stat().st_mtime_ns > before


def expect_the_same_after(n_kills: int, act: str, words: tuple[object, ...], folder: Path) -> None:
    assert run_with_kills(act, folder / "at once", words, 0) == 0
    path = folder / "killed"
    assert run_with_kills(act, path, words, n_kills) == n_kills
    assert contents(path) == contents(folder / "at once")
    assert {each.name for each in folder.iterdir()} == {"at once", "killed"}


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    expect_the_same_after(3, "build", ("--positions", 100, "--level", 4), tmp_path)


def test_a_killed_learning_goes_on(tmp_path: Path) -> None:
    games = [random_game(seed, 20).transcript() for seed in range(40)]
    expect_the_same_after(3, "learn", (*games, "--level", 2), tmp_path)


@pytest.mark.slow
def test_a_build_killed_50_times(tmp_path: Path) -> None:
    expect_the_same_after(50, "build", ("--positions", 1200, "--level", 4), tmp_path)


@POSIX
def test_ctrl_c_loses_no_round(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    words = command("book", "build", path, "--positions", 10**6, "--level", 12)
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True) as process:
        while not grown(path, 0):
            time.sleep(0.01)
        time.sleep(0.5)
        process.send_signal(2)
        said, errors = process.communicate()
    assert process.returncode == 130
    assert errors == "othello: interrupted; the same command goes on\n"
    with Book(path) as book:
        assert said.startswith(f"{len(book)} position") and f"  +{len(book)}  " in said
    assert problems(path) == []
    assert [each.name for each in tmp_path.iterdir()] == ["a.book"]


def test_a_game_is_learned_again_with_more_plies(tmp_path: Path) -> None:
    games = [random_game(seed, 20) for seed in range(8)]
    for path, plies in ((tmp_path / "a.book", (4, 4, 12)), (tmp_path / "b.book", (12,))):
        with BookBuilder(path, 0, hash_mb=1) as builder:
            assert [builder.learn(games, plies=n) for n in plies] == [8, 0, 0][: len(plies)]
    boards = [board for game in games for board in game.positions()]
    with Book(tmp_path / "a.book") as first, Book(tmp_path / "b.book") as second:
        assert len(first) == len(second) > 60
        assert [first.games(board) for board in boards] == [second.games(board) for board in boards]


def test_learning_games(tmp_path: Path) -> None:
    """Each position is counted once for a game, a game only once, whatever way it came."""
    path = tmp_path / "a.book"
    games = [Game("f5d6c3d3c4f4"), Game("d3c5f6f5e6e3"), Game("f5d6c3d3c4f4"), Game("f5f6")]
    games[2].headers["Black"] = "another"
    with BookBuilder(path, 1, hash_mb=1) as builder:
        assert builder.learn(games) == 4
        assert builder.learn([*games, Game("f5f4")]) == 1
    with Book(path) as book:
        # The first two are images of each other, and so the same positions.
        assert [book.games(line) for line in ("startpos", "f5", "f5d6", "f5f6", "f5f4")] == [
            5, 5, 3, 1, 1
        ]  # fmt: skip
        known = {str(known.move): known.games for known in book.moves("f5")}
        assert known == {"d6": 3, "f6": 1, "f4": 1}
        assert len(book) == 9
    expect_sound(path)


@pytest.mark.parametrize("plies", [54, 60])
def test_passes_are_no_plies(tmp_path: Path, plies: int) -> None:
    """All positions of games with passes are learned, as the slow rules count them."""
    games = [game for game in map(random_game, range(40)) if game.moves.count(PASS) > 2][:4]
    expected = set()
    for game in games:
        grid, mover = reference.start(), "X"
        for move in game.moves:
            places = reference.legal_moves(grid, mover)
            if places and sum(rank.count("-") for rank in grid) >= 60 - plies:
                expected.add(one_of_eight(Board(*reference.masks(grid, mover))))
            place = None if move is PASS else divmod(int(move), 8)
            grid, mover = reference.play(grid, mover, place), reference.OTHER[mover]
    path = tmp_path / "a.book"
    with BookBuilder(path, 0, hash_mb=1) as builder:
        builder.learn(games, plies=plies)
    assert {one_of_eight(board) for board, _ in boards_of(path)} == expected


def test_a_game_from_a_position(tmp_path: Path) -> None:
    """A game that began elsewhere can be reached all the same."""
    path = tmp_path / "a.book"
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.learn([Game("f5"), Game("c4", start=Board.from_moves("f5d6c3d3"))])
        assert len(builder) == 4
    assert problems(path) == []


def test_deviating(tmp_path: Path) -> None:
    """Afterwards every nearly best move of one side against best play of the other is there."""
    path = tmp_path / "a.book"
    with BookBuilder(path, LEVEL, hash_mb=1) as builder:
        builder.grow(positions=10)
        builder.deviate(discs=2.0, window=6.0, plies=5)
        assert len(builder) > 20
    with Book(path) as book:
        root = book.moves("startpos")[0].score

        def visit(board: Board, losses: tuple[float, float], sign: int) -> None:
            if board.n_empties <= 55:
                return
            moves = book.moves(board)
            for known in moves:
                is_near = known.score >= moves[0].score - losses[0]
                if is_near and abs(known.score - sign * root) <= 6.0:
                    assert known.in_book, (board, known)
                    visit(board.after(known.move), losses[::-1], -sign)

        visit(Board(), (2.0, 0.0), 1)
        visit(Board(), (0.0, 2.0), 1)
    expect_sound(path)


def test_correcting(path: Path) -> None:
    """What was shallower is as deep as the level afterwards, and not searched a second time."""
    with BookBuilder(path, 5, hash_mb=1) as builder:
        builder.correct()
        searched = builder.searches
        assert searched > POSITIONS // 2
        builder.correct()
        assert builder.searches == searched
        leaves = [
            move.grade
            for position in builder.graph.by_id.values()
            for move in position.moves.values()
            if move.child is None
        ]
    assert {grade[:2] for grade in leaves} == {(5, 73)}
    expect_sound(path)


def test_deepening(path: Path) -> None:
    """The best line ends where the level has searched; most of the book stays as it was."""
    with BookBuilder(path, 6, hash_mb=1) as builder:
        builder.deepen()
        assert 0 < builder.searches < POSITIONS // 2
    with Book(path) as book:
        assert book.grade("startpos").source == "level 6"
    assert problems(path) == []


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"positions": 40}, lambda n, empties: n == 40),
        ({"empties": 56}, lambda n, empties: 1 < n < POSITIONS and empties >= 56),
        ({"discs": 0.5}, lambda n, empties: 5 < n < POSITIONS),
        ({"discs": 60.0}, lambda n, empties: n == POSITIONS),
    ],
)
def test_pruning(path: Path, limits: dict, expected: object) -> None:
    """What stays has its values, is sound, and the file is smaller; it can grow again."""
    with Book(path) as book:
        before = [known[:3] for known in book.moves("startpos")]
    with BookBuilder(path, hash_mb=1) as builder:
        removed = builder.prune(**limits)
        n = len(builder)
        assert n + removed == POSITIONS
    assert expected(n, min(board.n_empties for board, _ in boards_of(path)))
    assert problems(path) == []
    with Book(path) as book:
        assert [known[:3] for known in book.moves("startpos")] == before
    with BookBuilder(path, hash_mb=1) as builder:
        builder.grow(positions=n + 5)
    expect_values(path)


def test_pruning_keeps_what_growing_adds_first(tmp_path: Path, small_book: Path) -> None:
    """By the same cost of a ply: with a low one a few long lines stay, with a high one a bush."""
    deepest = {}
    for ply_cost in (0.0, 60.0):
        path = tmp_path / f"{ply_cost}.book"
        path.write_bytes(small_book.read_bytes())
        with BookBuilder(path, hash_mb=1) as builder:
            builder.prune(positions=20, ply_cost=ply_cost)
        deepest[ply_cost] = min(board.n_empties for board, _ in boards_of(path))
    assert deepest[0.0] < deepest[60.0]


def test_merging(tmp_path: Path, small_book: Path) -> None:
    """Both books' positions are there; of a leaf move that both know the deeper search counts."""
    other, path = tmp_path / "other.book", tmp_path / "a.book"
    with BookBuilder(other, 4, hash_mb=1) as builder:
        builder.learn([Game("f5d6c3d3c4f4f6f3")])
        builder.grow("f5f4", positions=30)
    path.write_bytes(small_book.read_bytes())
    done = othello("book", "merge", path, other)
    assert done.returncode == 0, done.stderr
    keys = {key for key, *_ in contents(path)}
    assert keys == {key for each in (other, small_book) for key, *_ in contents(each)}
    with Book(path) as book:
        assert book.games("f5d6") == 1
    levels = {source for *_, source, _ in contents(path)}
    assert levels == {"level 2", "level 4"}
    expect_sound(path)


SPOILED = {
    "an illegal move": ("UPDATE move SET square = 27 WHERE position = 1", "is illegal"),
    "a wrong child": ("UPDATE move SET child = 50 WHERE position = 1", "leads to position"),
    "a lost link": ("DELETE FROM move WHERE position = 1", "leads into the book, but is missing"),
    "a value": ("UPDATE move SET value = value + 1 WHERE position = 1", "but after it"),
    "a value out of range": ("UPDATE move SET value = 99999 WHERE position = 7", "cannot be"),
    "a grade": ("UPDATE move SET depth = 0 WHERE position = 1", "but after it"),
    "a missing leaf": (
        "DELETE FROM move WHERE child IS NULL AND position = 60",
        "the best move that leads out of the book is missing",
    ),
    "a position": ("DELETE FROM position WHERE id = 2", "leads to position None, not 2"),
    "a key": ("UPDATE position SET key = x'01' WHERE id = 9", "a key of 16 bytes, not 1"),
    "an image": (
        "UPDATE position SET key = x'0000000000000000FFFFFFFFFFFFFFFE' WHERE id = 9",
        "position 9:? ",
    ),
    "too few games": ("UPDATE position SET games = -1 WHERE id = 3", "-1 games, expected 0 to"),
    "too many games": ("UPDATE position SET games = 1 << 32 WHERE id = 3", "games, expected 0 to"),
    "a pass": ("UPDATE move SET same = 1 WHERE position = 1", "is followed by no pass"),
    "no root": ("DELETE FROM root", "cannot be reached"),
    "a wrong root": ("UPDATE root SET position = 999999", "cannot be reached"),
}


@pytest.mark.parametrize("is_older", [False, True])
@pytest.mark.parametrize("fault", SPOILED)
def test_a_spoiled_book(path: Path, fault: str, is_older: bool) -> None:
    """Each fault is named, without checksums too; a repair leaves a book without one."""
    statement, expected = SPOILED[fault]
    change(path, statement)
    if is_older:
        older(path)
    expected = expected if is_older else f"{expected}| is damaged"
    assert any(re.search(expected, problem) for problem in problems(path))
    with BookBuilder(path, hash_mb=1) as builder:
        builder.repair()
        assert len(builder) >= POSITIONS - 1
        builder.grow(positions=len(builder) + 1)
    expect_sound(path)
