"""Lessons, puzzles and the demonstration on the screen."""
