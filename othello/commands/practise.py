"""``othello practise``."""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import TYPE_CHECKING

from othello.analysis.games import LEVEL, default_engine
from othello.analysis.moves import ALL, GameAnalysis
from othello.commands.analyse import analyse_shown
from othello.commands.arguments import (
    DISCS,
    FILE,
    FLAG,
    SHIPPED,
    add_book,
    add_json,
    add_machine,
    number,
    number_where,
    refuse_options,
)
from othello.commands.drilling import OPTIONS as DRILLING
from othello.commands.drilling import drill, import_cards, tell_hardness
from othello.commands.game_source import GameSource, heading
from othello.commands.input import piped_lines, typed_lines
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    Progress,
    no_game_with,
    print_fault,
    print_json,
    show,
    show_text,
)
from othello.commands.overwriting import tells_overwritten
from othello.commands.playing_out import ENDGAMES, play_endgames
from othello.commands.practising import (
    Dialogue,
    answer_record,
    answered_in_json,
    exercise_asked,
    no_games_of,
)
from othello.commands.puzzling import COUNT, solve_puzzles
from othello.commands.screen import has_colours
from othello.commands.searching import Working
from othello.commands.selfplay import span
from othello.engine import Engine
from othello.errors import InvalidOption, MissingFile, counted, printable
from othello.files.access import STDIN, is_database
from othello.files.figures import check_figure_file
from othello.files.writing import replacing, writable
from othello.levels import MAX_LEVEL
from othello.limits import Limits
from othello.notation import BLACK, SIDE_NAMES, SIDES, WHITE
from othello.practice.drills import NEW, PERCENT
from othello.practice.endgames import EMPTIES, MOST_EMPTIES
from othello.practice.exercises import Exercise
from othello.practice.hardness import WITHIN
from othello.practice.mistakes import LEAST_LOSS, Group, exercises_of, grouped, once_each, sides_of
from othello.practice.puzzles import GOALS, KINDS, MOST_DIFFICULT
from othello.practice.rounds import Round, known_last

if TYPE_CHECKING:
    from othello.practice.profile import Profile
    from othello.practice.progress import Games, Summary

EXAMPLE = "othello practise --mistakes game.txt --side black"

PROMPT = "your move (or help): "

MOST_MINUTES = 1_000_000
"""Nearly two years; few enough to be counted in seconds."""

OPTIONS = {
    "mistakes": (
        "side",
        "player",
        "least",
        "decisive",
        "level",
        "count",
        "threads",
        "hash",
        "weights_file",
    ),
    "puzzles": (
        "kind",
        "goal",
        "difficulty",
        "failed",
        "minutes",
        "count",
        "threads",
        "hash",
        "weights_file",
    ),
    "endgame": ("side", "player", "empties", "count", "threads", "hash", "weights_file"),
    "drill": DRILLING,
    "hard": ("side", "within", "plies", "book"),
}
"""What can be practised or asked, and the options that have an effect on it only."""

