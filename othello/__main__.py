"""``python -m othello`` is the command ``othello``."""

import sys

from othello.cli import main

sys.exit(main())
