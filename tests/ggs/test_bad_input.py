"""Servers that are not there, talk nonsense or err: named, and never answered with a wrong move."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.ggs import let_in, play, raw, referee, scripted, tell, until

from othello.board import Board
from othello.engine import Engine
from othello.errors import EngineError, FileError
from othello.ggf.games import GgfClock, GgfMove
from othello.ggs.client import LoginRefused
from othello.ggs.lines import Connection
from othello.ggs.tables import Table, random_start
from othello.ggs.wire import Asking, GameType, MatchNotice
from othello.notation import Move


def new_table(names: tuple[str, str] = ("alice", "bob")) -> Table:
    clock = GgfClock(60.0, 0.0, 120.0)
    return Table(".5", names, (1720.0, 1720.0), GameType(), clock, Board(), "today")


def begin(connection: Connection, table: Table) -> None:
    match = MatchNotice(".5", table.names, GameType(), is_rated=False)
    tell(connection, [match, table.state(True)])


def end(connection: Connection, table: Table, result: str = "+4.00") -> None:
    match = MatchNotice(".5", table.names, GameType(), False, is_new=False, result=result)
    tell(connection, [match])


@asynccontextmanager
async def game(
    connection: Connection, names: tuple[str, str] = ("alice", "bob"), result: str = "+4.00"
) -> AsyncIterator[Table]:
    """Let the client in and begin a game; at the end tell it the result."""
    await let_in(connection)
    table = new_table(names)
    begin(connection, table)
    yield table
    end(connection, table, result)
    await until(connection, "quit")


async def its_move(connection: Connection, table: Table) -> Move:
    """Wait for the client's move; it must be legal."""
    words = (await until(connection, "tell /os play .5 ")).split()[4]
    move = Move(words.split("/")[0])
    assert move in table.board.legal_moves()
    return move


@pytest.mark.parametrize("wrong", ["no-such-word", "wrong"])
async def test_a_wrong_password_is_refused_and_not_shown(tmp_path: Path, wrong: str) -> None:
    """Also one that is a word of the answer."""
    async with referee(tmp_path) as (_, port):
        async with raw(port, "alice"):
            pass
        with pytest.raises(LoginRefused, match="refuses 'alice': The password is wrong"):
            await play(port, "alice", tmp_path, password=wrong)
    assert "no-such-word" not in (tmp_path / "alice.log").read_text()
    assert not (tmp_path / "alice.ggf").exists()


async def test_a_file_for_games_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """It is no lost connection, after which the client would log in again."""
    async with referee(tmp_path) as (_, port):
        with pytest.raises(FileError, match="none"):
            await play(port, "alice", tmp_path, save=tmp_path / "none" / "alice.ggf")


async def test_a_log_in_from_elsewhere_ends_the_client(tmp_path: Path) -> None:
    """It does not log in again, or the two would throw each other out for ever."""
    async with referee(tmp_path) as (_, port):
        playing = asyncio.ensure_future(play(port, "alice", tmp_path))
        while not (tmp_path / "alice.log").exists():
            await asyncio.sleep(0.02)
        while "/os: stored" not in (tmp_path / "alice.log").read_text():
            await asyncio.sleep(0.02)
        async with raw(port, "alice"):
            with pytest.raises(LoginRefused, match="alice has logged in from elsewhere"):
                await playing


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"220 ftp ready\r\n", "the connection was closed"),
        (b"half a li", "the connection was closed after half a line, 9 bytes"),
        (b"x" * 10_000_000, "a line of more than 65536 bytes came"),
        (b"\xff\xfe\0\n\n|stray\n", "the connection was closed"),
    ],
)
async def test_a_server_that_is_no_ggs_is_named(tmp_path: Path, sent: bytes, reason: str) -> None:
    async def script(connection: Connection) -> None:
        connection._writer.write(sent)

    async with scripted(script) as port:
        with pytest.raises(EngineError, match=reason):
            await play(port, "alice", tmp_path)


async def test_another_board_than_ours_is_taken_over(tmp_path: Path) -> None:
    """The server's board is the truth; the game goes on from it."""

    async def script(connection: Connection) -> None:
        async with game(connection) as table:
            await its_move(connection, table)
            await asyncio.sleep(0.1)
            state = new_table().state(False)  # d6 was never played on our board
            state = replace(state, board=Board("f5f4e3f6"), number=5, moves=(GgfMove(Move("d6")),))
            tell(connection, [state])
            table.board = state.board
            await its_move(connection, table)

    async with scripted(script) as port:
        _, said = await play(port, "alice", tmp_path, n_matches=1)
        assert ".5: another board than ours: taken over" in said


