"""``othello practise mistakes``: the dialogue, through a pipe as at a keyboard, and JSON."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import judged_lines, othello, refused, written
from support.known_games import PLAYED

from othello.commands import parse_arguments
from othello.game import Game
from othello.gamebase import GameBase
from othello.notation import Move
from othello.practice.profile import Profile

QUICK = ("--level", 6, "--hash", 4)

SHORT = "f5f6e6f4g5h6e3c5g4f3g3h3"
"""Its last move but three is black's, and loses a few discs."""


def practised(*words: object, answers: str = "", profile: Path | None = None) -> Any:
    kept = ("--no-profile",) if profile is None else ("--profile", profile)
    return othello("practise", "mistakes", *words, *QUICK, *kept, stdin=answers)


@cache
def listed(*words: object, answers: str = "") -> tuple[list[Any], Any]:
    """Return the records and the total of a run with ``--json``."""
    *records, last = judged_lines("mistakes", *words, *QUICK, "--no-profile", stdin=answers)
    return records, last["total"]


def test_without_answers_the_exercises_are_listed_in_json() -> None:
    records, total = listed(SHORT)
    assert len(records) > 2
    assert [each["loss"] for each in records] == sorted((r["loss"] for r in records), reverse=True)
    for each in records:
        board = Game(SHORT).positions()[int(each["source"].split()[-1]) - 1]
        assert each["position"] == board.to_obf()
        assert Move(each["played"]) in board.legal_moves() and each["loss"] >= 2
        assert each["best"][0] == each["line"][0] != each["played"]
        assert (each["kind"], each["answer"], each["right"]) == ("mistake", None, None)
    assert (total["games"], total["answered"], total["right"]) == (1, 0, 0)
    assert total["exercises"] == total["mistakes"] == len(records)
    assert total["lost"] == pytest.approx(sum(each["loss"] for each in records), abs=0.1)
    assert sum(group["times"] for group in total["groups"]) == len(records)


def test_a_wrong_answer_is_refuted_and_comes_again() -> None:
    records, _ = listed(SHORT)
    first, second = records[:2]
    answers = [first["played"], second["best"][0], "quit"]
    out = practised(SHORT, "--count", 2, answers="\n".join([*answers, ""])).stdout
    asked, wrong, right, again = out.split("\n\n")[0:4]
    assert asked.strip().startswith("1 of 2: game 1, move ")
    assert f"played {first['played']}, which lost {first['loss']}; find a better move" in asked
    assert f"wrong: {first['played']} costs" in asked
    assert f" {first['best'][0]} " not in asked.split("wrong: ")[1].split(" answers ")[0]
    assert " answers " in asked and "that of " not in out
    assert asked.count("a b c d e f g h") == 2, "the exercise, and the position after the reply"
    assert wrong.startswith("2 of 2: ") and f"right: {second['best'][0]} is the best" in wrong
    assert right.startswith("once more: game 1, move ")
    assert again.startswith("1 of 2 exercises right at the first answer\n")


@pytest.mark.parametrize("end", ["right", "show"])
def test_why_an_answer_was_wrong_is_told_once_the_solution_is_known(end: str) -> None:
    records, _ = listed(SHORT)
    played, best = records[0]["played"], records[0]["best"][0]
    last = best if end == "right" else "show"
    before, after = practised(
        SHORT, "--count", 1, answers=f"{played}\n{last}\nquit\n"
    ).stdout.split("once more")[:2]
    reasons = listed(SHORT, answers=f"{played}\n")[0][0]["text"]
    assert f"that of {best} " in reasons and reasons not in before
    assert reasons in after


@pytest.mark.parametrize("answer", ["right", "show"])
def test_the_move_of_the_game_is_explained(answer: str) -> None:
    first = listed(SHORT)[0][0]
    played, best = first["played"], first["best"][0]
    assert first["why"].startswith(f"{played} costs ")
    given = best if answer == "right" else answer
    out = practised(SHORT, "--count", 1, answers=f"{given}\nquit\n").stdout
    assert f"\nin the game: {first['why']}\n" in out
    # Not twice, if the answer was the same move.
    out = practised(SHORT, "--count", 1, answers=f"{played}\n{given}\nquit\n").stdout
    assert out.count(f"\n{played} costs ") == 1 and "in the game: " not in out


def test_the_commands_of_the_dialogue() -> None:
    records, _ = listed(SHORT)
    lines = ["hint", "e9", "hnt", "help", "board", "", " SHOW ", "skip", *["skip"] * len(records)]
    done = practised(SHORT, answers="\n".join([*lines, "nothing left to answer"]))
    assert (done.returncode, done.stderr) == (0, "")
    out = done.stdout
    assert "Think of " in out
    assert "'e9' cannot be played: expected " in out and "did you mean 'hint'?" in out
    assert "MOVE      your answer" in out
    first, second = out.split("\n2 of ")
    assert first.count("a b c d e f g h") == 2
    assert f"{records[0]['best'][0]} is best, its score " in first
    assert "once more" in second, "what was shown comes again"
    assert "0 of 1 exercise right at the first answer" in second


