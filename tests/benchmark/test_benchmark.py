"""The benchmark: its archive, engines that solve it, a page of several results."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import answer, othello, refused

from othello.benchmark.archive import Challenge, challenges, checksum, chosen
from othello.client import own_command
from othello.engine import Engine

SMALL = ("--positions", "ffo-20", "ffo-1", "ffo-2")

LIAR = """
import sys
for line in sys.stdin:
    if line.startswith("ugi"):
        print("id name liar\\nugiok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go") and "WAIT" not in sys.argv:
        print("info depth 14 score cp SCORE nodes 5 pv MOVE\\nbestmove MOVE", flush=True)
    elif line.startswith("quit"):
        break
"""


def liar(tmp_path: Path, score: int, move: str, *words: str) -> str:
    """Return the command of an engine that always finds this score, in hundredths, and move."""
    program = tmp_path / "liar.py"
    program.write_text(LIAR.replace("SCORE", str(score)).replace("MOVE", move))
    return " ".join([sys.executable, str(program), *words])


def records(*arguments: object) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the lines and the total of a run as JSON."""
    *lines, last = map(
        json.loads, othello("benchmark", "run", *arguments, "--json").stdout.splitlines()
    )
    return lines, last["total"]


# ---------------------------------------------------------------------- the archive


def test_the_archive_has_each_position_once() -> None:
    listed = challenges()
    assert len({each.name for each in listed}) == len(listed)
    boards = {each.proven.board.canonical() for each in listed}
    assert len(boards) == len(listed)
    assert [each.name for each in listed[:59]] == [f"ffo-{number}" for number in range(1, 60)]


def test_our_own_positions_are_of_games_and_varied() -> None:
    own = [each for each in challenges() if not each.name.startswith("ffo")]
    for each in own:
        assert each.game.board == each.proven.board
        assert each.name.startswith(f"e{each.n_empties}-")
    counts = Counter(each.n_empties for each in own)
    assert sum(counts[empties] for empties in range(20, 29)) >= 30
    scores = [each.proven.best_score or 0 for each in own]
    assert sum(score > 0 for score in scores) >= 8 <= sum(score < 0 for score in scores)
    assert sum(abs(score) <= 10 for score in scores) >= 10


def test_every_best_move_is_there() -> None:
    """Solved again, with the score of every move."""
    few = [each for each in challenges() if each.n_empties <= 16]
    assert len(few) > 15 and all(map(every_best_move_is_there, few))


@pytest.mark.slow
def test_every_best_move_is_there_with_more_empties() -> None:
    assert all(
        map(every_best_move_is_there, (each for each in challenges() if each.n_empties == 20))
    )


def every_best_move_is_there(each: Challenge) -> bool:
    with Engine(hash_mb=16) as engine:
        lines = engine.solve(each.proven.board, multipv="all").lines
    found = {line.move: line.score for line in lines if line.score == lines[0].score}
    assert found == each.proven.scores, each.name
    return True


def test_the_list_is_obf() -> None:
    listed = answer("benchmark", "list", "--most-empties", 14)
    assert listed.count("\n% ffo-") == 7
    solved = othello("solve", "-", stdin=listed)
    assert solved.returncode == 0 and "8 of 8 right" in solved.stdout


# ---------------------------------------------------------------------- running it


@pytest.mark.parametrize("protocol", ["ugi", "nboard"])
def test_our_engine_is_right(protocol: str) -> None:
    engine = f"{protocol}:{' '.join(map(quoted, own_command(protocol)))}"
    lines, total = records(engine, *SMALL, "--hash", 1)
    assert [(line["id"], line["empties"]) for line in lines] == [
        ("ffo-1", 14),
        ("ffo-2", 14),
        ("ffo-20", 6),
    ]
    assert all(line["correct"] and line["score"] == line["expected"] for line in lines)
    assert all(line["nodes"] > 0 and line["seconds"] > 0 for line in lines)
    assert total["nodes"] == sum(line["nodes"] for line in lines)
    assert (total["correct"], total["wrong"], total["unsolved"]) == (3, 0, 0)
    assert total["archive"] == checksum() and total["engine"].startswith("othello")
    assert total["processor"] and total["date"] and total["protocol"] == protocol


def quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


def test_an_engine_without_positions_and_scores_is_judged_by_its_moves() -> None:
    (name,) = [each.name for each in chosen(["e20-*"])][:1]
    engine = f"gtp:{' '.join(map(quoted, own_command('gtp')))} --level 60"
    lines, total = records(engine, "--positions", name, "ffo-1")
    assert [(line["id"], line["score"], line["correct"]) for line in lines] == [(name, None, True)]
    assert total["nodes"] is None


def test_a_wrong_engine_is_found_out(tmp_path: Path) -> None:
    right = records(liar(tmp_path, 1800, "g8"), "--positions", "ffo-1")
    assert right[0][0]["correct"] and right[1]["engine"] == "liar"
    for score, move in ((1600, "g8"), (1800, "h1")):
        run = othello("benchmark", "run", liar(tmp_path, score, move), "--positions", "ffo-1")
        assert run.returncode == 1
        assert f"{move} +{score // 100}  wrong, expected +18" in run.stdout
        assert "0 correct  1 wrong  0 unsolved" in run.stdout


def test_an_engine_that_tells_name_and_score_late(tmp_path: Path) -> None:
    """As NTest, which tells its name after the depth, and Edax, which tells a score at the end."""
    engine = tmp_path / "engine.sh"
    engine.write_text(
        "while read -r word rest; do case $word in\n"
        "set) echo set myname late;; ping) echo pong $rest;;\n"
        "go) echo 'nodestats 7 0.1'; echo '=== G8 18.00 0.1';; quit) exit;; esac; done"
    )
    lines, total = records(f"nboard:sh {engine}", "--positions", "ffo-1")
    assert total["engine"] == "late"
    assert [(line["score"], line["nodes"], line["correct"]) for line in lines] == [(18, 7, True)]


def test_a_position_is_left_after_its_time(tmp_path: Path) -> None:
    lines, total = records(liar(tmp_path, 0, "g8", "WAIT"), *SMALL, "--seconds", 0.2)
    assert all(line["fault"].startswith("no bestmove within 0.2 s") for line in lines)
    assert len(lines) == 3
    assert [line["correct"] for line in lines] == [None] * 3 and total["unsolved"] == 3


def test_an_engine_that_plays_illegally_goes_on_with_the_next_position(tmp_path: Path) -> None:
    lines, _ = records(liar(tmp_path, 1800, "g8"), *SMALL)
    assert [line["correct"] for line in lines] == [True, None, None]
    assert lines[1]["fault"].startswith("illegal 'bestmove g8'")


def test_wrong_words() -> None:
    assert "no position 'ffo-99'" in refused("benchmark", "run", "--positions", "ffo-99")
    assert "2 empties or fewer" in refused("benchmark", "run", "--most-empties", 2)
    assert "is no player" in refused("benchmark", "run", "no-such-program")


# ---------------------------------------------------------------------- the page


def test_a_page_of_two_results(tmp_path: Path) -> None:
    results = []
    for number, engine in enumerate(["othello", liar(tmp_path, 1800, "g8")]):
        results.append(tmp_path / f"{number}.json")
        results[-1].write_text(othello("benchmark", "run", engine, *SMALL, "--json").stdout)
    html = tmp_path / "page.html"
    assert answer("benchmark", "page", *results, "--html", html) == ""
    page = html.read_text()
    assert page.count("liar") > 2 and page.count("othello 1") > 2
    assert page.count("<svg") == 1 and checksum() in page
    assert "illegal &#x27;bestmove g8&#x27;" in page
    # Of the three positions both have solved one, which the sums are about.
    assert "s for 1 that all solved" in page


def test_results_that_cannot_be_compared(tmp_path: Path) -> None:
    result = othello("benchmark", "run", "--positions", "ffo-20", "--json").stdout
    html, whole, half, other = (tmp_path / name for name in ("p.html", "a", "b", "c"))
    whole.write_text(result)
    half.write_text(result.splitlines()[0])
    other.write_text(result.replace(checksum(), "0" * 64))
    assert "no total" in refused("benchmark", "page", half, "--html", html)
    assert "expected one archive" in refused("benchmark", "page", whole, other, "--html", html)
    assert not html.exists()
