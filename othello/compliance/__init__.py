"""Does an engine keep to its protocol? A table of steps, each of which says something to it."""
