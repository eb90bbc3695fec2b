"""The operations that are asked for in JSON alone, and need no other room."""
