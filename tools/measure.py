"""Measure the tables of docs/measurements.md again, and write them there.

    python tools/measure.py --list
    python tools/measure.py                  # all tables: a quarter of an hour
    python tools/measure.py perft ffo-40-49  # only these

The table `techniques` needs a build with constants that can be changed:

    OTHELLO_TUNING=1 pip install . && python tools/measure.py techniques

The table `engines` needs other engines, in a JSON file that OTHELLO_ENGINES names, such as
``{"NTest": "nboard:/opt/ntest/run.sh"}``. It is measured only if it is named: half an hour.

The table `base` needs the folder of WTHOR's files in OTHELLO_WTHOR. With ``--games N`` it becomes
`large-base`: N games, made of WTHOR's under other names. Ten million take 15 GB of the disk, in the
folder for temporary files (TMPDIR), and 20 minutes.

    python tools/measure.py --history HEAD

builds a commit, measures it beside an older build, lets it play the version before, and adds it to
docs/history/versions.md: half an hour. The builds are kept in the folder for temporary files. It
needs setuptools and Cython.

Below each table are noted the command, the commit, the machine, its load and the node count of
`othello bench`, which names the search. Use a machine that does nothing else.
"""

import argparse
import datetime
import os
import subprocess
from collections.abc import Sequence

from measuring.page import PAGES, Block, blocks, replace
from measuring.tables import ROOT, TABLES, bench_nodes, large_base, processor
from measuring.techniques import is_tuning_build
from measuring.versions import measure_version, read_versions, with_version, write_versions
from measuring.versions_page import write_page


def commit() -> str:
    """Return the commit that is measured, with ``-dirty`` behind it if files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return "unknown"
    return done.stdout.strip() or "unknown"


def measured(name: str, search: int, revision: str, quick: bool) -> Block:
    """Measure the table `name`; `search` is the node count of `othello bench`."""
    table = TABLES[name]
    words = [f"`{table.command}`", processor(), f"commit {revision}", f"{datetime.date.today()}"]
    words.append(f"load {os.getloadavg()[0]:.1f} when it began")
    if table.searches:
        words.append(f"`othello bench`: {search} nodes")
    return Block(name, search, f"{table.measure(quick)}\n\n*{'; '.join(words)}.*\n")


def write(block: Block) -> None:
    """Write a measured table to the page that has it."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if block.name in {old.name for old in blocks(text)}:
            page.write_text(replace(text, block), encoding="utf-8")


def add_versions(revisions: Sequence[str]) -> None:
    """Measure commits, the older ones first, and write each to the page of versions."""
    for revision in revisions:
        versions = read_versions()
        versions = with_version(versions, measure_version(revision, versions))
        write_versions(versions)
        write_page(versions)


def main() -> None:
    """Measure tables, and write each to the page as soon as it is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="tables; all if none is named")
    parser.add_argument("--list", action="store_true", help="name the tables")
    parser.add_argument("--quick", action="store_true", help="print the smallest runs, for tests")
    parser.add_argument("--games", type=int, metavar="N", help="with base: a base of so many games")
    parser.add_argument(
        "--history", nargs="+", metavar="REVISION", help="add commits to the figures by version"
    )
    options = parser.parse_args()
    if options.history:
        add_versions(options.history)
        return
    if unknown := [name for name in options.names if name not in TABLES]:
        parser.error(f"no table {unknown[0]!r}: expected {', '.join(TABLES)}")
    if options.games is not None:
        if options.names != ["base"]:
            parser.error("--games: expected the table base, and no other")
        options.names = ["large-base"]
        TABLES["large-base"] = large_base(options.games)
    if options.list:
        for name, table in TABLES.items():
            print(f"{name:10} {table.command}")
        return
    every = [name for name in TABLES if options.quick or not TABLES[name].by_name]
    search = bench_nodes()
    revision = commit()  # before the first table is written, which makes the tree dirty
    for name in options.names or every:
        if TABLES[name].tuning and not (options.quick or is_tuning_build()):
            print(f"{name}: left out, as it needs a build with OTHELLO_TUNING=1\n", flush=True)
            continue
        block = measured(name, search, revision, options.quick)
        print(f"{name}\n\n{block.text}", flush=True)
        if not options.quick:
            write(block)


if __name__ == "__main__":
    main()
