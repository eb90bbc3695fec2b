"""`othello compliance`, on engines that are right, and on engines that are wrong in one thing."""

import json
import re
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.cli_process import othello, refused
from support.source import SOURCE, text_of

from othello.client import own_command
from othello.compliance.run import Outcome, find_protocol, steps_of, try_step, try_steps
from othello.compliance.sessions import SESSIONS
from othello.compliance.steps import steps

ENGINE = [sys.executable, str(Path(__file__).parent / "small_engine.py")]
PATIENCE = 10.0

AT_ONCE = 6
"""Steps that are tried at the same time: most of them wait."""

TIMED = ("clocks", "stopping")
"""Groups of steps in which something must come at once."""

JUNK = "an-unknown-command-changes-nothing a-line-of-a-megabyte bytes-that-are-no-text"
SILENCE = "silence-before-the-first-line ugi-ends-with-ugiok nothing-else-is-written"
OPTIONS = "setoption-is-silent ponder-waits ponderhit-is-answered errors-are-remarks"
REFUSALS = "other-sizes-are-refused an-illegal-play-is-refused an-unknown-command-is-refused"
SCORES = "scores-are-of-the-side-to-move depth-to-the-end-is-exact"
NEW_GAME = "uginewgame-is-silent nothing-else-is-written sixty-four-games"
CLOCKS = (
    "movetime-is-kept the-clock-is-that-of-the-side-to-move ten-milliseconds-are-enough "
    "increments-and-movestogo-are-read"
)
GAMES = "a-game-on-a-short-clock a-game-from-the-start"

FAULTS = {
    "ugi": {
        "banner": SILENCE,
        "early remark": "silence-before-the-first-line",
        "nameless": "the-engine-says-its-name",
        "bad default": "options-are-declared",
        "loud options": OPTIONS,
        "tires": "sixty-four-games",
        "busy": "isready-while-thinking",
        "silent in thought": "a-query-while-thinking",
        "interrupts": "a-go-while-thinking",
        "answers stop": "stop-without-a-search-is-silent",
        "stubborn": "quit-while-thinking",
        "exit code": "quit-leaves-with-exit-code-0",
        "crashes at junk": f"{JUNK} errors-are-remarks",
        "says errors": "errors-are-remarks",
        "no obf": "a-position-as-obf",
        "fen without moves": "a-position-as-text",
        "capital answers": "moves-are-in-small-letters",
        "capitals": "capital-letters-are-read",
        "no passes left out": "a-pass-may-be-left-out",
        "half a position": "an-illegal-move-changes-nothing",
        "wrong turn": "query-p1turn",
        "any move": "only-the-moves-that-are-searched",
        "slow": "movetime-is-kept",
        "wrong clock": "the-clock-is-that-of-the-side-to-move a-game-on-a-short-clock",
        "no wld": "wld-says-who-wins",
        "black's score": SCORES,
        "no exact": "exact-is-exact",
        "worst move": "exact-is-exact",
        "illegal line": "lines-of-play-are-legal the-move-begins-the-best-line",
        "illegal": f"legal-in-every-phase {GAMES}",
        "no pass": "a-forced-pass-is-answered",
        "no end": "the-end-is-answered",
        "four words": "two-words-are-a-bestmove",
        "twice": "one-bestmove-and-nothing-after-it",
        "hasty": "infinite-waits-for-stop",
        "no pondering": "ponder-waits",
        "solves": "ponder-waits",
        "passes at will": "an-illegal-move-changes-nothing",
        "ready twice": f"{NEW_GAME} {GAMES} {CLOCKS}",
        "stays": "the-end-of-input-ends-the-engine the-end-of-input-while-thinking",
        "crashes at long lines": "a-line-of-a-megabyte",
        "crashes at bytes": "bytes-that-are-no-text",
        "no carriage returns": "lines-may-end-as-on-windows blanks-may-be-many",
        "one blank only": "blanks-may-be-many",
        "empty lines": "empty-lines-are-nothing",
    },
    "gtp": {
        "no comments": "comments-are-ignored",
        "no ids": "ids-come-back",
        "no errors": f"ids-come-back {REFUSALS}",
        "version 1": "protocol-version-is-2",
        "knows all": "known-command-tells",
        "short list": "commands-are-listed",
        "any size": "other-sizes-are-refused",
        "plays anything": "an-illegal-play-is-refused",
        "refuses passes": "a-pass-is-played",
        "plays at once": "reg-genmove-plays-nothing",
        "never plays": f"genmove-plays-its-move undo-takes-moves-back sixty-four-games {GAMES}",
        "keeps moves": "undo-takes-moves-back",
        "counts discs only": "final-score-counts-discs",
        "slow": "a-game-on-a-short-clock",
    },
    "nboard": {
        "banner": "silence-before-the-first-line",
        "remarks": "",
        "nameless": "set-myname-names-the-engine",
        "late": "ping-ends-the-search",
        "no moves": "move-plays",
        "no hints": "hint-reports",
        "odd form": "an-answer-has-its-form",
        "plays at once": "go-does-not-play",
        "black's score": SCORES,
    },
    "xboard": {
        "odd features": "features-end-with-done",
        "other variant": "the-variant-is-declared",
        "upside down": "a-position-as-text",
        "keeps moves": "undo-takes-one-move-back",
        "no errors": "errors-are-said",
        "no refusals": "an-illegal-move-is-refused",
        "no replies": "the-engine-replies-to-a-move",
        "no results": "the-result-is-said",
        "black's score": SCORES,
    },
}
"""The faults of the small engine, and the steps by which each is found."""


