"""Figures of tuning runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from othello.files.figures import IDEAL, new_figure, save_figure

__all__ = ["plot_tuning"]


def plot_tuning(ways: Mapping[str, Sequence[float]], file: Path) -> None:
    """Draw the values of parameters over the iterations, each parameter in a panel of its own.

    Parameters
    ----------
    ways : mapping
        For each parameter, its value before the first iteration and after each.
    file : Path
        The file to write; its extension selects the format.
    """
    figure = new_figure(len(ways))
    panels = figure.subplots(1, len(ways), squeeze=False)[0]
    for axes, (name, values) in zip(panels, ways.items(), strict=True):
        axes.plot(values, color="black", linewidth=1)
        axes.axhline(values[0], **IDEAL)
        axes.set(title=name, xlabel="iteration")
    save_figure(figure, file)
