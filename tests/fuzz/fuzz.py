"""Give the protocols random lines, and readers and commands damaged files, for as long as you like.

    python tests/fuzz/fuzz.py [TARGET…] [--number 100000] [--seed 1] [--first 1] [--keep FOLDER]

A target is a protocol or a kind of files; all of them by default, each with its share of the
number. After each line to a protocol the position is asked for and compared with a plain model of
the rules. What breaks a rule is shown with the options that repeat it; a file is kept too. Ctrl-C
ends the run. The suite sends some lines as well (tests/interfaces/test_any_lines.py).
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # where `support` is


def main() -> int:
    from fuzz_files import KINDS, damage_files  # pytest, which looks here for doctests, may lack
    from fuzz_protocols import PROTOCOLS, send_lines  # rooms that they use

    description = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=description)
    targets = [*PROTOCOLS, *KINDS]
    parser.add_argument("targets", nargs="*", choices=[*targets, []], metavar="TARGET")
    parser.add_argument("--number", type=int, default=10_000, help="lines and files in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first file or session")
    parser.add_argument("--keep", type=Path, default=Path("damaged"), help="where files go")
    options = parser.parse_args()
    names = options.targets or targets
    number = max(options.number // len(names), 1)
    failed = 0
    for name in names:
        began, run = time.monotonic(), (name, options.seed, options.first, number)
        try:
            told = send_lines(*run) if name in PROTOCOLS else damage_files(*run, options.keep)
        except AssertionError as error:
            told, failed = f"{error}", 1
        print(f"{name}: {told}; {time.monotonic() - began:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
