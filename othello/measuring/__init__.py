"""Measurements: the benchmark, position suites, what more threads gain."""
