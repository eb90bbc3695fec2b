"""A game in the terminal: lines of text in, boards and moves out."""

from __future__ import annotations

import shlex
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from othello.analysis.interrupt import Interrupt
from othello.analysis.openings import name_of
from othello.board import Board
from othello.commands import did_you_mean
from othello.commands.values import whole_number
from othello.engine import Engine, Limits, Result
from othello.engine.strength import FULL_STRENGTH, GROWN_UP, Strength
from othello.errors import OthelloError, quote
from othello.formats.results import read_result
from othello.game import Game
from othello.levels import MAX_LEVEL
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE, Move
from othello.practice.commands import screen
from othello.practice.commands.screen import QUIT
from othello.protocol.play_options import PlayOptions, Randomness
from othello.result import depth_text, error_text, score_text
from othello.timing import budget_for_move

if TYPE_CHECKING:
    from othello.practice.partner import Coach, Comment
    from othello.practice.played import GameKeeper

#: The sides that a person plays, for each value of ``--colour``.
COLOURS = {"black": BLACK, "white": WHITE, "both": BLACK + WHITE, "none": ""}

TAKE_BACK, KEEP = ("y", "yes", "undo"), ("n", "no", "go")
"""Answers to the coach's question."""

PERSON = "human"
"""The name of a person in the file of a game."""

HELP = f"""\
MOVE      play it, such as f5; a forced pass is played for you
undo      take back your last move and the answer to it, or your resignation
hint      the best move that the engine finds at its level, also below full strength
hint all  the score of every move, in discs, on the board
moves     the game so far
go        let the engine think again, after Ctrl-C
level N   how hard the engine thinks, 0 to {MAX_LEVEL}; level without N shows the present one
strength N  from 0 (a child in its first game) to {FULL_STRENGTH} (all that the level gives)
board     draw the board again
new       begin this game again; load startpos begins from the usual start. With --opening,
          the next opening, and you change sides
save FILE   write the game to FILE (.ggf, .sgf or .txt); save! FILE writes over an older file
load FILE   go on with the first game of FILE (load FILE 2: the second), or from an opening's name
back        return to the game before load or new; a second back returns to the one before that
resign      give the game up
explain MOVE  what a move would cost and why; explain without MOVE takes the last one
analyse     what each move of the game was worth; analyse FILE.html writes a page
help      this list
quit      leave
Ctrl-C stops the engine's thinking; the game stays as it is"""