async def test_a_move_that_does_not_lead_to_the_board_is_not_told(tmp_path: Path) -> None:
    """The server names a1, and shows the board after a legal move."""

    async def script(connection: Connection) -> None:
        async with game(connection, ("bob", "alice")) as table:
            table.play(GgfMove(Move("d3"), 1.0, 1.0))
            tell(connection, [replace(table.state(False), moves=(GgfMove(Move("a1"), 1.0, 1.0),))])
            await its_move(connection, table)

    async with scripted(script) as port:
        client, _ = await play(port, "alice", tmp_path, n_matches=1)
    (move,) = [event for event in client.told if event["event"] == "move"]
    assert move["move"] is move["evaluation"] is move["seconds"] is None
    assert move["position"] == Board("d3").to_obf()


async def test_a_board_that_cannot_be_read_is_fetched_again(tmp_path: Path) -> None:
    """A broken message about a game of ours: log in again, and the server sends the whole game."""

    async def broken(connection: Connection) -> None:
        await let_in(connection)
        table = new_table()
        begin(connection, table)
        table.play(GgfMove(await its_move(connection, table), None, 0.1))
        connection.send("", *table.state(False).lines()[:9], "READY")
        await until(connection, "nothing")  # ends with the connection

    async def whole(connection: Connection) -> None:
        await let_in(connection)
        table = new_table()
        for _ in range(2):
            table.play(GgfMove(table.board.legal_moves()[0], None, 0.1))
        begin(connection, table)
        await its_move(connection, table)
        end(connection, table)
        await until(connection, "quit")

    async with scripted(broken, whole) as port:
        _, said = await play(port, "alice", tmp_path, n_matches=1)
        assert any("message '/os: update .5 8 K?': " in line for line in said)
    assert "B[D3//0.10]" in (tmp_path / "alice.ggf").read_text()


async def test_requests_to_undo_and_abort_are_answered_by_rule(tmp_path: Path) -> None:
    answers: list[str] = []

    async def script(connection: Connection) -> None:
        async with game(connection, ("bob", "alice"), result="aborted"):
            tell(connection, [Asking("undo", ".5", "bob"), Asking("abort", ".5", "bob")])
            answers.append(await until(connection, "tell bob"))
            answers.append(await connection.line())

    async with scripted(script) as port:
        await play(port, "alice", tmp_path, n_matches=1, aborts=True)
    assert answers == ["tell bob no undo, please", "tell /os abort .5"]
    assert not (tmp_path / "alice.ggf").read_text()


def lost_board() -> Board:
    """Return a position in which black is to move and loses by 10 discs at least."""
    with Engine(hash_mb=1) as engine:
        for seed in range(100):
            board = random_start(44, random.Random(seed))
            while board.n_empties > 8 and not board.is_over:
                board = board.after(random.Random(seed).choice(board.legal_moves()))
            may_move = board.turn == "X" and not (board.must_pass or board.is_over)
            if may_move and engine.solve(board).score <= -10:
                return board
    raise AssertionError


async def test_a_lost_game_is_resigned_when_that_is_proven(tmp_path: Path) -> None:
    lost = lost_board()

    async def script(connection: Connection) -> None:
        await let_in(connection)
        table = new_table()
        table.start = table.board = lost
        begin(connection, table)
        assert await until(connection, "tell /os resign") == "tell /os resign .5"
        end(connection, table, "-64.00:r")
        await until(connection, "quit")

    async with scripted(script) as port:
        await play(port, "alice", tmp_path, n_matches=1, level=20, resigns_at=10)
    assert "RE[-64.00:r]" in (tmp_path / "alice.ggf").read_text()


async def test_no_game_is_resigned_before_a_loss_is_proven(tmp_path: Path) -> None:
    async def script(connection: Connection) -> None:
        async with game(connection) as table:
            await its_move(connection, table)

    async with scripted(script) as port:
        await play(port, "alice", tmp_path, n_matches=1, level=0, resigns_at=0)
