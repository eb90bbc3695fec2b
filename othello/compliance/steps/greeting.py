"""The first lines of a session, and options."""

import re

from othello.compliance.session import ANYTHING, QUIET, LeftOut, Session
from othello.compliance.sessions.gtp import GtpSession
from othello.compliance.sessions.nboard import NBoardSession
from othello.compliance.sessions.ugi import UgiSession
from othello.compliance.sessions.xboard import XBoardSession
from othello.compliance.step import must, should

TYPES = {
    "spin": r"default (-?\d+) min (-?\d+) max (-?\d+)",
    "check": r"default (true|false)",
    "combo": r"default (.+?)((?: var .+?)+)",
    "string": r"default .*",
    "button": r"",
}
"""Words that follow the types of UGI's options."""


@should(greeted=False)
def silence_before_the_first_line(session: Session) -> None:
    """Nothing is written before the first command."""
    came = session.next_line(3 * QUIET)
    session.check(came is None, "nothing", came[1] if came else "")


@must("ugi", greeted=False)
def ugi_ends_with_ugiok(session: UgiSession) -> None:
    """The answer to `ugi` is lines of `id` and `option`, and last `ugiok`."""
    session.send("ugi")
    session.expect("ugiok", among=r"id (name|author) .+|option name .+")
    session.silence()


@should("ugi")
def the_engine_says_its_name(session: UgiSession) -> None:
    """The answer to `ugi` has one line `id name NAME`, and one line `id author NAME`."""
    for what in ("name", "author"):
        lines = session.lines(f"id {what} ")
        session.check(len(lines) == 1, f"one line id {what} …", "\n".join(lines) or "none")


@must("ugi")
def options_are_declared(session: UgiSession) -> None:
    """An option is declared as in the table, with a default within its limits."""
    for line in session.lines("option"):
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
def setoption_is_silent(session: UgiSession) -> None:
    """`setoption name NAME value VALUE` has no answer, and the case of NAME does not matter."""
    defaults = {
        name: re.match(r"(?:spin|check) default (\S+)", values)
        for name, values in session.options().items()
    }
    lines = [f"setoption name {name} value {match[1]}" for name, match in defaults.items() if match]
    if not lines:
        raise LeftOut("it declares no option of type spin or check")
    session.send(*lines, lines[0].replace("setoption name", "setoption Name").lower(), "isready")
    session.expect("readyok")


# ---------------------------------------------------------------------- what other protocols have

COMMANDS = {
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "play", "genmove"),
}
"""The commands of GTP that no game does without."""


@must("gtp", greeted=False)
def protocol_version_is_2(session: GtpSession) -> None:
    """`protocol_version` is answered by `= 2` and an empty line."""
    version = session.ask("protocol_version")
    session.check(version == "2", "= 2", version)


@must("gtp")
def commands_are_listed(session: GtpSession) -> None:
    """`list_commands` names each command that a game needs, one a line."""
    missing = COMMANDS - {*session.commands}
    session.check(not missing, " ".join(sorted(COMMANDS)), f"all but {' '.join(sorted(missing))}")


@must("gtp")
def known_command_tells(session: GtpSession) -> None:
    """`known_command NAME` is answered by `true` or `false`."""
    for name, answer in (("genmove", "true"), ("xyzzy", "false")):
        came = session.ask(f"known_command {name}")
        session.check(came == answer, f"= {answer}", came)


@must("gtp")
def ids_come_back(session: GtpSession) -> None:
    """A number before a command comes back right behind `=` or `?`."""
    for line, start in (("7 name", "=7"), ("123456 xyzzy", "[?]123456")):
        session.send(line)
        session.expect(rf"{start}(\s.*)?")


@should("gtp")
def other_sizes_are_refused(session: GtpSession) -> None:
    """`boardsize` with a size that the engine does not play is answered by `?`."""
    succeeds, _ = session.result("boardsize 100")
    session.check(not succeeds, "? unacceptable size", "=")


@should("nboard", greeted=False)
def set_myname_names_the_engine(session: NBoardSession) -> None:
    """The engine says `set myname NAME` after `nboard 2`, or after the first `set depth`."""
    session.send("nboard 2", "set depth 4")
    session.expect(r"set myname \S.*", among=ANYTHING)


@must("xboard", greeted=False)
def features_end_with_done(session: XBoardSession) -> None:
    """`protover 2` is answered by lines `feature NAME=VALUE …`, the last with `done=1`."""
    session.declare()
    pattern = r'feature( +\w+=("[^"]*"|[^"\s]\S*))+\s*'
    wrong = [line for line in session.lines("feature") if not re.fullmatch(pattern, line)]
    session.check(not wrong, "feature NAME=VALUE …", "\n".join(wrong))
