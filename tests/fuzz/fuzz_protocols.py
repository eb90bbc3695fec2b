"""Lines for UGI, GTP and NBoard's protocol, and what must come of them."""

import math
import re

from fuzz_cassio import CassioFuzz
from fuzz_model import COLOURS, SQUARES, START, Choices, Fuzz, Position, first_word, odd_line, pick
from fuzz_xboard import XBoardFuzz
from support import reference
from support.engine_process import GtpProcess, NBoardProcess, UgiProcess

from othello.interfaces.gtp import COMMANDS as GTP_COMMANDS
from othello.protocol.ugi import COMMANDS as UGI_COMMANDS

GTP_POSITION_COMMANDS = (
    *("boardsize", "clear_board", "play", "genmove", "undo", "set_game", "loadsgf"),
    "gogui-play_sequence",
)

# Words of which random lines are made.
GTP_WORDS = """
    b black W x 8 0 -1 1e3 99999999999999999999 f5 D6 pass z9 Othello # \x00 é /dev/null
"""
NBOARD_WORDS = """
    nboard set depth game contempt myname move hint learn analyze go isready 1 2 0 -1 1e3
    99999999999999999999 F5 PA z9 F5/1/2 / (; ;) (;GM[Othello];) B[F5] BO[8 TI[1:00] KM[2] \x00 é
"""
UGI_WORDS = """
    startpos fen moves depth nodes movetime p1time p2time p1inc movestogo infinite ponder exact wld
    searchmoves name value Hash Threads Level MultiPV Clear gameover p1turn result true 0 1 2 -1
    99999999999999999999 1e3 f5 d6 C3 a1 0000 pass z9 8/8/8/8/8/8/8/8 x o \x00 é
"""
BAD_TAGS = ("TY[8k]", "TY[s8r20]", "B[A1]", "W[F5]", "TY[10]")


