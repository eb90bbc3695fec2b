"""Moves as people paste them."""

import io
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pasted_texts import pasted_texts
from support.random_games import random_game

from othello import Board, Game
from othello.convert import FORMATS
from othello.errors import FormatError
from othello.formats.detect import format_of_text
from othello.formats.move_text import format_game, parse_game, read_games, read_natives
from othello.notation import PASS

TIGER = Game("f5d6c3d3c4f4")


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4f4",
        "F5D6C3D3C4F4",
        "f5 d6 c3 d3 c4 f4",
        "f5, d6; c3. d3 / c4 | f4",
        "f5-d6-c3-d3-c4-f4",
        "f5\nd6\nc3\r\nd3\n\tc4\nf4\n",
        "1. f5 d6 2. c3 d3 3. c4 f4",
        "1.F5 D6 2.C3 D3 3.C4 F4",
        "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4",
        "Game 3: f5d6c3 d3c4f4",
        "1. f5 d6 3. c3 d3 5. c4 f4",
        "1) f5 d6  2) c3 d3  3) c4 f4",
        "1 f5\n2 d6\n3 c3\n4 d3\n5 c4\n6 f4",
        "1: f5\n2: d6\n3: c3\n4: d3\n5: c4\n6: f4",
        "1f5 2d6 3c3 4d3 5c4 6f4",
        "f5...d6...c3...d3...c4...f4",  # dots between all moves stand for none
        "1. f5 d6...\n2. c3 d3 \u2026 3. c4 f4",  # nor do those before the next number
        "1... f5! d6?! 2... c3!! d3 {the tiger} 3... c4 f4 (3)",
        "Black: F5\nWhite: D6\nBlack: C3\nWhite: D3\nb c4\nw: f4",
        "B f5 W d6 B c3 W d3 X c4 O f4",
        "[f5][d6][c3][d3][c4][f4] 33-31",
        "'f5' \u2192 'd6' \u2192 'c3' \u2192 d3 / c4 \u203a f4 40 - 24",
        "| f5 | d6 |\n| c3 | d3 |\n| c4 | f4 |",
        "f5 -- d6 -- c3 -- d3 -- c4 -- f4",  # nobody passes so often: dashes
        "f5 \u2013 d6\nc3 \u2013 d3\nc4 \u2013 f4 33 \u2013 31",
        "-- f5 d6 c3 d3 c4 f4 --",
        "\ufefff5_d6_c3_d3_c4_f4*",
        "1.f5d62.c3d33.c4f4",
        "1.f52.d63.c34.d35.c46.f4",
        "1f52d63c34d35c46f4",
        "ｆ５ｄ６　ｃ３，ｄ３　１．ｃ４ｆ４",
        "黒: f5\n白: d6\n黒c3 白d3\n黒：c4 白：f4",
        "f5 1 d6 2 c3 3 d3 4 c4 5 f4 6",
        "f5 d6 c3 d3 c4 f4 resigns",
        "(f5) (d6 c3) [d3 c4] (f4)",
        "f5/d6 c3/d3 c4/f4",
        "f5/d6/c3\nd3/c4/f4",
        "f5 (0:03) d6 (0:12) c3 d3 c4 f4 (33-31)",
        "f5 d6 c3 d3 c4 f4\nBlack resigned",
        '[White "Ann"]\n[Event "G8"]\n\n1. f5 d6 2. c3 d3 3. c4 f4',
        "1. f5 d6 2. c3 d3 3. c4 f4 *",  # PGN's, of a game that is not over
        '[Result "*"]\n\n1. f5 d6 2. c3\nd3 3. c4 f4\n*',
    ],
)
def test_forms(text: str) -> None:
    assert parse_game(text).transcript() == TIGER.transcript()


DUE = "f5f4c3g6g4h3h4h5h7f7"
"""After these moves white must pass, and d3 is black's."""

WIPEOUT = "e6f4e3f6g5d6e7f5c5"
"""A finished game, +64."""

WITH_PASS = next(game for seed in range(100) if PASS in (game := random_game(seed)).moves)


@pytest.mark.parametrize(
    "spelling", ["pass", "PA", "ps", "--", "---", "\u2013", "\u2014", "", "Pass."]
)
def test_passes(spelling: str) -> None:
    words = [spelling if move.is_pass else str(move) for move in WITH_PASS.moves]
    assert parse_game(" ".join(words)).moves == WITH_PASS.moves
    # Some write passes until both sides have passed.
    assert parse_game(" ".join([*words, spelling, spelling])).moves == WITH_PASS.moves


