"""Texts with several games, written as people do, beside the games that are in them.

The games are random and legal; their players like moves after which the other side must pass. Each
text has a style of its own: how moves, passes and numbers are written, where lines end, what stands
around the games and between them.
"""

import random
import textwrap
from collections.abc import Callable, Iterator
from typing import NamedTuple

from othello import Game
from othello.notation import PASS, Move

PASS_WORDS = ("pass", "PASS", "Pass.", "pa", "PS", "--", "\u2013", "0000", "")
WIDTHS = (18, 24, 31, 40, 47, 60, 72, 80)
PLIES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 61)
WORDS = (
    "Paul resigned", "Passed on time", "Paris, 2005", "Anna - Pascale", "Spassky - Pavlov",
    "Round 3",
    "White: Ed Bach, Black: Fab", "Some notes", "that was all", "(the tiger)", "Date: 12 May 2005",
    "[Event \"Some Cup\"]", "Black won, 40-24", "P.S. thanks!", "Partie 2", "Ende",
)  # fmt: skip
HARMLESS = (
    "1)", "***", "=====", "--------------------", "2005-06-07", "12.05.2005", "#7", "...", "12:30",
    "[White \"???\"]", "1/2", "_______",
)  # fmt: skip


class PastedText(NamedTuple):
    """A text and its games."""

    text: str
    games: list[tuple[Move, ...]]


def random_game(rng: random.Random) -> Game:
    """Return a game to its end; about half have passes before the last few moves."""
    game = Game()
    while not game.is_over:
        moves = game.board.legal_moves()
        blocking = [move for move in moves if game.board.after(move).must_pass]
        game.play(rng.choice(blocking or moves))
    return game


def pasted_texts(rng: random.Random, n_games: int) -> Iterator[PastedText]:
    """Yield texts that have `n_games` games in all."""
    while n_games > 0:
        n_here = min(rng.choice((1, 1, 2, 3, 5)), n_games)
        yield _text_of(rng, n_here)
        n_games -= n_here


def _text_of(rng: random.Random, n_games: int) -> PastedText:
    write = _writer(rng)
    between = rng.choice(("empty", "empty", "result", "words", "nothing"))
    blocks: list[str] = []
    games = []
    is_listed = rng.random() < 0.1
    for number in range(1, n_games + 1):
        game = random_game(rng)
        if between != "nothing" and rng.random() < 0.3:  # given up
            moves = game.moves[: rng.randint(1, len(game))]
            while moves and moves[-1] is PASS:
                moves = moves[:-1]
            game = Game(moves)
        games.append(game.moves)
        written = f"{number}. {game.transcript()}" if is_listed else write(game)
        blocks += [*_around(rng, "before"), written]
        if between == "empty":
            blocks += [*_around(rng, "behind"), ""]
        elif between == "result":
            discs = rng.randint(0, 64)
            score = f"{discs}{rng.choice(('-', ' - ', ':'))}{64 - discs}"
            if rng.random() < 0.5:
                blocks[-1] += f" {score}"
            else:
                blocks.append(score)
            blocks += _around(rng, "behind")
        elif between == "words":
            blocks += [rng.choice(WORDS), *_around(rng, "behind")]
    newline = rng.choice(("\n", "\r\n"))
    return PastedText("".join(line + newline for line in "\n".join(blocks).split("\n")), games)


def _around(rng: random.Random, where: str) -> list[str]:
    lines = [rng.choice(WORDS + HARMLESS) for _ in range(rng.choice((0, 0, 1, 2)))]
    if where == "before" and lines and rng.random() < 0.3:
        lines.append("")
    return lines


def _writer(rng: random.Random) -> Callable[[Game], str]:
    """Return a function that writes a game in one style."""
    pass_word = rng.choice(PASS_WORDS)
    capitals = rng.choice((str.lower, str.upper, str.capitalize))
    numbers = rng.choice(("none", "none", "each", "pairs", "sides"))
    mark = rng.choice((".", ". ", ") ", ": ", " "))
    separator = rng.choice((" ", "  ", ", ", "-", "") if numbers == "none" else (" ", "  "))
    if separator in "-" and pass_word in ("--", "\u2013", "0000", "Pass."):
        separator = " "
    after_square = rng.choice(("", "", "", "!", "?!"))
    comment = rng.random() < 0.1
    wrap = rng.choice(("plies", "width"))
    width = rng.choice(WIDTHS)
    plies = rng.choice(PLIES)

    def write(game: Game) -> str:
        parts: list[str] = []
        for ply, move in enumerate(game.moves):
            word = pass_word if move is PASS else capitals(str(move))
            if rng.random() < 0.05 and move is not PASS and separator:
                word += after_square
            if numbers == "each":
                word = f"{ply + 1}{mark}{word}"
            elif numbers == "pairs" and ply % 2 == 0:
                word = f"{ply // 2 + 1}{mark}{word}"
            elif numbers == "sides" and word:
                word = f"{('Black', 'White')[ply % 2]}: {word}"
            if comment and ply == 3 and separator:
                word += " {Paris, 2005}"
            if word:
                parts.append(word)
        if game.is_over and pass_word and separator and rng.random() < 0.1:
            parts += [pass_word, pass_word]  # until both have passed
        if wrap == "width" and separator != "":
            return "\n".join(textwrap.wrap(separator.join(parts), width))
        rows = [parts[first : first + plies] for first in range(0, len(parts), plies)]
        return "\n".join(separator.join(row) for row in rows)

    return write
