"""An engine solves the positions of the benchmark, each in a process of its own.

So every search begins with an empty table, and an engine that does not answer can be ended. An
engine is asked for a move with the depth that leads to the end of the game: in UGI the number of
empties, in NBoard's protocol the greatest. GTP has no word for that, nor for positions and scores:
there the engine's own command has to say how hard it is to think, positions without a game are left
out, and the move alone is judged.
"""

import platform
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from othello._version import __version__
from othello.benchmark.archive import Challenge, challenges, checksum
from othello.client import Answer, Client, ClientError, GoRequest, GtpClient, NBoardClient
from othello.limits import MAX_DEPTH
from othello.matches.cores import processor_seconds
from othello.matches.players import CLIENTS, Effort, Player, parse_player
from othello.notation import Move

TOLD_EXACTLY = 0.5
"""Discs by which a score that is no whole number may differ from the proven one."""


class Outcome(NamedTuple):
    """Findings of an engine on a position; what it does not tell, or did not find, is None."""

    challenge: Challenge
    move: Move | None = None
    score: float | None = None
    nodes: int | None = None
    seconds: float | None = None
    processor_seconds: float | None = None
    fault: str = ""  #: why there is no answer

    @property
    def is_right(self) -> bool | None:
        """Whether the move is one of the best, and the score, if it is told, the proven one."""
        if self.fault:
            return None
        if self.move not in self.challenge.proven.best_moves:
            return False
        best = self.challenge.proven.best_score
        assert best is not None, "every position of the archive has scores"
        return self.score is None or abs(self.score - best) < TOLD_EXACTLY

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as a JSON object."""
        proven = self.challenge.proven
        return {
            "id": self.challenge.name,
            "position": proven.board.to_obf(),
            "empties": self.challenge.n_empties,
            "move": None if self.move is None else str(self.move),
            "score": self.score,
            "expected": proven.best_score,
            "correct": self.is_right,
            "nodes": self.nodes,
            "seconds": _rounded(self.seconds),
            "processor_seconds": _rounded(self.processor_seconds),
            "fault": self.fault or None,
        }


def contender(text: str, hash_mb: int) -> Player:
    """Return the engine that `text` names, as for a match, with one thread if it has the option.

    >>> contender("othello", 16).machine
    {'threads': '1', 'hash': '16'}
    """
    is_gtp = CLIENTS.get(text.partition(":")[0]) is GtpClient
    effort = Effort() if is_gtp else Effort(depth=MAX_DEPTH)
    return parse_player(text, effort, {"threads": "1", "hash": str(hash_mb)})


def run(
    player: Player, positions: Iterable[Challenge], most_seconds: float | None = None
) -> Iterator[Outcome]:
    """Yield what the engine finds of each position that its protocol can set up.

    Raises ClientError or InvalidOption if it cannot be started.
    """
    for challenge in positions:
        if not player.knows_positions and not challenge.game.moves:
            continue
        client = player.start()
        try:
            outcome = solved(client, challenge, most_seconds)
        finally:
            client.kill()
        # Of an engine on another machine, this one has the process of the connection only.
        yield outcome._replace(processor_seconds=None) if player.is_remote else outcome


def solved(client: Client, challenge: Challenge, most_seconds: float | None) -> Outcome:
    """Return what an engine that was just started finds of a position, within so many seconds."""
    request = GoRequest()
    if not isinstance(client, GtpClient):
        deepest = isinstance(client, NBoardClient)
        request = GoRequest(depth=MAX_DEPTH if deepest else challenge.n_empties)
    begun, used = time.perf_counter(), processor_seconds(client.pid)
    answer, fault = None, ""
    try:
        answer = client.go(challenge.game, request, most_seconds)
    except ClientError as error:
        fault = error.reason
    seconds = time.perf_counter() - begun
    total = processor_seconds(client.pid)
    measured = None if used is None or total is None else total - used
    if answer is None:
        return Outcome(challenge, seconds=seconds, processor_seconds=measured, fault=fault)
    return _told(challenge, answer)._replace(processor_seconds=measured)


def _told(challenge: Challenge, answer: Answer) -> Outcome:
    score = nodes = None
    if answer.info is not None:
        score, nodes = answer.info.score, answer.info.nodes or None
    return Outcome(challenge, answer.move, score, nodes, answer.seconds)


def described(player: Player, hash_mb: int, most_seconds: float | None) -> dict[str, object]:
    """Return what a result says of its run, as a JSON object."""
    with player.client(player.command) as client:
        if isinstance(client, NBoardClient):  # which may have the depth in its name
            solved(client, min(challenges(), key=lambda each: each.n_empties), 1.0)
        name = client.name  # which the engine gives itself
    return {
        "engine": name,
        "command": player.name,
        "protocol": player.client.PROTOCOL,
        "hash": hash_mb,
        "most_seconds": most_seconds,
        "archive": checksum(),
        "version": __version__,
        "processor": processor(),
        "system": platform.system(),
        "date": str(date.today()),
    }


def totals(outcomes: Iterable[Outcome]) -> dict[str, object]:
    """Return the sums over outcomes as a JSON object; of what was not told everywhere, None."""
    listed = list(outcomes)
    found: dict[str, object] = {"positions": len(listed)}
    found["correct"] = sum(each.is_right is True for each in listed)
    found["wrong"] = sum(each.is_right is False for each in listed)
    found["unsolved"] = sum(each.is_right is None for each in listed)
    for name in ("nodes", "seconds", "processor_seconds"):
        values = [getattr(each, name) for each in listed]
        found[name] = None if None in values else _rounded(sum(values))
    return found


def processor() -> str:
    """Return the number of cores, the name of the processor and its widest instructions."""
    lines: list[str] = []
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    if not names:
        return platform.processor() or platform.machine()
    flags = next((line.split() for line in lines if line.startswith("flags")), [])
    wide = "AVX-512" if "avx512f" in flags else "AVX2" if "avx2" in flags else "no AVX2"
    return f"{len(names)} cores of {names[0]}, {wide}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
