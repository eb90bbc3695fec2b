"""Why moves are bad: every number in an explanation is counted anew here, on lists of lists."""

import random
import re

import pytest
from support.endgames import ENDGAME
from support.random_games import random_game
from support.reference import legal_moves

from othello import BLACK, WHITE, Board, Engine, Limits, Move
from othello.board import replay
from othello.errors import IllegalMove
from othello.explaining.explanation import HORIZON, NEARER, Explanation, explain_move, full_line
from othello.explaining.line_statistics import (
    LineStatistics,
    SideStatistics,
    frontier,
    line_statistics,
    regions,
    sides,
)
from othello.explaining.reasons import WORTH, Comparison, find_reasons
from othello.notation import PASS, split_moves, squares_of


def random_boards(number: int, seed: int) -> list[Board]:
    games = (random_game(1000 * seed + n, 4 + n % 52) for n in range(number))
    return [game.board for game in games if not game.is_over]


def around(square: int) -> set[int]:
    file, rank = square % 8, square // 8
    return {
        8 * y + x
        for x in range(max(file - 1, 0), min(file + 2, 8))
        for y in range(max(rank - 1, 0), min(rank + 2, 8))
    } - {square}


def test_frontier_and_regions_by_hand() -> None:
    for board in random_boards(100, 1):
        empties = set(map(int, squares_of(board.empties)))
        mine = set(map(int, squares_of(board.player)))
        expected = {square for square in mine if around(square) & empties}
        assert set(map(int, squares_of(frontier(board.player, board.opponent)))) == expected, board
        found = [set(map(int, squares_of(region))) for region in regions(board.empties)]
        assert set().union(*found) == empties and sum(map(len, found)) == len(empties)
        for region in found:
            reached = {min(region)}
            while more := {s for at in reached for s in around(at) & empties} - reached:
                reached |= more
            assert reached == region, board


def test_a_move_that_alone_is_proven_is_not_proven_to_be_the_best() -> None:
    board = "-O--O---XOXXOXXX-OXXOXXXXOXOXX-XXOOXOXXX-OXXXXXXOOOOOOOX-OOX-O-O X"
    with Engine(hash_mb=1) as engine:
        explanation = explain_move(board, "d1", engine, nodes=10000)
        assert explanation.played.exact and explanation.played.score == 22
        assert engine.solve(board).score == 24 and not explanation.exact


def test_the_counts_of_a_course() -> None:
    rng = random.Random(2)
    for board in random_boards(60, 3):
        line, at = [], board
        while not at.is_over and len(line) < 12:
            line.append(rng.choice(at.legal_moves()))
            at = at.after(line[-1])
        plies = min(len(line), 6)
        course = line_statistics(board, line, plies)
        own = board.turn
        boards = [after for _, after in replay(board, line[:plies])]
        mine = [len(b.legal_moves()) * (not b.must_pass) for b in boards if b.turn == own]
        theirs = [len(b.legal_moves()) * (not b.must_pass) for b in boards if b.turn != own]
        if not boards[-1].is_over:
            assert course.own.moves == (sum(mine) / len(mine) if mine else None)
            assert course.opponent.moves == (sum(theirs) / len(theirs) if theirs else None)
        passes = [m for m, b in zip(line, [board, *boards], strict=False) if b.turn == own]
        assert course.passes == passes[:plies].count(PASS)
        ours, others = sides(boards[-1], own)
        assert course.own.stable <= ours.bit_count()
        assert course.opponent.stable <= others.bit_count()
        is_whole = at.is_over
        assert (course.last_moves is not None) == is_whole
        if is_whole:
            assert course.n_regions is not None and course.last_moves is not None
            assert 0 <= course.last_moves <= course.n_regions


def pair(**changes: object) -> Comparison:
    """Return two moves whose lines differ in nothing but `changes` of the first."""
    side = SideStatistics(5.0, (), 3, 9.0, 0)
    usual = LineStatistics(8, side, side._replace(frontier=8.0), 1, 0, 2, 4)
    return Comparison(ENDGAME, Move("d3"), Move("c3"), changed(usual, **changes), usual)


