"""A book is played from: at once, legally, within what may be given away, over every protocol."""

import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from support.cli_process import answer, json_lines, othello, refused
from support.databases import change
from support.engine_process import GtpProcess, NBoardProcess, UgiProcess
from support.known_games import MUST_PASS, PLAYED

from othello import Board, Engine, Game
from othello.book import Book, shipped_book
from othello.bookmaking import BookBuilder
from othello.engine.strength import Strength
from othello.errors import InvalidOption
from othello.limits import Limits
from othello.protocol.own_book import OwnBook
from othello.protocol.play_options import PlayOptions, Randomness

GAME = (
    "(;GM[Othello]PC[NBoard]PB[me]PW[you]RE[?]TI[0]TY[8]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[F5]W[D6]B[C4];)"
)
UNKNOWN = "f5d6c3d3c4f4f6f3e6e7d7c5b6b5"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "a.book"
    with BookBuilder(path, 2, hash_mb=1) as builder:
        builder.grow(positions=150)
    return path


def known_moves(book: Path, moves: str) -> set[str]:
    """Return the moves that a book finds best."""
    with Book(book) as opened:
        found = opened.moves(Board.from_moves(moves))
    return {str(each.move) for each in found if each.score == found[0].score}


def use(book: Path) -> tuple[str, str]:
    """Return what a UGI engine is sent."""
    return f"setoption name BookFile value {book}", "setoption name OwnBook value true"


def test_ugi_answers_at_once_and_says_so(book: Path) -> None:
    with UgiProcess() as engine:
        assert engine.ask(*use(book), "setoption name Ponder value true") == []
        engine.send("position startpos moves f5", "go movetime 100000")
        told, best = engine.expect("bestmove")
        words = told.split()
        assert words[:3] == ["info", "string", "book"]
        assert {words[3]} <= known_moves(book, "f5") and told.endswith(" %")
        assert best.split()[:3] == ["bestmove", words[3], "ponder"]


@pytest.mark.parametrize(
    "go", ["go infinite", "go depth 2 searchmoves f4", "go exact movetime 50", "go ponder depth 1"]
)
def test_ugi_searches_where_a_search_is_wanted(book: Path, go: str) -> None:
    with UgiProcess() as engine:
        engine.send(*use(book), "position startpos moves f5", go, "stop")
        lines = engine.expect("bestmove")
        assert not any("book" in line for line in lines)


def test_ugi_searches_what_the_book_does_not_know(book: Path) -> None:
    with UgiProcess() as engine:
        engine.send(*use(book), f"position startpos moves {UNKNOWN}", "go depth 2")
        assert not any("book" in line for line in engine.expect("bestmove"))
        engine.send(f"position fen {MUST_PASS}", "go depth 2")
        assert engine.expect("bestmove")[-1] == "bestmove 0000"
        engine.send("setoption name BookDepth value 1", "position startpos moves f5", "go depth 2")
        assert not any("book" in line for line in engine.expect("bestmove"))
        engine.send("position startpos", "go depth 2")
        assert "info string book" in engine.expect("bestmove")[0]
        engine.send("setoption name Strength value 50", "position startpos", "go depth 2")
        assert not any("book" in line for line in engine.expect("bestmove"))


def test_ugi_answers_each_go_of_a_script_that_begins_in_the_book(book: Path) -> None:
    moves = ("", " moves f5", *(f" moves {UNKNOWN[:n]}" for n in range(24, 29, 2)))
    script = [f"position startpos{each}\ngo depth 7" for each in moves]
    lines = answer("ugi", stdin="\n".join([*use(book), *script])).splitlines()
    assert [line.split()[0] for line in lines if not line.startswith("info")] == 5 * ["bestmove"]
    assert not any("error" in line for line in lines)


