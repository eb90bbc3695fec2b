"""Arguments of a wrong type raise an `OthelloError` that quotes them and says what was expected."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.threads import needs_openmp

from othello import (
    AsyncEngine,
    Board,
    Engine,
    Game,
    GameBase,
    Limits,
    Move,
    Position,
    analyse_game,
    batch,
    learning,
    read_games,
    serve_bot,
    svg,
    write_games,
)
from othello._core import core
from othello.analysis import accuracy_by_phase
from othello.analysis.openings import name_of
from othello.analysis.page import (
    analysis_page,
)
from othello.client import UgiClient
from othello.engine.strength import Strength
from othello.errors import (
    FormatError,
    IllegalMove,
    InvalidBoard,
    InvalidMove,
    InvalidOption,
    MissingFile,
    OthelloError,
    OutOfRange,
)
from othello.evaluators import Puct
from othello.evaluators.onnx import Onnx
from othello.formats import ggf, sgf
from othello.formats.ggf import parse_game
from othello.formats.wthor import read_wthor
from othello.learning.tables import read_parquet
from othello.matches.games import Match
from othello.matches.openings import read_openings
from othello.matches.players import Effort
from othello.matches.tournament import (
    CrossTable,
    Tournament,
    gauntlet,
    ladder,
    rate,
    round_robin,
)
from othello.notation import parse_move
from othello.timing import (
    Clock,
    budget_for_clock,
    tune_share,
    tuned_share,
)


def header(value: object) -> Game:
    """Return a game whose header was set later."""
    game = Game("f5")
    game.headers["Black"] = wrong(value)
    return game


def match(**keywords: Any) -> Match:
    """Return a match with some arguments replaced."""
    right = {"players": ("level=1", "level=2"), "openings": ["f5d6"], "n_games": 2}
    return Match(**{**right, **keywords})


def tournament(**keywords: Any) -> Tournament:
    """Return a tournament with some arguments replaced."""
    right = {"players": ("level=1", "level=2"), "openings": ["f5d6"], "n_games": 2}
    return Tournament(**{**right, **keywords})


def wrong(value: object) -> Any:
    """Return `value` as `Any`, so that type checkers accept it everywhere."""
    return value


BOARD = Board()
GAME = Game("f5")
ROWS = batch.from_boards([BOARD])
SAMPLES = learning.Samples.of(ROWS)
PUCT = Puct(batch.evaluate)
ANALYSIS = analyse_game("f5d6c3", Engine(hash_mb=1), depth=1)
READS = "expected a Board, a text such as 'f5d6'"
FORMS = "expected a text such as 'f5d6', an OBF line or a FEN, 8 rows"


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda e: e.search(wrong(7)), InvalidBoard, f"7: {READS}"),
        (lambda e: e.search("z9"), InvalidBoard, "'z9': expected startpos, a FEN"),
        (lambda e: e.search("f5a1"), IllegalMove, r"'a1' \(move 2\): expected f4 d6 f6"),
        (lambda e: e.solve(wrong(None)), InvalidBoard, f"None: {FORMS}"),
        (lambda e: e.solve(wrong(2.5)), InvalidBoard, f"2.5: {FORMS}"),
        (lambda e: e.analyse(wrong(b"f5")), InvalidBoard, "board b'f5': expected a text .str."),
        (lambda e: e.evaluate(wrong(True)), InvalidBoard, f"True: {READS}"),
        (lambda e: e.search(BOARD, wrong(5)), InvalidOption, "limits 5: expected Limits"),
        (lambda e: e.search(BOARD, Limits(depth=3), depth=4), InvalidOption, "as Limits and as de"),
        (lambda e: e.search("X" * 64 + " O", moves=["a1"]), IllegalMove, "the game is over"),
        (lambda _: UgiClient("othello ugi"), InvalidOption, "'othello ugi': expected a list of"),
        (lambda _: batch.from_boards(wrong([5])), InvalidBoard, f"5: {READS}"),
        (lambda _: batch.from_boards(wrong(5)), InvalidBoard, "boards 5: expected a list of them"),
        (lambda _: batch.from_boards("f5"), InvalidBoard, "boards 'f5': expected a list of them"),
        (lambda _: batch.from_boards(wrong(BOARD)), InvalidBoard, "expected a list of them"),
        (lambda _: Engine(threads=wrong("2")), InvalidOption, "threads '2': expected a whole num"),
        (lambda _: analyse_game(GAME, limits=wrong(5)), InvalidOption, "5: expected Limits"),
        (lambda _: svg.draw(wrong(5)), InvalidBoard, f"5: {READS}"),
        (lambda _: svg.draw(BOARD, arrows=wrong(["f5"])), InvalidMove, "'f5': expected two"),
        (lambda _: Board(wrong(3.5)), InvalidBoard, f"board 3.5: {FORMS}"),
        (lambda _: Board(wrong(None)), InvalidBoard, f"board None: {FORMS}"),
        (lambda _: Board(wrong("f5d6"), 5), InvalidBoard, "'f5d6': expected black discs, as white"),
        (lambda _: Board(wrong("f5"), turn="X"), InvalidBoard, "'f5' with turn 'X': expected one"),
        (lambda _: Board("f5d6z9"), InvalidMove, r"'z9' \(move 3\): expected a1 ... h8 or pass"),
        (lambda _: Board([]), InvalidBoard, r"array \[\]: 0 rows, expected 8"),
        (lambda _: BOARD["z9"], InvalidMove, "'z9': expected a1 ... h8"),
        (lambda _: BOARD[wrong(slice(3))], InvalidMove, r"slice\(None, 3, None\): expected a1 ..."),
        (lambda _: BOARD["pass"], InvalidMove, "'pass': expected a1 ... h8"),
        (lambda _: Position(wrong(7)), InvalidBoard, f"7: {READS}"),
        (lambda _: Position(wrong(None)), InvalidBoard, f"None: {FORMS}"),
        (lambda _: Board(white=1), InvalidBoard, "white discs 1: expected black discs too"),
        (lambda _: Board(wrong(1.0), 2), InvalidBoard, "black discs 1.0: expected a set of discs"),
        (lambda _: Board("8/8/8/3ox3/3xo3/8/8/9 x"), InvalidBoard, "'9' is no square, expected X"),
        (lambda _: Position().push("a1"), IllegalMove, "'a1' for black: expected d3 c4 f5 e6"),
        (lambda _: Position().push(wrong(1.5)), InvalidMove, "1.5: expected a1 ... h8 or pass"),
        (lambda _: Position("f5").pop(), OutOfRange, "on .* O: expected a push before"),
        (lambda _: Board(white=wrong(1.5)), InvalidBoard, "white discs 1.5: expected a set of"),
        (lambda _: Board(turn=wrong(None)), InvalidBoard, "None: expected X .black. or O .white."),
        (lambda _: Board.from_obf(wrong(None)), InvalidBoard, "None: expected a text"),
        (lambda _: Board.from_fen(wrong(5)), InvalidBoard, "5: expected a text"),
        (lambda _: Board.parse(wrong(None)), InvalidBoard, "None: expected a text"),
        (lambda _: Board.from_array(wrong(5)), InvalidBoard, "5: expected 8 rows"),
        (lambda _: Board(wrong({"f5"})), InvalidBoard, "board {'f5'}: expected 8 rows of B, W and"),
        (lambda _: Board.from_array([[wrong([])] * 8] * 8), InvalidBoard, "expected 'B', 'W' or"),
        (lambda _: Board.from_moves(wrong(5)), InvalidMove, "5: expected moves, as in 'f5d6'"),
        (lambda _: Board.from_moves("f5", wrong(7)), InvalidBoard, READS),
        (lambda _: BOARD.after(wrong(None)), InvalidMove, "None: expected a1 ... h8 or pass"),
        (lambda _: BOARD.is_legal(wrong(1.5)), InvalidMove, "1.5: expected a1 ... h8 or pass"),
        (lambda _: Game(wrong(5)), InvalidMove, "5: expected moves, as in 'f5d6'"),
        (lambda _: Game("f5", wrong(7)), InvalidBoard, READS),
        (lambda _: Move(wrong(None)), InvalidMove, "None: expected a1 ... h8 or pass"),
        (lambda _: analyse_game(GAME, moves=["f5"]), InvalidOption, r"moves \(Move.*: expected"),
        (lambda _: svg.draw(BOARD, size=0), InvalidOption, "size 0: expected pixels"),
        (lambda _: Board("f5", wrong("d6")), InvalidBoard, "'f5' and 'd6': expected one argument"),
        (lambda _: batch.from_boards([BOARD, wrong(5)]), InvalidBoard, f"^row 1: .*5: {READS}"),
        (lambda _: batch.from_boards(["f5", "f5a1"]), IllegalMove, "^row 1: illegal move 'a1'"),
        (lambda _: batch.play(ROWS, ["z9"]), InvalidMove, "^row 0: invalid move 'z9': expected a1"),
        (lambda _: batch.to_boards(ROWS, ["X", "O"]), InvalidBoard, "2 sides to move: expected 1"),
        (lambda _: Game(wrong(BOARD)), InvalidMove, "expected moves, as in 'f5d6'; .* start="),
        (lambda _: Board.from_moves(wrong(BOARD)), InvalidMove, "as in 'f5d6'; a position is .*"),
        (lambda _: read_games("x", on_error=wrong("ignore")), InvalidOption, "'ignore': expected"),
        (lambda _: batch.search(ROWS, options={"threads": 1}), InvalidOption, "beside threads and"),
        (
            lambda _: SAMPLES.at(9999),
            OutOfRange,
            r"rows \[9999\]: expected numbers up to 0, or 1 tr",
        ),
        (lambda _: SAMPLES.at("x"), OutOfRange, r"rows \['x'\]: expected numbers"),
        (
            lambda _: match(players=("level=1", "level=99")),
            InvalidOption,
            "level 99: expected 0 to",
        ),
        (lambda _: Game("games.sgf"), InvalidMove, "'games.sgf': .* read_games reads a file"),
        (lambda _: analyse_game("f/plain.txt"), InvalidMove, "'f/plain.txt': .* read_games reads"),
        (lambda _: batch.search(ROWS, options=wrong([1])), InvalidOption, "expected a dict of"),
        (lambda _: batch.search(ROWS, black_clock=1.0), InvalidOption, "black_clock 1.0: expected"),
        (lambda _: batch.search(ROWS, window=(0, 2)), InvalidOption, r"window \(0, 2\): expected"),
        (lambda _: analyse_game(GAME, multipv=3), InvalidOption, "multipv 3: expected limits that"),
        (lambda _: Limits(black_clock=-1), InvalidOption, "black_clock -1: .* seconds, 0 or more"),
        (lambda _: Limits(white_clock=1, white_inc=-1), InvalidOption, "white_inc -1: expected"),
        (lambda _: batch.to_planes(ROWS, "foo"), InvalidOption, "dtype 'foo': expected one of ui"),
        (lambda _: batch.to_planes(ROWS, wrong(5)), InvalidOption, "dtype 5: expected one of uint"),
        (lambda _: UgiClient(wrong(5)), InvalidOption, "command 5: expected a list of words"),
        (lambda _: analyse_game(GAME, backwards=wrong("no")), InvalidOption, "backwards 'no': exp"),
        (lambda _: Engine(processor_time=wrong("no")), InvalidOption, "processor_time 'no': expec"),
        (lambda _: Strength(seed=wrong("x")), InvalidOption, "seed 'x': expected a whole number"),
        (lambda _: Onnx(wrong(3)), InvalidOption, "path 3: expected the name of a file"),
        (lambda _: Onnx("no.onnx", threads=-1), InvalidOption, "threads -1: expected 0 to 256"),
        (lambda _: Onnx("no.onnx", providers="CPU"), InvalidOption, "providers 'CPU': expected"),
        (lambda _: Onnx("no.onnx", providers=wrong(3)), InvalidOption, "providers 3: expected a l"),
        (lambda _: batch.evaluate(wrong([[1, 2], [3]])), InvalidBoard, "expected rows of one l"),
        (lambda _: batch.policy_targets(37), InvalidMove, "moves 37: expected integers of"),
        (lambda _: batch.to_planes(ROWS, legal=wrong("no")), InvalidOption, "legal 'no': expected"),
        (
            lambda _: Game.parse("a/b.sgf"),
            FormatError,
            "'a/b.sgf': expected moves; read_games reads",
        ),
        (lambda _: write_games("o.sgf", ["my a.sgf"]), InvalidOption, "game 1: .*read_games reads"),
        (lambda _: svg.draw(BOARD, size=wrong("x")), InvalidOption, "size 'x': expected pixels"),
        (lambda _: svg.draw(BOARD, scores=wrong(3)), InvalidOption, "scores 3: expected a dict"),
        (lambda _: svg.draw(BOARD, scores=wrong({"f5": "x"})), InvalidOption, "score 'x' of f5"),
        (lambda _: svg.draw(BOARD, legal_moves=wrong("no")), InvalidOption, "moves 'no': expected"),
        (lambda _: svg.draw(BOARD, title=wrong(3)), InvalidOption, "title 3: expected a text"),
        (lambda _: svg.draw(BOARD, arrows=wrong(3)), InvalidMove, "arrows 3: expected pairs"),
        (lambda _: learning.stream(wrong(3)), InvalidOption, "paths 3: expected a list of paths"),
        (lambda _: learning.stream([], seed=wrong("x")), InvalidOption, "seed 'x': expected a who"),
        (lambda _: learning.sample([], 1, phases=wrong(3)), InvalidOption, "phases 3: expected p"),
        (lambda _: next(learning.read_samples(wrong(3))), InvalidOption, "path 3: expected the n"),
        (lambda _: header(3).to_sgf(), InvalidOption, "header 'Black': 3: expected a text"),
        (lambda _: header("\ud800").to_ggf(), InvalidOption, "expected no half of a surrogate"),
        (lambda _: write_games("x.sgf", [header(3)]), InvalidOption, "header 'Black': 3: expect"),
        (lambda _: UgiClient(options=wrong([1])), InvalidOption, r"options \[1\]: expected a dict"),
        (lambda _: serve_bot(str, name=wrong(3)), InvalidOption, "name 3: expected a text"),
        (lambda _: serve_bot(lambda: "f5"), InvalidOption, r"bot <lambda>\(\): expected choose\(b"),
        (lambda _: Onnx("no.onnx"), MissingFile, "no.onnx: No such file"),
        (lambda _: write_games("no/x.ggf", ["f5"]), MissingFile, "no/x.ggf: no folder 'no'"),
        (lambda _: next(read_games("no.ggf")), MissingFile, "no.ggf: No such file"),
        (lambda _: GameBase("no.base"), MissingFile, "no.base: no such file"),
        (lambda _: match(players=("level=1",)), InvalidOption, r"\('level=1',\): expected a list"),
        (lambda _: match(openings=[]), InvalidOption, r"openings \[\]: expected a list of one"),
        (lambda _: match(openings=["f5", 5]), InvalidOption, r"openings\[1\] 5: expected an Ope"),
        (lambda _: match(n_games="2"), InvalidOption, "n_games '2': expected a whole number, 1 or"),
        (lambda _: match(n_games=0), InvalidOption, "n_games 0: expected 1 or more"),
        (lambda _: match(concurrency=0), InvalidOption, "concurrency 0: expected 1 or more"),
        (lambda _: match(log=3), InvalidOption, "path 3: expected the name of a file"),
        (lambda _: tournament(players="level=1"), InvalidOption, "'level=1': expected a list of"),
        (lambda _: tournament(players=[]), InvalidOption, "^0 players: expected two or more"),
        (lambda _: tournament(players=["level=1"]), InvalidOption, "^1 player: expected two or"),
        (lambda _: tournament(openings=["f5", 5]), InvalidOption, r"openings\[1\] 5: expected an"),
        (lambda _: tournament(n_games=0), InvalidOption, "n_games 0: expected 2 or more"),
        (lambda _: tournament(n_games="2"), InvalidOption, "n_games '2': expected a whole number"),
        (lambda _: tournament(n_games=3), InvalidOption, "^3 games a pair: expected an even num"),
        (lambda _: tournament(system="roundrobin"), InvalidOption, "'roundrobin': .* round-robin"),
        (lambda _: tournament(swiss_rounds=-1), InvalidOption, "swiss_rounds -1: expected 0 or m"),
        (lambda _: Effort(movetime=-1), InvalidOption, "movetime -1: expected 1 or more"),
        (lambda _: Effort(time=wrong("1")), InvalidOption, "time '1': expected a number of sec"),
        (lambda _: analysis_page([]), InvalidOption, r"analyses \[\]: expected one or more of"),
        (lambda _: name_of(wrong(3)), InvalidBoard, f"3: {READS}"),
        (
            lambda _: write_games("x", [], format=wrong([])),
            InvalidOption,
            r"format \[\]: expected ",
        ),
        (
            lambda _: budget_for_clock(Clock(float("nan")), 60),
            InvalidOption,
            "left nan: expected a",
        ),
        (lambda _: tuned_share("zz"), InvalidOption, "no share 'zz' that can be tuned: expected"),
        (lambda _: tune_share(wrong([]), 1), InvalidOption, r"no share \[\] that can be tuned"),
        (lambda _: round_robin(wrong("4")), InvalidOption, "n_players '4': expected a whole numb"),
        (lambda _: gauntlet(wrong(None)), InvalidOption, "n_players None: expected a whole numbe"),
        (lambda _: ladder(-1), InvalidOption, "n_players -1: expected 0 or more"),
        (lambda _: CrossTable(wrong(2.5)), InvalidOption, "n_players 2.5: expected a whole numbe"),
        (lambda _: rate(wrong(None)), InvalidOption, "points None: expected a row and a column of"),
        (lambda _: rate([[0, 1]]), InvalidOption, r"points \[\[0, 1\]\]: expected a row and a col"),
        (lambda _: rate(wrong([[0, "x"], [1, 0]])), InvalidOption, "'x'.*: expected a row and a"),
        (lambda _: next(read_openings(wrong([3]))), InvalidOption, "line 3: expected a text"),
        (
            lambda _: next(sgf.read_games(wrong([b"("]))),
            InvalidOption,
            r"line b'\(': expected a text",
        ),
        *(
            (lambda _, f=f: list(f("no.ggf")), FormatError, r"expected a game \(;.*, got 'no.ggf'")
            for f in (ggf.read_games, sgf.read_games)
        ),
        (lambda _: list(read_wthor(wrong("a.wtb"))), InvalidOption, "file 'a.wtb': expected one"),
        (lambda _: parse_move(wrong(37)), InvalidMove, "move 37: expected a1 ... h8 or pass"),
        (lambda _: read_parquet(wrong(3)), InvalidOption, "path 3: expected the name of a file"),
        (lambda _: UgiClient(ready_timeout=0), InvalidOption, "ready_timeout 0: expected more th"),
        (lambda _: UgiClient(ready_timeout=wrong("5")), InvalidOption, "'5': expected a number"),
        (lambda _: Engine(level=wrong(True)), InvalidOption, "level True: expected a whole number"),
        (lambda e: e.search("f5", depth=True), InvalidOption, "depth True: expected a whole"),
        (lambda e: e.search("f5", seconds=True), InvalidOption, "seconds True: expected a number"),
        (lambda _: Effort(inc=True), InvalidOption, "inc True: expected a number of seconds"),
    ],
)
def test_the_error_quotes_the_argument(
    engine: Engine, call: Callable[[Engine], object], kind: type[OthelloError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        call(engine)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda n, _: Engine(threads=n), marks=needs_openmp),
        pytest.param(lambda n, _: AsyncEngine(threads=n), marks=needs_openmp),
        pytest.param(lambda n, _: setattr(Engine(), "threads", n), marks=needs_openmp),
        lambda *_: Game("f5", headers={"Foo": "x"}).to_ggf(),
        lambda _, folder: write_games(folder / "a.txt", [Game("f5", headers={"Foo": "x"})]),
        lambda _, folder: list(read_games(folder / "latin.txt")),
    ],
)
def test_a_warning_names_the_line_of_the_caller(
    tmp_path: Path, call: Callable[[int, Path], object]
) -> None:
    (tmp_path / "latin.txt").write_bytes(b'[Black "Jos\xe9"]\nf5d6\n')
    with pytest.warns() as warned:
        call(core.processors() + 1, tmp_path)
    assert {warning.filename for warning in warned} == {__file__}


SPELLINGS = {"X": "X", "O": "O", "black": "X", "White": "O", "b": "X", "w": "O", "*": "X"}
GGF = parse_game("(;GM[Othello]TB[1]TW[2];)")


@pytest.mark.parametrize(
    "call",
    [
        lambda side: Board(turn=side).turn,
        lambda side: Board.from_array(BOARD.to_array(), side),
        lambda side: batch.to_boards(ROWS, side),
        lambda side: batch.to_boards(ROWS, [side]),
        lambda side: accuracy_by_phase(ANALYSIS.moves, side),
        lambda side: accuracy_by_phase(ANALYSIS, side),
        lambda side: Limits(black_clock=1, white_clock=2).clock(side),
        lambda side: GGF.clock(side),
        lambda side: GGF.seconds_left(side),
    ],
)
def test_everything_takes_the_same_names_of_sides(call: Callable[[Any], object]) -> None:
    for spelling, side in SPELLINGS.items():
        assert call(spelling) == call(side)
    assert call("X") != call("O")
    for bad in ("green", "", 1, None):
        with pytest.raises(InvalidBoard, match="invalid side .*: expected X .black. or O .white."):
            call(bad)


def test_texts_and_numbers_serve_as_moves(engine: Engine) -> None:
    assert engine.search(BOARD, Limits(depth=1, moves="f5")).move == Move("f5")
    assert engine.search(BOARD, Limits(depth=1, moves=[37])).move == Move("f5")
    assert (batch.play(ROWS, ["F5"]) == batch.play(ROWS, [37])).all()
    assert (batch.policy_targets(["f5", "pass"]) == batch.policy_targets([37, 64])).all()
    assert svg.draw(BOARD, scores=wrong({"f5": 1})) == svg.draw(BOARD, scores={Move("f5"): 1})
    assert svg.draw(BOARD, arrows=wrong(["f5d6"])) == svg.draw(BOARD, arrows=[("f5", "d6")])
