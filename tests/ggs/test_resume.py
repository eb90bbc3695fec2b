"""Clients and servers that are killed in the middle of a match: it goes on, and nothing is lost."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.ggs import games_of

from othello.ggf.games import parse_game

COMMAND = [sys.executable, "-m", "othello"]
PASSWORD = "secret-word"


class Players:
    """A referee and two clients, each a process; a killed one is started again."""

    def __init__(self, folder: Path, port: int, match: str) -> None:
        self.folder = folder
        server = [*COMMAND, "referee", "--port", str(port), "--folder", "kept"]
        words = f"ggs 127.0.0.1:{port} --level 1 --games 1 --hash 1"
        client = [*COMMAND, *words.split()]
        self.commands = {
            "server": server,
            "alice": [*client, "--user", "alice", "--ask", f"{match} bob", "--log", "alice.log"],
            "bob": [*client, "--user", "bob", "--log", "bob.log"],
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """Start a process, and wait until it is there: a client gives up if its first try fails."""
        text = "listening" if name == "server" else "logged in"
        before = self.said(name).count(text)
        output = (self.folder / f"{name}.txt").open("ab")
        environment = os.environ | {"OTHELLO_GGS_PASSWORD": PASSWORD}
        self.running[name] = subprocess.Popen(
            self.commands[name], cwd=self.folder, stdout=output, stderr=output, env=environment
        )
        output.close()
        while self.said(name).count(text) == before:
            assert self.running[name].poll() is None, self.said(name)
            time.sleep(0.02)

    def said(self, name: str) -> str:
        path = self.folder / f"{name}.txt"
        return path.read_text() if path.exists() else ""

    def kill(self, name: str) -> None:
        self.running[name].send_signal(signal.SIGKILL)
        self.running[name].wait()

    def moves(self) -> int:
        """Return how many moves the server has kept."""
        path = self.folder / "kept" / "journal.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return sum('"move"' in line for line in lines)

    def is_over(self) -> bool:
        return self.running["alice"].poll() is not None and self.running["bob"].poll() is not None


@contextmanager
def players(folder: Path, port: int, match: str) -> Iterator[Players]:
    found = Players(folder, port, match)
    try:
        for name in ("server", "bob", "alice"):
            found.start(name)
        yield found
    finally:
        for process in found.running.values():
            if process.poll() is None:
                process.kill()
            process.wait()


def play_with_kills(folder: Path, port: int, victims: list[str], match: str, seed: int) -> None:
    """Play a match in which processes are killed, each after some more moves, and started again."""
    rng = random.Random(seed)
    with players(folder, port, match) as found:
        n_moves = 0
        for victim in victims:
            n_moves += rng.randrange(1, 8)
            while found.moves() < n_moves and not found.is_over():
                time.sleep(0.001)
            if found.running[victim].poll() is None:
                found.kill(victim)
                found.start(victim)
        for name in ("alice", "bob"):
            while found.running[name].poll() is None:
                time.sleep(0.02)
            assert found.running[name].returncode == 0, found.said(name)


def check_kept(folder: Path) -> None:
    kept = games_of(folder / "kept" / "games.ggf")
    assert len(kept) == 2
    assert games_of(folder / "alice.ggf") == games_of(folder / "bob.ggf") == kept
    for line in kept:
        assert parse_game(line).game().board.is_over and ":t" not in line
    for path in folder.rglob("*"):
        assert not path.is_file() or PASSWORD not in path.read_text()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("victim", ["alice", "bob", "server"])
def test_a_killed_process_loses_no_game(tmp_path: Path, unused_port: int, victim: str) -> None:
    play_with_kills(tmp_path, unused_port, [victim], "s8r20 5:00", seed=3)
    check_kept(tmp_path)
    text = (tmp_path / "kept" / "journal.jsonl").read_text()
    assert sum("match" in json.loads(line) for line in text.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("seed", range(10))
def test_kills_at_random_lose_no_game(tmp_path: Path, unused_port: int, seed: int) -> None:
    victims = random.Random(seed).choices(["alice", "bob", "server"], k=5)
    play_with_kills(tmp_path, unused_port, victims, "s8r20 15:00", seed)
    check_kept(tmp_path)
