"""The players of a tournament, from the command line or a JSON file.

The file holds a list with an object for each engine::

    [{"name": "quick", "level": 5, "options": {"evaluation": "classic"}},
     {"name": "rhino", "protocol": "gtp", "command": "gtp-rhino", "movetime": 100}]

An object without `command` is our own engine. `command` is a string as typed in a shell, or a list
of words.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from othello.errors import InvalidOption, counted, quote
from othello.files.bounded import whole_file
from othello.matches.players import CLIENTS, Effort, Player, own_player, parse_effort, parse_player

__all__ = ["players_from_file", "players_from_words"]

KEYS = ("name", "command", "protocol", "options", *Effort._fields)


def players_from_words(
    words: Sequence[str], effort: Effort, machine: Mapping[str, str], own: Mapping[str, str]
) -> list[Player]:
    """Read players from words of the command line; `parse_player` has the parameters.

    Raises
    ------
    InvalidOption
        If a word is no player, or there are fewer than two players or two with one name.
    """
    return check_names([parse_player(word, effort, machine, own) for word in words])


def players_from_file(
    path: Path, effort: Effort, machine: Mapping[str, str], own: Mapping[str, str]
) -> list[Player]:
    """Read players from a JSON file.

    Parameters
    ----------
    path : Path
        The file.
    effort, machine, own
        Defaults for what an engine's object leaves out; as for `parse_player`.

    Raises
    ------
    InvalidOption
        If the file or one of its engines cannot be understood, or there are fewer than two players
        or two with one name. The message has the engine's number.
    OSError
        If the file cannot be read.
    """
    contents = whole_file(path)
    try:
        engines = json.loads(contents)
    except (ValueError, RecursionError) as error:
        raise InvalidOption(f"{path}: no JSON: {error}") from None
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
    limits = {name: option_text(engine[name]) for name in Effort._fields if name in engine}
    if engine.get("command") is None:
        settings = texts | limits
        text = ",".join(f"{name}={value}" for name, value in settings.items())
        player = own_player(text, {**own, **settings}, effort, machine)
    else:
        text = command_text(engine["command"], engine.get("protocol", "ugi"))
        player = parse_player(text, parse_effort(limits) if limits else effort, machine)
        player = player._replace(options={**player.options, **texts})
    name = engine.get("name", player.name)
    if not isinstance(name, str) or not name.strip():
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
    if protocol not in CLIENTS:
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
