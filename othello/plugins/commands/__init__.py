"""The command that lists plug-ins."""
