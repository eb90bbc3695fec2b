"""A small match server that speaks GGS: log-in, requests, games with clocks, ratings, observers.

`Referee` keeps accounts and matches in a folder (`othello.ggs.journal`). A player who goes leaves
an adjourned match, and so does a referee that is killed. ``tell /os ask .N`` goes on with it.
"""

import asyncio
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from othello.errors import FileError, OthelloError, quote
from othello.ggf.games import GgfClock, parse_annotated_move
from othello.ggs import wire
from othello.ggs.clocks import CLOCK, asked_clock
from othello.ggs.journal import Journal
from othello.ggs.lines import MOST_UNSENT, Connection, ConnectionEnded
from othello.ggs.passwords import Passwords, TooManyTries
from othello.ggs.record import now
from othello.ggs.tables import Table, Tables, new_tables
from othello.ggs.wire import GameType, MatchRequest
from othello.ratings.glicko import rated

NAME = re.compile(r"[A-Za-z][\w+-]{1,7}", re.ASCII)
NAME_EXPECTED = "2 to 8 letters and digits, the first one a letter"
BANNER = ["", "othello referee: a match server in the protocol of GGS", ""]
WELCOME = [
    "To play, first say how many matches you want at once: tell /os open 1",
    "Commands: tell /os help",
    "READY",
]
RESERVED = """
    abort accept admin aform alias all ask bell cancel chann clear client continue decline dform
    error everyone finger formula guest help history ignore join login look mail match ms mso news
    notify open os passw password play quit rank rated ready referee repeat request resign root
    score server service stored tell top track trust types undo verbose vt100 watch who yell
"""
"""Names that no new account gets: commands and services of GGS, and names that sound official."""

SETTING = """
    alias bell chann client group ignore look mail mso news notify repeat track trust verbose vt100
"""
"""Commands of GGS with which clients set how messages look, and the like: they do nothing here."""

TOO_MANY_TRIES = "Too many wrong passwords: try again in a minute."

TRIES = 3
"""Wrong passwords that a connection may send, at its log-in and by ``passw``."""

LOGIN_SECONDS = 60.0
MOST_CONNECTIONS = 256

LINE_SECONDS = 0.005
"""Seconds for each line of a player in the long run: one who sends thousands waits, and nobody
else."""

AHEAD_SECONDS = 0.1
"""Seconds that a player may be ahead of `LINE_SECONDS`: a few lines at once are answered at
once."""

MOST_REQUESTS = 100
"""Requests of a player that nobody has answered."""

MOST_MATCHES = 100
"""Matches of a player, adjourned ones included: each costs whatever looks through them."""

MOST_SAID = 500
"""Characters of what is told to others."""

USUAL_CLOCK = GgfClock(15 * 60.0, 0.0, 120.0)
LEAST_DISCS, MOST_DISCS = 5, 44
"""Discs on the board at a random start, at least and at most."""

GRACE_SECONDS = 0.05
"""Added to a timer, so that the time is over when it rings."""


class Refused(OthelloError):
    """A command that cannot be done; the text is the reason."""


class PlayerSession:
    """A player who has logged in."""

    def __init__(self, name: str, connection: Connection) -> None:
        self.name = name
        self.connection = connection
        self.open = 0
        self.wants_rated = True
        self.n_wrong = 0  # passwords
        self._paid_until = 0.0  # of the time that its lines are worth

    async def pause(self) -> None:
        """Let others be answered after a line, if it is one of many."""
        now = time.monotonic()
        self._paid_until = max(self._paid_until, now) + LINE_SECONDS
        if (seconds := self._paid_until - now - AHEAD_SECONDS) > 0:
            await asyncio.sleep(seconds)

    def send(self, *messages: wire.Message) -> None:
        for message in messages:
            self.connection.send("", *message.lines(), "READY")

    def hear(self, said: str) -> None:
        """Send what another player says, unless so much waits that it might end the connection."""
        if self.connection.n_unsent < MOST_UNSENT // 2:
            self.connection.send("", said, "READY")


