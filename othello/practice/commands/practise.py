"""``othello practise``."""

import argparse
from collections.abc import Sequence
from typing import Any

from othello.commands.arguments import add_shared, add_verb
from othello.practice.commands import drilling, mistakes, playing_out, progress, puzzling
from othello.rooms import providers

EXAMPLE = "othello practise mistakes game.txt --side black"

ACTS = {
    "puzzles": (puzzling, "find the one right move: puzzles as hard as you are strong"),
    "mistakes": (mistakes, "find better moves where you lost discs in your games"),
    "openings": (drilling, "learn the moves of opening lines by heart, or count them"),
    "endgames": (playing_out, "play out won endgames against the perfect player"),
    "progress": (progress, "tell what you have answered and played, and how well"),
}
"""Kinds of practice: the module with the options of each, and a summary."""

OLDER = {
    "--puzzles": ("puzzles",),
    "--mistakes": ("mistakes",),
    "--drill": ("openings",),
    "--hard": ("openings", "--hard"),
    "--import-anki": ("openings", "--import-anki"),
    "--endgame": ("endgames",),
    "--progress": ("progress",),
    "--export": ("progress", "--export"),
}
"""Older spellings of the kinds, as options; the next major version drops these."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(
        dest="act", metavar="ACT", required=True, title="what is to be practised"
    )
    taught: dict[str, tuple[Any, str]] = {}
    for each in providers("practise"):
        taught.setdefault(each.NAME, (each, each.SUMMARY))
    for name, (module, summary) in (taught | ACTS).items():
        one = add_verb(acts, name, summary)
        module.add_arguments(one)
        add_shared(one, "json")
        one.set_defaults(run=module.run)


def with_verb(words: Sequence[str]) -> list[str]:
    """Return the words of a command line with an older spelling as it is spelled now.

    >>> with_verb(["--side", "black", "--drill", "tiger"])
    ['openings', '--side', 'black', 'tiger']
    >>> with_verb(["--profile", "me"]), with_verb([])
    (['progress', '--profile', 'me'], ['--help'])
    """
    if not words:
        return ["--help"]
    if not words[0].startswith("-") or words[0] in ("-h", "--help"):
        return [*words]
    for place, word in enumerate(words):
        option, *value = word.split("=", 1)
        if option in OLDER:
            act, *rest = OLDER[option]
            return [act, *words[:place], *rest, *value, *words[place + 1 :]]
    return ["progress", *words]
