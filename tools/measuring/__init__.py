"""The parts of `tools/measure.py`: the page of measurements, and the tables to measure."""
