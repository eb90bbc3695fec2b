"""A benchmark that any engine can run: positions with proven scores, solved one after the other."""