WHAT = """\
What can be practised:
  othello practise --mistakes GAME…   find better moves where you lost discs in your games:
                                      files of games, or moves; or a base, with --player NAME
  othello practise --puzzles          find the one right move: puzzles as hard as you are strong
  othello practise --endgame          play out won endgames against the perfect player
  othello practise --drill LINE…      learn opening lines: names, moves, or files of games;
                                      without LINE, all cards of your profile that are due
  othello practise --hard LINE…       how many positions each side must know after a line"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--mistakes",
        metavar="GAME",
        nargs="*",
        help="exercises from the mistakes in these games: files of games, - for stdin, moves such "
        "as f5d6c3, an opening's name; or a base of games, with --player (default: the games that "
        "your profile keeps, see othello play --keep)",
    )
    add(
        "--side",
        choices=list(SIDE_NAMES.values()),
        help="only this side's mistakes, endgames or moves (default: of both)",
    )
    add(
        "--player",
        metavar="NAME",
        help="only the mistakes or endgames of this player: words of NAME begin words of the name",
    )
    add("--least", **DISCS, help=f"the least loss of a mistake in discs (default {LEAST_LOSS:g})")
    add(
        "--decisive",
        **FLAG,
        help="only mistakes that changed the result: a win was not won after them, or a draw lost",
    )
    add(
        "--level",
        **number(0, MAX_LEVEL),
        help=f"how hard to analyse the games, 0 to {MAX_LEVEL} (default {LEVEL})",
    )
    add(
        "--count",
        **number(1),
        help="so many exercises at most; more games are not analysed then (default: all, and "
        f"{COUNT} puzzles, {ENDGAMES} endgames)",
    )
    add_puzzles(parser)
    add_endgames(parser)
    add_drills(parser)
    add(
        "--progress",
        **FLAG,
        help="what the profile says: answers and how many were right; your games, and how well you "
        "played by phase, colour, opponent and month",
    )
    add("--plot", **FILE, help="with --progress: draw it by month into this file, such as FILE.svg")
    add("--export", **FILE, help="write all that the profile has into a file, as JSON")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--profile",
        **FILE,
        help="the file that keeps your answers (default: practice.profile in the folder of your "
        "data)",
    )
    kept.add_argument("--no-profile", **FLAG, help="keep no answers")
    add_machine(parser)
    add_json(parser)


def add_puzzles(parser: argparse.ArgumentParser) -> None:
    """Add the options of `othello.commands.puzzling`."""
    add = parser.add_argument
    add(
        "--puzzles",
        metavar="SET",
        nargs="?",
        const=SHIPPED,
        help="puzzles of this set, which othello puzzles make wrote (default: the set that comes "
        "with othello), those about as strong as you first",
    )
    add("--kind", choices=KINDS, help="only puzzles of this kind")
    add(
        "--goal",
        choices=GOALS,
        help="only puzzles whose right move alone wins, alone holds the draw, or only saves discs",
    )
    add(
        "--difficulty",
        type=span(0, MOST_DIFFICULT),
        metavar="A-B",
        help="only puzzles of this difficulty, on the scale of ratings: 800 to 2400",
    )
    add(
        "--failed",
        **FLAG,
        help="only puzzles whose last answer was wrong, those that have waited longest first",
    )
    add(
        "--minutes",
        type=number_where(
            lambda given: 0 < given <= MOST_MINUTES,
            f"minutes, more than 0, at most {MOST_MINUTES}",
        ),
        metavar="N",
        help="as many puzzles as you can in so many minutes; a wrong answer is explained at once, "
        "and its puzzle does not come again",
    )


def add_endgames(parser: argparse.ArgumentParser) -> None:
    """Add the options of `othello.commands.playing_out`."""
    add = parser.add_argument
    add(
        "--endgame",
        metavar="GAME",
        nargs="*",
        help="play out endgames that you can win, against the perfect player: of these games, "
        "files, - for stdin, or moves, but no base (default: puzzles of the set that comes with "
        "othello)",
    )
    add(
        "--empties",
        type=span(1, MOST_EMPTIES),
        metavar="A-B",
        help=f"how many empty squares such an endgame has (default {EMPTIES[0]}-{EMPTIES[1]}; of "
        f"games at most {MOST_EMPTIES}, those of othello's own puzzles have 8 to 17)",
    )


def add_drills(parser: argparse.ArgumentParser) -> None:
    """Add the options of `othello.commands.drilling`."""
    add = parser.add_argument
    add(
        "--drill",
        metavar="LINE",
        nargs="*",
        help="learn the moves of these lines: an opening's name, moves, files of games or of lines "
        "of moves, - for stdin (default: all cards of your profile: those of lines that you have "
        "drilled, and those that --import-anki has read); needs the extra "
        "othello-engine[practice]",
    )
    add(
        "--hard",
        metavar="LINE",
        nargs="+",
        help="how many positions each side must know by heart after each of these lines, or "
        "positions, to answer by the book's best move",
    )
    add(
        "--within",
        **DISCS,
        help="the other side plays what gives away so many discs at most by the book (default "
        f"{WITHIN:g}); with --drill, lines are continued by the book so",
    )
    add(
        "--plies",
        **number(0, 60),
        help="moves that the book goes on with after a line (default: as far as it goes)",
    )
    add_book(parser, "the book of --hard and --drill (default: the shipped one)")
    add("--new", **number(0), help=f"so many new positions of a drill at most (default {NEW})")
    add(
        "--base",
        **FILE,
        help="a drill goes on after its lines as people play in this base of games",
    )
    add(
        "--percent",
        **number(1, 100),
        help="with --base, the other side plays what was played in so many of a hundred games "
        f"(default {PERCENT})",
    )
    add(
        "--export-anki",
        **FILE,
        help="ask nothing: write the positions of a drill and their moves into a file for Anki",
    )
    add(
        "--import-anki",
        metavar="FILE",
        nargs="+",
        help="ask nothing: read cards that --export-anki has written, or lines with moves, a tab, "
        "and the right moves, into your profile; --drill without lines asks them",
    )


def run(arguments: argparse.Namespace) -> int:
    """Ask exercises, or say what there is to practise and what was practised."""
    act = chosen_act(arguments)
    if arguments.import_anki is not None:
        return import_cards(arguments)
    if act is None:
        return tell(arguments)
    if act == "hard":
        return tell_hardness(arguments)
    if act == "mistakes":
        return ask_mistakes(arguments)
    lines = json_lines(arguments) if arguments.json else text_lines(arguments)
    acts = {"drill": drill, "puzzles": solve_puzzles, "endgame": play_endgames}
    return acts[act](arguments, lines)


def chosen_act(arguments: argparse.Namespace) -> str | None:
    """Return which of `OPTIONS` is asked for; raise InvalidOption if options do not fit it."""
    acts = [act for act in OPTIONS if getattr(arguments, act) is not None]
    acts += [
        option for option in ("progress", "export", "import_anki") if getattr(arguments, option)
    ]
    if len(acts) > 1:
        raise InvalidOption(f"--{acts[1]} with --{acts[0]}: expected one of them".replace("_", "-"))
    act = acts[0] if acts and acts[0] in OPTIONS else None
    if arguments.plot is not None and not arguments.progress:
        raise InvalidOption("--plot without --progress: expected both")
    fitting = OPTIONS[act] if act else ()
    for option in dict.fromkeys(option for options in OPTIONS.values() for option in options):
        if option not in fitting:
            takers = " or ".join(f"--{each}" for each in OPTIONS if option in OPTIONS[each])
            refuse_options(arguments, add_arguments, [option], f"without {takers}: expected both")
    return act


def ask_mistakes(arguments: argparse.Namespace) -> int:
    """Ask exercises from mistakes in games."""
    from othello.practice.profile import Profile

    with (
        nullcontext() if arguments.no_profile else Profile(arguments.profile) as profile,
        default_engine(arguments.threads, arguments.hash) as engine,
    ):
        source = MistakeSource(arguments, engine, profile)
        found = list(source)
        exercises = known_last(once_each(found), profile)[: arguments.count]
        asked = Round(exercises, engine, profile)
        if not arguments.json and not found and source.n_games:
            changed = " changed the result" if arguments.decisive else ""
            least = f"no mistake of {least_of(arguments):g} discs or more"
            print(f"{least}{changed} in {source.games_text}")
        status = EXIT_UNUSABLE_INPUT if source.faults else 0
        if arguments.json:
            answers = json_lines(arguments)
            status |= answered_in_json(asked, answers, answer_record, exercise_asked)
            print_json({"total": total(asked, source, found)})
        elif found:
            dialogue = Dialogue(asked, show_text, in_colour=has_colours(sys.stdout))
            dialogue.run(text_lines(arguments))
            show_text("\n" + summary(asked, source, found))
    return status


def lines_after(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of stdin, unless the games were read from it."""
    read = arguments.mistakes or arguments.drill or arguments.endgame or [arguments.puzzles]
    return iter(()) if STDIN in read else piped_lines()


