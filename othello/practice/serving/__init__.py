"""How the server practises: exercises, puzzles, drills, endgames, profiles."""
