"""Files on the disk: opened, locked, appended to, written whole or not at all."""
