"""Practice for players: puzzles with one right move."""
