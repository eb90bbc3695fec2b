"""The command ``othello``, also as ``python -m othello``. From its first line on, Ctrl-C ends it.

While a command starts, nearly all its time goes into imports. An exception that a signal handler
raises there is often lost: code that imports a module catches it, or Python prints it and goes on.
So until a command begins its work, a signal ends the process at once. There is nothing to tidy up.
"""

import os
import sys

# Python's module `signal` takes milliseconds to import. All that is needed is built in.
from _signal import SIGINT, SIGTERM, signal  # type: ignore[import-not-found]

for number in (SIGINT, SIGTERM):
    signal(number, lambda number, frame: os._exit(128 + number))

from othello.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
