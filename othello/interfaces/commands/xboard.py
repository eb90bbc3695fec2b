"""``othello xboard``."""

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speaking

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "xboard -variant reversi -testLegality false -fcp 'othello xboard'"

run = speaking("othello.interfaces.xboard", "XBoardHandler")
