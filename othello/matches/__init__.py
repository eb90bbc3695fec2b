"""Matches that decide: statistics of pairs of games, tournaments, tuning."""
