"""The server's side of practice: exercises, puzzles, drills, endgames, profiles."""
