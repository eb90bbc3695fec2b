"""What `tools/measure.py` is made of: the page, and the tables it writes there."""