@pytest.mark.parametrize("bad", ["d3a1", "d3x9", "d3h4", "a1", "x9", "d3 resigns c2"])
@pytest.mark.parametrize("spelling", ["pass", "--", ""])
def test_a_fault_behind_a_pass_has_its_number_in_the_game(spelling: str, bad: str) -> None:
    """As in the lists of moves, in which passes count that a text leaves out."""
    with pytest.raises(FormatError, match=rf"\(move {12 + bad.startswith('d3')}\)"):
        parse_game(f"{DUE}{spelling}{bad}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5 d6 hello c3", r"line 1: column 7: 'hello' is no move \(move 3\): expected moves"),
        ("f5\nd6 i9", "line 2: column 4: 'i9' is no move"),
        ("f5 {d6", "line 1: column 4: '{d6' is no move"),
        ("f5\nd6\n\tf5", "line 3: column 2: illegal move 'f5'"),
        ("f5 pass", "line 1: column 4: illegal move 'pass'"),
        *(
            (text.replace("{P}", spelling), rf"illegal move 'pass' \(move {number}\)")
            for text, number in (
                *(("f5 d6 c3 d3 {P} c4", 5), ("f5d6, {P}, c3", 3), ("f5\nd6\n{P}\nc3", 3)),
                *(("1. f5 d6 2. c3 d3 3. {P} c4", 5), ("f5-d6-c3-d3 {P} c4-f4", 5)),
            )
            for spelling in ("pass", "0000", "--", "---", "\u2013", "\u2014")
        ),
        (
            "tigre",
            "column 1: 'tigre' is no move: expected moves such as .*, or the opening 'Tiger'",
        ),
        ("best d6", "line 1: column 1: 'best' is no move"),
        ("f5d6c3d3x9", "line 1: column 9: 'x9' is no move"),
        ("f5d6c3d3x9c4f4", "line 1: column 9: 'x9' is no move"),
        ("f5 d6 o9", "line 1: column 7: 'o9' is no move"),
        ("f5 d6 x9 c3", "line 1: column 7: 'x9' is no move"),
        ("f5d6c33", "line 1: column 7: '3' is no move"),
        ("f5d6 Passed on time", "line 1: column 6: 'Passed' is no move"),
        ("42-22", "line 1: column 1: no move in '42-22'"),
        ("1. f5 d6 (2. c3 d3) 2. c4", r"line 1: column 10: a variation, '\(2. c3 d3\)': expected"),
        ("f5 d6 (c4 d3) c3", r"column 7: a variation, '\(c4 d3\)'"),
        ("1. f5 d6 2. c3 d3 3. c4 f4 (f6)", r"column 28: a variation, '\(f6\)'"),
        ("f5 d6 c3 [d3 (c4)] (12)", r"column 10: a variation, '\[d3 \(c4\)\]'"),
        ("f5 d6 c3 d3 c4/f4", "column 13: a variation, 'c4/f4'"),
        ("f5 d6 c3 (3... d3", r"column 10: a variation, '\(3... d3'"),
        ("1. f5 d6\n(better is 2. c4\ne3) 2. c3", r"line 2: column 1: a variation, '\(better is 2"),
        ("10. e6 f4 11. e3", "column 1: number 10 before the first move: expected 1"),
        ("1. f5 d6 2. c3 d3 5. c4 f4", "column 19: number 5 follows 2"),
        ("f5 d6 3", r"column 7: '3' \(move 3\): expected a move"),
        ("f5 d6 resigns c3", r"line 1: column 15: 'c3' \(move 3\) stands behind 'resigns'"),
        ("f5 O-O d6", "line 1: column 4: 'O-O' is no move"),
        ("f5 d6 https://x.org/c3", "line 1: column 7: 'https://x.org/c3' is no move"),
        ("f5 d6 www.x.org", "line 1: column 7: 'www.x.org' is no move"),
        ("f5 虎 d6", "line 1: column 4: '虎' is no move"),
        ("X", "line 1: column 1: no move in 'X'"),
        ("1. f5 d6 2. c3 d3\n4. c4 f4", "line 2: column 1: number 4 follows 2"),
        ("1. f5 2. d6 {3.} 4) c3", "line 1: column 18: number 4 follows 2"),
        ("f5 d6 c3 44", r"line 1: column 10: '44' \(move 4\): expected a move, its number, or"),
        ("f5 d6 44 c3", "line 1: column 7: '44'"),
        ("1. f5 d6 2. c3 d3 2. c4 f4", "column 19: number 2 follows 2: expected the number of the"),
        ("1. f5 d6 2. c3 2. d3 1. c4", "column 22: number 1 follows 2: expected the number of the"),
        ("f5 d6 c3 ... f4", r"column 10: '...' before 'f4' \(move 4\): expected no move left out"),
        ("f5d6\n. . .\nc3d3c4", r"line 2: column 1: '. . .' before 'c3' \(move 3\)"),
        ("1. f5 d6 2. c3 \u2026 3. c4", r"column 16: '\u2026' before 'c4' \(move 4\)"),
        ("f5 d6 44 20 c3", "line 1: column 7: '44'"),  # no result between moves
        ("f5d6c3 X", "line 1: column 8: 'X' behind the moves: expected white, who is to move"),
        ("f5 d6\nwhite.", "line 2: column 1: 'white' behind the moves: expected black"),
        (f"{DUE} O", "'O' behind the moves: expected black"),  # white must pass
        ("Smith - Jones f5 d6", r"column 1: 'Smith' is no .* \(names stand on lines such as Bl"),
        ("Smith 33-31 Jones: f5 d6", r"column 1: 'Smith' is no .* \(names stand on lines"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_game(text)


def test_games_of_a_text() -> None:
    text = "\n\n1. f5\n2. d6\n\nf5 f5\n\n  \nD3\nC5\n".splitlines(keepends=True)
    errors: list[FormatError] = []
    games = [game.transcript() for game in read_games(text, "mail", errors.append)]
    assert games == ["f5d6", "d3c5"]
    assert [str(error)[:36] for error in errors] == ["mail:6: column 4: illegal move 'f5' "]
    with pytest.raises(FormatError, match="mail:6"):
        list(read_games(text, "mail"))
    assert list(read_games([])) == []


GAMES = [game.transcript() for game in (random_game(0), random_game(1), WITH_PASS)]


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        (GAMES, []),
        ([f"{number}. {game}" for number, game in enumerate(GAMES, 1)], []),
        ([f"{number}) {game.upper()}" for number, game in enumerate(GAMES, 1)], []),
        ([f"{game[:40]}\n{game[40:]}" for game in GAMES], []),
        ([re.sub("(pass|..)", r"\1\n", game).strip() for game in GAMES], []),
        (["1. Smith - Jones", *GAMES], ["1: column 4: 'Smith' is no move"]),
        ([*GAMES, "that was all"], ["4: column 1: 'that' is no move"]),
        (
            [GAMES[0], "2. Smith - Jones", GAMES[1], "Third game", "by Jones", GAMES[2]],
            ["2: column 4: 'Smith' is no", "4: column 1: 'Third' is no", "5: column 1: 'by' is no"],
        ),
        ([*GAMES, "f5d6xx", "xx f5d6"], ["4: column 5: 'xx' is no move", "5: column 1: 'xx'"]),
        ([*GAMES, "Smith f5d6"], ["4: column 1: 'Smith' is no move"]),
    ],
)
def test_games_without_empty_lines_between(lines: list[str], faults: list[str]) -> None:
    """Each begins where it can; a fault is that of its line, and spoils no other one."""
    errors: list[FormatError] = []
    text = "\n".join(lines).splitlines(keepends=True)
    assert [game.transcript() for game in read_games(text, "-", errors.append)] == GAMES
    assert len(errors) == len(faults)
    for error, fault in zip(errors, faults, strict=True):
        assert str(error).startswith(f"-:{fault}"), error


