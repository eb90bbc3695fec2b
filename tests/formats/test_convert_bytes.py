"""``othello convert``: bytes that are no UTF-8, and files that are in each other's way."""

from pathlib import Path

import pytest
from support.cli_process import othello

from othello import read_games
from othello.files.writing import write_together
from othello.wthor.games import WthorGame, write_wthor
from othello.wthor.names import NameList, WthorNames


@pytest.mark.parametrize(
    ("declared", "codec", "black", "white"),
    [
        ("CA[GB2312]", "gb2312", "\u9ed1\u65b9", "\u767d"),
        ("CA[Shift_JIS]", "shift_jis", "\u30bd\u8868", "\u6b3a"),  # second bytes: backslash, "]"
        ("CA[big5]", "big5", "\u529f\u8457", "\u5b50"),
        ("CA[ISO-8859-1]", "latin-1", "Bj\u00f8rn", "\u00c3\u00a9"),  # the latter may be UTF-8, too
        ("", "latin-1", "Bj\u00f8rn", "\u00c9va"),
        ("", "utf-8", "Bj\u00f8rn", "\u9ed1"),
        ("CA[UTF-8]", "utf-8-sig", "\u9ed1", "\u767d"),
        ("CA[no such set]", "utf-8", "\u9ed1", "\u767d"),
    ],
)
def test_sgf_is_in_the_set_that_it_declares(
    tmp_path: Path, declared: str, codec: str, black: str, white: str
) -> None:
    source, target = tmp_path / "a.sgf", tmp_path / "b.sgf"
    text = f"(;GM[2]FF[4]PB[{black}]\r\n{declared}PW[{white}];B[f5]C[{white}\\]];W[d6])"
    source.write_bytes(text.encode(codec))
    expected = {"Black": black, "White": white}
    (game,) = read_games(source)
    assert (game.transcript(), game.headers) == ("f5d6", expected)
    copied = othello("convert", source, target)
    assert (copied.returncode, copied.stderr) == (0, "")
    text = target.read_text("utf-8")
    assert text.count("CA[UTF-8]") == text.count("CA[") == 1 and f"C[{white}\\]]" in text
    (again,) = read_games(target)
    assert again.headers == expected


def test_each_game_of_sgf_has_a_set_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "a.sgf"
    sets = {"Shift_JIS": "\u30bd", "UTF-8": "\u9ed1", "GB2312": "\u9ed1\u65b9"}
    texts = [f"(;CA[{name}]PB[{black}];B[f5])\n".encode(name) for name, black in sets.items()]
    source.write_bytes(b"".join(texts))
    assert [game.headers["Black"] for game in read_games(source)] == [*sets.values()]


def test_wthor_keeps_names_and_what_was_solved(tmp_path: Path) -> None:
    source, target = tmp_path / "games.wtb", tmp_path / "chosen.wtb"
    game = WthorGame((37, 43, 18), 40, 33, tournament=1, black=2, white=1, year=2001)
    names = WthorNames(NameList(["?", "Bob", "Ann"]), NameList(["?", "Open"]))
    files = names.files_beside(source)
    write_together({str(source): write_wthor([game, game], 2001, solved_empties=22), **files})
    assert othello("convert", source, target, "--dedupe").returncode == 0
    assert target.read_bytes() == write_wthor([game], 2001, solved_empties=22)
    (again,) = read_games(target)
    assert [again.headers[name] for name in ("Black", "White", "Event")] == ["Ann", "Bob", "Open"]
    assert othello("convert", source, source).returncode == 0
    assert {path: Path(path).read_bytes() for path in files} == files