def changed(line: LineStatistics, **changes: object) -> LineStatistics:
    """Return a line with other numbers; those of a side, such as ``own_moves``, begin with it."""
    for name, value in changes.items():
        side, _, own_name = name.partition("_")
        if side in ("own", "opponent"):
            name, value = side, getattr(line, side)._replace(**{own_name: value})
        line = line._replace(**{name: value})
    return line


@pytest.mark.parametrize(
    ("fact", "changes", "value"),
    [
        ("corner", {"opponent_corners": (Move("a1"),)}, 1),
        ("pass", {"passes": 2}, 2),
        ("stable", {"own_stable": 1, "opponent_stable": 5}, 4),
        ("own_mobility", {"own_moves": 2.5}, 2.5),
        ("opponent_mobility", {"opponent_moves": 8.0}, 3),
        ("frontier", {"own_frontier": 12.0}, 3),
        ("frontier", {"opponent_frontier": 5.0}, 3),
        ("parity", {"odd_regions": 3}, 2),
        ("access", {"opponent_regions": 1}, 1),
        ("access", {"opponent_regions": 3, "own_regions": 1}, 2),
        ("last_move", {"last_moves": 1}, 1),
    ],
)
def test_what_differs_is_the_reason(fact: str, changes: dict[str, object], value: float) -> None:
    reasons = find_reasons(pair(**changes))
    assert [(reason.fact, reason.value) for reason in reasons] == [(fact, value)]
    better = pair(**changes)
    swapped = better._replace(after_move=better.after_better, after_better=better.after_move)
    assert find_reasons(swapped) == [], "what is better is no reason"
    assert find_reasons(pair()) == []


@pytest.mark.parametrize(
    ("both", "start", "end"),
    [
        ({}, "White takes the corner a1; ", "after c3 nobody takes a corner."),
        (
            {"own_corners": (Move("h8"),)},
            "White takes the corner a1 and Black takes the corner h8; ",
            "after c3 Black takes the corner h8.",
        ),
    ],
)
def test_who_takes_which_corner(both: dict[str, object], start: str, end: str) -> None:
    usual = pair(**both, opponent_corners=(Move("a1"),))
    after_better = changed(usual.after_better, **both)
    (reason,) = find_reasons(usual._replace(after_better=after_better))
    assert str(reason.says).endswith(f" {start}{end}")


def test_stable_discs_are_told_by_side() -> None:
    (reason,) = find_reasons(pair(own_stable=1, opponent_stable=5))
    assert re.search(
        r"Black has 1 .* White 5; after c3 Black has \d+ and White \d+\.$", reason.text
    )


def test_what_a_move_costs_is_the_difference_of_the_scores_that_are_said() -> None:
    with Engine(hash_mb=1) as engine:
        line = engine.search(Board(), depth=1).lines[0]
    played, best = (line._replace(score=score) for score in (-3.34, -0.45))
    head = Explanation(Board(), played, best, ()).sentences[0]
    shown = [float(str(head.values[name])) for name in ("loss", "best", "score")]
    assert shown[0] == pytest.approx(shown[1] - shown[2])


def test_an_x_square_is_named_when_its_corner_falls() -> None:
    squares = "--------OOO---X-OOO-OX--XXXXXXX-X-OXOOOOOXOXOOOO--OOXXX---OXX-X-"
    board = Board.from_obf(f"{squares} X")
    line, better = split_moves("b7f2b5a8g3d3h4h1"), split_moves("b5e2")
    courses = line_statistics(board, line, 8), line_statistics(board, better, 2)
    reasons = find_reasons(Comparison(board, line[0], better[0], *courses))
    (text,) = [reason.text for reason in reasons if reason.fact == "x_square"]
    assert "b7 is an X square beside the empty corner a8" in text
    # Without the corner's fall nothing is said of it.
    courses = line_statistics(board, line, 3), line_statistics(board, better, 2)
    reasons = find_reasons(Comparison(board, line[0], better[0], *courses))
    assert "x_square" not in [reason.fact for reason in reasons]


