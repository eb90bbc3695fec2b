"""The library's public names, their lazy import, and first steps with them."""

import ast
import copy
from importlib import import_module
from pathlib import Path

import pytest

import othello
from othello._moved import MOVED


def test_every_public_name_is_there() -> None:
    for name in othello.__all__:
        assert getattr(othello, name) is not None
    assert {*othello.__all__, *othello.MODULES} == set(dir(othello))
    with pytest.raises(AttributeError, match="no attribute 'Bord'"):
        othello.Bord  # noqa: B018


def test_type_checkers_see_every_public_name() -> None:
    """Type checkers do not run `__getattr__`, so each name is also imported for them."""
    package = Path(othello.__file__).parent
    texts = [package.joinpath(name).read_text("utf-8") for name in ("__init__.py", "_added.pyi")]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    imported = {alias.name for node in imports for alias in node.names}
    assert imported >= {*othello.__all__, *othello.MODULES}


@pytest.mark.parametrize("older", MOVED)
def test_a_module_that_moved_is_found_by_its_older_name(older: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"othello.{older}: expected othello."):
        found = import_module(f"othello.{older}")
    assert found is import_module(f"othello.{MOVED[older]}")


def test_a_copy_of_a_game_is_played_on_alone() -> None:
    game = othello.Game("f5", headers={"Black": "me"})
    for twin in (
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        eval(repr(game), vars(othello)),
    ):
        assert twin == game
        twin.play("d6")
        twin.headers["Black"] = "you"
        assert twin != game
        assert game.transcript() == "f5" and game.headers == {"Black": "me"}
        assert twin.undo() == othello.Move("d6")
    assert game != "f5" and game != othello.Game("f5")
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_squares_and_moves_are_asked_by_name_and_number() -> None:
    board = othello.Board.from_moves("f5d6c3")
    picture = "".join(board.disc_at(square) or "-" for square in range(64))
    assert picture == board.to_obf()[:64]
    legal = [move for move in range(65) if board.is_legal(move)]
    assert legal == board.legal_moves()
    assert board.is_legal("D3") and not board.is_legal("a1")
    for outside in ("pass", 64, "i9", -1):
        with pytest.raises(othello.errors.InvalidMove, match="expected"):
            board.disc_at(outside)
    must_pass = othello.Board.from_obf("X" * 62 + "O-" + " O")
    assert must_pass.is_legal("pass") and not must_pass.is_legal("h8")
