"""What people play: their ratings, and a model of the moves of players of a rating."""
