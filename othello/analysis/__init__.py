"""Analyse games: what each move lost, which move was better, how accurate the players were."""

from othello.analysis.games import (
    EXACT_FROM,
    LEVEL,
    AnalysisInterrupted,
    analyse_game,
    default_engine,
)
from othello.analysis.moves import Accuracy, GameAnalysis, MoveAnalysis, accuracy_by_phase

__all__ = [
    "EXACT_FROM",
    "LEVEL",
    "Accuracy",
    "AnalysisInterrupted",
    "GameAnalysis",
    "MoveAnalysis",
    "accuracy_by_phase",
    "analyse_game",
    "default_engine",
]
