"""A client of GGS that plays: it answers requests by rules, and shares one engine among its games.

One task reads the server's messages, one thinks, one does what is due from time to time: it keeps
the connection alive, asks for matches, and goes on with adjourned ones. After a lost connection all
begins again with the log-in; the server adjourns the matches meanwhile.
"""

import asyncio
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

from othello.engine.asynchronous import AsyncEngine
from othello.engine.strength import Strength
from othello.errors import EngineError, FileError, OthelloError, quote
from othello.fields import TIME, Option, Range
from othello.files.access import FilePath
from othello.files.lines import LineFile
from othello.ggf.games import GgfMove
from othello.ggs import wire
from othello.ggs.clocks import Lag, clock_text
from othello.ggs.events import Event, Teller
from othello.ggs.lines import Connection, ConnectionEnded
from othello.ggs.playing import OwnGame
from othello.ggs.record import now, read_result, result_text
from othello.ggs.rules import Rules
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH, MAX_SCORE, Limits
from othello.notation import PASS
from othello.protocol.options import clock_budget
from othello.protocol.play_options import PlayOptions, Randomness
from othello.timing import Budget, Clock

LOGIN_SECONDS = 30.0

SILENCE = 150.0
"""Seconds without a word after which the connection is taken for lost."""

KEEP_ALIVE = 50.0
"""Seconds after which something is sent; the server answers it."""

LONGEST_PAUSE = 60.0

LONGEST_ASK_PAUSE = 300.0
"""Seconds between two requests for a match at most; the pauses grow up to this."""

MOST_TRIES = 20
"""Tries to connect again, one after the other, of which none reaches a log-in."""

SETUP = ("vt100 -", "bell -t -tc -tg -n -nc -ng -ni -nn", "verbose -news -faq -help -ack")
SETUP_OS = ("trust +", "request +", "client -")
RATED_MISMATCH = "rated variable mismatch."
RATED_HINT = "The other side wants rated matches, or unrated ones: see --opponents"
ELSEWHERE = ": Logged in from elsewhere."


class LoginRefused(EngineError):
    """The server does not take name and password, or they are in use elsewhere."""


