"""Send the engine lines, good and bad, and compare all it says with a plain model of the rules.

A development tool; the suite runs it for a short while (tests/protocol/test_any_lines.py):

    python tests/fuzz/fuzz_protocols.py --lines 1000000
    python tests/fuzz/fuzz_protocols.py gtp --lines 10000 --seed 7 --process

Ctrl-C ends it before, and the totals are shown.

After every line the position is asked for and compared with the model's. The loop runs in this
process, or with ``--process`` in one of its own, as users start it. In fuzz_atheris.py the coverage
reached chooses the lines. A failure shows the seed and the last lines.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # where `support` is
from fuzz_gtp import GtpFuzz
from fuzz_model import Fuzz, SeededChoices
from fuzz_nboard import NBoardFuzz
from fuzz_ugi import UgiFuzz

STEPS = 60
"""Lines in a session; the next begins with a new game."""

PROTOCOLS: dict[str, Callable[[bool], Fuzz]] = {
    "ugi": UgiFuzz,
    "gtp": GtpFuzz,
    "nboard": NBoardFuzz,
}


def run(name: str, seed: int, n_lines: int, in_process: bool) -> str:
    """Send lines to one protocol's engine; return how many there were, and how long it took."""
    fuzz = PROTOCOLS[name](in_process)
    began, cpu, session = time.monotonic(), time.process_time(), 0
    with fuzz.engine:
        while fuzz.n_lines < n_lines:
            session += 1
            choices = SeededChoices(f"{seed} {name} {session}")
            try:
                fuzz.session(choices, STEPS, lambda: False)
            except KeyboardInterrupt:
                fuzz.engine.process.kill()
                break
            except BaseException:
                print(f"{name}, seed {seed}, session {session}; last lines:")
                print(*fuzz.said, sep="\n", flush=True)
                fuzz.engine.process.kill()
                raise
    return (
        f"{name}: {fuzz.n_lines} lines and {fuzz.n_checks} to check them in {session} sessions;"
        f" {time.monotonic() - began:.0f} s, {time.process_time() - cpu:.0f} s of CPU"
    )


def main() -> int:
    """Send each protocol its share of the lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("protocols", nargs="*", choices=[*PROTOCOLS, []], metavar="PROTOCOL")
    parser.add_argument("--lines", type=int, default=10_000, help="in all (default 10000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--process", action="store_true", help="a process of its own, as users do")
    arguments = parser.parse_args()
    names = arguments.protocols or list(PROTOCOLS)
    for name in names:
        n_lines = arguments.lines // len(names)
        print(run(name, arguments.seed, n_lines, not arguments.process), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
