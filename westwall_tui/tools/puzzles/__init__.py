"""Finds puzzles: positions drawn by chance or cut out of played games, in which one order is clearly the best."""
