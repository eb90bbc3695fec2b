"""Games between engines: matches, tournaments, tuning, and their statistics."""
