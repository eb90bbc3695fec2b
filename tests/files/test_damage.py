"""Files of which eight bytes were changed: they answer as before, or an error names the file."""

import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.random_games import random_game

from othello.book import Book
from othello.errors import FileError, WeightsError
from othello.gamebase import GameBase
from othello.practice.profile import PUZZLE, Card, PlayedGame, Profile, RecordedAnswer
from othello.ratings.glicko import NEW
from othello.weights.file import read_weights_file, shipped_contents

N_DAMAGES = 30

BOARDS = [random_game(seed, seed % 9).board for seed in range(60)]
"""Positions that many games have, and some that few have or none."""


class Kind(NamedTuple):
    """A kind of files: one of it, what opens it, and what is asked of what was opened."""

    path: Path
    opens: Callable[[Path], Any]
    questions: list[Callable[[Any], object]]


def book(path: Path, small_book: Path) -> Kind:
    path.write_bytes(small_book.read_bytes())
    asked: list[Callable[[Any], object]] = [
        lambda book, board=board: (book.moves(board), book.games(board), board in book)
        for board in BOARDS
    ]
    return Kind(path, Book, [*asked, len, lambda book: book.answer("f5d6", 3)])


def base(path: Path, small_book: Path) -> Kind:
    with GameBase(path, is_new=True) as base:
        for first, end in ((0, 150), (150, 190), (190, 193)):  # three segments
            games = [random_game(seed) for seed in range(first, end)]
            for number, game in enumerate(games):
                game.headers.update(Black="ABC"[number % 3], Date=f"{1990 + number % 9}")
            base.add(games)
    asked: list[Callable[[Any], object]] = [
        lambda base, board=board: (base.moves(board), [*base.games(board, limit=9)])
        for board in BOARDS
    ]
    others = [
        lambda base: [*base.games(black="a")],
        lambda base: [*base.games(years=1992, result="black")],
        lambda base: base.years(),
    ]
    return Kind(path, GameBase, [*asked, *others, len])


def profile(path: Path, small_book: Path) -> Kind:
    with Profile(path) as profile:
        for number in range(60):
            key = str(number % 20)
            profile.add_answer(
                RecordedAnswer("mistake", "corner", key, "", "f5", number % 3 == 0, number)
            )
            profile.keep_card(Card("deck", key, {"n": number}, "2026"))
            if number < 20:  # few enough for a file with bytes that hold nothing
                profile.rate(key, NEW, number % 2 == 0)
        profile.add_game(PlayedGame("f5d6", "black", "level 6"))
    asked: list[Callable[[Any], object]] = [
        lambda profile: profile.export(),
        lambda profile: profile.last_right("mistake"),
        *(lambda profile, key=str(key): profile.rating(PUZZLE, key) for key in range(20)),
        *(lambda profile, key=str(key): profile.card("deck", key) for key in range(20)),
    ]
    return Kind(path, Profile, asked)


def changed(whole: bytes, seed: int) -> bytes:
    """Return a file of which eight bytes, chosen at random, are others."""
    chance, contents = random.Random(seed), bytearray(whole)
    for place in chance.sample(range(len(contents)), 8):
        contents[place] ^= chance.randrange(1, 256)
    return bytes(contents)


@pytest.mark.parametrize("make", [book, base, profile])
def test_eight_changed_bytes(
    tmp_path: Path, small_book: Path, make: Callable[[Path, Path], Kind]
) -> None:
    path, opens, questions = make(tmp_path / "whole", small_book)
    with opens(path) as opened:
        expected = [ask(opened) for ask in questions]
    whole, n_same, n_told = path.read_bytes(), 0, 0
    for seed in range(N_DAMAGES):
        damaged = tmp_path / f"{seed}.profile"
        damaged.write_bytes(changed(whole, seed))
        try:
            with warnings.catch_warnings():  # of a profile that is moved aside
                warnings.simplefilter("error", RuntimeWarning)
                opened = opens(damaged)
        except (FileError, RuntimeWarning) as error:
            assert str(damaged) in str(error)
            n_told += 1
            continue
        with opened:
            for ask, answer in zip(questions, expected, strict=True):
                try:
                    assert ask(opened) == answer, seed
                    n_same += 1
                except FileError as error:
                    assert str(damaged) in str(error)
                    n_told += 1
    assert n_same and n_told


def test_eight_changed_bytes_of_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    whole = shipped_contents()
    for seed in range(N_DAMAGES):
        path.write_bytes(changed(whole, seed))
        with pytest.raises(WeightsError, match=str(path)):
            read_weights_file(path)