@pytest.mark.parametrize(
    "end", ["{N}\n6. d3", "{N}\n6. -- d3", "{N}\n6. pass\n7. d3", "{P}\nd3", "{P}PS\nd3"]
)
def test_a_line_that_goes_on_behind_a_pass_begins_no_game(end: str) -> None:
    text = end.replace("{N}", "1. f5 f4\n2. c3 g6\n3. g4 h3\n4. h4 h5\n5. h7 f7")
    text = text.replace("{P}", "f5f4c3g6g4\nh3h4h5h7f7") + "\n"
    assert list(read_games(text.splitlines(keepends=True))) == [Game(f"{DUE}passd3")]


@pytest.mark.parametrize("line", ["1)", "42", "***", "----------", '[White "???"]', "3-5", "w"])
def test_a_line_without_moves_and_words_is_no_game(line: str) -> None:
    errors: list[FormatError] = []
    text = [line, "Some notes", "1. F5 D6 2. C3", line, "that was all", line]
    assert list(read_games(text, "-", errors.append)) == [Game("f5d6c3")]
    assert [error.line for error in errors] == [2, 5]
    assert list(read_games([line])) == []


@pytest.mark.parametrize(
    "line", ["Paul resigned", "Paris, 2005", "Passed on time", "Anna resigned", "PS: a good one"]
)
def test_a_pass_within_a_word_is_none(line: str) -> None:
    for before in ("1. f5 d6 2. c3", GAMES[2]):
        errors: list[FormatError] = []
        games = list(read_games([before, line, "", "1. e6 f4"], "-", errors.append))
        assert games == [parse_game(before), Game("e6f4")]
        assert [error.line for error in errors] == [2]


def test_a_comment_may_have_empty_lines_in_it() -> None:
    text = ["f5 d6 {a", "", "game} c3", "", "f5f6 {no end", "", "f5f4", "", "e6}"]
    errors: list[FormatError] = []
    assert list(read_games(text[:4], "-", errors.append)) == [Game("f5d6c3")]
    assert list(read_games([*text[4:7], "", "d3 c5"], "-", errors.append)) == [
        Game("f5f4"),
        Game("d3c5"),
    ]
    assert [error.line for error in errors] == [1]


def test_a_mistyped_move_spoils_its_game_alone() -> None:
    for wrong in ("c4x9", "x9", "o9c4", "c4 i9", "c44"):
        errors: list[FormatError] = []
        text = ["f5d6c3d3", wrong, "f4", "", "e6f4"]
        assert list(read_games(text, "-", errors.append)) == [Game("e6f4")], wrong
        assert [error.line for error in errors] == [2], wrong


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4f4f6f3\n{W}5d6c3d3c4f4\nf5f6e6f4g6d7",
        "f5d6c3d3c4f4f6f3\n{W}5f6e6f4d6x9\nf5f6e6f4g6d7",
        "f5d6c3d3c4f4\nf6f3\n{W}5d6c3d3\nc4f4\nf5f6e6f4g6d7",
        "1. f5 d6 2. c3 d3 3. c4 f4\n1. {W}5 d6\n1. f5 f6 2. e6 f4",
        "1. f5 d6 2. c3 d3 40-24\n1. {W}5 d6 2. c3\n1. f5 f6 2. e6 f4",
        "f5d6c3\n33-31\n{W}5d6\n33-31\nf5f6e6f4",
        "f5d6c3 W+R\n{W}5d6\nf5f6e6f4",
        "Black: Ann\nf5d6c3\nBlack: Cid\n{W}5d6\nBlack: Ed\nf5f6e6f4",
    ],
)
@pytest.mark.parametrize("wrong", ["l", "x", "e"])
def test_a_mistyped_first_move_costs_no_game_before_it(text: str, wrong: str) -> None:
    errors: list[FormatError] = []
    lines = text.replace("{W}", wrong).split("\n")
    games = [game.transcript() for game in read_games(lines, "-", errors.append)]
    before = text.partition("{W}")[0]
    good = ["".join(re.findall("[a-h][1-8]", part)) for part in (before, lines[-1])]
    assert games == good
    assert [error.line for error in errors] == [before.count("\n") + 1]
    assert f"'{wrong}5" in str(errors[0])


@pytest.mark.parametrize(
    "lines",
    [["1. f5", "1... l6", "2. c3 d3"], ["f5d6c3d3", "x9c4f4f6", "f3"], ["f5d6", "d6", "c3"]],
)
def test_a_mistyped_line_that_may_go_on_costs_its_game(lines: list[str]) -> None:
    errors: list[FormatError] = []
    assert list(read_games(lines, "-", errors.append)) == []
    assert [error.line for error in errors] == [2]


@pytest.mark.parametrize(
    ("lines", "games"),
    [
        (["f5f6", "e6f4", "Smith - Jones", "f5d6"], ["f5f6e6f4", "f5d6"]),
        (["1. f5f6", "1. e6f4c3"], ["f5f6", "e6f4c3"]),
        (["f5f6 40-24", "e6f4c3"], ["f5f6", "e6f4c3"]),
        (["f5f6", "40-24", "e6f4c3"], ["f5f6", "e6f4c3"]),
        (["f5f6", "Smith - Jones", "e6f4c3"], ["f5f6", "e6f4c3"]),
        (["1. f5f6 e6f4 c3c4", "2. e6f4c3"], ["f5f6e6f4c3c4", "e6f4c3"]),
        (["1. f5 f6", "2. e6 f4"], ["f5f6e6f4"]),
        (["f5f6", "e6f4c3"], ["f5f6e6f4c3"]),
        (["1. f5 f6", "", "2. e6 f4 3. e3 d6", "", "4. g5"], ["f5f6e6f4e3d6g5"]),
        (["1. f5f6", "", "2. e6f4c3"], ["f5f6", "e6f4c3"]),
        (["1. f5 f6 2. e6 f4", "", "Now:", "", "3. e3 d6"], ["f5f6e6f4e3d6"]),
        (["1. f5 f6 2. e6 f4", "", "40-24", "", "1. f5"], ["f5f6e6f4", "f5"]),
        (["Game 1: f5f6", "Game 2: e6f4c3"], ["f5f6", "e6f4c3"]),
        (["Game #1 : 1. f5 f6", "2. e6 f4", "Game #2 : f5"], ["f5f6e6f4", "f5"]),
        (["Partie 1:", "f5f6", "Partie 2:", "e6f4c3"], ["f5f6", "e6f4c3"]),
    ],
)
def test_a_line_that_may_go_on_or_begin(lines: list[str], games: list[str]) -> None:
    """Its number, a result or words before it decide."""
    found = read_games(lines, "-", lambda error: None)
    assert [game.transcript() for game in found] == games


