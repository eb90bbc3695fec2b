"""A figure of a person's progress."""

from __future__ import annotations

from othello.errors import InvalidOption
from othello.files.access import FilePath
from othello.files.figures import new_figure, save_figure
from othello.practice.progress import Summary


def plot_progress(progress: Summary, file: FilePath) -> None:
    """Draw by month how many answers were right, and how accurate the games were.

    The extension of `file` selects the format.

    Raises
    ------
    InvalidOption
        If there is neither an answer nor a game that was analysed.
    """
    played = [each for each in progress.of("month") if each.accuracy.moves]
    if not played and not progress.months:
        raise InvalidOption("nothing to draw: expected answers, or games that were analysed")
    figure = new_figure(2)
    shares, losses = figure.subplots(1, 2)
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
    save_figure(figure, file)
