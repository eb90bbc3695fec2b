"""A game in the terminal: lines of text in, boards and moves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from othello.board import Board
from othello.engine import Engine, Result
from othello.errors import OthelloError, quote
from othello.game import Game
from othello.levels import MAX_LEVEL
from othello.measuring.interrupt import Interrupt
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE

__all__ = ["COLOURS", "TerminalGame"]

#: The sides that a person plays, for each value of ``--colour``.
COLOURS = {"black": BLACK, "white": WHITE, "both": BLACK + WHITE, "none": ""}

HELP = f"""\
MOVE      play it, such as f5; a forced pass is played for you
undo      take back your last move and the answer to it
hint      what the engine would play
moves     the game so far
go        let the engine think again, after Ctrl-C
level N   how hard the engine thinks, 0 to {MAX_LEVEL}
board     draw the board again
new       begin again
help      this list
quit      leave"""


class TerminalGame:
    """A game between a person and the engine.

    Parameters
    ----------
    engine : Engine
        The person's opponent; it plays at its own level.
    colour : str
        The side that the person plays, one of `COLOURS`.
    start : Board
        The position in which the game begins.
    write : callable
        Called with the text to show, one line or several.
    at_keyboard : bool
        True if SIGINT while the engine thinks stops the search and lets the person go on; False if
        it raises `KeyboardInterrupt`.

    Examples
    --------
    >>> game = TerminalGame(Engine(hash_mb=1), "both", Board(), print)
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
        start: Board,
        write: Callable[[str], object],
        *,
        at_keyboard: bool = False,
    ) -> None:
        self._engine = engine
        self._at_keyboard = at_keyboard
        self._sides = COLOURS[colour]
        self._game = Game(start=start)
        self._write = write
        self._commands: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "hint": self._hint,
            "moves": lambda: write(" ".join(map(str, self._game.moves)) or "no moves yet"),
            "board": lambda: write(str(self._game.board)),
            "go": self._go,
            "new": self._new,
            "help": lambda: write(HELP),
        }

    def run(self, lines: Iterable[str]) -> None:
        """Play until the lines end or one of them is ``quit``."""
        self._attempt(self.begin)
        for line in lines:
            if line.strip().lower() in ("quit", "exit", "q"):
                return
            self.answer(line)

    def begin(self) -> None:
        """Show the board, and let the engine move if it is its turn."""
        self._write(str(self._game.board))
        self._continue()

    def answer(self, line: str) -> None:
        """Carry out a typed line: a command or a move.

        A line that cannot be understood is answered with an error and changes nothing.
        """
        words = line.lower().split()
        if not words:
            return
        if len(words) == 1 and words[0] in self._commands:
            self._attempt(self._commands[words[0]])
        elif words[0] == "level":
            self._attempt(partial(self._set_level, " ".join(words[1:])))
        else:
            self._attempt(partial(self._play, line.strip()))

    def resumption(self) -> str:
        """Return text with a command line that continues this game; empty before the first move."""
        moves = "".join(map(str, self._game.moves))
        if not moves:
            return ""
        is_usual = self._game.start == Board()
        position = moves if is_usual else f"'{self._game.board.to_obf()}'"
        colour = next(name for name, sides in COLOURS.items() if sides == self._sides)
        return (
            f"moves so far: {moves}\nto go on: othello play --colour {colour} "
            f"--level {self._engine.level} --position {position}"
        )

    def _attempt(self, act: Callable[[], object]) -> None:
        """Call `act` and print the error it raises, if any."""
        try:
            act()
        except OthelloError as error:
            self._write(str(error))

    # ------------------------------------------------------------------ commands

    def _play(self, text: str) -> None:
        legal = self._game.board.legal_moves()
        if not legal:
            raise OthelloError("the game is over: expected new, undo or quit")
        try:
            self._game.play(text)
        except OthelloError:
            expected = f"expected {' '.join(map(str, legal))}, or help"
            raise OthelloError(f"{quote(text)} cannot be played: {expected}") from None
        self._write(str(self._game.board))
        self._continue()

    def _undo(self) -> None:
        """Take back at least one move, and more until the person is to move."""
        undone = []
        while (move := self._game.undo()) is not None:
            undone.append(move)
            if self._game.board.turn in self._sides and not self._game.board.must_pass:
                break
        if not undone:
            raise OthelloError("nothing to undo: this is where the game began")
        self._write(f"took back {' '.join(map(str, reversed(undone)))}\n{self._game.board}")
        self._continue()

    def _hint(self) -> None:
        if self._game.is_over:
            raise OthelloError("the game is over: expected new, undo or quit")
        result = self._think("hint")
        line = " ".join(map(str, result.pv))
        self._write(f"hint: {result.move} {result.score:+.2f} ({line})")

    def _set_level(self, text: str) -> None:
        try:
            self._engine.level = int(text)
        except ValueError:
            raise OthelloError(f"level {quote(text)}: expected 0 to {MAX_LEVEL}") from None
        self._write(f"level {self._engine.level}")

    def _new(self) -> None:
        self._game = Game(start=self._game.start)
        self._engine.clear()
        self.begin()

    # ------------------------------------------------------------------ the engine's part

    def _think(self, again: str) -> Result:
        """Search the position and return the result.

        Parameters
        ----------
        again : str
            The command that repeats the search, for the message after SIGINT.

        Raises
        ------
        OthelloError
            After SIGINT at the keyboard; the message says how to go on.
        KeyboardInterrupt
            After SIGINT otherwise.
        """
        search = self._engine.prepare(self._game.board)
        with Interrupt(search) as interrupt:
            result = search.run()
        if not interrupt.heard:
            return result
        if not self._at_keyboard:
            raise KeyboardInterrupt
        side = SIDE_NAMES[self._game.board.turn]
        raise OthelloError(
            f"stopped thinking, {side} to move: expected {again} (think again), a move, undo, quit"
        )

    def _go(self) -> None:
        if self._game.board.turn in self._sides:
            raise OthelloError("it is your turn: expected a move, or hint")
        self._continue()

    def _continue(self) -> None:
        """Play forced passes and the engine's moves until the person has a choice or it is over."""
        while not self._game.is_over:
            board = self._game.board
            if board.must_pass:
                self._write(f"{SIDE_NAMES[board.turn]} must pass")
                self._game.play(PASS)
            elif board.turn in self._sides:
                return
            else:
                result = self._think("go")
                assert result.move is not None, "a side that can move does"
                self._game.play(result.move)
                name = SIDE_NAMES[board.turn]
                self._write(f"{name} plays {result.move} ({result.score:+.2f})\n{self._game.board}")
        score = self._game.result()
        assert score is not None, "the game is over"
        winner = SIDE_NAMES[BLACK if score > 0 else WHITE]
        self._write(f"{winner} wins by {abs(score)}" if score else "a draw")
