"""The command line and Python call a thing by one name, which tells its unit."""

from __future__ import annotations

import argparse
from importlib import import_module

import pytest

from othello.matches.players import parse_player


def parsed(command: str, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    import_module(f"othello.commands.{command}").add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize("command", ["search", "solve", "test", "analyse", "gtp"])
def test_seconds_and_megabytes(command: str) -> None:
    files = [] if command == "gtp" else ["f5d6"]
    python = parsed(command, *files, "--seconds", "1.5", "--hash-mb", "32")
    assert python == parsed(command, *files, "--time", "1.5", "--hash", "32")
    assert (python.time, python.hash) == (1.5, 32)


@pytest.mark.parametrize("command", ["match", "compare"])
def test_milliseconds_are_called_so(command: str) -> None:
    players = ["depth=1"] if command == "compare" else ["depth=1", "depth=2"]
    assert parsed(command, *players, "--movetime-ms", "20").movetime == 20


def test_settings_of_a_player() -> None:
    player = parse_player("hash_mb=2,movetime_ms=30")
    assert player.options["hash"] == "2" and player.effort.movetime == 30
    same = parse_player("hash=2,movetime=30")
    assert (player.options, player.effort) == (same.options, same.effort)
