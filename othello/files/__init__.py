"""Open and lock files, append lines to them, and replace them as a whole."""