class GtpFuzz(Fuzz):
    """GTP; GoGui's commands show the position."""

    def __init__(self) -> None:
        self.engine: GtpProcess
        super().__init__(GtpProcess("--hash", "1", "--level", "1"))
        self.history = [START]

    def begin(self) -> None:
        self.history = [START]
        assert self.answer("clear_board") == "="

    def answer(self, line: str) -> str:
        (answer,) = self.engine.ask(*self.count([line]))
        assert answer[:1] in "=?", answer
        return answer

    def check(self) -> None:
        self.position = self.history[-1]
        shown, side = self.engine.ask("gogui-rules_board", "gogui-rules_side_to_move")
        squares = shown.removeprefix("=").split()
        ranks = ["".join(squares[start : start + 8]) for start in range(56, -1, -8)]
        assert "".join(ranks).replace(".", "-") == self.position[:64], (shown, self.position)
        assert side == f"= {COLOURS[self.position.turn]}"

    def play(self, choices: Choices) -> None:
        obf = self.history[-1]
        side, move = pick(choices, "XO"), pick(choices, [*SQUARES, "pass"])
        if choices.below(2) and obf.legal:
            side, move = obf.turn, pick(choices, obf.legal)
        colour = pick(choices, [COLOURS[side], COLOURS[side][0].upper()])
        if obf.is_over:
            told = obf if move == "pass" else None
        else:  # Where a side must pass, it says so, or the other one moves.
            may = side == obf.turn if not obf.must_pass else (side == obf.turn) == (move == "pass")
            told = obf.played(move) if may else None
        answer = self.answer(f"play {colour} {move.upper()}")
        assert answer == "=" if told else answer.startswith("? "), (obf, side, move, answer)
        if told:
            self.history.append(told)

    def genmove(self, choices: Choices) -> None:
        obf = self.history[-1]
        side, plays = pick(choices, "XO"), choices.below(2) == 1
        answer = self.answer(f"{'' if plays else 'reg_'}genmove {COLOURS[side]}")
        if obf.is_over:
            assert answer == "= PASS"
            self.history += [obf] * plays
        elif obf.turn != side and not obf.must_pass:
            assert answer.startswith("? illegal move")
        else:
            move = answer.removeprefix("= ").lower()
            assert (move == "pass") == (obf.turn == side and obf.must_pass), (obf, side, answer)
            told = obf.played(move)
            assert told is not None, (obf, side, answer)
            if plays:
                self.history.append(told)

    def undo(self, choices: Choices) -> None:
        for _ in range(1 + choices.below(3)):
            expected = "=" if len(self.history) > 1 else "? cannot undo"
            assert self.answer("undo") == expected
            del self.history[max(len(self.history) - 1, 1) :]

    def sequence(self, choices: Choices) -> None:
        words, history, obf = [], list(self.history), self.history[-1]
        for _ in range(choices.below(70)):
            if obf.is_over:
                break
            side = reference.OTHER[obf.turn] if obf.must_pass else obf.turn
            move = pick(choices, Position(f"{obf[:-1]}{side}").legal)
            words += [COLOURS[side][0], move]
            told = obf.played(move)
            assert told is not None
            obf = told
            history.append(obf)
        if choices.below(4) == 0:  # one wrong move, and none is played
            assert self.answer(" ".join(["gogui-play_sequence", *words, "b", "d4"]))[0] == "?"
            return
        assert self.answer(" ".join(["gogui-play_sequence", *words])) == "="
        self.history = history

    def question(self, choices: Choices) -> None:
        obf = self.history[-1]
        score = obf.black_score
        final = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
        legal = "PASS" if obf.must_pass else " ".join(obf.legal).upper()
        expected = {
            "protocol_version": "= 2",
            "name": "= othello",
            "known_command play": "= true",
            "known_command fly": "= false",
            "final_score": f"= {final}" if obf.is_over else "? cannot score",
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
        answer = self.answer(f"{number} {line}")
        assert answer.startswith(
            expected[line].replace("=", f"={number}").replace("?", f"?{number}")
        )
        if line.startswith("time"):
            self.answer("time_settings 0 0 0")

    def again(self, choices: Choices) -> None:
        assert self.answer(pick(choices, ["clear_board", "boardsize 8", "set_game Othello"])) == "="
        self.history = [START]

    def odd(self, choices: Choices) -> None:
        """An odd line has one answer, a blank one none; if it fails, the position stays."""
        line = odd_line(choices, [*GTP_COMMANDS, *GTP_WORDS.split()])
        text = "".join(c for c in line.decode("utf-8", "backslashreplace") if c >= " " or c == "\t")
        words = text.replace("\x7f", "").partition("#")[0].split()
        named = words[1:] if words and re.fullmatch("[0-9]{1,18}", words[0]) else words
        if named[:1] == ["quit"]:
            return
        self.engine.send(*self.count([line]), "4711 name")
        answers = [self.engine.read_answer()]
        while not answers[-1].startswith("=4711"):
            answers.append(self.engine.read_answer())
        assert len(answers) == (2 if words else 1), (line, answers)
        if named[:1] and named[0] in GTP_POSITION_COMMANDS and answers[0][0] == "=":
            self.again(choices)
        if named[:1] and named[0].startswith("time"):
            self.answer("time_settings 0 0 0")

    rules = (play, play, genmove, undo, sequence, question, question, again, odd, odd)


class NBoardFuzz(Fuzz):
    """NBoard's protocol, which tells the position by the moves that it hints at."""

    def __init__(self) -> None:
        super().__init__(NBoardProcess("--hash", "1"))

    def begin(self) -> None:
        self.position = START
        assert self.ask("set depth 1", "set game (;GM[Othello];)") == []

    def legal(self) -> set[str]:
        return {square.upper() for square in self.position.legal} or {"PA"}

    def check(self) -> None:
        legal = self.legal()
        self.engine.send("hint 64")
        lines: list[str] = []
        while {line.split()[1][:2] for line in lines} < legal:
            lines += self.engine.expect("search ")[-1:]
        # Near the end there is more than one search.
        lines += [line for line in self.engine.ask() if line.startswith("search ")]
        for word, pv, score, _, _ in map(str.split, lines):
            assert word == "search" and pv[:2] in legal and math.isfinite(float(score)), lines

    def move(self, choices: Choices) -> None:
        move = pick(choices, [*SQUARES, "pass"])
        if choices.below(2) and self.position.legal:
            move = pick(choices, self.position.legal)
        notes = pick(choices, ["", "/1.5", "//2", "/-3/0.5"])
        assert self.ask(f"move {move.upper().replace('PASS', 'PA')}{notes}") == []
        self.position = self.position.played(move) or self.position

    def game(self, choices: Choices) -> None:
        moves, self.position = self.some_game(choices, choices.below(71))
        skips = choices.below(2) == 1 and moves[-1:] and moves[-1][1] != "pass"
        notes = pick(choices, ["", "//1", "/0.5", "/-1.25/3"])
        text = "".join(
            f"{COLOURS[side][0].upper()}[{move.upper().replace('PASS', 'PA')}{notes}]"
            for side, move in moves
            if not (skips and move == "pass")
        )
        assert self.ask(f"set game (;GM[Othello]PB[a]PW[b]{text};)") == []

    def board(self, choices: Choices) -> None:
        self.position = self.some_board(choices)
        text = self.position.replace("X", "*")
        assert self.ask(f"set game (;GM[Othello]BO[8 {text}];)") == []

    def refused(self, choices: Choices) -> None:
        games = [f"set game (;GM[Othello]{tag};)" for tag in BAD_TAGS]
        assert self.ask(pick(choices, [*games, "set depth 0", "hint 0", "move", "nboard 0"])) == []

    def go(self, choices: Choices) -> None:
        self.engine.send(*self.count(["go"]))
        replies = self.engine.expect("===")
        assert replies[-1].split("/")[0].removeprefix("=== ") in self.legal(), replies[-1]
        assert self.ask() in ([], ["status"])

    def start_and_stop(self, choices: Choices) -> None:
        """A ping ends what runs, and `go` is answered before the pong."""
        command = pick(choices, ["go", "hint 3", "analyze", "learn"])
        replies = self.ask(f"set depth {pick(choices, [1, 60])}", command)
        assert sum(line.startswith("===") for line in replies) == (command == "go"), replies
        assert self.ask("set depth 1", "learn") == ["learned"]

    def odd(self, choices: Choices) -> None:
        """Only ``set`` and ``move`` may change the game; a ``go`` is answered once."""
        line = odd_line(choices, NBOARD_WORDS.split())
        word = first_word(line).lower()
        if word in ("quit", "ping"):
            return
        replies = self.ask(line)
        answers = sum(reply.startswith("===") for reply in replies)
        assert answers == 0 if word != "go" else answers <= 1, (line, replies)
        if word in ("set", "move"):
            self.begin()

    rules = (move, move, game, board, refused, go, start_and_stop, odd, odd)


class UgiFuzz(Fuzz):
    """UGI; ``d`` shows the position."""

    def __init__(self) -> None:
        super().__init__(UgiProcess())

    def begin(self) -> None:
        self.position = START
        options = ["setoption name Hash value 1", "setoption name Level value 1"]
        assert self.ask("position startpos", *options) == []

    def check(self) -> None:
        shown = [line for line in self.engine.ask("d") if line.startswith("obf ")]
        assert shown == [f"obf {self.position}"], (shown, self.position)

    def any_moves(self, choices: Choices) -> None:
        moves = [pick(choices, [*SQUARES, "pass"]) for _ in range(choices.below(4))]
        obf: Position | None = START
        for move in moves:
            obf = obf and obf.played(move)
        text = " ".join(moves).replace("pass", pick(choices, ["0000", "pass", "PA", "--"]))
        replies = self.ask(f"position startpos moves {text}")
        if obf is None:
            assert len(replies) == 1 and "error: illegal move" in replies[0], replies
        else:
            assert replies == []
            self.position = obf

    def legal_moves(self, choices: Choices) -> None:
        moves, obf = self.some_game(choices, choices.below(71))
        names = [move for _, move in moves]
        if choices.below(2) and names:
            names = [name for name in names[:-1] if name != "pass"] + names[-1:]
        assert self.ask(f"position startpos moves {' '.join(names)}") == []
        self.position = obf

    def board(self, choices: Choices) -> None:
        self.position = self.some_board(choices)
        assert self.ask(f"position fen {self.position}") == []

    def expect_move(self) -> None:
        lines = self.engine.expect("bestmove")
        assert all(line.startswith("info ") for line in lines[:-1]), lines
        move = lines[-1].split()[1]
        assert move in (self.position.legal or ("0000",)), (lines[-1], self.position)

    def go(self, choices: Choices) -> None:
        limits = "depth 1|depth 3|nodes 100|movetime 1|p1time 50 p2time 50|p1time 9 p2time -3|"
        self.engine.send(*self.count([f"go {pick(choices, limits.split('|'))}"]))
        self.expect_move()

    def go_and_stop(self, choices: Choices) -> None:
        go = pick(choices, ["go infinite", "go ponder", "go ponder movetime 1", "go depth 60"])
        end = "ponderhit" if "movetime" in go else "stop"
        self.engine.send(*self.count([go]))
        if "depth" not in go and choices.below(2):
            assert not any(line.startswith("bestmove") for line in self.ask())
        self.engine.send(*self.count([end]))
        self.expect_move()

    def option(self, choices: Choices) -> None:
        name = pick(choices, ["Level", "MultiPV", "EndgameDepth", "Threads", "Speed"])
        value = pick(choices, ["1", "2", "-1", "", "x"])
        replies = self.ask(f"setoption name {name} value {value}")
        good = name != "Speed" and value in "12" and value
        assert len(replies) == (0 if good else 1), replies
        if replies:
            assert replies[0].startswith("info string error: ")

    def question(self, choices: Choices) -> None:
        over, turn = self.position.is_over, self.position.turn
        score = self.position.black_score
        result = "p1win" if score > 0 else "p2win" if score < 0 else "draw"
        expected = {
            "query gameover": f"response {str(over).lower()}",
            "query p1turn": f"response {str(turn == 'X').lower()}",
            "query result": f"response {result if over else 'none'}",
        }
        line = pick(choices, list(expected))
        assert self.ask(line) == [expected[line]]

    def perft(self, choices: Choices) -> None:
        n_leaves = max(len(self.position.legal), 1)
        self.engine.send(*self.count(["perft 1"]))
        assert self.engine.expect("perft")[-1].startswith(f"perft 1 nodes {n_leaves} ")

    def odd(self, choices: Choices) -> None:
        """Only ``position`` may change the position, and an unknown word has one answer."""
        line = odd_line(choices, [*UGI_COMMANDS, *UGI_WORDS.split()])
        word = first_word(line).lower()
        if word in ("quit", "nboard", "xboard", "engine-protocol") or is_gtp(line):
            return
        # A new game waits for the end of whatever the line began, and the query for the new game.
        self.engine.send(*self.count([line]), "stop", "uginewgame", "query gameover")
        # A line that is read as another position may have ended the one that was over.
        over = self.position.is_over and word != "position"
        *replies, _ = self.engine.expect("response true" if over else "response")
        errors = sum(reply.startswith("info string error: ") for reply in replies)
        if word == "query":
            replies += self.engine.ask()
        elif word == "go":
            # `go perft N` counts leaves; the stop may come first.
            answers = ("bestmove", "perft ", "info string perft")
            moves = sum(reply.startswith(answers) for reply in replies)
            assert moves + errors == 1, (line, replies)
        elif word and word not in UGI_COMMANDS:
            assert len(replies) == errors == 1, (line, replies)
        if word == "position" and not errors:
            shown = self.engine.ask("d")
            (obf,) = [line[4:] for line in shown if line.startswith("obf ")]
            self.position = Position(obf)

    rules = (any_moves, legal_moves, board, go, go_and_stop, option, question, perft, odd, odd, odd)


def is_gtp(line: bytes) -> bool:
    """Return whether the line, as the first of a session, would choose GTP."""
    words = re.sub(rb"[\x00-\x1f\x7f]", b" ", line).decode("utf-8", "backslashreplace").split()
    return any(word in GTP_COMMANDS for word in words[:2])


PROTOCOLS: dict[str, type[Fuzz]] = {
    "ugi": UgiFuzz,
    "gtp": GtpFuzz,
    "nboard": NBoardFuzz,
    "xboard": XBoardFuzz,
    "cassio": CassioFuzz,
}


def send_lines(name: str, seed: int, first: int, number: int) -> str:
    """Send lines to a protocol's engine, in sessions from `first` on; return how many it were."""
    session = PROTOCOLS[name]()
    with session.engine:
        while session.n_lines < number:
            try:
                session.session(Choices(f"{seed} {name} {first}"))
            except BaseException:
                session.engine.process.kill()
                print(f"{name} --seed {seed} --first {first} --number 1; last lines:")
                print(*session.said, sep="\n", flush=True)
                raise
            first += 1
    return f"{session.n_lines} lines"
