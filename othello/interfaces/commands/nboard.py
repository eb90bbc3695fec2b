"""``othello nboard``."""

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speaking

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "printf 'nboard 2\\nset depth 10\\nmove F5\\ngo\\n' | othello nboard"

run = speaking("othello.interfaces.nboard", "NBoardHandler")
