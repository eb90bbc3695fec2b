"""The commands by heading, as ``othello --help`` lists them."""

from functools import cache

from othello.operations import (
    ANALYSE,
    BOOKS,
    DEVELOP,
    PLAY,
    PROTOCOLS,
    has_command,
    load_operation,
    operations,
)
from othello.rooms import of_plugins, rooms

#: Names and summaries of the commands with a module in `othello.commands`, by heading. Those of the
#: rooms come before them, the operations after them.
COMMANDS = {
    PLAY: {},
    ANALYSE: {
        "analyse": "show what each move of a game was worth: table, graph, web page",
        "search": "find the best moves of a position",
        "solve": "solve positions exactly and check the scores against the file's",
        "board": "draw a position",
    },
    BOOKS: {
        "convert": "turn files of games and positions into other formats",
    },
    PROTOCOLS: {
        "ugi": "speak the Universal Game Interface on stdin and stdout",
    },
    DEVELOP: {},
}

ALIASES = {"analyze": "analyse", "practice": "practise"}
"""American spellings of commands."""


def modules() -> dict[str, tuple[str, str]]:
    """Return for each command that has a module, that module's name and the command's summary."""
    homes = [(f"othello.{name}.commands", room.commands) for name, room in rooms().items()]
    return {
        name: (f"{home}.{name}", summary)
        for home, headings in [*homes, ("othello.commands", COMMANDS)]
        for commands in headings.values()
        for name, summary in commands.items()
    }


@cache
def commands_of_plugins() -> dict[str, tuple[str, str, str]]:
    """Return the commands of plug-ins by name: module, summary and heading."""
    return of_plugins("commands", {*modules(), *operations()})


def find_module(name: str) -> tuple[str, ...] | None:
    """Return the module of a command, its summary and more; None without a module."""
    is_own = name in modules() or has_command(name)
    return modules().get(name) if is_own else commands_of_plugins().get(name)


def summaries() -> dict[str, dict[str, str]]:
    """Return the names and summaries of all commands, operations among them, by heading."""
    found: dict[str, dict[str, str]] = {heading: {} for heading in COMMANDS}
    for headings in [*(room.commands for room in rooms().values()), COMMANDS]:
        for heading, commands in headings.items():
            found[heading] |= commands
    for name in operations():
        if "." in name or name in modules():
            continue  # its group's command lists it, or it has a command written by hand
        if has_command(name):
            cls = load_operation(name)
            found.setdefault(cls.heading, {})[name] = summary_of(cls)
    for name, (_, summary, heading) in commands_of_plugins().items():
        found.setdefault(heading, {})[name] = summary
    return found


def summary_of(operation: type) -> str:
    """Return an operation's description, as a list of commands has it."""
    told = f"{operation.__doc__}"
    return (told[0].lower() + told[1:]).removesuffix(".")


def sentence(summary: str) -> str:
    """Return a summary with a capital and a full stop."""
    return f"{summary[0].upper()}{summary[1:]}."