def test_ugi_and_a_file_that_is_no_book(book: Path, tmp_path: Path) -> None:
    """The old book stays; a book that cannot be read any more is told of, and the game goes on."""
    with UgiProcess() as engine:
        engine.send(*use(book))
        (told,) = engine.ask(f"setoption name BookFile value {tmp_path / 'none'}")
        assert (
            told
            == f"info string error: {tmp_path / 'none'}: no such file: othello book build makes one"
        )
        engine.send("position startpos", "go depth 1")
        assert "info string book" in engine.expect("bestmove")[0]
        copy = Path(shutil.copy(book, tmp_path / "a.book"))
        engine.send(f"setoption name BookFile value {copy}", "position startpos", "isready")
        engine.expect("readyok")
        change(copy, "DROP TABLE move")
        engine.send("go depth 1")
        first, *_, last = engine.expect("bestmove")
        assert first.startswith(f"info string error: no book is used: {copy}: ")
        assert last.startswith("bestmove ")


def test_the_shipped_book() -> None:
    """GTP, NBoard and the game in the terminal play from it by default, UGI once it is told to."""
    path = shipped_book()
    assert path is not None
    firsts = known_moves(path, "")
    shown = answer("play", "--colour", "white", stdin="quit\n")
    (told,) = (line for line in shown.splitlines() if line.startswith("black plays "))
    assert told.split()[2] in firsts and told.endswith(" for black, book)")
    lines = answer("nboard", stdin="nboard 2\ngo\nquit\n").splitlines()
    (told,) = (line for line in lines if line.startswith("=== "))
    assert told.endswith("/0.00") and told[4:6].lower() in firsts
    assert answer("gtp", stdin="genmove b\nquit\n").split()[1].lower() in firsts
    assert answer(stdin="nboard 2\ngo\nquit\n").splitlines()[-2:] == lines[-2:]
    with UgiProcess() as engine:
        engine.send("position startpos", "go depth 1")
        assert not any("book" in line for line in engine.expect("bestmove"))
        engine.send("setoption name OwnBook value true", "go depth 1")
        assert "info string book" in engine.expect("bestmove")[0]


def test_no_book(book: Path) -> None:
    shown = answer("play", "--no-book", "--level", 1, "--colour", "white", stdin="quit\n")
    assert "black plays " in shown and "book" not in shown
    assert "expected one of them" in refused("gtp", "--no-book", "--book", book)


def test_a_protocol_without_a_book_imports_nothing_of_it_and_nothing_slow() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "othello", "ugi"],
        input="position startpos\ngo depth 1\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "bestmove" in done.stdout and "othello.protocol.own_book" in done.stderr
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert imported.isdisjoint({"sqlite3", "othello.book", "shutil", "difflib"})


def test_gtp(book: Path) -> None:
    with GtpProcess("--book", str(book)) as engine:
        moves = ""
        for colour in "bwbw":
            move = engine.get(f"genmove {colour}").lower()
            assert move in known_moves(book, moves)
            moves += move
        assert engine.get("reg_genmove b").lower() in known_moves(book, moves)
        engine.ask("undo")


def test_nboard(book: Path) -> None:
    with NBoardProcess("--book", str(book)) as engine:
        engine.send("nboard 2", f"set game {GAME}", "go", "ping 1")
        lines = engine.expect("pong 1")
        (answered,) = (line for line in lines if line.startswith("=== "))
        assert answered.split()[1].split("/")[0].lower() in known_moves(book, "f5d6c4")
        assert lines[-3:] == [answered, "status", "pong 1"]


def test_nboard_learns_the_game(book: Path, tmp_path: Path) -> None:
    """The game's positions are in the book afterwards, even if a ping follows at once."""
    copy = Path(shutil.copy(book, tmp_path / "a.book"))
    longer = GAME.replace(";)", "W[D3]B[E6];)")
    with NBoardProcess("--book", str(copy)) as engine:
        engine.send("nboard 2", "set depth 1", f"set game {longer}", "learn", "ping 1")
        assert engine.expect("pong 1")[-2:] == ["learned", "pong 1"]
        with Book(copy) as opened:
            assert opened.games("f5d6c4d3e6") == 1 and opened.games("f5") == 1
        with BookBuilder(copy):  # another process has it: that is noted in the log only
            engine.send(f"set game {GAME}", "learn", "ping 2")
            engine.expect("pong 2")
    with NBoardProcess() as engine:
        engine.send("nboard 2", f"set game {longer}", "learn")
        engine.expect("learned")


