"""One hard endgame solved in parts by many workers, and the certificate of its score."""
