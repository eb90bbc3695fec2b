"""Lines for Cassio's protocol, and what must come of them."""

import re

from fuzz_model import START, Choices, Fuzz, Position, odd_line, pick
from support import reference
from support.engine_process import CassioProcess

from othello.interfaces.cassio import SEARCHES

WORDS = f"""
    ENGINE-PROTOCOL ENGINE-PROTOCOL ENGINE-PROTOCOL {" ".join(SEARCHES)} init get-version
    new-position empty-hash feed-hash get-search-infos stop quit {START.replace(" ", "")}
    {START[:64]} X O -64 64 0 -1 1 3 73 100 1e3 nan 99999999999999999999 D3 \x00 é
"""
RESULT = re.compile(
    r"(?P<board>[XO-]{64}[XO]), move (?P<move>[A-Ha-h][1-8]|pa|PA), depth (?P<depth>\d+), "
    r"@(?P<precision>\d+)%, (?P<side>[BW])(?P<low>[+-]\d+\.\d\d) <= v <= "
    r"(?P=side)(?P<high>[+-]\d+\.\d\d), "
    r"(?P<pv>([A-Ha-h][1-8]|pa|PA)+), node \d+, time \d+\.\d{3}"
)
PRECISIONS = (73, 87, 95, 98, 99, 100)

BAD_SEARCHES = (
    "midgame-search {} -64 64 3",
    "midgame-search {} -64 64 0 73",
    "midgame-search {} -64 64 1.5 73",
    "midgame-search {} -64 64 65 73",
    "midgame-search {} -64 64 3 101",
    "midgame-search {} 4 -4 3 73",
    "midgame-search {} x 64 3 73",
    "endgame-search {} -64 64 3 73",
    "endgame-search {}X -64 64 100 7",
    "endgame-search {} nan 64 100",
    "endgame-search -64 64 100",
)