@pytest.mark.parametrize(
    "lines",
    [
        ["game_id,winner,game_moves", "1,1,f5f6", "2,-1,e6f4c3", "3,0,f5d6"],
        ["1,1,f5f6", "2,-1,e6f4c3", "3,0,f5d6"],
        ["Smith;f5f6;1", "Jones;e6f4c3;2", "Smith;f5d6;"],
        ['"f5f6","Smith, J."', '"e6f4c3","Jones"', '"f5d6",""'],
        ["a\tf5f6", "b\tE6F4C3", "c\tf5d6"],
        ["moves", "f5f6", "e6f4c3", "f5 d6"],
        ["name,moves", "Ann,f5 f6", 'A1,"e6, f4, c3"', "Bob,f5 d6"],
        ["opening;game", "f5d6;f5f6", "f5f6;e6f4c3", ";f5d6"],
        ["Schwarz;Züge", "Jürgen;f5 f6", "Ann;e6 f4 c3", "Bob;f5 d6"],
        ["name,sequence", "Ann,f5 f6", "Bob,e6-f4-c3", "Cy,f5 d6"],
        ["Player 1,Black,seq", "x,Ann,f5 f6", 'A1,Bob,"e6, f4, c3"', "z,Cy,1. f5 d6"],
        ["Noir,Partie", "Ann,f5 f6", "Bob,e6 f4 c3", "Cy,F5 D6"],  # no known name
    ],
)
def test_rows_of_a_table_are_games_of_their_own(lines: list[str]) -> None:
    text = "\n".join(lines)
    known = FORMATS[format_of_text(text)]
    games = [item.game for item in known.read(io.StringIO(text), "-", None)]
    assert [game.transcript() for game in games] == ["f5f6", "e6f4c3", "f5d6"]


@pytest.mark.parametrize("heading", ["Schwarz;Züge;Weiß;Ergebnis", "Noir;Coups;Blanc;Résultat"])
def test_headings_in_other_languages_name_the_players(heading: str) -> None:
    (game,) = read_games([heading, "Ann;f5 d6;Bob;40-24"])
    assert game == Game("f5d6", headers={"Black": "Ann", "White": "Bob", "Result": "40-24"})


@pytest.mark.parametrize(
    "names",
    [
        "Schwarz Weiß Turnier Ort Datum Runde Ergebnis",
        "Noir Blanc Tournoi Lieu Date Ronde Résultat",
        "Negras Blancas Torneo Lugar Fecha Ronda Resultado",
        "Black White Tournament Site Date Round Score",
        *(
            f"Black White Event Place {year} Round Result"
            for year in ("year", "Jahr", "Année", "Año")
        ),
    ],
)
def test_headers_have_names_in_other_languages(names: str) -> None:
    known = ["Black", "White", "Event", "Place", "Date", "Round", "Result"]
    texts = ["Ann", "Bob", "Open", "Wien", "2005", "3", "40-24"]
    headings = names.split()
    lines = [f"{heading}: {text}" for heading, text in zip(headings, texts, strict=True)]
    tags = [f'[{heading} "{text}"]' for heading, text in zip(headings, texts, strict=True)]
    for before in (lines, tags, [", ".join(lines)]):
        assert parse_game("\n".join([*before, "f5d6"])).headers == dict(
            zip(known, texts, strict=True)
        )
    (game,) = read_games([";".join([*headings, "moves"]), ";".join([*texts, "f5d6"])])
    assert game.headers == dict(zip(known, texts, strict=True))


def test_a_year_beside_a_date_is_no_date() -> None:
    known = {"Year": "2005", "Date": "2004-12-31"}
    (game,) = read_games(["Year,Date,moves", "2005,2004-12-31,f5d6"])
    assert game.headers == known
    assert parse_game("Year: 2005\nDate: 2004-12-31\nf5d6").headers == known


@pytest.mark.parametrize("clock", ["15:00//02:00", "05:00", "01:00:00", "noon"])
def test_a_time_of_day_is_no_clock(clock: str) -> None:
    assert parse_game('[Time "18:20:00"]\nf5').headers == {"Time of day": "18:20:00"}
    assert parse_game(format_game(Game("f5", headers={"Time": clock}))).headers == {"Time": clock}


@pytest.mark.parametrize("sides", ["Black score,White score", "white_discs,BlackDisks"])
def test_discs_of_both_sides_are_the_result(sides: str) -> None:
    (game,) = read_games([f"{sides},moves", "40,24,f5d6"])
    assert game.headers == {"Result": "40-24" if sides[0] == "B" else "24-40"}


def test_a_fault_in_a_table_has_its_place() -> None:
    errors: list[FormatError] = []
    lines = [
        "id,moves",
        "1,f5f6",
        "2,f5f5",
        "3,e6f4",
        "4,f5x9",
        "5, ",
        "6,f5,d6",
        "7,f5 White resigns",
    ]
    games = list(read_games(["", *lines], "a.csv", errors.append))
    assert [game.transcript() for game in games] == ["f5f6", "e6f4", "f5"]
    assert [game.headers for game in games] == [
        {"id": "1"},
        {"id": "3"},
        {"id": "7", "Result": "B+R"},
    ]
    reasons = [
        "4: column 5: illegal move 'f5'",
        "6: column 5: 'x9' is no move",
        "7: column 1: no moves in the column 'moves'",
        "8: column 1: 3 cells: expected 2, as in the heading",
    ]
    for error, reason in zip(errors, reasons, strict=True):
        assert str(error).startswith(f"a.csv:{reason}") and error.is_item


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "text",
    [
        "Black,White,moves\n\nAnn,Bob,f5d6\nCy,Dan,f5f6\n\n\nEd,Fab,f5f4",
        "\nBlack,White,moves\nAnn,Bob,f5d6\n\nCy,Dan,f5f6\n\nGil,e6f4\n\nEd,Fab,f5f4",
        "Noir,Blanc,Partie\n\nAnn,Bob,f5d6\n\nCy,Dan,f5f6\nEd,Fab,f5f4",
        "black,moves\nAnn,f5d6\n\nBlack,moves,White\nCy,f5f6,Dan\n\nEd,f5f4,Fab\n\nd3, c5, f6",
    ],
)
def test_a_table_goes_on_behind_an_empty_line(text: str, delimiter: str) -> None:
    errors: list[FormatError] = []
    lines = text.replace(",", delimiter).splitlines(keepends=True)
    games = list(read_games(lines, "-", errors.append))
    found = [(game.transcript(), game.headers.get("Black")) for game in games]
    assert found[:3] == [("f5d6", "Ann"), ("f5f6", "Cy"), ("f5f4", "Ed")]
    assert found[3:] == [("d3c5f6", None)] * text.endswith("d3, c5, f6")
    faults = ["-:7: column 1: 2 cells: expected 3, as in the heading"] * ("Gil" in text)
    assert list(map(str, errors)) == faults


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\n\n", "\n\n\n"])
def test_a_cell_in_quotes_may_have_several_lines(delimiter: str, newline: str) -> None:
    rows = [
        "Black,note,moves",
        'Ann,"good{N}game, f5f6{N}",f5d6',
        'Bob,"two{N}""lines""","1. f5 d6{N}2. x9"',
        'Cy,,"1. f5 d6{N}2. c3 d3{N}3. c4 f4"',
        "Dan,,f5f6",
    ]
    text = "\n".join(rows).replace(",", delimiter).replace("{N}", newline)
    errors: list[FormatError] = []
    games = list(read_games(text.splitlines(keepends=True), "-", errors.append))
    found = [(game.headers["Black"], game.transcript()) for game in games]
    assert found == [("Ann", "f5d6"), ("Cy", "f5d6c3d3c4f4"), ("Dan", "f5f6")]
    assert games[0].headers["note"] == f"good{newline}game{delimiter} f5f6"
    assert [error.line for error in errors] == [3 + 4 * len(newline)]