def test_what_is_given_away_in_a_game(book: Path) -> None:
    """A side gives away no more than its discs in a whole game, whoever makes the other's moves.

    No single move gives away more than half of them.
    """
    chance = random.Random(3)
    own = OwnBook(str(book), is_used=True, discs=1.0, seed=1)
    games, spent = set(), 0.0
    with Book(book) as opened:
        for _ in range(60):
            board, given = Board(), {"X": 0.0, "O": 0.0}
            moves = []
            while (found := own.ask(board, pytest.fail)) is not None:
                known = opened.moves(board)
                move = found.result.move
                score = next(each.score for each in known if each.move == move)
                if board.turn == "O" and chance.random() < 0.5:
                    own.ask(board, pytest.fail)  # asked again, as after taking a move back
                    move = chance.choice(board.legal_moves())
                given[board.turn] += known[0].score - score
                assert known[0].score - score <= 0.5 or move != found.result.move
                assert found.result.score == score
                moves.append(move)
                board = board.after(move)
            spent = max(spent, given["X"])
            assert given["X"] <= 1.0
            games.add(tuple(moves))
    own.close()
    assert len(games) > 40 and spent > 0.25


def test_a_seed_repeats_the_choices(book: Path) -> None:
    def row(seed: int) -> list[str]:
        own = OwnBook(str(book), is_used=True, discs=3.0, seed=seed)
        boards = [Board.from_moves(moves) for moves in ("", "f5", "f5d6", "f5f6")]
        texts = [own.ask(board, pytest.fail).text for board in 5 * boards]
        own.close()
        return texts

    assert row(5) == row(5) != row(6)
    assert max(Counter(row(5)).values()) < 20


def test_games_differ_at_the_least_cost(book: Path) -> None:
    """Against an opponent that always replies alike, cheap deviations come before dear ones."""
    own = OwnBook(str(book), is_used=True, discs=4.0)
    games, costs = [], []
    with Book(book) as opened:
        for _ in range(12):
            game, cost = Game(), 0.0
            while (found := own.ask(game.board, pytest.fail)) is not None:
                known = {each.move: each.score for each in opened.moves(game.board)}
                cost += max(known.values()) - known[found.result.move]
                game.play(found.result.move)
                replies = [each.move for each in opened.moves(game.board)]
                game.play((replies or game.board.legal_moves())[0])
            games.append(game.transcript())
            costs.append(cost)
    own.close()
    assert len(set(games)) > 9
    assert costs[0] < 0.3 and costs[0] <= sum(costs) / 12 and max(costs) <= 4.0


@pytest.mark.parametrize("discs", [0.0, 2.0])
def test_a_game_that_comes_again_ends_otherwise(book: Path, discs: float) -> None:
    """At the least cost: a win stays a win, until all of them were played."""
    own = OwnBook(str(book), is_used=True, discs=discs, depth=0)
    options = PlayOptions(Randomness(), Strength(), own)
    games, scores = set(), []
    with Engine(hash_mb=1) as engine:
        for _ in range(20):
            game = Game(PLAYED[:92])
            side = game.board.turn
            while not game.is_over:
                limits, is_mine = Limits(exact=True), game.board.turn == side
                if is_mine:
                    assert options.from_book(game.board, pytest.fail) is None
                    limits = options.limits(game.board, limits)
                result = engine.search(game.board, exact=True, multipv=limits.multipv)
                if is_mine:
                    result = options.pick(game.board, result)
                score = result.score if is_mine else -result.score
                game.play(result.move)
            games.add(game.transcript())
            scores.append(score)
    own.close()
    assert len(games) == (20 if discs else 1)
    assert min(scores) > 0 and max(scores) == scores[0]


