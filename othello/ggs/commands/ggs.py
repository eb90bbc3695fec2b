"""``othello ggs``."""

import argparse
import asyncio
import getpass
import os
import secrets
import stat
import sys
from contextlib import suppress
from dataclasses import fields

from othello.commands.arguments import BOOK_PLAY, MACHINE, add_fields, add_shared
from othello.commands.output import print_json
from othello.commands.protocol import settings_of
from othello.commands.values import FILE, FLAG
from othello.errors import InvalidOption, quote
from othello.files.bounded import whole_file
from othello.ggs.client import GgsClient, GgsSettings
from othello.ggs.clocks import CLOCK, asked_clock
from othello.ggs.events import Event
from othello.ggs.rules import RULES, Rules
from othello.ggs.wire import NAME, NAME_EXPECTED, TYPES, BadMessage, GameType

EXAMPLE = "othello ggs skatgame.net --user NAME --password-file secret.txt"

PORT = 5000
PASSWORD_VARIABLE = "OTHELLO_GGS_PASSWORD"

SETTINGS = {field.name for field in fields(GgsSettings)}

MOST_PASSWORD = 4096
"""Characters; a server reads no line that is much longer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("server", metavar="HOST[:PORT]", type=address, help=f"the server (port {PORT} by default)")
    add("--user", required=True, type=user_name, metavar="NAME", help="your name there")
    add(
        "--password-file",
        **FILE,
        help=f"a file whose first line is the password; without it, the variable "
        f"{PASSWORD_VARIABLE}, or you are asked",
    )
    add(
        "--opponents",
        dest="rules",
        metavar="RULES",
        type=rules,
        default=Rules(),
        help=f"which requests are accepted: {RULES}. By default all of Othello on 8x8 with 30 "
        "seconds or more",
    )
    add(
        "--ask",
        dest="asks",
        action="append",
        type=request,
        default=[],
        metavar="REQUEST",
        help='ask for a match while none is going on: --ask "s8r20 5:00 NAME"; may be given '
        "several times",
    )
    add_fields(parser, GgsSettings)
    add_shared(parser, *BOOK_PLAY)
    add("--save", **FILE, help="the file to which games are added, as GGF (default: NAME.ggf)")
    add("--log", **FILE, help="add all that is sent and received to a file, without the password")
    add("--json", **FLAG, help="print JSON Lines: an object for each event, and for each move")
    add_shared(parser, *MACHINE)


def run(arguments: argparse.Namespace) -> int:
    """Play until `--games` matches are finished, or until Ctrl-C."""
    host, port = arguments.server
    check_asks(arguments)
    playing = settings_of(arguments, seed=secrets.randbits(31))
    given = {name: value for name, value in vars(arguments).items() if name in SETTINGS}
    settings = GgsSettings(
        host,
        port,
        password=password_of(arguments),
        play_options=playing.play_options(owns_book=True),
        **given,
    )
    settings.save = settings.save or f"{settings.user}.ggf"
    asyncio.run(play(settings, arguments))
    return 0


async def play(settings: GgsSettings, arguments: argparse.Namespace) -> None:
    from othello.engine.asynchronous import AsyncEngine

    def say(event: Event) -> None:
        if "text" in event:
            print(event["text"], flush=True)

    on_event = print_json if arguments.json else say
    async with AsyncEngine(arguments.threads, arguments.hash) as engine:
        client = GgsClient(settings, engine, on_event)
        try:
            await client.run()
        finally:
            client.close()
            settings.play_options.book.close()


def address(text: str) -> tuple[str, int]:
    """Read a host and perhaps a port.

    >>> address("localhost"), address("[::1]:4000")
    (('localhost', 5000), ('::1', 4000))
    """
    host, colon, port = text.rpartition(":") if not text.endswith("]") else (text, "", "")
    if not colon or (":" in host and not host.startswith("[")):
        host, port = text, str(PORT)
    host = host.strip("[]")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise argparse.ArgumentTypeError(f"{quote(text)}: expected HOST or HOST:PORT")
    return host, int(port)


def rules(text: str) -> Rules:
    """Read the rules of ``--opponents``."""
    try:
        return Rules.parse(text)
    except InvalidOption as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def request(text: str) -> str:
    """Read a request.

    >>> request("s8r20  5:00 bob")
    's8r20 5:00 bob'
    """
    words = text.split()
    if not 2 <= len(words) <= 4 or not NAME.fullmatch(words[-1]):
        expected = "TYPE [CLOCK [CLOCK]] NAME, such as 8 5:00 bob"
        raise argparse.ArgumentTypeError(f"{quote(text)}: expected {expected}")
    with suppress(BadMessage):
        if GameType.parse(words[0]).is_playable:
            for clock in words[1:-1]:
                if asked_clock(clock) is None:
                    reason = f"clock {quote(clock)}: expected {CLOCK}"
                    raise argparse.ArgumentTypeError(f"{quote(text)}: {reason}")
            return " ".join(words)
    reason = f"type {quote(words[0])}: expected {TYPES}"
    raise argparse.ArgumentTypeError(f"{quote(text)}: {reason}")


def check_asks(arguments: argparse.Namespace) -> None:
    """Raise InvalidOption for a request that can never lead to a match."""
    for ask in arguments.asks:
        if ask.split()[-1] == arguments.user:
            raise InvalidOption(f"--ask {quote(ask)}: expected the name of somebody else")
        if arguments.n_open == 0:
            raise InvalidOption(f"--ask {quote(ask)} with --open 0: expected --open 1 or more")


def user_name(text: str) -> str:
    """Read a name; GGS takes 2 to 8 characters."""
    if not NAME.fullmatch(text) or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{quote(text)}: expected {NAME_EXPECTED}")
    return text


def password_of(arguments: argparse.Namespace) -> str:
    """Return the password of a file, of the environment, or typed; never from the command line."""
    if arguments.password_file is not None:
        text = whole_file(arguments.password_file).decode("utf-8-sig", "surrogateescape")
        password = "".join(text.splitlines()[:1]).strip()
        source = str(arguments.password_file)
        warn_if_others_can_read(source)
    elif PASSWORD_VARIABLE in os.environ:
        password, source = os.environ[PASSWORD_VARIABLE], PASSWORD_VARIABLE
    elif sys.stdin is not None and sys.stdin.isatty():
        password, source = getpass.getpass(f"Password of {arguments.user}: "), "password"
    else:
        reason = f"no password: expected --password-file or the variable {PASSWORD_VARIABLE}"
        raise InvalidOption(reason)
    if not password or not password.isprintable():
        raise InvalidOption(f"{source}: expected a password, in one line")
    if len(password) > MOST_PASSWORD:
        reason = f"{len(password)} characters: expected a password of at most {MOST_PASSWORD}"
        raise InvalidOption(f"{source}: {reason}")
    return password


def warn_if_others_can_read(path: str) -> None:
    """Say on stderr that a password file is not for its owner alone; not on Windows."""
    mode = os.stat(path).st_mode
    if os.name == "posix" and stat.S_ISREG(mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
        warning = f"{path}: others can read this password: expected chmod 600"
        print(f"othello: warning: {warning}", file=sys.stderr)
