"""The names of openings: each line legal and unlike the others, found wherever it is typed."""

import pytest

from othello.analysis.openings import find_openings, name_of, opening_of
from othello.board import Board
from othello.game import Game
from othello.openings.catalogue import catalogue, find_line, search_lines
from othello.pasted.move_text import parse_game

WELL_KNOWN = (
    "Tiger, Rose, Buffalo, Heath, Cow, Bat, Cat, Chimney, Comp'Oth, Inoue, Leader's Tiger, "
    "Stephenson, Snake, Horse, Swallow, Sailboat, Kung, No-Kung, Brightwell, Ishii, Tamenori"
)


def test_every_line_is_legal_and_begins_with_f5() -> None:
    assert len(catalogue()) > 100
    for line in catalogue():
        game = Game(line.moves)
        assert game.transcript() == line.moves, f"{line}: a pass was put in"
        assert line.moves.startswith("f5"), line


def test_no_two_lines_are_the_same_position_and_no_two_names_are_alike() -> None:
    """Neither by another order of moves nor on a board turned round."""
    positions = {Board.from_moves(line.moves).canonical(): line for line in catalogue()}
    assert len(positions) == len(catalogue())
    names = [name for line in catalogue() for name in line.names]
    assert len({"".join(filter(str.isalnum, name.casefold())) for name in names}) == len(names)
    assert all(name == name.strip() and name for name in names)


def test_what_every_player_knows_is_there() -> None:
    known = {name for line in catalogue() for name in line.names}
    assert {*WELL_KNOWN.split(", ")} - known == set()


def test_a_name_is_a_position_wherever_one_is_read() -> None:
    for line in catalogue():
        board = Board.from_moves(line.moves)
        for name in line.names:
            for spelled in (name, name.upper(), f"  {name.lower()} "):
                assert Board.parse(spelled) == board, spelled
            assert parse_game(name) == Game(line.moves), name


def test_moves_and_boards_are_no_names_but_japanese_names_are() -> None:
    for name, english in (
        ("虎", "Tiger"),
        ("うさぎ", "Rabbit"),
        ("ウシ", "Cow"),
        ("ろーず", "Rose"),
    ):
        assert find_line(name) == find_line(english)
    assert find_line("f5d6") is None and find_line("startpos") is None and find_line("") is None
    assert Board.parse("f5d6") == Board.from_moves("f5d6")


def test_a_game_has_the_last_name_it_went_through() -> None:
    game = Game("f5d6c3d3c4f4f6f3e6e7")
    assert [line.name if (line := name_of(board)) else "" for board in game.positions()] == [
        *("", "", "Perpendicular Opening", "", "", "Tiger", "", "Stephenson", "Comp'Oth", "", "")
    ]
    assert opening_of(game) == find_line("Comp'Oth")
    assert opening_of(Game("f5")) is None
    assert opening_of(game.transcript()) == opening_of(game.positions()) == opening_of(game)
    assert name_of("f5d6c3d3c4") == find_line("Tiger")


def test_turned_boards_and_transpositions_have_names_too() -> None:
    tiger = find_line("Tiger")
    for turned in ("c4e3f6e6f5", "d3c5f6f5e6", "e6f4c3c4d3"):
        assert opening_of(Game(turned)) == tiger, turned
    comp = Board.from_moves("f5d6c3d3c4f4f6f3")
    other = Game("f5d6c4f4f6d3c3f3")
    assert other.board == comp and opening_of(other) == find_line("Comp'Oth")


def test_search() -> None:
    assert {line.name for line in search_lines("TIGER")} >= {"Tiger", "Leader's Tiger"}
    assert [line.name for line in search_lines("cambridge")] == ["Bat"]
    assert search_lines("") == search_lines(" ") == list(catalogue())
    assert all(line.moves.startswith("f5f4") for line in search_lines("f5f4"))
    assert search_lines("no such name") == search_lines("!!!") == []


@pytest.mark.parametrize("moves", ["f5d6c3", "d3c5f6", "e6f4c3", "c4e3f6"])
def test_openings_are_found_however_the_board_is_turned(moves: str) -> None:
    assert find_openings(moves) == find_openings("f5d6c3")
    assert {"Tiger", "Rose-Bill", "Dragon"} <= {line.name for line in find_openings(moves)}
