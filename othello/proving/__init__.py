"""One hard endgame solved in parts by many workers, and the proof of its score."""
