"""The first lines of a session, and options."""

import re

from othello.compliance.session import QUIET, LeftOut, Session
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.step import must, should

TYPES = {
    "spin": r"default (-?\d+) min (-?\d+) max (-?\d+)",
    "check": r"default (true|false)",
    "combo": r"default (.+?)((?: var .+?)+)",
    "string": r"default .*",
    "button": r"",
}
"""What follows the types of UGI's options."""


@should()
def silence_before_the_first_line(session: Session) -> None:
    """Nothing is written before the first command."""
    session.silence(3 * QUIET)


@must("ugi")
def ugi_ends_with_ugiok(session: UgiSession) -> None:
    """The answer to `ugi` is lines of `id` and `option`, and last `ugiok`."""
    session.send("ugi")
    session.expect("ugiok", among=r"id (name|author) .+|option name .+")
    session.silence()


@should("ugi")
def the_engine_says_its_name(session: UgiSession) -> None:
    """The answer to `ugi` has one line `id name NAME`, and one line `id author NAME`."""
    session.greet()
    for what in ("name", "author"):
        lines = [line for _, line in session.said if re.fullmatch(rf"id {what} .+", line)]
        session.check(len(lines) == 1, f"one line id {what} …", lines or "none")


@must("ugi")
def options_are_declared(session: UgiSession) -> None:
    """An option is declared as in the table, with a default within its limits."""
    session.greet()
    lines = [line for _, line in session.said if line.startswith("option")]
    for line in lines:
        match = re.fullmatch(r"option name (.+?) type (\w+) ?(.*)", line)
        session.check(match and match[2] in TYPES, f"a type of {', '.join(TYPES)}", line)
        assert match is not None
        values = re.fullmatch(TYPES[match[2]], match[3].strip())
        session.check(values, f"option name {match[1]} type {match[2]} {TYPES[match[2]]}", line)
        if match[2] == "spin" and values:
            default, low, high = map(int, values.groups())
            session.check(low <= default <= high, "a default from min to max", line)
        elif match[2] == "combo" and values:
            choices = [choice.strip() for choice in values[2].split(" var ")]
            session.check(values[1] in choices, "a default that is one of var …", line)


@must("ugi")
def isready_is_answered(session: UgiSession) -> None:
    """Each `isready` is answered by one `readyok`, after all that was sent before it."""
    session.greet()
    session.send("isready", "position startpos", "isready")
    session.expect("readyok", among="(?!)")
    session.expect("readyok", among="(?!)")
    session.silence()


@must("ugi")
def setoption_is_silent(session: UgiSession) -> None:
    """`setoption name NAME value VALUE` has no answer, and the case of NAME does not matter."""
    session.greet()
    spins = {
        name: re.match(r"spin default (-?\d+)", values)
        for name, values in session.options().items()
    }
    lines = [f"setoption name {name} value {match[1]}" for name, match in spins.items() if match]
    if not lines:
        raise LeftOut("it declares no number that can be set")
    session.send(*lines, lines[0].replace("setoption name", "setoption Name").lower(), "isready")
    session.expect("readyok", among="(?!)")


@must("ugi")
def uginewgame_is_silent(session: UgiSession) -> None:
    """`uginewgame` has no answer."""
    session.greet()
    session.send("uginewgame", "isready")
    session.expect("readyok", among="(?!)")