def text_lines(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the answers, which are typed or come through a pipe."""
    at_keyboard = sys.stdin is not None and sys.stdin.isatty()
    return typed_lines(PROMPT) if at_keyboard else lines_after(arguments)


def json_lines(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the answers on stdin; none are waited for at a terminal."""
    at_keyboard = sys.stdin is not None and sys.stdin.isatty()
    return iter(()) if at_keyboard else lines_after(arguments)


def least_of(arguments: argparse.Namespace) -> float:
    """Return the least loss of a mistake."""
    return LEAST_LOSS if arguments.least is None else float(arguments.least)


# ---------------------------------------------------------------------- finding mistakes


class MistakeSource:
    """Iterate over the mistakes in the games of the command line, game by game.

    With ``--count`` no more games are analysed once there are so many that the profile does not
    know as answered rightly. `n_games` counts those that were analysed.
    """

    def __init__(
        self, arguments: argparse.Namespace, engine: Engine, profile: Profile | None
    ) -> None:
        self.n_games = self._own_faults = 0
        self._source: GameSource | None = None
        self._arguments = arguments
        self._engine = engine
        self._profile = profile
        self._whose = SIDES.get(arguments.side, BLACK + WHITE), arguments.player
        self._level = LEVEL if arguments.level is None else arguments.level

    @property
    def faults(self) -> int:
        """How many games, files or other sources could not be used so far."""
        return self._own_faults + (0 if self._source is None else self._source.faults)

    @property
    def games_text(self) -> str:
        """How many games were analysed, in words."""
        return counted(self.n_games, "game")

    def __iter__(self) -> Iterator[Exercise]:
        found: list[Exercise] = []
        for name, sides, analysis in self._analyses():
            self.n_games += 1
            new = exercises_of(
                analysis,
                self._engine,
                name,
                sides=sides,
                least=least_of(self._arguments),
                decisive=self._arguments.decisive,
            )
            found += new
            yield from new
            if self._is_enough(found):
                return
        player = self._arguments.player
        if player is not None and not self.n_games and not self.faults:
            self._fail(no_games_of(player, self._arguments.side))

    def _is_enough(self, found: Sequence[Exercise]) -> bool:
        count: int | None = self._arguments.count
        if count is None:
            return False
        known = {} if self._profile is None else self._profile.last_right("mistake")
        return sum(not known.get(each.key, False) for each in once_each(found)) >= count

    def _fail(self, fault: object) -> None:
        print_fault(fault)
        self._own_faults += 1

    def _analyses(self) -> Iterator[tuple[str, str, GameAnalysis]]:
        """Yield each game's name, the sides whose mistakes count, and its analysis."""
        if not self._arguments.mistakes:
            yield from self._of_profile()
        games: list[str] = []
        for word in self._arguments.mistakes:
            if is_database(word):
                yield from self._of_base(word)
            else:
                games.append(word)
        if games:
            self._source = GameSource(games)
            for each in self._source:
                if sides := sides_of(each.game, *self._whose):
                    limits = Limits(level=self._level)
                    yield heading(each.id), sides, analyse_shown(each.game, self._engine, limits)

    def _of_profile(self) -> Iterator[tuple[str, str, GameAnalysis]]:
        """Yield the games of the profile, the latest first; it keeps the analyses."""
        from othello.practice.played import analysed, side_of

        if self._profile is None:
            raise InvalidOption("--mistakes without games: expected some, or a profile with games")
        if self._arguments.player is not None:
            raise InvalidOption("--player: expected games to choose from; a profile's are yours")
        kept = self._profile.games()
        games = [each for each in kept if side_of(each) in self._whose[0]]
        if not games:
            none = f"no games as {self._arguments.side}" if kept else "no games"
            self._fail(f"{self._profile.path}: {none}: othello play --keep keeps them there")
        with Progress(len(games)) as progress:
            progress.watch(Working(self._engine).text)
            for each in reversed(games):
                analysis = analysed(self._profile, each, self._engine, self._level)
                progress.hide()
                name = f"game {each.number}, against {each.opponent} on {day_of(each.time)}"
                yield name, side_of(each), analysis
                progress.step()

    def _of_base(self, path: str) -> Iterator[tuple[str, str, GameAnalysis]]:
        """Yield the player's games in a base, the latest first; the base keeps the analyses."""
        from othello.gamebase.base import GameBase

        player = self._arguments.player
        if player is None:
            raise InvalidOption(f"{path} is a base of games: expected --player NAME too")
        with GameBase(path) as base:
            games = list(base.games(player=player))
            if not games:
                known = base.names_like(player, condition="player")
                self._fail(no_game_with("player", player, path, known))
            with Progress(len(games)) as progress:
                progress.watch(Working(self._engine).text)
                for stored in games:
                    if sides := sides_of(stored.game(), *self._whose):
                        analysis = base.analysed(stored, self._engine, self._level)
                        progress.hide()
                        yield heading(f"{path}:{stored.number}"), sides, analysis
                    progress.step()


def day_of(time: str) -> str:
    """Return the day of a profile's time, which is in UTC, where the person is."""
    try:
        return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d}"
    except ValueError:  # damaged
        return time


