"""The base of games against a slow count, game by game, with Python's own means."""

import copy
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from support.evaluations import worthless_weights
from support.known_games import WIPEOUT

from othello import Board, Engine, Game
from othello.board import BLACK, PASS
from othello.errors import FileError, InvalidOption
from othello.gamebase import GameBase
from othello.gamebase.base import row_of
from othello.gamebase.mistakes import mistakes
from othello.symmetry import symmetric_moves
from othello.weights import load_shipped, use_weights

NAMES = ("Émile Lehmann", "Tamenori Hideshi", "de la Cruz Ana", "Søren Łukasz", "Saio (buro)", "")


def random_game(chance: random.Random, n_moves: int = 60, start: Board | None = None) -> Game:
    """Return a game of random moves, of players and a year chosen at random."""
    game = Game(start=start)
    fewest = game.board.n_empties - n_moves  # so that no pass is the last move
    while not game.is_over and game.board.n_empties > fewest:
        game.play(chance.choice(game.board.legal_moves()))
    headers = {
        "Black": chance.choice(NAMES),
        "White": chance.choice(NAMES),
        "Event": chance.choice(("Open", "Cup")),
        "Date": chance.choice(("1998", "2004-05-06", "")),
    }
    game.headers.update({name: text for name, text in headers.items() if text})
    return game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Some whole games, some that end early, some from another start; none twice."""
    chance = random.Random(5)
    lengths = [60] * 100 + [12] * 60 + [3] * 40
    found = [random_game(chance, length) for length in lengths]
    other = Board.from_moves("f5d6c3")
    found += [random_game(chance, 60, other) for _ in range(10)]
    return list({row_of(game).known: game for game in found}.values())


@pytest.fixture(scope="module")
def base(games: list[Game], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All of them in a base, added in parts of many sizes; merged in parts, as many games are."""
    path = tmp_path_factory.mktemp("base") / "games.base"
    chance = random.Random(7)
    with pytest.MonkeyPatch.context() as patch, GameBase(path, is_new=True) as base:
        patch.setattr("othello.gamebase.rows.ROWS_IN_BUCKET", 64)
        patch.setattr("othello.gamebase.file.ROWS_AT_ONCE", 1000)
        rest = list(games)
        while rest:
            size = chance.choice((1, 2, 5, 40))
            assert base.add(rest[:size]) == (len(rest[:size]), 0)
            rest = rest[size:]
        yield base


@pytest.fixture
def new(tmp_path: Path) -> Iterator[GameBase]:
    """A base without games."""
    with GameBase(tmp_path / "b", is_new=True) as base:
        yield base