def test_the_groups_are_counted_at_the_end() -> None:
    moves = PLAYED[:70]  # before positions that are solved
    _, total = listed(moves)
    out = practised(moves).stdout
    n_mistakes, lost = total["mistakes"], round(total["lost"])
    assert f"{n_mistakes} mistakes in 1 game lost {lost} discs:\n" in out
    rows = [line for line in out.splitlines() if " discs  " in line]
    assert [int(row.split()[0]) for row in rows] == [g["times"] for g in total["groups"]]
    assert [row.split("discs  ")[1] for row in rows] == [
        group["habit"]["form"] for group in total["groups"]
    ]
    assert sum(int(row.split()[0]) for row in rows) == n_mistakes


def test_answers_in_json() -> None:
    records, _ = listed(SHORT)
    wrong, right = records[0]["played"], records[1]["best"][0]
    answered, total = listed(SHORT, answers=f"{wrong}\n{right}\nskip\n")
    assert [(each["answer"], each["right"]) for each in answered[:2]] == [
        (wrong, False),
        (right, True),
    ]
    assert answered[0]["cost"] == records[0]["loss"] and answered[0]["reply"]
    assert answered[0]["text"].startswith(f"{wrong} costs ")
    assert (total["answered"], total["right"]) == (2, 1)
    assert len(answered) == len(records) - 1, "the one that was skipped is left out"
    bad = othello(
        *("practise", "mistakes", SHORT, *QUICK, "--no-profile", "--json"), stdin="e9\nskip\n"
    )
    assert bad.returncode == 2 and bad.stderr.count("\n") == 1 and "e9" in bad.stderr


def test_the_profile_keeps_answers_and_puts_known_exercises_last(tmp_path: Path) -> None:
    records, _ = listed(SHORT)
    path = tmp_path / "me.profile"
    first, second = records[:2]
    practised(SHORT, answers=f"{first['best'][0]}\n{second['played']}\n", profile=path)
    with Profile(path) as profile:
        kept = profile.answers()
    assert [(each.move, each.is_right) for each in kept] == [
        (first["best"][0], True),
        (second["played"], False),
    ]
    assert kept[0].position == first["position"] and kept[1].loss == pytest.approx(
        second["loss"], abs=0.01
    )
    out = practised(SHORT, profile=path).stdout
    assert f"played {second['played']}, which lost {second['loss']}" in out
    again = othello("practise", "mistakes", SHORT, *QUICK, "--profile", path, "--json").stdout
    asked, *positions = [json.loads(line).get("position") for line in again.splitlines()[:-1]]
    assert asked == positions[0] == second["position"] and positions[-1] == first["position"]


def test_what_was_shown_is_kept_as_an_answer_that_is_not_right(tmp_path: Path) -> None:
    path = tmp_path / "me.profile"
    practised(SHORT, answers="show\nquit\n", profile=path)
    words = ("practise", "puzzles", "--count", 1, "--hash", 4, "--profile", path)
    othello(*words, stdin="show\nquit\n")
    with Profile(path) as profile:
        kept = [(each.kind, each.move, each.is_right, each.loss) for each in profile.answers()]
    assert kept == [("mistake", "", False, None), ("puzzle", "", False, None)]
    told = othello("practise", "progress", "--profile", path).stdout
    assert told.startswith("2 answers, 0 % right:\n")


def test_mistakes_that_changed_the_result() -> None:
    records, _ = listed(SHORT)
    few, total = listed(SHORT, "--decisive")
    turned = []
    for each in records:
        before = each["score"]
        after = round(before - each["loss"], 2)
        ends = [
            (score >= 1) - (score <= -1) for score in (before, after)
        ]  # less than a disc: drawn
        if ends in ([1, 0], [1, -1], [0, -1]):
            turned.append(each["position"])
        assert each["decisive"] == (each["position"] in turned)
    assert [each["position"] for each in few] == turned
    assert 0 < total["mistakes"] == len(few) < len(records)
    none = othello(*("practise", "mistakes", "f5d6c3", "--decisive", "--no-profile", *QUICK)).stdout
    assert none == "no mistake of 2 discs or more changed the result in 1 game\n"