# ---------------------------------------------------------------------- the end of a round


def summary(asked: Round, source: MistakeSource, found: Iterable[Exercise]) -> str:
    """Return how a round went, and the mistakes by what they are about."""
    lines = [f"{asked.n_right} of {counted(asked.n_asked, 'exercise')} right at the first answer"]
    groups = grouped(found)
    n_mistakes, lost = sum(group.times for group in groups), sum(group.lost for group in groups)
    mistakes = f"{counted(n_mistakes, 'mistake')} in {source.games_text}"
    lines.append(f"{mistakes} lost {counted(round(lost), 'disc')}:")
    return "\n".join([*lines, *map(group_text, groups)])


def group_text(group: Group) -> str:
    """Return a group of mistakes as a line of text."""
    return f"{group.times:4} x  {group.lost:6.1f} discs  {group.idea.habit}"


def total(asked: Round, source: MistakeSource, found: list[Exercise]) -> dict[str, object]:
    """Return the last JSON object."""
    return {
        "games": source.n_games,
        "mistakes": len(found),
        "lost": round(sum(each.loss for each in found), 2),
        "exercises": asked.size,
        "answered": asked.n_asked,
        "right": asked.n_right,
        "groups": [group.to_dict() for group in grouped(found)],
    }


# ---------------------------------------------------------------------- what there is