def test_regions_of_one_side_are_those_where_it_alone_has_a_legal_move() -> None:
    n_found = 0
    for board in random_boards(300, 6):
        if board.n_empties > 20 or board.must_pass:
            continue
        move = board.legal_moves()[0]
        after, course = board.after(move), line_statistics(board, [move], 1)
        signs = after.to_obf()[:64]
        own, other = (
            {
                8 * y + x
                for y, x in legal_moves([list(signs[n : n + 8]) for n in range(0, 64, 8)], side)
            }
            for side in (board.turn, WHITE if board.turn == BLACK else BLACK)
        )
        parts = [set(map(int, squares_of(region))) for region in regions(after.empties)]
        for found, mine, others in ((course.own, own, other), (course.opponent, other, own)):
            alone = [bool(part & mine) > bool(part & others) for part in parts]
            assert found.regions == sum(alone)
            n_found += sum(alone)
    assert n_found > 50


def test_access_is_no_reason_before_there_are_regions_or_beside_a_pass() -> None:
    both = find_reasons(pair(opponent_regions=2, passes=1))
    assert [reason.fact for reason in both] == ["pass"]
    early = pair(opponent_regions=2)._replace(board=Board("f5"))
    assert find_reasons(early) == []


def test_every_number_is_that_of_the_lines() -> None:
    with Engine(hash_mb=4, endgame_depth=10) as engine:
        explained = 0
        for board in random_boards(25, 5):
            for move in board.legal_moves()[:2]:
                explanation = explain_move(board, move, engine, Limits(depth=4))
                best = explanation.best.pv
                assert Board.from_moves(explanation.played.pv, board) is not None
                assert explanation.move == move and explanation.loss >= 0
                if not explanation.reasons:
                    continue
                explained += 1
                plies = min(HORIZON, len(best), len(explanation.played.pv))
                plies = min(plies, max(board.n_empties - 1, 1))
                for reason in explanation.reasons:
                    assert reason.fact in WORTH and reason.value > 0
                    assert reason.text in explanation.text
                    if reason.fact == "stable":
                        looked, *numbers = map(int, re.findall(r"\b\d+\b", reason.text))
                        after = line_statistics(board, explanation.played.pv, looked)
                        assert looked in (plies, *NEARER)
                        assert numbers[:2] == [after.own.stable, after.opponent.stable]
        assert explained > 10


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("f5", "f4"), ("f5", "f6"), ("f5d6", "c6"), ("f5d6", "c7"), ("f5f6", "d3"), ("f5f6", "c4"),
        ("f5d6c3", "g5"), ("f5d6c3", "f4"), ("f5f6e6f4", "c3"), ("f5f4", "g3"),
    ],
)  # fmt: skip
def test_common_mistakes_of_the_opening_have_reasons(line: str, move: str) -> None:
    with Engine(hash_mb=16) as engine:
        explanation = explain_move(line, move, engine, Limits(level=10))
    assert explanation.loss > 0.5 and explanation.reasons, explanation.text


def test_lines_are_filled_up_to_the_horizon() -> None:
    with Engine(hash_mb=1) as engine:
        line = full_line(engine, Board(), (Move("f5"),))
        assert len(line) == HORIZON and Board.from_moves(line)
        over = Board.from_obf("X" * 62 + "O- X")
        assert full_line(engine, over, (Move("h8"),)) == (Move("h8"),)


def test_the_best_move_costs_nothing() -> None:
    best = Engine(hash_mb=4).solve(ENDGAME).move
    assert best is not None
    explanation = explain_move(ENDGAME, best)
    assert (explanation.loss, explanation.reasons, explanation.exact) == (0, (), True)
    assert explanation.text.startswith(f"{best} is the best move")


def test_the_position_may_be_a_text() -> None:
    for move in ("a1", "pass"):
        with pytest.raises(IllegalMove, match=f"illegal move '{move}' for white: expected d3"):
            explain_move("f5d6c3", move)
    limits = Limits(depth=4)
    expected = explain_move(Board("f5d6c3"), "f4", limits=limits)
    assert explain_move("f5d6c3", "f4", limits=limits) == expected
