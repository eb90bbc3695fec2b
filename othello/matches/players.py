"""The players of a match: our own engine with settings, or any UGI, GTP or NBoard engine.

An engines file is a JSON list with an object for each player::

    [{"name": "quick", "level": 5, "options": {"evaluation": "classic"}},
     {"name": "rhino", "protocol": "gtp", "command": "gtp-rhino", "movetime": 100}]

An object without `command` is our own engine. `command` is a string as typed in a shell, or a list
of words.
"""

import math
import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from othello.client import Client, GoRequest, GtpClient, NBoardClient, UgiClient, own_command
from othello.client.process import words_of
from othello.client.protocol import option_key
from othello.client.relay import address_of
from othello.client.relay import command as relay_command
from othello.errors import InvalidOption, counted, quote
from othello.fields import TIME, Range, fields_of, in_range, with_point
from othello.files.access import is_writable
from othello.files.bounded import json_in
from othello.levels import MAX_LEVEL
from othello.limits import CLOCK, MAX_DEPTH
from othello.matches.cores import processor_seconds
from othello.protocol.ugi import own_options
from othello.spelling import expected_of

CLIENTS: Mapping[str, type[Client]] = {
    "cmd": UgiClient,
    "ugi": UgiClient,
    "gtp": GtpClient,
    "nboard": NBoardClient,
}
"""Clients by the prefix of a command (``gtp:``) that names the engine's protocol."""

TCP = "tcp"
"""Prefix of the address of an engine on another machine."""

UNKNOWN_LIMITS: Mapping[type[Client], tuple[str, ...]] = {
    UgiClient: (),
    GtpClient: ("depth", "nodes", "level"),
    NBoardClient: ("nodes", "level"),
}
"""Limits that a client's protocol cannot express."""

WITHOUT_LEVEL = ("depth", "nodes", "movetime", "time")
"""The limits with which our own engine does not think by its level."""

SELECTIVITY = "selectivity"
"""The option of our own engine that it minds only where it does not think by its level."""

CPU_TIME = "cputime"
"""The option of our own engine that makes its time limits count processor time."""

CHANCE = ("randomness", "strength", "ownbook", "bookrandomness")
"""The options of our own engine that make moves depend on chance."""

MOVE_OVERHEAD = "moveoverhead"
"""The option of our own engine that leaves time for an answer to arrive."""


@dataclass(frozen=True)
class Effort:
    """The limits of a player's thinking; without any, the engine decides by itself."""

    time: Annotated[float | None, TIME, "seconds on the clock of each side for a game"] = None
    inc: Annotated[float, CLOCK, "seconds that each move adds to the clock"] = 0.0
    movetime: Annotated[int | None, Range(1, unit="milliseconds"), "milliseconds a move"] = None
    depth: Annotated[int | None, Range(1, MAX_DEPTH), "plies a move"] = None
    nodes: Annotated[int | None, Range(1), "nodes a move"] = None
    level: Annotated[int | None, Range(0), "level, the engine's option Level"] = None

    @property
    def is_limited(self) -> bool:
        """Whether there is any limit; an increment without a clock is none."""
        return self != Effort(inc=self.inc)

    def request(self) -> GoRequest:
        """Return the limits of one search, without the clocks, which change from move to move."""
        return GoRequest(depth=self.depth, nodes=self.nodes, movetime=self.movetime)


EFFORT = {field.name: field for field in fields_of(Effort)}
"""The declarations of the limits, by name."""