def tell(arguments: argparse.Namespace) -> int:
    """Say what can be practised and what the profile has, or write all of it into a file."""
    from othello.practice.profile import Profile, default_profile
    from othello.practice.progress import progress_of

    if arguments.plot is not None:
        check_figure_file(arguments.plot)
    path = default_profile() if arguments.profile is None else arguments.profile
    if arguments.no_profile:
        if arguments.progress or arguments.export:
            raise InvalidOption("--no-profile: expected a profile for --progress and --export")
        show_text(WHAT)
        return 0
    if not os.path.lexists(path):
        if arguments.profile is not None or arguments.export is not None:
            reason = "no profile: othello practise --mistakes makes one"
            raise MissingFile(errno.ENOENT, reason, str(path))
        tell_progress(arguments, progress_of(None))
        return 0
    with Profile(path) as profile:
        if arguments.export is not None:
            export(profile, arguments)
        else:
            tell_progress(arguments, progress_of(profile))
    return 0


def export(profile: Profile, arguments: argparse.Namespace) -> None:
    """Write all of a profile into a file."""
    writable(arguments.export)
    content = profile.export()
    with tells_overwritten(str(arguments.export)), replacing(arguments.export) as file:
        json.dump(content, file, indent=1)
        file.write("\n")
    counts = {name: len(rows) for name, rows in content.items() if isinstance(rows, list)}
    told = ", ".join(
        f"{count} {name}" for name, count in counts.items() if count or name != "drilled"
    )
    text = f"{told} written to {printable(str(arguments.export))}"
    show(arguments.json, {"total": counts}, text)


def tell_progress(arguments: argparse.Namespace, found: Summary) -> None:
    """Show what a profile has; draw it if that is asked for."""
    from othello.practice.plots import plot_progress

    if arguments.plot is not None:
        plot_progress(found, arguments.plot)
    if arguments.json:
        told = found.to_dict()
        for name in ("kinds", "played"):
            for each in told[name]:
                print_json(each)
        print_json({"total": told["total"]})
        return
    lines = [] if arguments.progress else [WHAT, ""]
    if not found.answers:
        lines.append("no answers yet")
    else:
        right = percent(found.right, found.answers)
        lines.append(f"{counted(found.answers, 'answer')}, {right} right:")
        lines += [
            f"{answers:6}  {percent(right, answers):>5} right  {name}"
            for name, answers, right in found.rows
        ]
    if arguments.progress:
        lines += progress_lines(found)
    show_text("\n".join(lines))


def progress_lines(found: Summary) -> Iterator[str]:
    """Yield what is told of months, rating and games, as far as there are some."""
    if len(found.months) > 1:
        yield "by month:"
        for month, (answers, right) in found.months.items():
            yield f"{answers:6}  {percent(right, answers):>5} right  {month}"
    if found.due:
        yield f"{counted(found.due, 'card')} due: othello practise --drill asks them"
    if found.failed:
        puzzles = counted(found.failed, "puzzle")
        yield f"{puzzles} to try again: othello practise --puzzles --failed asks them"
    if found.rating is not None:
        yield f"your rating at puzzles: {found.rating:.0f}"
    if not found.games:
        return
    yield f"{counted(found.games, 'game')}, {found.analysed} of them analysed:"
    if found.analysed < found.games:
        yield "  (othello practise --mistakes analyses the others)"
    yield "  accuracy  discs lost by a move  won-drawn-lost"
    for each in found.played:
        yield games_text(each)


def games_text(games: Games) -> str:
    """Return some games as a line of text."""
    accuracy = games.accuracy
    won = f"{games.wins}-{games.draws}-{games.losses}"
    if games.by == "phase" and games.name != ALL:  # who wins is of whole games
        won = ""
    return (
        f"{accuracy.whole_percent:>6} %  {accuracy.tenths_lost:>19}  {won:>14}"
        f"  {games.by}: {printable(games.name)}"
    )


def percent(part: int, whole: int) -> str:
    """Return a share of a number that is not 0, as text."""
    return f"{100 * part / whole:.0f} %"
