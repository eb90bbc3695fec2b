"""The operations of what people play."""
