"""The operations, one in each module; see `othello.operation`."""