def test_whose_mistakes(tmp_path: Path) -> None:
    games = [
        Game(SHORT, headers={"Black": "Émile Lehmann", "White": "Tamenori"}),
        Game(SHORT + "d6", headers={"Black": "Tamenori", "White": "Émile Lehmann"}),
    ]
    file = written(tmp_path / "games.ggf", "\n".join(game.to_ggf() for game in games))
    alone, _ = listed(SHORT)
    black = [each for each in alone if each["side"] == "black"]
    white = [each for each in alone if each["side"] == "white"]
    assert black and white
    assert [each["position"] for each in listed(SHORT, "--side", "white")[0]] == [
        each["position"] for each in white
    ]
    # A player who was black, then white; both mistakes of one position are one exercise.
    records, total = listed(file, "--player", "lehm")
    assert {each["side"] for each in records if "game 1" in each["source"]} <= {"black"}
    assert {each["side"] for each in records if "game 2" in each["source"]} <= {"white"}
    assert total["games"] == 2 and total["mistakes"] >= len(black) + len(white)
    only, total = listed(file, "--player", "lehm", "--side", "black")
    assert {each["side"] for each in only} == {"black"} and total["games"] == 1
    assert refused(
        *("practise", "mistakes", file, "--player", "nobody", *QUICK, "--no-profile")
    ).startswith("no games of 'nobody': expected how a word")
    words = (SHORT, "--player", "nobody", "--side", "white", "--no-profile")
    for act in ("mistakes", "endgames"):
        assert "no games of 'nobody' as white: expected" in refused("practise", act, *words)


def test_a_player_of_a_base(tmp_path: Path) -> None:
    path = tmp_path / "games.base"
    with GameBase(path, is_new=True) as base:
        base.add([Game(SHORT, headers={"Black": "Émile Lehmann", "White": "Tamenori"})])
    alone, _ = listed(SHORT, "--side", "black")
    records, total = listed(path, "--player", "emile")
    assert [each["position"] for each in records] == [each["position"] for each in alone]
    assert total["games"] == 1 and f"{path}: game 1, move" in records[0]["source"]
    told = refused("practise", "mistakes", path, *QUICK, "--no-profile")
    assert told == f"othello: {path} is a base of games: expected --player NAME too\n"
    hint = refused("practise", "mistakes", path, "--player", "emil lemann", "--no-profile")
    assert hint.endswith("; did you mean 'Émile Lehmann'?\n")
    with GameBase(tmp_path / "empty.base", is_new=True):
        pass
    assert "no game with --player 'x'" in refused(
        *("practise", "mistakes", tmp_path / "empty.base", "--player", "x", "--no-profile")
    )


def test_no_more_games_are_analysed_than_are_needed(tmp_path: Path) -> None:
    file = written(tmp_path / "games.txt", f"{SHORT}\n" * 50)
    records, total = listed(file, "--count", 2)
    assert len(records) == 2 and total["games"] == 1
    done = practised("none.ggf", file, "--count", 2)
    assert (done.returncode, done.stderr) == (2, "'none.ggf': file not found\n")
    assert "in 1 game lost" in done.stdout


def test_games_without_mistakes(tmp_path: Path) -> None:
    done = practised("f5d6", "f5d6c3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "no mistake of 2 discs or more in 2 games\n"
    records, total = listed("f5d6")
    assert records == [] and total["mistakes"] == 0 and total["groups"] == []
    empty = written(tmp_path / "empty.txt", "")
    assert refused("practise", "mistakes", empty, "--no-profile") == f"{empty}: no games\n"
    both = practised("f5d6", empty)
    assert both.returncode == 2 and both.stdout.startswith("no mistake of 2 discs or more in 1")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["puzzles", "--side=black"], "practise puzzles: unrecognized arguments: --side=black; "),
        (["progress", "--cuont"], "practise progress: unrecognized arguments: --cuont; "),
        (["mistakes", "--cuont=3"], "--cuont=3 (did you mean '--count'?)"),
        (["mistakes", "f5", "--progress"], "unrecognized arguments: --progress"),
        (["progress", "--plot", "x.svg", "--export", "x.json"], "--export: not allowed with"),
        (["mistakes", "none.ggf"], "'none.ggf': file not found"),
        (["puzles"], "invalid choice: 'puzles' (choose from"),
        (["progress", "--export", "x.json"], "no profile: othello practise mistakes makes one"),
    ],
)
def test_what_does_not_go_together_is_refused(
    words: list[object], reason: str, tmp_path: Path
) -> None:
    assert reason in refused("practise", *words, XDG_DATA_HOME=str(tmp_path), cwd=tmp_path)
    assert not [*tmp_path.glob("*.json")]


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


def test_without_a_word_the_help_is_shown() -> None:
    assert othello("practise").stdout == othello("practise", "--help").stdout
    for act in ("puzzles", "mistakes", "openings", "endgames", "progress"):
        assert f"usage: othello practise {act} " in othello("practise", act, "--help").stdout