class TerminalGame:
    """A game between a person and the engine.

    The person plays `colour`, one of `COLOURS`, in `game`; `write` is given what to show. A move
    of the engine takes `seconds`, in place of its level; with `level_too` what ends first counts.
    `others` are the other options that the command was given, to go on with.
    `keeper` keeps the games that a person has played to the end against the engine.
    `at_keyboard` tells that SIGINT while the engine thinks stops the search, and nothing else.
    A `coach` comments on the person's moves; at a keyboard mistakes may be taken back at once.
    `deal` returns an opening for each new game, for which the person changes sides.

    >>> game = TerminalGame(Engine(hash_mb=1), "both", Game(), print)
    >>> game.answer("f5")  # doctest: +ELLIPSIS
      a b c d e f g h
    ...
    O to move, X 4, O 1
    >>> game.answer("moves")
    f5
    >>> game.answer("e9")
    'e9' cannot be played: expected f4 d6 f6, or help
    """

    def __init__(
        self,
        engine: Engine,
        colour: str,
        game: Game,
        write: Callable[[str], object],
        *,
        at_keyboard: bool = False,
        in_colour: bool = False,
        play_options: PlayOptions | None = None,
        seconds: float | None = None,
        level_too: bool = False,
        others: Sequence[str] = (),
        keeper: GameKeeper | None = None,
        coach: Coach | None = None,
        deal: Callable[[], Game] | None = None,
    ) -> None:
        self._engine = engine
        self._at_keyboard = at_keyboard
        self._sides = COLOURS[colour]
        self._game = game
        self._stated = game.copy()  # what its headers are about
        self._earlier: list[tuple[Game, Game]] = []  # what `_game` and `_stated` were
        self._write = write
        self._in_colour = in_colour
        self._play_options = play_options or PlayOptions(Randomness(), Strength())
        self._seconds = seconds
        self._level_counts = level_too or seconds is None
        self._others = others
        self._keeper = keeper
        self._coach = coach
        self._deal = deal
        self._mistake: Comment | None = None  # which the coach has asked to take back
        self._commands: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "hint": self._hint,
            "hint all": self._hint_all,
            "moves": lambda: write(" ".join(map(str, self._game.moves)) or "no moves yet"),
            "board": lambda: write(self._drawn()),
            "go": self._go,
            "new": self._new,
            "back": self._back,
            "resign": self._resign,
            "help": lambda: write(HELP),
        }
        self._with_words: dict[str, Callable[[str], object]] = {
            "level": self._set_level,
            "strength": self._set_strength,
            "save": self._save,
            "save!": partial(self._save, overwrite=True),
            "load": self._load,
            "analyse": partial(self._report, "analyse"),
            "explain": partial(self._report, "explain"),
        }

    def run(self, lines: Iterable[str]) -> None:
        """Play until the lines end or one of them is ``quit``."""
        self._attempt(self.begin)
        for line in lines:
            if line.strip().lower() in QUIT:
                break
            self.answer(line)
        if self._at_keyboard and not self._game.is_over and (resumption := self.resumption()):
            self._write(resumption)

    def begin(self) -> None:
        """Show the board, and let the engine move if it is its turn."""
        self._write(self._drawn())
        self._continue()

    def answer(self, line: str) -> None:
        """Carry out a typed line: a command or a move.

        A line that cannot be understood is answered with an error and changes nothing.
        """
        words = line.split()
        if not words:
            return
        command, first = " ".join(words).lower(), words[0].lower()
        if self._mistake is not None:
            self._attempt(partial(self._decide, command))
        elif command in self._commands:
            self._attempt(self._commands[command])
        elif first in self._with_words:
            rest = line.strip()[len(first) :].strip()  # the name of a file may hold blanks
            self._attempt(partial(self._with_words[first], rest))
        else:
            self._attempt(partial(self._play, line.strip()))

    def resumption(self) -> str:
        """Return text with a command line that continues this game; empty before the first move."""
        moves = "".join(map(str, self._game.moves))
        if not moves:
            return ""
        is_usual = self._game.start == Board()
        game = moves if is_usual else Game(moves, self._game.start).to_ggf()
        colour = next(name for name, sides in COLOURS.items() if sides == self._sides)
        words = ["othello", "play", "--colour", colour]
        for option, value in self._effort().items():
            words += [f"--{option}", f"{value:g}"]
        command = shlex.join([*words, *self._others, game])
        return f"moves so far: {moves}\nto go on: {command}"

    def _effort(self) -> dict[str, float]:
        """Return the options of the command line that say how well the engine plays."""
        strength = self._play_options.strength
        known = {
            "level": self._engine.level if self._level_counts else None,
            "time": self._seconds,
            "strength": None if strength.is_full else strength.value,
        }
        return {option: value for option, value in known.items() if value is not None}

    def _effort_text(self) -> str:
        return ", ".join(f"{option} {value:g}" for option, value in self._effort().items())

    def _attempt(self, act: Callable[[], object]) -> None:
        """Call `act` and print the error it raises, if any."""
        try:
            act()
        except OthelloError as error:
            self._write(str(error))

    def _check_not_over(self, what: str = "") -> None:
        if self._game.is_over:
            raise OthelloError(f"{what}the game is over: expected new, undo or quit")

    # ------------------------------------------------------------------ commands

    def _play(self, text: str) -> None:
        self._check_not_over(f"{quote(text)} cannot be played: ")
        board = self._game.board
        legal = board.legal_moves()
        try:
            self._advance("".join(text.split()))
        except OthelloError:
            expected = f"expected {' '.join(map(str, legal))}, or help"
            known = [*self._commands, *self._with_words, *QUIT]
            expected += did_you_mean(text, known) or did_you_mean(text.split()[0], known)
            raise OthelloError(f"{quote(text)} cannot be played: {expected}") from None
        self._write(f"{self._opening()}{self._drawn()}")
        if self._coach is not None:
            self._comment(self._coach, board)
        if self._mistake is None:
            self._continue()

    def _comment(self, coach: Coach, board: Board) -> None:
        """Say what the move just played is worth; at a keyboard ask whether a mistake counts."""
        try:
            comment = coach.comment(board, self._game.moves[-1], is_simple=self._is_for_child)
        except KeyboardInterrupt:
            if not self._at_keyboard:
                raise
            self._write("stopped the coach")
            return
        if comment is None or not comment.text:
            return
        if comment.may_be_taken_back and self._at_keyboard:
            self._mistake = comment
            self._write(comment.question)
            self._write("take it back? y or n")
        else:
            self._write(comment.text)

    @property
    def _is_for_child(self) -> bool:
        """Whether a coach talks to somebody who plays against a child's strength."""
        return self._coach is not None and self._play_options.strength.value < GROWN_UP

    def _decide(self, text: str) -> None:
        """Take the last move back or not, as the coach has asked."""
        if text in TAKE_BACK:
            self._mistake = None
            move = self._game.undo()
            self._restate()
            self._write(f"took back {move}\n{self._drawn()}")
        elif text in KEEP:
            assert self._mistake is not None, "only then it is asked"
            if not self._mistake.is_simple:  # else all is said
                self._write(self._mistake.text)
            self._mistake = None
            self._continue()
        else:
            raise OthelloError(f"take it back? {quote(text)}: expected y or n")

    def _advance(self, move: Move | str) -> None:
        """Play `move`; if a loaded game goes on otherwise, its headers are about another game."""
        self._game.play(move)
        self._restate()

    def _undo(self) -> None:
        """Take back a resignation; else at least one move, and more until the person is to move."""
        result = self._game.headers.get("Result", "")
        stated = read_result(result)
        if stated is not None and stated.end == "r":
            if self._game == self._stated:
                del self._stated.headers["Result"]
            self._restate()
            self._write(f"took back the resignation\n{self._drawn()}")
            self._continue()
            return
        undone = []
        while (move := self._game.undo()) is not None:
            undone.append(move)
            if self._game.board.turn in self._sides and not self._game.board.must_pass:
                break
        if not undone:
            raise OthelloError("nothing to undo: this is where the game began")
        self._restate()
        self._write(f"took back {' '.join(map(str, reversed(undone)))}\n{self._drawn()}")
        self._continue()

    def _hint(self) -> None:
        self._check_not_over()
        result = self._think("hint", self._limits())
        self._write(self._hint_text(result))

    def _hint_all(self) -> None:
        """Show the score of each legal move on its square."""
        self._check_not_over()
        board = self._game.board
        result = self._think("hint all", self._limits()._replace(multipv=len(board.legal_moves())))
        scores = {line.pv[0]: line.score for line in result.lines if line.pv}
        picture = screen.draw_scores(board, scores, in_colour=self._in_colour)
        self._write(f"{picture}\n{self._hint_text(result)}")

    def _set_strength(self, text: str) -> None:
        try:
            if text:
                self._play_options.strength.value = whole_number(0, FULL_STRENGTH)(text)
        except ArgumentTypeError:
            expected = f"expected 0 to {FULL_STRENGTH}"
            raise OthelloError(f"strength {quote(text)}: {expected}") from None
        self._write(f"strength {self._play_options.strength.value}")

    def _save(self, path: str, *, overwrite: bool = False) -> None:
        from othello.play.commands.game_files import save_game

        players = {
            name: PERSON if side in self._sides else f"othello, {self._effort_text()}"
            for name, side in (("Black", BLACK), ("White", WHITE))
        }
        self._write(save_game(self._game, path, players, overwrite=overwrite))

    def _load(self, path: str) -> None:
        from othello.play.commands.game_files import load_game

        loaded = load_game(path)
        if loaded is None:
            raise OthelloError(f"no game was loaded from {quote(path)}")
        game, said = loaded
        kept = "" if game == self._game else "; back returns to the game before"
        self._write(f"{said}{kept}")
        self._change_to(game)

    def _report(self, act: str, text: str = "") -> None:
        """Show what a function of `game_files` returns.

        Ctrl-C at the keyboard ends it, also while it imports.
        """
        try:
            from othello.play.commands import game_files

            self._write(getattr(game_files, act)(self._game, self._engine, text))
        except KeyboardInterrupt:
            if not self._at_keyboard:
                raise
            raise OthelloError("stopped the analysis: the game is as it was") from None

    def _resign(self) -> None:
        self._check_not_over()
        turn = self._game.board.turn
        loser = self._sides if self._sides in (BLACK, WHITE) else turn
        winner = WHITE if loser == BLACK else BLACK
        self._game.headers["Result"] = f"{'B' if winner == BLACK else 'W'}+R"
        self._write(
            f"{SIDE_NAMES[loser]} resigns, {SIDE_NAMES[winner]} wins: new begins again, a move or "
            "undo plays on"
        )
        self._keep()

    def _set_level(self, text: str) -> None:
        try:
            if text:
                self._engine.level = int(text)
                self._level_counts = True
        except ValueError:
            raise OthelloError(f"level {quote(text)}: expected 0 to {MAX_LEVEL}") from None
        level = f"level {self._engine.level}" if self._level_counts else "no level"
        time = "" if self._seconds is None else f", at most {self._seconds:g} s a move"
        self._write(f"{level}{time}")

    def _new(self) -> None:
        if self._deal is None:
            self._change_to(Game(start=self._game.start))
            return
        if self._sides in (BLACK, WHITE):
            self._sides = WHITE if self._sides == BLACK else BLACK
            self._write(f"you play {SIDE_NAMES[self._sides]}")
        self._change_to(self._deal())

    def _back(self) -> None:
        if not self._earlier:
            raise OthelloError("no earlier game: back returns to the one before load or new")
        earlier = self._earlier.pop()
        # At the other end, so that `back`, again and again, shows every game.
        self._earlier.insert(0, (self._game, self._stated))
        self._show(*earlier)

    def _change_to(self, game: Game) -> None:
        """Go on with another game; this one is kept for `back`, unless it is the same."""
        if game != self._game:
            self._earlier.append((self._game, self._stated))
        self._show(game, game.copy())

    def _restate(self) -> None:
        """Give the game the headers that it was stated with, as far as it is the same game."""
        if self._keeper is not None:
            self._keeper.go_on()
        stated = self._stated[: len(self._game)]
        is_same = (stated.start, stated.moves) == (self._game.start, self._game.moves)
        self._game.headers = stated.headers if is_same else {}

    def _show(self, game: Game, stated: Game) -> None:
        self._game, self._stated = game, stated
        if self._keeper is not None:
            self._keeper.change_game()
        self._engine.clear()
        self.begin()

    # ------------------------------------------------------------------ the engine's part

    def _limits(self) -> Limits:
        """Return how far the engine may search for a move."""
        if self._seconds is None:
            return Limits()
        budget = budget_for_move(self._seconds)
        level = self._engine.level if self._level_counts else None
        return Limits(soft_seconds=budget.soft, seconds=budget.hard, level=level)

    def _drawn(self) -> str:
        """Return the board as it is shown."""
        last = self._game.moves[-1] if self._game.moves else None
        return screen.draw(self._game.board, last, in_colour=self._in_colour)

    def _opening(self) -> str:
        """Return a line with the position's name; nothing where it has none."""
        opening = name_of(self._game.board)
        return "" if opening is None else f"opening: {opening.name}\n"

    def _think(self, again: str, limits: Limits) -> Result:
        """Return the result of a search of the position; `again` is the command that repeats it.

        SIGINT raises OthelloError, which says how to go on, or from a pipe KeyboardInterrupt.
        """
        try:
            search = self._engine.prepare(self._game.board, limits)
        except KeyboardInterrupt:  # the first search takes a while to prepare
            is_stopped = True
        else:
            with Interrupt(search) as interrupt:
                result = search.run()
            is_stopped = interrupt.heard
        if not is_stopped:
            return result
        if not self._at_keyboard:
            raise KeyboardInterrupt
        side = SIDE_NAMES[self._game.board.turn]
        raise OthelloError(
            f"stopped thinking, {side} to move: expected {again} (think again), a move, undo, quit"
        )

    def _go(self) -> None:
        self._check_not_over()
        if self._game.board.turn in self._sides:
            raise OthelloError("it is your turn: expected a move, or hint")
        self._continue()

    def _continue(self) -> None:
        """Play forced passes and the engine's moves until the person has a choice or it is over."""
        while not self._game.is_over:
            board = self._game.board
            if board.must_pass:
                self._write(f"{SIDE_NAMES[board.turn]} must pass")
                self._advance(PASS)
                if self._game.board.turn in self._sides:  # whose moves the last board did not show
                    self._write(self._drawn())
            elif board.turn in self._sides:
                return
            else:
                known = self._play_options.from_book(board, self._write)
                if known is not None:
                    result = known.result
                else:
                    limits = self._play_options.limits(board, self._limits())
                    result = self._play_options.pick(board, self._think("go", limits))
                assert result.move is not None, "a side that can move does"
                self._advance(result.move)
                name, book = SIDE_NAMES[board.turn], "" if known is None else f", {known.source}"
                worth = f" ({score_text(result.score)} for {name}{book})"
                plays = f"{name} plays {result.move}{'' if self._is_for_child else worth}"
                self._write(f"{plays}\n{self._opening()}{self._drawn()}")
        score = self._game.result()
        assert score is not None, "the game is over"
        winner = SIDE_NAMES[BLACK if score > 0 else WHITE]
        self._write(f"{winner} wins by {abs(score)}" if score else "a draw")
        self._keep()

    def _keep(self) -> None:
        """Keep the game, which is over, if there is who does."""
        if self._keeper is not None and self._sides in (BLACK, WHITE):
            self._keeper.keep(self._game, self._sides, self._effort_text())

    def _hint_text(self, result: Result) -> str:
        """Return the best move of a search of the position, its score and its line."""
        line = " ".join(map(str, result.pv))
        side = SIDE_NAMES[self._game.board.turn]
        best = result.lines[0]
        depth = "exact" if best.exact else f"depth {depth_text(best.depth, best.selectivity)}"
        score = f"{score_text(result.score)}{error_text(result.error)}"
        return f"hint: {result.move} {score} for {side} ({line}), {depth}"
