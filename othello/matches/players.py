"""Who plays in a match: our own engine as configured, or any UGI, GTP or NBoard engine."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from typing import Any, NamedTuple

from othello.client import Client, GoRequest, GtpClient, NBoardClient, UgiClient, own_command
from othello.errors import InvalidOption, quote
from othello.matches.cores import processor_seconds

__all__ = ["CLIENTS", "Effort", "Player", "own_player", "parse_effort", "parse_player"]

CLIENTS: Mapping[str, type[Client]] = {
    "cmd": UgiClient,
    "ugi": UgiClient,
    "gtp": GtpClient,
    "nboard": NBoardClient,
}
"""What a command may be marked with, and who talks with such an engine."""

UNKNOWN_LIMITS: Mapping[type[Client], tuple[str, ...]] = {
    UgiClient: (),
    GtpClient: ("depth", "nodes", "level"),
    NBoardClient: ("nodes", "level"),
}
"""Limits that a protocol has no word for."""

WHOLE_NUMBERS = {"depth": 1, "nodes": 1, "movetime": 1, "level": 0}
"""The parts of an effort that are whole numbers, and the least they may be."""


CPU_TIME = "cputime"
"""The option of our own engine by which its times are processor time."""


class Effort(NamedTuple):
    """How long a player may think; without any limit, as long as it sees fit.

    Attributes
    ----------
    time : float, optional
        Seconds on its clock for a game.
    inc : float
        Seconds added after each of its moves.
    movetime : int, optional
        Milliseconds for each move.
    depth : int, optional
        Plies.
    nodes : int, optional
        Positions.
    level : int, optional
        Value of the engine's option ``Level``.
    """

    time: float | None = None
    inc: float = 0.0
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    level: int | None = None

    @property
    def is_limited(self) -> bool:
        """Whether anything ends a search."""
        return self != Effort(inc=self.inc)

    def request(self) -> GoRequest:
        """Return the `go` command, the clocks left out."""
        return GoRequest(depth=self.depth, nodes=self.nodes, movetime=self.movetime)


class Player(NamedTuple):
    """A player of a match.

    Attributes
    ----------
    name : str
        What it was given as.
    command : tuple of str
        Program and arguments.
    options : dict
        Options to set, by name.
    machine : dict
        Options that are set if the engine has them: threads, size of the table.
    effort : Effort
        How long it thinks.
    client : type of Client
        Talks with it.
    by_processor : bool
        Whether its times are processor time, not time of day.
    """

    name: str
    command: tuple[str, ...]
    options: Mapping[str, str]
    machine: Mapping[str, str]
    effort: Effort
    client: type[Client] = UgiClient
    by_processor: bool = False

    @property
    def knows_positions(self) -> bool:
        """Whether its games may begin at any position."""
        return self.client is not GtpClient

    @property
    def threads(self) -> int:
        """On how many threads our own engine searches."""
        return int({**self.machine, **self.options}.get("threads", 1))

    @property
    def is_own(self) -> bool:
        """Whether it is our own engine."""
        return self.command == tuple(own_command())

    @property
    def is_random(self) -> bool:
        """Whether its options ask for random moves but set no seed: the match then sets it."""
        names = {name.lower() for name in self.options}
        return "randomness" in names and "seed" not in names

    def start(self) -> Client:
        """Start its engine.

        Raises
        ------
        ClientError, InvalidOption
            If it does not come up, or has no such option.
        """
        client = self.client(self.command, name=self.name)
        try:
            for name, value in self.machine.items():
                if name not in self.options and client.find_option(name):
                    client.set_option(name, value)
            for name, value in self.options.items():
                client.set_option(name, value)
        except BaseException:
            client.kill()
            raise
        return client


SETTINGS_OF_PYTHON = {"hash_mb": "hash", "movetime_ms": "movetime"}
"""Settings of our own engine by names that tell their unit, as `Engine` has them."""


def parse_player(
    text: str,
    effort: Effort | None = None,
    machine: Mapping[str, str] | None = None,
    own: Mapping[str, str] | None = None,
) -> Player:
    """Read a player.

    Parameters
    ----------
    text : str
        ``othello``; or settings of our own engine, such as ``level=10`` or
        ``evaluation=classic,depth=8``: limits as in `Effort`, options of the protocol in any
        spelling; or the command line of an engine with its protocol before it, as in
        ``gtp:gtp-rhino --level 3``: ``ugi:`` (or nothing, or ``cmd:``), ``gtp:`` or ``nboard:``.
    effort : Effort, optional
        Its limits unless `text` has some.
    machine : mapping, optional
        See `Player`.
    own : mapping, optional
        Options of our own engine, in lower case, that hold unless `text` sets them.

    Examples
    --------
    >>> player = parse_player("evaluation=classic,depth=8")
    >>> player.options, player.effort.depth
    ({'evaluation': 'classic'}, 8)

    Raises
    ------
    InvalidOption
        If it is none of them.
    """
    effort = Effort() if effort is None else effort
    machine = {} if machine is None else machine
    settings = _settings(text)
    if settings is not None:
        return own_player(text, {**(own or {}), **settings}, effort, machine)
    mark, colon, rest = text.partition(":")
    is_marked = bool(colon) and mark in CLIENTS
    client = CLIENTS[mark] if is_marked else UgiClient
    command = _command(rest if is_marked else text)
    if not command and is_marked and rest.strip():
        raise InvalidOption(
            f"{quote(text)} is no player: there is no program {quote(rest.split()[0])}"
        )
    if not command:
        raise InvalidOption(
            f"{quote(text)} is no player: expected the command of an engine, gtp: or nboard: "
            "before it if it speaks that, or settings of our own such as level=10 or "
            "evaluation=classic,depth=8"
        )
    _check_effort(text, client, effort)
    return Player(text, command, _level_option(effort), machine, effort, client)


def _check_effort(text: str, client: type[Client], effort: Effort) -> None:
    """Refuse limits that the engine cannot be told, and none where it might think for ever."""
    for name in UNKNOWN_LIMITS[client]:
        if getattr(effort, name) is not None:
            raise InvalidOption(
                f"{name} for {quote(text)}: its protocol has no word for that; expected time or "
                "movetime, or the limit of its own in its command"
            )
    if client is UgiClient and not effort.is_limited:
        raise InvalidOption(f"no limit for {quote(text)}: expected a time, a depth or nodes")


def _command(text: str) -> tuple[str, ...]:
    """Return the program and the arguments of a command line; nothing if there is no such."""
    try:
        program, *arguments = shlex.split(text)
    except ValueError:  # no words, or a quote that does not end
        return ()
    program = os.path.expanduser(program)
    return (program, *arguments) if shutil.which(program) else ()


def _settings(text: str) -> dict[str, str] | None:
    """Return the settings of our own engine that `text` holds, None if it is a command."""
    if text in ("", "othello"):
        return {}
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(equals and name.replace("_", "").isalnum() for name, equals, _ in pairs):
        return None
    settings = {
        SETTINGS_OF_PYTHON.get(name.lower(), name.lower()): value for name, _, value in pairs
    }
    if len(settings) < len(pairs):
        raise InvalidOption(f"a setting stands twice in {quote(text)}: expected each once")
    return settings


def own_player(
    text: str, settings: Mapping[str, str], effort: Effort, machine: Mapping[str, str]
) -> Player:
    """Return our own engine as a player.

    Parameters
    ----------
    text : str
        What to call it.
    settings : mapping
        Limits as in `Effort`, and options of the protocol.
    effort, machine
        As for `parse_player`.
    """
    limits = {name: settings[name] for name in Effort._fields if name in settings}
    if limits:
        effort = parse_effort(limits)
    options = {name: value for name, value in settings.items() if name not in limits}
    options |= _level_option(effort)
    if effort.movetime is not None and not {"moveoverhead", "move_overhead"} & set(settings):
        options["moveoverhead"] = "0"  # the referee allows for the way of the answer
    by_processor = any(
        name.replace("_", "") == CPU_TIME and value.lower() == "true"
        for name, value in options.items()
    )
    if by_processor and processor_seconds(os.getpid()) is None:
        raise InvalidOption(f"{CPU_TIME} for {quote(text)}: this system tells of no process's time")
    command = tuple(own_command())
    return Player(text or "othello", command, options, machine, effort, by_processor=by_processor)


def parse_effort(limits: Mapping[str, str]) -> Effort:
    """Return the effort that limits given as text add up to.

    >>> parse_effort({"time": "1.5", "depth": "8"}).depth
    8
    """
    numbers: dict[str, Any] = {name: _number(name, text) for name, text in limits.items()}
    return Effort(**numbers)


def _level_option(effort: Effort) -> dict[str, str]:
    if effort.level is None:
        return {}
    if effort.depth is not None:
        raise InvalidOption(
            f"both level {effort.level} and depth {effort.depth}: expected one of them"
        )
    return {"level": str(effort.level)}


def _number(name: str, text: str) -> float:
    """Return the number that limits an effort."""
    least = WHOLE_NUMBERS.get(name)
    try:
        number = float(text) if least is None else int(text)
    except ValueError:
        number = -1
    if not (0 if least is None else least) <= number < float("inf"):
        expected = "seconds" if least is None else f"a whole number, {least} or more"
        raise InvalidOption(f"invalid {name} {quote(text)}: expected {expected}")
    return number
