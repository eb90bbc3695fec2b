"""The command of what people play."""