class CassioFuzz(Fuzz):
    """Cassio's protocol, in which each search brings its own position."""

    def __init__(self) -> None:
        super().__init__(CassioProcess("--hash", "1"))

    def begin(self) -> None:
        assert self.commands("init") == ["ready."]

    def commands(self, *texts: str) -> list[str]:
        return self.ask(*(f"ENGINE-PROTOCOL {text}" for text in texts))

    def check(self) -> None:
        """Nothing is kept between lines: a search of one ply finds a legal move at any time."""
        self.position = self.some_position or START
        replies = self.engine.ask(f"ENGINE-PROTOCOL midgame-search {self.position} -64 64 1 73")
        self.check_results(replies, -64, 64)

    some_position: Position | None = None

    def any_position(self, choices: Choices, plies: int) -> Position:
        obf = self.some_game(choices, plies)[1]
        if choices.below(2):
            obf = Position(obf.translate(str.maketrans("XO", "OX")))
        self.some_position = obf
        return obf

    def check_results(self, replies: list[str], low: float, high: float) -> None:
        """Results of the position, whose moves are legal, and last ``ready.``."""
        assert replies[-1:] == ["ready."], replies
        results = [RESULT.fullmatch(line) for line in replies[:-1]]
        assert (not results) == self.position.is_over, (self.position, replies)
        for found in results:
            assert found is not None, replies
            assert found["board"] == self.position.replace(" ", ""), (self.position, found[0])
            assert found["side"] == ("B" if self.position.turn == "X" else "W")
            assert int(found["precision"]) in PRECISIONS
            assert 1 <= int(found["depth"]) <= max(self.position.count("-"), 1)
            assert -64 <= float(found["low"]) <= float(found["high"]) <= 64
            assert found["pv"].startswith(found["move"])
            self.check_pv(found["pv"])
        if results and results[-1] is not None and low < high:
            score = results[-1]
            is_bound = score["low"] != score["high"]
            assert not (is_bound and (low, high) == (-64, 64)), score[0]

    def check_pv(self, pv: str) -> None:
        """Moves are legal; those of black are in capitals, and passes are in it."""
        obf = self.position
        for move in re.findall("..", pv):
            assert move == (move.upper() if obf.turn == "X" else move.lower()), (obf, pv)
            if obf.must_pass:
                assert move.lower() == "pa", (obf, pv)
                obf = obf.passed()
            else:
                told = obf.played(move.lower())
                assert told is not None, (obf, pv)
                obf = told

    def window(self, choices: Choices) -> tuple[float, float]:
        low, high = sorted(choices.below(140) - 70 for _ in range(2))
        return pick(choices, [(-64, 64), (-64.0, 64.0), (low, high), (low + 0.5, high + 0.5)])

    def written(self, choices: Choices) -> str:
        return self.position.replace(" ", pick(choices, ["", " ", "  "]))

    def midgame(self, choices: Choices) -> None:
        self.position = self.any_position(choices, choices.below(71))
        low, high = self.window(choices)
        limits = f"{1 + choices.below(4)} {choices.below(101)}"
        replies = self.commands(f"midgame-search {self.written(choices)} {low} {high} {limits}")
        self.check_results(replies, low, high)

    def board(self, choices: Choices) -> None:
        self.position = self.some_position = self.some_board(choices)
        replies = self.commands(f"midgame-search {self.written(choices)} -64 64 2 73")
        self.check_results(replies, -64, 64)

    def endgame(self, choices: Choices) -> None:
        """A score that is proven is that of all games played to the end: its parity is known."""
        self.position = self.any_position(choices, 52 + choices.below(12))
        low, high = self.window(choices)
        replies = self.commands(f"endgame-search {self.written(choices)} {low} {high} 100")
        self.check_results(replies, low, high)
        if (
            self.position.count("-") <= 4
            and not self.position.is_over
            and low <= -64
            and high >= 64
        ):
            found = RESULT.fullmatch(replies[-2])
            assert found is not None
            assert float(found["low"]) == best_score(self.position), (self.position, replies)

    def stop(self, choices: Choices) -> None:
        """A stop ends a search, which says ready; where none runs, the stop says so itself."""
        self.position = self.any_position(choices, choices.below(20))
        search = f"midgame-search {self.written(choices)} -64 64 {30 + choices.below(30)} 100"
        question = pick(choices, ["get-search-infos", "stop"])
        replies = self.commands(search, question, "stop")
        answers = [line for line in replies if not RESULT.fullmatch(line)]
        assert 1 <= answers.count("ready.") <= 3, replies
        others = [line for line in answers if line != "ready."]
        assert all(re.fullmatch(r"node \d+, time \d+\.\d{3}", line) for line in others), replies

    def question(self, choices: Choices) -> None:
        line = pick(choices, ["init", "new-position", "stop", "get-search-infos", ""])
        expected = ["ready."]
        if line in ("", "init") or choices.below(2):
            text = f"ENGINE-PROTOCOL {line}" if line else ""
            assert self.ask(text) == expected
        else:
            assert self.commands("empty-hash", line, "feed-hash x", line) == expected * 2

    def refused(self, choices: Choices) -> None:
        text = pick(choices, BAD_SEARCHES).format(START.replace(" ", ""))
        line = f"ENGINE-PROTOCOL {pick(choices, [text, 'fly', ''])}"
        error, ready = self.ask(line)
        assert error.startswith("ERROR: ") and ready == "ready.", error

    def odd(self, choices: Choices) -> None:
        """A line of another protocol has an error and ``ready.``; a blank one has no error."""
        line = odd_line(choices, WORDS.split())
        words = line.decode("utf-8", "backslashreplace").split()
        if any(word.lower() in ("quit", "get-version") for word in words[:2]):
            return  # `ask` itself asks for the version
        replies = self.ask(*([line, "ENGINE-PROTOCOL stop"] if words[1:] else [line]))
        assert all(
            re.fullmatch("ERROR: .*|version: .*|ready\\.|node .*", line) or RESULT.fullmatch(line)
            for line in replies
        ), replies
        n_errors = sum(line.startswith("ERROR: ") for line in replies)
        if not words:
            assert replies == ["ready."], (line, replies)
        elif words[0].lower() != "engine-protocol":
            assert n_errors == 1 and replies[1] == "ready.", (line, replies)
        else:
            assert n_errors <= 1, (line, replies)

    rules = (midgame, midgame, board, endgame, stop, question, refused, odd, odd)


def best_score(obf: Position) -> int:
    """Return the final score of the side to move, of all games played to the end."""
    if obf.is_over:
        return reference.final_score([list(obf[n : n + 8]) for n in range(0, 64, 8)], obf.turn)
    if obf.must_pass:
        return -best_score(obf.passed())
    following = [told for move in obf.legal if (told := obf.played(move)) is not None]
    return max(-best_score(told) for told in following)
