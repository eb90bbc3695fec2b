"""Practice: exercises from a player's own games, and what one person has answered so far."""
