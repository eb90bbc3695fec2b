"""The commands of this room, as `othello.commands` has those of the core."""
