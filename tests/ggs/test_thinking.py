"""The book, pondering, and the events of ``--json``, which ``recorded.jsonl`` has."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from support.ggs import games_of, play, referee
from support.patience import SECONDS

from othello import Board, Result
from othello.engine.asynchronous import AsyncEngine
from othello.engine.strength import Strength
from othello.ggf.games import parse_game
from othello.limits import MAX_DEPTH, Limits
from othello.protocol.own_book import OwnBook
from othello.protocol.play_options import PlayOptions, Randomness


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


def test_the_page_names_all_keys() -> None:
    """Those of the events in ``recorded.jsonl``."""
    page = (Path(__file__).parents[2] / "docs" / "ggs.md").read_text(encoding="utf-8")
    cases = Path(__file__).with_name("recorded.jsonl").read_text(encoding="utf-8").splitlines()
    told = re.findall(
        r'\{"event": "(\w+)"(.*)', "\n".join(json.loads(case)["out"] for case in cases)
    )
    assert len(dict(told)) > 6
    for event, rest in told:
        (row,) = [line for line in page.splitlines() if f"`{event}`" in line.partition("|")[2][:40]]
        keys = set(re.findall(r'"(\w+)": ', rest)) - {"text"}
        assert all(f"`{key}`" in row for key in keys), (event, rest)