def slow_count(games: list[Game]) -> dict[Board, dict[Board, list[tuple[Game, bool]]]]:
    """Return by position, then by the position after: the games and whether black moved."""
    found: dict[Board, dict[Board, list[tuple[Game, bool]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for game in games:
        boards = game.positions()
        for board, move, after in zip(boards, game.moves, boards[1:], strict=False):
            if move is not PASS:
                found[board.canonical()][after.canonical()].append((game, board.turn == BLACK))
    return found


def score_of(game: Game) -> int | None:
    result = game.result()
    return None if result is None else int(result)


def test_the_moves_of_every_position_are_those_of_a_slow_count(
    base: GameBase, games: list[Game]
) -> None:
    counted = slow_count(games)
    chance = random.Random(11)
    for canonical in [*chance.sample(sorted(counted, key=str), 300), Board().canonical()]:
        board = chance.choice(canonical.symmetries())
        after = counted[canonical]
        played = base.moves(board)
        assert sum(move.games for move in played) == sum(map(len, after.values()))
        assert sum(move.share for move in played) == pytest.approx(1)
        for move in played:
            expected = after[board.after(move.move).canonical()]
            assert move.games == len(expected)
            known = [
                score if is_black else -score
                for game, is_black in expected
                if (score := score_of(game)) is not None
            ]
            assert move.score == (pytest.approx(sum(known) / len(known)) if known else None)
            assert move.wins == sum(score > 0 for score in known)
            assert move.draws == sum(score == 0 for score in known)
            assert move.losses == sum(score < 0 for score in known)
            years = {
                int(game.headers["Date"][:4]) for game, _ in expected if "Date" in game.headers
            }
            assert (move.first, move.last) == (min(years, default=None), max(years, default=None))


def test_the_games_of_a_position_are_those_that_came_to_it(
    base: GameBase, games: list[Game]
) -> None:
    for text in ("startpos", "f5d6", "f5d6c3", "f5f6e6f4"):
        board = Board.parse(text)
        expected = [
            game
            for game in games
            if any(each.canonical() == board.canonical() for each in game.positions())
        ]
        found = list(base.games(board))
        assert base.count(board) == len(found) == len(expected)
        assert Counter(stored.game().transcript() for stored in found) == Counter(
            game.transcript() for game in expected
        )


def test_a_game_comes_back_as_it_was(base: GameBase, games: list[Game]) -> None:
    back = {row_of(stored.game()).known: stored.game() for stored in base.games()}
    for game in games:
        found = back[row_of(game).known]
        assert (found.start, found.moves) == (game.start, game.moves)
        played = {} if (result := game.result()) is None else {"Result": f"{result:+d}"}
        assert found.headers == {**game.headers, **played}


@pytest.mark.parametrize(
    ("conditions", "holds"),
    [
        ({"player": "emile"}, lambda h: "Émile" in h["Black"] + h["White"]),
        ({"player": "LEHM"}, lambda h: "Émile" in h["Black"] + h["White"]),
        ({"player": "ehmann"}, lambda h: False),
        ({"player": "de la cruz"}, lambda h: "Cruz" in h["Black"] + h["White"]),
        ({"player": "cruz  De"}, lambda h: "Cruz" in h["Black"] + h["White"]),
        ({"player": "de xcruz"}, lambda h: False),
        ({"player": "Lehm, emile"}, lambda h: "Émile" in h["Black"] + h["White"]),
        ({"player": "ana cruz hid"}, lambda h: False),
        ({"player": "lukasz soren"}, lambda h: "Łukasz" in h["Black"] + h["White"]),
        ({"player": "ŁUKASZ"}, lambda h: "Łukasz" in h["Black"] + h["White"]),
        ({"player": "%"}, lambda h: False),
        ({"player": ""}, lambda h: True),
        ({"player": "buro"}, lambda h: "buro" in h["Black"] + h["White"]),
        ({"player": "(buro"}, lambda h: "buro" in h["Black"] + h["White"]),
        ({"black": "tam"}, lambda h: "Tam" in h["Black"]),
        ({"white": "hid", "event": "cup"}, lambda h: "Tam" in h["White"] and h["Event"] == "Cup"),
        ({"years": 1998}, lambda h: h["Date"] == "1998"),
        ({"years": np.int16(1998)}, lambda h: h["Date"] == "1998"),
        ({"years": (np.int64(1998), None)}, lambda h: h["Date"] != ""),
        ({"years": (1999, None)}, lambda h: h["Date"] == "2004-05-06"),
        ({"years": (None, 1999)}, lambda h: h["Date"] == "1998"),
        ({"years": "1999-"}, lambda h: h["Date"] == "2004-05-06"),
    ],
    ids=lambda value: None if callable(value) else str(value),
)
def test_games_are_found_by_what_their_headers_say(
    base: GameBase, games: list[Game], conditions: Any, holds: Any
) -> None:
    def fits(game: Game) -> bool:
        return bool(holds(defaultdict(str, game.headers)))

    expected = sum(map(fits, games))
    found = list(base.games(**conditions))
    assert base.count(**conditions) == len(found) == expected
    assert all(fits(stored.game()) for stored in found)
    in_position = sum(
        fits(game) and any(board == Board.from_moves("f5") for board in game.positions()[:2])
        for game in games
    )
    assert base.count("f5", **conditions) >= in_position


def test_games_are_found_by_result_and_opening(base: GameBase, games: list[Game]) -> None:
    scores = [score for game in games if (score := score_of(game)) is not None]
    found = {who: base.count(result=who) for who in ("black", "white", "draw")}
    assert found["black"] == sum(score > 0 for score in scores)
    assert found["white"] == sum(score < 0 for score in scores)
    assert sum(found.values()) == len(scores)
    assert [base.count(result=who) for who in ("Black", "b", BLACK)] == [found["black"]] * 3
    assert [base.count(result=who) for who in ("WHITE", "O", "Draw")] == [
        found["white"], found["white"], found["draw"],
    ]  # fmt: skip
    assert base.count(opening="f5d6c3") == base.count("f5d6c3")
    assert base.count("f5", opening="f5d6") == base.count("f5d6")


def test_the_latest_games_come_first(base: GameBase) -> None:
    years = [stored.year or 0 for stored in base.games()]
    assert years == sorted(years, reverse=True)
    assert [stored.number for stored in base.games(limit=3)] == [
        stored.number for stored in base.games()
    ][:3]


def test_a_game_that_is_there_is_not_added_again(base: GameBase, games: list[Game]) -> None:
    before = len(base)
    assert base.add(games[:50]) == (0, 50)
    assert len(base) == before == len(games)


def test_twice_in_one_go_counts_once(new: GameBase) -> None:
    assert new.add([Game("f5"), "f5d6", "1. f5"]) == (2, 1)
    with pytest.raises(InvalidOption):
        new.add(["f5f6", "f5d1"])
    assert len(new) == 2
    assert new.add([Game("f5", headers={"Black": "Ann"}), Game("f5")]) == (1, 1)


def test_games_without_a_position_to_move_in_are_added_too(new: GameBase) -> None:
    over = [Game(start=f"{64 * disc} X", headers={"Black": disc}) for disc in "XO"]
    assert new.add(over[:1]) == (1, 0)
    assert new.moves() == []
    assert new.add(["f5d6"]) == (1, 0)
    assert new.add(over) == (1, 1)
    assert new.add(["f5d6c3"]) == (1, 0)
    assert [move.games for move in new.moves()] == [2]
    assert sorted(game.score or 0 for game in new.games()) == [-64, 0, 0, 64]


def test_the_end_of_a_finished_game_is_not_found(tmp_path: Path) -> None:
    """As docs/games.md says; the position before it is, and so is the end of a game that is not."""
    whole, part = Game(WIPEOUT), Game("f5d6c3")
    with GameBase(tmp_path / "my.base", is_new=True) as base:
        base.add([whole, part])
        ends = (whole.board, Game(whole.moves[:-1]).board, part.board)
        assert [base.count(end) for end in ends] == [0, 1, 1]


def test_rows_of_one_position_leave_parts_empty(
    new: GameBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large segment is merged in parts, by the first bits of hashes."""
    monkeypatch.setattr("othello.gamebase.rows.ROWS_IN_BUCKET", 1)
    monkeypatch.setattr("othello.gamebase.file.ROWS_AT_ONCE", 2)
    for first in range(0, 30, 10):
        new.add([Game("f5", headers={"Date": str(1990 + n)}) for n in range(first, first + 10)])
    assert [move.games for move in new.moves()] == [30]


def test_mistakes_are_counted_over_games_and_kept(new: GameBase) -> None:
    """The same game however the board is turned: each of its moves is there four times."""
    game = Game("f5f6e6f4e3c5")
    images = [moves for moves in symmetric_moves(game.moves) if Board().is_legal(moves[0])]
    assert len(images) == 4
    with Engine(hash_mb=4) as engine:
        new.add(Game(moves, headers={"Black": "Ann", "White": "Bob"}) for moves in images)
        games = list(new.games())
        found = {who: mistakes(new, games, who, engine, 6, least=0.0) for who in ("ann", "bob")}
        for side, mine in zip("XO", found.values(), strict=True):
            assert len(mine) == 3
            assert all(each.times == 4 and each.board.turn == side for each in mine)
            costs = [each.cost for each in mine]
            assert costs == sorted(costs, reverse=True)
            assert [each.move for each in mine if each.loss == 0] == [
                each.best for each in mine if each.loss == 0
            ]
        worst = found["bob"][0].loss
        assert worst > 1, "f4 loses the game's first discs"
        assert len(mistakes(new, games, "bob", engine, 6, least=worst)) == 1
        nodes = engine.nodes_so_far()
        assert mistakes(new, games, "ann", engine, 6, least=0.0) == found["ann"]
        assert engine.nodes_so_far() == nodes, "nothing is searched twice"
        assert mistakes(new, [], "ann", engine, 6) == []
        with pytest.raises(InvalidOption, match="no games of 'nn'"):
            mistakes(new, games, "nn", engine, 6)


@pytest.mark.parametrize("n_before", [0, 2])
def test_a_game_that_stops_where_a_pass_is_forced(new: GameBase, n_before: int) -> None:
    """It reaches the position after the pass, also from a start of its own."""
    whole = Game("e6f6d3e7e8d8g7f8")
    assert whole.board.must_pass
    game = Game(whole.moves[n_before:], start=whole.positions()[n_before])
    new.add([game])
    assert [new.count(board) for board in game.positions()[-2:]] == [1, 1]
    assert new.count(game.board.after("pass")) == 1


def test_a_kept_analysis_is_made_anew_if_more_is_to_be_solved(new: GameBase) -> None:
    game = Game(start="--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    while len(game) < 3:
        game.play(game.board.legal_moves()[0])
    with Engine(hash_mb=4) as engine:
        new.add([game])
        (stored,) = new.games()
        for engine.endgame_depth, is_solved in ((0, False), (14, True), (0, True)):
            moves = new.analysed(stored, engine, 1).moves
            assert all(move.exact for move in moves) == is_solved


def test_a_kept_analysis_is_made_anew_with_other_weights(new: GameBase) -> None:
    with Engine(hash_mb=1) as engine:
        new.add(["f5d6c3d3c4"])
        (stored,) = new.games()

        def analysed() -> list[float]:
            return [move.best.score for move in new.analysed(stored, engine, 1).moves]

        usual = analysed()
        try:
            use_weights(worthless_weights())
            assert usual != analysed() == [0.0] * 5
        finally:
            load_shipped()
        assert analysed() == usual


@pytest.mark.parametrize(
    ("result", "score", "winner"),
    [
        ("W+14", -14, -1),
        ("40-24", 16, 1),
        ("W+T", None, -1),
        ("B+R", None, 1),
        ("White won", None, -1),
        ("1/2-1/2", 0, 0),
        ("-64:r", None, -1),
        ("+12.00:t", None, 1),
        ("-8:s", -8, -1),
        ("?", None, None),
        ("30", None, None),
    ],
)
def test_a_result_is_what_was_stated(
    new: GameBase, result: str, score: int | None, winner: int | None
) -> None:
    """A game that was not played to its end has no difference of discs, but a winner."""
    game = Game("f5d6", headers={"Result": result, "Round": "3", "Place": "Paris"})
    doubt = pytest.warns(UserWarning, match="stated result '30': expected a form of result")
    with doubt if result == "30" else nullcontext():
        new.add([game])
    (stored,) = new.games()
    assert stored.game() == game
    assert (stored.result, stored.score) == (result, score)
    (played,) = new.moves("f5")
    assert played.score == (None if score is None else -score)
    assert (played.wins, played.draws, played.losses) == tuple(
        int(winner == each) for each in (-1, 0, 1)
    )
    assert [new.count(result=who) for who in ("black", "draw", "white")] == [
        int(winner == each) for each in (1, 0, -1)
    ]


def test_where_a_side_must_pass_are_the_games_that_went_on(new: GameBase) -> None:
    line = "e6f6c4e7e8d8g7f8"
    new.add([Game(f"{line}h6", headers={"Result": "+10"}), line])
    assert Board(line).must_pass
    assert new.count(line) == len(list(new.games(line))) == new.count(opening=line) == 2
    (passed,) = new.moves(line)
    (behind,) = new.moves(f"{line}pass")
    assert passed[:7] == (PASS, 1, 1.0, 10.0, 1, 0, 0), "black passed, and won"
    assert (str(behind.move), behind.score, behind.losses) == ("h6", -10.0, 1)


# ---------------------------------------------------------------------- bad input


@pytest.mark.parametrize("conditions", [{"bord": "f5"}, {"year": 1990}])
def test_an_unknown_condition_is_told_what_is_known(base: GameBase, conditions: Any) -> None:
    for ask in (base.games, base.moves, base.count):
        with pytest.raises(TypeError, match=": expected some of player"):
            list(ask(**conditions))


def test_a_closed_base_says_so_and_an_open_one_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "b"
    with GameBase(path, is_new=True) as base:
        base.add(["f5f6"])
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled: it has an open file"):
                copied(base)
    base.close()
    for call in (len, GameBase.moves, lambda base: list(base.games()), lambda base: base.add([])):
        with pytest.raises(FileError) as raised:
            call(base)
        assert str(raised.value) == f"{path}: the base of games is closed: expected an open one"


def test_who_makes_a_base_at_the_same_time_loses_no_game(tmp_path: Path) -> None:
    n_writers = 8

    def add(path: Path, number: int, start: Barrier) -> None:
        start.wait()
        with GameBase(path, is_new=True) as base:
            while True:
                try:
                    base.add([Game("f5", headers={"Black": str(number)})])
                    return
                except FileError as error:  # another one writes
                    assert "in use" in str(error)
                    time.sleep(0.01)

    with ThreadPoolExecutor(n_writers) as pool:
        for turn in range(5):
            path, start = tmp_path / f"{turn}.base", Barrier(n_writers)
            for each in [pool.submit(add, path, number, start) for number in range(n_writers)]:
                each.result()
            with GameBase(path) as base:
                names = {game.black for game in base.games()}
            assert names == {str(number) for number in range(n_writers)}


def test_a_build_that_is_killed_leaves_a_base_that_goes_on(tmp_path: Path) -> None:
    """Games of a transaction are all there, with their positions, or none."""
    chance = random.Random(2)
    moves = [random_game(chance).transcript() for _ in range(150)]
    path = tmp_path / "b"
    lines = tmp_path / "games.txt"
    lines.write_text("\n".join(moves) + "\n")
    program = f"""
from othello.gamebase import base as module
from othello import read_games
module.GAMES_AT_ONCE = 10
with module.GameBase({str(path)!r}, is_new=True) as base:
    base.add(read_games({str(lines)!r}), lambda n: print(n, flush=True))
"""
    for stop_at in (1, 3, 2):
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        for _ in range(stop_at):
            assert process.stdout.readline()
        process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        process.wait()
        process.stdout.close()
        with GameBase(path) as base:
            assert len(base) % 10 == 0
            assert sum(move.games for move in base.moves()) == len(base)
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    with GameBase(path) as base:
        assert len(base) == len(set(moves))
        assert sum(move.games for move in base.moves()) == len(base)
        assert {stored.moves for stored in base.games()} == {
            bytes(move for move in Game(text).moves if move is not PASS) for text in moves
        }


def test_a_base_that_is_made_anew_is_empty(tmp_path: Path) -> None:
    """A killed process leaves a log, which must not become part of another base of the name."""
    path = tmp_path / "games.base"
    program = f"""
import os
from othello import Game
from othello.gamebase import GameBase
base = GameBase({str(path)!r}, is_new=True)
base.add([Game("f5d6c3")])
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    assert (tmp_path / "games.base-wal").exists()
    path.unlink()
    with GameBase(path, is_new=True) as base:
        assert len(base) == 0
        assert base.add([Game("f5d6")]) == (1, 0)


def test_a_full_disk(tmp_path: Path) -> None:
    """The error says so, and what was there is there. SQLite itself ends the transaction here."""
    chance = random.Random(3)
    with GameBase(tmp_path / "games.base", is_new=True) as base:
        base.add([random_game(chance)])
        base._file._database.execute("PRAGMA max_page_count = 20")
        with pytest.raises(FileError, match="disk is full"):
            base.add([random_game(chance) for _ in range(200)])
        assert len(base) == base.count("startpos") == 1


def test_a_base_without_checksums_gets_them(tmp_path: Path, games: list[Game]) -> None:
    """It is then as one that is made today."""
    old, new = tmp_path / "old.base", tmp_path / "new.base"
    for path in (old, new):
        with GameBase(path, is_new=True) as base:
            for first in (0, 150, 160):
                base.add(games[first : first + (150 if not first else 10)])
    with closing(sqlite3.connect(old)) as database, database:
        for table in ("name", "game", "facts", "analysis", "segment", "bucket"):
            database.execute(f"ALTER TABLE {table} DROP COLUMN sum")
        database.execute("ALTER TABLE segment DROP COLUMN n_games")
        database.execute("DELETE FROM bucket WHERE hashes = x''")
        database.execute("PRAGMA user_version = 1")
    with GameBase(old) as base, GameBase(new) as other:
        assert base.moves() == other.moves() and [*base.games()] == [*other.games()]
        assert base.add(games[170:]) == other.add(games[170:])
    tables = "SELECT * FROM game; SELECT * FROM facts; SELECT * FROM segment; SELECT * FROM bucket"
    for query in tables.split(";"):
        with closing(sqlite3.connect(old)) as database, closing(sqlite3.connect(new)) as other:
            assert [*database.execute(query)] == [*other.execute(query)]


def test_what_another_program_adds_is_found_at_once(tmp_path: Path) -> None:
    """A base that stays open, as that of a server, answers as one that is opened now."""
    path = tmp_path / "open.base"
    with GameBase(path, is_new=True) as base, GameBase(path) as other:
        for year in ("1998", "2004", "2005"):
            other.add([Game("f5d6c3", headers={"Date": year, "Black": year})])
            assert base.count("f5", years=int(year)) == base.count(black=year) == 1
            assert [*base.games("f5")] == [*other.games("f5")]
            assert base.moves("f5d6") == other.moves("f5d6")
