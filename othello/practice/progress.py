"""A person's progress, as a profile tells it: answers and ratings, games and how well they went."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from othello.analysis.moves import ALL, PHASES, Accuracy
from othello.errors import InvalidOption
from othello.files.access import FilePath
from othello.files.figures import new_figure, save_figure
from othello.formats.results import read_result
from othello.practice.drills import DECK
from othello.practice.endgames import KIND as ENDGAME
from othello.practice.played import accuracies
from othello.practice.profile import PlayedGame, Profile, Tally, now
from othello.practice.solving import KIND as PUZZLE

BY = ("phase", "colour", "opponent", "month")
"""Properties by which games are grouped, a phase being a part of each game."""

WINNERS = {"B": "black", "W": "white"}


class GameGroup(NamedTuple):
    """Some games of the person, or one phase of them."""

    #: What they have in common: one of `BY`, and which of these.
    by: str
    name: str
    games: int  #: their number
    #: How they ended for the person.
    wins: int
    draws: int
    losses: int
    accuracy: Accuracy  #: the person's moves in those of them that were analysed

    def to_dict(self) -> dict[str, object]:
        """Return the games as a JSON object."""
        known = dict(zip(self._fields[:6], self[:6], strict=True))
        return {**known, **self.accuracy.to_dict()}


class Summary(NamedTuple):
    """The contents of a profile, counted."""

    kinds: list[Tally]  #: the answers by kind and idea
    #: By month, such as ``2026-11``, in UTC: how many answers there were, and how many right.
    months: dict[str, tuple[int, int]]
    rating: float | None  #: the person's rating; None before the first puzzle
    games: int  #: number of games that are kept
    analysed: int  #: number of them that were analysed
    played: list[GameGroup]  #: the games by phase, colour, opponent and month
    due: int = 0  #: number of cards of drills that are due
    failed: int = 0  #: number of puzzles whose last answer was not right
    #: The person's rating after each rated answer, with its time, the oldest first.
    ratings: Sequence[tuple[str, float]] = ()

    @property
    def answers(self) -> int:
        """Number of answers."""
        return sum(each.answers for each in self.kinds)

    @property
    def right(self) -> int:
        """Number of right answers."""
        return sum(each.right for each in self.kinds)

    @property
    def rows(self) -> list[tuple[str, int, int]]:
        """Rows of a table of the answers: a name, how many there are, and how many were right.

        A kind with several ideas has a row of its own, and then one for each of them. Endgames have
        no others: those with an idea are the ones with a wrong move.
        """
        found = []
        for kind in dict.fromkeys(each.kind for each in self.kinds):
            tallies = [each for each in self.kinds if each.kind == kind]
            total = sum(each.answers for each in tallies), sum(each.right for each in tallies)
            if kind == ENDGAME or len(tallies) > 1:
                found.append((kind, *total))
            if kind != ENDGAME:
                found += [
                    ("  " * (len(tallies) > 1) + _named(each, len(tallies)), *each[2:4])
                    for each in tallies
                ]
        return found

    def of(self, by: str) -> list[GameGroup]:
        """Return the games by one of `BY`."""
        return [each for each in self.played if each.by == by]

    def to_dict(self) -> dict[str, Any]:
        """Return the progress as a JSON object."""
        return {
            "kinds": [{**each._asdict(), "lost": round(each.lost, 2)} for each in self.kinds],
            "months": [
                {"month": month, "answers": answers, "right": right}
                for month, (answers, right) in self.months.items()
            ],
            "rating": None if self.rating is None else round(self.rating),
            "ratings": [{"time": time, "rating": round(each)} for time, each in self.ratings],
            "played": [each.to_dict() for each in self.played],
            "analysed": self.analysed,
            "due": self.due,
            "failed": self.failed,
            "total": {"answers": self.answers, "right": self.right, "games": self.games},
        }


def _named(tally: Tally, n_ideas: int) -> str:
    """Return the name of the answers of a kind and an idea, of which the kind has so many."""
    idea = tally.idea or ("other" if n_ideas > 1 else "")
    return f"{tally.kind}, {idea}" if idea else tally.kind


def progress_of(profile: Profile | None) -> Summary:
    """Return what a profile has, counted; nothing without one."""
    if profile is None:
        return Summary([], {}, None, 0, 0, [])
    games = profile.games()
    n_analysed = sum(bool(accuracies(each)) for each in games)
    rating = profile.rating().rating if profile.has_rating else None
    played = [*_played(games)]
    kinds, months, due = profile.tallies(), profile.months(), len(profile.cards(DECK, now()))
    failed = sum(not is_right for is_right in profile.last_right(PUZZLE).values())
    counts = (len(games), n_analysed, played, due, failed)
    return Summary(kinds, months, rating, *counts, profile.rating_history())


def _played(games: list[PlayedGame]) -> Iterator[GameGroup]:
    """Yield the games by each of `BY`: names in order, opponents with most games first."""
    if not games:
        return
    for phase in (*PHASES, ALL):
        yield _counted("phase", phase, games, phase)
    keys: dict[str, Callable[[PlayedGame], str]] = {
        "colour": lambda played: played.side,
        "opponent": lambda played: played.opponent,
        "month": lambda played: played.time[:7],
    }
    for by, key in keys.items():
        groups: dict[str, list[PlayedGame]] = {}
        for each in games:
            groups.setdefault(key(each), []).append(each)
        names = sorted(groups)
        if by == "opponent":
            names.sort(key=lambda name: -len(groups[name]))
        for name in names:
            yield _counted(by, name, groups[name])


def _counted(by: str, name: str, games: list[PlayedGame], phase: str = ALL) -> GameGroup:
    ends = [_end(each) for each in games]
    won, drawn, lost = (ends.count(end) for end in ("win", "draw", "loss"))
    known = [found[phase] for each in games if (found := accuracies(each))]
    return GameGroup(by, name, len(games), won, drawn, lost, _together(known))


def _together(known: Iterable[Accuracy]) -> Accuracy:
    """Return the accuracy of the moves of several games."""
    rows = [*known]
    return Accuracy(
        sum(each.moves for each in rows),
        sum(each.accurate for each in rows),
        sum(each.lost for each in rows),
    )


def _end(played: PlayedGame) -> str | None:
    """Return whether a game was a win, a draw or a loss; None if that is not known."""
    stated = read_result(played.result)
    if stated is None:
        return None
    if not stated.winner:
        return "draw"
    return "win" if WINNERS[stated.winner] == played.side else "loss"


def plot_progress(progress: Summary, file: FilePath) -> None:
    """Draw by month how many answers were right and how accurate the games were, and the rating.

    The extension of `file` selects the format.

    Raises
    ------
    InvalidOption
        If there is neither an answer nor a game that was analysed.
    """
    played = [each for each in progress.of("month") if each.accuracy.moves]
    if not played and not progress.months:
        raise InvalidOption("nothing to draw: expected answers, or games that were analysed")
    figure = new_figure(3 if progress.ratings else 2)
    shares, losses, *others = figure.subplots(1, 3 if progress.ratings else 2)
    months = sorted({*progress.months, *(each.name for each in played)})
    answered = [100 * right / answers for answers, right in progress.months.values()]
    at = [months.index(month) for month in progress.months]
    shares.plot(at, answered, "o-", label="answers that were right")
    at = [months.index(each.name) for each in played]
    accurate = [each.accuracy.percent for each in played]
    shares.plot(at, accurate, "s-", label="accurate moves in games")
    shares.set(ylabel="percent", ylim=(0, 105))
    losses.bar(at, [each.accuracy.mean_loss for each in played])
    losses.set(ylabel="loss of a move in games, discs")
    shares.legend(fontsize="small")
    for axes in (shares, losses):
        axes.set(xlabel="month", xlim=(-0.5, len(months) - 0.5))
        axes.set_xticks(range(len(months)), months, rotation=45)
        axes.grid(alpha=0.3)
    for axes in others:
        axes.plot(range(1, len(progress.ratings) + 1), [each for _, each in progress.ratings])
        axes.set(xlabel="rated answers", ylabel="rating")
        axes.grid(alpha=0.3)
    save_figure(figure, file)
