"""Options as UCI-like protocols declare them, and settings of the command line."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, NamedTuple

from othello import timing
from othello._core import core
from othello.board import Board
from othello.engine import DEFAULT_HASH_MB, Engine
from othello.engine.options import SETTINGS as ENGINE
from othello.engine.options import find_evaluation
from othello.engine.strength import FULL_STRENGTH, Strength
from othello.errors import InvalidOption, NoMemory, quote
from othello.fields import TIME, Field, Range, fields_of
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL
from othello.limits import MAX_DEPTH, Limits
from othello.protocol.own_book import DISCS, OwnBook
from othello.protocol.play_options import PlayOptions, Randomness
from othello.spelling import expected_of

MAX_DIGITS = 18

MAX_SEED = 2**31 - 1

HUNDREDTHS = 100
"""Options that are scores are in 1/100 disc."""

EMPTY = "<empty>"
"""An empty string, as UCI-like protocols write it."""


class Option(NamedTuple):
    """An option: its declaration, and how a value is read and applied.

    Its kind is ``"spin"`` (an integer from `low` to `high`), ``"check"`` (true or false),
    ``"combo"`` (one of `choices`), ``"string"`` (any text) or ``"button"`` (no value).
    """

    name: str
    kind: str
    default: int | bool | str | None
    apply: Callable[[Any], object]  # sets the value
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    others: Callable[[str], object] = lambda text: None  # finds what else it may be

    def declaration(self) -> str:
        """Return the option's declaration, without the word ``option`` before it.

        >>> Option("Hash", "spin", 64, print, low=1, high=1024).declaration()
        'name Hash type spin default 64 min 1 max 1024'
        """
        words = [f"name {self.name} type {self.kind}"]
        if self.kind != "button":
            shown = str(self.default)
            words.append(f"default {shown.lower() if self.kind == 'check' else shown or EMPTY}")
        if self.kind == "spin":
            words.append(f"min {self.low} max {self.high}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def parse(self, text: str | None) -> int | bool | str | None:
        """Read a value from text; for a button both are None.

        >>> Option("VerifyMode", "check", False, print).parse("TRUE")
        True

        Raises InvalidOption if `text` is no value of this option.
        """
        if self.kind == "button":
            if text is None:
                return None
            raise InvalidOption(f"invalid value {quote(text)} for {self.name}: expected none")
        if text is not None:
            if self.kind == "spin":
                number = parse_integer(text)
                if number is not None and self.low <= number <= self.high:
                    return number
            elif self.kind == "check" and text.lower() in ("true", "false"):
                return text.lower() == "true"
            elif self.kind == "combo" and text.lower() in self.choices:
                return text.lower()
            elif self.kind == "string" or (self.kind == "combo" and self.others(text) is not None):
                return "" if text == EMPTY else text
        problem = "no value" if text is None else f"invalid value {quote(text)}"
        raise InvalidOption(f"{problem} for {self.name}: expected {self._expected()}")

    def _expected(self) -> str:
        if self.kind == "spin":
            return f"{self.low} to {self.high}"
        if self.kind == "string":
            return f"a text, or {EMPTY} for the default"
        return ", ".join(self.choices) if self.kind == "combo" else "true or false"


def parse_integer(text: str) -> int | None:
    """Read an integer written in ASCII digits, perhaps after a minus; None for anything else.

    Unlike `int` it accepts no underscores or blanks, and at most 18 digits, so it is always fast.

    >>> parse_integer("-12"), parse_integer("1_000"), parse_integer("9" * 1000)
    (-12, None, None)
    """
    digits = text[1:] if text.startswith("-") else text
    if digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS:
        return int(text)
    return None


def parse_number(text: str) -> float | None:
    """Read a finite number; None for anything else.

    >>> parse_number("1.5"), parse_number("inf"), parse_number("x")
    (1.5, None, None)
    """
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < float("inf") else None


def option_named(name: str, options: Mapping[str, Option], shown: str = "") -> Option:
    """Return the option with a name, in any letters; `options` has them by names in small ones.

    The error quotes the name as `shown`, unless the protocol quotes the whole line.
    """
    option = options.get(name.lower())
    if option is None:
        known = [each.name for each in options.values()]
        raise InvalidOption(f"unknown option{shown}: {expected_of(name, known)}")
    return option


def option_of(name: str, owner: object, attribute: str, field: Field) -> Option:
    """Return an option that sets an attribute of `owner`, as its field is declared."""
    value = getattr(owner, attribute)
    apply: Callable[[Any], object] = partial(setattr, owner, attribute)
    if field.choices is not None:
        values = {str(choice): choice for choice in field.choices}
        known = tuple(values)
        return Option(name, "combo", str(value), lambda t: apply(values.get(t, t)), choices=known)
    if field.range is None:
        return Option(name, "check", value, apply)
    low, high = field.range.least, field.range.greatest
    assert high is not None
    if field.range.unit == "discs":
        low, high = HUNDREDTHS * low, HUNDREDTHS * high
        value = round(HUNDREDTHS * value)
        return Option(name, "spin", value, lambda n: apply(n / HUNDREDTHS), low, high)
    return Option(name, "spin", value, apply, low, high)


OPTIONS_OF_ENGINE = {
    "Hash": "hash_mb",
    "Threads": "threads",
    "Granularity": "granularity",
    "Evaluation": "evaluation",
    "Algorithm": "algorithm",
    "Selectivity": "selectivity",
    "EndgameDepth": "endgame_depth",
    "Level": "level",
    "VerifyMode": "verify",
    "DeepenHot": "extensions",
}
"""The names of options, and the settings of an engine that they set."""


def engine_options(engine: Engine) -> list[Option]:
    """Return the options that set a property of `engine`."""
    known = {
        name: option_of(name, engine, of, ENGINE[of]) for name, of in OPTIONS_OF_ENGINE.items()
    }
    known["Evaluation"] = known["Evaluation"]._replace(others=find_evaluation)
    return [*known.values(), Option("Clear Hash", "button", None, lambda _: engine.clear())]


def options_of_play(play: PlayOptions) -> list[Option]:
    """Return the options that set `play`."""
    book = play.book
    return [
        option_of("Randomness", play.randomness, "discs", SETTINGS["randomness"]),
        Option("Seed", "spin", play.randomness.seed, play.set_seed, 0, MAX_SEED),
        option_of("Strength", play.strength, "value", SETTINGS["strength"]),
        option_of("OwnBook", book, "is_used", SETTINGS["own_book"]),
        Option("BookFile", "string", book.path, book.open),
        option_of("BookRandomness", book, "discs", SETTINGS["book_randomness"]),
        option_of("BookDepth", book, "depth", SETTINGS["book_depth"]),
    ]


def tuning_options() -> list[Option]:
    """Return options for the constants that can be tuned; none unless the build is for tuning.

    They are the constants of the search (``LMR_MIN_DEPTH`` as ``LmrMinDepth``) and of time
    management, in percent (``SOFT_SHARE`` as ``SoftShare``).
    """
    if not core.TUNING:
        return []

    constants = [(name, core.tune, *numbers) for name, numbers in core.TUNABLES.items()]
    shares = [
        (name, timing.tune_share, timing.tuned_share(name), *limits)
        for name, limits in timing.TUNABLE_SHARES.items()
    ]
    return [
        Option(name.title().replace("_", ""), "spin", value, partial(tune, name), low, high)
        for name, tune, value, low, high in constants + shares
    ]


class Settings(NamedTuple):
    """Start-up settings of an engine that plays, as declared: commands have options for them.

    With `own_book` it plays from a `book`, which is a file, or the shipped one if empty; None
    leaves to the protocol whether it does.
    """

    threads: Annotated[int, ENGINE["threads"].range, "number of threads"] = 1
    hash: Annotated[
        int, Range(1, unit="megabytes"), "size of the transposition table in megabytes"
    ] = DEFAULT_HASH_MB
    level: Annotated[int, Range(0, MAX_LEVEL), "how hard to think without a clock"] = DEFAULT_LEVEL
    seconds: Annotated[float | None, TIME, "seconds a move without a clock, instead of a level"] = (
        None
    )
    randomness: Annotated[
        float,
        DISCS,
        "play moves that are worse than the best by up to DISCS, so that games differ",
    ] = 0.0
    seed: Annotated[int, Range(0), "seed of the random choices"] = 0
    strength: Annotated[
        int,
        Range(0, FULL_STRENGTH),
        "play like people, from 0 (a child in its first game) to 100 (nothing held back)",
    ] = FULL_STRENGTH
    own_book: Annotated[bool | None, "play from a book"] = None
    book: Annotated[str, "the file of the book"] = ""
    book_randomness: Annotated[
        float,
        DISCS,
        "let the moves of the book give away up to DISCS in a game",
    ] = 0.0
    book_depth: Annotated[
        int,
        Range(0, MAX_DEPTH),
        "use the book in the first N moves of a game",
    ] = MAX_DEPTH

    def engine(self) -> Engine:
        return Engine(self.threads, self.hash, level=self.level)

    def budget(
        self, board: Board, clock: timing.Clock | None, spent: float = 0.0
    ) -> timing.Budget | None:
        """Return the time for a move: by a clock that has run for `spent`, else `seconds`."""
        if clock is not None:
            return clock_budget(board, clock.less(spent))
        return None if self.seconds is None else timing.budget_for_move(self.seconds)

    def play_options(self, *, owns_book: bool = False) -> PlayOptions:
        """Return how moves are chosen; `owns_book` is what the protocol does if nothing is said."""
        randomness = Randomness(self.randomness, self.seed)
        book = OwnBook(
            self.book,
            is_used=owns_book if self.own_book is None else self.own_book,
            discs=self.book_randomness,
            depth=self.book_depth,
            seed=self.seed,
        )
        return PlayOptions(randomness, Strength(self.strength, self.seed), book)


DEFAULT_SETTINGS = Settings()
SETTINGS = {field.name: field for field in fields_of(Settings)}


def clock_budget(
    board: Board, clock: timing.Clock, overhead: float = timing.DEFAULT_OVERHEAD
) -> timing.Budget:
    """Return the time for a move on `board` by a clock; `overhead` is as in `othello.timing`."""
    is_forced = len(board.legal_moves()) == 1
    return timing.budget_for_clock(clock, board.n_empties, overhead, is_forced=is_forced)


def within(limits: Limits, budget: timing.Budget) -> Limits:
    """Return limits with the time of a budget."""
    return limits._replace(soft_seconds=budget.soft, seconds=budget.hard)


def allocate(engine: Engine, complain: Callable[[str], object]) -> None:
    """Allocate the engine's table and threads before a search.

    If there is not enough memory, `complain` is called with the reason, and the table gets 1 MB or
    the search one thread.
    """
    while True:
        try:
            engine.allocate()
            return
        except NoMemory as error:
            if getattr(engine, error.option) == 1:
                raise
            complain(str(error))
            setattr(engine, error.option, 1)
