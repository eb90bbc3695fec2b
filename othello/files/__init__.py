"""Files on the disk: read so that errors name them, locked, appended to, written whole or not at all."""