class Referee:
    """The server.

    Accounts, matches and finished games are kept in `folder`. `say` is told in a line what happens.
    `rng` chooses colours and random starts.

    `failed` is a future that has a result once something could not be kept. Then nobody is served
    any more, as the games here are ahead of the journal: a new referee goes on with what that has.
    """

    def __init__(
        self, folder: Path, say: Callable[[str], object], rng: random.Random | None = None
    ) -> None:
        self.journal = Journal(folder)
        self._passwords = Passwords(self.journal)
        self._say = say
        self._rng = rng or random.Random()
        self._sessions: dict[str, PlayerSession] = {}
        self._requests: dict[str, MatchRequest] = {}
        self._n_requests = 0
        self._serving: set[asyncio.Task[None]] = set()
        self._strangers: dict[Connection, None] = {}  # who has not logged in, the oldest first
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.failed: asyncio.Future[FileError] = asyncio.get_running_loop().create_future()
        self._finish_ended()

    async def close(self) -> None:
        """Leave all matches adjourned."""
        self._end_serving()
        await asyncio.gather(*self._serving, return_exceptions=True)
        self.journal.close()

    def _end_serving(self) -> None:
        for task in self._serving:
            task.cancel()

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        """End all if something cannot be kept in this context."""
        try:
            yield
        except FileError as error:
            self._end_serving()
            if not self.failed.done():
                self.failed.set_result(error)

    def _finish_ended(self) -> None:
        """Finish matches whose last move was the last thing that was kept."""
        for match in list(self.journal.matches.values()):
            for table in match.tables:
                if not table.result and table.board.is_over:
                    self._end(match, table)
            if match.number in self.journal.matches and not match.open_tables():
                self._over(match)

    # ------------------------------------------------------------------ connections

    def begin_serving(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection; this returns at once."""
        task = asyncio.ensure_future(self._connected(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer)
        try:
            if len(self._serving) > MOST_CONNECTIONS and not self._make_room():
                connection.send("Too many connections: try again later.")
                return
            with self._keeping():
                self._strangers[connection] = None
                with connection.ended_after(LOGIN_SECONDS):
                    name = await self._log_in(connection)
                del self._strangers[connection]
                if name is not None:
                    await self._serve(PlayerSession(name, connection))
        except ConnectionEnded:
            pass
        except TooManyTries:
            connection.send(f": {TOO_MANY_TRIES}", "READY")
        finally:
            self._strangers.pop(connection, None)
            await connection.closed()

    def _make_room(self) -> bool:
        """End the connection that has waited longest without a log-in; False if there is none."""
        for stranger in self._strangers:
            del self._strangers[stranger]
            stranger.abort()
            return True
        return False

    async def _log_in(self, connection: Connection) -> str | None:
        """Ask for name and password; return the name, None after too many wrong ones."""
        connection.send(*BANNER)
        for _ in range(TRIES):
            connection.send(wire.LOGIN)
            name = await connection.line()
            connection.send(wire.PASSWORD)
            password = await connection.line()
            if not NAME.fullmatch(name):
                connection.send(f": {quote(name)} is no name: expected {NAME_EXPECTED}.")
            elif not password:
                connection.send(": Expected a password.")
            elif not self.journal.is_known(name) and name.lower() in RESERVED.split():
                connection.send(f": {quote(name)} is no name of a player: expected another one.")
            elif self.journal.is_known(name):
                if await self._passwords.is_right(name, password, connection.address):
                    return name
                connection.send(wire.WRONG_PASSWORD)
            elif await self._passwords.register(name, password):
                connection.send(f": A new account: {name}. Small and capital letters differ.")
                return name
            else:
                connection.send(wire.WRONG_PASSWORD)
            await asyncio.sleep(0)
        return None

    async def _serve(self, session: PlayerSession) -> None:
        """Answer a player's lines until the connection ends."""
        if (older := self._sessions.get(session.name)) is not None:
            older.connection.send(": Logged in from elsewhere.", "READY")
            older.connection.close()
            self._gone(older)
        self._sessions[session.name] = session
        self._say(f"{session.name} has logged in")
        session.connection.send("", *WELCOME, "", ": + /os 1", "READY")
        try:
            while True:
                line = await session.connection.line()
                # What a closed connection has left is dropped.
                if session.connection.is_closing or self._sessions.get(session.name) is not session:
                    return
                if line.split()[:1] in (["quit"], ["q"]):
                    return
                await self._answer(session, line)
                await session.pause()
        finally:
            if self._sessions.get(session.name) is session:
                self._gone(session)

    def _gone(self, session: PlayerSession) -> None:
        """A player has gone: requests go, matches are adjourned."""
        name = session.name
        del self._sessions[name]
        self._say(f"{name} has gone")
        for request in list(self._requests.values()):
            if name in (request.asker, request.asked):
                self._drop(request)
        for match in list(self.journal.matches.values()):
            match.watchers.discard(name)
            if name in match.names and not match.is_stored:
                self._adjourn(match, name)

    def _adjourn(self, match: Tables, name: str) -> None:
        match.is_stored = True
        match.asking.clear()
        for table in match.open_tables():
            table.pause(time.monotonic())
            table.counted = 0.0  # the client measures its lag by the time from when it goes on
            if not self.failed.done():  # else the journal may lack the last move
                self.journal.write(game=table.id, **table.clock_entry(table.turn))
            self._stop_timer(table)
        self._tell_all(match.message(False, f"{name} left"))
        self._say(f"{match.id} is adjourned: {name} left")

    def _tell_all(self, *messages: wire.Message) -> None:
        for session in list(self._sessions.values()):
            session.send(*messages)

    def _tell(self, match: Tables, *messages: wire.Message) -> None:
        """Tell players and observers of a match."""
        for session in self._listeners(match):
            session.send(*messages)

    def _listeners(self, match: Tables) -> list[PlayerSession]:
        """Return the sessions of a match's players and observers."""
        names = {*match.names, *match.watchers}
        return [self._sessions[name] for name in names if name in self._sessions]

    # ------------------------------------------------------------------ commands

    async def _answer(self, session: PlayerSession, line: str) -> None:
        """Carry out a line; those of `SETTING` do nothing."""
        word, _, rest = line.strip().partition(" ")
        if word == "ts":
            word, rest = "tell", f"/os {rest}"
        try:
            if word == "passw":
                await self._change_password(session, rest)
                return
            if word not in ("tell", "t"):
                if word and word not in SETTING.split():
                    expected = "tell /os COMMAND; tell /os help lists them"
                    session.connection.send(
                        "", f": unknown command {quote(line)}: expected {expected}"
                    )
                session.connection.send("READY")
                return
            to, _, text = rest.strip().partition(" ")
            if to == "/os":
                await self._command(session, text)
            else:
                self._chat(session, to, text)
        except (Refused, wire.BadMessage) as error:
            session.send(wire.Refusal(str(error)))

    async def _command(self, session: PlayerSession, text: str) -> None:
        name, *words = text.split() or ["help"]
        if name == "help":
            rows = [f"|{f'{name} {usage}':29}{what}" for name, (usage, what, _) in COMMANDS.items()]
            session.connection.send("", "/os: help", *rows, "READY")
        elif name in ("trust", "request", "client", "notify", "track"):
            session.connection.send("READY")
        elif name == "passw":  # blanks within a password count
            await self._change_password(session, text.strip().removeprefix(name))
        elif name in COMMANDS:
            COMMANDS[name][2](self, session, words)
        else:
            raise Refused(f"{quote(name)}: expected one of {', '.join(COMMANDS)}")

    def _chat(self, session: PlayerSession, to: str, text: str) -> None:
        if len(text) > MOST_SAID:
            raise Refused(f"{len(text)} characters for {to[:9]}: expected {MOST_SAID} at most")
        if to.startswith(".") and to[1:2].isdigit():
            match = self._match_of(to)
            rating = self.journal.ratings[session.name].rating
            said = f"/os: {to} A {rating:.0f} {session.name}: {text}"
            for listener in self._listeners(match):
                listener.hear(said)
        elif (other := self._sessions.get(to)) is not None:
            other.hear(f"{session.name}: {text}")
        elif not to.startswith("."):
            raise Refused(f"not found: {quote(to)}")
        session.connection.send("READY")  # behind a message to a channel, where nobody listens, too

    async def _change_password(self, session: PlayerSession, text: str) -> None:
        """Change a password; what was sent is in no answer."""
        *old, new = text.strip().rsplit(maxsplit=1) or [""]
        if not old:
            raise _expected("passw")
        if session.n_wrong == TRIES:
            raise TooManyTries
        if not await self._passwords.is_right(session.name, old[0], session.connection.address):
            session.n_wrong += 1
            hint = "; the last word is the new one, which has no blanks"
            blank = hint if old[0].split()[1:] else ""
            raise Refused(f"passw: the old password is wrong{blank}")
        await self._passwords.change(session.name, new)
        session.connection.send("", ": The password is changed.", "READY")

    def _open(self, session: PlayerSession, words: list[str]) -> None:
        if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 3:
            raise _expected("open")
        session.open = int(words[0])
        session.connection.send("READY")

    def _rated(self, session: PlayerSession, words: list[str]) -> None:
        if words not in (["+"], ["-"]):
            raise _expected("rated")
        session.wants_rated = words == ["+"]
        session.connection.send("READY")

    def _who(self, session: PlayerSession, words: list[str]) -> None:
        rows = [
            f"|{name:8}+ {rating.rating:.1f}@{rating.deviation:.1f}"
            for name in sorted(self._sessions)
            for rating in [self.journal.ratings[name]]
        ]
        session.connection.send("", f"/os: who {len(rows)}", *rows, "READY")

    def _list_matches(self, session: PlayerSession, words: list[str]) -> None:
        going = [match for match in self.journal.matches.values() if not match.is_stored]
        rows = [
            f"| {match.id} {match.tables[0].kind} {'R' if match.is_rated else 'U'} "
            f"{match.names[0]} {match.names[1]} {len(match.watchers)}"
            for match in going
        ]
        session.connection.send("", f"/os: match {len(rows)}/{len(rows)}", *rows, "READY")

    # ------------------------------------------------------------------ requests

    def _ask(self, session: PlayerSession, words: list[str]) -> None:
        if len(words) == 1 and words[0].startswith("."):
            request = self._request_to_go_on(session, words[0])
        else:
            request = self._new_request(session, words)
        for known in self._requests.values():
            if _answers(request, known):
                return self._begin(known)
            if _answers(request, known, is_same=True):
                return session.connection.send("READY")
        if sum(known.asker == session.name for known in self._requests.values()) >= MOST_REQUESTS:
            raise Refused(f"{MOST_REQUESTS} requests wait already")
        self._requests[request.id] = request
        self._tell_both(request)
        return None

    def _new_request(self, session: PlayerSession, words: list[str]) -> MatchRequest:
        """Return a request: a type, a clock or none, and a player."""
        if not 2 <= len(words) <= 3:
            raise _expected("ask")
        kind = GameType.parse(words[0])
        asked = self._sessions.get(words[-1])
        clock = asked_clock(words[1]) if len(words) == 3 else USUAL_CLOCK
        if clock is not None and len(words) == 3 and "/" not in words[1]:
            clock = clock._replace(grace=USUAL_CLOCK.grace)
        if asked is None or asked is session:
            raise Refused(f"not found: {quote(words[-1])}")
        if clock is None:
            raise Refused(f"clock {quote(words[1])}: expected {CLOCK}")
        discs = kind.discs or LEAST_DISCS
        if kind.size != 8 or kind.other or not LEAST_DISCS <= discs <= MOST_DISCS:
            raise Refused(
                f"board type {words[0]}: expected 8, 8b, 8w, 8rN or s8rN, N from {LEAST_DISCS} to "
                f"{MOST_DISCS}"
            )
        if session.wants_rated != asked.wants_rated:
            raise Refused("rated variable mismatch.")
        self._check_open(session, asked)
        return self._numbered((session.name, asked.name), kind, clock, session.wants_rated)

    def _request_to_go_on(self, session: PlayerSession, id: str) -> MatchRequest:
        match = self.journal.matches.get(_number(id[1:]))
        if match is None or not match.is_stored or session.name not in match.names:
            raise Refused(f"not found: {quote(id)}")
        names = (session.name, match.other(session.name))
        if names[1] not in self._sessions:
            raise Refused(f"not found: {names[1]}, for {id}")
        table = match.tables[0]
        return self._numbered(names, table.kind, table.clock, match.is_rated, stored=id)

    def _numbered(
        self,
        names: tuple[str, str],
        kind: GameType,
        clock: GgfClock,
        is_rated: bool,
        stored: str = "",
    ) -> MatchRequest:
        """Return a request with a new number, and the ratings of both players."""
        self._n_requests += 1
        one, two = (self.journal.ratings[name].rating for name in names)
        id = f".{self._n_requests}"
        return MatchRequest(True, id, *names, kind, clock, is_rated, (one, two), stored=stored)

    def _check_open(self, asker: PlayerSession, asked: PlayerSession) -> None:
        if self._n_playing(asker.name) >= asker.open:
            raise Refused("Your open value is too low for new matches.")
        if self._n_playing(asked.name) >= asked.open:
            raise Refused("Player is not accepting new matches.")

        for name in (asker.name, asked.name):
            if sum(name in match.names for match in self.journal.matches.values()) >= MOST_MATCHES:
                raise Refused(f"{name} has {MOST_MATCHES} matches that are not finished.")

    def _n_playing(self, name: str) -> int:
        matches = self.journal.matches.values()
        return sum(name in match.names and not match.is_stored for match in matches)

    def _tell_both(self, request: MatchRequest) -> None:
        for name in (request.asker, request.asked):
            if (session := self._sessions.get(name)) is not None:
                session.send(request)

    def _drop(self, request: MatchRequest) -> None:
        del self._requests[request.id]
        self._tell_both(replace(request, is_new=False))

    def _find_request(self, words: list[str]) -> MatchRequest:
        request = self._requests.get(words[0] if words else "")
        if request is None:
            raise Refused(f"not found: {quote(' '.join(words))}")
        return request

    def _accept(self, session: PlayerSession, words: list[str]) -> None:
        request = self._find_request(words)
        if request.asked != session.name:
            raise Refused(f"not found: {request.id}")
        if not request.stored:
            self._check_open(self._sessions[request.asker], session)
        self._begin(request)

    def _decline(self, session: PlayerSession, words: list[str]) -> None:
        request = self._find_request(words)
        if session.name not in (request.asker, request.asked):
            raise Refused(f"not found: {request.id}")
        self._drop(request)

    def _continue(self, session: PlayerSession, words: list[str]) -> None:
        for match in list(self.journal.matches.values()):
            if match.is_stored and session.name in match.names:
                with suppress(Refused):
                    self._ask(session, [match.id])
        session.connection.send("READY")

    def _stored(self, session: PlayerSession, words: list[str]) -> None:
        kept = [
            (match.id, *match.names, str(match.tables[0].kind))
            for match in self.journal.matches.values()
            if match.is_stored and session.name in match.names
        ]
        date = time.strftime("%d %b %Y %H:%M:%S", time.gmtime())
        session.send(wire.Stored(session.name, tuple(kept), date))

    # ------------------------------------------------------------------ matches

    def _begin(self, request: MatchRequest) -> None:
        """Begin a match, or go on with an adjourned one."""
        if request.stored:
            match = self.journal.matches[int(request.stored[1:])]
            match.is_stored = False
        else:
            match = new_tables(self.journal.last_number + 1, request, now(), self._rng)
            self.journal.begin(match)
        self._say(
            f"{match.id} {'goes on' if request.stored else 'begins'}: {' – '.join(match.names)}"
        )
        self._tell_all(match.message(True))
        self._tell(match, wire.Began(match.id, match.tables[0].date))
        for table in match.open_tables():
            self._tell(match, table.state(True))
            self._start_clock(match, table)
        self._drop(request)

    def _start_clock(self, match: Tables, table: Table) -> None:
        table.began = time.monotonic()
        countdown = table.clocks[table.turn]
        self._stop_timer(table)
        seconds = max(countdown.left, 0.0) + GRACE_SECONDS
        loop = asyncio.get_running_loop()
        self._timers[table.id] = loop.call_later(seconds, self._rings, match, table)

    def _stop_timer(self, table: Table) -> None:
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()

    def _rings(self, match: Tables, table: Table) -> None:
        """The main time or the extension of the side to move is over."""
        if self.failed.done():
            return
        late = table.mover
        table.pause(time.monotonic())
        is_fatal = table.clocks[table.turn].is_over
        said = f"/os: {'fatal-timeout' if is_fatal else 'timeout'} {table.id} {late}"
        for session in self._listeners(match):
            session.connection.send("", said, "READY")
        self._say(said.partition(" ")[2])
        if is_fatal:
            with self._keeping():
                self._end(match, table, late, ":t")
        else:
            self._start_clock(match, table)

    def _match_of(self, id: str) -> Tables:
        number = id.split(".")[1] if id.startswith(".") else ""
        match = self.journal.matches.get(_number(number))
        if match is None or match.is_stored:
            raise Refused(f"not found: {quote(id)}")
        return match

    def _table_of(self, session: PlayerSession, words: list[str]) -> tuple[Tables, Table]:
        """Return the game that words name, or a player's only one; take the name off the words."""
        if words and words[0].startswith("."):
            match = self._match_of(id := words.pop(0))
            tables = [t for t in match.open_tables() if id in (t.id, match.id)]
            found = [(match, table) for table in tables]
        else:
            found = [
                (match, table)
                for match in self.journal.matches.values()
                if not match.is_stored and session.name in match.names
                for table in match.open_tables()
            ]
        if len(found) != 1 or session.name not in found[0][0].names:
            raise Refused("expected the name of a game that you play, such as .5 or .5.0")
        return found[0]

    def _play(self, session: PlayerSession, words: list[str]) -> None:
        match, table = self._table_of(session, words)
        text = " ".join(words)
        if table.mover != session.name:
            raise Refused(f"{table.id} illegal move {quote(text)}: it is {table.mover}'s turn")
        try:
            note = parse_annotated_move(text)
        except OthelloError:
            raise Refused(f"{table.id} corrupt move {quote(text)}") from None
        if note.move not in table.board.legal_moves():
            raise Refused(f"{table.id} illegal move {quote(text)}")
        began = table.began if table.began is not None else time.monotonic()
        evaluation = None if note.evaluation is None else round(note.evaluation, 2)
        seconds = round(table.counted + time.monotonic() - began, 2)
        match.asking.pop(f"undo {table.id}", None)
        late = table.mover
        turn = table.turn
        table.play(note._replace(evaluation=evaluation, seconds=seconds))
        self.journal.write(game=table.id, **table.move_entry())
        table.began = None
        self._stop_timer(table)
        if table.clocks[turn].is_over:
            return self._end(match, table, late, ":t")
        self._tell(match, table.state(False))
        if table.board.is_over:
            self._end(match, table)
        else:
            self._start_clock(match, table)
        return None

    def _resign(self, session: PlayerSession, words: list[str]) -> None:
        match, table = self._table_of(session, words)
        table.pause(time.monotonic())
        self._end(match, table, session.name, ":r")

    def _abort(self, session: PlayerSession, words: list[str]) -> None:
        """Ask to stop a match without a result, or agree."""
        match = self._match_of(words[0]) if words else self._table_of(session, words)[0]
        if session.name not in match.names:
            raise Refused(f"not found: {match.id}")
        if match.asking.get("abort") == match.other(session.name):
            for table in match.open_tables():
                self._stop_timer(table)
            self.journal.finish(match)
            self._tell_all(match.message(False, "aborted"))
            self._say(f"{match.id} is aborted")
        else:
            match.asking["abort"] = session.name
            self._tell(match, wire.Asking("abort", match.id, session.name))

    def _undo(self, session: PlayerSession, words: list[str]) -> None:
        """Ask to take back one's last move, or agree."""
        match, table = self._table_of(session, words)
        other = match.other(session.name)
        if match.asking.pop(f"undo {table.id}", None) == other:
            table.pause(time.monotonic())
            table.take_back(other)
            self.journal.write(game=table.id, undo=other)
            self._tell(match, table.state(False))
            self._start_clock(match, table)
        elif not table.has_moved(session.name):
            raise Refused(f"undo {table.id}: you have not moved yet")
        else:
            match.asking[f"undo {table.id}"] = session.name
            self._tell(match, wire.Asking("undo", table.id, session.name))

    def _watch(self, session: PlayerSession, words: list[str]) -> None:
        if len(words) != 2 or words[0] not in ("+", "-"):
            raise _expected("watch")
        match = self._match_of(words[1])
        if words[0] == "-":
            match.watchers.discard(session.name)
            session.connection.send("READY")
        else:
            match.watchers.add(session.name)
            session.send(*(table.state(True) for table in match.open_tables()))

    def _end(self, match: Tables, table: Table, loser: str = "", how: str = "") -> None:
        """A game has ended; keep it, tell it, and end the match with its last game."""
        self._stop_timer(table)
        table.end(loser, how)
        self.journal.write_game(table)
        self.journal.write(game=table.id, result=table.result)
        if len(match.tables) > 1:
            self._tell(match, wire.GameEnd(table.id, *table.names, table.result))
        if not match.open_tables():
            self._over(match)

    def _over(self, match: Tables) -> None:
        """All games of a match have ended: its result, and new ratings."""
        if match.is_rated:
            self._tell(match, self._rate(match))
        self.journal.finish(match)
        one = match.tables[0].result if len(match.tables) == 1 else f"{match.discs():+.2f}"
        self._tell_all(match.message(False, one))
        self._say(f"{match.id} ends: {' – '.join(match.names)} {one}")

    def _rate(self, match: Tables) -> wire.RatingUpdate:
        """Rate both players by the match, which counts as one game."""
        first, second = match.names
        before = [self.journal.ratings[name] for name in match.names]
        points = (match.discs() > 0) + 0.5 * (match.discs() == 0)
        after = [
            rated(before[0], [(before[1], points)]),
            rated(before[1], [(before[0], 1 - points)]),
        ]
        rows = []
        for name, old, new in zip((first, second), before, after, strict=True):
            self.journal.rate(name, new)
            rows.append((name, old.rating, old.deviation, new.rating, new.deviation))
        return wire.RatingUpdate(match.id, tuple(rows))


COMMANDS: dict[str, tuple[str, str, Callable[..., object]]] = {
    "abort": ("[.ID]", "ask to stop a match; the same agrees", Referee._abort),
    "accept": (".ID", "accept a request", Referee._accept),
    "ask": (
        "TYPE [CLOCK] NAME | .ID",
        "s8r20 5:00 bob (90 is seconds); go on with .ID",
        Referee._ask,
    ),
    "cancel": (".ID", "take a request back", Referee._decline),
    "continue": ("", "go on with all adjourned matches", Referee._continue),
    "decline": (".ID", "decline a request", Referee._decline),
    "match": ("", "the matches", Referee._list_matches),
    "open": ("N", "how many matches at once (0 at first)", Referee._open),
    "passw": ("OLD NEW", "change your password (no blanks in NEW)", Referee._change_password),
    "play": ("[.ID] MOVE[/EVALUATION]", "play f5, or pa to pass", Referee._play),
    "rated": ("+ | -", "rated matches or not", Referee._rated),
    "resign": ("[.ID]", "lose a game", Referee._resign),
    "stored": ("", "your adjourned matches", Referee._stored),
    "undo": ("[.ID]", "ask to take a move back; the same agrees", Referee._undo),
    "watch": ("+ .ID | - .ID", "see a match", Referee._watch),
    "who": ("", "the players", Referee._who),
}
"""What stands behind ``tell /os``: arguments, for what, and what does it."""


def _expected(command: str) -> Refused:
    return Refused(f"expected {command} {COMMANDS[command][0]}")


def _number(text: str) -> int:
    """Return the number of a match that a player wrote; 0, which none has, if it is none."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _answers(request: MatchRequest, known: MatchRequest, is_same: bool = False) -> bool:
    """Return whether two requests, of both sides or of one (`is_same`), ask for the same match."""
    names = (request.asker, request.asked)
    if names != ((known.asker, known.asked) if is_same else (known.asked, known.asker)):
        return False
    wanted = (request.stored, request.type, request.clock, request.is_rated)
    return wanted == (known.stored, known.type, known.clock, known.is_rated)
