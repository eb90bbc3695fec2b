"""Explanations that start from what an analysis has found of a move."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.cli_process import othello

pytest.importorskip("pydantic", reason="othello-engine[web] is not installed")

GAME = "f5d6c3d3c4f4f6b4e3g7"
KNOWN = ("score", "best", "line", "played", "exact")


def ask(request: dict[str, object]) -> Any:
    """Return the last answer to a request."""
    result = othello("serve", "--stdio", "--hash", 4, stdin=json.dumps({"id": 1, **request}) + "\n")
    assert (result.returncode, result.stderr) == (0, "")
    return json.loads(result.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def judged() -> dict[str, Any]:
    """The analysis of the last move of `GAME`, as fields of a request."""
    move = ask({"do": "analyse", "moves": GAME, "level": 4})["result"]["moves"][-1]
    assert move["move"] == "g7" and move["loss"] > 4
    lines = {"line": "".join(move["pv"]), "played": "".join(move["played_pv"])}
    known = {name: {**move, **lines}[name] for name in KNOWN}
    return {"do": "explain", "position": GAME[:-2], "move": "g7", **known}


def test_an_explanation_starts_from_what_is_known(judged: dict[str, Any]) -> None:
    """Even if a search would find otherwise."""
    for by in (0, 3):
        changed = {**judged, "best": judged["best"] + by}
        found = ask(changed)["result"]
        assert found["loss"] == pytest.approx(changed["best"] - changed["score"], abs=0.01)
        assert found["better"] == judged["line"][:2]
        assert "".join(found["line"]).startswith(judged["line"])
        assert found["exact"] == judged["exact"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line": None}, "no line: expected all of score, best, line, played, or none"),
        ({"played": "f5"}, "illegal move 'f5'"),
        ({"played": "{line}"}, "expected a line that begins with g7"),
        ({"line": ""}, "invalid line '': expected some moves"),
        ({"best": 65}, "expected less than or equal to 64"),
        ({"exact": 1}, "expected a valid boolean"),
    ],
)
def test_what_is_known_must_fit(
    judged: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    changed = {**judged, **change}
    if changed["played"] == "{line}":
        changed["played"] = judged["line"]
    changed = {name: value for name, value in changed.items() if value is not None}
    assert message in ask(changed)["error"]["message"]
