"""What is said to a child of a move: all of it can be seen on the board, and is true there."""

import re
from collections import Counter

from support.random_games import random_game

from othello import Board, Engine, Move
from othello.analysis.moves import MISTAKE
from othello.explaining.explanation import Explanation, explain_move
from othello.explaining.line_statistics import frontier, sides
from othello.explaining.simple import FEW
from othello.notation import PASS, SIDE_NAMES, squares_of

CORNERS = {"a1", "h1", "a8", "h8"}


def open_to(board: Board) -> set[str]:
    """Return where the side to move can play."""
    return {str(move) for move in board.legal_moves() if move is not PASS}


def is_true(told: Explanation) -> bool:
    """Return whether the board shows what is said of a move."""
    sight = told.simple
    assert sight is not None
    board, text, ringed = told.board, str(sight.says), set(map(str, sight.squares))
    after = board.after(told.move)
    replies = open_to(after)
    values = {name: str(value) for name, value in sight.says.values.items()}
    count, reply = int(values.get("count", 0)), values.get("reply")
    own = SIDE_NAMES[board.turn].capitalize()
    assert own not in text, "who has moved is you"
    if "next to" in text:
        (corner,) = (set(values.values()) - {values["move"]}) & CORNERS
        (file, rank), (x, y) = corner, values["move"]
        is_next = abs(ord(file) - ord(x)) <= 1 and abs(int(rank) - int(y)) <= 1
        is_open = "take it." not in text or corner in replies
        return is_next and is_open and board.disc_at(corner) is None
    if text.startswith("The corner is good"):
        return str(told.move) in CORNERS
    if "orner" in text and "danger" not in text:
        if "Well done" in text:
            return str(told.move) in CORNERS & ringed
        if "could have" in text:
            return bool(open_to(board) & CORNERS)
        return bool(ringed) and ringed <= CORNERS & replies
    if reply is not None:
        then = after.after(reply)
        assert reply in replies
        if "in danger" in text:
            return bool(then.opponent_legal_mask >> Move(values["corner"]) & 1)
        if "few moves" in text:
            return 0 < len(open_to(then)) <= FEW and ringed == {reply}
        if "all your discs" in text:
            return not sides(then, board.turn)[0]
        return then.must_pass
    if "places to play" in text:
        return count == len(replies) and ringed == replies
    if "You turned" in text:
        return count == board.flips(told.move).bit_count()
    if "touch empty" in text:
        return count == frontier(*sides(after, board.turn)).bit_count() == len(ringed)
    if "never be turned" in text:
        return count == len(ringed) and ringed <= {
            str(square) for square in squares_of(sides(after, board.turn)[0])
        }
    if "squares are empty" in text:
        empty = all(after.disc_at(square) is None for square in ringed)
        return empty and count == len(ringed) and count % 2 == 1
    if "play again" in text:
        return after.must_pass
    if "Another move makes" in text:
        return any(board.after(move).must_pass for move in board.legal_moves())
    if "Good move" in text:
        return told.move == told.best.pv[0]
    general = "There was a better move", "Count to the end"
    return text.startswith(general) or "far out" in text


def dangers(board: Board) -> set[str]:
    """Return the corners that the side to move can take, now or after another move of its own."""
    found = open_to(board) & CORNERS
    for reply in open_to(board):
        could = board.after(reply).opponent_legal_mask
        found |= {corner for corner in CORNERS if could >> Move(corner) & 1}
    return found


def is_only_after_it(told: Explanation) -> bool:
    """Return whether what is said of a bad move is not so, or less so, after the best one."""
    assert told.simple is not None
    says, ringed = told.simple.says, set(map(str, told.simple.squares))
    text, better = str(says), told.board.after(told.best.pv[0])
    replies = open_to(better)
    then = [better.after(reply) for reply in replies]
    if "in danger" in text:
        is_open = open_to(told.board.after(told.move)) & CORNERS
        return not is_open and str(says.values["corner"]) not in dangers(better)
    if "few moves" in text:
        few = len(open_to(told.board.after(told.move).after(str(says.values["reply"]))))
        return all(len(open_to(each)) > few or each.is_over for each in then)
    if "no move" in text:
        return not any(each.must_pass for each in then)
    if "all your discs" in text:
        return all(sides(each, told.board.turn)[0] for each in then)
    if (
        "orner" in text
        and str(told.move) not in CORNERS
        and ringed
        and "soon" not in text
        and "often" not in text
    ):
        return not ringed & replies
    if "places to play" in text:
        return len(replies) < len(ringed)
    return True


def test_all_that_is_said_is_true() -> None:
    said: Counter[str] = Counter()
    with Engine(threads=1, hash_mb=4, endgame_depth=8) as engine:
        for n in range(90):
            board = random_game(n, 2 + n * 7 % 57).board
            for move in [] if board.is_over or board.must_pass else board.legal_moves():
                told = explain_move(board, move, engine, depth=3)
                if told.simple is None:
                    continue
                text = str(told.simple.says)
                assert is_true(told), (board, move, text)
                is_praise = text.startswith(("Well done", "Good move"))
                assert is_praise == (told.loss < MISTAKE), (board, move, text)
                if told.loss >= MISTAKE:
                    assert is_only_after_it(told), (board, move, text)
                    is_corner = str(move) in CORNERS
                    assert not (is_corner and "danger" in text), (board, move, text)
                    assert not re.search(rf"\b{told.best.pv[0]}\b", text), (board, move, text)
                said[told.simple.says.form] += 1
    assert len(said) >= 15, said


def test_an_explanation_tells_it_as_json() -> None:
    told = explain_move("f5d6c3d3c4f4f6b4e3", "g7", depth=4).to_dict()
    assert told["mistake"] is True
    assert told["simple"] == {
        "form": "{move} is next to the corner {corner}. That lets {Other} take it.",
        "values": {"move": "g7", "Other": {"form": "Black", "values": {}}, "corner": "h8"},
        "text": "g7 is next to the corner h8. That lets Black take it.",
        "squares": ["h8"],
        "arrows": [["g7", "h8"]],
    }
    assert explain_move("startpos", "f5", depth=4).to_dict()["simple"] is None


def test_a_corner_is_not_asked_back_for_a_danger_that_is_there_anyway() -> None:
    """White can take a8 and h8; after black's h1 only h8, and after the better e6 both."""
    told = explain_move("f5d6c6b6c7d8b7f6d3f4g3c2f3d7g7g2", "h1")
    assert told.loss >= MISTAKE
    assert "danger" not in str(told.simple and told.simple.says)
