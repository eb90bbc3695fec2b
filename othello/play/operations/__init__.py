"""The operation of this room."""