@pytest.mark.parametrize("quoted", ['"f5d6', 'f5d6"', '"f5d6"x'])
def test_a_quote_without_its_other_one_costs_no_other_row(quoted: str) -> None:
    text = f"Black,moves\nAnn,{quoted}\nBob,f5f6\n\nCy,f5f4\n\n\nf5d6c3\n\ne6f4"
    games = list(read_games(text.splitlines(keepends=True), "-", lambda error: None))
    assert [game.transcript() for game in games][-4:] == ["f5f6", "f5f4", "f5d6c3", "e6f4"]


def test_a_game_on_lines_that_look_like_a_table_is_one() -> None:
    assert list(read_games(["1,f5d6c3", "2,d3c4f4"])) == [Game("f5d6c3d3c4f4")]
    assert format_of_text("f5d6c3\nd3c4f4") == "pasted"
    assert format_of_text("f5d6c3\nd3c5c4") == "transcript"
    assert format_of_text("f5 d6 c3\nd3\n") == "pasted"


def test_blanks_take_no_time() -> None:
    """A line of a comment alone is blank behind its braces."""
    for text in (f"{{{'-' * 80}x}} f5", f"f5{' ' * 5000}d6", f"[8 {' ' * 5000}", "- " * 40 + "f5"):
        games = list(read_games([text], "-", lambda error: None))
        assert games in ([Game("f5")], [Game("f5d6")], [])
        assert format_of_text(text) in ("pasted", "transcript")


def test_a_board_is_not_read_as_no_moves() -> None:
    board = "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    errors: list[FormatError] = []
    assert list(read_games(["f5d6", "", board], "-", errors.append)) == [Game("f5d6")]
    assert [error.line for error in errors] == [3]


@pytest.mark.parametrize("route", ["pasted", "any format"])
@pytest.mark.parametrize("n_games", [500, pytest.param(30_000, marks=pytest.mark.slow)])
def test_no_game_of_any_text_is_lost_or_altered(n_games: int, route: str) -> None:
    """Numbered, wrapped, with passes in all spellings or none, with words and results around."""
    n_read = 0
    for text, games in pasted_texts(random.Random(n_games), n_games):
        name = "pasted" if route == "pasted" else format_of_text(text)
        items = FORMATS[name].read(io.StringIO(text, None), "-", lambda error: None)
        assert [item.game.moves for item in items] == games, text
        n_read += len(games)
    assert n_read == n_games


FEN = "8/8/8/3ox3/3xxx2/5o2/8/8"
"""After f5 f6."""


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ('[FEN "{F} x"]\n1. f7 d6 2. c3', [("x", "f7d6c3")]),
        (
            '[SetUp "1"]\n[Fen "{F} b - 0 1"]\n[White "?"]\n\n1. f7\nd6 {so\n\nfar} 2. c3 *',
            [("x", "f7d6c3")],
        ),
        ('[FEN "{F} w"]\n\n1... f4 2. f3 f2\n\n3. d3', [("o", "f4f3f2d3")]),
        ('[FEN "{F} x"]\nGood game!\n20. f7 d6 21. c3', [("x", "f7d6c3")]),
        ("FEN: {F} x\nf7 d6", [("x", "f7d6")]),
        ("fen,moves\n{F} x,f7d6\n{F} w,f4f3", [("x", "f7d6"), ("o", "f4f3")]),
        ('[FEN "{F} x"]\n\n1. f7\n\n[White "Bob"]\n\n1. f5 d6', [("x", "f7"), (None, "f5d6")]),
        ('[FEN "{F} x"]\n[White "Ann"]\n\n[White "Bob"]\n\n1. f5 d6', [(None, "f5d6")]),
        ('[FEN "{F} x"]\n*\n\nf5d6', [("x", ""), (None, "f5d6")]),
        ('[SetUp "0"]\n[FEN "{F} x"]\n1. f5', [(None, "f5")]),
    ],
)
def test_a_game_begins_from_the_position_that_it_states(
    text: str, games: list[tuple[str | None, str]]
) -> None:
    text = text.replace("{F}", FEN)
    expected = [Game(moves, start=side and f"{FEN} {side}") for side, moves in games]
    read = list(read_games(text.splitlines(), "-", lambda error: None))
    assert [(game.start, game.moves) for game in read] == [(g.start, g.moves) for g in expected]
    assert not any(name.upper() in ("FEN", "SETUP") for game in read for name in game.headers)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[SetUp "1"]\n1. f5', "tag SetUp '1': expected 1, and the position before the first move"),
        ('[FEN "rnbq w"]\n1. f5', "tag FEN: invalid board 'rnbq w': 'rnbq' is no square"),
        ('[FEN "{F} x"]\n1. f5', r"illegal move 'f5' \(move 1\): expected c3 d3 c4"),
        ('[FEN "{F} x"]\n20. f7 d6 23. c3', "number 23 follows 20: expected no move left out"),
    ],
)
def test_a_position_that_is_no_start_costs_its_game(text: str, reason: str) -> None:
    text = text.replace("{F}", FEN)
    errors: list[FormatError] = []
    assert list(read_games([*text.splitlines(), "", "d3c5"], "-", errors.append)) == [Game("d3c5")]
    assert [error.line for error in errors] == [2]
    for read in (parse_game, Game.parse):
        with pytest.raises(FormatError, match=reason):
            read(text)


