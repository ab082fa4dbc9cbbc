"""Lessons, examples of play and puzzles: their files, the judges of a learner, and the learner's progress.

No screen.
"""
