"""Moves as people write them, and tables of games."""
