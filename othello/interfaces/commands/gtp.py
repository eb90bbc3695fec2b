"""``othello gtp``."""

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speaking

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "printf 'play b f5\\ngenmove w\\nshowboard\\n' | othello gtp --level 12"

run = speaking("othello.interfaces.gtp", "GtpHandler")
