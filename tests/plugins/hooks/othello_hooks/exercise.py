"""``othello practise corners``."""

import argparse

NAME = "corners"
SUMMARY = "name the four corners"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answer", help="a corner")


def run(arguments: argparse.Namespace) -> int:
    is_right = arguments.answer in ("a1", "h1", "a8", "h8")
    print("right" if is_right else "wrong")
    return 0