class Player(NamedTuple):
    """A player of a match.

    `name` is the text that described it, or the name that a JSON file gives it. `command` has the
    words of the engine's command line, and `client` speaks its protocol. The engine must have the
    `options`, but gets those of the `machine` (threads, size of the table) only if it has them.
    With `by_processor` its clock counts processor time. If it `is_remote`, the engine is on another
    machine, and the lag is not taken off its clock.
    """

    name: str
    command: tuple[str, ...]
    options: Mapping[str, str]
    machine: Mapping[str, str]
    effort: Effort
    client: type[Client] = UgiClient
    by_processor: bool = False
    is_remote: bool = False

    @property
    def knows_positions(self) -> bool:
        """Whether its protocol can set up any position, not only moves from the start."""
        return self.client is not GtpClient

    @property
    def threads(self) -> int:
        """Number of threads of our own engine."""
        return int({**self.machine, **self.options}.get("threads", 1))

    @property
    def is_own(self) -> bool:
        """Whether it is our own engine."""
        return self.command == tuple(own_command())

    @property
    def is_random(self) -> bool:
        """Whether its options make random choices but set no seed; the match then sets one."""
        names = set(map(option_key, self.options))
        return not names.isdisjoint(CHANCE) and "seed" not in names

    def start(self) -> Client:
        """Start its engine and set its options; return the client.

        Raises ClientError or InvalidOption if the engine does not start, or does not have or take
        an option.
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


SETTINGS_OF_PYTHON = {"hashmb": "hash", "movetimems": "movetime"}
"""Settings of our own engine by names that tell their unit, as `Engine` has them."""


def parse_player(
    text: str,
    effort: Effort | None = None,
    machine: Mapping[str, str] | None = None,
    own: Mapping[str, str] | None = None,
) -> Player:
    """Read a player from text.

    Parameters
    ----------
    text : str
        Either our own engine: ``othello``, or settings such as ``level=10`` or
        ``evaluation=classic,depth=8``, which are limits (see `Effort`) and UGI options in upper or
        lower case. Or the command line of another engine, its protocol before it, as in
        ``gtp:gtp-rhino --level 3``: ``ugi:`` (the default; ``cmd:`` is the same), ``gtp:`` or
        ``nboard:``. Or ``tcp:HOST:PORT``, where ``othello ugi --listen`` waits on another machine.
    effort : Effort, optional
        Its limits unless `text` has some.
    machine : mapping, optional
        Options for engines that have them; see `Player`.
    own : mapping, optional
        Options of our own engine, unless `text` sets them.

    Raises
    ------
    InvalidOption
        If `text` is neither, or the limits do not suit the engine's protocol.

    Examples
    --------
    >>> player = parse_player("evaluation=classic,depth=8")
    >>> player.options, player.effort.depth
    ({'evaluation': 'classic'}, 8)
    """
    effort = Effort() if effort is None else effort
    machine = {} if machine is None else machine
    own = {} if own is None else own
    if (settings := _settings(text)) is not None:
        return own_player(text, {**own, **settings}, effort, machine)
    mark, colon, rest = text.partition(":")
    if mark == TCP and colon:
        return _remote_player(text, effort, machine)
    is_marked = bool(colon) and mark in CLIENTS
    client = CLIENTS[mark] if is_marked else UgiClient
    command = _command(rest if is_marked else text)
    if not command and is_marked and rest.strip():
        missing = quote(rest.split()[0])
        raise InvalidOption(f"{quote(text)} is no player: there is no program {missing}")
    if not command:
        raise InvalidOption(
            f"{quote(text)} is no player: expected the command of an engine, gtp: or nboard: "
            "before it if it speaks that, or settings of our own such as level=10 or "
            "evaluation=classic,depth=8"
        )
    _check_effort(text, client, effort)
    return Player(text, command, _level_option(effort), machine, effort, client)


def as_player(player: Player | str) -> Player:
    """Return a player that is given as such, or as text."""
    return parse_player(player) if isinstance(player, str) else player


def _remote_player(text: str, effort: Effort, machine: Mapping[str, str]) -> Player:
    """Return the player ``tcp:HOST:PORT``; raise InvalidOption if that is no address."""
    _check_effort(text, UgiClient, effort)
    command = relay_command(*address_of(text.removeprefix(f"{TCP}:")))
    return Player(text, command, _level_option(effort), machine, effort, is_remote=True)


def _check_effort(text: str, client: type[Client], effort: Effort) -> None:
    """Raise InvalidOption unless the protocol has these limits, and a UGI engine has at least one.

    A UGI engine without a limit would think for ever.
    """
    for name in UNKNOWN_LIMITS[client]:
        if getattr(effort, name) is not None:
            raise InvalidOption(
                f"{name} for {quote(text)}: its protocol has no word for that; expected --time or "
                "--movetime, or a limit in its own command"
            )
    if client is UgiClient and not effort.is_limited:
        raise InvalidOption(
            f"no limit for {quote(text)}: expected --movetime MS, --time S, --depth N or --nodes N"
            f"; in Python parse_player({quote(text)}, Effort(movetime=MS))"
        )


def _command(text: str) -> tuple[str, ...]:
    """Return the words of a command line; none if it has no program that exists."""
    try:
        program, *arguments = words_of(text)
    except ValueError:  # no words, or a quote that does not end
        return ()
    program = os.path.expanduser(program)
    return (program, *arguments) if shutil.which(program) else ()


def _settings(text: str) -> dict[str, str] | None:
    """Read settings of our own engine, ``name=value`` with commas; None if `text` is a command."""
    if text in ("", "othello"):
        return {}
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(equals and name.replace("_", "").isalnum() for name, equals, _ in pairs):
        if comma := re.fullmatch(r"(?:\w+=[^,]*,)*\w+=(\d+,\d+)(?:,\w+=.*)?", text):
            expected = f"expected settings with commas between them{with_point(comma[1])}"
            raise InvalidOption(f"{quote(text)} is no player: {expected}")
        return None
    settings = {_setting_key(name): value for name, _, value in pairs}
    if len(settings) < len(pairs):
        raise InvalidOption(f"a setting stands twice in {quote(text)}: expected each once")
    return settings


def _setting_key(name: str) -> str:
    """Return the name by which a setting of our own engine is compared; an unknown one as it is."""
    key = option_key(name)
    key = SETTINGS_OF_PYTHON.get(key, key)
    known = {*EFFORT, *(option_key(option.name) for option in own_options())}
    return key if key in known else name


def own_player(
    text: str, settings: Mapping[str, str], effort: Effort, machine: Mapping[str, str]
) -> Player:
    """Return our own engine as a player, ``othello`` if `text` does not name it.

    The `settings` are UGI options and limits, which replace `effort`; one that stands twice, spelt
    in two ways, has its last value. Raises InvalidOption if there is no such option or it does not
    have this value, if a limit is no number in its range, if a selectivity stands beside a level,
    which has its own, or if processor time is asked for and this system does not tell it.
    """
    settings = {_setting_key(name): value for name, value in settings.items()}
    limits = {name: settings[name] for name in EFFORT if name in settings}
    if limits:
        effort = parse_effort(limits)
    options = {name: value for name, value in settings.items() if name not in limits}
    options |= _level_option(effort, WITHOUT_LEVEL)
    if effort.level is not None:
        in_range("level", effort.level, 0, MAX_LEVEL)
    if SELECTIVITY in options and all(getattr(effort, name) is None for name in WITHOUT_LEVEL):
        raise InvalidOption(
            f"{SELECTIVITY} {quote(options[SELECTIVITY])} beside a level, which has its own: "
            f"expected {', '.join(WITHOUT_LEVEL[:-1])} or {WITHOUT_LEVEL[-1]} beside it"
        )
    if effort.movetime is not None and MOVE_OVERHEAD not in settings:
        # The referee tolerates the time that an answer takes to arrive (`games.LATENESS`).
        options[MOVE_OVERHEAD] = "0"
    by_processor = options.get(CPU_TIME, "").lower() == "true"
    if by_processor and processor_seconds(os.getpid()) is None:
        raise InvalidOption(
            f"{CPU_TIME} for {quote(text)}: this system tells of a process's time by psutil alone, "
            "which is not installed: pip install psutil"
        )
    command, name = tuple(own_command()), text or "othello"
    _check_options(name, options, machine)
    return Player(name, command, options, machine, effort, by_processor=by_processor)


def _check_options(player: str, options: Mapping[str, str], machine: Mapping[str, str]) -> None:
    """Raise InvalidOption for what our own engine would refuse when it is started."""
    known = {option_key(option.name): option for option in own_options()}
    for name, value in {**machine, **options}.items():
        option = known.get(option_key(name))
        if option is not None:
            try:
                option.parse(str(value))
            except InvalidOption as error:
                raise InvalidOption(f"{player}: {error}") from None
        elif name in options:
            expected = expected_of(name, [option.name for option in own_options()])
            raise InvalidOption(f"{player}: no option {quote(name)}: {expected}")


def parse_effort(limits: Mapping[str, str]) -> Effort:
    """Convert limits given as text to an `Effort`.

    >>> parse_effort({"time": "1.5", "depth": "8"}).depth
    8
    """
    numbers: dict[str, Any] = {name: _number(name, text) for name, text in limits.items()}
    return Effort(**numbers)


def _level_option(effort: Effort, without: Sequence[str] = ("depth",)) -> dict[str, str]:
    """Return the option for the level; raise InvalidOption beside a limit that is `without` it."""
    if effort.level is None:
        return {}
    for name in without:
        if (value := getattr(effort, name)) is not None:
            raise InvalidOption(
                f"both level {effort.level} and {name} {value:g}: expected one of them"
            )
    return {"level": str(effort.level)}


def _number(name: str, text: str) -> float:
    """Read the limit `name` from text; raise InvalidOption if it is out of range."""
    kind, limits = EFFORT[name].type, EFFORT[name].range
    assert limits is not None, "all have limits"
    try:
        number: float = kind(text)
    except ValueError:
        number = math.inf
    if not (limits.holds(number) and math.isfinite(number)):
        expected = f"{'a whole number, ' if kind is int else ''}{limits.expected}"
        reason = f"invalid {name} {quote(text)}: expected {expected}{with_point(text)}"
        raise InvalidOption(reason)
    return number


# ---------------------------------------------------------------------- lists of players


KEYS = ("name", "command", "protocol", "options", *EFFORT)


def players_from_file(
    path: Path, effort: Effort, machine: Mapping[str, str], own: Mapping[str, str]
) -> list[Player]:
    """Read players from a JSON file: two or more, with different names.

    `effort`, `machine` and `own` are the defaults for what an engine's object leaves out; see
    `parse_player`. Raises InvalidOption, with the engine's number, for what cannot be understood,
    and OSError if the file cannot be read.
    """
    engines = json_in(path)
    if not isinstance(engines, list):
        raise InvalidOption(f"{path}: expected a list of engines, got {quote(engines)}")
    players = []
    for number, engine in enumerate(engines, 1):
        try:
            players.append(player_from_object(engine, effort, machine, own))
        except InvalidOption as error:
            raise InvalidOption(f"{path}: engine {number}: {error}") from None
    return check_names(players)


def player_from_object(
    engine: Any, effort: Effort, machine: Mapping[str, str], own: Mapping[str, str]
) -> Player:
    """Read a player from an object of the JSON file; raise InvalidOption if it is wrong."""
    if not isinstance(engine, dict):
        raise InvalidOption(f"expected an object, got {quote(engine)}")
    for key in engine:
        if key not in KEYS:
            raise InvalidOption(f"unknown key {quote(key)}: expected {', '.join(KEYS)}")
    options = engine.get("options", {})
    if not isinstance(options, dict):
        raise InvalidOption(f"options {quote(options)}: expected an object")
    texts = {str(name).lower(): option_text(value) for name, value in options.items()}
    limits = {name: option_text(engine[name]) for name in EFFORT if name in engine}
    if engine.get("command") is None:
        settings = texts | limits
        text = ",".join(f"{name}={value}" for name, value in settings.items())
        player = own_player(text, {**own, **settings}, effort, machine)
    else:
        text = command_text(engine["command"], engine.get("protocol", "ugi"))
        player = parse_player(text, parse_effort(limits) if limits else effort, machine)
        player = player._replace(options={**player.options, **texts})
    name = engine.get("name", player.name)
    if not (isinstance(name, str) and name.strip() and is_writable(name)):
        raise InvalidOption(f"name {quote(name)}: expected a text")
    return player._replace(name=name)


def option_text(value: Any) -> str:
    """Return a JSON value as the text that is sent to an engine."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, (str, int, float)):
        raise InvalidOption(f"value {quote(value)}: expected a text, a number, true or false")
    return str(value)


def command_text(command: Any, protocol: Any) -> str:
    """Return a command and its protocol as text for `parse_player`."""
    if not isinstance(protocol, str) or protocol not in CLIENTS:
        raise InvalidOption(f"protocol {quote(protocol)}: expected {', '.join(CLIENTS)}")
    if isinstance(command, list) and command and all(isinstance(word, str) for word in command):
        command = shlex.join(command)
    if not isinstance(command, str):
        raise InvalidOption(f"command {quote(command)}: expected a text or a list of texts")
    return f"{protocol}:{command}"


def check_names(players: Sequence[Player]) -> list[Player]:
    """Return the players; raise InvalidOption if they are fewer than two or share a name."""
    if len(players) < 2:
        raise InvalidOption(f"{counted(len(players), 'player')}: expected two or more")
    (name, times), *_ = Counter(player.name for player in players).most_common(1)
    if times > 1:
        raise InvalidOption(f"{times} players are called {quote(name)}: expected names that differ")
    return list(players)