@pytest.mark.parametrize(
    ("text", "cuts"),
    [
        ("f5d6c3...", ["..."]),
        ("1. f5 d6 2. c3\u2026 40-24", ["\u2026"]),
        ("f5d6c3\n...\n\nf5f6\n", ["...", ""]),
        ("1. f5 d6 2. c3 d3 3...", ["..."]),
        ("f5d6c3.\n\n1. f5 d6 2. c3 {...}", ["", ""]),
        (f"{WIPEOUT}...", [""]),  # it is over
    ],
)
def test_dots_behind_the_moves_say_that_others_are_missing(text: str, cuts: list[str]) -> None:
    natives = list(read_natives(text.splitlines()))
    assert [native.cut for native in natives] == cuts
    for native in natives:
        assert [doubt.split(":")[0] for doubt in native.warnings()] == (
            [f"moves end in {native.cut!r}"] * bool(native.cut)
        )


ANN_BOB = {"Black": "Ann", "White": "Bob"}


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("Black: Ann\nWhite: Bob\n{G}\n", [ANN_BOB]),
        ("Black: Ann, White: Bob\n{G}\n", [ANN_BOB]),
        ("黒：Ann 白：Bob\n{G}\n", [ANN_BOB]),
        ("BLACK: Ann, Date: 2005\n{G}\n", [{"Black": "Ann", "Date": "2005"}]),
        ('[White "Bob"]\n[Black "Ann"]\n[Site "?"]\n\n{G}\n', [ANN_BOB]),
        ('[White "Bob"]\n[Black "Ann"]\n[Date "????.??.??"]\n\n{G}\n', [ANN_BOB]),
        ('[White "Ann"]\n{G}\n\n[White "Bob"]\n{G}\n', [{"White": "Ann"}, {"White": "Bob"}]),
        ("{G}\nBlack: Ann\nWhite: Bob\n{G}\n", [{}, ANN_BOB]),
        ("{G}\n\n{G}\n", [{}, {}]),
        ('[Site "Paris"]\n[BlackElo "1800"]\n{G}', [{"Place": "Paris", "BlackRating": "1800"}]),
        (
            "Black_Player,moves,white name,score\nAnn,{G},Bob,33-31",
            [ANN_BOB | {"Result": "33-31"}],
        ),
        (
            "black,moves,white,black_score,white_score\nAnn,{G},Bob,33,31",
            [ANN_BOB | {"Result": "33-31"}],
        ),
        *(
            (f"Black: {black}\nWhite: {white}\n{end}", [{"Black": black, "White": white}])
            for black, white in (
                *(("B", "Lee"), ("B.W.", "W W"), ("White", "Black"), ("x", "o"), ("b", "w")),
                *(("P0", "c3po"), ("r2d2", "Ann"), ("f5", "Lee"), ("b2b", "d6")),
            )
            for end in ("{G}", "\n{G}\n")
        ),
        ("Black: f5\nWhite: Ed, Black: Fab\n{G}", [{}, {"White": "Ed", "Black": "Fab"}]),
        ("moves,winner\n{G},Ann", [{"winner": "Ann"}]),
        (
            "black,winner,moves\nAnn,Ann,{G}\nAnn,-1,{G}",
            [
                {"Black": "Ann", "winner": "Ann", "Result": "1-0"},
                {"Black": "Ann", "winner": "-1", "Result": "0-1"},
            ],
        ),
        ("moves,winner,score\n{G},0,33-31", [{"winner": "0", "Result": "33-31"}]),
        # As pandas writes whole numbers of a column with an empty cell.
        (
            "moves,black discs,white discs,year,winner\n{G},40.0,24.0,2001.0,1.0",
            [{"Result": "40-24", "Date": "2001", "winner": "1"}],
        ),
        ("Black: Ann 34\nWhite: Bob (30)\n{G}", [ANN_BOB | {"Result": "34-30"}]),
        ("Black: Ann 34, White: Bob 31\n{G}", [{"Black": "Ann 34", "White": "Bob 31"}]),
        ('[Black "Edax 32"]\n[White "Zebra 32"]\n{G}', [{"Black": "Edax 32", "White": "Zebra 32"}]),
        ("2005-03-01\n{G}", [{"Date": "2005-03-01"}]),
        ("2005.3.1 {G}", [{"Date": "2005.3.1"}]),
        ("2005/03/01\nBlack: Ann, White: Bob\n\n{G}", [ANN_BOB | {"Date": "2005/03/01"}]),
        ("Black: Ann, White: Bob\n2005-03-01\n{G}", [ANN_BOB | {"Date": "2005-03-01"}]),
        ("Date: 2004\n2005-03-01 {G}", [{"Date": "2004"}]),
        ("{G}\n2005-03-01\n{G}\n2005-03-02", [{}, {}]),  # nobody knows whose days they are
        ("2005-13-01\n{G}", [{}]),
        (
            "black,moves,white\nAnn,{G},Bob\nBob,{G},Ann",
            [ANN_BOB, {"Black": "Bob", "White": "Ann"}],
        ),
    ],
)
def test_headers_before_the_moves(text: str, headers: list[dict[str, str]]) -> None:
    games = list(read_games(text.replace("{G}", GAMES[0]).splitlines(keepends=True)))
    assert [game.headers for game in games] == headers
    assert games[-1].moves == Game(GAMES[0]).moves


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("f5d6c3 White resigns", ["B+R"]),
        ("f5d6c3 (black resigned)", ["W+R"]),
        ("f5d6c3\nWhite: resigns", ["B+R"]),
        ("f5d6c3 resigns", ["resigns"]),  # nobody knows who
        ("f5d6c3 White won", ["White won"]),
        ("f5d6c3\nWhite won 40-24", ["White won 40-24"]),
        ("f5d6c3\n\n40-24\n\n\nf5f6\n\n(White resigns)", ["40-24", "B+R"]),
        ("f5d6c3 40-24", ["40-24"]),
        ("1. f5 d6 2. c3 +12", [None]),  # an evaluation, as the game is not over
        ("f5d6c3 +12.5", [None]),
        ("f5d6c3\n-2", [None]),
        ("f5d6c3\nResult: +12", ["+12"]),
        (f"{WIPEOUT} +64", ["+64"]),
        (f"{WIPEOUT}\n\n+62", ["+62"]),
        ("f5d6c3 \u2026 White lost on time", ["B+T"]),
        ("f5d6c3 black wins by resignation", ["B+R"]),
        ("f5d6c3\n\nBlack timed out\n\nf5f6 x forfeits", ["W+T", "W+R"]),
        ("f5d6c3 0-1 (time)", ["W+T"]),
        ("f5d6c3 on time", ["on time"]),  # nobody knows who
        ("f5d6c3 64-10", ["64-10"]),
        ("f5d6c3\n40 - 24\n", ["40 - 24"]),
        ("f5d6c3 (Black 33, White 31)", ["Black 33, White 31"]),
        ("f5d6c3\nResult: 40-24\nf5f6\nResult: 1-0", ["40-24", "1-0"]),
        ("Result: 40-24\nf5d6c3\nScore: 33-31\nf5f6", ["40-24", "33-31"]),
        ("Black: Ann, White: Bob, Result: 33-31\nf5d6", ["33-31"]),
        ("1. f5 d6 2. c3 3. {40-24}", [None]),
        ("f5d6c3\nW+14", ["W+14"]),
        ("f5d6c3 B+14", ["B+14"]),
        ("f5d6c3\nW+R\nf5f6", ["W+R", None]),
        ("f5d6c3 W+Time", ["W+Time"]),
        ("f5d6c3 W+x", ["W+x"]),  # not understood, and not lost
        ("f5d6c3 3-5", ["3-5"]),
        ("f5d6c3 Black wins", ["Black wins"]),
        ("f5d6c3 draw", ["draw"]),
        ("f5d6c3 \u00bd-\u00bd", ["\u00bd-\u00bd"]),
        ("f5d6c3 \u00bd", ["\u00bd"]),
        ("f5d6c3 1/2\nf5f6 (1/2)", ["1/2", "1/2"]),
        ("f5d6c3\n1/2", [None]),  # may be the number of a page
        ("f5d6c3 40-24.", ["40-24"]),
        ("f5d6c3 1:0", ["1:0"]),
        ("f5d6c3\n\n0-1", ["0-1"]),
        ("f5d6c3 12:30", [None]),
        ("f5d6c3 42 22", ["42 22"]),
        ("1 f5 2 d6 3 42 22", ["42 22"]),
        ("f5d6c3\nBlack 40 White 24", ["Black 40 White 24"]),
        ("f5d6c3\n\nBlack: 40 White: 24", ["Black: 40 White: 24"]),
        ("f5d6c3\n\nWhite 24, Black 40", ["White 24, Black 40"]),
        ("f5d6c3\n\nResult: 40-24\n\nf5f6\n\nScore: 1-0", ["40-24", "1-0"]),
        ("f5 +1 d6 -2 c3 +3", [None]),  # evaluations
        ("1. f5+3 d6-1\n2. c3+2 d3-2", [None]),
    ],
)
def test_results_behind_the_moves(text: str, results: list[str | None]) -> None:
    games = list(read_games(text.splitlines(keepends=True)))
    assert [game.headers.get("Result") for game in games] == results
    known = FORMATS[format_of_text(text)]
    assert [item.game for item in known.read(io.StringIO(text), "-", None)] == games
    assert games[0].headers.get("White") == ("Bob" if "Bob" in text else None)
    if len(games) == 1:
        assert parse_game(text) == games[0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("f5d6c3\n\nGood game!\n\n40-24\n\nf5f6", [3, 5]),
        ("f5d6c3\nGood game!\nWhite resigns\n\nf5f6", [2, 3]),
        ("f5d6c3\n\n40-24\nf5f6", [3]),
    ],
)
def test_a_result_of_no_known_game_is_named(text: str, lines: list[int]) -> None:
    errors: list[FormatError] = []
    games = list(read_games(text.splitlines(keepends=True), "-", errors.append))
    assert games == [Game("f5d6c3"), Game("f5f6")]
    assert [error.line for error in errors] == lines


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ('[Black "A"]\n[White "B"]\n\n40-24\n1. f5 d6 2. c3\n\n33-31\nf5f6', []),
        ("40-24\n\nf5d6c3\n\n33-31\n\nf5f6", []),
        ("40-24\nf5d6c3\n33-31\nf5f6", []),
        ("Cup\n\n40-24\nAnn, Bob\n\nf5d6c3\n\n33-31\nCem, Di\n\nf5f6", [1, 4, 9]),
        ("40-24\n\nf5d6c3\n\n33-31\n\nf5f6\n\n+12", [9]),
    ],
)
def test_results_in_front_of_the_moves(text: str, faults: list[int]) -> None:
    """Where the first result stands before the first game, each is that of the game behind it."""
    errors: list[FormatError] = []
    games = list(read_games(text.splitlines(keepends=True), "-", errors.append))
    assert [(game.transcript(), game.headers["Result"]) for game in games] == [
        ("f5d6c3", "40-24"),
        ("f5f6", "33-31"),
    ]
    assert [error.line for error in errors] == faults
    first = text.split("\n\n33-31")[0].split("\n33-31")[0]
    if not faults:
        assert parse_game(first) == games[0]


