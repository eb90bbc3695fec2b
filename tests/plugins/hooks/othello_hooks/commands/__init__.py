"""The command that is no operation."""
