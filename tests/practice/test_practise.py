"""``othello practise mistakes``: the dialogue, through a pipe as at a keyboard, and JSON."""

import pytest

from othello.commands import parse_arguments


@pytest.mark.parametrize(
    ("older", "now"),
    [
        ("--mistakes a.ggf b.ggf --side black", "mistakes a.ggf b.ggf --side black"),
        ("--player ann --mistakes", "mistakes --player ann"),
        ("--puzzles", "puzzles"),
        ("--puzzles=my.set --minutes 3 --json", "puzzles my.set --minutes 3 --json"),
        ("--count 2 --endgame f5d6 --empties 8-9", "endgames f5d6 --count 2 --empties 8-9"),
        ("--profile me --drill", "openings --profile me"),
        ("--drill tiger --export-anki x.tsv", "openings tiger --export-anki x.tsv"),
        ("--export-anki x.tsv --drill f5 d6", "openings f5 d6 --export-anki x.tsv"),
        ("--hard tiger f5 --within 1", "openings tiger f5 --hard --within 1"),
        ("--import-anki a b --profile me", "openings --import-anki a b --profile me"),
        ("--plot x.svg --progress", "progress --plot x.svg"),
        ("--export x.json --profile me", "progress --profile me --export x.json"),
        ("--json", "progress --json"),
    ],
)
def test_older_spellings_mean_the_same(older: str, now: str) -> None:
    found = [parse_arguments(["practise", *words.split()]) for words in (older, now)]
    assert found[0] == found[1] and found[0].act == now.split()[0]
