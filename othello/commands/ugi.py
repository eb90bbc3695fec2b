"""``othello ugi``."""

import argparse

from othello.commands.protocol import add_protocol_arguments, settings_of, speak
from othello.rooms import provider

EXAMPLE = "printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello ugi"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_protocol_arguments(parser)
    if listening := provider("listen"):
        listening.add_listen(parser)


def run(arguments: argparse.Namespace) -> int:
    """Speak UGI until the input ends."""
    if getattr(arguments, "listen", None) is not None:
        settings_of(arguments)  # raises now what each client would find out
        if not provider("listen").wait_for_client(arguments.listen):
            return 0
    from othello.protocol.ugi import UgiHandler

    return speak(UgiHandler, arguments)
