"""``othello greet``."""

import argparse

EXAMPLE = "othello greet Ann"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="who is greeted")


def run(arguments: argparse.Namespace) -> int:
    print(f"Hello, {arguments.name}")
    return 0
