"""Openings that have names: text in, text out, as the rules of the game are above this."""