@pytest.mark.parametrize("discs", [-0.1, 65.0])
def test_wrong_values(discs: float) -> None:
    with pytest.raises(InvalidOption, match="expected 0 to 64"):
        OwnBook(discs=discs)


def test_play_in_the_terminal(book: Path) -> None:
    shown = answer("play", "--book", book, stdin="f5\nquit\n")
    (told,) = (line for line in shown.splitlines() if line.startswith("white plays "))
    assert told.endswith(" for white, book)") and told.split()[2] in known_moves(book, "f5")


def test_search_answers_from_the_book(book: Path) -> None:
    found, _ = json_lines("search", "f5", "--book", book, "--multipv", 2, "--depth", 1)
    with Book(book) as opened:
        expected = opened.answer("f5", 2)
    assert (found["book"], found["nodes"], found["depth"]) == (True, 0, expected.depth)
    assert [move["move"] for move in found["moves"]] == [str(line.move) for line in expected.lines]
    assert found["moves"][0]["pv"] == list(map(str, expected.pv))
    found, _ = json_lines("search", UNKNOWN, "--book", book, "--depth", 1)
    assert found["book"] is False and found["nodes"] > 0
    assert "  book  " in answer("search", "f5", "--book", book, "--depth", 1)


def test_analyse_tells_where_the_book_is_left(book: Path) -> None:
    known = next(iter(known_moves(book, "f5d6")))
    shown = answer("analyse", f"f5d6{known}", "--level", 1, "--book", book)
    assert "\nbook: all moves\n" in shown
    with Book(book) as opened:
        boards = Game(UNKNOWN).positions()
        n_known = next(
            ply
            for ply, (board, move) in enumerate(zip(boards, Game(UNKNOWN).moves, strict=False))
            if move not in {each.move for each in opened.moves(board)}
        )
        instead = opened.moves(boards[n_known])
    shown = answer("analyse", UNKNOWN, "--level", 1, "--book", book)
    (told,) = (line for line in shown.splitlines() if line.startswith("book: "))
    assert told.startswith(f"book: {n_known} moves") and ("; then" in told) == bool(instead)
    *moves, _ = json_lines("analyse", UNKNOWN, "--level", 1, "--book", book)
    known = [move["book"] is not None for move in moves]
    assert n_known > 2 and known[:n_known] == [True] * n_known and not known[n_known]
    assert [move["book_grade"] is not None for move in moves] == known


def test_analyse_shows_the_book_beside_the_engine(book: Path) -> None:
    """Its score and grade, as long as the game is in it; but for the best line in 80 columns."""
    _, head, *lines = answer("analyse", UNKNOWN, "--level", 1, "--book", book).splitlines()
    rows = lines[: lines.index("")]
    assert len(rows) == len(Game(UNKNOWN).moves) and head.index("best line") <= 80
    *moves, _ = json_lines("analyse", UNKNOWN, "--level", 1, "--book", book)
    cells = [row[head.index(" book ") - 1 : head.index(" loss") - 1].strip() for row in rows]
    is_left = False
    for move, cell in zip(moves, cells, strict=True):
        if move["book"] is None:
            assert cell == ("" if is_left else "left here")
            is_left = True
        else:
            grade = move["book_grade"].replace("depth ", "")
            assert cell == f"{move['book']:+.2f} {grade}"
    assert is_left


def test_match(book: Path) -> None:
    """Our own engine plays from the book; a book that cannot be read stops the match."""
    done = othello("match", "level=0", "level=1", "--games", 2, "--book", book, "--quiet")
    assert done.returncode == 0 and "0 illegal, 0 time, 0 crash" in done.stdout
    assert "no folder" in refused("match", "level=0", "level=1", "--book", book / "none")
