"""Lessons, examples of play and puzzles: their files, who judges a learner, and what he has learned; no screen."""
