"""Requests are accepted and declined by the rules."""

import asyncio
from pathlib import Path

import pytest
from support.ggs import play, raw, referee

from othello.ggs.rules import Rules
from othello.ggs.wire import parse


@pytest.mark.parametrize(
    ("rule", "kind", "is_accepted"),
    [
        *(("8b", "8b", True), ("8b", "8w", False), ("8b", "8", False), ("8", "8w", True)),
        *(("S8R20", "s8r20", True), ("8R", "8br16", True), ("8br", "8r16", False)),
    ],
)
def test_a_type_with_a_colour_or_in_capitals_accepts_what_it_says(
    rule: str, kind: str, is_accepted: bool
) -> None:
    request = parse([f"/os: + .8 1720.0 al 05:00 {kind} U 1720.0 bob"])
    assert (Rules.parse(f"type={rule}").reason_against(request) == "") is is_accepted


@pytest.mark.parametrize(
    ("rules", "asked", "reason"),
    [
        ("", "8 0:20", "the main time must be 00:30 or more"),
        ("clock=0:30-2:00", "8 3:00", "the main time must be 02:00 or less"),
        ("type=s8r", "8 1:00", "only these types are played here: s8r"),
        ("unrated", "8 1:00", None),
        ("player=bob", "8 1:00", "only these are accepted: bob"),
        ("rated,type=s8r/8,clock=0:30-2:00,player=carol", "8b 1:00", ""),
    ],
)
async def test_a_request_is_answered_with_the_reason(
    tmp_path: Path, rules: str, asked: str, reason: str | None
) -> None:
    """None: the server itself refuses the request, as one side wants rated matches only."""
    async with referee(tmp_path) as (_, port), raw(port, "carol") as carol:
        playing = asyncio.ensure_future(
            play(port, "alice", tmp_path, rules=Rules.parse(rules), n_matches=1)
        )
        while not (await asyncio.sleep(0.05)) and "open 1" not in log(tmp_path):
            pass
        await asyncio.sleep(0.1)
        carol.send(f"tell /os ask {asked} alice")
        if reason is None:
            assert "mismatch" in (await carol.message("/os: error")).text
        elif reason:
            await carol.message("/os: -")
            assert await carol.text("alice: ") == [f"alice: {reason}"]
        else:
            assert (await carol.message("/os: + match")).names == ("carol", "alice")
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


def log(folder: Path) -> str:
    path = folder / "alice.log"
    return path.read_text() if path.exists() else ""
