"""The operations of the lessons: see `othello.operation`."""

TOGETHER = {"lesson": ("list", "read", "answer", "show")}
"""The operations in each module, without its name."""
