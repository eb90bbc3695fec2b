"""A model of the moves that players of a rating make, and the ratings of players."""