def failing(command: list[str], protocol: str, *results: bool | None) -> dict[str, str]:
    """Try all steps; return the reasons of those that fail (False), or are left out (None)."""
    run = partial(try_step, command, protocol, patience=PATIENCE)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = list(pool.map(run, steps_of(protocol)))
    # What must come at once is tried again by itself: the others may have taken the time.
    outcomes = [
        run(each.step) if each.passed is False and each.step.group in TIMED else each
        for each in outcomes
    ]
    return {each.step.name: each.reason for each in outcomes if each.passed in results}


def outcomes_in_turn(*fault: str) -> list[Outcome]:
    return list(try_steps([*ENGINE, "ugi", *fault], "ugi", steps_of("ugi"), 0.5))


@pytest.mark.parametrize("protocol", FAULTS)
def test_a_small_engine_passes(protocol: str) -> None:
    assert failing([*ENGINE, protocol], protocol, False, None) == {}


@pytest.mark.parametrize("protocol", SESSIONS)
def test_our_engine_passes(protocol: str) -> None:
    assert failing(own_command(protocol), protocol, False, None) == {}


@pytest.mark.skipif(shutil.which("node") is None, reason="not installed: node")
def test_an_engine_written_from_the_page_passes() -> None:
    engine = ["node", str(SOURCE / "docs" / "examples" / "engine.mjs")]
    assert failing(engine, "ugi", False) == {}


def test_a_bot_of_a_function_passes() -> None:
    bot = [sys.executable, str(SOURCE / "docs" / "examples" / "mybot.py")]
    assert set(failing(bot, "ugi", False)) == {"only-the-moves-that-are-searched"}


@pytest.mark.parametrize(
    ("protocol", "fault"), [(protocol, fault) for protocol in FAULTS for fault in FAULTS[protocol]]
)
def test_a_fault_is_found(protocol: str, fault: str) -> None:
    found = failing([*ENGINE, protocol, fault], protocol, False)
    assert set(found) == set(FAULTS[protocol][fault].split()), found


@pytest.mark.parametrize("fault", ["mute", "dead", "deaf"])
def test_an_engine_that_does_not_answer_costs_seconds(fault: str) -> None:
    began = time.perf_counter()
    outcomes = outcomes_in_turn(fault)
    assert time.perf_counter() - began < 60
    assert not any(each.passed for each in outcomes[1:])
    silent = ", ".join(each.step.name for each in outcomes if each.passed is False)
    assert silent.count(",") == 2
    assert outcomes[-1].reason == f"not tried: the engine did not answer in {silent}"


@pytest.mark.parametrize(
    ("fault", "step"),
    [
        ("always twice", "one-bestmove-and-nothing-after-it"),
        ("ready twice", "uginewgame-is-silent"),
        ("illegal at first", "a-legal-first-move"),
    ],
)
def test_what_all_depends_on_is_tried_first(fault: str, step: str) -> None:
    outcomes = outcomes_in_turn(fault)
    assert [each.step.name for each in outcomes if each.passed is False] == [step]
    assert outcomes[-1].is_untried
    assert outcomes[-1].reason == f"not tried: {step} has failed, on which they depend"


