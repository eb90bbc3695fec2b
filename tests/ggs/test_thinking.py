"""The book, pondering, and the events of ``--json``."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from support.ggs import games_of, play, players, referee
from support.patience import SECONDS

from othello import Board, Result
from othello.engine.asynchronous import AsyncEngine
from othello.engine.strength import Strength
from othello.ggf.games import parse_game
from othello.limits import MAX_DEPTH, Limits
from othello.protocol.own_book import OwnBook
from othello.protocol.play_options import PlayOptions, Randomness

KEYS = {
    "logged_in": {"user"},
    "accepted": {"player", "type", "clock", "rated", "stored", "reason"},
    "declined": {"player", "type", "clock", "rated", "stored", "reason"},
    "match_begun": {"match", "players", "type", "rated", "goes_on"},
    "move": {"game", "number", "move", "evaluation", "seconds", "position"},
    "game_ended": {"game", "black", "white", "result"},
    "match_ended": {"match", "players", "result"},
    "rating": {"match", "before", "after"},
    "asked": {"game", "player", "what", "agreed"},
}


class Recording(AsyncEngine):
    """The engine, and what it was asked to search."""

    async def search(self, board: Any, limits: Limits | None = None, **keywords: Any) -> Result:
        self.asked = [*getattr(self, "asked", []), (board, limits)]
        return await super().search(board, limits, **keywords)


async def match(folder: Path, **settings: Any) -> tuple[list[tuple[Board, Limits]], list[Board]]:
    """Play one game as alice against bob; return what her engine was asked, and her positions."""
    async with referee(folder) as (_, port):
        asked = {"asks": ("8b 1:00 bob",), "n_matches": 1, "engine": Recording}
        bob = asyncio.ensure_future(play(port, "bob", folder, n_matches=1, seconds=0.05))
        alice = play(port, "alice", folder, **asked, **settings)
        client, _ = await asyncio.wait_for(alice, SECONDS)
        await bob
    line = (folder / "alice.ggf").read_text().splitlines()[-1]
    boards = [Board()]
    for note in parse_game(line).moves:
        boards.append(boards[-1].after(note.move))
    return client._engine.asked, boards


async def test_the_book_is_played_from_without_a_search(tmp_path: Path) -> None:
    options = PlayOptions(Randomness(), Strength(), OwnBook(is_used=True, discs=1.0, seed=3))
    asked, boards = await match(tmp_path, play_options=options)
    searched = [board for board, _ in asked]
    assert boards[0] not in searched and boards[2] not in searched
    assert searched  # what the book does not know


async def test_without_pondering_only_own_positions_are_searched(tmp_path: Path) -> None:
    asked, boards = await match(tmp_path)
    assert {board for board, _ in asked} <= {board for board in boards if board.turn == "X"}


async def test_an_older_game_without_a_newline_is_kept(tmp_path: Path) -> None:
    older = (
        "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)"
    )
    (tmp_path / "alice.ggf").write_text(older)
    await match(tmp_path)
    assert (tmp_path / "alice.ggf").read_text().splitlines()[:-1] == [older]


async def test_it_ponders_while_the_other_side_thinks(tmp_path: Path) -> None:
    asked, boards = await match(tmp_path, ponders=True)
    pondered = [board for board, limits in asked if limits.depth == MAX_DEPTH]
    assert len(pondered) > 10
    replies = {reply for board in boards if board.turn == "O" for reply in board.children()}
    assert set(pondered) <= replies | {board for board in boards if board.turn == "O"}
    assert games_of(tmp_path / "alice.ggf") == games_of(tmp_path / "bob.ggf")


async def test_events_as_json_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command itself: declined, played, with the keys that the page names."""
    monkeypatch.setenv("OTHELLO_GGS_PASSWORD", "secret")
    async with players(tmp_path, "carol") as (_, carol):
        words = f"ggs 127.0.0.1:{carol.port} --user alice --games 1 --level 1 --hash 1 --json"
        save = tmp_path / "alice.ggf"
        alice = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "othello", *words.split(), "--save", save, "--no-book"),
            stdout=asyncio.subprocess.PIPE,
        )
        assert alice.stdout is not None
        lines = [await asyncio.wait_for(alice.stdout.readline(), SECONDS)]
        carol.send("tell alice secret", "tell /os ask 8 0:10 alice")
        lines.append(await asyncio.wait_for(alice.stdout.readline(), SECONDS))
        asking = play(carol.port, "bob", tmp_path, asks=("8 1:00 alice",), n_matches=1)
        (rest, _), _ = await asyncio.gather(alice.communicate(), asking)
        assert alice.returncode == 0
        events = [json.loads(line) for line in [*lines, *rest.splitlines()]]
    names = [event.pop("event") for event in events]
    assert names[:4] == ["logged_in", "declined", "accepted", "match_begun"]
    assert names.count("game_ended") == names.count("match_ended") == names.count("rating") == 1
    for name, event in zip(names, events, strict=True):
        assert set(event) - {"text"} == KEYS[name], name
        assert ("text" in event) == (name != "move")
    moves = [event for name, event in zip(names, events, strict=True) if name == "move"]
    assert [event["number"] for event in moves] == list(range(1, len(moves) + 1))
    board = Board()
    for event in moves:
        board = board.after(event["move"])
        assert event["position"] == board.to_obf()
    assert board.is_over and "secret" not in json.dumps(events)
    assert events[1]["reason"] == "the main time must be 00:30 or more"


def test_the_page_names_all_keys() -> None:
    page = (Path(__file__).parents[2] / "docs" / "ggs.md").read_text(encoding="utf-8")
    for event, keys in KEYS.items():
        (row,) = [line for line in page.splitlines() if f"`{event}`" in line.partition("|")[2][:40]]
        assert all(f"`{key}`" in row for key in keys), event