LOG = "".join(
    f"Move {ply}: {'AB'[ply % 2]} {'passes' if move is PASS else f'plays {str(move).upper()}'}\n"
    for ply, move in enumerate(WITH_PASS.moves, 1)
)


@pytest.mark.parametrize(
    "line", ["12:30 Ann plays {}", "2005-03-01 Bob: plays {}", "{} was played", "#{N} plays {}"]
)
def test_what_may_stand_before_the_move_of_a_log(line: str) -> None:
    moves = ("f5", "D6", "c3", "d3")
    text = "\n".join(line.replace("{N}", str(n)).format(m) for n, m in enumerate(moves, 1))
    assert list(read_games(text.splitlines())) == [Game("f5d6c3d3")]


@pytest.mark.parametrize("around", ["", "\n", "1. e6 f4\n\n"])
def test_a_log_in_sentences(around: str) -> None:
    games = [*read_games([*around.splitlines(keepends=True), *LOG.splitlines(keepends=True)])]
    assert games[-1].moves == WITH_PASS.moves and len(games) == 1 + ("e6" in around)
    assert parse_game(LOG).moves == WITH_PASS.moves
    assert format_of_text(LOG) == "pasted"


@pytest.mark.parametrize(
    "text",
    [
        "Move 1: A plays F5\nMove 2: B plays D1",
        "Move 1: A plays F5\nMove 2: B plays D6 not F4",
        "Move 1: A plays F5\nMove 2: B thinks",
        "A plays F5",
        "Move 1: A plays F5\nMove 3: B plays F4",  # though it is legal
        "7. A plays F5\n8. B plays F4",
        "F5 first\nthen D6",
    ],
)
def test_sentences_that_are_no_log_are_refused(text: str) -> None:
    errors: list[FormatError] = []
    assert not [*read_games(text.splitlines(keepends=True), "-", errors.append)] and errors
    with pytest.raises(FormatError, match="is no move"):
        parse_game(text)


