"""WTHOR, the database of tournament games."""
