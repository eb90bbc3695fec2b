"""Practice: exercises from a player's own games, puzzles, and what one person has answered."""
