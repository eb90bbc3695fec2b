"""UGI's `go`: limits, stops, pondering, as scripts of send and expect against the real process."""

import time

import pytest
from support.cli_process import answer
from support.endgames import ENDGAME
from support.engine_process import UgiProcess

from othello import Board, Engine
from othello.protocol.ugi_text import GoRequest

SET_ENDGAME = f"position fen {ENDGAME.to_obf()}"
FIRST_MOVES = ("d3", "c4", "f5", "e6")
PASS = "0000"


def says_nothing(engine: UgiProcess) -> bool:
    """Return whether the search has no answer yet."""
    return not any(line.startswith("bestmove") for line in engine.ask())


LIMITS = (
    *("", "nodes 10000", "movetime 50", "movetime 0", "p1time 1000 p2time 1000 p1inc 10 p2inc 10"),
    *("p1time 10 p2time 10", "p1time -5 p2time 100", "p2time 100 depth 4"),
    *("p1time 100 movestogo 2", "movetime 50 depth 60 nodes 1000000000", "depth 999999999999"),
)


@pytest.mark.parametrize("limits", LIMITS)
def test_go_with_limits_ends_by_itself(engine: UgiProcess, limits: str) -> None:
    engine.send("setoption name Level value 5")
    if "depth 9" in limits:  # the depth is the number of empties, so few of them
        engine.send(SET_ENDGAME)
    assert engine.search(f"go {limits}")[1] in map(str, engine.position().legal_moves())


def test_the_first_search_has_all_of_its_time() -> None:
    """Its time begins when the engine can search, though there was no ``isready`` before it."""
    nodes = []
    with UgiProcess() as engine:
        for _ in range(2):
            engine.send("position startpos moves f5d6", "go movetime 100")
            *_, last, _ = engine.expect("bestmove")
            nodes.append(int(last.split()[last.split().index("nodes") + 1]))
            engine.send("uginewgame")
    assert 4 * nodes[0] >= nodes[1], nodes


def test_what_was_spent_before_a_search_is_taken_off_a_clock_alone() -> None:
    def seconds(spent: float, **limits: int) -> float:
        budget = GoRequest(**limits).budget(Board(), 0.0, spent)
        assert budget is not None
        return budget.hard

    assert seconds(0.2, movetime=500) == seconds(0.0, movetime=500)
    assert seconds(0.2, p1time=500) == pytest.approx(seconds(0.0, p1time=300))


def test_go_infinite_ends_with_stop_only(engine: UgiProcess) -> None:
    engine.send(SET_ENDGAME, "go infinite")
    # Solved at once, but the answer is for `stop`.
    assert says_nothing(engine)
    time.sleep(0.2)
    assert says_nothing(engine)
    assert engine.go("stop") != PASS


@pytest.mark.parametrize(
    "options",
    [
        ["Algorithm value alphabeta"],
        ["Algorithm value minimax"],
        [f"Threads value {min(2, Engine.max_threads())}", "Granularity value 3"],
        ["VerifyMode value true"],
        ["Selectivity value 73"],
        ["EndgameDepth value 12", "Level value 1"],
        ["Hash value 1", "MoveOverhead value 0"],
    ],
)
def test_go_under_every_option(engine: UgiProcess, options: list[str]) -> None:
    assert engine.ask(*(f"setoption name {option}" for option in options)) == []
    engine.send("position startpos moves f5 d6 c3")
    assert engine.search("go depth 4")[1] in map(str, Board.from_moves("f5d6c3").legal_moves())
    engine.send(SET_ENDGAME)
    infos, move = engine.search("go exact")
    # The result is exact, whatever the searches before it have pruned.
    assert infos[-1]["score"] == "600" and infos[-1]["exact"] and move == "a4"


def test_commands_during_a_search_act_on_the_next(engine: UgiProcess) -> None:
    engine.send("go infinite", "position startpos moves f5", "query p1turn")
    engine.expect("response false")
    engine.send("foo")
    engine.expect("info string error: unknown command 'foo'")
    engine.send("position startpos moves a1")
    engine.expect("info string error: illegal move 'a1'")
    assert engine.go("stop") in FIRST_MOVES
    assert engine.position() == Board.from_moves("f5")


def test_every_go_of_a_script_is_answered(engine: UgiProcess) -> None:
    """Lines that come while a search runs wait for it where they must."""
    engine.send("setoption name Hash value 2", "go depth 5", "uginewgame")
    engine.send("position startpos moves f5", "setoption name Hash value 1", "go depth 5")
    engine.send("perft 3", "go depth 4")
    assert engine.best_move() in FIRST_MOVES
    assert engine.best_move() in ("f4", "d6", "f6")
    engine.expect("perft 3 nodes ")
    engine.expect("bestmove")


def test_many_quick_stops(engine: UgiProcess) -> None:
    for _ in range(100):
        assert engine.go("go infinite", "stop") in FIRST_MOVES
    for _ in range(100):
        engine.send("go infinite\nstop\n" * 2)
    for _ in range(200):
        engine.expect("bestmove")
    assert engine.ask("stop", "stop") == []


def test_pondering_and_a_hit(engine: UgiProcess) -> None:
    engine.send("position startpos moves f5", "go ponder p1time 400 p2time 400")
    engine.ask()
    time.sleep(0.1)
    assert says_nothing(engine)
    assert engine.go("ponderhit") in ("f4", "d6", "f6")


def test_a_hit_at_once(engine: UgiProcess) -> None:
    """A hit right after `go ponder` counts; without a clock the level limits the search."""
    for limit in ("", " depth 3", " p1time 300", " movetime 20", " nodes 1000", " infinite"):
        engine.send(f"go ponder{limit}", "setoption name Level value 3", "ponderhit")
        if limit == " infinite":
            engine.send("stop")
        assert engine.best_move() in FIRST_MOVES
    assert engine.ask() == []


def test_an_infinite_search_is_so_after_a_hit(engine: UgiProcess) -> None:
    """Though it is solved; at the end of the input it is stopped."""
    engine.send(f"position fen {ENDGAME.to_fen()}", "go ponder infinite", "ponderhit")
    time.sleep(0.3)
    engine.send("isready")
    assert not any(line.startswith("bestmove") for line in engine.expect("readyok"))
    assert engine.go("stop") != "0000"
    lines = answer("ugi", stdin="go ponder infinite\nponderhit\n").splitlines()
    assert lines[-1].startswith("bestmove ")


@pytest.mark.parametrize("second", ["go ponder searchmoves a1", "go ponder depth 3"])
def test_a_hit_is_that_of_the_first_search_that_waits_for_one(
    engine: UgiProcess, second: str
) -> None:
    engine.send("position startpos", "go ponder depth 2", second, "ponderhit")
    assert engine.best_move() in FIRST_MOVES
    if "a1" not in second:
        assert says_nothing(engine)
        assert engine.go("ponderhit") in FIRST_MOVES
    engine.ask()
    # A search that was stopped waits for none.
    assert engine.go("go ponder", "stop", "go ponder depth 2", "ponderhit") in FIRST_MOVES
    assert engine.best_move() in FIRST_MOVES


def test_pondering_and_a_stop(engine: UgiProcess) -> None:
    for limit in ("", " depth 3", " p1time 300"):
        assert engine.go(f"go ponder{limit}", "stop") in FIRST_MOVES
    # The clock of the search that has ended must not stop the next.
    engine.go("go ponder p1time 200", "ponderhit", "stop", "go infinite")
    time.sleep(0.3)
    assert says_nothing(engine)
    engine.go("stop")