@pytest.mark.parametrize("result", ["Result: 40-24", "40-24", "White won 40-24."])
def test_words_may_follow_a_result_in_a_block_of_its_own(result: str) -> None:
    errors: list[FormatError] = []
    text = f"f5d6c3\n\n{result}\nThanks for reading\n\nf5f6"
    first, second = read_games(text.splitlines(keepends=True), "-", errors.append)
    assert "40-24" in first.headers["Result"] and second == Game("f5f6")
    assert [error.line for error in errors] == [4]


def test_headers_of_no_game_are_not_lost() -> None:
    errors: list[FormatError] = []
    text = ["Black: Eve", "", "Black: Ann", GAMES[0], "White: Bob"]
    assert list(read_games(text, "-", errors.append)) == [Game(GAMES[0], headers={"Black": "Ann"})]
    assert [error.line for error in errors] == [1, 5]


NUMBERED = "1. f5 d6 2. c3 d3\n{W}\n3. c4 f4 4. f6 b4\n5. c2"
EACH_NUMBERED = "1 f5\n2 d6\n{W}\n3 c3\n4 d3\n5 c4 6 f4 7 f6 8 b4 9 c2"

REPLY_NUMBERED = "1. f5 d6 2. c3 d3 3. c4\n{W}\n3%s f4 4. f6 b4 5. c2"


@pytest.mark.parametrize(
    "text",
    [
        NUMBERED,
        EACH_NUMBERED,
        *(REPLY_NUMBERED % dots for dots in ("...", ". ...", "..", "…", ".…")),
    ],
)
@pytest.mark.parametrize(
    ("words", "n_faults"),
    [
        ("Now e6 looks nice", 1),
        ("Now it gets nice", 1),
        ("(a hard one)\n42\nby Ann, c4", 2),
        ("Date: 2005", 0),
        ("", 0),  # but an empty line
        ("\nNow it gets nice", 1),
        ("Now it gets nice\n", 1),
        ("\nNow it gets nice\n\nby Ann", 2),
    ],
)
def test_words_cost_nothing_where_the_numbers_go_on(text: str, words: str, n_faults: int) -> None:
    errors: list[FormatError] = []
    lines = [*text.replace("{W}", words).splitlines(), "", "f5f6"]
    games = list(read_games(lines, "-", errors.append))
    headers = {"Date": "2005"} if "Date" in words else {}
    assert games == [Game("f5d6c3d3c4f4f6b4c2", headers=headers), Game("f5f6")]
    assert len(errors) == n_faults


@pytest.mark.parametrize(
    "variation",
    ["\n(2. c4 e3)", "\n\n(2. c4 e3)\n", "\n(2. c4\ne3 [or d3])", " (c4)", "\n(c4 e3)"],
)
def test_a_variation_costs_its_game_alone(variation: str) -> None:
    errors: list[FormatError] = []
    text = f'f5f6\n\n[White "Bob"]\n\n1. f5 d6 2. c3 d3{variation}\n3. c4 f4 4. f6 f3\n\nf5d6'
    assert list(read_games(text.splitlines(), "-", errors.append)) == [Game("f5f6"), Game("f5d6")]
    assert len(errors) == 1 and errors[0].is_item and "a variation, '(" in str(errors[0])


@pytest.mark.parametrize(
    "lines",
    [
        ["1. f5 f6", "Second game", "2. e6 f4"],  # a second game, as it can be played
        ["1. f5f6", "Second game", "2. d3c5"],
    ],
)
def test_words_before_the_next_number_of_a_list(lines: list[str]) -> None:
    games = list(read_games(lines, "-", lambda error: None))
    assert len(games) == 2


def test_words_within_a_game_spoil_it() -> None:
    """No move is overlooked: it is not known whether the words were one."""
    errors: list[FormatError] = []
    text = ["f5 d6 c3\n", "(the tiger)\n", "d3 c4\n", "\n", "f5\n"]
    assert [game.transcript() for game in read_games(text, "-", errors.append)] == ["f5"]
    assert [str(error)[:12] for error in errors] == ["-:2: column "]


def test_what_is_written_is_read_again() -> None:
    text = format_game(WITH_PASS)
    assert " -- " in text and text.startswith("1. ")
    assert parse_game(text).moves == WITH_PASS.moves
    assert format_game(Game()) == "\n"
    named = Game("f5", headers={"Black": 'an "odd\\" name', "White": "two\nlines", "Event": "e4"})
    assert list(read_games(format_game(named).splitlines())) == [
        Game("f5", headers=named.headers | {"White": "two lines"})
    ]
    other = Game("d6", start="f5", headers={"FEN": "8/8", "Setup": "0"})
    (again,) = read_games(format_game(other).splitlines())
    assert again == Game("d6", start="f5", headers={"FEN_": "8/8", "Setup_": "0"})
    column = Game("f5", headers={"Time left": "5", "Player #1": "Ann"})
    (again,) = read_games(format_game(column).splitlines())
    assert again.headers == {"Time_left": "5", "Player_1": "Ann"}


@given(st.text("abcdefgh12345678 .-{}pasPx\n", max_size=40) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        game = parse_game(text)
    except FormatError as error:
        assert "\n" not in str(error) and str(error).isprintable()
    else:
        assert Board.from_moves(game.moves) == game.board
