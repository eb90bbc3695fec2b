"""The password is in nothing that is told or logged, and a short one spoils no other words."""

import asyncio
import json
from pathlib import Path

import pytest
from support.ggs import let_in, play, referee, scripted, until

from othello.ggs.lines import Connection


@pytest.mark.parametrize("secret", ["plain-one", 'pä"ss\\w', "it's\"\\x", "a" * 100])
async def test_a_password_is_not_shown_wherever_the_server_repeats_it(
    tmp_path: Path, secret: str
) -> None:
    lines = (
        *(f"/os: error no {secret} here", f"eve: {secret}", f"/os: update {secret}"),
        *(f"{secret}: {secret}", f"/os: + .4 1 {secret} 5:00 8 U 1 alice"),
        *(f"/os: + .5 1 eve 5:00 8{secret} U 1 alice", f"/os: + .6 1 eve {secret} 8 U 1 alice"),
        *(f"/os: + .7 1 eve 5:00 8 U 1 alice .{secret}", f"/os: + match .{secret} 1 eve 1 bob 8 U"),
        *(f"/os: + match .5 1 {secret} 1 alice 8 U", f"/os: abort .{secret} {secret} is asking"),
        *(f"/os: - match .5 1 {secret} 1 alice 8 U {secret}", f"/os: join .6 {secret} K?"),
        *(f"/os: + .8 1 {'x' * 100} 5:00 {secret} U 1 alice", f"/os: rating_update {secret}"),
    )

    async def script(connection: Connection) -> None:
        await let_in(connection)
        for line in lines:
            connection.send("", line, "READY")
        connection.send("", "/os: + match .9 1 eve 1 alice 8 U", "READY")
        connection.send("", "/os: - match .9 1 eve 1 alice 8 U +4.00", "READY")
        await until(connection, "quit")

    async with scripted(script) as port:
        client, said = await play(port, "alice", tmp_path, password=secret, n_matches=1)
    assert said == [event["text"] for event in client.told if "text" in event]
    assert sum(event["event"] == "not_understood" for event in client.told) >= 3
    printed = "\n".join([*said, *map(json.dumps, client.told)])
    printed += (tmp_path / "alice.log").read_text(encoding="utf-8")
    for form in (secret, json.dumps(secret)[1:-1], repr(secret)[1:-1], secret[:4]):
        assert form not in printed
    assert "***" in printed


@pytest.mark.parametrize("secret", ["OO", "bob", "in", "f5", "8", "move", "."])
async def test_a_short_password_spoils_nothing_of_our_own(tmp_path: Path, secret: str) -> None:
    """Who asks is `zbob`; both are told the same names, moves, positions and results."""
    async with referee(tmp_path / "club") as (_, port):
        asking = play(port, "eve", tmp_path, n_matches=1, asks=("8 5:00 zbob",))
        playing = play(port, "zbob", tmp_path, password=secret, n_matches=1)
        (client, said), _ = await asyncio.gather(playing, asking)
    assert "logged in as zbob" in said and "***" not in json.dumps(client.told)
    names = {event["event"] for event in client.told}
    assert {"logged_in", "accepted", "move", "match_ended"} <= names
