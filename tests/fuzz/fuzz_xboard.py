"""Lines for XBoard's protocol, and what must come of them."""

import re

from fuzz_model import SQUARES, START, Choices, Fuzz, Position, first_word, odd_line, pick
from support import reference
from support.engine_process import XBoardProcess

WORDS = """
    xboard protover new variant reversi force result go playother usermove ping setboard undo remove
    level st sd time hard easy post nopost analyze exit hint memory cores option ? . draw random
    name otim Hash=1 Level=1 MultiPV=2 Strength=x OwnBook=0 1 2 0 -1 1e3 0:30 40
    99999999999999999999 P@f5 p@d6 f5 @@@@ z9 8/8/8/3Pp3/3pP3/8/8/8 w b \x00 é
"""

INFO = re.compile(r"\d+ -?\d+ \d+ \d+( (P@[a-h][1-8]|@@@@))+")
REPLY = re.compile(
    r"(move (P@[a-h][1-8]|@@@@)|Hint: (P@[a-h][1-8]|@@@@)|Illegal move: .*|Error \(.*\): .*|"
    r"tellusererror .*|feature .*|setup .*|stat01: \d+ \d+ \d+ 0 \d+|pong .*|"
    r"(1-0|0-1|1/2-1/2) \{.*\})"
)
BAD_LINES = (
    *("fly", "sd", "sd x", "sd -1", "st -1", "st nan", "level 1 2", "level x 1 1", "time -3"),
    *("variant chess", "option Speed=1", "option Level=x", "memory -1", "cores many", "P@z9"),
)
GOOD_LINES = ("xboard", "random", "draw", "post", "nopost", "hard", "easy", "otim 5", "accepted x")
BAD_BOARDS = ("", "8/8", "8/8/8/3Pp3/3pP3/8/8/8", "8/8/8/3Xx3/8/8/8/8 w", "9/8/8/8/8/8/8/8 b")
PASS = "@@@@"


def fen_of(obf: Position) -> str:
    """Return a position as XBoard has it: the eighth rank first, black as White."""
    ranks = [obf[start : start + 8] for start in range(56, -1, -8)]
    text = "/".join(re.sub("-+", lambda gap: str(len(gap[0])), rank) for rank in ranks)
    return f"{text.replace('X', 'P').replace('O', 'p')} {'w' if obf.turn == 'X' else 'b'}"


def result_of(obf: Position) -> str:
    score = obf.black_score
    return "1-0 {" if score > 0 else "0-1 {" if score < 0 else "1/2-1/2 {"


