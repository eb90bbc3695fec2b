"""The library's first lines, as its design has them."""

from __future__ import annotations

import pytest

import othello


def test_first_lines(capsys: pytest.CaptureFixture[str]) -> None:
    if othello.Engine.max_threads() < 2:
        pytest.skip("built for one thread")
    board = othello.Board()
    board = board.after("f5")
    assert "d6" in [str(move) for move in board.legal_moves()]
    with othello.Engine(threads=2, hash_mb=64) as engine:
        result = engine.search(board, depth=12)
        assert result.move in board.legal_moves() and not result.exact
        assert abs(result.score) < 64 and result.pv[0] == result.move
        assert result.nodes > 0 and result.seconds > 0
        exact = engine.solve(
            othello.Board.from_obf(
                "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
            )
        )
        assert exact.exact and exact.score == 18
        for info in engine.analyse(board, seconds=1.0):
            print(info.depth, info.score, info.pv)
    depths = [int(line.split()[0]) for line in capsys.readouterr().out.splitlines()]
    assert len(depths) > 3 and depths == sorted(depths)


def test_every_public_name_is_there() -> None:
    for name in othello.__all__:
        assert getattr(othello, name) is not None
    assert set(othello.__all__) <= set(dir(othello))
    with pytest.raises(AttributeError, match="no attribute 'Bord'"):
        othello.Bord  # noqa: B018
