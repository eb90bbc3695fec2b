"""Drive the real engine process over GTP and over NBoard's protocol."""

from __future__ import annotations

from support.ugi_process import UgiProcess


class GtpProcess(UgiProcess):
    """``othello gtp`` with pipes; an answer is what stands before a blank line."""

    PROGRAM = (*UgiProcess.PROGRAM, "gtp")

    def read_answer(self) -> str:
        """Return the next answer without the blank line that ends it."""
        lines = [self.read_line()]
        while lines[-1]:
            lines.append(self.read_line())
        return "\n".join(lines[:-1]).rstrip()

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines, each of which has an answer, and return the answers."""
        self.send(*lines)
        return [self.read_answer() for _ in lines]

    def get(self, line: str) -> str:
        """Send a line and return the text of its success."""
        (answer,) = self.ask(line)
        assert answer == "=" or answer.startswith(("= ", "=\n")), (line, answer)
        return answer[1:].removeprefix(" ")

    def refusal(self, line: str) -> str:
        """Send a bad line and return the text of its failure; the game stays as it was."""
        before = self.get("showboard")
        (answer,) = self.ask(line)
        assert answer.startswith("? "), (line, answer)
        assert self.get("showboard") == before
        return answer[2:]


class NBoardProcess(UgiProcess):
    """``othello nboard`` with pipes; all commands before a ping are answered before its pong."""

    PROGRAM = (*UgiProcess.PROGRAM, "nboard")

    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        self._pings = 0

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines and a ping; return what comes before its pong."""
        self._pings += 1
        self.send(*lines, f"ping {self._pings}")
        return self.expect(f"pong {self._pings}")[:-1]

    def go(self, command: str = "go") -> str:
        """Send `command` and return the move it is answered with."""
        self.send(command)
        return self.expect("===")[-1].removeprefix("=== ").partition("/")[0]