class XBoardFuzz(Fuzz):
    """XBoard's protocol; the answer to ``variant`` shows the position."""

    def __init__(self) -> None:
        super().__init__(XBoardProcess("--hash", "1"))
        self.history = [START]
        self.side: str | None = "O"
        self.analyzes = False

    def begin(self) -> None:
        assert self.replies("exit", "easy", "nopost", "level 0 60 0", "new", "sd 1") == []
        self.history, self.side, self.analyzes = [START], "O", False

    def replies(self, *lines: str | bytes) -> list[str]:
        """Send lines; return the replies, without what is posted while it thinks."""
        found = [line for line in self.ask(*lines) if not INFO.fullmatch(line)]
        assert all(REPLY.fullmatch(line) for line in found), found
        return found

    def check(self) -> None:
        self.position = self.history[-1]
        replies = self.engine.ask("variant reversi")
        (shown,) = [line for line in replies if not INFO.fullmatch(line)]
        squares, turn = re.sub(r"\[.*\]", "", shown).split()[3:5]
        assert f"{squares} {turn}" == fen_of(self.position), (shown, self.position)

    def after(self, move: str) -> Position | None:
        """Return the position after a move, which is a pass only where the side must pass."""
        obf = self.history[-1]
        if (move == PASS) != obf.must_pass:
            return None
        return obf.passed() if move == PASS else obf.played(move)

    def take(self, replies: list[str]) -> None:
        """Take over our move if we are to move and think, and the result at the end."""
        obf = self.history[-1]
        if not obf.is_over and obf.turn == self.side:
            move = replies.pop(0).removeprefix("move ").removeprefix("P@")
            told = self.after(move)
            assert told is not None, (obf, move)
            self.history.append(told)
            obf = told
        if obf.is_over:
            assert replies and replies.pop(0).startswith(result_of(obf)), (obf, replies)
        assert replies == []

    def move(self, choices: Choices) -> None:
        obf = self.history[-1]
        move = pick(choices, [*SQUARES, PASS])
        if choices.below(4):
            move = pick(choices, obf.legal or (PASS,))
        text = move if move == PASS else pick(choices, ["P@", "P@", "p@", ""]) + move
        replies = self.replies(pick(choices, ["usermove ", "usermove ", ""]) + text)
        told = self.after(move)
        if obf.is_over and move == PASS:
            assert replies == []
        elif told is None:
            assert replies == [f"Illegal move: {text}"], (obf, replies)
        elif self.analyzes:
            assert replies == []
            self.history.append(told)
        else:
            self.history.append(told)
            self.take(replies)

    def go(self, choices: Choices) -> None:
        self.stop_analysis()
        obf, is_set_up = self.history[-1], len(self.history) == 1
        replies = self.replies("go", *(["?"] if choices.below(2) else []))
        self.side = obf.turn
        if obf.is_over and not is_set_up:
            assert replies == []
        else:
            self.take(replies)

    def abandon(self, choices: Choices) -> None:
        """What ends the thinking lets no move of it through."""
        self.stop_analysis()
        end, obf = pick(choices, ["force", "result 1-0 {x}"]), self.history[-1]
        replies = self.replies("sd 60", "go", end, "sd 1")
        self.side = None
        if obf.must_pass or obf.is_over or replies:  # it had answered before the end came
            self.side = obf.turn
            if replies or obf.must_pass:
                self.take(replies)
            self.side = None

    def stop_analysis(self) -> None:
        if self.analyzes:
            assert self.replies("exit") == []
            self.analyzes, self.side = False, None

    def analysis(self, choices: Choices) -> None:
        assert self.replies("analyze", *(["."] if choices.below(2) else []))[1:] == []
        self.analyzes, self.side = True, None

    def sides(self, choices: Choices) -> None:
        word = pick(choices, ["force", "playother", "result 0-1", "exit"])
        assert self.replies(word) == []
        turn = self.history[-1].turn
        self.side = reference.OTHER[turn] if word == "playother" else None
        self.analyzes = self.analyzes and word != "exit"

    def undo(self, choices: Choices) -> None:
        word = pick(choices, ["undo", "remove"])
        n_moves = 2 if word == "remove" else 1
        replies = self.replies(word)
        if len(self.history) > n_moves:
            assert replies == []
            del self.history[-n_moves:]
        else:
            assert replies == [f"Error (no move to take back): '{word}'"]

    def board(self, choices: Choices) -> None:
        late = self.some_game(choices, 54 + choices.below(10))[1]
        obf = pick(choices, [late, self.some_board(choices)])
        assert self.replies(f"setboard {fen_of(obf)} - - 0 1") == []
        self.history = [obf]

    def bad_board(self, choices: Choices) -> None:
        (reply,) = self.replies(f"setboard {pick(choices, BAD_BOARDS)}")
        assert reply.startswith("tellusererror Illegal position: ")

    def refused(self, choices: Choices) -> None:
        line = pick(choices, BAD_LINES)
        (reply,) = self.replies(line)
        assert reply.startswith("Error (") and reply.endswith(f"): '{line}'"), reply

    def taken(self, choices: Choices) -> None:
        assert self.replies(pick(choices, GOOD_LINES)) == []

    def hint(self, choices: Choices) -> None:
        obf = self.history[-1]
        replies = self.replies("hint")
        moves = [f"Hint: P@{square}" for square in obf.legal] or [f"Hint: {PASS}"]
        assert replies == [] if obf.is_over else len(replies) == 1 and replies[0] in moves, replies

    def again(self, choices: Choices) -> None:
        self.begin()

    def odd(self, choices: Choices) -> None:
        """An unknown word has one answer and changes nothing; after others a game begins again."""
        line = odd_line(choices, WORDS.split())
        word = first_word(line)
        if word == "quit":
            return
        replies = self.replies(line)
        if word.isascii() and word.isalnum() and word.lower() not in WORDS.lower().split():
            assert len(replies) == 1 and replies[0].startswith("Error (unknown command): "), replies
        else:
            self.begin()

    rules = (
        *(move, move, move, go, go, abandon, analysis, sides, undo, board, bad_board),
        *(refused, taken, hint, again, odd, odd),
    )