@pytest.mark.parametrize("protocol", SESSIONS)
def test_the_protocol_is_found_out(protocol: str) -> None:
    assert find_protocol(own_command(protocol), PATIENCE) == protocol


def test_every_sentence_of_the_page_has_its_step() -> None:
    page = " ".join(text_of("docs/ugi.md").split())
    named = re.findall(r"\((\*?)`([a-z0-9-]+)`\*?\)", page)
    expected = {step.name: "" if step.must else "*" for step in steps_of("ugi")}
    assert {name: star for star, name in named} == expected
    assert len(named) == len(expected)
    for step in steps_of("ugi"):
        star = expected[step.name]
        assert f"{step.sentence} ({star}`{step.name}`{star})" in page


def test_steps_have_a_name_each() -> None:
    names = [step.name for step in steps()]
    assert len(names) == len(set(names)) >= 40
    for protocol in SESSIONS:
        assert any(step.must for step in steps_of(protocol))


STEPS = ("ugi-ends-with-ugiok", "the-engine-says-its-name")
CHOSEN = [word for name in STEPS for word in ("--step", name)]


def compliance(*words: str, fault: str = "") -> tuple[int, str, str]:
    engine = " ".join(f"'{word}'" for word in [*ENGINE, "ugi", fault])
    done = othello("compliance", engine, *words)
    return done.returncode, done.stdout, done.stderr


def test_a_report_as_text(tmp_path: Path) -> None:
    code, text, _ = compliance(*CHOSEN, fault="banner")
    assert code == 1
    assert "FAILED  greeting: ugi-ends-with-ugiok" in text
    assert "    > ugi\n    < at your service\n" in text
    assert "  expected  ugiok in 5 s\n  came      at your service\n" in text
    assert "ugi: 1 of 2 steps passed, 1 failed that must pass, 0 that should" in text


def test_a_report_shows_the_position_and_the_moves_that_are_right() -> None:
    _, text, _ = compliance("--step", "moves-are-played", fault="illegal at first")
    assert re.search(r"expected  [a-h][1-8], the only move\n  came      bestmove a1\n", text)
    assert re.search(r"\n  position  [XO-]{64} [XO]\n", text)
    for fault in ("no exact", "worst move"):
        _, text, _ = compliance("--step", "exact-is-exact", fault=fault)
        assert re.search(r"expected  score cp -?\d+00 by [a-h][1-8]( or [a-h][1-8])*\n", text)


def test_a_report_shows_long_lines() -> None:
    _, text, _ = compliance("--step", "ugi-ends-with-ugiok", fault="long banner")
    assert f"came      {'at your service ' * 20}\n" in text


def test_what_should_pass_only_costs_no_exit_code(tmp_path: Path) -> None:
    file = tmp_path / "junit.xml"
    code, text, _ = compliance("--json", "--junit", str(file), *CHOSEN, fault="nameless")
    assert code == 0
    first, second, last = map(json.loads, text.splitlines())
    assert first["passed"] and first["sent"][0] == "ugi" and first["came"][-1] == "ugiok"
    assert not second["passed"] and second["expected"] == "one line id name …"
    total = last["total"]
    assert (total["passed"], total["failed"], total["failed_should"]) == (1, 0, 1)
    suite = ElementTree.parse(file).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("2", "0", "1")
    assert [case.get("name") for case in suite] == list(STEPS)
    assert [len(case) for case in suite] == [0, 1]


def test_the_list_of_steps() -> None:
    done = othello("compliance", "--list", "--protocol", "ugi")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        step.name for step in steps_of("ugi")
    ]


def test_what_cannot_be_tried_is_said() -> None:
    code, _, errors = compliance("--step", "ugi-ends-with-ugiok", "--timeout", "1", fault="dead")
    assert code == 2 and "answers in none of ugi, gtp, xboard, nboard" in errors
    code, _, errors = compliance("--timeout", "0.5", fault="mute")
    assert code == 2 and "came nothing. Is stdout flushed after each line?" in errors
    code, text, _ = compliance("--protocol", "ugi", "--timeout", "0.5", fault="mute")
    assert code == 1 and text.count("not tried: the engine did not answer in ") == 1
    code, _, errors = compliance("--step", "ugi-ends-with-ugi")
    assert code == 2 and "ugi-ends-with-ugiok" in errors
    assert "cannot be started" in refused("compliance", "./nosuch")
    done = othello("compliance")
    assert done.returncode == 2 and "ENGINE" in done.stderr
