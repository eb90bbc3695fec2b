"""The referee's clocks: who is late, what is kept, what requests say."""

import errno
import os
from pathlib import Path

import pytest
from support.ggs import RawPlayer, players, raw, referee

from othello.ggf.games import parse_game
from othello.ggs.clocks import read_clock
from othello.ggs.lines import ConnectionEnded
from othello.ggs.wire import MatchRequest, State


async def begin(alice: RawPlayer, bob: RawPlayer, asked: str) -> tuple[MatchRequest, State]:
    """Let alice ask bob for a match, and him accept; return the request and the first board."""
    alice.send(f"tell /os ask {asked} bob")
    request = await bob.message("/os: + ")
    bob.send(f"tell /os accept {request.id}")
    return request, await alice.message("/os: join")


async def test_who_lets_the_time_run_out_loses_by_64(tmp_path: Path) -> None:
    async with players(tmp_path, "alice", "bob") as (_, alice, bob):
        request, _ = await begin(alice, bob, "8b 0:01/0/0:01")
        assert (request.clock.main, request.clock.grace) == (1.0, 1.0)
        assert await alice.text("/os: timeout") == ["/os: timeout .1 alice"]
        assert await alice.text("/os: fatal-timeout") == ["/os: fatal-timeout .1 alice"]
        ended = await bob.message("/os: - match")
        assert ended.names == ("alice", "bob") and ended.result == "-64.00:t"
    game = parse_game((tmp_path / "games.ggf").read_text())
    assert game.tags["RE"] == "-64.00:t" and game.game().headers["Result"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("by", ["a move", "the clock"])
async def test_what_cannot_be_kept_ends_the_referee(tmp_path: Path, by: str) -> None:
    """Nobody is told of it, and another referee goes on with what was kept."""
    async with players(tmp_path, "alice", "bob") as (server, alice, bob):
        await begin(alice, bob, "8b 0:01/0/0:01" if by == "the clock" else "8b 1:00")
        with open("/dev/full", "wb") as full:
            os.dup2(full.fileno(), server.journal._file._descriptor)
        if by == "a move":
            alice.send("tell /os play f5")
        assert (await server.failed).errno == errno.ENOSPC
        for player in (alice, bob):
            with pytest.raises(ConnectionEnded):
                await player.message("/os: update")
    async with referee(tmp_path) as (server, _):
        (match,) = server.journal.matches.values()
        assert match.is_stored and not match.tables[0].moves and not match.tables[0].result


async def test_who_needed_the_extension_loses_by_two_at_least(tmp_path: Path) -> None:
    async with players(tmp_path, "alice", "bob") as (_, alice, bob):
        _, state = await begin(alice, bob, "8br44 0:01/0/5:00")
        by_turn = {True: alice, False: bob}
        if state.board.turn == "O":  # bob's move first, so that alice is the late one
            bob.send(f"tell /os play {state.board.legal_moves()[0]}")
            state = await alice.message("/os: update")
        await alice.text("/os: timeout .1 alice")
        seconds = []
        while not state.board.is_over:
            move, is_alice = state.board.legal_moves()[0], state.board.turn == "X"
            by_turn[is_alice].send(f"tell /os play {move}")
            state = await alice.message("/os: update")
            seconds += [state.last.seconds] * is_alice
        assert seconds[0] >= 1, "the main time is a part of the late move's"
        (left,) = (read_clock(each.clock).main for each in state.players if each.is_black)
        # Of the main time and the extension; a clock is told in whole seconds.
        assert 0 <= round(1 + 300 - sum(seconds) - left, 2) <= 1, "no time is counted twice"
        ended = await alice.message("/os: - match")
        board = state.board
        discs = board.score() if board.turn == "X" else -board.score()
        assert ended.result == f"{min(discs, -2):+.2f}:t"


async def test_increments_are_added_and_told(tmp_path: Path) -> None:
    async with players(tmp_path, "alice", "bob") as (_, alice, bob):
        await begin(alice, bob, "8b 1:00/0:10")
        alice.send("tell /os play f5/1.5/9")
        state = await bob.message("/os: update")
        clock = read_clock(state.players[0].clock)
        assert state.last.evaluation == 1.5
        assert state.last.seconds != 9, "the referee's own count, not the player's"
        assert clock.main == pytest.approx(70 - state.last.seconds, abs=1)
        assert clock.increment == 10


async def test_wrong_moves_change_nothing(tmp_path: Path) -> None:
    async with players(tmp_path, "alice", "bob") as (_, alice, bob):
        await begin(alice, bob, "8b 1:00")
        for player, words, reason in [
            (bob, "play f5", ".1 illegal move 'f5': it is alice's turn"),
            (alice, "play a1", ".1 illegal move 'a1'"),
            (alice, "play pa", ".1 illegal move 'pa'"),
            (alice, "play x9", ".1 corrupt move 'x9'"),
        ]:
            player.send(f"tell /os {words}")
            assert reason in (await player.message("/os: error")).text
        alice.send("tell /os play f5")
        assert (await bob.message("/os: update")).number == 1


async def test_undo_and_abort_need_both(tmp_path: Path) -> None:
    async with players(tmp_path, "alice", "bob") as (_, alice, bob):
        await begin(alice, bob, "8b 1:00")
        alice.send("tell /os play f5")
        await bob.message("/os: update")
        bob.send("tell /os undo")
        assert "undo .1: you have not moved yet" in (await bob.message("/os: error")).text
        alice.send("tell /os undo")
        assert (await bob.message("/os: undo")).name == "alice"
        bob.send("tell /os undo")
        state = await bob.message("/os: update")
        assert state.number == 0 and state.board.turn == "X"
        bob.send("tell /os abort")
        assert (await alice.message("/os: abort")).name == "bob"
        alice.send("tell /os abort")
        assert (await bob.message("/os: - match")).result == "aborted"
    assert not (tmp_path / "games.ggf").read_text()


async def test_a_second_log_in_takes_the_place_of_the_first(tmp_path: Path) -> None:
    async with players(tmp_path, "alice") as (_, first), raw(first.port, "alice") as second:
        assert await first.text(": Logged in") == [": Logged in from elsewhere."]
        second.send("tell /os who")
        assert len(await second.text("/os: who")) == 2
