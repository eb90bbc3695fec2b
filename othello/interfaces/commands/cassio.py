"""``othello cassio``."""

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speaking

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "printf 'ENGINE-PROTOCOL init\\n' | othello cassio"

run = speaking("othello.interfaces.cassio", "CassioHandler")
