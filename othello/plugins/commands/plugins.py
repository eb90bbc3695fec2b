"""``othello plugins``."""

import argparse

from othello.commands.arguments import add_shared
from othello.commands.output import print_json, show
from othello.plugins.finding import KINDS, plugins

EXAMPLE = "othello plugins"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """List the plug-ins, each with where it is from and what it has."""
    for name, plugin in plugins().items():
        has = {kind: [*named] for kind, names in KINDS.items() if (named := names(plugin))}
        told = "; ".join(f"{kind} {', '.join(named)}" for kind, named in has.items())
        record = {"plugin": name, "source": plugin.source, **has}
        show(arguments.json, record, f"{name:12}{plugin.source}: {told}")
    if arguments.json:
        print_json({"total": {"plugins": len(plugins())}})
    return 0