@dataclass
class GgsSettings:
    """Settings of the client, of which those with a help are options of ``othello ggs``."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    is_tls: Annotated[bool, Option("--tls"), "encrypt the connection, if the server can"] = False
    rules: Rules = field(default_factory=Rules)
    #: Requests to make while no match is going on, such as ``8 5:00 bob``.
    asks: Sequence[str] = ()
    n_matches: Annotated[
        int | None, Option("--games"), Range(1), "leave after N matches (default: stay)"
    ] = None
    n_open: Annotated[int, Option("--open"), Range(0, 100), "matches at the same time"] = 1
    level: Annotated[
        int | None, Range(0, MAX_LEVEL), f"the most for a move: a level, 0 to {MAX_LEVEL}"
    ] = None
    seconds: Annotated[
        float | None, TIME, "the most for a move in seconds; the clock may allow less"
    ] = None
    lag: Annotated[
        float,
        TIME,
        "seconds that a message may be late: three times as much is kept back; the usual lag of a "
        "move is measured",
    ] = 0.5
    resigns_at: Annotated[
        float | None,
        Option("--resign"),
        Range(0, MAX_SCORE, "discs"),
        "resign when a loss of so many discs is proven",
    ] = None
    aborts: Annotated[
        bool, Option("--abort"), "agree when the other side asks to abort a match"
    ] = False
    ponders: Annotated[bool, Option("--ponder"), "think while the other side is to move, too"] = (
        False
    )
    #: Files for finished games, and for what is sent and received.
    save: FilePath | None = None
    log: FilePath | None = None
    #: The opening book; by default none is used.
    play_options: PlayOptions = field(default_factory=lambda: PlayOptions(Randomness(), Strength()))
    #: Seconds between two looks at what is due, and the first pause between two requests for a
    #: match.
    due: float = 5.0
    #: `KEEP_ALIVE` and `SILENCE`.
    keep_alive: float = KEEP_ALIVE
    silence: float = SILENCE


class GgsClient:
    """The client; `run` plays until `GgsSettings.n_matches` are finished.

    The `engine` searches the moves. `on_event` is given what happens: docs/ggs.md has the keys, of
    which `text` says it in a line. A password is never in it.
    """

    def __init__(
        self, settings: GgsSettings, engine: AsyncEngine, on_event: Callable[[Event], object]
    ) -> None:
        self.settings = settings
        self.lag = Lag()
        self.n_done = 0
        self._engine = engine
        names = (settings.user, *(ask.split()[-1] for ask in settings.asks))
        known = (*names, wire.WRONG_PASSWORD.strip(": "))
        self._teller = Teller(settings.password, known, on_event)
        self._tell = self._teller.tell
        self._shown = self._teller.shown
        self._games: dict[str, OwnGame] = {}
        self._matches: dict[str, wire.MatchNotice] = {}
        self._dates: dict[str, str] = {}  # when each match began, as far as it was told
        # Our own requests: those that nobody has answered, and those that went: a match may begin.
        self._pending: dict[str, wire.MatchRequest] = {}
        self._unanswered: list[wire.MatchRequest] = []
        self._ask_soon()
        self._are_adjourned = True  # until the server says that there are none
        self._adjourned: set[str] = set()  # the matches of which this is known
        self._searched: OwnGame | None = None
        self._wake = asyncio.Event()
        self._connection: Connection | None = None
        self._sent_at = self._heard_at = 0.0
        self._log = LineFile(settings.log) if settings.log is not None else None
        self._save: LineFile | None = None  # opened after the log-in, which may be refused

    # ------------------------------------------------------------------ connections

    async def run(self) -> None:
        """Play.

        Raises EngineError if there is no server, or it refuses the log-in, and FileError if a file
        cannot be written.
        """
        await self._engine.evaluate("startpos")  # loads the weights, for which no clock may wait
        pause, tries, was_in = 1.0, 0, False
        while True:
            try:
                await self._session()
                return
            except FileError:
                raise
            except (ConnectionEnded, OSError, UnicodeError, asyncio.TimeoutError) as error:
                place = f"{self.settings.host}:{self.settings.port}"
                why = getattr(error, "strerror", None) or str(error) or "the server said nothing"
                reason = f"{place}: {why}"
            if self._was_logged_in:
                was_in, pause, tries = True, 1.0, 0
            tries += 1
            if not was_in or tries > MOST_TRIES:
                raise EngineError(reason)
            text = f"{reason}; again in {pause:g} s"
            self._tell("disconnected", text, reason=reason, seconds=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    _was_logged_in = False

    async def _session(self) -> None:
        """Connect and play until the matches are played or the connection ends."""
        settings = self.settings
        self._was_logged_in = False
        context = ssl.create_default_context() if settings.is_tls else None
        opening = asyncio.open_connection(
            settings.host, settings.port, limit=wire.MOST_LINE, ssl=context
        )
        connection = Connection(*await asyncio.wait_for(opening, LOGIN_SECONDS))
        self._connection = connection
        tasks: list[asyncio.Task[None]] = []
        try:
            with connection.ended_after(LOGIN_SECONDS):
                await self._log_in(connection)
            self._was_logged_in = True
            self._set_up()
            works = (self._read(connection), self._think(), self._do_what_is_due())
            tasks += [asyncio.ensure_future(work) for work in works]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._connection = None
            await connection.closed()
            for kept in (self._games, self._matches, self._dates, self._pending, self._unanswered):
                kept.clear()
            self._teller.forget()
            self._are_adjourned = True
            self._ask_soon()

    async def _line(self, connection: Connection) -> str:
        line = await connection.line()
        self._heard_at = time.monotonic()
        self._write_log("<", line)
        if line == ELSEWHERE:
            raise LoginRefused(f"{self.settings.user} has logged in from elsewhere")
        return line

    async def _log_in(self, connection: Connection) -> None:
        """Give name and password when they are asked for."""
        user, said, is_told = self.settings.user, "", False
        while True:
            line = await self._line(connection)
            if line == wire.LOGIN and not is_told:
                self._send(user)
            elif line == wire.PASSWORD and not is_told:
                connection.send(self.settings.password)
                self._write_log(">", "(the password)")
                is_told = True
            elif line in (wire.LOGIN, wire.PASSWORD):
                raise LoginRefused(f"the server refuses {quote(user)}: {self._shown(said)}")
            elif line == wire.READY and is_told:
                return
            said = line.strip(": ") or said

    def _ask_soon(self) -> None:
        """Ask for matches when that is due next, and then with growing pauses."""
        self._asks_at, self._ask_pause = 0.0, self.settings.due

    def _set_up(self) -> None:
        user, save = self.settings.user, self.settings.save
        if self._save is None and save is not None:
            self._save = LineFile(save, whole=b";)")
        self._send(*SETUP)
        rated = "-" if self.settings.rules.is_rated is False else "+"
        self._send(*(f"tell /os {words}" for words in (*SETUP_OS, f"rated {rated}")))
        self._send_open()
        self._send("tell /os stored")
        # Only now, as whoever hears of it may ask for a match at once.
        self._tell("logged_in", f"logged in as {user}", user=user)

    def _send_open(self) -> None:
        left = self._n_left()
        n_open = self.settings.n_open if left is None else min(self.settings.n_open, left)
        self._send(f"tell /os open {n_open}")

    def _n_left(self) -> int | None:
        """Return how many matches are still to be finished; None for no limit."""
        most = self.settings.n_matches
        return None if most is None else max(most - self.n_done, 0)

    def _send(self, *lines: str) -> None:
        if self._connection is not None and lines:
            self._connection.send(*lines)
            self._sent_at = time.monotonic()
            for line in lines:
                self._write_log(">", line)

    def _write_log(self, direction: str, line: str) -> None:
        if self._log is not None:
            self._log.write(f"{direction} {self._shown(line)}")

    # ------------------------------------------------------------------ messages

    async def _read(self, connection: Connection) -> None:
        """Take the server's messages in; end when the matches are played."""
        gatherer = wire.Gatherer()
        while self._n_left() != 0:
            for lines in gatherer.add(await self._line(connection)):
                self._take(lines)
        self._send("quit")

    def _take(self, lines: list[str]) -> None:
        """Take a message in. One about a game of ours that cannot be read ends the connection.

        The server adjourns the game then, and sends all of it when it goes on.
        """
        try:
            message = wire.parse(lines)
            if message is not None:
                self._handle(message)
            else:
                self._on_words(*lines[0].partition(": "))
        except wire.BadMessage as error:
            reason = self._reason(error, lines)
            if error.is_ours or error.game in self._games:
                raise ConnectionEnded(reason) from None
            self._tell("not_understood", f"not understood: {reason}", reason=reason)

    def _reason(self, error: wire.BadMessage, lines: list[str]) -> str:
        """Return why a message cannot be read; an error that quotes the password is not told."""
        shown = [self._shown(line) for line in lines]
        if shown == lines:
            return str(error)
        return f"message {quote(shown[0])}: it has the password in it"

    def _handle(self, message: wire.Message) -> None:
        handlers: dict[type[wire.Message], Callable[[Any], None]] = {
            wire.State: self._on_state,
            wire.MatchRequest: self._on_request,
            wire.MatchNotice: self._on_match,
            wire.Began: self._on_began,
            wire.GameEnd: self._on_game_end,
            wire.Asking: self._on_asking,
            wire.Stored: self._on_stored,
            wire.RatingUpdate: self._on_ratings,
            wire.Refusal: self._on_refusal,
        }
        if type(message) not in handlers:
            raise ConnectionEnded("the server asks for the log-in again")
        handlers[type(message)](message)

    def _on_began(self, began: wire.Began) -> None:
        if began.id in self._matches:
            self._dates[began.id] = began.date

    def _on_request(self, request: wire.MatchRequest) -> None:
        if request.asker == self.settings.user:
            if request.is_new:
                self._pending[request.id] = request
            elif self._pending.pop(request.id, None) and not self._plays(request.asked):
                self._unanswered.append(request)
        if not request.is_new or request.asked != self.settings.user:
            return
        asker, stored = self._shown(request.asker), self._shown(request.stored)
        what = f"{asker} asks for {stored or self._type(request)}"
        reason = "" if request.stored else self.settings.rules.reason_against(request)
        if not request.stored and self._n_left() == 0:
            reason = "no more matches are played now"
        how = f"declined, {reason}" if reason else "accepted"
        self._tell(
            "declined" if reason else "accepted",
            f"{what}: {how}",
            player=asker,
            type=self._type(request),
            clock=clock_text(request.clock),
            rated=request.is_rated,
            stored=stored or None,
            reason=reason or None,
        )
        if not reason:
            self._send(f"tell /os accept {request.id}")
        else:
            self._send(f"tell /os decline {request.id}", f"tell {request.asker} {reason}")

    def _type(self, message: wire.MatchRequest | wire.MatchNotice) -> str:
        """Return the type of what we may play as it is; that of others may be any text."""
        text = str(message.type)
        return text if message.type.is_playable else self._shown(text)

    def _plays(self, name: str) -> bool:
        return any(name in match.names for match in self._matches.values())

    def _on_words(self, name: str, _: str, words: str) -> None:
        """Say why somebody whom we asked has declined."""
        asked = {request.asked for request in (*self._pending.values(), *self._unanswered)}
        asked |= {ask.split()[-1] for ask in self.settings.asks}
        if words and name in asked:
            name, words = self._shown(name), self._shown(words)
            said = f"{name} says: {words}"
            self._teller.tell_once("message", said, player=name, message=words)

    def _on_match(self, match: wire.MatchNotice) -> None:
        if self.settings.user not in match.names:
            return
        self._ask_soon()
        id, names = self._shown(match.id), [self._shown(name) for name in match.names]
        if match.is_new:
            self._matches[match.id] = match
            self._teller.forget()
            self._unanswered = [each for each in self._unanswered if not self._plays(each.asked)]
            goes_on = match.id in self._adjourned
            self._adjourned.discard(match.id)
            how = "goes on" if goes_on else "begins"
            kind = self._type(match)
            text = f"{id} {how}: {' – '.join(names)}, {kind}"
            fields = {"type": kind, "rated": match.is_rated, "goes_on": goes_on}
            self._tell("match_begun", text, match=id, players=names, **fields)
            return
        self._matches.pop(match.id, None)
        self._dates.pop(match.id, None)
        # Who could not accept a request during the match does not do it later: it is made anew.
        self._send(*(f"tell /os decline {id}" for id in self._pending))
        self._pending.clear()
        games = [game for id, game in self._games.items() if _is_of(id, match.id)]
        result = match.result
        is_adjourned = read_result(result) is None and result != "aborted"
        for game in games:
            self._forget(game)
            if not is_adjourned and result != "aborted":
                self._keep(game, _black_result(game, match))
        if is_adjourned:
            event, how, result = "match_adjourned", "is adjourned:", self._shown(result)
        else:
            event, how = "match_ended", f"ends: {' – '.join(names)}"
        self._tell(event, f"{id} {how} {result}", match=id, players=names, result=result)
        if is_adjourned:
            self._are_adjourned = True
            self._adjourned.add(match.id)
        else:
            self.n_done += 1
            self._send_open()

    def _on_game_end(self, end: wire.GameEnd) -> None:
        if (game := self._games.get(end.id)) is not None:
            self._forget(game)
            self._keep(game, end.result)

    def _forget(self, game: OwnGame) -> None:
        del self._games[game.id]
        self._wake.set()  # nobody ponders on it any more
        if self._searched is game:
            self._engine.stop()

    def _keep(self, game: OwnGame, result: str) -> None:
        """Write a finished game down."""
        found = read_result(result)
        text = result_text(*found) if found else game.result()
        if self._save is not None:
            self._save.write(game.ggf(text))
        id, black, white = (self._shown(each) for each in (game.id, *game.names))
        fields = {"game": id, "black": black, "white": white, "result": text}
        self._tell("game_ended", f"{id}: {black} – {white} {text}", **fields)

    def _on_state(self, state: wire.State) -> None:
        user = self.settings.user
        if state.color_of(user) is None:
            return
        game = self._games.get(state.id)
        try:
            if state.is_join or game is None:
                game = self._games[state.id] = OwnGame.of(state, user, self._date_of(state.id))
            else:
                was_searched = self._searched is game and game.board != state.board
                self._measure(game, state)
                agrees = game.update(state, user)
                if not agrees:
                    id = self._shown(state.id)
                    self._tell(
                        "board_taken_over", f"{id}: another board than ours: taken over", game=id
                    )
                self._tell_move(state, state.last if agrees else None)
                if was_searched:
                    self._engine.stop()
        except wire.BadMessage as error:
            error.is_ours = True
            raise
        self._wake.set()

    def _tell_move(self, state: wire.State, last: GgfMove | None) -> None:
        """Tell a move; None for a board to which no move of the server's leads."""
        self._tell(
            "move",
            game=self._shown(state.id),
            number=state.number,
            move=None if last is None else str(last.move),
            evaluation=None if last is None else last.evaluation,
            seconds=None if last is None else last.seconds,
            position=state.board.to_obf(),
        )

    def _date_of(self, game: str) -> str:
        """Return when a game began: as the server told, or else now."""
        dates = (date for match, date in self._dates.items() if _is_of(game, match))
        return next(dates, now())

    def _measure(self, game: OwnGame, state: wire.State) -> None:
        """Learn from our own move how much more time the server counts than we needed."""
        if game.is_own_turn and not game.must_answer and state.number == len(game.moves) + 1:
            seconds = state.last.seconds if state.last is not None else None
            if seconds is not None:
                self.lag.add(seconds, game.answered_after)

    def _on_asking(self, asking: wire.Asking) -> None:
        if asking.name == self.settings.user:
            return
        agrees = asking.what == "abort" and self.settings.aborts
        word = asking.what if agrees else "decline"
        id, name = self._shown(asking.id), self._shown(asking.name)
        text = f"{id}: {name} asks to {asking.what}: {'yes' if agrees else 'no'}"
        fields = {"game": id, "player": name, "what": asking.what, "agreed": agrees}
        self._tell("asked", text, **fields)
        if agrees:
            self._send(f"tell /os {word} {asking.id}")
        else:
            self._send(f"tell {asking.name} no {asking.what}, please")

    def _on_stored(self, stored: wire.Stored) -> None:
        if stored.name != self.settings.user:
            return
        self._are_adjourned = bool(stored.matches)
        self._adjourned |= {id for id, *_ in stored.matches}
        for id, *_ in stored.matches:
            self._send(f"tell /os ask {id}")

    def _on_ratings(self, update: wire.RatingUpdate) -> None:
        for name, old, _, new, _ in update.rows:
            if name == self.settings.user:
                text = f"rating {old:.0f} → {new:.0f}"
                self._tell("rating", text, match=self._shown(update.id), before=old, after=new)

    def _on_refusal(self, refusal: wire.Refusal) -> None:
        """A refused move means that our board is an old one: only a new log-in helps."""
        shown = self._shown(refusal.text)
        text = f"the server refuses: {shown}"
        if refusal.text == RATED_MISMATCH:
            text += f" {RATED_HINT}"
        self._teller.tell_once("refused", text, reason=shown)
        game, _, reason = refusal.text.partition(" ")
        if game in self._games and ("illegal" in reason or "corrupt" in reason):
            raise ConnectionEnded(f"the server refuses our move: {shown}")

    # ------------------------------------------------------------------ what is due

    async def _do_what_is_due(self) -> None:
        while True:
            await asyncio.sleep(self.settings.due)
            for request in self._unanswered:
                clock = clock_text(request.clock)
                name, kind = self._shown(request.asked), self._type(request)
                text = f"{name} did not accept {kind} {clock}"
                fields = {"type": kind, "clock": clock}
                self._teller.tell_once("unanswered", text, player=name, **fields)
            self._unanswered.clear()
            now = time.monotonic()
            if now >= self._asks_at and self._ask():
                self._asks_at = now + self._ask_pause
                self._ask_pause = longer(self._ask_pause)
            if now - self._heard_at > self.settings.silence:
                raise ConnectionEnded(
                    f"the server has said nothing for {self.settings.silence:g} s"
                )
            if now - self._sent_at > self.settings.keep_alive:
                self._send_open()

    def _ask(self) -> bool:
        """Ask for adjourned matches, or else for new ones; return whether anything was asked."""
        if self._are_adjourned and not self._games:
            self._send("tell /os stored")
        elif self._n_left() != 0 and not self._matches and not self._pending:
            self._send(*(f"tell /os ask {words}" for words in self.settings.asks))
        else:
            return False
        return True

    # ------------------------------------------------------------------ thinking

    async def _think(self) -> None:
        """Answer the boards on which it is our turn, that with the least time first."""
        while True:
            waiting = [game for game in self._games.values() if game.must_answer]
            if waiting:
                await self._answer(min(waiting, key=lambda game: game.seconds_left))
            else:
                self._wake.clear()
                await self._wait()

    async def _wait(self) -> None:
        """Wait for a message about a game; ponder meanwhile, if that is wished."""
        boards = [game.board_to_ponder() for game in self._games.values()]
        board = next((board for board in boards if board is not None), None)
        if board is None or not self.settings.ponders:
            await self._wake.wait()
            return
        search = asyncio.ensure_future(self._engine.search(board, Limits(depth=MAX_DEPTH)))
        try:
            await self._wake.wait()
        finally:
            search.cancel()  # what it has found is in the table
            await asyncio.gather(search, return_exceptions=True)

    async def _answer(self, game: OwnGame) -> None:
        """Search a move, and send it unless another board has come meanwhile."""
        version = game.version
        if game.board.must_pass:
            note, loss = GgfMove(PASS), 0.0
        else:
            self._searched = game
            try:
                note, loss = await self._best(game)
            finally:
                self._searched = None
        if self._games.get(game.id) is not game or game.version != version:
            return
        game.answered = version
        game.answered_after = time.monotonic() - game.received
        resigns_at = self.settings.resigns_at
        if resigns_at is not None and loss >= max(resigns_at, 1):
            self._send(f"tell /os resign {game.id}")
        else:
            sent = wire.move_text(note._replace(seconds=game.answered_after))
            self._send(f"tell /os play {game.id} {sent}")

    async def _best(self, game: OwnGame) -> tuple[GgfMove, float]:
        """Return the best move, and the discs that are lost for sure."""
        options, board = self.settings.play_options, game.board
        known = options.from_book(board, lambda text: self._tell("message", text, message=text))
        if known is None:
            limits = options.limits(board, self._limits(self._budget(game)))
            result = options.pick(board, await self._engine.search(board, limits))
        else:
            result = known.result
        game.expected = result.pv[1] if len(result.pv) > 1 else None
        loss = -float(result.score) if result.exact else 0.0
        if result.move is None:
            raise EngineError(f"no move was found for {game.board!r}")
        return GgfMove(result.move, round(float(result.score), 2)), loss

    def _budget(self, game: OwnGame) -> Budget:
        """Return the time for a move: our games share the processor, and each move has its lag."""
        board = game.board
        own_moves = (board.n_empties + 1) // 2
        left = (game.seconds_left - self.lag.mean * own_moves) / max(len(self._games), 1)
        clock = Clock(left, max(game.increment - self.lag.mean, 0.0) / max(len(self._games), 1))
        return clock_budget(board, clock, self.settings.lag)

    def _limits(self, budget: Budget) -> Limits:
        most = self.settings.seconds
        seconds = budget.hard if most is None else min(budget.hard, most)
        if self.settings.level is not None:
            return Limits(level=self.settings.level, seconds=seconds)
        return Limits(soft_seconds=min(budget.soft, seconds), seconds=seconds)

    def close(self) -> None:
        """Close the files."""
        for file in (self._log, self._save):
            if file is not None:
                with suppress(OthelloError):
                    file.close()


def longer(pause: float) -> float:
    """Return the pause after this one between two requests for a match."""
    return min(2 * pause, LONGEST_ASK_PAUSE)


def _is_of(game: str, match: str) -> bool:
    """Return whether a game belongs to a match.

    >>> _is_of(".5.0", ".5"), _is_of(".55", ".5")
    (True, False)
    """
    return game == match or game.startswith(f"{match}.")


def _black_result(game: OwnGame, match: wire.MatchNotice) -> str:
    """Return a match's result in discs for black; that of a synchro match is none of a game."""
    found = read_result(match.result)
    if found is None or game.id != match.id:
        return ""
    discs, end = found
    return result_text(discs if match.names[0] == game.names[0] else -discs, end)
