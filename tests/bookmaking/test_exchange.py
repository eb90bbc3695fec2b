"""Books in other formats: what is written is read back; what cannot be is named and left out."""

import gzip
import json
import random
import re
import struct
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.books import contents, expect_sound, one_of_eight, problems
from support.cli_process import answer, othello, written
from support.databases import change, older
from support.endgames import random_endgame

from othello import Board, Move
from othello.book import Book
from othello.book.file import BookFile
from othello.bookmaking.formats import export_book
from othello.errors import FileError
from othello.symmetry import symmetric_moves

PASS, NONE = 64, (-127, 65)


# ---------------------------------------------------------------------- our own formats


def test_any_image_and_a_part_are_read(tmp_path: Path, small_book: Path) -> None:
    """A file may hold other images, fewer positions, and be packed; the book is sound all the same.

    What the file does not say is searched.
    """
    answer("book", "export", small_book, tmp_path / "a.jsonl")
    chance = random.Random(3)
    lines = []
    for line in (tmp_path / "a.jsonl").read_text().splitlines()[::2]:
        record = json.loads(line)
        board = Board.from_obf(record["position"])
        number = chance.randrange(8)
        for move in record["moves"]:
            move["move"] = str(Move(symmetric_moves([Move(move["move"])])[number][0]))
        record["position"] = board.symmetries()[number].to_obf()
        lines.append(json.dumps(record))
    path = tmp_path / "part.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    answer("book", "import", tmp_path / "b.book", path, "--level", 1)
    assert len({key for key, *_ in contents(tmp_path / "b.book")}) == 60
    expect_sound(tmp_path / "b.book")


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("DELETE FROM move WHERE position = 5", "leads into the book, but is missing"),
        ("UPDATE position SET games = 1 << 32", "4294967296 games, expected 0 to"),
    ],
)
def test_a_damaged_book_is_not_exported(
    tmp_path: Path, path: Path, fault: str, expected: str
) -> None:
    change(path, fault)
    older(path)
    hint = "othello book check --repair mends what can be mended"
    with BookFile(path) as book:
        for name in ("a.jsonl", "a.txt", "a.dat"):
            with pytest.raises(FileError, match=f": position .*{expected}.*: {hint}$"):
                export_book(book, tmp_path / name)
    assert [each.name for each in tmp_path.iterdir()] == ["a.book"]


# ---------------------------------------------------------------------- Edax


class Edax(NamedTuple):
    """A position of a book of Edax: links and leaf are pairs of score and square."""

    links: tuple[tuple[int, int], ...]
    leaf: tuple[int, int]
    score: int


EdaxBook = dict[tuple[int, int], Edax]
"""Positions by the discs of the side to move and of the other."""


def made_book(root: Board, plies: int, chance: random.Random) -> EdaxBook:
    """Return a book of positions up to so many plies from one, with leaves of any scores.

    All moves between them are links, and scores come from the leaves up.
    """
    known: dict[tuple[int, int], Board] = {}

    def visit(board: Board, plies: int) -> None:
        key = one_of_eight(board)
        if key in known or board.is_over:
            return
        known[key] = here = Board(*key)
        moves = here.legal_moves()
        for move in chance.sample(moves, len(moves) - (len(moves) > 2)) * (plies > 0):
            visit(here.after(move), plies - 1)
        if here.must_pass and not plies:
            visit(here.after("pass"), 0)

    visit(root, plies)
    for board in list(known.values()):
        for passing in map(board.after, board.legal_moves()):
            if passing.must_pass and one_of_eight(passing.after("pass")) in known:
                known[one_of_eight(passing)] = Board(*one_of_eight(passing))

    @cache
    def position(key: tuple[int, int]) -> Edax:
        board = known[key]
        moves = [PASS] if board.must_pass else [int(move) for move in board.legal_moves()]
        keys = {move: one_of_eight(board.after("pass" if move == PASS else move)) for move in moves}
        links = [(-position(to).score, move) for move, to in keys.items() if to in known]
        left = [move for move, to in keys.items() if to not in known]
        leaf = (chance.randrange(-20, 21), chance.choice(left)) if left else NONE
        return Edax(tuple(sorted(links)), leaf, max([*links, leaf])[0])

    return {key: position(key) for key in reversed(known)}


