"""Figures of analysed games and of evaluations."""

from othello.analysis.moves import GameAnalysis
from othello.evaluation import Report
from othello.files.access import FilePath
from othello.files.figures import IDEAL, new_figure, save_figure
from othello.notation import BLACK, SIDE_NAMES, WHITE

SIDE_COLOURS = {BLACK: "#30363b", WHITE: "#e0a94a"}
"""Colours of black's and white's areas and bars; white would be invisible on white paper."""


def plot_game(analysis: GameAnalysis, file: FilePath, title: str = "") -> None:
    """Draw the score after each move, for black, and below it what each move lost.

    The extension of `file` selects the format; `title` may be the players' names.
    """
    figure = new_figure(2)
    graph, losses = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
    moves = analysis.moves
    plies = [move.ply for move in moves]
    scores = [move.black_score for move in moves]
    graph.axhline(0, **IDEAL)
    for side, ahead in ((BLACK, [s >= 0 for s in scores]), (WHITE, [s <= 0 for s in scores])):
        colour = SIDE_COLOURS[side]
        graph.fill_between(plies, scores, where=ahead, interpolate=True, color=colour, alpha=0.5)
        own = [move for move in moves if move.board.turn == side]
        heights = [move.loss for move in own]
        losses.bar([move.ply for move in own], heights, color=colour, label=SIDE_NAMES[side])
    graph.plot(plies, scores, color=SIDE_COLOURS[BLACK])
    # After an interruption the moves need not begin with the game's first one.
    first, last = (plies[0], plies[-1]) if plies else (1, 1)
    exact = [move.ply for move in moves if move.exact]
    if exact:
        graph.axvspan(exact[0] - 0.5, last + 0.5, color="C2", alpha=0.12, label="exact")
        graph.legend(fontsize="small")
    graph.set(ylabel="score for black, discs")
    graph.set_title(title, parse_math=False)  # a $ in a name does not begin a formula
    graph.grid(alpha=0.3)
    losses.set(xlabel="move", ylabel="loss, discs", xlim=(first - 0.5, last + 0.5))
    losses.legend(ncols=2, fontsize="small")
    save_figure(figure, file)


def plot_evaluation(report: Report, file: FilePath) -> None:
    """Draw what each term of the classic evaluation is worth, in discs for the side to move.

    The extension of `file` selects the format.
    """
    figure = new_figure()
    axes = figure.subplots()
    names = [term.name.replace("_", " ") for term in report.terms]
    worths = [term.weighted for term in report.terms]
    colours = ["C0" if worth >= 0 else "C3" for worth in worths]
    bars = axes.barh(names, worths, color=colours)
    axes.bar_label(bars, fmt="%+.2f", padding=3, fontsize="small")
    axes.invert_yaxis()  # the first on top
    axes.margins(x=0.2)
    axes.axvline(0, **IDEAL)
    axes.set(xlabel="discs for the side to move", title=f"evaluation {report.total:+.2f}")
    save_figure(figure, file)
