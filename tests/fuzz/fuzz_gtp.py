"""GTP, fuzzed; GoGui's commands show the position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fuzz_model import (
    COLOURS,
    SMALL,
    SQUARES,
    START,
    Choices,
    Fuzz,
    LoopInThread,
    black_score,
    is_over,
    legal_squares,
    listed,
    must_pass,
    odd_line,
    pick,
    played,
)
from support import reference
from support.other_protocols import GtpProcess

from othello.protocol.gtp import GtpHandler

GTP_WORDS = listed("""
    protocol_version name version known_command list_commands boardsize clear_board komi play
    genmove reg_genmove undo time_settings time_left final_score showboard set_game list_games
    loadsgf gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves
    gogui-rules_side_to_move gogui-rules_final_result gogui-play_sequence gogui-analyze_commands
    othello-score
    b black W x 8 0 -1 1e3 99999999999999999999 f5 D6 pass z9 Othello # \x00 é /dev/null
""")
GTP_POSITION_COMMANDS = listed("""
    boardsize clear_board play genmove undo set_game loadsgf gogui-play_sequence
""")


class GtpInThread(GtpProcess):
    def start(self, arguments: Sequence[str]) -> Any:
        return LoopInThread(lambda loop: GtpHandler(loop, SMALL))


class GtpFuzz(Fuzz):
    """GTP; GoGui's commands show the position."""

    def __init__(self, in_process: bool) -> None:
        arguments = ("--hash", "1", "--level", "1")
        self.engine: GtpProcess
        super().__init__(GtpInThread() if in_process else GtpProcess(*arguments))
        self.history = [START]

    def begin(self) -> None:
        self.history = [START]
        assert self.ask("clear_board") == "="

    def ask(self, line: str) -> str:
        (answer,) = self.engine.ask(*self.count([line]))
        assert answer[:1] in "=?", answer
        return answer

    def check(self) -> None:
        self.position = self.history[-1]
        self.n_checks += 2
        shown, side = self.engine.ask("gogui-rules_board", "gogui-rules_side_to_move")
        squares = shown.removeprefix("=").split()
        ranks = ["".join(squares[start : start + 8]) for start in range(56, -1, -8)]
        assert "".join(ranks).replace(".", "-") == self.position[:64], (shown, self.position)
        assert side == f"= {COLOURS[self.position[-1]]}"

    def play(self, choices: Choices) -> None:
        obf = self.history[-1]
        side, move = pick(choices, "XO"), pick(choices, [*SQUARES, "pass"])
        if choices.below(2) and legal_squares(obf):
            side, move = obf[-1], pick(choices, legal_squares(obf))
        colour = pick(choices, [COLOURS[side], COLOURS[side][0].upper()])
        told = played(obf, move) if side == obf[-1] else None
        if is_over(obf):
            told = obf if move == "pass" else None
        elif side == obf[-1]:
            told = None if must_pass(obf) and move != "pass" else told
        elif must_pass(obf) and move != "pass":
            told = played(obf, move)
        answer = self.ask(f"play {colour} {move.upper()}")
        assert answer == "=" if told else answer.startswith("? "), (obf, side, move, answer)
        if told:
            self.history.append(told)

    def genmove(self, choices: Choices) -> None:
        obf = self.history[-1]
        side, plays = pick(choices, "XO"), choices.below(2) == 1
        answer = self.ask(f"{'' if plays else 'reg_'}genmove {COLOURS[side]}")
        if is_over(obf):
            assert answer == "= PASS"
            self.history += [obf] * plays
        elif obf[-1] != side and not must_pass(obf):
            assert answer.startswith("? illegal move")
        else:
            move = answer.removeprefix("= ").lower()
            assert (move == "pass") == (obf[-1] == side and must_pass(obf)), (obf, side, answer)
            told = played(obf, move)
            assert told is not None, (obf, side, answer)
            if plays:
                self.history.append(told)

    def undo(self, choices: Choices) -> None:
        for _ in range(1 + choices.below(3)):
            expected = "=" if len(self.history) > 1 else "? cannot undo"
            assert self.ask("undo") == expected
            del self.history[max(len(self.history) - 1, 1) :]

    def sequence(self, choices: Choices) -> None:
        words, history, obf = [], list(self.history), self.history[-1]
        for _ in range(choices.below(70)):
            if is_over(obf):
                break
            side = reference.OTHER[obf[-1]] if must_pass(obf) else obf[-1]
            move = pick(choices, legal_squares(f"{obf[:-1]}{side}"))
            words += [COLOURS[side][0], move]
            told = played(obf, move)
            assert told is not None
            obf = told
            history.append(obf)
        if choices.below(4) == 0:  # one wrong move, and none is played
            assert self.ask(" ".join(["gogui-play_sequence", *words, "b", "d4"]))[0] == "?"
            return
        assert self.ask(" ".join(["gogui-play_sequence", *words])) == "="
        self.history = history

    def question(self, choices: Choices) -> None:
        obf = self.history[-1]
        score = black_score(obf)
        final = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
        legal = "PASS" if must_pass(obf) else " ".join(legal_squares(obf)).upper()
        expected = {
            "protocol_version": "= 2",
            "name": "= othello",
            "known_command play": "= true",
            "known_command fly": "= false",
            "final_score": f"= {final}" if is_over(obf) else "? cannot score",
            "gogui-rules_legal_moves": f"= {legal}".rstrip(),
            "gogui-rules_board_size": "= 8",
            "othello-score": "= ",
            "list_games": "= Othello",
            "komi 3": "=",
            "komi x": "? syntax error",
            "time_left b 1 0": "=",
            "time_settings 0 0 0": "=",
            "boardsize 6": "? unacceptable size",
            "set_game Go": "? unknown game",
        }
        line = pick(choices, list(expected))
        number = pick(choices, ["", "", "0", "42"])
        answer = self.ask(f"{number} {line}")
        assert answer.startswith(
            expected[line].replace("=", f"={number}").replace("?", f"?{number}")
        )
        if line.startswith("time"):
            self.ask("time_settings 0 0 0")

    def again(self, choices: Choices) -> None:
        assert self.ask(pick(choices, ["clear_board", "boardsize 8", "set_game Othello"])) == "="
        self.history = [START]

    def odd(self, choices: Choices) -> None:
        """An odd line has one answer, a blank one none; if it fails, the position stays."""
        line = odd_line(choices, GTP_WORDS)
        text = "".join(c for c in line.decode("utf-8", "backslashreplace") if c >= " " or c == "\t")
        words = text.replace("\x7f", "").partition("#")[0].split()
        named = words[1:] if words and re.fullmatch("[0-9]{1,18}", words[0]) else words
        if named[:1] == ["quit"]:
            return
        self.engine.send(*self.count([line]), "4711 name")
        self.n_checks += 1
        answers = [self.engine.read_answer()]
        while not answers[-1].startswith("=4711"):
            answers.append(self.engine.read_answer())
        assert len(answers) == (2 if words else 1), (line, answers)
        if named[:1] and named[0] in GTP_POSITION_COMMANDS and answers[0][0] == "=":
            self.again(choices)
        if named[:1] and named[0].startswith("time"):
            self.ask("time_settings 0 0 0")

    rules = (play, play, genmove, undo, sequence, question, question, again, odd, odd)