def written_edax(path: Path, book: EdaxBook) -> Path:
    """Write a book as the description in `othello.bookmaking.edax` says."""
    contents = b"XADEKOOB" + bytes([4, 6])
    contents += struct.pack("<HBBBBBB", 2026, 1, 2, 3, 4, 5, 0)
    contents += struct.pack("<iiiiii", 21, 24, 2, 1, 1, len(book))
    for (player, opponent), (links, leaf, score) in book.items():
        contents += struct.pack("<QQ4I", player, opponent, 1, 2, 3, 4)
        contents += struct.pack("<hhhBB", score, score - 2, score + 2, len(links), 21)
        for each in (*links, leaf):
            contents += struct.pack("<bB", *each)
    return written(path, contents)


def read_edax(path: Path) -> EdaxBook:
    """Read a book as the description says."""
    data = path.read_bytes()
    assert data[:9] == b"XADEKOOB\x04" and len(data) >= 42
    (number,) = struct.unpack_from("<i", data, 38)
    at, book = 42, {}
    while at < len(data):
        player, opponent = struct.unpack_from("<QQ", data, at)
        score, lower, upper, n_links, _ = struct.unpack_from("<hhhBB", data, at + 32)
        assert lower <= score <= upper
        pairs = list(struct.iter_unpack("<bB", data[at + 40 : at + 42 + 2 * n_links]))
        at += 42 + 2 * n_links
        book[player, opponent] = Edax(tuple(sorted(pairs[:-1])), pairs[-1], score)
    assert len(book) == number
    return book


BOOKS = {
    "the start": (Board(), 3),
    "a middle game": (Board.from_moves("f5d6c3d3c4f4"), 2),
    **{f"an ending with passes {seed}": (random_endgame(seed, 6), 5) for seed in (2, 3, 5)},
}


def expect_moves(path: Path, made: EdaxBook, grade: str) -> None:
    """Check that a book is sound, and has the moves and scores of one of Edax."""
    with Book(path) as opened:
        for key, (links, leaf, score) in made.items():
            board = Board(*key)
            if board.must_pass:
                continue
            moves = opened.moves(board)
            assert moves[0].score == score
            assert moves[0].grade.text(board.n_empties) == grade
            scores = {int(known.move): known.score for known in moves}
            for expected, square in (*links, leaf):
                assert square == NONE[1] or scores[square] == expected
    assert problems(path) == []


@pytest.mark.parametrize("kind", BOOKS)
def test_a_book_of_edax(tmp_path: Path, kind: str) -> None:
    """Imported, exported and imported again it has the same moves and scores."""
    root, plies = BOOKS[kind]
    made = made_book(root, plies, random.Random(38))
    path = written_edax(tmp_path / "book.dat", made)
    book, out, again = tmp_path / "a.book", tmp_path / "out.dat", tmp_path / "again.book"
    done = answer("book", "import", book, path)
    assert "  0 searches  " in done, "a whole book needs none"
    expect_moves(book, made, "from Edax level 21")
    answer("book", "export", book, out)
    assert without_orphans(read_edax(out)) == without_orphans(made)
    answer("book", "import", again, out)
    assert contents(again) == contents(book)


def without_orphans(book: EdaxBook) -> dict[object, object]:
    """Return what counts: positions where a move can be made, links up to symmetry, the leaf."""
    found = {}
    for key, (links, leaf, score) in book.items():
        board = Board(*key)
        if board.legal_mask:
            leads = {(each, one_of_eight(board.after(square))) for each, square in links}
            end = None if leaf == NONE else (leaf[0], one_of_eight(board.after(leaf[1])))
            found[key] = leads, end, score
        else:
            assert [square for _, square in links] == [PASS] and leaf == NONE
    return found


# ---------------------------------------------------------------------- Egaroucid


def written_egaroucid(path: Path, book: EdaxBook) -> Path:
    """Write a book as the description in `othello.bookmaking.egaroucid` says, turned by half."""
    rows = []
    for (player, opponent), (_, leaf, score) in book.items():
        if Board(player, opponent).must_pass:
            continue
        turned = (int(f"{discs:064b}"[::-1], 2) for discs in (player, opponent))
        leaf_score, square = (-126, 125) if leaf == NONE else (leaf[0], 63 - leaf[1])
        rows.append(struct.pack("<QQbbIbBb", *turned, score, 21, 7, leaf_score, square, 17))
    head = b"DICUORAGE\x03" + struct.pack("<i", len(rows))
    return written(path, head + b"".join(rows))


