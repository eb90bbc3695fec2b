"""Answers in JSON, for comparing them."""

from typing import Any


def without_seconds(answer: Any) -> Any:
    """Return an answer without the times in it."""
    if isinstance(answer, dict):
        return {key: without_seconds(each) for key, each in answer.items() if key != "seconds"}
    return [*map(without_seconds, answer)] if isinstance(answer, list) else answer
