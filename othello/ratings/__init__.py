"""Ratings of players by their results."""