@pytest.mark.parametrize("kind", BOOKS)
def test_a_book_of_egaroucid(tmp_path: Path, kind: str) -> None:
    """It has no links; they follow from its positions."""
    root, plies = BOOKS[kind]
    made = made_book(root, plies, random.Random(38))
    path = written_egaroucid(tmp_path / "book.egbk3", made)
    done = answer("book", "import", tmp_path / "a.book", path)
    assert "  0 searches  " in done, "a whole book needs none"
    expect_moves(tmp_path / "a.book", made, "from Egaroucid level 17")


def test_a_leaf_of_egaroucid_that_was_not_searched(tmp_path: Path) -> None:
    """A level of 0xff stands for no score: the position is searched when it is imported."""
    path = written_egaroucid(tmp_path / "book.egbk3", made_book(Board(), 0, random.Random(1)))
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    assert "  1 search  " in answer("book", "import", tmp_path / "a.book", path, "--level", 3)
    with Book(tmp_path / "a.book") as book:
        assert {known.grade.source for known in book.moves("startpos")} == {"level 3"}


# ---------------------------------------------------------------------- spoiled


SPOILED_EDAX = [
    (lambda data: data[:30], "byte 0: expected the head of a book of Edax"),
    (lambda data: data[:8] + b"\x03" + data[9:], "version 3: expected 4"),
    (lambda data: data[:-1], "the file ends within a position"),
    (lambda data: data[:-40], "the file ends within a position"),
    (lambda data: data[: 84 + 2 * data[80]], "positions, the file ends after 1"),
    (lambda data: data[:42] + b"\xff" * 16 + data[58:], "byte 42: "),
    (lambda data: data[:-1] + b"\x00", "illegal move 'a1'"),
    (lambda data: data[:-1] + b"\xf0", "expected a square, 0 to 64"),
    (lambda data: data[:-4] + b"\x7f" + data[-3:], "value 16256: expected -8192 to 8192"),
]
SPOILED_EGAROUCID = [
    (lambda data: data[:12], "byte 0: expected the head of a book of Egaroucid"),
    (lambda data: b"X" + data[1:], "byte 0: expected the head of a book of Egaroucid"),
    (lambda data: data[:9] + b"\x02" + data[10:], "version 2: expected 3"),
    (lambda data: data[:-1], "the file ends after 4 of 5 positions"),
    (lambda data: data[:13] + b"\xff" + data[14:], "the file ends after 5 of 4278190085"),
    (lambda data: data[:-25] + b"\xff" * 16 + data[-9:], "discs both on"),
    (lambda data: data[:-2] + b"\x00" + data[-1:], "illegal move 'a1'"),
    (lambda data: data[:-2] + b"\xf0" + data[-1:], "expected a square, 0 to 64"),
    (lambda data: data[:-3] + b"\x7f" + data[-2:], "value 16256: expected -8192 to 8192"),
]


@pytest.mark.parametrize(
    ("write", "name", "spoil", "reason"),
    [
        *((written_edax, "edax", *row) for row in SPOILED_EDAX),
        *((written_egaroucid, "egaroucid", *row) for row in SPOILED_EGAROUCID),
    ],
)
def test_a_spoiled_book(tmp_path: Path, write: Any, name: str, spoil: Any, reason: str) -> None:
    """What cannot be is named by its byte; the rest is read, and the book is sound."""
    made = made_book(Board(), 2, random.Random(1))
    if name == "egaroucid":
        made |= made_book(Board.from_moves("f5d6c3d3c4f4"), 0, random.Random(1))  # has a leaf
    path, book = write(tmp_path / "spoiled", made), tmp_path / "a.book"
    path.write_bytes(spoil(path.read_bytes()))
    done = othello("book", "import", book, path, "--level", 1, "--format", name)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"{path}: byte ") and reason in done.stderr, done.stderr
    assert book.exists() == bool(re.match("[1-9]", done.stdout)), "none of no positions"
    assert book.exists() or "head" in reason or "version" in reason or name == "edax"
    if book.exists():
        assert problems(book) == []
