"""Measurements: the benchmark, position suites, the speed-up by threads, forecasts of solves."""
