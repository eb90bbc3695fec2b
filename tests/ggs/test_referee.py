"""What the referee answers to lines that are sent by hand, and by clients of others."""

import asyncio
from pathlib import Path

import pytest
from support.ggs import players, raw, referee
from support.patience import SECONDS

from othello.ggs.journal import secret_of
from othello.ggs.passwords import MOST_WRONG
from othello.ratings.glicko import Rating


async def test_words_and_a_repeated_request_are_answered(tmp_path: Path) -> None:
    async with players(tmp_path, "alice", "bob") as (_, alice, bob):
        alice.send("tell /os ask 8 5:00 bob", "tell bob hello", "tell /os ask 8 5:00 bob", "mso")
        await alice.text("/os: + ")
        lines = [await asyncio.wait_for(alice.connection.line(), SECONDS) for _ in range(3)]
        assert lines == ["READY"] * 3
        await bob.text("alice: hello")


@pytest.mark.parametrize("command", ["passw", "tell /os passw"])
async def test_a_password_is_changed(tmp_path: Path, command: str) -> None:
    """The new one is the last word; the old one may have blanks."""
    old, new = "two  blanks and one", "my-new-one"
    async with players(tmp_path, "alice") as (server, alice):
        server.journal.keep_secret("alice", secret_of(old))
        for words, reason in {
            " new": "expected passw OLD NEW",
            " wrong new": "the old password is wrong",
            f" {old} a b": "is wrong; the last word is the new one, which has no blanks",
            "": "expected",
        }.items():
            alice.send(f"{command}{words}")
            assert reason in (await alice.message("/os: error")).text
        alice.send(f"{command}  {old}  {new}")
        await alice.text(": The password is changed.")
        server.journal.rate("alice", Rating(1600.0, 100.0, 0.06))
    async with referee(tmp_path) as (server, _):
        assert server.journal.is_right("alice", new) and not server.journal.is_right("alice", old)
        assert server.journal.ratings["alice"].rating == 1600
    assert new not in (tmp_path / "journal.jsonl").read_text()


async def test_the_time_before_an_adjournment_counts_after_a_new_start(tmp_path: Path) -> None:
    async with players(tmp_path, "alice", "bob") as (server, alice, bob):
        alice.send("tell /os ask 8b 5:00 bob")
        request = await bob.message("/os: + ")
        bob.send(f"tell /os accept {request.id}")
        await alice.text("/os: join")
        await asyncio.sleep(0.3)
    (match,) = server.journal.matches.values()
    left = match.tables[0].clocks[0].left
    assert left < 299.8
    async with referee(tmp_path) as (again, _):
        (match,) = again.journal.matches.values()
        assert [clock.left for clock in match.tables[0].clocks] == [left, 300.0]


async def test_what_a_closed_connection_has_left_is_dropped(tmp_path: Path) -> None:
    async with players(tmp_path, "bob") as (server, bob):
        async with raw(bob.port, "alice") as alice:
            await alice.text(": + /os")
            alice.send(*(f"tell bob {n}" for n in range(1000)))
        while "alice" in server._sessions:
            await asyncio.sleep(0.02)
        bob.send("tell bob end")
        n_heard = 0
        while "end" not in (await bob.text(""))[0]:
            n_heard += 1
        assert n_heard < 500


async def test_few_wrong_passwords_of_a_connection_and_of_an_address_are_taken(
    tmp_path: Path,
) -> None:
    """Whoever is logged in plays on, and a new account can be made."""
    async with players(tmp_path, "alice") as (_, alice):
        alice.send(*["passw wrong new"] * 4)
        for _ in range(3):
            assert "the old password is wrong" in (await alice.message("/os: error")).text
        await alice.text(": Too many wrong passwords")
        said = ""
        for _ in range(9):
            reader, writer = await asyncio.open_connection("127.0.0.1", alice.port)
            writer.write(b"alice\nx\nalice\ny\nalice\nz\n")
            said += (await asyncio.wait_for(reader.read(), SECONDS)).decode()
            writer.close()
        assert said.count("The password is wrong") == MOST_WRONG - 3
        assert said.endswith(": Too many wrong passwords: try again in a minute.\nREADY\n")
        async with raw(alice.port, "bob") as bob:
            await bob.text(": A new account")


async def test_strangers_who_wait_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("othello.ggs.referee.MOST_CONNECTIONS", 5)
    async with players(tmp_path, "alice") as (_, alice):
        strangers = [await asyncio.open_connection("127.0.0.1", alice.port) for _ in range(9)]
        async with raw(alice.port, "bob") as bob:
            await bob.text(": + /os")
            alice.send("tell /os who")
            await alice.text("/os: who 2")
        for _, writer in strangers:
            writer.close()
