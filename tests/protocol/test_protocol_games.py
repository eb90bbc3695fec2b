"""Whole games over UGI; each move is checked by the reference rules."""

import pytest
from support import reference
from support.engine_process import UgiProcess
from support.process_status import process_status
from support.random_games import random_game
from support.watched import unwatched

MAX_RESIDENT_KB = 80_000


def play_game(black: UgiProcess, white: UgiProcess, go: str, opening: str = "") -> None:
    """Let two engines, or one both sides, play.

    They are told the moves without the forced passes, but for one that came last.
    """
    grid, mover = reference.start(), "X"
    engines = {"X": black, "O": white}
    moves: list[str] = []
    replies = iter(opening.split())
    while not reference.game_over(grid):
        position = f"position startpos moves {' '.join(moves)}"
        if not reference.legal_moves(grid, mover):
            engines[mover].send(position)
            assert engines[mover].go(go) == "0000", (moves, "a forced pass")
            mover = reference.OTHER[mover]
            position += " 0000"
        engines[mover].send(position)
        move = next(replies, None) or engines[mover].go(go)
        square = (int(move[1]) - 1, "abcdefgh".index(move[0]))
        assert square in reference.legal_moves(grid, mover), (moves, move)
        grid, mover = reference.play(grid, mover, square), reference.OTHER[mover]
        moves.append(move)
    score = reference.final_score(grid, "X")
    result = "p1win" if score > 0 else "p2win" if score < 0 else "draw"
    for engine in (black, white):
        engine.send(f"position startpos moves {' '.join(moves)}")
        answers = engine.ask("query gameover", "query result")
        assert answers == ["response true", f"response {result}"]
        assert engine.go(go) == "0000"


@pytest.mark.parametrize(
    "games", [pytest.param(4), pytest.param(200, marks=pytest.mark.slow)], ids="{} games".format
)
def test_two_processes_play(games: int) -> None:
    with UgiProcess() as one, UgiProcess() as other:
        for seed in range(games):
            black, white = (one, other) if seed % 2 == 0 else (other, one)
            black.send("uginewgame")
            white.send("uginewgame")
            opening = random_game(seed, 4 + seed % 3).moves
            play_game(black, white, "go depth 6", " ".join(map(str, opening)))
        exit_codes = [engine.leave() for engine in (one, other)]
    assert exit_codes == [0, 0]


@pytest.mark.parametrize(
    "limits",
    ["depth 1", "depth 4", "movetime 5", "nodes 500", "p1time 200 p2time 150 p1inc 5 p2inc 5"],
)
def test_games(limits: str) -> None:
    with UgiProcess() as engine:
        for opening in ("", "f5 f6", "f5 d6 c4 d3 c2", "e6 f4"):
            engine.send("uginewgame")
            play_game(engine, engine, f"go {limits}", opening)


@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta", "minimax"])
def test_games_with_two_threads(algorithm: str) -> None:
    with UgiProcess() as engine:
        engine.send(f"setoption name Algorithm value {algorithm}")
        engine.send("setoption name Threads value 2", "setoption name Granularity value 2")
        play_game(engine, engine, "go depth 3")


@unwatched
def test_a_game_with_a_small_table_stays_small() -> None:
    with UgiProcess() as engine:
        engine.send("setoption name Hash value 16")
        play_game(engine, engine, "go depth 10")
        assert process_status("VmHWM", engine.process.pid) < MAX_RESIDENT_KB
