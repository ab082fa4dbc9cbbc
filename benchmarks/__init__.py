"""Measure the figures that the project promises: `python -m benchmarks`, or `make bench`."""
