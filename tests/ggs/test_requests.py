"""What the client says and sends while nobody plays with it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from support.ggs import client_of, players, raw, referee
from support.patience import SECONDS

from othello.ggs.client import longer
from othello.ggs.rules import Rules
from othello.ggs.wire import MatchRequest


@asynccontextmanager
async def playing(port: int, name: str, folder: Path, **settings: Any) -> AsyncIterator[list[str]]:
    """Let a client play; give what it says."""
    async with client_of(port, name, folder, **({"due": 0.05} | settings)) as client:
        task = asyncio.ensure_future(client.run())
        try:
            yield client.said
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def until(holds: Callable[[], object]) -> None:
    async def waiting() -> None:
        while not holds():
            await asyncio.sleep(0.02)

    await asyncio.wait_for(waiting(), SECONDS)


def n_sent(folder: Path, name: str, beginning: str) -> int:
    path = folder / f"{name}.log"
    lines = path.read_text().splitlines() if path.exists() else []
    return sum(line.startswith(f"> {beginning}") for line in lines)


async def test_an_idle_client_keeps_its_connection_alive(tmp_path: Path) -> None:
    """Each time it was silent for a while it sends a line, which the referee answers."""
    async with (
        referee(tmp_path) as (_, port),
        playing(port, "alice", tmp_path, keep_alive=0.2, silence=3.0) as said,
    ):
        await until(lambda: n_sent(tmp_path, "alice", "tell /os open 1") >= 20)
        assert said == ["logged in as alice"]


async def test_who_is_logged_in_can_be_asked_at_once(tmp_path: Path) -> None:
    """Whoever reads the event in another program may ask sooner than the client sends more."""
    async with (
        players(tmp_path, "carol") as (_, carol),
        client_of(carol.port, "alice", tmp_path) as client,
    ):
        client._teller._on_event = lambda _: carol.send(
            "tell /os ask 8 5:00 alice"
        )  # first: logged in
        task = asyncio.ensure_future(client.run())
        assert isinstance(await carol.message("/os: "), MatchRequest)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_a_declined_request_is_told_once_with_its_reason(tmp_path: Path) -> None:
    async with (
        referee(tmp_path) as (_, port),
        playing(port, "kim", tmp_path, rules=Rules.parse("type=8r20")),
        playing(port, "lee", tmp_path, asks=("s8r20 2:00 kim",)) as said,
    ):
        await until(lambda: n_sent(tmp_path, "lee", "tell /os ask") >= 4)
        assert said.count("kim says: only these types are played here: 8r20") == 1
        assert said.count("kim did not accept s8r20 02:00//02:00") == 1
        assert len([line for line in said if "refuses" not in line]) == 3


async def test_a_refused_request_is_repeated_with_growing_pauses_and_told_once(
    tmp_path: Path,
) -> None:
    async with (
        referee(tmp_path) as (_, port),
        playing(port, "alice", tmp_path, asks=("8 5:00 bob",)) as said,
    ):
        await until(lambda: n_sent(tmp_path, "alice", "tell /os ask") >= 4)
        assert said == ["logged in as alice", "the server refuses: not found: 'bob'"]
    pause = 5.0
    pauses = [pause] + [pause := longer(pause) for _ in range(7)]
    assert pauses == [5, 10, 20, 40, 80, 160, 300, 300]


async def test_an_absent_opponent_of_an_adjourned_match_is_told_once(tmp_path: Path) -> None:
    async with referee(tmp_path) as (_, port), playing(port, "alice", tmp_path) as said:
        await until(lambda: n_sent(tmp_path, "alice", "tell /os stored"))
        async with raw(port, "bob") as bob:
            await bob.text(": + /os")
            bob.send("tell /os ask 8 5:00 alice")
            await bob.text("/os: + match")
        before = n_sent(tmp_path, "alice", "tell /os ask .1")
        await until(lambda: n_sent(tmp_path, "alice", "tell /os ask .1") >= before + 3)
        assert said.count("the server refuses: not found: bob, for .1") == 1


async def test_a_mismatch_of_rated_names_the_option(tmp_path: Path) -> None:
    async with (
        referee(tmp_path) as (_, port),
        playing(port, "kim", tmp_path),
        playing(port, "lee", tmp_path, rules=Rules.parse("unrated"), asks=("8 2:00 kim",)) as said,
    ):
        await until(lambda: any("mismatch" in line for line in said))
        assert any("--opponents" in line for line in said if "mismatch" in line)


async def test_an_adjourned_match_is_told_apart_from_one_that_ends(tmp_path: Path) -> None:
    told: list[list[str]] = []
    async with (
        referee(tmp_path) as (_, port),
        playing(port, "alice", tmp_path, save=tmp_path / "alice.ggf") as said,
    ):
        await until(lambda: n_sent(tmp_path, "alice", "tell /os stored"))
        for asked in ("8 5:00 alice", ".1"):
            async with raw(port, "bob") as bob:
                await bob.text(": + /os")
                bob.send(f"tell /os ask {asked}")
                await bob.text("/os: + match")
            await until(lambda: ".1 is adjourned: bob left" in said)
            told.append([line.partition(":")[0] for line in said if line.startswith(".1 ")])
            said.clear()
    assert told == [[".1 begins", ".1 is adjourned"], [".1 goes on", ".1 is adjourned"]]
