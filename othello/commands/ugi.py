"""``othello ugi``."""

from __future__ import annotations

import argparse

from othello.commands.protocol import add_protocol_arguments, settings_of, speak

EXAMPLE = "printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello ugi"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from othello.client.commands.listening import add_listen

    add_protocol_arguments(parser)
    add_listen(parser)


def run(arguments: argparse.Namespace) -> int:
    """Speak UGI until the input ends."""
    if arguments.listen is not None:
        from othello.client.commands.listening import wait_for_client

        settings_of(arguments)  # raises now what each client would find out
        if not wait_for_client(arguments.listen):
            return 0
    from othello.protocol.ugi import UgiHandler

    return speak(UgiHandler, arguments)
