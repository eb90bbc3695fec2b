"""What is said to a child of a move: all of it can be seen on the board, and is true there."""

import re
from collections import Counter

from support.random_games import random_game

from othello import Board, Engine, Move
from othello.analysis.moves import MISTAKE
from othello.explaining.explanation import Explanation, explain_move
from othello.explaining.line_statistics import frontier, sides
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
        is_open = "can take" not in text or corner in replies
        return is_next and is_open and board.disc_at(corner) is None
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
        if "only play" in text:
            return len(open_to(then)) == (count or 1) and ringed == open_to(then)
        if "all your discs" in text:
            return not sides(then, board.turn)[0]
        return then.must_pass
    if "can now play" in text:
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
    return text.startswith(("There was a better move", "Count to the end")) or "far out" in text


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
                assert text.startswith("Well done") == (told.loss < MISTAKE), (board, move, text)
                if told.loss >= MISTAKE:
                    assert not re.search(rf"\b{told.best.pv[0]}\b", text), (board, move, text)
                said[told.simple.says.form] += 1
    assert len(said) >= 15, said


def test_an_explanation_tells_it_as_json() -> None:
    told = explain_move("f5d6c3d3c4f4f6b4e3", "g7", depth=4).to_dict()
    assert told["simple"] == {
        "form": "{move} is next to the corner {corner}. Now {Other} can take it.",
        "values": {"move": "g7", "Other": {"form": "Black", "values": {}}, "corner": "h8"},
        "text": "g7 is next to the corner h8. Now Black can take it.",
        "squares": ["h8"],
        "arrows": [["g7", "h8"]],
    }
    assert explain_move("startpos", "f5", depth=4).to_dict()["simple"] is None
